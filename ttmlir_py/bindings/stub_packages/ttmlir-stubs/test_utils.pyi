# Generated: run `make generated`.

from ttmlir_py.bindings.test_utils import *
