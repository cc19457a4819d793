"""The package `pykernel`, provided by `ttmlir_py.bindings`."""
