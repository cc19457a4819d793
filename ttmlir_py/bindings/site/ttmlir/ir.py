"""The module `ttmlir.ir`, MLIR's Python API."""

import sys

from ttmlir_py.bindings import ir

sys.modules[__name__] = ir
