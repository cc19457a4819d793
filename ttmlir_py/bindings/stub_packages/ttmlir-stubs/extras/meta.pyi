# Generated: run `make generated`.

from ttmlir_py.bindings.extras.meta import *
