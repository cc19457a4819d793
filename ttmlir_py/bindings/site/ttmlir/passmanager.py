"""The module `ttmlir.passmanager`."""

import sys

from ttmlir_py.bindings import passmanager

sys.modules[__name__] = passmanager
