"""The dialect debug."""

import sys

from ttmlir_py.bindings.dialects import debug

sys.modules[__name__] = debug
