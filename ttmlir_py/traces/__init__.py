"""Traces: what a run did, recorded while it ran or read from a file, to be looked at and asked.

`graph` holds the graph trace of TT-NN, functions, tensors and buffers as a graph; `tensor` the tensor-access trace of
llama.cpp, one record of 128 bytes for each operand. Nothing here is imported unless it is asked for.
"""
