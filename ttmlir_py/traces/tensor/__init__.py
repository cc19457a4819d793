"""The tensor-access trace: records of 128 bytes, one for each operand of an operation, as llama.cpp writes them."""
