"""Traces: records of a run, made during the run or read from a file, for display and queries.

`graph` has the graph trace of TT-NN: functions, tensors and buffers as a graph. `operation` has the
op-execution trace: operations with their tensors. `tensor` has the tensor-access trace of
llama.cpp: one record of 128 bytes for each operand that is read. Modules are imported on first use.
"""
