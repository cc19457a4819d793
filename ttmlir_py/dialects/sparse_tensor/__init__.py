"""The sparse_tensor dialect, as far as types of tensors need it: encodings and slices. It has none of MLIR's operations."""

from xdsl.ir import Dialect

SPARSE_TENSOR = Dialect("sparse_tensor", [], [])
