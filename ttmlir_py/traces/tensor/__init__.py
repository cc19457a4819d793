"""The tensor-access trace of llama.cpp: records of 128 bytes, one for each operand of an
operation.
"""
