"""TOSA: element-wise ops."""

from operator import ge, gt
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Commutative
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tosa.constraints import (
    AnyFloatAttr,
    DenseI8ArrayAttr,
    FloatTensor,
    I1Tensor,
    I8Attr,
    Int8Like,
    Int32Tensor,
    IntLike,
    Tensor,
    Tensor1D,
    UnaryOpQuantizationAttr,
    is_float_type,
)
from ttmlir_py.dialects.tosa.folding import (
    fold_add,
    fold_cast,
    fold_comparison,
    fold_equal,
    fold_int_div,
    fold_mul,
    fold_reciprocal,
    fold_sub,
    inner_input,
    splat_elements,
    splat_number,
    the_input,
)
from ttmlir_py.dialects.tosa.interfaces import (
    BroadcastableOp,
    ComparisonOp,
    ElementwiseOp,
    PureOp,
    SpelledOp,
    broadcast_type,
    element_type_of,
    verify_elementwise,
    verify_product_types,
)
from ttmlir_py.ir.definition.constraints import BoolAttr, DenseI32ArrayAttr, I32Attr, I64Attr
from ttmlir_py.ir.definition.inference import InfersTypes
from ttmlir_py.ir.definition.operations import op_definition
from ttmlir_py.ir.external_models import FoldResult


class UnaryOp(ElementwiseOp):
    """`output = f(input1)`."""

    input1 = operand_def(Tensor)
    output = result_def(Tensor)


class BinaryOp(ElementwiseOp):
    """`output = f(input1, input2)`; shapes are broadcast."""

    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    output = result_def(Tensor)


@op_definition
class AbsOp(UnaryOp):
    """`|x|`."""

    name = "tosa.abs"

    def fold(self) -> FoldResult | None:
        """`||x||` is the inner `|x|`."""
        return the_input(self) if isinstance(self.input1.owner, AbsOp) else None


@op_definition
class BitwiseNotOp(UnaryOp):
    """Complement of every bit."""

    name = "tosa.bitwise_not"


@op_definition
class CeilOp(UnaryOp):
    """Least integer not below `x`."""

    name = "tosa.ceil"


@op_definition
class ClzOp(UnaryOp):
    """The number of zero bits before the first one."""

    name = "tosa.clz"


@op_definition
class ExpOp(UnaryOp):
    """`e` to the power of `x`."""

    name = "tosa.exp"

    def fold(self) -> FoldResult | None:
        """The inverse of the logarithm."""
        return inner_input(self, LogOp)


@op_definition
class FloorOp(UnaryOp):
    """Greatest integer not above `x`."""

    name = "tosa.floor"


@op_definition
class LogOp(UnaryOp):
    """Natural logarithm of `x`."""

    name = "tosa.log"

    def fold(self) -> FoldResult | None:
        """The inverse of `exp`."""
        return inner_input(self, ExpOp)


@op_definition
class ReciprocalOp(UnaryOp):
    """`1 / x`."""

    name = "tosa.reciprocal"

    def fold(self) -> FoldResult | None:
        """Fold by `fold_reciprocal`."""
        return fold_reciprocal(self)


@op_definition
class RsqrtOp(UnaryOp):
    """`1 / sqrt(x)`."""

    name = "tosa.rsqrt"


@op_definition
class TanhOp(UnaryOp):
    """Hyperbolic tangent of `x`."""

    name = "tosa.tanh"


@op_definition
class NegateOp(UnaryOp):
    """`-x`; of quantized values, with the zero points in `quantization_info`."""

    name = "tosa.negate"
    quantization_info = opt_prop_def(UnaryOpQuantizationAttr)

    def fold(self) -> FoldResult | None:
        """Its own inverse."""
        return inner_input(self, NegateOp)


class TrigonometricOp(ElementwiseOp):
    """A function of an angle in radians."""

    input = operand_def(FloatTensor)
    output = result_def(FloatTensor)


@op_definition
class CosOp(TrigonometricOp):
    """Cosine."""

    name = "tosa.cos"


@op_definition
class SinOp(TrigonometricOp):
    """Sine."""

    name = "tosa.sin"


@op_definition
class SigmoidOp(BroadcastableOp):
    """`1 / (1 + exp(-x))`."""

    name = "tosa.sigmoid"
    input = operand_def(Tensor)
    output = result_def(Tensor)


