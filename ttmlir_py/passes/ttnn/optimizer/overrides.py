"""Overrides for single ops: the syntax of `override-output-layout` and `insert-memreconfig`.

Ops are named by their location: `loc("add_1")`.

    override-output-layout=add_1=4x4:l1:block_sharded:tile:bf16,add_2=row_major
    insert-memreconfig=add_1=0,add_2=0:1
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import NameLoc
from xdsl.ir import Operation

from ttmlir_py.common.suggestions import nearest
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout

NEAREST = 3
"""The maximum number of similar names that a warning about an unknown name suggests."""


@dataclass(frozen=True)
class OutputLayoutOverride:
    """The properties of a result's layout that the user fixes.

    A property that is None is left to the analysis.
    """

    grid: tuple[int, int] | None = None
    buffer_type: BufferType | None = None
    tensor_memory_layout: TensorMemoryLayout | None = None
    memory_layout: Layout | None = None
    data_type: DataType | None = None

    @property
    def is_full(self) -> bool:
        """Whether all properties are fixed. The data type need not be, because the analysis never
        changes it.
        """
        return None not in (
            self.grid,
            self.buffer_type,
            self.tensor_memory_layout,
            self.memory_layout,
        )

    def __str__(self) -> str:
        grid = () if self.grid is None else ("{}x{}".format(*self.grid),)
        rest = (self.buffer_type, self.tensor_memory_layout, self.memory_layout, self.data_type)
        return ":".join((*grid, *(str(each) for each in rest if each is not None)))


OutputLayoutOverrides = Mapping[str, OutputLayoutOverride]
InputLayoutOverrides = Mapping[str, tuple[int, ...]]

_KEYWORDS = (
    ("buffer_type", "buffer type", BufferType),
    ("tensor_memory_layout", "tensor memory layout", TensorMemoryLayout),
    ("memory_layout", "memory layout", Layout),
    ("data_type", "data type", DataType),
)


def parse_output_layouts(text: str) -> OutputLayoutOverrides:
    """Parse layout overrides, `name=part:part,name=...`. Raises ValueError in upstream's words."""
    return {
        name: _parse_output_layout(parts)
        for name, parts in _entries(text, "Invalid format for override grid sizes")
    }


def _parse_output_layout(text: str) -> OutputLayoutOverride:
    values: dict[str, Any] = {}
    for part in text.split(":"):
        field, kind, value = _parse_part(part)
        if field in values:
            raise ValueError(f"Multiple {kind} parameters provided: {part}")
        values[field] = value
    return OutputLayoutOverride(**values)


def _parse_part(part: str) -> tuple[str, str, object]:
    """Return the field that `part` sets, the field's name in messages, and the value."""
    if part.count("x") == 1:
        match = re.fullmatch(r"([0-9]*[1-9][0-9]*)x([0-9]*[1-9][0-9]*)", part)
        if match is None:
            raise ValueError(f"Invalid grid size: {part}")
        return "grid", "grid", (int(match[1]), int(match[2]))
    for field, kind, enum in _KEYWORDS:
        value = enum.from_keyword(part)
        if value is not None:
            return field, kind, value
    raise ValueError(f"Invalid layout parameter: {part}")


def parse_input_layouts(text: str) -> InputLayoutOverrides:
    """Parse operand numbers per op, `name=0:1,name=...`. Raises ValueError in upstream's words."""
    result: dict[str, tuple[int, ...]] = {}
    for name, parts in _entries(text, "Invalid format for input layouts override"):
        for part in parts.split(":"):
            if not re.fullmatch(r"[0-9]+", part):
                raise ValueError(f"Invalid operand index: {part}")
        result[name] = tuple(map(int, parts.split(":")))
    return result


def _entries(text: str, complaint: str) -> Iterable[tuple[str, str]]:
    for entry in text.split(","):
        if entry.count("=") != 1:
            raise ValueError(f"{complaint}: {entry}")
        name, _, value = entry.partition("=")
        yield name, value


def name_of(op: Operation) -> str | None:
    """Return the name by which overrides refer to `op`, or None."""
    location = op.location
    return location.desc.data if isinstance(location, NameLoc) else None


def nearest_names(name: str, names: Iterable[str]) -> list[str]:
    """Return at most `NEAREST` names in `names` that are similar to `name`, most similar first."""
    return nearest(name, names)[:NEAREST]


_MOST_LISTED = 20


def listed_names(names: Iterable[str]) -> str:
    """Return a sentence that lists the names which overrides can use, at most twenty."""
    known = sorted(names)
    if not known:
        return 'no operation has a name; loc("name") behind an operation gives it one'
    more = f" and {len(known) - _MOST_LISTED} more" if len(known) > _MOST_LISTED else ""
    return f"operations have the names {', '.join(known[:_MOST_LISTED])}{more}"
