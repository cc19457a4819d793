"""Emitted programs: building C++ against TTNN or the host libraries, running it, comparing it with its binary.

One host library (`include/ttnn_host`) offers TTNN's calls and computes them with `ttmlir_py.ttnn`, over a socket: a program
needs a C++20 compiler, and Python only to run. The other (`include/ttmetal_host`) offers the interface of kernels, and
computes by itself.
"""
