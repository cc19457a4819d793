"""Short names for types."""

import sys

from ttmlir_py.bindings.extras import types

sys.modules[__name__] = types
