"""The dialect ttkernel."""

import sys

from ttmlir_py.bindings.dialects import ttkernel

sys.modules[__name__] = ttkernel
