"""Recognition of the polynomials by which importers compute the error function."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.passes.ttir.constants import splat_number
from ttmlir_py.passes.ttir.rules import made_by

_LARGEST_DEGREE = 8
_NUMERATOR = (
    *(-1.60960333262415e-02, -2.95459980854025e-03, -7.34990630326855e-04, -5.69250639462346e-05),
    *(-2.10102402082508e-06, 2.77068142495902e-08, -2.72614225801306e-10),
)
_DENOMINATOR = (
    *(-1.42647390514189e-02, -7.37332916720468e-03, -1.68282697438203e-03),
    *(-2.13374055278905e-04, -1.45660718464996e-05),
)
"""Eigen's rational approximation `erf(x) = x * P(x^2) / Q(x^2)` for `x` between -4 and 4, which
StableHLO's and torch-mlir's decompositions of erf use. The constant term is first.
"""


def _coefficients(value: SSAValue, variable: SSAValue, depth: int = 0) -> list[float] | None:
    """Return the coefficients of the polynomial of `variable` that `value` is, the constant term
    first; None if it is no polynomial of small degree.
    """
    if value is variable:
        return [0.0, 1.0]
    if (number := splat_number(value)) is not None:
        return [number]
    op = value.owner
    if depth > 2 * _LARGEST_DEGREE or not isinstance(op, ttir.AddOp | ttir.MultiplyOp):
        return None
    first = _coefficients(op.operands[0], variable, depth + 1)
    second = _coefficients(op.operands[1], variable, depth + 1) if first is not None else None
    if first is None or second is None or len(first) + len(second) > _LARGEST_DEGREE + 2:
        return None
    if isinstance(op, ttir.MultiplyOp):
        product = [0.0] * (len(first) + len(second) - 1)
        for i, a in enumerate(first):
            for j, b in enumerate(second):
                product[i + j] += a * b
        return product
    longer, shorter = sorted((first, second), key=len, reverse=True)
    return [a + (shorter[i] if i < len(shorter) else 0.0) for i, a in enumerate(longer)]


def _is_near(found: Sequence[float] | None, expected: Sequence[float]) -> bool:
    """Whether the coefficients are the expected ones, rounded to f32."""
    return (
        found is not None
        and len(found) == len(expected)
        and all(abs(a - b) <= 1e-6 * abs(b) for a, b in zip(found, expected, strict=True))
    )


def erf_argument(value: SSAValue) -> SSAValue | None:
    """Return `x` if `value` is Eigen's approximation of `erf(x)`, which may be clamped to [-1, 1];
    otherwise None.
    """
    outer = made_by(value, ttir.ClampOp)
    if outer is not None and (outer.min.value.data, outer.max.value.data) == (-1, 1):
        value = outer.input
    quotient = made_by(value, ttir.DivOp)
    product = made_by(quotient.operands[0], ttir.MultiplyOp) if quotient is not None else None
    if quotient is None or product is None:
        return None
    for bounded, numerator in (product.operands[:2], product.operands[1::-1]):
        clamp = made_by(bounded, ttir.ClampOp)
        if clamp is None or (clamp.min.value.data, clamp.max.value.data) != (-4, 4):
            continue
        for use in bounded.uses:
            square = use.operation
            if not isinstance(square, ttir.MultiplyOp):
                continue
            if any(each is not bounded for each in square.operands[:2]):
                continue
            variable = square.results[0]
            if _is_near(_coefficients(numerator, variable), _NUMERATOR) and _is_near(
                _coefficients(quotient.operands[1], variable), _DENOMINATOR
            ):
                return clamp.input
    return None
