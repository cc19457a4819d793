"""The dialect ttnn."""

import sys

from ttmlir_py.bindings.dialects import ttnn

sys.modules[__name__] = ttnn
