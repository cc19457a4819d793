# Generated: run `make generated`.

from ttmlir.dialects._memref_ops_gen import *
from ttmlir_py.bindings.dialects.memref import subview as subview
