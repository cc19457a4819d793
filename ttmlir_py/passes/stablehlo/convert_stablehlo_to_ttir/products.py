"""Lowering of tensor products."""

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import (
    DotDimensionNumbersAttr,
)
from ttmlir_py.dialects.stablehlo.enums import Precision
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.narrow_integers import (
    is_narrow_signed,
    widened,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean
from ttmlir_py.rewriting.attributes import dense_i64_array


def lower_dot_general(op: stablehlo.DotGeneralOp, conversion: Conversion) -> None:
    """Lower `dot_general`.

    Operands whose element type differs from the result's are cast first.
    """
    warn_of_precision(op, conversion)
    numbers: DotDimensionNumbersAttr = op.dot_dimension_numbers
    value = dot_general(
        ConversionBuilder(op),
        *_operands(op, conversion),
        (numbers.lhsBatchingDimensions, numbers.rhsBatchingDimensions),
        (numbers.lhsContractingDimensions, numbers.rhsContractingDimensions),
        result_type(op),
    )
    conversion.replace(op, _sum_of(op, value))


def lower_dot(op: stablehlo.DotOp, conversion: Conversion) -> None:
    """Lower `dot`: the last dimension of the left operand is contracted with the first of the
    right.
    """
    warn_of_precision(op, conversion)
    last = len(conversion.types.of(op.lhs).get_shape()) - 1
    operands = _operands(op, conversion)
    value = dot_general(
        ConversionBuilder(op), *operands, ((), ()), ((last,), (0,)), result_type(op)
    )
    conversion.replace(op, _sum_of(op, value))


def _operands(
    op: stablehlo.DotGeneralOp | stablehlo.DotOp, conversion: Conversion
) -> tuple[SSAValue, SSAValue]:
    """Return the operands of a product.

    With exact conversions, signed integers of 8 and 16 bits are cast to i32, unless the result has
    such a type as well.
    """
    if not conversion.has_exact_conversions or is_narrow_signed(result_type(op).element_type):
        return op.lhs, op.rhs
    builder = ConversionBuilder(op)
    return widened(builder, op.lhs), widened(builder, op.rhs)


def _sum_of(op: Operation, value: SSAValue) -> SSAValue:
    """Return `value`, the result of a product, as a boolean if `op` is on booleans.

    A boolean sum is true if any product is true. TTIR counts instead, so the counts are compared
    with 0.
    """
    if not is_boolean(tensor_type(op.results[0]).element_type):
        return value
    builder = ConversionBuilder(op)
    return builder.truth(ttir.NotEqualOp, value, builder.splat(0, tensor_type(value)))


def warn_of_precision(
    op: stablehlo.DotGeneralOp | stablehlo.DotOp | stablehlo.ConvolutionOp, conversion: Conversion
) -> None:
    """Warn if `op` requests a precision or an algorithm, which TTIR's products do not support."""
    asked = [
        f"precision {each.value.keyword}"
        for each in op.precision_config or ()
        if each.value is not Precision.DEFAULT
    ]
    if isinstance(op, stablehlo.DotGeneralOp) and op.algorithm is not None:
        asked.append("algorithm")
    if asked:
        message = f"its {asked[0]} is left out: TTIR does not have it"
        conversion.diagnostics.warn(WarningKind.DROPPED_ATTRIBUTE, op, message)


def dot_general(
    builder: ConversionBuilder,
    lhs: SSAValue,
    rhs: SSAValue,
    batching: tuple[Sequence[int], Sequence[int]],
    contracting: tuple[Sequence[int], Sequence[int]],
    type_: RankedTensor,
) -> SSAValue:
    """Return a `ttir.dot_general` of type `type_`, with operands cast to the result's element
    type.
    """
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
