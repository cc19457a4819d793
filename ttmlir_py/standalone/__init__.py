"""Emitted programs: building C++ against TTNN or the host library, running it, comparing it with its binary.

The host library (`include/`) offers TTNN's calls and computes them with `ttmlir_py.ttnn`, over a socket: a program
needs a C++20 compiler, and Python only to run.
"""
