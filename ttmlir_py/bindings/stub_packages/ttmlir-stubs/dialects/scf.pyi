# Generated: run `make generated`.

from ._scf_ops_gen import *
from ttmlir_py.bindings.dialects.scf import ForOp as ForOp
from ttmlir_py.bindings.dialects.scf import IfOp as IfOp
from ttmlir_py.bindings.dialects.scf import for_ as for_
