"""Tensors and operations on them (TTIR)."""

from typing import Any

from ttmlir_py.bindings.dialects import ttir_ir
from ttmlir_py.bindings.dialects.later_attributes import attribute_module
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.revision import is_later

_generated: dict[str, Any] = globals()
define(_generated, "ttir", "ir", "register_dialect")
_generated["ir"] = attribute_module("ttir") if is_later() else ttir_ir


def register_dialect(context: Any, load: bool = True) -> None:
    """Do nothing, because Tenstorrent's dialects are always registered."""
