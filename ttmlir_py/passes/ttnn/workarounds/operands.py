"""Operand workarounds: operands and results that the runtime restricts to layouts, memories or
types.

`operand_workarounds` returns the requirements for an op's tensor operands and results. An op that
is not in the table accepts everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from xdsl.dialects.builtin import BFloat16Type, Float32Type, IntegerType
from xdsl.ir import Operation

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.types import TileType
from ttmlir_py.dialects.ttnn.attributes import TensorMemoryLayoutAttr, TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import int_value, int_values


@dataclass(frozen=True)
class OperandWorkaround:
    """The layout, memory and type that the runtime requires for an operand or result.

    None stands for no requirement.
    """

    layout: Layout | None = None
    buffer_type: BufferType | None = None
    data_type: DataType | None = None
    keeps_bits: bool = False
    """Whether integers that would become floats become si32 instead."""


@dataclass(frozen=True)
class OperandWorkarounds:
    """One workaround for each tensor operand, and one for each result of an op.

    A destination operand has the workaround of its result.
    """

    operands: tuple[OperandWorkaround, ...]
    results: tuple[OperandWorkaround, ...]
    works_on_bits: bool = True
    """Whether the op moves integers or adds them modulo 2^n, so that si32 with the same bits also
    works.
    """

    def keeping_bits(self) -> OperandWorkarounds:
        """Return workarounds that keep all bits of integers, if the op works on bits."""
        if not self.works_on_bits:
            return self
        operands, results = (
            tuple(replace(each, keeps_bits=True) for each in side)
            for side in (self.operands, self.results)
        )
        return OperandWorkarounds(operands, results)


_ANY = OperandWorkaround()
_BF16 = OperandWorkaround(data_type=DataType.BFloat16)
_F32 = OperandWorkaround(data_type=DataType.Float32)
_ROWS = OperandWorkaround(layout=Layout.RowMajor)
_BF16_ROWS = OperandWorkaround(layout=Layout.RowMajor, data_type=DataType.BFloat16)
_UINT32_ROWS = OperandWorkaround(layout=Layout.RowMajor, data_type=DataType.UInt32)
_HOST = OperandWorkaround(buffer_type=BufferType.SystemMemory)


def _cumsum(op: ttnn.MorehCumSumOp) -> OperandWorkarounds | None:
    """Return the workaround for sums of integers, which the runtime computes wrongly: sum as
    f32.
    """
    if not isinstance(tensor_type(op.operands[0]).element_type, IntegerType):
        return None
    return OperandWorkarounds((_F32, _F32), (_F32,))


def _full(op: ttnn.FullOp) -> OperandWorkarounds | None:
    """Return the workaround for a tensor of rank 1: create it row-major, and convert it to tiles
    later.
    """
    type_ = tensor_type(op.results[0])
    if len(type_.get_shape()) > 1 or not layout_of(type_).is_tiled():
        return None
    return OperandWorkarounds((), (_ROWS,))


def _concat(op: ttnn.ConcatOp) -> OperandWorkarounds | None:
    """Return the workaround for partial tiles along the dimension.

    The runtime pads them, which it supports for floats only.
    """
    inputs, dim = op.operands[:-1], int_value(op.properties["dim"])
    first = tensor_type(inputs[0])
    tile = layout_of(first).get_element_type()
    if not isinstance(tile, TileType) or isinstance(first.element_type, Float32Type | BFloat16Type):
        return None
    if all(tensor_type(each).get_shape()[dim] % tile.get_height() == 0 for each in inputs):
        return None
    return OperandWorkarounds((_BF16,) * len(op.operands), (_BF16,))


def _slice(op: ttnn.SliceOp) -> OperandWorkarounds | None:
    """Return the workaround for slices.

    Strided slices are bf16 only. Slices that do not start at a tile are in rows only.
    """
    begins, steps = int_values(op.properties["begins"]), int_values(op.properties["step"])
    if any(step > 1 for step in steps):
        return OperandWorkarounds((_BF16, _BF16), (_BF16,))
    tile = layout_of(tensor_type(op.operands[1])).get_element_type()
    if not isinstance(tile, TileType):
        return None
    height = begins[-2] if len(begins) > 1 else begins[0]
    if begins[-1] % tile.get_width() == 0 and height % tile.get_height() == 0:
        return None
    return OperandWorkarounds((_ROWS, _ROWS), (_ROWS,))


_FIXED: dict[str, OperandWorkarounds] = {
    "ttnn.max_pool2d": OperandWorkarounds(
        (_BF16_ROWS, _BF16_ROWS), (_BF16_ROWS,), works_on_bits=False
    ),
    "ttnn.upsample": OperandWorkarounds((_BF16_ROWS,), (_BF16_ROWS,)),
    "ttnn.embedding": OperandWorkarounds((_UINT32_ROWS, _BF16, _BF16), (_BF16,)),
    "ttnn.embedding_bw": OperandWorkarounds(
        (_UINT32_ROWS, _BF16, _BF16, _BF16), (_BF16,), works_on_bits=False
    ),
    "ttnn.mesh_shard": OperandWorkarounds((_HOST,), (_HOST,)),
    "later.argmax": OperandWorkarounds((_ROWS,), (_ROWS,)),
    "later.avg_pool2d": OperandWorkarounds((_ROWS,), (_ROWS,)),
    "later.rows_gather": OperandWorkarounds((_ROWS, _ROWS), (_ROWS,)),
    "later.rows_scatter": OperandWorkarounds((_ROWS, _ROWS, _ROWS), (_ROWS,)),
}
_DEPENDING_ON_OP: dict[str, Callable[[Any], OperandWorkarounds | None]] = {
    "ttnn.moreh_cumsum": _cumsum,
    "ttnn.full": _full,
    "ttnn.concat": _concat,
    "ttnn.slice": _slice,
}


_SOLVED = frozenset(("ttnn.concat", "ttnn.full", "ttnn.slice"))
"""Ops that accept everything in later revisions."""


def operand_workarounds(op: Operation, *, is_for_later: bool = False) -> OperandWorkarounds | None:
    """Return the requirements of an op, or None if it accepts everything.

    `is_for_later` selects the requirements of the runtime of later revisions.
    """
    if is_for_later and op.name in _SOLVED:
        return None
    fixed = _FIXED.get(op.name)
    if fixed is not None:
        return fixed
    depending = _DEPENDING_ON_OP.get(op.name)
    return depending(op) if depending is not None else None


def _is_integer(data_type: DataType) -> bool:
    return FORMATS[data_type.name].kind == "integer"


@dataclass(frozen=True)
class Traits:
    """The traits of a tensor that workarounds change."""

    layout: Layout
    buffer_type: BufferType
    mem_layout: TensorMemoryLayoutAttr | None
    data_type: DataType

    @staticmethod
    def of(layout: TTNNLayoutAttr) -> Traits:
        """Return the traits of tensors in a layout."""
        return Traits(
            layout.get_layout(),
            layout.get_buffer_type(),
            layout.mem_layout,
            layout.get_data_type(),
        )

    def changed_by(self, workaround: OperandWorkaround) -> Traits:
        """Return the traits after a workaround. On the host there is no memory layout.

        A workaround that computes integers as floats is meant for the runtime's unsigned integers.
        Therefore si32 stays, and stays exact. If bits must be kept, unsigned integers become si32
        instead of floats, too.
        """
        data_type = workaround.data_type or self.data_type
        is_signed = self.data_type is DataType.Int32
        becomes_float = _is_integer(self.data_type) and not _is_integer(data_type)
        if (is_signed and data_type is not DataType.UInt32) or (
            workaround.keeps_bits and becomes_float
        ):
            data_type = DataType.Int32
        buffer_type = self.buffer_type if workaround.buffer_type is None else workaround.buffer_type
        return Traits(
            self.layout if workaround.layout is None else workaround.layout,
            buffer_type,
            None if buffer_type is BufferType.SystemMemory else self.mem_layout,
            data_type,
        )
