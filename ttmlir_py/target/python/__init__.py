"""`--ttnn-to-python`: write a module of the ttnn dialect as a Python script for the `ttnn` API.

A function becomes a function, and an operation becomes a call. A row of `calls.CALLS` names the
called function, and the operands and attributes that are its arguments. The script runs on TTNN, or
on the simulator's module with the same functions.
"""
