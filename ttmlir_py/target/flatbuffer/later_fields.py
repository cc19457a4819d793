"""Encoding of attributes as fields of FlatBuffer tables of a later revision, guided by that
revision's schema.
"""

import re
from collections.abc import Mapping
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.schemas.schema import Enum, Struct, Table, Type, Union, Vector
from ttmlir_py.target.flatbuffer.types import FbTable, UntranslatableError

_HOST = "SystemMemory"


def _plain(name: str) -> str:
    """Return the name of an enum case in lower case and without punctuation, so that different
    spellings are equal: `row_major`, `RowMajor`.
    """
    return re.sub(r"[^a-z0-9]", "", name.lower())


def case_of(enum: Enum, value: Any) -> str:
    """Return the case of a schema's enum that corresponds to a case of a dialect's enum. `value` is
    that case or its name.
    """
    names = [value] if isinstance(value, str) else [value.name, value.keyword]
    wanted = {_plain(each) for each in names}
    for case in enum.values:
        if _plain(case) in wanted:
            return case
    raise UntranslatableError(f"{enum.name} has no case for {names[-1]}")


def encoded(value: Any, type_: Type) -> Any:
    """Return an attribute, or a parameter of an attribute, encoded as a field of type `type_`. None
    is encoded as None.
    """
    if value is None:
        return None
    if isinstance(type_, Enum):
        return case_of(type_, cast(Any, value).value if isinstance(value, Attribute) else value)
    if isinstance(type_, Vector):
        return [encoded(each, type_.element) for each in _elements(value)]
    if isinstance(type_, Union):
        return _member(value, type_)
    if isinstance(type_, Table | Struct):
        # A grid has no parameters with the field names of a `CoreCoord` struct, so the field stays
        # empty.
        return _parts(value, type_) or (None if isinstance(type_, Struct) else {})
    return _scalar(value)


def _elements(value: Any) -> list[Any]:
    if isinstance(value, DenseArrayBase):
        return [*integers(cast(Any, value))]
    if isinstance(value, ArrayAttr):
        return [*cast(ArrayAttr[Attribute], value).data]
    if isinstance(value, tuple):
        return [*cast(tuple[Any, ...], value)]
    shape = getattr(value, "shape", None)  # an attribute such as `#ttnn.shape<4x8>`
    if isinstance(shape, tuple):
        return [*cast(tuple[Any, ...], shape)]
    raise UntranslatableError(f"{value} is not a list")


def _scalar(value: Any) -> Any:
    if isinstance(value, IntegerAttr | FloatAttr):
        return cast(Any, value).value.data
    if isinstance(value, StringAttr):
        return value.data
    if isinstance(value, int | float | str):
        return value
    raise UntranslatableError(f"{value} is not a number or a text")


def _parts(value: Any, type_: Table | Struct) -> FbTable:
    """Return the parameters of an attribute as a table, whose fields have the same names."""
    made: FbTable = {}
    fields: Mapping[str, Any] = type_.fields
    for name, field in fields.items():
        if hasattr(value, name):
            own: Any = getattr(field, "type", field)
            found = encoded(getattr(value, name), own)
            if found is not None:
                made[name] = found
    return made


def _member(value: Any, type_: Union) -> tuple[str, FbTable]:
    """Return the member of a union that encodes an attribute. It is the member with the name of the
    attribute's mnemonic.
    """
    wanted = _plain(str(value.name).partition(".")[2])
    for tag, number in type_.tag.values.items():
        if _plain(tag) == wanted:
            return tag, _parts(value, type_.tables[number])
    raise UntranslatableError(f"{type_.tag.name} has no member for #{value.name}")


_ELEMENTS: Mapping[str, str] = {
    "f32": "Float32",
    "f16": "Float16",
    "bf16": "BFloat16",
    "i32": "Int32",
    "si32": "Int32",
    "ui32": "UInt32",
    "ui16": "UInt16",
    "ui8": "UInt8",
    "i1": "Bool",
}


class Layout:
    """The storage of a tensor, derived from the layout in its type."""

    def __init__(self, value: SSAValue, types: Mapping[str, Type]) -> None:
        kind: Any = value.type
        encoding: Any = getattr(kind, "encoding", None)
        memref: Any = getattr(encoding, "memref", None)
        if memref is None:
            raise UntranslatableError(f"{kind} has no #ttnn.ttnn_layout")
        self._encoding, self._memref, self._types = encoding, memref, types
        element: Any = memref.element_type
        rows, columns = getattr(element, "shape", None) or (1, 1)
        self.tile: tuple[int, int] = rows, columns
        held: Any = getattr(element, "dataType", None)
        formats: Any = self._type("tt.target.DataType")
        self.data_type = case_of(formats, held or _ELEMENTS.get(str(element), str(element)))

    def _type(self, name: str) -> Type:
        return self._types[name]

    @property
    def is_tiled(self) -> bool:
        """Whether the elements are stored in tiles."""
        return self.tile != (1, 1)

    @property
    def page(self) -> str:
        """The case of the enum `TensorLayout`."""
        return "Tile" if self.is_tiled else "RowMajor"

    @property
    def memory_config(self) -> FbTable | None:
        """The `MemoryConfig` of a tensor on a device; None for a tensor on the host."""
        buffer = case_of(
            cast(Any, self._type("tt.target.BufferType")), self._memref.memory_space.value
        )
        if buffer == _HOST:
            return None
        placed: Any = self._encoding.mem_layout
        enum: Any = self._type("tt.target.TensorMemoryLayout")
        layout = "Interleaved" if placed is None else case_of(enum, placed.value)
        config: FbTable = {"tensor_memory_layout": layout, "buffer_type": buffer}
        if layout.endswith("Sharded"):
            config["shard_spec"] = self._shard()
        return config

    def _shard(self) -> FbTable:
        cores: Any = self._encoding.core_range_set
        if cores is None:
            raise UntranslatableError("a sharded tensor has no core_ranges")
        rows, columns = (1, *(each.data for each in self._memref.shape.data))[-2:]
        table: Any = self._type("tt.target.CoreRangeSet")
        return {
            "core_range_set": _parts(cores, table),
            "shape": [rows * self.tile[0], columns * self.tile[1]],
            "orientation": "RowMajor",
        }

    def description(self, value: SSAValue) -> FbTable:
        """Return the `TensorDesc` of the part of a tensor that one device holds."""
        config = self.memory_config
        held: FbTable = {
            "storage_type": "Host" if config is None else "Device",
            "tile_shape": {"y": self.tile[0], "x": self.tile[1]},
            "data_type": self.data_type,
        }
        if config is not None:
            held["memory_config"] = config
        return _description(value, held)


def _description(value: SSAValue, held: FbTable) -> FbTable:
    shape = [*shape_of(value)]
    return {
        "shape": shape,
        "mesh_shape": [1, 1],
        "layout": {"oob_val": "Undef", "memory_desc": held},
        "shard_status": "Unsharded",
        "local_shape": shape,
    }


def trace_id_description(value: SSAValue) -> FbTable | None:
    """Return the `TensorDesc` of the number of a captured trace, or None for another tensor."""
    encoding: Any = getattr(value.type, "encoding", None)
    if getattr(encoding, "name", "") != "ttnn.trace_id":
        return None
    held = {"storage_type": "Host", "tile_shape": {"y": 1, "x": 1}, "data_type": "UInt32"}
    return _description(value, held)
