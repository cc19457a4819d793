"""The dialect d2m."""

import sys

from ttmlir_py.bindings.dialects import d2m

sys.modules[__name__] = d2m
