"""The graph trace: nodes for functions, tensors, buffers and circular buffers, in event order.

`recorder` makes traces from events. `files` reads and writes them. `queries`, `tables` and
`levelized` analyze them.
"""
