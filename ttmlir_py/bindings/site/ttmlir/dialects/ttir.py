"""The dialect ttir."""

import sys

from ttmlir_py.bindings.dialects import ttir

sys.modules[__name__] = ttir
