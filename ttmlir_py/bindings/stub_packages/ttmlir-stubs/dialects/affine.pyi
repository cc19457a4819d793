# Generated: run `make generated`.

from ._affine_ops_gen import *
from ttmlir_py.bindings.dialects.affine import AffineForOp as AffineForOp
from ttmlir_py.bindings.dialects.affine import for_ as for_
