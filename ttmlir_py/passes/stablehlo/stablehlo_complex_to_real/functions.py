"""Functions of complex numbers as functions of their real and imaginary parts.

The formulas are those of M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 1964,
sections 3.7, 4.1 to 4.3 and 4.5. Branch cuts are on the negative real axis, as in XLA.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import chlo, stablehlo
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.passes.stablehlo.stablehlo_complex_to_real.parts import Parts, Reals


def product(b: Reals, x: Parts, y: Parts) -> Parts:
    """Return `x * y`."""
    return Parts(
        b.subtract(b.multiply(x.re, y.re), b.multiply(x.im, y.im)),
        b.add(b.multiply(x.re, y.im), b.multiply(x.im, y.re)),
    )


def _quotient(b: Reals, x: Parts, y: Parts) -> Parts:
    """Return `x / y`. The parts of `y` are divided by the larger one, so that no square is too
    large or too small.
    """
    largest = b.binary(stablehlo.MaxOp, b.abs(y.re), b.abs(y.im))
    re, im = b.divide(y.re, largest), b.divide(y.im, largest)
    size = b.add(b.multiply(y.re, re), b.multiply(y.im, im))
    return Parts(
        b.divide(b.add(b.multiply(x.re, re), b.multiply(x.im, im)), size),
        b.divide(b.subtract(b.multiply(x.im, re), b.multiply(x.re, im)), size),
    )


def _modulus(b: Reals, z: Parts) -> SSAValue:
    """Return `|z|`. The parts are divided by the larger one, so that no square is too large or too
    small.
    """
    x, y = b.abs(z.re), b.abs(z.im)
    largest, smallest = b.binary(stablehlo.MaxOp, x, y), b.binary(stablehlo.MinOp, x, y)
    ratio = b.divide(smallest, largest)
    one = b.number(1, x.type)
    root = b.unary(stablehlo.SqrtOp, b.add(one, b.multiply(ratio, ratio)))
    zero, infinity = b.number(0, x.type), b.number(inf, x.type)
    is_special = b.binary(stablehlo.OrOp, _equal(b, largest, zero), _equal(b, largest, infinity))
    return b.select(is_special, largest, b.multiply(largest, root))


def _equal(b: Reals, x: SSAValue, y: SSAValue) -> SSAValue:
    return b.compare(ComparisonDirection.EQ, x, y)


def _angle(b: Reals, z: Parts) -> SSAValue:
    return b.binary(stablehlo.Atan2Op, z.im, z.re)


def _polar(b: Reals, size: SSAValue, angle: SSAValue) -> Parts:
    """Return the number with the modulus `size` and the argument `angle`."""
    return Parts(
        b.multiply(size, b.unary(stablehlo.CosineOp, angle)),
        b.multiply(size, b.unary(stablehlo.SineOp, angle)),
    )


def _exponential(b: Reals, z: Parts) -> Parts:
    return _polar(b, b.unary(stablehlo.ExpOp, z.re), z.im)


def _exponential_minus_one(b: Reals, z: Parts) -> Parts:
    """Return `exp(z) - 1`, exact near 0: `cos(y) = 1 - 2 sin(y/2)**2`."""
    half = b.unary(stablehlo.SineOp, b.multiply(z.im, b.number(0.5, z.im.type)))
    versine = b.multiply(b.number(2, half.type), b.multiply(half, half))
    less_one = b.unary(stablehlo.Expm1Op, z.re)
    cosine = b.unary(stablehlo.CosineOp, z.im)
    re = b.subtract(b.multiply(less_one, cosine), versine)
    return Parts(re, _exponential(b, z).im)


def _logarithm(b: Reals, z: Parts) -> Parts:
    return Parts(b.unary(stablehlo.LogOp, _modulus(b, z)), _angle(b, z))


def _logarithm_plus_one(b: Reals, z: Parts) -> Parts:
    """Return `log(1 + z)`, exact near 0: `|1 + z|**2 = 1 + x * (x + 2) + y**2`."""
    two, half = b.number(2, z.re.type), b.number(0.5, z.re.type)
    square = b.add(b.multiply(z.re, b.add(z.re, two)), b.multiply(z.im, z.im))
    re = b.multiply(half, b.unary(stablehlo.Log1pOp, square))
    return Parts(re, _angle(b, Parts(b.add(z.re, b.number(1, z.re.type)), z.im)))


def _logistic(b: Reals, z: Parts) -> Parts:
    """Return `1 / (1 + exp(-z))`."""
    power = _exponential(b, Parts(b.negate(z.re), b.negate(z.im)))
    one = b.number(1, z.re.type)
    return _quotient(b, b.complex(one), Parts(b.add(one, power.re), power.im))


def _sine(b: Reals, z: Parts) -> Parts:
    sine, cosine = b.unary(stablehlo.SineOp, z.re), b.unary(stablehlo.CosineOp, z.re)
    return Parts(
        b.multiply(sine, b.unary(chlo.CoshOp, z.im)), b.multiply(cosine, b.unary(chlo.SinhOp, z.im))
    )


def _cosine(b: Reals, z: Parts) -> Parts:
    sine, cosine = b.unary(stablehlo.SineOp, z.re), b.unary(stablehlo.CosineOp, z.re)
    im = b.multiply(sine, b.unary(chlo.SinhOp, z.im))
    return Parts(b.multiply(cosine, b.unary(chlo.CoshOp, z.im)), b.negate(im))


def _hyperbolic_sine(b: Reals, z: Parts) -> Parts:
    return _turned_back(b, _sine(b, _turned(b, z)))


def _hyperbolic_cosine(b: Reals, z: Parts) -> Parts:
    return _cosine(b, _turned(b, z))


def _hyperbolic_tangent(b: Reals, z: Parts) -> Parts:
    """Return `tanh(z)` from `h = tanh(x)` and `t = tan(y)`."""
    h, t = b.unary(stablehlo.TanhOp, z.re), b.unary(stablehlo.TanOp, z.im)
    one, square = b.number(1, h.type), b.multiply(t, t)
    size = b.add(one, b.multiply(b.multiply(h, h), square))
    return Parts(
        b.divide(b.multiply(h, b.add(one, square)), size),
        b.divide(b.multiply(t, b.subtract(one, b.multiply(h, h))), size),
    )


def _tangent(b: Reals, z: Parts) -> Parts:
    return _turned_back(b, _hyperbolic_tangent(b, _turned(b, z)))


def _turned(b: Reals, z: Parts) -> Parts:
    """Return `i * z`."""
    return Parts(b.negate(z.im), z.re)


def _turned_back(b: Reals, z: Parts) -> Parts:
    """Return `-i * z`."""
    return Parts(z.im, b.negate(z.re))


def _square_root(b: Reals, z: Parts) -> Parts:
    """Return the root with a real part that is not negative. Half the sum of `|z|` and `|x|` is the
    square of its larger part.
    """
    half, zero = b.number(0.5, z.re.type), b.number(0, z.re.type)
    total = b.add(b.multiply(_modulus(b, z), half), b.multiply(b.abs(z.re), half))
    large = b.unary(stablehlo.SqrtOp, total)
    small = b.divide(b.multiply(z.im, half), large)
    small = b.select(_equal(b, large, zero), zero, small)
    is_positive = b.compare(ComparisonDirection.GE, z.re, zero)
    is_above = b.compare(ComparisonDirection.GE, z.im, zero)
    signed = b.select(is_above, large, b.negate(large))
    return Parts(b.select(is_positive, large, b.abs(small)), b.select(is_positive, small, signed))


def _reciprocal_root(b: Reals, z: Parts) -> Parts:
    angle = b.multiply(_angle(b, z), b.number(-0.5, z.re.type))
    return _polar(b, b.unary(stablehlo.RsqrtOp, _modulus(b, z)), angle)


def _cube_root(b: Reals, z: Parts) -> Parts:
    angle = b.multiply(_angle(b, z), b.number(1 / 3, z.re.type))
    return _polar(b, b.unary(stablehlo.CbrtOp, _modulus(b, z)), angle)


def _power(b: Reals, x: Parts, y: Parts) -> Parts:
    """Return `exp(y * log(x))`; for `x = 0`, 1 if `y` is 0, otherwise 0."""
    found = _exponential(b, product(b, y, _logarithm(b, x)))
    zero, one = b.number(0, x.re.type), b.number(1, x.re.type)
    is_zero = _is_zero(b, x, zero)
    at_zero = b.select(_is_zero(b, y, zero), one, zero)
    return Parts(b.select(is_zero, at_zero, found.re), b.select(is_zero, zero, found.im))


def _is_zero(b: Reals, z: Parts, zero: SSAValue) -> SSAValue:
    re, im = _equal(b, z.re, zero), _equal(b, z.im, zero)
    return b.binary(stablehlo.AndOp, re, im)


def _sign(b: Reals, z: Parts) -> Parts:
    """Return `z / |z|`, and 0 for 0."""
    size, zero = _modulus(b, z), b.number(0, z.re.type)
    is_zero = _equal(b, size, zero)
    return Parts(*(b.select(is_zero, zero, b.divide(each, size)) for each in z))


def _square(b: Reals, z: Parts) -> Parts:
    return product(b, z, z)


def _conjugate(b: Reals, z: Parts) -> Parts:
    return Parts(z.re, b.negate(z.im))


FUNCTIONS: Mapping[type[Operation], Callable[..., Parts | SSAValue]] = {
    chlo.ConjOp: _conjugate,
    chlo.CoshOp: _hyperbolic_cosine,
    chlo.SinhOp: _hyperbolic_sine,
    chlo.SquareOp: _square,
    chlo.TanOp: _tangent,
    stablehlo.AbsOp: _modulus,
    stablehlo.CbrtOp: _cube_root,
    stablehlo.CosineOp: _cosine,
    stablehlo.DivOp: _quotient,
    stablehlo.ExpOp: _exponential,
    stablehlo.Expm1Op: _exponential_minus_one,
    stablehlo.LogOp: _logarithm,
    stablehlo.Log1pOp: _logarithm_plus_one,
    stablehlo.LogisticOp: _logistic,
    stablehlo.MulOp: product,
    stablehlo.PowOp: _power,
    stablehlo.RsqrtOp: _reciprocal_root,
    stablehlo.SignOp: _sign,
    stablehlo.SineOp: _sine,
    stablehlo.SqrtOp: _square_root,
    stablehlo.TanOp: _tangent,
    stablehlo.TanhOp: _hyperbolic_tangent,
}
"""Maps an op to the function of a builder and its operands' parts that returns its result."""
