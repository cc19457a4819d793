"""The sparse_tensor dialect as far as tensor types need it: encodings and slices, without MLIR's
operations.
"""

from xdsl.ir import Dialect

SPARSE_TENSOR = Dialect("sparse_tensor", [], [])
