# Generated: run `make generated`.

from ._ttir_ops_gen import *
from ttmlir_py.bindings.dialects.ttir import register_dialect as register_dialect
from ttmlir_py.bindings.dialects import ttir_ir

ir = ttir_ir
