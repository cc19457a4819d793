"""The dialect affine."""

import sys

from ttmlir_py.bindings.dialects import affine

sys.modules[__name__] = affine
