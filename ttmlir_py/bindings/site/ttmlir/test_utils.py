"""The module `ttmlir.test_utils`."""

import sys

from ttmlir_py.bindings import test_utils

sys.modules[__name__] = test_utils
