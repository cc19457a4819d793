"""TOSA: element-wise ops."""

from __future__ import annotations

from operator import ge, gt
from typing import TYPE_CHECKING, ClassVar

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
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import FoldResult

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern


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
        """Fold `||x||` to the inner `|x|`."""
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
    """Number of leading zero bits."""

    name = "tosa.clz"


@op_definition
class ExpOp(UnaryOp):
    """`e` to the power of `x`."""

    name = "tosa.exp"

    def fold(self) -> FoldResult | None:
        """Fold `exp(log(x))` to `x`."""
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
        """Fold `log(exp(x))` to `x`."""
        return inner_input(self, ExpOp)


@op_definition
class ReciprocalOp(UnaryOp):
    """`1 / x`."""

    name = "tosa.reciprocal"

    def fold(self) -> FoldResult | None:
        """Return the folded value of `tosa.reciprocal`, computed by `fold_reciprocal`."""
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
    """`-x`; quantized values use the zero points in `quantization_info`."""

    name = "tosa.negate"
    quantization_info = opt_prop_def(UnaryOpQuantizationAttr)

    def fold(self) -> FoldResult | None:
        """Fold `-(-x)` to `x`."""
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
    """`x` converted to the element type of the result; floats are rounded to the nearest even
    integer.
    """

    name = "tosa.cast"
    input = operand_def(Tensor)
    output = result_def(Tensor)

    def fold(self) -> FoldResult | None:
        """Return the folded value of `tosa.cast`, computed by `fold_cast`."""
        return fold_cast(self)


