"""Types that Tenstorrent's dialects share."""

from typing import Any

from ttmlir_py.bindings.dialects import tt_ir
from ttmlir_py.bindings.dialects.own_attributes import python_enum
from ttmlir_py.bindings.ods import define
from ttmlir_py.dialects.tt import enums

_generated: dict[str, Any] = globals()
define(
    _generated,
    "tt",
    "Arch",
    "BufferAccess",
    "CPURole",
    "ChipCapability",
    "DataType",
    "IteratorType",
    "MemorySpace",
    "MeshShardDirection",
    "MeshShardType",
    "OOBVal",
    "ReduceType",
    "StreamMode",
    "TensorMemoryLayout",
    "ir",
    "register_dialect",
)
_generated["ir"] = tt_ir
Arch = python_enum(enums.Arch)
BufferAccess = python_enum(enums.BufferAccess)
CPURole = python_enum(enums.CPURole)
ChipCapability = python_enum(enums.ChipCapability)
DataType = python_enum(enums.DataType)
IteratorType = python_enum(enums.IteratorType)
MemorySpace = python_enum(enums.MemorySpace)
MeshShardDirection = python_enum(enums.MeshShardDirection)
MeshShardType = python_enum(enums.MeshShardType)
OOBVal = python_enum(enums.OOBVal)
ReduceType = python_enum(enums.ReduceType)
StreamMode = python_enum(enums.StreamMode)
TensorMemoryLayout = python_enum(enums.TensorMemoryLayout)


def register_dialect(context: Any, load: bool = True) -> None:
    """Do nothing, because Tenstorrent's dialects are always registered."""
