"""The tensor-access trace: records of 128 bytes, one for each operand of an operation, as llama.cpp writes them."""

DEFAULT_PATH = "/tmp/tensor_trace.bin"
"""Where llama.cpp writes a trace, and its tool looks for one."""
