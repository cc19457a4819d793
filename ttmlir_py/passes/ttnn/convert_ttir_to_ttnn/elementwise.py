"""Element-wise ops: most are called the same in TTNN."""

from xdsl.ir import Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import signed
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import segments
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import supersede


def lower_remainder(op: ttir.RemainderOp, builder: TTNNBuilder) -> None:
    """`ttir.remainder` to `ttnn.remainder`, which is a modulo; of si32 to what has the sign of the dividend."""
    if signed.is_si32(tensor_type(op.results[0])):
        signed.lower_remainder(op, builder)
    else:
        supersede(op, ttnn.RemainderOp, op.properties)


def lower_subtract(op: ttir.SubtractOp, builder: TTNNBuilder) -> None:
    """`ttir.subtract` to `ttnn.subtract`; with a broadcast, which TTNN has for sums only, a - b becomes a + (-b)."""
    left, right, output = op.operands
    right_type = tensor_type(right)
    if tensor_type(left).get_shape() == right_type.get_shape():
        supersede(op, ttnn.SubtractOp, op.properties)
        return
    empty = builder.empty(right_type, op)
    negative = Builder(op).value(
        ttnn.NegOp, (right, empty), right_type, operandSegmentSizes=segments(1, 1)
    )
    supersede(op, ttnn.AddOp, op.properties, (left, negative, output))


def lower_typecast(op: ttir.TypecastOp, builder: TTNNBuilder) -> None:
    """`ttir.typecast` to `ttnn.typecast`, with the data type of the result's layout."""
    data_type = layout_of(tensor_type(op.results[0])).get_data_type()
    supersede(op, ttnn.TypecastOp, {"dtype": DataTypeAttr.get(data_type)}, op.operands[:1])


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
"""All others become TTNN's of the same class name."""
