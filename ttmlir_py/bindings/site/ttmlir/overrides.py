"""The module `ttmlir.overrides`."""

import sys

from ttmlir_py.bindings import overrides

sys.modules[__name__] = overrides
