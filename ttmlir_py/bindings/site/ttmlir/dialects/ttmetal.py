"""The dialect ttmetal."""

import sys

from ttmlir_py.bindings.dialects import ttmetal

sys.modules[__name__] = ttmetal
