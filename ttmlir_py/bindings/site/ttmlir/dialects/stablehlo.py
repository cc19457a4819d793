"""The dialect stablehlo."""

import sys

from ttmlir_py.bindings.dialects import stablehlo

sys.modules[__name__] = stablehlo
