"""The dialect scf."""

import sys

from ttmlir_py.bindings.dialects import scf

sys.modules[__name__] = scf
