"""Exact lowerings of what TTNN's ops get wrong of si32, by ops that work modulo 2^32.

They hold for si32 only, which upstream lacks at this date: of all other types its text is kept.
"""

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.tile import SI32
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.rewriting.attributes import f32_attr, is_exact_in_f32, segments
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import replace

_LOW = 1 << 12
"""A number below this, and a multiple of it that 32 bits hold, have few enough digits for f32."""


def is_si32(tensor: RankedTensor) -> bool:
    """Whether the elements are stored with their sign."""
    return tensor.element_type == SI32


def integer_constant(
    op: Operation, result: RankedTensor, number: int, builder: TTNNBuilder
) -> SSAValue:
    """A tensor of one repeated number before `op`: the sum of two where f32, as TTNN takes it, does not hold the number."""
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
    """An element-wise op before `op`."""
    sizes = segments(len(operands), 1)
    outputs = (builder.empty(result, op),)
    return Builder(op).value(cls, (*operands, *outputs), result, operandSegmentSizes=sizes)


def scale_and_shift(
    op: Operation, counted: SSAValue, start: int, step: int, builder: TTNNBuilder
) -> SSAValue:
    """`start + step * counted` before `op`."""
    result = tensor_type(counted)
    factor = integer_constant(op, result, step, builder)
    scaled = _combine(ttnn.MultiplyOp, op, result, (counted, factor), builder)
    shift = integer_constant(op, result, start, builder)
    return _combine(ttnn.AddOp, op, result, (scaled, shift), builder)


def lower_remainder(op: ttir.RemainderOp, builder: TTNNBuilder) -> None:
    """`a - a / b * b`, as a quotient of si32 is truncated; written as a sum, whose operands may be broadcast."""
    dividend, divisor = op.operands[:2]
    result = tensor_type(op.results[0])
    quotient = _combine(ttnn.DivOp, op, result, (dividend, divisor), builder)
    multiple = _combine(ttnn.MultiplyOp, op, result, (quotient, divisor), builder)
    negative = _combine(ttnn.NegOp, op, result, (multiple,), builder)
    replace(op, (_combine(ttnn.AddOp, op, result, (negative, dividend), builder),))
