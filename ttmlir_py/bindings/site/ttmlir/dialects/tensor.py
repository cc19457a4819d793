"""The dialect tensor."""

import sys

from ttmlir_py.bindings.dialects import tensor

sys.modules[__name__] = tensor
