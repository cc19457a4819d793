"""Products of tensors."""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import (
    DotDimensionNumbersAttr,
)
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.attributes import dense_i64_array


def lower_dot_general(op: stablehlo.DotGeneralOp, conversion: Conversion) -> None:
    """`dot_general`; operands of other elements than the result are cast to these first."""
    numbers: DotDimensionNumbersAttr = op.dot_dimension_numbers
    value = dot_general(
        ConversionBuilder(op),
        op.lhs,
        op.rhs,
        (numbers.lhsBatchingDimensions, numbers.rhsBatchingDimensions),
        (numbers.lhsContractingDimensions, numbers.rhsContractingDimensions),
        result_type(op),
    )
    conversion.replace(op, value)


def lower_dot(op: stablehlo.DotOp, conversion: Conversion) -> None:
    """`dot` to `dot_general`, which contracts the last dimension of the left with the first of the right."""
    last = len(conversion.types.of(op.lhs).get_shape()) - 1
    value = dot_general(
        ConversionBuilder(op), op.lhs, op.rhs, ((), ()), ((last,), (0,)), result_type(op)
    )
    conversion.replace(op, value)


def dot_general(
    builder: ConversionBuilder,
    lhs: SSAValue,
    rhs: SSAValue,
    batching: tuple[Sequence[int], Sequence[int]],
    contracting: tuple[Sequence[int], Sequence[int]],
    type_: RankedTensor,
) -> SSAValue:
    """Insert a `ttir.dot_general`, with operands of the result's element type."""
    lhs, rhs = (builder.typecast(each, type_.element_type) for each in (lhs, rhs))
    return builder.value(
        ttir.DotGeneralOp,
        (lhs, rhs),
        type_,
        batch_dims_lhs=dense_i64_array(batching[0]),
        batch_dims_rhs=dense_i64_array(batching[1]),
        contract_dims_lhs=dense_i64_array(contracting[0]),
        contract_dims_rhs=dense_i64_array(contracting[1]),
    )


LOWERINGS: Lowerings = {
    stablehlo.DotGeneralOp: lower_dot_general,
    stablehlo.DotOp: lower_dot,
}
