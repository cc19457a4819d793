"""StableHLO: element-wise ops."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyTensor,
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    Complex,
    ComplexTensor,
    Float,
    Float32Or64,
    FloatComplexOrQuantizedTensor,
    FloatOrComplexTensor,
    FloatOrQuantizedTensor,
    FloatTensor,
    Int,
    IntTensor,
    LogicalTensor,
    NumberTensor,
    PerAxisQuantized,
    Pred,
    PredTensor,
    Quantized,
    RealSignedTensor,
    SignedTensor,
    Tensor,
    ranked,
    unranked,
)
from ttmlir_py.dialects.stablehlo.interfaces import HloCommutative, PureOp, SameTypeInferred
from ttmlir_py.dialects.stablehlo.quantized_types import expressed_type
from ttmlir_py.dialects.stablehlo.rules import quantization
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    complex_type,
    element_type,
    have_compatible_shapes,
    most_specific_type,
    real_type,
    same_shape_and_elements,
    sizes_text,
    tensor,
    with_element,
)
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    compatible_element_types,
    compatible_operand_element_types,
    compatible_types,
    elementwise,
    same_operand_element_type,
    same_shape,
)
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.definition.constraints import NonNegativeI32Attr, PositiveI32Attr
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.writing.attributes import quoted

_UNARY = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"
_BINARY = """$lhs `,` $rhs attr-dict `:`
    custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))"""


class UnaryOp(PureOp):
    """`result = f(operand)`."""

    FORM: ClassVar[str] = _UNARY
    CHECKS: ClassVar[tuple[Check, ...]] = (elementwise, same_shape)


class SameTypeUnaryOp(SameTypeInferred, UnaryOp):
    """`result = f(operand)` with equal types."""

    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_types, elementwise, same_shape)


class BinaryOp(SameTypeInferred, PureOp):
    """`result = f(lhs, rhs)` with equal types."""

    FORM: ClassVar[str] = _BINARY
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_types, same_shape, elementwise)


class FloatUnaryOp(SameTypeUnaryOp):
    """A function of floats."""

    operand = operand_def(FloatOrQuantizedTensor)
    result = result_def(FloatOrQuantizedTensor)


class FloatOrComplexUnaryOp(SameTypeUnaryOp):
    """A function of floats and complex numbers."""

    operand = operand_def(FloatComplexOrQuantizedTensor)
    result = result_def(FloatComplexOrQuantizedTensor)


class IntUnaryOp(SameTypeUnaryOp):
    """A function of integers."""

    operand = operand_def(IntTensor)
    result = result_def(IntTensor)


class ComplexPartOp(UnaryOp):
    """A part of a complex number."""

    operand = operand_def(FloatOrComplexTensor)
    result = result_def(FloatTensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the inferred result type: the real type of the parts."""
        return [real_type(self.operand.type)]


class NumberBinaryOp(BinaryOp):
    """A function of two numbers, except booleans."""

    lhs = operand_def(NumberTensor)
    rhs = operand_def(NumberTensor)
    result = result_def(NumberTensor)


class AnyBinaryOp(BinaryOp):
    """A function of two elements of any kind."""

    traits = traits_def(HloCommutative())
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(Tensor)


class LogicalBinaryOp(BinaryOp):
    """A function of two booleans or the bits of two integers."""

    traits = traits_def(HloCommutative())
    lhs = operand_def(LogicalTensor)
    rhs = operand_def(LogicalTensor)
    result = result_def(Tensor)


class ShiftOp(BinaryOp):
    """A shift of the bits of `lhs` by `rhs`."""

    lhs = operand_def(IntTensor)
    rhs = operand_def(IntTensor)
    result = result_def(IntTensor)


