"""Helpers of builders of operations."""

import sys

from ttmlir_py.bindings.dialects import _ods_common

sys.modules[__name__] = _ods_common
