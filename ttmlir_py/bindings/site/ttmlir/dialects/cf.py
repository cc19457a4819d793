"""The dialect cf."""

import sys

from ttmlir_py.bindings.dialects import cf

sys.modules[__name__] = cf
