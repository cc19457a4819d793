# Generated: run `make generated`.

from ttmlir_py.bindings.extras.types import *
