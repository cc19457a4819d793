"""The dialect math."""

import sys

from ttmlir_py.bindings.dialects import math

sys.modules[__name__] = math
