"""TOSA: convolutions, products of matrices, pooling and Fourier transforms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type
from xdsl.ir import Attribute, BlockArgument, OpResult, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tosa.constraints import (
    AccTypeAttr,
    ConvOpQuantizationAttr,
    IntArrayAttr2,
    IntArrayAttr3,
    IntArrayAttr4,
    IntArrayAttr6,
    IntArrayAttrUpto4,
    MatMulOpQuantizationAttr,
    Tensor1D,
    Tensor2D,
    Tensor3D,
    Tensor4D,
    Tensor5D,
    UnaryOpQuantizationAttr,
    Weight2D,
    Weight4D,
    Weight5D,
    is_float_type,
)
from ttmlir_py.dialects.tosa.interfaces import (
    PureOp,
    SpelledOp,
    element_type_of,
    shape_of,
    verify_no_empty_dimension,
)
from ttmlir_py.ir.definition.constraints import BoolAttr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.diagnostics import operation_text
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.writing.attributes import quoted

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern

_TRANSFORM: ResultNames = lambda _: (("output_real", 1), ("output_imag", 1))  # noqa: E731


def _value_text(value: SSAValue) -> str:
    """Return `value` as MLIR's diagnostics show it: the op that defines it."""
    if isinstance(value, OpResult):
        return operation_text(value.op)
    index = cast(BlockArgument, value).index
    return f"<block argument> of type {quoted(value.type)} at index: {index}"


class WeightedOp(PureOp):
    """An op that sums products of its input and a weight."""

    DEFAULTS: ClassVar[tuple[str, ...]] = ("local_bound",)

    @local_verifier
    def verify_op(self) -> None:
        """Check that input and weight are ranked, with elements of the same kind, and that zero
        points are present unless they are floats.
        """
        source, weight = self.operands[:2]
        if shape_of(source) is None:
            raise VerifyException(f"expect a ranked tensor for input, got {_value_text(source)}")
        verify_no_empty_dimension(source)
        types = element_type_of(source), element_type_of(weight)
        is_float, other_is_float = map(is_float_type, types)
        if is_float != other_is_float:
            raise VerifyException(
                "expect both input and weight to be float or not together, got"
                f" {quoted(types[0])} and {quoted(types[1])}"
            )
        if is_float == ("quantization_info" in self.properties):
            raise VerifyException(
                "quantizationattr is required for quantized type, and not allowed for float type"
            )


class ImageConvolutionOp(WeightedOp):
    """A convolution of images (NHWC); `pad` is top, bottom, left, right."""

    input = operand_def(Tensor4D)
    weight = operand_def(Weight4D)
    bias = operand_def(Tensor1D)
    pad = prop_def(IntArrayAttr4)
    stride = prop_def(IntArrayAttr2)
    dilation = prop_def(IntArrayAttr2)
    quantization_info = opt_prop_def(ConvOpQuantizationAttr)
    local_bound = opt_prop_def(BoolAttr)
    output = result_def(Tensor4D)


@op_definition
class Conv2DOp(ImageConvolutionOp):
    """Convolution of images (NHWC) with filters (OHWI); `pad` is top, bottom, left, right."""

    name = "tosa.conv2d"


@op_definition
class Conv3DOp(WeightedOp):
    """Convolution of volumes (NDHWC) with filters (ODHWI)."""

    name = "tosa.conv3d"
    input = operand_def(Tensor5D)
    weight = operand_def(Weight5D)
    bias = operand_def(Tensor1D)
    pad = prop_def(IntArrayAttr6)
    stride = prop_def(IntArrayAttr3)
    dilation = prop_def(IntArrayAttr3)
    quantization_info = opt_prop_def(ConvOpQuantizationAttr)
    local_bound = opt_prop_def(BoolAttr)
    output = result_def(Tensor5D)


@op_definition
class DepthwiseConv2DOp(ImageConvolutionOp):
    """Convolution of each channel (NHWC) with its own filters (HWCM)."""

    name = "tosa.depthwise_conv2d"


@op_definition
class TransposeConv2DOp(PureOp):
    """The transpose of a convolution: images (NHWC), filters (OHWI)."""

    name = "tosa.transpose_conv2d"
    DEFAULTS: ClassVar[tuple[str, ...]] = ("local_bound",)
    input = operand_def(Tensor4D)
    filter = operand_def(Weight4D)
    bias = operand_def(Tensor1D)
    out_pad = prop_def(IntArrayAttr4)
    stride = prop_def(IntArrayAttr2)
    out_shape = prop_def(IntArrayAttrUpto4)
    quantization_info = opt_prop_def(ConvOpQuantizationAttr)
    local_bound = opt_prop_def(BoolAttr)
    output = result_def(Tensor4D)


