"""The module `pykernel.pykernel_ast`."""

import sys

from ttmlir_py.bindings.pykernel import pykernel_ast

sys.modules[__name__] = pykernel_ast
