"""Kernels as Python functions, by `ttmlir_py.bindings`."""