@op_definition
class ErfOp(PureOp):
    """Error function."""

    name = "tosa.erf"
    input = operand_def(Tensor)
    output = result_def(Tensor)


@op_definition
class CastOp(PureOp):
    """`x` converted to the element type of the result: to integers it rounds to the nearest even."""

    name = "tosa.cast"
    input = operand_def(Tensor)
    output = result_def(Tensor)

    def fold(self) -> FoldResult | None:
        """Fold by `fold_cast`."""
        return fold_cast(self)


@op_definition
class ClampOp(BroadcastableOp):
    """`x` moved into the bounds: `min_int` and `max_int` of integers, `min_fp` and `max_fp` of floats."""

    name = "tosa.clamp"
    input = operand_def(Tensor)
    min_int = prop_def(I64Attr)
    max_int = prop_def(I64Attr)
    min_fp = prop_def(AnyFloatAttr)
    max_fp = prop_def(AnyFloatAttr)
    output = result_def(Tensor)

    def verify_op(self) -> None:
        """One element type; bounds of floats have it, or both have a wider one."""
        element = element_type_of(self.input)
        if element != element_type_of(self.output):
            raise VerifyException("input/output element types are incompatible.")
        low, high = self.min_fp.type, self.max_fp.type
        if is_float_type(element) and (
            low != high or (high != element and high.bitwidth <= element.bitwidth)
        ):
            raise VerifyException(
                "min/max attributes types are incompatible with input/output element types."
            )


@op_definition
class AddOp(BinaryOp):
    """`a + b`."""

    name = "tosa.add"
    traits = traits_def(Commutative())

    def fold(self) -> FoldResult | None:
        """Fold by `fold_add`."""
        return fold_add(self)


@op_definition
class BitwiseAndOp(BinaryOp):
    """The bits that are in both."""

    name = "tosa.bitwise_and"
    traits = traits_def(Commutative())


@op_definition
class BitwiseOrOp(BinaryOp):
    """The bits that are in one of them."""

    name = "tosa.bitwise_or"
    traits = traits_def(Commutative())


@op_definition
class BitwiseXorOp(BinaryOp):
    """The bits that differ."""

    name = "tosa.bitwise_xor"
    traits = traits_def(Commutative())


@op_definition
class LogicalLeftShiftOp(BinaryOp):
    """`a` shifted to the left by `b` bits."""

    name = "tosa.logical_left_shift"


@op_definition
class LogicalRightShiftOp(BinaryOp):
    """`a` shifted to the right by `b` bits; zeros come in."""

    name = "tosa.logical_right_shift"


@op_definition
class MaximumOp(BinaryOp):
    """The larger one."""

    name = "tosa.maximum"
    traits = traits_def(Commutative())


@op_definition
class MinimumOp(BinaryOp):
    """The smaller one."""

    name = "tosa.minimum"
    traits = traits_def(Commutative())


@op_definition
class SubOp(BinaryOp):
    """`a - b`."""

    name = "tosa.sub"

    def fold(self) -> FoldResult | None:
        """Fold by `fold_sub`."""
        return fold_sub(self)


@op_definition
class PowOp(ElementwiseOp):
    """`a` to the power of `b`."""

    name = "tosa.pow"
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    z = result_def(Tensor)


@op_definition
class ArithmeticRightShiftOp(BinaryOp):
    """`a` shifted to the right by `b` bits; copies of the sign come in. `round` adds the last bit that goes."""

    name = "tosa.arithmetic_right_shift"
    round = prop_def(BoolAttr)


@op_definition
class IntDivOp(ElementwiseOp):
    """Quotient of integers, rounded towards zero."""

    name = "tosa.int_div"
    input1 = operand_def(Int32Tensor)
    input2 = operand_def(Int32Tensor)
    output = result_def(Int32Tensor)

    def fold(self) -> FoldResult | None:
        """Fold by `fold_int_div`."""
        return fold_int_div(self)


@op_definition
class MulOp(BroadcastableOp):
    """`a * b`; of 32-bit integers, shifted to the right by `shift` bits and rounded."""

    name = "tosa.mul"
    traits = traits_def(Commutative())
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    shift = prop_def(I8Attr)
    output = result_def(Tensor)

    def verify_traits(self) -> None:
        """The element types are those of a product."""
        verify_product_types(self.input1, self.input2, self.output)
        super().verify_traits()

    def fold(self) -> FoldResult | None:
        """Fold by `fold_mul`."""
        return fold_mul(self, self.shift.value.data)


