"""The dialect func."""

import sys

from ttmlir_py.bindings.dialects import func

sys.modules[__name__] = func
