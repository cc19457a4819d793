"""The module `ttmlir.util`."""

import sys

from ttmlir_py.bindings import util

sys.modules[__name__] = util
