# Generated: run `make generated`.

from ttmlir_py.bindings.rewrite import *
