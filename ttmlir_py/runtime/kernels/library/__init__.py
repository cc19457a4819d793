"""Kernels of functions of the TT-NN library for which binaries have no operation.

`elementwise` has a table of its own. The other modules fill `LIBRARY_KERNELS` in `table`.
"""
