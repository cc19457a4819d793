# Generated: run `make generated`.

from ttmlir_py.bindings.pykernel.pykernel_ast import *
