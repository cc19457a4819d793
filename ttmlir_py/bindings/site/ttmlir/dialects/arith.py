"""The dialect arith."""

import sys

from ttmlir_py.bindings.dialects import arith

sys.modules[__name__] = arith
