"""StableHLO: convolutions."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyTensor,
    ConvDimensionNumbers,
    Int,
    PrecisionConfigAttr,
    Tensor,
    static_of_rank,
)
from ttmlir_py.dialects.stablehlo.interfaces import PureGenericOp, PureOp
from ttmlir_py.dialects.stablehlo.rules import windows
from ttmlir_py.dialects.stablehlo.rules.common import Violation, constant_integers
from ttmlir_py.dialects.stablehlo.rules.products import check_result_shape
from ttmlir_py.dialects.stablehlo.rules.quantization import check_convolution
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.definition.constraints import (
    DenseBoolArrayAttr,
    DenseI64ArrayAttr,
    I64ElementsAttr,
    PositiveI64Attr,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition


def _check_quantization(op: ConvolutionOp | DynamicConvOp) -> None:
    """Check the quantized element types of a convolution with `check_convolution`."""
    numbers = op.dimension_numbers
    features = numbers.kernelOutputFeatureDimension, numbers.outputFeatureDimension
    check_convolution(op.lhs.type, op.rhs.type, op.result.type, *features)


@op_definition
class ConvolutionOp(PureOp):
    """Sums of products of windows of `lhs` with `rhs`."""

    name = "stablehlo.convolution"
    FORM: ClassVar[str] = """`(`operands`)` `dim_numbers` `=`
        custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{`
        custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation,
        $window_reversal) `}` attr-dict `:` functional-type(operands, results)"""
    lhs = operand_def(Tensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    window_strides = opt_prop_def(DenseI64ArrayAttr)
    padding = opt_prop_def(I64ElementsAttr)
    lhs_dilation = opt_prop_def(DenseI64ArrayAttr)
    rhs_dilation = opt_prop_def(DenseI64ArrayAttr)
    window_reversal = opt_prop_def(DenseBoolArrayAttr)
    dimension_numbers = prop_def(ConvDimensionNumbers)
    feature_group_count = prop_def(PositiveI64Attr)
    batch_group_count = prop_def(PositiveI64Attr)
    precision_config = opt_prop_def(PrecisionConfigAttr)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.convolution`: the result has the inferred shape."""
        windows.check_convolution(self)
        shape = windows.convolution_shape(self, windows.padding_pairs(self.padding))
        check_result_shape(shape, self.result.type)
        _check_quantization(self)


@op_definition
class DynamicConvOp(PureGenericOp):
    """A convolution whose padding is an operand."""

    name = "stablehlo.dynamic_conv"
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    padding = operand_def(static_of_rank(2, "integer tensor", Int))
    result = result_def(Tensor)
    window_strides = opt_prop_def(DenseI64ArrayAttr)
    lhs_dilation = opt_prop_def(DenseI64ArrayAttr)
    rhs_dilation = opt_prop_def(DenseI64ArrayAttr)
    window_reversal = opt_prop_def(DenseBoolArrayAttr)
    dimension_numbers = prop_def(ConvDimensionNumbers)
    feature_group_count = prop_def(PositiveI64Attr)
    batch_group_count = prop_def(PositiveI64Attr)
    precision_config = opt_prop_def(PrecisionConfigAttr)

    def check_rules(self) -> None:
        """Check `stablehlo.dynamic_conv`: each spatial dimension has padding."""
        windows.check_convolution(self)
        expected, found = (len(shape_of(self.lhs)) - 2, 2), shape_of(self.padding)
        if found != expected:
            raise Violation(
                f"expects padding to be of shape {list(expected)}, but got {list(found)}"
            )
        values = constant_integers(self.padding)
        if values is not None:
            pairs = list(zip(values[::2], values[1::2], strict=True))
            windows.convolution_shape(self, pairs)
        _check_quantization(self)
