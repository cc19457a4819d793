"""StableHLO: element-wise ops."""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Commutative

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
from ttmlir_py.dialects.stablehlo.interfaces import PureOp
from ttmlir_py.ir.definition.constraints import NonNegativeI32Attr, PositiveI32Attr
from ttmlir_py.ir.definition.operations import op_definition

_UNARY = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"
_BINARY = """$lhs `,` $rhs attr-dict `:`
    custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))"""


class UnaryOp(PureOp):
    """`result = f(operand)`."""

    FORM: ClassVar[str] = _UNARY


class BinaryOp(PureOp):
    """`result = f(lhs, rhs)`."""

    FORM: ClassVar[str] = _BINARY


class FloatUnaryOp(UnaryOp):
    """A function of floats."""

    operand = operand_def(FloatOrQuantizedTensor)
    result = result_def(FloatOrQuantizedTensor)


class FloatOrComplexUnaryOp(UnaryOp):
    """A function of floats and complex numbers."""

    operand = operand_def(FloatComplexOrQuantizedTensor)
    result = result_def(FloatComplexOrQuantizedTensor)


class IntUnaryOp(UnaryOp):
    """A function of integers."""

    operand = operand_def(IntTensor)
    result = result_def(IntTensor)


class ComplexPartOp(UnaryOp):
    """A part of a complex number."""

    operand = operand_def(FloatOrComplexTensor)
    result = result_def(FloatTensor)


class NumberBinaryOp(BinaryOp):
    """A function of two numbers of any kind, but no booleans."""

    lhs = operand_def(NumberTensor)
    rhs = operand_def(NumberTensor)
    result = result_def(NumberTensor)


class AnyBinaryOp(BinaryOp):
    """A function of two elements of any kind."""

    traits = traits_def(Commutative())
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(Tensor)


class LogicalBinaryOp(BinaryOp):
    """A function of two booleans or the bits of two integers."""

    traits = traits_def(Commutative())
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
    """`|operand|`; of complex numbers, the modulus."""

    name = "stablehlo.abs"
    operand = operand_def(SignedTensor)
    result = result_def(RealSignedTensor)


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


@op_definition
class ClzOp(IntUnaryOp):
    """How many leading bits are 0."""

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
class NegOp(UnaryOp):
    """`-operand`."""

    name = "stablehlo.negate"
    operand = operand_def(NumberTensor)
    result = result_def(NumberTensor)


@op_definition
class NotOp(UnaryOp):
    """Not, or the complement of every bit of an integer."""

    name = "stablehlo.not"
    operand = operand_def(LogicalTensor)
    result = result_def(LogicalTensor)


@op_definition
class PopulationCountOp(IntUnaryOp):
    """How many bits are 1."""

    name = "stablehlo.popcnt"


@op_definition
class RealOp(ComplexPartOp):
    """The real part."""

    name = "stablehlo.real"


@op_definition
class ReducePrecisionOp(PureOp):
    """`operand` rounded to a float format of so many exponent and mantissa bits, and back."""

    name = "stablehlo.reduce_precision"
    FORM: ClassVar[str] = """$operand `,` `format` `=`
        custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:`
        custom<SameOperandsAndResultType>(type($operand), type($output))"""
    operand = operand_def(FloatOrQuantizedTensor)
    output = result_def(FloatOrQuantizedTensor)
    exponent_bits = prop_def(PositiveI32Attr)
    mantissa_bits = prop_def(NonNegativeI32Attr)


@op_definition
class RoundOp(FloatUnaryOp):
    """Nearest integer; halves away from zero."""

    name = "stablehlo.round_nearest_afz"


@op_definition
class RoundNearestEvenOp(FloatUnaryOp):
    """Nearest integer; halves to the even one."""

    name = "stablehlo.round_nearest_even"


@op_definition
class RsqrtOp(FloatOrComplexUnaryOp):
    """`1 / sqrt(operand)`."""

    name = "stablehlo.rsqrt"


@op_definition
class SignOp(UnaryOp):
    """-1, 0 or 1, as `operand` is negative, zero or positive; NaN of NaN."""

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
    """The floats that quantized elements stand for."""

    name = "stablehlo.uniform_dequantize"
    operand = operand_def(unranked(Quantized, PerAxisQuantized))
    result = result_def(FloatTensor)


@op_definition
class UniformQuantizeOp(UnaryOp):
    """`operand` in the quantized type of the result."""

    name = "stablehlo.uniform_quantize"
    operand = operand_def(unranked(Float, Quantized, PerAxisQuantized))
    result = result_def(unranked(Quantized, PerAxisQuantized))


@op_definition
class AddOp(BinaryOp):
    """`lhs + rhs`; of booleans, or."""

    name = "stablehlo.add"
    traits = traits_def(Commutative())
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)


@op_definition
class AndOp(LogicalBinaryOp):
    """And, of booleans or of the bits of integers."""

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


@op_definition
class CompareOp(PureOp):
    """Whether `lhs` and `rhs` are in the relation that `comparison_direction` says."""

    name = "stablehlo.compare"
    FORM: ClassVar[str] = """$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)?
        attr-dict `:` functional-type(operands, results)"""
    lhs = operand_def(Tensor)
    rhs = operand_def(Tensor)
    result = result_def(PredTensor)
    comparison_direction = prop_def(ComparisonDirectionAttr)
    compare_type = opt_prop_def(ComparisonTypeAttr)


@op_definition
class DivOp(NumberBinaryOp):
    """`lhs / rhs`; of integers, truncated."""

    name = "stablehlo.divide"


@op_definition
class MaxOp(AnyBinaryOp):
    """The larger of the two; of booleans, or."""

    name = "stablehlo.maximum"


@op_definition
class MinOp(AnyBinaryOp):
    """The smaller of the two; of booleans, and."""

    name = "stablehlo.minimum"


@op_definition
class MulOp(AnyBinaryOp):
    """`lhs * rhs`; of booleans, and."""

    name = "stablehlo.multiply"


@op_definition
class OrOp(LogicalBinaryOp):
    """Or, of booleans or of the bits of integers."""

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
    """`lhs >> rhs`; the sign bit comes in."""

    name = "stablehlo.shift_right_arithmetic"


@op_definition
class ShiftRightLogicalOp(ShiftOp):
    """`lhs >> rhs`; zeros come in."""

    name = "stablehlo.shift_right_logical"


@op_definition
class SubtractOp(NumberBinaryOp):
    """`lhs - rhs`."""

    name = "stablehlo.subtract"


@op_definition
class XorOp(LogicalBinaryOp):
    """Exclusive or, of booleans or of the bits of integers."""

    name = "stablehlo.xor"


@op_definition
class ClampOp(PureOp):
    """`operand` put between `min` and `max`, which may be scalars."""

    name = "stablehlo.clamp"
    FORM: ClassVar[str] = """$min `,` $operand `,` $max attr-dict `:`
        custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))"""
    min = operand_def(Tensor)
    operand = operand_def(Tensor)
    max = operand_def(Tensor)
    result = result_def(Tensor)


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
