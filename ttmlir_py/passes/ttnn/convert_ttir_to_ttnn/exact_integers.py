"""Exact lowerings of integer ops that TTNN computes incorrectly, with ops that work modulo 2^n.

They apply to si32, which upstream of 2025-02 lacks, and to unsigned integers with the option
`exact-integers`. Otherwise the output is upstream's.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.tile import SI32, TileType, element_type_to_data_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.layouts import layout_of, with_element_type
from ttmlir_py.rewriting.attributes import f32_attr, is_exact_in_f32, segments
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import replace

_LOW = 1 << 12
"""An integer that f32 cannot represent is split at this power of two. f32 represents both parts of
a 32-bit integer exactly: the lower 12 bits, and the rest.
"""


def is_si32(tensor: RankedTensor) -> bool:
    """Whether the elements of `tensor` are stored as si32."""
    return tensor.element_type == SI32


def is_exact(tensor: RankedTensor, builder: TTNNBuilder) -> bool:
    """Whether the elements of `tensor` are integers that must keep every bit."""
    return is_si32(tensor) or (builder.exact_integers and is_integer_type(tensor.element_type))


def held(tensor: RankedTensor, number: int) -> int:
    """Return `number` as `tensor` stores it: an unsigned type stores a negative number as the
    number with the same bits.
    """
    if is_si32(tensor):
        return number
    return number % (1 << cast(IntegerType, tensor.element_type).bitwidth)


def integer_constant(
    op: Operation, result: RankedTensor, number: int, builder: TTNNBuilder
) -> SSAValue:
    """Insert a tensor with all elements equal to `number` before `op`.

    If f32, the type of TTNN's number, cannot represent it, the result is a sum of two tensors.
    """
    number = held(result, number)
    low = 0 if is_exact_in_f32(number) else number % _LOW
    high = _full(op, result, number - low, builder)
    if not low:
        return high
    return _combine(ttnn.AddOp, op, result, (high, _full(op, result, low, builder)), builder)


def _full(op: Operation, result: RankedTensor, number: int, builder: TTNNBuilder) -> SSAValue:
    value = f32_attr(float(number))
    return Builder(op).value(ttnn.FullOp, (builder.device(op),), result, fillValue=value)


def _combine(
    cls: type[Operation],
    op: Operation,
    result: RankedTensor,
    operands: tuple[SSAValue, ...],
    builder: TTNNBuilder,
) -> SSAValue:
    """Insert an element-wise op `cls` with the type `result` before `op`."""
    sizes = segments(len(operands), 1)
    outputs = (builder.empty(result, op),)
    return Builder(op).value(cls, (*operands, *outputs), result, operandSegmentSizes=sizes)


def scale_and_shift(
    op: Operation, counted: SSAValue, start: int, step: int, builder: TTNNBuilder
) -> SSAValue:
    """Insert `start + step * counted` before `op`."""
    result = tensor_type(counted)
    factor = integer_constant(op, result, step, builder)
    scaled = _combine(ttnn.MultiplyOp, op, result, (counted, factor), builder)
    shift = integer_constant(op, result, start, builder)
    return _combine(ttnn.AddOp, op, result, (scaled, shift), builder)


def low_bits(op: Operation, value: SSAValue, width: int, builder: TTNNBuilder) -> SSAValue:
    """Insert ops before `op` that extract the lowest `width` bits of integers."""
    type_ = tensor_type(value)
    mask = integer_constant(op, type_, (1 << width) - 1, builder)
    return _combine(ttnn.BitwiseAndOp, op, type_, (value, mask), builder)


def typecast(op: Operation, value: SSAValue, element: Attribute) -> SSAValue:
    """Insert a typecast of `value` to the scalar type `element` before `op`."""
    layout = layout_of(tensor_type(value))
    held_as = TileType.get(element) if layout.is_tiled() else element
    type_ = with_element_type(tensor_type(value), held_as)
    data_type = DataTypeAttr.get(element_type_to_data_type(element))
    return Builder(op).value(ttnn.TypecastOp, (value,), type_, dtype=data_type)


def lower_sum_of_16_bits(op: ttir.CumSumOp, builder: TTNNBuilder) -> None:
    """Replace a running sum of u16 by the low bits of a running sum of si32.

    A typecast to u16 would saturate.
    """
    source = op.operands[0]
    element = tensor_type(source).element_type
    wide = typecast(op, source, SI32)
    type_ = tensor_type(wide)
    operands = (wide, builder.empty(type_, op))
    total = Builder(op).value(ttnn.MorehCumSumOp, operands, type_, dim=op.properties["dim"])
    replace(op, (typecast(op, low_bits(op, total, 16, builder), element),))


def lower_remainder(op: ttir.RemainderOp, builder: TTNNBuilder) -> None:
    """Replace a remainder by `a - a / b * b`, because a quotient of si32 is truncated.

    It is written as a sum, whose operands may be broadcast.
    """
    dividend, divisor = op.operands[:2]
    result = tensor_type(op.results[0])
    quotient = _combine(ttnn.DivOp, op, result, (dividend, divisor), builder)
    multiple = _combine(ttnn.MultiplyOp, op, result, (quotient, divisor), builder)
    negative = _combine(ttnn.NegOp, op, result, (multiple,), builder)
    replace(op, (_combine(ttnn.AddOp, op, result, (negative, dividend), builder),))
