"""The module `pykernel.types`."""

import sys

from ttmlir_py.bindings.pykernel import types

sys.modules[__name__] = types