@op_definition
class AbsOp(UnaryOp):
    """`|operand|`, the modulus of a complex number."""

    name = "stablehlo.abs"
    operand = operand_def(SignedTensor)
    result = result_def(RealSignedTensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.abs`: the operand type with real elements."""
        return [real_type(self.operand.type)]


@op_definition
class CbrtOp(FloatOrComplexUnaryOp):
    """Cube root."""

    name = "stablehlo.cbrt"


@op_definition
class CeilOp(FloatUnaryOp):
    """Least integer not below `operand`."""

    name = "stablehlo.ceil"


@op_definition
class ConvertOp(UnaryOp):
    """`operand` converted to the element type of the result."""

    name = "stablehlo.convert"
    operand = operand_def(ranked(Float, Pred, Int, Complex))
    result = result_def(ranked(Float, Pred, Int, Complex))
    CHECKS: ClassVar[tuple[Check, ...]] = (same_shape, elementwise, same_shape)


@op_definition
class ClzOp(IntUnaryOp):
    """Number of leading 0 bits."""

    name = "stablehlo.count_leading_zeros"


@op_definition
class CosineOp(FloatOrComplexUnaryOp):
    """Cosine (radians)."""

    name = "stablehlo.cosine"


@op_definition
class ExpOp(FloatOrComplexUnaryOp):
    """`e` to the power `operand`."""

    name = "stablehlo.exponential"


@op_definition
class Expm1Op(FloatOrComplexUnaryOp):
    """`exp(operand) - 1`, exact near 0."""

    name = "stablehlo.exponential_minus_one"


@op_definition
class FloorOp(FloatUnaryOp):
    """Greatest integer not above `operand`."""

    name = "stablehlo.floor"


@op_definition
class ImagOp(ComplexPartOp):
    """The imaginary part; 0 for floats."""

    name = "stablehlo.imag"


@op_definition
class IsFiniteOp(PureOp):
    """Whether `x` is neither infinite nor NaN."""

    name = "stablehlo.is_finite"
    x = operand_def(FloatOrQuantizedTensor)
    y = result_def(PredTensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (elementwise, same_shape)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.is_finite`: a type with boolean elements."""
        return [with_element(self.x.type, i1)]


@op_definition
class LogOp(FloatOrComplexUnaryOp):
    """Natural logarithm."""

    name = "stablehlo.log"


@op_definition
class Log1pOp(FloatOrComplexUnaryOp):
    """`log(1 + operand)`, exact near 0."""

    name = "stablehlo.log_plus_one"


@op_definition
class LogisticOp(FloatOrComplexUnaryOp):
    """`1 / (1 + exp(-operand))`."""

    name = "stablehlo.logistic"


@op_definition
class NegOp(SameTypeUnaryOp):
    """`-operand`."""

    name = "stablehlo.negate"
    operand = operand_def(NumberTensor)
    result = result_def(NumberTensor)


@op_definition
class NotOp(SameTypeUnaryOp):
    """Not, or the complement of every bit of an integer."""

    name = "stablehlo.not"
    operand = operand_def(LogicalTensor)
    result = result_def(LogicalTensor)


@op_definition
class PopulationCountOp(IntUnaryOp):
    """Number of 1 bits."""

    name = "stablehlo.popcnt"


@op_definition
class RealOp(ComplexPartOp):
    """The real part."""

    name = "stablehlo.real"


@op_definition
class ReducePrecisionOp(SameTypeInferred, PureOp):
    """`operand` rounded to a float format with the given exponent and mantissa bits, and back."""

    name = "stablehlo.reduce_precision"
    FORM: ClassVar[str] = """$operand `,` `format` `=`
        custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:`
        custom<SameOperandsAndResultType>(type($operand), type($output))"""
    operand = operand_def(FloatOrQuantizedTensor)
    output = result_def(FloatOrQuantizedTensor)
    exponent_bits = prop_def(PositiveI32Attr)
    mantissa_bits = prop_def(NonNegativeI32Attr)
    CHECKS: ClassVar[tuple[Check, ...]] = (elementwise, compatible_types)


@op_definition
class RoundOp(FloatUnaryOp):
    """Nearest integer; halves are rounded away from zero."""

    name = "stablehlo.round_nearest_afz"


@op_definition
class RoundNearestEvenOp(FloatUnaryOp):
    """Nearest integer; halves are rounded to even."""

    name = "stablehlo.round_nearest_even"


@op_definition
class RsqrtOp(FloatOrComplexUnaryOp):
    """`1 / sqrt(operand)`."""

    name = "stablehlo.rsqrt"


@op_definition
class SignOp(SameTypeUnaryOp):
    """-1, 0 or 1 for a negative, zero or positive `operand`; NaN for NaN."""

    name = "stablehlo.sign"
    operand = operand_def(SignedTensor)
    result = result_def(SignedTensor)


@op_definition
class SineOp(FloatOrComplexUnaryOp):
    """Sine (radians)."""

    name = "stablehlo.sine"


@op_definition
class SqrtOp(FloatOrComplexUnaryOp):
    """Square root."""

    name = "stablehlo.sqrt"


@op_definition
class TanOp(FloatOrComplexUnaryOp):
    """Tangent (radians)."""

    name = "stablehlo.tan"


@op_definition
class TanhOp(FloatOrComplexUnaryOp):
    """Hyperbolic tangent."""

    name = "stablehlo.tanh"


@op_definition
class UniformDequantizeOp(UnaryOp):
    """The floats that quantized elements represent."""

    name = "stablehlo.uniform_dequantize"
    operand = operand_def(unranked(Quantized, PerAxisQuantized))
    result = result_def(FloatTensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.uniform_dequantize`: the operand type with its
        expressed type as elements.
        """
        expressed = expressed_type(element_type(self.operand.type))
        return [with_element(self.operand.type, expressed)]


@op_definition
class UniformQuantizeOp(UnaryOp):
    """`operand` in the quantized type of the result."""

    name = "stablehlo.uniform_quantize"
    operand = operand_def(unranked(Float, Quantized, PerAxisQuantized))
    result = result_def(unranked(Quantized, PerAxisQuantized))

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.uniform_quantize`: the expressed type of the quantized result is the
        operand's element type.
        """
        expected = expressed_type(element_type(self.operand.type))
        found = expressed_type(element_type(self.result.type))
        if found != expected:
            raise Violation(
                f"Expressed type of result expected to be {quoted(expected)}, but got "
                f"{quoted(found)}"
            )


@op_definition
class AddOp(BinaryOp):
    """`lhs + rhs`; logical or for booleans."""

    name = "stablehlo.add"
    traits = traits_def(HloCommutative())
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (same_shape, elementwise)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.add`: all elements have the same type."""
        types = self.lhs.type, self.rhs.type, self.result.type
        if quantization.any_quantized(*types):
            quantization.check_sum(*types)
        elif len(set(map(element_type, types))) > 1:
            raise Violation("op requires the same element type for all operands and results")


@op_definition
class AndOp(LogicalBinaryOp):
    """Logical and for booleans, bitwise and for integers."""

    name = "stablehlo.and"


@op_definition
class Atan2Op(BinaryOp):
    """Angle of the point (`rhs`, `lhs`), in radians."""

    name = "stablehlo.atan2"
    lhs = operand_def(FloatComplexOrQuantizedTensor)
    rhs = operand_def(FloatComplexOrQuantizedTensor)
    result = result_def(FloatComplexOrQuantizedTensor)


@op_definition
class ComplexOp(PureOp):
    """`lhs + i * rhs`."""

    name = "stablehlo.complex"
    FORM: ClassVar[str] = """operands attr-dict `:`
        custom<ComplexOpType>(type($lhs), type($rhs), type($result))"""
    lhs = operand_def(ranked(Float32Or64))
    rhs = operand_def(ranked(Float32Or64))
    result = result_def(ComplexTensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (
        same_operand_element_type,
        same_shape,
        same_shape,
        elementwise,
    )

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.complex`: the type of complex numbers with parts of
        the operand type.
        """
        return [complex_type(self.lhs.type)]


@op_definition
class CompareOp(PureOp):
    """Whether the relation `comparison_direction` holds between `lhs` and `rhs`."""

    name = "stablehlo.compare"
    FORM: ClassVar[str] = """$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)?
        attr-dict `:` functional-type(operands, results)"""
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(PredTensor)
    comparison_direction = prop_def(ComparisonDirectionAttr)
    compare_type = opt_prop_def(ComparisonTypeAttr)
    CHECKS: ClassVar[tuple[Check, ...]] = (
        elementwise,
        compatible_operand_element_types,
        same_shape,
    )

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.compare`: a type with boolean elements."""
        return [tensor(shape_of(self.lhs), i1)]


