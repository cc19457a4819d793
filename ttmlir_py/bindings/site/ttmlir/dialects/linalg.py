"""The dialect linalg."""

import sys

from ttmlir_py.bindings.dialects import linalg

sys.modules[__name__] = linalg
