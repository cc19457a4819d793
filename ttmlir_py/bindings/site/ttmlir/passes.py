"""The module `ttmlir.passes`."""

import sys

from ttmlir_py.bindings import passes

sys.modules[__name__] = passes