class LogicalOp(ElementwiseOp):
    """A function of two truth values."""

    input1 = operand_def(I1Tensor)
    input2 = operand_def(I1Tensor)
    z = result_def(I1Tensor)


@op_definition
class LogicalAndOp(LogicalOp):
    """Whether both are true."""

    name = "tosa.logical_and"
    traits = traits_def(Commutative())


@op_definition
class LogicalOrOp(LogicalOp):
    """Whether one is true."""

    name = "tosa.logical_or"
    traits = traits_def(Commutative())


@op_definition
class LogicalXorOp(LogicalOp):
    """Whether just one is true."""

    name = "tosa.logical_xor"
    traits = traits_def(Commutative())


@op_definition
class LogicalNotOp(ElementwiseOp):
    """Whether it is false."""

    name = "tosa.logical_not"
    input1 = operand_def(I1Tensor)
    output = result_def(I1Tensor)


@op_definition
class GreaterOp(ComparisonOp):
    """Whether `a > b`."""

    name = "tosa.greater"
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    output = result_def(I1Tensor)

    def fold(self) -> FoldResult | None:
        """Compare constants."""
        return fold_comparison(self, gt)


@op_definition
class GreaterEqualOp(ComparisonOp):
    """Whether `a >= b`."""

    name = "tosa.greater_equal"
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    output = result_def(I1Tensor)

    def fold(self) -> FoldResult | None:
        """Compare constants."""
        return fold_comparison(self, ge)


@op_definition
class EqualOp(InfersTypes, ComparisonOp):
    """Whether `a == b`."""

    name = "tosa.equal"
    traits = traits_def(Commutative())
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    output = result_def(I1Tensor)

    def infer_types(self) -> list[Attribute]:
        """Truth values in the shape that the operands broadcast to."""
        return [broadcast_type(self.operands, IntegerType(1))]

    def fold(self) -> FoldResult | None:
        """Fold by `fold_equal`."""
        return fold_equal(self)


@op_definition
class SelectOp(SpelledOp, BroadcastableOp):
    """`on_true` where `pred` is true, else `on_false`."""

    name = "tosa.select"
    OPERANDS_ARE_A_LIST: ClassVar[bool] = True
    pred = operand_def(I1Tensor)
    on_true = operand_def(Tensor)
    on_false = operand_def(Tensor)
    output = result_def(Tensor)

    def fold(self) -> FoldResult | None:
        """The same on both sides, or the side that a constant chooses."""
        if self.on_true is self.on_false:
            return the_input(self, 1)
        chosen = splat_number(splat_elements(self.pred))
        return None if chosen is None else the_input(self, 1 if chosen else 2)


@op_definition
class TableOp(SpelledOp, PureOp):
    """The entry of `table` at `x`, of 8-bit integers; 16-bit ones are interpolated."""

    name = "tosa.table"
    input = operand_def(Tensor)
    table = operand_def(Tensor1D)
    output = result_def(Tensor)


@op_definition
class ApplyScaleOp(PureOp):
    """`value * multiplier`, shifted to the right by `shift` bits and rounded."""

    name = "tosa.apply_scale"
    value = operand_def(IntLike)
    multiplier = operand_def(IntLike)
    shift = operand_def(Int8Like)
    double_round = prop_def(BoolAttr)
    output = result_def(IntLike)

    def verify_traits(self) -> None:
        """Scalars, or vectors and tensors of one shape."""
        verify_elementwise(self)
        super().verify_traits()


@op_definition
class RescaleOp(PureOp):
    """Integers of one quantization in another: `(x - input_zp) * multiplier`, shifted by `shift`, plus `output_zp`."""

    name = "tosa.rescale"
    input = operand_def(Tensor)
    input_zp = prop_def(I32Attr)
    output_zp = prop_def(I32Attr)
    multiplier = prop_def(DenseI32ArrayAttr)
    shift = prop_def(DenseI8ArrayAttr)
    scale32 = prop_def(BoolAttr)
    double_round = prop_def(BoolAttr)
    per_channel = prop_def(BoolAttr)
    output = result_def(Tensor)
