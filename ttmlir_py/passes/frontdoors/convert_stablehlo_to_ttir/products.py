"""Products of tensors, and convolutions."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, IntegerType
from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import (
    ConvDimensionNumbersAttr,
    DotDimensionNumbersAttr,
)
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.constants import flat_padding
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


def lower_convolution(op: stablehlo.ConvolutionOp, conversion: Conversion) -> None:
    """`convolution`, with what is left out filled in."""
    numbers: ConvDimensionNumbersAttr = op.dimension_numbers
    rank = len(numbers.inputSpatialDimensions)
    ones = dense_i64_array([1] * rank)
    type_ = result_type(op)
    builder = ConversionBuilder(op)
    lhs, rhs = (builder.typecast(each, type_.element_type) for each in (op.lhs, op.rhs))
    value = builder.into(
        ttir.ConvolutionOp,
        (lhs, rhs),
        type_,
        window_strides=op.window_strides or ones,
        padding=dense_i64_array(flat_padding(op.padding, rank)),
        input_dilation=op.lhs_dilation or ones,
        weight_dilation=op.rhs_dilation or ones,
        window_reversal=op.window_reversal or DenseArrayBase.from_list(IntegerType(1), [0] * rank),
        convolution_layout=_layout(numbers),
        feature_group_count=op.feature_group_count,
        batch_group_count=op.batch_group_count,
    )
    conversion.replace(op, value)


def _layout(numbers: ConvDimensionNumbersAttr) -> ConvolutionLayoutAttr:
    return ConvolutionLayoutAttr(
        numbers.inputBatchDimension,
        numbers.inputFeatureDimension,
        numbers.inputSpatialDimensions,
        numbers.kernelOutputFeatureDimension,
        numbers.kernelInputFeatureDimension,
        numbers.kernelSpatialDimensions,
        numbers.outputBatchDimension,
        numbers.outputFeatureDimension,
        numbers.outputSpatialDimensions,
    )


LOWERINGS: Lowerings = {
    stablehlo.DotGeneralOp: lower_dot_general,
    stablehlo.DotOp: lower_dot,
    stablehlo.ConvolutionOp: lower_convolution,
}
