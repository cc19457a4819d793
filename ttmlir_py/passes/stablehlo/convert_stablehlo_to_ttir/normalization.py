"""Lowering of batch normalization, and of its gradients."""

from math import prod

from xdsl.dialects.builtin import f32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.attributes import bool_attr, i32_array
from ttmlir_py.rewriting.conversion import UnsupportedError


def lower_batch_norm_inference(op: stablehlo.BatchNormInferenceOp, conversion: Conversion) -> None:
    """Lower `batch_norm_inference` to `(x - mean) * rsqrt(variance + epsilon) * scale + offset`.

    The order of the ops is XLA's.
    """
    features = _Features(op, op.operand, op.feature_index.value.data)
    builder = features.builder
    epsilon = builder.scalar(op.epsilon.value.data, tensor_type(op.operand).element_type)
    spread = builder.binary(ttir.AddOp, op.variance, epsilon)
    factor = features.along(builder.unary(ttir.RsqrtOp, spread))
    value = builder.binary(ttir.SubtractOp, op.operand, features.along(op.mean))
    conversion.replace(op, features.scaled(value, factor, op.scale, op.offset))


def lower_batch_norm_training(op: stablehlo.BatchNormTrainingOp, conversion: Conversion) -> None:
    """Lower `batch_norm_training` to the mean and variance of each feature in f32, and to the ops
    of `batch_norm_inference`.
    """
    features = _Features(op, op.operand, op.feature_index.value.data)
    builder, wide = features.builder, features.wide
    operand = wide(op.operand)
    mean = features.mean(operand)
    value = builder.binary(ttir.SubtractOp, operand, mean)
    variance = features.mean(builder.binary(ttir.MultiplyOp, value, value))
    spread = builder.binary(ttir.AddOp, variance, builder.scalar(op.epsilon.value.data, f32))
    factor = builder.unary(ttir.RsqrtOp, spread)
    value = features.scaled(value, factor, wide(op.scale), wide(op.offset))
    conversion.replace(op, *features.results(value, mean, variance))


def lower_batch_norm_grad(op: stablehlo.BatchNormGradOp, conversion: Conversion) -> None:
    """Lower `batch_norm_grad` to its definition in StableHLO's specification, in f32.

    With `n` elements of a feature, `d = x - mean` and `v = variance + epsilon`, the gradient of `x`
    is `scale / sqrt v / n * (n * g - sum g - d / v * sum (g * d))`.
    """
    features = _Features(op, op.operand, op.feature_index.value.data)
    builder, wide, along = features.builder, features.wide, features.along
    gradient = wide(op.grad_output)
    centered = builder.binary(ttir.SubtractOp, wide(op.operand), along(wide(op.mean)))
    epsilon = builder.scalar(op.epsilon.value.data, f32)
    spread = builder.binary(ttir.AddOp, along(wide(op.variance)), epsilon)
    factor = builder.unary(ttir.RsqrtOp, spread)
    of_offset = features.sum(gradient)
    shared = features.sum(builder.binary(ttir.MultiplyOp, gradient, centered))
    slope = builder.binary(ttir.DivOp, features.divided(shared), spread)
    value = builder.binary(ttir.SubtractOp, gradient, features.divided(of_offset))
    value = builder.binary(ttir.SubtractOp, value, builder.binary(ttir.MultiplyOp, centered, slope))
    scale = builder.binary(ttir.MultiplyOp, along(wide(op.scale)), factor)
    value = builder.binary(ttir.MultiplyOp, value, scale)
    of_scale = builder.binary(ttir.MultiplyOp, shared, factor)
    conversion.replace(op, *features.results(value, of_scale, of_offset))


class _Features:
    """A builder of ops on the features of a tensor: the slices along one dimension."""

    def __init__(self, op: Operation, operand: SSAValue, feature: int):
        self.builder = ConversionBuilder(op)
        self._op = op
        self._feature = feature
        self._shape = shape_of(operand)

    def along(self, value: SSAValue) -> SSAValue:
        """Return a vector with a number for each feature, shaped for ops on the tensor."""
        shape = [1] * len(self._shape)
        (shape[self._feature],) = shape_of(value)
        return self.builder.reshaped(value, shape)

    def wide(self, value: SSAValue) -> SSAValue:
        """Return `value` in f32."""
        return self.builder.typecast(value, f32)

    def scaled(
        self, value: SSAValue, factor: SSAValue, scale: SSAValue, offset: SSAValue
    ) -> SSAValue:
        """Return `value * factor * scale + offset`, with vectors `scale` and `offset`."""
        builder = self.builder
        value = builder.binary(ttir.MultiplyOp, value, factor)
        value = builder.binary(ttir.MultiplyOp, value, self.along(scale))
        return builder.binary(ttir.AddOp, value, self.along(offset))

    def sum(self, value: SSAValue) -> SSAValue:
        """Return the sum of each feature. The dimensions remain, with size 1."""
        dims = [dim for dim in range(len(self._shape)) if dim != self._feature]
        if not dims:
            return value
        shape = [1 if dim in dims else size for dim, size in enumerate(self._shape)]
        attributes = {"dim_arg": i32_array(dims), "keep_dim": bool_attr(True)}
        return self.builder.dps(ttir.SumOp, (value,), tensor_type(value), shape, **attributes)

    def mean(self, value: SSAValue) -> SSAValue:
        """Return the mean of each feature."""
        return self.divided(self.sum(value))

    def divided(self, value: SSAValue) -> SSAValue:
        """Return `value` divided by the number of elements of a feature."""
        count = prod(size for dim, size in enumerate(self._shape) if dim != self._feature)
        if count == 0:
            raise UnsupportedError("its features have no elements")
        return self.builder.binary(ttir.DivOp, value, self.builder.scalar(count, f32))

    def results(self, *values: SSAValue) -> list[SSAValue]:
        """Return `values` with the types of the op's results."""
        builder = self.builder
        pairs = zip(values, self._op.results, strict=True)
        return [
            builder.reshaped(
                builder.typecast(value, result_type(self._op, number).element_type),
                shape_of(result),
            )
            for number, (value, result) in enumerate(pairs)
        ]


LOWERINGS: Lowerings = {
    stablehlo.BatchNormInferenceOp: lower_batch_norm_inference,
    stablehlo.BatchNormTrainingOp: lower_batch_norm_training,
    stablehlo.BatchNormGradOp: lower_batch_norm_grad,
}
