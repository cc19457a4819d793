"""The part of the sparse_tensor dialect that tensor types need: encodings and slices, but no
operations.
"""

from xdsl.ir import Dialect

SPARSE_TENSOR = Dialect("sparse_tensor", [], [])
