"""The Python package of tt-mlir, by `ttmlir_py.bindings`."""
