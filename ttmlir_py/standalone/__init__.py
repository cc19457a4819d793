"""Emitted programs, which are built, run and compared with their binaries.

The host library `include/ttnn_host` has TTNN's calls and computes them with `ttmlir_py.ttnn` over a
socket. A program needs a C++20 compiler, and Python only to run. The host library
`include/ttmetal_host` has the kernel interface and computes by itself.
"""
