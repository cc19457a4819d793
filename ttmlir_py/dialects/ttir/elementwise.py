"""TTIR: element-wise ops."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import prop_def

from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.generic_region import GenericElementwiseOp
from ttmlir_py.dialects.ttir.interfaces import (
    BinaryIdempotent,
    ElementwiseOp,
    Idempotent,
    ImplicitBroadcast,
    Involutive,
)
from ttmlir_py.dialects.ttir.ranges import Range
from ttmlir_py.dialects.ttir.truth_values import TruthIdempotent
from ttmlir_py.ir.definition.constraints import F32Attr
from ttmlir_py.ir.definition.operations import op_definition
from ttmlir_py.ir.narrowing import is_integer_type

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern


class ElementwiseUnaryOp(ElementwiseOp):
    """`result = f(x)`."""

    INPUTS: ClassVar[tuple[str, ...]] = ("x",)


class ElementwiseBinaryOp(ElementwiseOp):
    """`result = f(lhs, rhs)`."""

    INPUTS: ClassVar[tuple[str, ...]] = ("lhs", "rhs")


class ElementwiseTernaryOp(ElementwiseOp):
    """`result = f(first, second, third)`."""

    INPUTS: ClassVar[tuple[str, ...]] = ("first", "second", "third")


@op_definition
class WhereOp(ElementwiseTernaryOp):
    """`result = first != 0 ? second : third`, element by element."""

    name = "ttir.where"
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.FIRST_OPERAND


@op_definition
class AbsOp(Idempotent, ElementwiseUnaryOp):
    """`|x|`."""

    name = "ttir.abs"

    def elements_range(self) -> Range | None:
        """Return the non-negative numbers as range for floats, and None for integers, because the
        smallest integer is its own negative.
        """
        is_integer = is_integer_type(tensor_type(self.operands[0]).element_type)
        return None if is_integer else Range(0, inf, is_whole=False)


@op_definition
class CbrtOp(ElementwiseUnaryOp):
    """Cube root of `x`."""

    name = "ttir.cbrt"


@op_definition
class CeilOp(Idempotent, ElementwiseUnaryOp):
    """Least integer not below `x`."""

    name = "ttir.ceil"


@op_definition
class CosOp(ElementwiseUnaryOp):
    """Cosine of `x` (radians)."""

    name = "ttir.cos"


@op_definition
class FloorOp(Idempotent, ElementwiseUnaryOp):
    """Greatest integer not above `x`."""

    name = "ttir.floor"


@op_definition
class GeluOp(ElementwiseUnaryOp):
    """Gaussian error linear unit, `x * Phi(x)` with the normal distribution's `Phi`."""

    name = "ttir.gelu"


@op_definition
class IsFiniteOp(ElementwiseUnaryOp):
    """1 where `x` is neither infinite nor NaN, else 0."""

    name = "ttir.isfinite"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class LogicalNotOp(ElementwiseUnaryOp):
    """1 where `x` is 0, else 0."""

    name = "ttir.logical_not"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class BitwiseNotOp(Involutive, ElementwiseUnaryOp):
    """Complement of every bit of the integer `x`."""

    name = "ttir.bitwise_not"


@op_definition
class NegOp(Involutive, ElementwiseUnaryOp):
    """`-x`."""

    name = "ttir.neg"


@op_definition
class TanOp(ElementwiseUnaryOp):
    """Tangent of `x` (radians)."""

    name = "ttir.tan"


@op_definition
class TanhOp(ElementwiseUnaryOp):
    """Hyperbolic tangent of `x`."""

    name = "ttir.tanh"


