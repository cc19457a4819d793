"""Rewrite patterns."""

import sys

from ttmlir_py.bindings import rewrite

sys.modules[__name__] = rewrite
