"""Kernels (TTKernel)."""

from typing import Any

from ttmlir_py.bindings.dialects import ttkernel_ir
from ttmlir_py.bindings.ods import define

_generated: dict[str, Any] = globals()
define(_generated, "ttkernel", "ir", "register_dialect")
_generated["ir"] = ttkernel_ir


def register_dialect(context: Any, load: bool = True) -> None:
    """Do nothing, because Tenstorrent's dialects are always registered."""
