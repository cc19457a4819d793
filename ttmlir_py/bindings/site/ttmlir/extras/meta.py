"""Decorators that build the body of an operation from a Python function."""

import sys

from ttmlir_py.bindings.extras import meta

sys.modules[__name__] = meta
