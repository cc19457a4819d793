"""The graph trace: nodes for functions, tensors, buffers and circular buffers, in the order in which they came up.

`recorder` makes traces from events, `files` reads and writes them, `queries`, `tables` and `levelized` answer questions.
"""
