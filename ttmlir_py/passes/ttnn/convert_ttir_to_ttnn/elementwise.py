"""Lowering of element-wise ops. Most of them have the same name in TTNN."""

from xdsl.ir import Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import exact_integers
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import segments
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import supersede


def lower_remainder(op: ttir.RemainderOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.remainder` to `ttnn.remainder`, whose result has the sign of the divisor.

    For si32 the lowering keeps the sign of the dividend.
    """
    if exact_integers.is_si32(tensor_type(op.results[0])):
        exact_integers.lower_remainder(op, builder)
    else:
        supersede(op, ttnn.RemainderOp, op.properties)


def lower_subtract(op: ttir.SubtractOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.subtract` to `ttnn.subtract`.

    TTNN of 2025-02 broadcasts operands of sums only, so with a broadcast a - b becomes a + (-b).
    """
    left, right, output = op.operands
    right_type = tensor_type(right)
    if tensor_type(left).get_shape() == right_type.get_shape() or is_for_later(op):
        supersede(op, ttnn.SubtractOp, op.properties)
        return
    empty = builder.empty(right_type, op)
    negative = Builder(op).value(
        ttnn.NegOp, (right, empty), right_type, operandSegmentSizes=segments(1, 1)
    )
    supersede(op, ttnn.AddOp, op.properties, (left, negative, output))


def lower_typecast(op: ttir.TypecastOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.typecast` to `ttnn.typecast`, with the data type of the result's layout.

    Casts of 32-bit integers to u16 saturate. If integers must be exact, the low bits are extracted
    first.
    """
    value, data_type = op.operands[0], layout_of(tensor_type(op.results[0])).get_data_type()
    if builder.exact_integers and saturates(op):
        value = exact_integers.low_bits(op, value, 16, builder)
    supersede(op, ttnn.TypecastOp, {"dtype": DataTypeAttr.get(data_type)}, (value,))


def saturates(op: ttir.TypecastOp) -> bool:
    """Whether TTNN's typecast `op` of integers saturates instead of keeping the low bits."""
    source = layout_of(tensor_type(op.operands[0])).get_data_type()
    target = layout_of(tensor_type(op.results[0])).get_data_type()
    return target is DataType.UInt16 and source in (DataType.UInt32, DataType.Int32)


LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.RemainderOp: lower_remainder,
    ttir.SubtractOp: lower_subtract,
    ttir.TypecastOp: lower_typecast,
}
_OPS_OF_TTNN = {op.__name__: op for op in ttnn.TTNN.operations_of("elementwise")}
RENAMED = {
    op: _OPS_OF_TTNN[op.__name__]
    for op in ttir.TTIR.operations_of("elementwise")
    if op.__name__ in _OPS_OF_TTNN and op not in LOWERINGS
}
"""Maps all other element-wise ops to the TTNN op of the same class name."""
