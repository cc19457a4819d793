# Generated: run `make generated`.

from ttmlir_py.bindings.optimizer_overrides import *
