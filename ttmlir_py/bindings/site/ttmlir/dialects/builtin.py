"""The dialect builtin."""

import sys

from ttmlir_py.bindings.dialects import builtin

sys.modules[__name__] = builtin