@op_definition
class ClampOp(BroadcastableOp):
    """`x` clamped to bounds: `min_int` and `max_int` for integers, `min_fp` and `max_fp` for
    floats.
    """

    name = "tosa.clamp"
    input = operand_def(Tensor)
    min_int = prop_def(I64Attr)
    max_int = prop_def(I64Attr)
    min_fp = prop_def(AnyFloatAttr)
    max_fp = prop_def(AnyFloatAttr)
    output = result_def(Tensor)

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.clamp`."""
        from ttmlir_py.dialects.tosa.canonicalization import CLAMP_PATTERNS

        return CLAMP_PATTERNS

    @local_verifier
    def verify_op(self) -> None:
        """Check `tosa.clamp`: element types are equal, and float bounds have this type or share a
        wider one.
        """
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
        """Return the folded value of `tosa.add`, computed by `fold_add`."""
        return fold_add(self)


@op_definition
class BitwiseAndOp(BinaryOp):
    """Bitwise and."""

    name = "tosa.bitwise_and"
    traits = traits_def(Commutative())


@op_definition
class BitwiseOrOp(BinaryOp):
    """Bitwise or."""

    name = "tosa.bitwise_or"
    traits = traits_def(Commutative())


@op_definition
class BitwiseXorOp(BinaryOp):
    """Bitwise exclusive or."""

    name = "tosa.bitwise_xor"
    traits = traits_def(Commutative())


@op_definition
class LogicalLeftShiftOp(BinaryOp):
    """`a` shifted left by `b` bits."""

    name = "tosa.logical_left_shift"


@op_definition
class LogicalRightShiftOp(BinaryOp):
    """`a` shifted right by `b` bits, filled with zeros."""

    name = "tosa.logical_right_shift"


@op_definition
class MaximumOp(BinaryOp):
    """Maximum."""

    name = "tosa.maximum"
    traits = traits_def(Commutative())


@op_definition
class MinimumOp(BinaryOp):
    """Minimum."""

    name = "tosa.minimum"
    traits = traits_def(Commutative())


@op_definition
class SubOp(BinaryOp):
    """`a - b`."""

    name = "tosa.sub"

    def fold(self) -> FoldResult | None:
        """Return the folded value of `tosa.sub`, computed by `fold_sub`."""
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
    """`a` shifted right by `b` bits, filled with the sign bit. `round` adds the last bit shifted
    out.
    """

    name = "tosa.arithmetic_right_shift"
    round = prop_def(BoolAttr)


@op_definition
class IntDivOp(ElementwiseOp):
    """Quotient of integers, rounded toward zero."""

    name = "tosa.int_div"
    input1 = operand_def(Int32Tensor)
    input2 = operand_def(Int32Tensor)
    output = result_def(Int32Tensor)

    def fold(self) -> FoldResult | None:
        """Return the folded value of `tosa.int_div`, computed by `fold_int_div`."""
        return fold_int_div(self)


@op_definition
class MulOp(BroadcastableOp):
    """`a * b`; 32-bit integers are shifted right by `shift` bits and rounded."""

    name = "tosa.mul"
    traits = traits_def(Commutative())
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    shift = prop_def(I8Attr)
    output = result_def(Tensor)

    @local_verifier
    def verify_traits(self) -> None:
        """Check `tosa.mul`: the element types of operands and result fit together, see
        `verify_product_types`.
        """
        verify_product_types(self.input1, self.input2, self.output)
        super().verify_traits()

    def fold(self) -> FoldResult | None:
        """Return the folded value of `tosa.mul`, computed by `fold_mul`."""
        return fold_mul(self, self.shift.value.data)


class LogicalOp(ElementwiseOp):
    """A function of two booleans."""

    input1 = operand_def(I1Tensor)
    input2 = operand_def(I1Tensor)
    z = result_def(I1Tensor)


@op_definition
class LogicalAndOp(LogicalOp):
    """Logical and."""

    name = "tosa.logical_and"
    traits = traits_def(Commutative())


@op_definition
class LogicalOrOp(LogicalOp):
    """Logical or."""

    name = "tosa.logical_or"
    traits = traits_def(Commutative())


@op_definition
class LogicalXorOp(LogicalOp):
    """Logical exclusive or."""

    name = "tosa.logical_xor"
    traits = traits_def(Commutative())


@op_definition
class LogicalNotOp(ElementwiseOp):
    """Logical not."""

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
        """Return the result of comparing two constants, otherwise None."""
        return fold_comparison(self, gt)


@op_definition
class GreaterEqualOp(ComparisonOp):
    """Whether `a >= b`."""

    name = "tosa.greater_equal"
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    output = result_def(I1Tensor)

    def fold(self) -> FoldResult | None:
        """Return the result of comparing two constants, otherwise None."""
        return fold_comparison(self, ge)


@op_definition
class EqualOp(InfersTypes, ComparisonOp):
    """Whether `a == b`."""

    name = "tosa.equal"
    traits = traits_def(Commutative())
    input1 = operand_def(Tensor)
    input2 = operand_def(Tensor)
    output = result_def(I1Tensor)

    @local_verifier
    def infer_types(self) -> list[Attribute]:
        """Return the result type of `tosa.equal`: a boolean type with the broadcast shape of the
        operands.
        """
        return [broadcast_type(self.operands, IntegerType(1))]

    def fold(self) -> FoldResult | None:
        """Return the folded value of `tosa.equal`, computed by `fold_equal`."""
        return fold_equal(self)


@op_definition
class SelectOp(SpelledOp, BroadcastableOp):
    """`on_true` where `pred` is true, `on_false` elsewhere."""

    name = "tosa.select"
    OPERANDS_ARE_A_LIST: ClassVar[bool] = True
    pred = operand_def(I1Tensor)
    on_true = operand_def(Tensor)
    on_false = operand_def(Tensor)
    output = result_def(Tensor)

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `tosa.select`."""
        from ttmlir_py.dialects.tosa.canonicalization import SELECT_PATTERNS

        return SELECT_PATTERNS

    def fold(self) -> FoldResult | None:
        """Return the selected value if both values are equal, or if the predicate is a constant;
        otherwise None.
        """
        if self.on_true is self.on_false:
            return the_input(self, 1)
        chosen = splat_number(splat_elements(self.pred))
        return None if chosen is None else the_input(self, 1 if chosen else 2)


@op_definition
class TableOp(SpelledOp, PureOp):
    """The entry of `table` at `x` for 8-bit integers; 16-bit integers are interpolated."""

    name = "tosa.table"
    input = operand_def(Tensor)
    table = operand_def(Tensor1D)
    output = result_def(Tensor)


@op_definition
class ApplyScaleOp(PureOp):
    """`value * multiplier`, shifted right by `shift` bits and rounded."""

    name = "tosa.apply_scale"
    value = operand_def(IntLike)
    multiplier = operand_def(IntLike)
    shift = operand_def(Int8Like)
    double_round = prop_def(BoolAttr)
    output = result_def(IntLike)

    @local_verifier
    def verify_traits(self) -> None:
        """Check `tosa.apply_scale`: the operands are scalars, or vectors and tensors of the same
        shape.
        """
        verify_elementwise(self)
        super().verify_traits()


@op_definition
class RescaleOp(PureOp):
    """Requantized integers: `(x - input_zp) * multiplier`, shifted by `shift`, plus `output_zp`."""

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
