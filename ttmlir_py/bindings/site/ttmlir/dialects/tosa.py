"""The dialect tosa."""

import sys

from ttmlir_py.bindings.dialects import tosa

sys.modules[__name__] = tosa
