"""`--ttnn-to-python`: a module of the ttnn dialect as a Python script on the `ttnn` API.

A function becomes a function, an operation a call: one row of `calls.CALLS` says which, and which operands and attributes
are its arguments. The script runs on TTNN, and where there is none on the simulator's module of the same functions.
"""
