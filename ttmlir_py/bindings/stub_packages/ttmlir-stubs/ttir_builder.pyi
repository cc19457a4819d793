# Generated: run `make generated`.

from ttmlir_py.bindings.ttir_builder import *
