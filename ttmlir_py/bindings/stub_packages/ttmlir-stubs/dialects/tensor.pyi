# Generated: run `make generated`.

from ._tensor_ops_gen import *
from ttmlir_py.bindings.dialects.tensor import EmptyOp as EmptyOp
from ttmlir_py.bindings.dialects.tensor import empty as empty
from ttmlir_py.bindings.dialects.tensor import generate as generate
