"""The dialect pdl."""

import sys

from ttmlir_py.bindings.dialects import pdl

sys.modules[__name__] = pdl
