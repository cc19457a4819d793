"""Operations of the TTNN library."""

from typing import Any

from ttmlir_py.bindings.dialects import ttnn_ir
from ttmlir_py.bindings.dialects.later_attributes import attribute_module, enums_of
from ttmlir_py.bindings.dialects.own_attributes import python_enum
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.revision import is_later
from ttmlir_py.dialects.ttnn import enums

_generated: dict[str, Any] = globals()
_enums = enums_of("ttnn") if is_later() else {}
_names = _enums or ("BufferType", "Layout", "TensorMemoryLayout")
define(_generated, "ttnn", *_names, "ir", "register_dialect")
if is_later():
    _generated.update(_enums, ir=attribute_module("ttnn"))
else:
    _generated["ir"] = ttnn_ir
    BufferType = python_enum(enums.BufferType)
    Layout = python_enum(enums.Layout)
    TensorMemoryLayout = python_enum(enums.TensorMemoryLayout)


def register_dialect(context: Any, load: bool = True) -> None:
    """Do nothing, because Tenstorrent's dialects are always registered."""
