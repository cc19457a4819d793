"""TTNN: element-wise ops."""

from typing import ClassVar

from xdsl.irdl import prop_def

from ttmlir_py.dialects.ttnn.interfaces import (
    ElementwiseBinaryOp,
    ElementwiseTernaryOp,
    ElementwiseUnaryOp,
)
from ttmlir_py.ir.definition.constraints import F32Attr
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class WhereOp(ElementwiseTernaryOp):
    """`result = first != 0 ? second : third`, element by element."""

    name = "ttnn.where"


@op_definition
class AbsOp(ElementwiseUnaryOp):
    """`|x|`."""

    name = "ttnn.abs"


@op_definition
class CbrtOp(ElementwiseUnaryOp):
    """Cube root of `x`."""

    name = "ttnn.cbrt"
    COMPOSITE: ClassVar[bool] = True


@op_definition
class CeilOp(ElementwiseUnaryOp):
    """Least integer not below `x`."""

    name = "ttnn.ceil"


@op_definition
class SignOp(ElementwiseUnaryOp):
    """-1, 0 or 1 for a negative, zero or positive `x`."""

    name = "ttnn.sign"


@op_definition
class CosOp(ElementwiseUnaryOp):
    """Cosine of `x` (radians)."""

    name = "ttnn.cos"


@op_definition
class ExpOp(ElementwiseUnaryOp):
    """`e` to the power `x`."""

    name = "ttnn.exp"
    APPROXIMABLE: ClassVar[bool] = True


@op_definition
class FloorOp(ElementwiseUnaryOp):
    """Greatest integer not above `x`."""

    name = "ttnn.floor"


@op_definition
class GeluOp(ElementwiseUnaryOp):
    """Gaussian error linear unit, `x * Phi(x)` with the normal distribution's `Phi`."""

    name = "ttnn.gelu"
    APPROXIMABLE: ClassVar[bool] = True


@op_definition
class IsFiniteOp(ElementwiseUnaryOp):
    """1 where `x` is neither infinite nor NaN, else 0."""

    name = "ttnn.isfinite"


@op_definition
class LogicalNotOp(ElementwiseUnaryOp):
    """1 where `x` is 0, else 0."""

    name = "ttnn.logical_not"


@op_definition
class BitwiseNotOp(ElementwiseUnaryOp):
    """Complement of every bit of the integer `x`."""

    name = "ttnn.bitwise_not"


@op_definition
class NegOp(ElementwiseUnaryOp):
    """`-x`."""

    name = "ttnn.neg"


@op_definition
class TanOp(ElementwiseUnaryOp):
    """Tangent of `x` (radians)."""

    name = "ttnn.tan"


@op_definition
class TanhOp(ElementwiseUnaryOp):
    """Hyperbolic tangent of `x`."""

    name = "ttnn.tanh"


@op_definition
class ReciprocalOp(ElementwiseUnaryOp):
    """`1 / x`."""

    name = "ttnn.reciprocal"


@op_definition
class ReluOp(ElementwiseUnaryOp):
    """`max(x, 0)`."""

    name = "ttnn.relu"


@op_definition
class SinOp(ElementwiseUnaryOp):
    """Sine of `x` (radians)."""

    name = "ttnn.sin"


@op_definition
class SqrtOp(ElementwiseUnaryOp):
    """Square root of `x`."""

    name = "ttnn.sqrt"


@op_definition
class RsqrtOp(ElementwiseUnaryOp):
    """`1 / sqrt(x)`."""

    name = "ttnn.rsqrt"
    APPROXIMABLE: ClassVar[bool] = True


@op_definition
class SigmoidOp(ElementwiseUnaryOp):
    """`1 / (1 + exp(-x))`."""

    name = "ttnn.sigmoid"


@op_definition
class LogOp(ElementwiseUnaryOp):
    """Natural logarithm of `x`."""

    name = "ttnn.log"


@op_definition
class Log1pOp(ElementwiseUnaryOp):
    """`log(1 + x)`, exact near 0."""

    name = "ttnn.log1p"
    COMPOSITE: ClassVar[bool] = True


@op_definition
class Expm1Op(ElementwiseUnaryOp):
    """`exp(x) - 1`, exact near 0."""

    name = "ttnn.expm1"


@op_definition
class LeakyReluOp(ElementwiseUnaryOp):
    """`x` where `x >= 0`, else `parameter * x`."""

    name = "ttnn.leaky_relu"
    parameter = prop_def(F32Attr)


@op_definition
class AddOp(ElementwiseBinaryOp):
    """`lhs + rhs`."""

    name = "ttnn.add"


@op_definition
class DivOp(ElementwiseBinaryOp):
    """`lhs / rhs`."""

    name = "ttnn.div"


@op_definition
class EqualOp(ElementwiseBinaryOp):
    """1 where `lhs == rhs`, else 0."""

    name = "ttnn.eq"


@op_definition
class NotEqualOp(ElementwiseBinaryOp):
    """1 where `lhs != rhs`, else 0."""

    name = "ttnn.ne"


@op_definition
class GreaterEqualOp(ElementwiseBinaryOp):
    """1 where `lhs >= rhs`, else 0."""

    name = "ttnn.ge"


@op_definition
class GreaterThanOp(ElementwiseBinaryOp):
    """1 where `lhs > rhs`, else 0."""

    name = "ttnn.gt"


@op_definition
class LessEqualOp(ElementwiseBinaryOp):
    """1 where `lhs <= rhs`, else 0."""

    name = "ttnn.le"


@op_definition
class LessThanOp(ElementwiseBinaryOp):
    """1 where `lhs < rhs`, else 0."""

    name = "ttnn.lt"


@op_definition
class LogicalAndOp(ElementwiseBinaryOp):
    """1 where both are nonzero, else 0."""

    name = "ttnn.logical_and"


@op_definition
class LogicalOrOp(ElementwiseBinaryOp):
    """1 where either is nonzero, else 0."""

    name = "ttnn.logical_or"


@op_definition
class LogicalXorOp(ElementwiseBinaryOp):
    """1 where exactly one is nonzero, else 0."""

    name = "ttnn.logical_xor"


@op_definition
class BitwiseAndOp(ElementwiseBinaryOp):
    """`lhs & rhs` of integers."""

    name = "ttnn.bitwise_and"


@op_definition
class BitwiseOrOp(ElementwiseBinaryOp):
    """`lhs | rhs` of integers."""

    name = "ttnn.bitwise_or"


@op_definition
class BitwiseXorOp(ElementwiseBinaryOp):
    """`lhs ^ rhs` of integers."""

    name = "ttnn.bitwise_xor"


@op_definition
class MaximumOp(ElementwiseBinaryOp):
    """Maximum of `lhs` and `rhs`."""

    name = "ttnn.maximum"


@op_definition
class MinimumOp(ElementwiseBinaryOp):
    """Minimum of `lhs` and `rhs`."""

    name = "ttnn.minimum"


@op_definition
class MultiplyOp(ElementwiseBinaryOp):
    """`lhs * rhs`."""

    name = "ttnn.multiply"


@op_definition
class SubtractOp(ElementwiseBinaryOp):
    """`lhs - rhs`."""

    name = "ttnn.subtract"


@op_definition
class RemainderOp(ElementwiseBinaryOp):
    """Remainder of `lhs / rhs`."""

    name = "ttnn.remainder"


@op_definition
class PowerOp(ElementwiseBinaryOp):
    """`lhs` to the power `rhs`."""

    name = "ttnn.pow"
