"""Traces: records of a run, made while it ran or read from a file, for display and queries.

`graph` holds the graph trace of TT-NN: functions, tensors and buffers as a graph. `tensor` holds
the tensor-access trace of llama.cpp: one record of 128 bytes for each operand. Modules are imported
at first use.
"""