@op_definition
class DivOp(NumberBinaryOp):
    """`lhs / rhs`, truncated for integers."""

    name = "stablehlo.divide"


@op_definition
class MaxOp(AnyBinaryOp):
    """Maximum; logical or for booleans."""

    name = "stablehlo.maximum"


@op_definition
class MinOp(AnyBinaryOp):
    """Minimum; logical and for booleans."""

    name = "stablehlo.minimum"


@op_definition
class MulOp(AnyBinaryOp):
    """`lhs * rhs`; logical and for booleans."""

    name = "stablehlo.multiply"


@op_definition
class OrOp(LogicalBinaryOp):
    """Logical or for booleans, bitwise or for integers."""

    name = "stablehlo.or"


@op_definition
class PowOp(NumberBinaryOp):
    """`lhs` to the power `rhs`."""

    name = "stablehlo.power"


@op_definition
class RemOp(NumberBinaryOp):
    """Remainder of `lhs / rhs`, with the sign of `lhs`."""

    name = "stablehlo.remainder"


@op_definition
class ShiftLeftOp(ShiftOp):
    """`lhs << rhs`."""

    name = "stablehlo.shift_left"


@op_definition
class ShiftRightArithmeticOp(ShiftOp):
    """`lhs >> rhs`, filled with the sign bit."""

    name = "stablehlo.shift_right_arithmetic"


