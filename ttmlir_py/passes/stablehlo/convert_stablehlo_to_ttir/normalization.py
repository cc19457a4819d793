"""Lowering of batch normalization."""

from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
)


def lower_batch_norm_inference(op: stablehlo.BatchNormInferenceOp, conversion: Conversion) -> None:
    """Lower `batch_norm_inference` to `(x - mean) * rsqrt(variance + epsilon) * scale + offset`.

    The order of the ops is XLA's.
    """
    builder = ConversionBuilder(op)
    rank, feature = tensor_type(op.operand).get_num_dims(), op.feature_index.value.data

    def along_features(value: SSAValue) -> SSAValue:
        shape = [1] * rank
        (shape[feature],) = tensor_type(value).get_shape()
        return builder.reshaped(value, shape)

    element = tensor_type(op.operand).element_type
    epsilon = builder.scalar(op.epsilon.value.data, element)
    spread = builder.binary(ttir.AddOp, op.variance, epsilon)
    factor = along_features(builder.unary(ttir.RsqrtOp, spread))
    value = builder.binary(ttir.SubtractOp, op.operand, along_features(op.mean))
    value = builder.binary(ttir.MultiplyOp, value, factor)
    value = builder.binary(ttir.MultiplyOp, value, along_features(op.scale))
    conversion.replace(op, builder.binary(ttir.AddOp, value, along_features(op.offset)))


LOWERINGS: Lowerings = {stablehlo.BatchNormInferenceOp: lower_batch_norm_inference}
