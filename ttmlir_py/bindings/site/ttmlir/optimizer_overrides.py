"""The module `ttmlir.optimizer_overrides`."""

import sys

from ttmlir_py.bindings import optimizer_overrides

sys.modules[__name__] = optimizer_overrides
