# Generated: run `make generated`.

from ._ttkernel_ops_gen import *
from ttmlir_py.bindings.dialects.ttkernel import register_dialect as register_dialect
from ttmlir_py.bindings.dialects import ttkernel_ir

ir = ttkernel_ir
