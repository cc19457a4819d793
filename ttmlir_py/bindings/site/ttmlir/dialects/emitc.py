"""The dialect emitc."""

import sys

from ttmlir_py.bindings.dialects import emitc

sys.modules[__name__] = emitc
