"""The tensor-access trace of llama.cpp: a record of 128 bytes for each operand of an operation."""
