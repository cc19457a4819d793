# Generated: run `make generated`.

from ._memref_ops_gen import *
from ttmlir_py.bindings.dialects.memref import subview as subview
