# Generated: run `make generated`.

from ._builtin_ops_gen import *
from ttmlir_py.bindings.dialects.builtin import ModuleOp as ModuleOp
from ttmlir_py.bindings.dialects.builtin import module as module
