"""CHLO: element-wise ops that StableHLO lacks."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from ttmlir_py.dialects.chlo.interfaces import CHLOOp
from ttmlir_py.dialects.stablehlo.constraints import Complex, Float, Int, Pred, unranked
from ttmlir_py.dialects.stablehlo.interfaces import SameTypeInferred
from ttmlir_py.dialects.stablehlo.rules.common import with_element
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    compatible_types,
    elementwise,
    same_shape,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition

_FloatOrComplex = unranked(Float, Complex)
_Float = unranked(Float)
_Number = unranked(Int, Float, Complex)


class UnaryOp(SameTypeInferred, CHLOOp):
    """`result = f(operand)` with equal types."""

    FORM: ClassVar[str] = "$operand attr-dict `:` type($operand) `->` type($result)"
    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_types, elementwise, same_shape)


class FloatOrComplexUnaryOp(UnaryOp):
    """A function of floats and complex numbers."""

    operand = operand_def(_FloatOrComplex)
    result = result_def(_FloatOrComplex)


class FloatUnaryOp(UnaryOp):
    """A function of floats."""

    operand = operand_def(_Float)
    result = result_def(_Float)


class PredicateOp(UnaryOp):
    """A test of floats."""

    CHECKS: ClassVar[tuple[Check, ...]] = (elementwise, same_shape)
    operand = operand_def(_Float)
    result = result_def(unranked(Pred))

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the inferred result type: a type with boolean elements."""
        return [with_element(self.operand.type, i1)]


class BinaryOp(SameTypeInferred, CHLOOp):
    """A function of two floats with a result of the same type."""

    CHECKS: ClassVar[tuple[Check, ...]] = (compatible_types,)


@op_definition
class AsinAcosKernelOp(UnaryOp):
    """The kernel for the inverse sine and cosine of complex numbers."""

    name = "chlo._asin_acos_kernel"
    operand = operand_def(unranked(Complex))
    result = result_def(unranked(Complex))


@op_definition
class AcosOp(FloatOrComplexUnaryOp):
    """Inverse cosine (radians)."""

    name = "chlo.acos"


@op_definition
class AcoshOp(FloatOrComplexUnaryOp):
    """Inverse hyperbolic cosine."""

    name = "chlo.acosh"


@op_definition
class AsinOp(FloatOrComplexUnaryOp):
    """Inverse sine (radians)."""

    name = "chlo.asin"


@op_definition
class AsinhOp(FloatOrComplexUnaryOp):
    """Inverse hyperbolic sine."""

    name = "chlo.asinh"


@op_definition
class AtanOp(FloatOrComplexUnaryOp):
    """Inverse tangent (radians)."""

    name = "chlo.atan"


@op_definition
class AtanhOp(FloatOrComplexUnaryOp):
    """Inverse hyperbolic tangent."""

    name = "chlo.atanh"


@op_definition
class BesselI1eOp(FloatOrComplexUnaryOp):
    """`exp(-|operand|) * I1(operand)`, with the modified Bessel function of the first kind of order
    1.
    """

    name = "chlo.bessel_i1e"


@op_definition
class ConjOp(FloatOrComplexUnaryOp):
    """The complex conjugate."""

    name = "chlo.conj"


@op_definition
class CoshOp(FloatOrComplexUnaryOp):
    """Hyperbolic cosine."""

    name = "chlo.cosh"


@op_definition
class SinhOp(FloatOrComplexUnaryOp):
    """Hyperbolic sine."""

    name = "chlo.sinh"


@op_definition
class SquareOp(UnaryOp):
    """Square. StableHLO added this op in version 1.8, and JAX has used it since then."""

    name = "chlo.square"
    operand = operand_def(_Number)
    result = result_def(_Number)


@op_definition
class TanOp(FloatOrComplexUnaryOp):
    """Tangent (radians)."""

    name = "chlo.tan"


@op_definition
class DigammaOp(FloatUnaryOp):
    """Derivative of the logarithm of the gamma function."""

    name = "chlo.digamma"


@op_definition
class ErfOp(FloatUnaryOp):
    """The error function."""

    name = "chlo.erf"


@op_definition
class ErfInvOp(FloatUnaryOp):
    """The inverse of the error function."""

    name = "chlo.erf_inv"


@op_definition
class ErfcOp(FloatUnaryOp):
    """`1 - erf(operand)`, without cancellation for large operands."""

    name = "chlo.erfc"


@op_definition
class LgammaOp(FloatUnaryOp):
    """Logarithm of the magnitude of the gamma function."""

    name = "chlo.lgamma"


@op_definition
class IsInfOp(PredicateOp):
    """Whether `operand` is infinite."""

    name = "chlo.is_inf"


@op_definition
class IsNegInfOp(PredicateOp):
    """Whether `operand` is negative infinity."""

    name = "chlo.is_neg_inf"


@op_definition
class IsPosInfOp(PredicateOp):
    """Whether `operand` is positive infinity."""

    name = "chlo.is_pos_inf"


@op_definition
class NextAfterOp(BinaryOp):
    """The next representable float after `x` in the direction of `y`."""

    name = "chlo.next_after"
    FORM: ClassVar[str] = "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type(results)"
    x = operand_def(_Float)
    y = operand_def(_Float)
    result = result_def(_Float)


@op_definition
class PolygammaOp(BinaryOp):
    """The derivative of order `n + 1` of the logarithm of the gamma function, at `x`."""

    name = "chlo.polygamma"
    FORM: ClassVar[str] = "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type(results)"
    n = operand_def(_Float)
    x = operand_def(_Float)
    result = result_def(_Float)


@op_definition
class ZetaOp(BinaryOp):
    """Hurwitz's zeta function: the sum of `(q + k) ** -x` over k = 0, 1, 2, ..."""

    name = "chlo.zeta"
    FORM: ClassVar[str] = "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type(results)"
    x = operand_def(_Float)
    q = operand_def(_Float)
    result = result_def(_Float)
