"""The dialect tt."""

import sys

from ttmlir_py.bindings.dialects import tt

sys.modules[__name__] = tt
