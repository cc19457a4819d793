"""Reductions; TTNN treats the product in its own way."""

from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.exact_integers import lower_sum_of_16_bits
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import bool_attr, i64, int_values
from ttmlir_py.rewriting.mutation import supersede


def lower_prod(op: ttir.ProdOp, builder: TTNNBuilder) -> bool:
    """`ttir.prod` to `ttnn.prod`, which reduces one dimension or all of them."""
    rank = len(tensor_type(op.operands[0]).get_shape())
    dims = int_values(op.properties.get("dim_arg"))
    count = len(dims) if "dim_arg" in op.properties else rank
    if 1 < count < rank:
        return False
    properties: dict[str, Attribute] = {
        "all_dimensions": bool_attr(count == rank),
        "keep_dim": op.properties["keep_dim"],
        "dim_arg": i64(dims[0] if dims else 0),
    }
    supersede(op, ttnn.ProdOp, properties, op.operands[:1])
    return True


def lower_cumsum(op: ttir.CumSumOp, builder: TTNNBuilder) -> None:
    """`ttir.cumsum` to `ttnn.moreh_cumsum`; of u16, whose sums would saturate, in 32 bits if integers are to be exact."""
    type_ = tensor_type(op.results[0])
    if builder.exact_integers and layout_of(type_).get_data_type() is DataType.UInt16:
        lower_sum_of_16_bits(op, builder)
    else:
        supersede(op, ttnn.MorehCumSumOp, op.properties)


WITHOUT_OUTPUT = {
    ttir.SumOp: ttnn.SumOp,
    ttir.MeanOp: ttnn.MeanOp,
    ttir.MaxOp: ttnn.MaxOp,
    ttir.MinOp: ttnn.MinOp,
}
LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.CumSumOp: lower_cumsum,
    ttir.ProdOp: lower_prod,
}
