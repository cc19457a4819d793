"""tt-mlir's Python package `ttmlir`, provided by `ttmlir_py.bindings`."""
