"""The dialect ttcore."""

import sys

from ttmlir_py.bindings.dialects import ttcore

sys.modules[__name__] = ttcore
