# Generated: run `make generated`.

from ttmlir_py.bindings.pykernel.types import *