@op_definition
class ShiftRightLogicalOp(ShiftOp):
    """`lhs >> rhs`, filled with zeros."""

    name = "stablehlo.shift_right_logical"


@op_definition
class SubtractOp(NumberBinaryOp):
    """`lhs - rhs`."""

    name = "stablehlo.subtract"


@op_definition
class XorOp(LogicalBinaryOp):
    """Logical exclusive or for booleans, bitwise for integers."""

    name = "stablehlo.xor"


@op_definition
class ClampOp(PureOp):
    """`operand` clamped between `min` and `max`, which may be scalars."""

    name = "stablehlo.clamp"
    FORM: ClassVar[str] = """$min `,` $operand `,` $max attr-dict `:`
        custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))"""
    min = operand_def(Tensor)
    operand = operand_def(Tensor)
    max = operand_def(Tensor)
    result = result_def(Tensor)
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_element_types,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.clamp`: the type of the operand. The limits must
        have its shape or be scalars.
        """
        for name, limit in (("min", self.min), ("max", self.max)):
            own = shape_of(limit)
            if own and not have_compatible_shapes(limit.type, self.operand.type):
                raise Violation(
                    f"{name} shape [{sizes_text(own)}] is not scalar and is not compatible to "
                    f"operand shape [{sizes_text(shape_of(self.operand))}]"
                )
        return [self.operand.type]


@op_definition
class SelectOp(PureOp):
    """`pred ? on_true : on_false`; `pred` may be a scalar."""

    name = "stablehlo.select"
    FORM: ClassVar[str] = """operands attr-dict `:`
        custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))"""
    pred = operand_def(PredTensor)
    on_true = operand_def(Tensor)
    on_false = operand_def(Tensor)
    result = result_def(Tensor)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.select`: the common type of both values. The
        predicate must have their shape or be a scalar.
        """
        branches = [self.on_true.type, self.on_false.type]
        if not same_shape_and_elements(*branches, any_float=True):
            raise Violation("requires compatible types for non-predicate operands")
        if shape_of(self.pred) and not have_compatible_shapes(self.pred.type, branches[0]):
            raise Violation("requires the same shape for all operands")
        return [most_specific_type(branches)]
