"""The module `_ttmlir_runtime` of 2026-08, with the modules `binary` and `runtime`."""

import sys

from ttmlir_py.ttrt import binary
from ttmlir_py.ttrt import later_runtime as runtime

__all__ = ["binary", "runtime"]

sys.modules["_ttmlir_runtime.binary"] = binary
sys.modules["_ttmlir_runtime.runtime"] = runtime