@op_definition
class FullyConnectedOp(WeightedOp):
    """`input @ weight.T + bias`."""

    name = "tosa.fully_connected"
    input = operand_def(Tensor2D)
    weight = operand_def(Weight2D)
    bias = operand_def(Tensor1D)
    quantization_info = opt_prop_def(ConvOpQuantizationAttr)
    output = result_def(Tensor2D)


@op_definition
class MatMulOp(PureOp):
    """Matrix products, one for each index of the first dimension."""

    name = "tosa.matmul"
    a = operand_def(Tensor3D)
    b = operand_def(Tensor3D)
    quantization_info = opt_prop_def(MatMulOpQuantizationAttr)
    c = result_def(Tensor3D)


@op_definition
class MaxPool2dOp(PureOp):
    """The maximum in each window of the images (NHWC); `pad` is top, bottom, left, right."""

    name = "tosa.max_pool2d"
    input = operand_def(Tensor4D)
    kernel = prop_def(IntArrayAttr2)
    stride = prop_def(IntArrayAttr2)
    pad = prop_def(IntArrayAttr4)
    output = result_def(Tensor4D)

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.max_pool2d`."""
        from ttmlir_py.dialects.tosa.canonicalization import MAX_POOL2D_PATTERNS

        return MAX_POOL2D_PATTERNS


_POOLED: Mapping[type[Attribute], tuple[str, tuple[Attribute, ...], str]] = {
    Float32Type: ("f32", (Float32Type(),), "f32"),
    Float16Type: ("f16", (Float16Type(), Float32Type()), "f16/f32"),
    BFloat16Type: ("bf16", (Float32Type(),), "f32"),
}
"""Maps float types that can be averaged to their name, the allowed accumulator types, and their
description.
"""


@op_definition
class AvgPool2dOp(PureOp):
    """The mean of each window of the images (NHWC), without the padding."""

    name = "tosa.avg_pool2d"
    input = operand_def(Tensor4D)
    kernel = prop_def(IntArrayAttr2)
    stride = prop_def(IntArrayAttr2)
    pad = prop_def(IntArrayAttr4)
    acc_type = prop_def(AccTypeAttr)
    quantization_info = opt_prop_def(UnaryOpQuantizationAttr)
    output = result_def(Tensor4D)

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.avg_pool2d`: the accumulator type can hold the sums and the result has the
        input's type.
        """
        verify_no_empty_dimension(self.input)
        element, accumulator = element_type_of(self.input), cast(Any, self.acc_type)
        # The accumulator may be signed, unsigned or signless.
        is_wide = is_integer_type(accumulator) and accumulator.bitwidth == 32
        if is_integer_type(element) and not is_wide:
            raise VerifyException("accumulator type for integer tensor is not i32")
        name, allowed, words = _POOLED.get(type(element), ("", (accumulator,), ""))
        if accumulator not in allowed:
            raise VerifyException(f"accumulator type for {name} tensor is not {words}")
        is_known = bool(name) or (is_integer_type(element) and element.bitwidth in (8, 16))
        if not is_known or element != element_type_of(self.output):
            raise VerifyException("input/output element types are incompatible.")


@op_definition
class FFT2dOp(SpelledOp, PureOp):
    """Fourier transform of each matrix, or its inverse."""

    name = "tosa.fft2d"
    DEFAULTS: ClassVar[tuple[str, ...]] = ("local_bound",)
    RESULT_NAMES: ClassVar[ResultNames] = _TRANSFORM
    input_real = operand_def(Tensor3D)
    input_imag = operand_def(Tensor3D)
    inverse = prop_def(BoolAttr)
    local_bound = opt_prop_def(BoolAttr)
    output_real = result_def(Tensor3D)
    output_imag = result_def(Tensor3D)


@op_definition
class RFFT2dOp(SpelledOp, PureOp):
    """The non-redundant half of the Fourier transform of each real matrix."""

    name = "tosa.rfft2d"
    DEFAULTS: ClassVar[tuple[str, ...]] = ("local_bound",)
    RESULT_NAMES: ClassVar[ResultNames] = _TRANSFORM
    input = operand_def(Tensor3D)
    local_bound = opt_prop_def(BoolAttr)
    output_real = result_def(Tensor3D)
    output_imag = result_def(Tensor3D)
