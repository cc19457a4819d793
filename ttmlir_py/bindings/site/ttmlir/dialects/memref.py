"""The dialect memref."""

import sys

from ttmlir_py.bindings.dialects import memref

sys.modules[__name__] = memref