@op_definition
class ReciprocalOp(Involutive, ElementwiseUnaryOp):
    """`1 / x`."""

    name = "ttir.reciprocal"

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return `x` for the reciprocal of the reciprocal of `x`, otherwise None.

        Integers are not folded, because their reciprocals lose the fractions.

        Law: `reciprocal(reciprocal(x)) == x`, except for rounding.
        """
        is_integer = is_integer_type(tensor_type(self.operands[0]).element_type)
        return None if is_integer else super().fold()


@op_definition
class ReluOp(Idempotent, ElementwiseUnaryOp):
    """`max(x, 0)`."""

    name = "ttir.relu"


@op_definition
class RsqrtOp(ElementwiseUnaryOp):
    """`1 / sqrt(x)`."""

    name = "ttir.rsqrt"


@op_definition
class SigmoidOp(ElementwiseUnaryOp):
    """`1 / (1 + exp(-x))`."""

    name = "ttir.sigmoid"


@op_definition
class SignOp(Idempotent, ElementwiseUnaryOp):
    """-1, 0 or 1 for a negative, zero or positive `x`."""

    name = "ttir.sign"


@op_definition
class SinOp(ElementwiseUnaryOp):
    """Sine of `x` (radians)."""

    name = "ttir.sin"


@op_definition
class SqrtOp(ElementwiseUnaryOp):
    """Square root of `x`."""

    name = "ttir.sqrt"


@op_definition
class TypecastOp(ElementwiseUnaryOp):
    """`x` converted to the element type of the result."""

    name = "ttir.typecast"
    CHOOSES_ELEMENTS: ClassVar[bool] = True

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """Return the input if the type does not change, otherwise None.

        Law: `typecast(x, type(x)) == x`.
        """
        source, result = self.operands[0], self.result_if_single
        return [source] if result is not None and source.type == result.type else None


@op_definition
class LogOp(ElementwiseUnaryOp):
    """Natural logarithm of `x`."""

    name = "ttir.log"


@op_definition
class Log1pOp(ElementwiseUnaryOp):
    """`log(1 + x)`, exact near 0."""

    name = "ttir.log1p"


@op_definition
class Expm1Op(ElementwiseUnaryOp):
    """`exp(x) - 1`, exact near 0."""

    name = "ttir.expm1"


@op_definition
class LeakyReluOp(ElementwiseUnaryOp):
    """`x` where `x >= 0`, else `parameter * x`."""

    name = "ttir.leaky_relu"
    parameter = prop_def(F32Attr)


@op_definition
class EqualOp(ElementwiseBinaryOp):
    """1 where `lhs == rhs`, else 0."""

    name = "ttir.eq"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class NotEqualOp(ElementwiseBinaryOp):
    """1 where `lhs != rhs`, else 0."""

    name = "ttir.ne"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class GreaterEqualOp(ElementwiseBinaryOp):
    """1 where `lhs >= rhs`, else 0."""

    name = "ttir.ge"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class GreaterThanOp(ElementwiseBinaryOp):
    """1 where `lhs > rhs`, else 0."""

    name = "ttir.gt"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class LessEqualOp(ElementwiseBinaryOp):
    """1 where `lhs <= rhs`, else 0."""

    name = "ttir.le"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class LessThanOp(ElementwiseBinaryOp):
    """1 where `lhs < rhs`, else 0."""

    name = "ttir.lt"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class LogicalAndOp(TruthIdempotent, ElementwiseBinaryOp):
    """1 where both are nonzero, else 0."""

    name = "ttir.logical_and"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class LogicalOrOp(TruthIdempotent, ElementwiseBinaryOp):
    """1 where either is nonzero, else 0."""

    name = "ttir.logical_or"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class LogicalXorOp(ElementwiseBinaryOp):
    """1 where exactly one is nonzero, else 0."""

    name = "ttir.logical_xor"
    MAKES_TRUTH_VALUES: ClassVar[bool] = True


@op_definition
class BitwiseAndOp(BinaryIdempotent, ElementwiseBinaryOp):
    """`lhs & rhs` of integers."""

    name = "ttir.bitwise_and"


@op_definition
class BitwiseOrOp(BinaryIdempotent, ElementwiseBinaryOp):
    """`lhs | rhs` of integers."""

    name = "ttir.bitwise_or"


@op_definition
class BitwiseXorOp(ElementwiseBinaryOp):
    """`lhs ^ rhs` of integers."""

    name = "ttir.bitwise_xor"

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the canonicalization patterns of `ttir.bitwise_xor`."""
        from ttmlir_py.dialects.ttir.canonicalization import XOR_PATTERNS

        return XOR_PATTERNS


@op_definition
class MinimumOp(BinaryIdempotent, ElementwiseBinaryOp):
    """Minimum of `lhs` and `rhs`."""

    name = "ttir.minimum"
    CHOOSES_ELEMENTS: ClassVar[bool] = True
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.FIRST_OPERAND


@op_definition
class SubtractOp(ElementwiseBinaryOp):
    """`lhs - rhs`."""

    name = "ttir.subtract"
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.FIRST_OPERAND


@op_definition
class RemainderOp(ElementwiseBinaryOp):
    """Remainder of `lhs / rhs`."""

    name = "ttir.remainder"
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.FIRST_OPERAND


@op_definition
class PowerOp(ElementwiseBinaryOp):
    """`lhs` to the power `rhs`."""

    name = "ttir.power"


@op_definition
class ExpOp(GenericElementwiseOp, ElementwiseUnaryOp):
    """`e` to the power `x`."""

    name = "ttir.exp"

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the `arith` or `math` op that computes `ttir.exp` on single elements."""
        from xdsl.dialects.math import ExpOp

        (x,) = inputs
        return ExpOp(x)


@op_definition
class AddOp(GenericElementwiseOp, ElementwiseBinaryOp):
    """`lhs + rhs`."""

    name = "ttir.add"
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.ALL_OPERANDS

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the `arith` or `math` op that computes `ttir.add` on single elements."""
        from xdsl.dialects.arith import AddfOp

        lhs, rhs = inputs
        return AddfOp(lhs, rhs)


@op_definition
class MultiplyOp(GenericElementwiseOp, ElementwiseBinaryOp):
    """`lhs * rhs`."""

    name = "ttir.multiply"
    KEEPS_TRUTH_VALUES: ClassVar[bool] = True
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.FIRST_OPERAND

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the `arith` or `math` op that computes `ttir.multiply` on single elements."""
        from xdsl.dialects.arith import MulfOp

        lhs, rhs = inputs
        return MulfOp(lhs, rhs)


@op_definition
class DivOp(GenericElementwiseOp, ElementwiseBinaryOp):
    """`lhs / rhs`."""

    name = "ttir.div"
    IMPLICIT_BROADCAST: ClassVar[ImplicitBroadcast] = ImplicitBroadcast.FIRST_OPERAND

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the `arith` or `math` op that computes `ttir.div` on single elements."""
        from xdsl.dialects.arith import DivfOp

        lhs, rhs = inputs
        return DivfOp(lhs, rhs)


@op_definition
class MaximumOp(GenericElementwiseOp, ElementwiseBinaryOp):
    """Maximum of `lhs` and `rhs`."""

    name = "ttir.maximum"
    CHOOSES_ELEMENTS: ClassVar[bool] = True

    def element_op(self, inputs: Sequence[SSAValue]) -> Operation:
        """Return the `arith` or `math` op that computes `ttir.maximum` on single elements."""
        from xdsl.dialects.arith import MaximumfOp

        lhs, rhs = inputs
        return MaximumfOp(lhs, rhs)
