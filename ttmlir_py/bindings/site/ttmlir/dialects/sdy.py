"""The dialect sdy."""

import sys

from ttmlir_py.bindings.dialects import sdy

sys.modules[__name__] = sdy
