"""Gradients of element-wise functions, in float64.

A gradient is a function of the gradient of the result, the operands, and the parameters.
"""
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.library.elementwise import Parameter
from ttmlir_py.runtime.kernels.library.gamma import polygamma
from ttmlir_py.runtime.kernels.special import erfc

Rule = Callable[..., Array]


@dataclass(frozen=True, slots=True)
class Gradient:
    """The gradients of a function with respect to its operands."""

    rules: tuple[Rule, ...]
    """One rule for each operand. Operands after the last rule have no gradient."""
    arity: int
    parameters: tuple[Parameter, ...] = ()


def _same(g: Array, *_: Array, **__: Any) -> Array:
    return g


def _negative(g: Array, *_: Array) -> Array:
    return -g


def _zero(g: Array, *_: Array) -> Array:
    return np.zeros_like(g)


def _gelu_slope(g: Array, a: Array, b: Array) -> Array:
    x = a + b
    density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    return g * (0.5 * erfc(-x / math.sqrt(2)) + x * density)


def _share(larger: bool) -> tuple[Rule, Rule]:
    """Return the gradients of a maximum or a minimum of two operands. Equal operands get half of
    the gradient each.
    """

    def rule(g: Array, a: Array, b: Array) -> Array:
        is_chosen = a > b if larger else a < b
        return g * np.where(a == b, 0.5, is_chosen)

    return rule, lambda g, a, b: rule(g, b, a)


def _softmax_share(base: float) -> tuple[Rule, Rule]:
    """Return the gradients of log(base ** a + base ** b)."""

    def rule(g: Array, a: Array, b: Array) -> Array:
        return g / (1 + np.power(base, b - a))

    return rule, lambda g, a, b: rule(g, b, a)


def _logarithm(g: Array, a: Array, b: Array) -> Array:
    return g * np.where((a == 0) & (b <= 0), 0, np.log(b))


def _multigammaln(g: Array, x: Array) -> Array:
    total = np.zeros_like(x)
    for half in range(4):
        total += polygamma(0, x - half / 2)
    return g * total


def _clamp(g: Array, x: Array, *, min: float | None, max: float | None) -> Array:
    low = -math.inf if min is None else min
    high = math.inf if max is None else max
    return g * ((x >= low) & (x <= high))


def _quotient(g: Array, a: Array, b: Array) -> Array:
    return -g * a / (b * b)


def _binary(first: Rule, second: Rule, *parameters: Parameter) -> Gradient:
    return Gradient((first, second), 2, parameters)


_ALPHA, _VALUE = Parameter("alpha", 1.0), Parameter("value", 1.0)
_LN2 = math.log(2)

GRADIENTS: Mapping[str, Gradient] = MappingProxyType(
    {
        "add": _binary(_same, _same),
        "addalpha": _binary(_same, lambda g, a, b, *, alpha: alpha * g, _ALPHA),
        "addcdiv": Gradient(
            (
                _same,
                lambda g, x, a, b, *, value: value * g / b,
                lambda g, x, a, b, *, value: -value * g * a / (b * b),
            ),
            3,
            (_VALUE,),
        ),
        "addcmul": Gradient(
            (
                _same,
                lambda g, x, a, b, *, value: value * g * b,
                lambda g, x, a, b, *, value: value * g * a,
            ),
            3,
            (_VALUE,),
        ),
        "assign": Gradient((_same,), 1),
        "atan2": _binary(
            lambda g, a, b: g * b / (a * a + b * b), lambda g, a, b: -g * a / (a * a + b * b)
        ),
        "bias_gelu": _binary(_gelu_slope, _gelu_slope),
        **{f"binary_{name}": _binary(_zero, _zero) for name in ("ge", "gt", "le", "lt", "ne")},
        "clamp": Gradient((_clamp,), 1, (Parameter("min", -math.inf), Parameter("max", math.inf))),
        "div": _binary(lambda g, a, b: g / b, _quotient),
        "eq": _binary(_zero, _zero),
        "hypot": _binary(
            lambda g, a, b: g * a / np.hypot(a, b), lambda g, a, b: g * b / np.hypot(a, b)
        ),
        "ldexp": _binary(lambda g, a, b: g * np.exp2(b), lambda g, a, b: g * a * np.exp2(b) * _LN2),
        "lerp": Gradient(
            (
                lambda g, x, end, weight: g * (1 - weight),
                lambda g, x, end, weight: g * weight,
                lambda g, x, end, weight: g * (end - x),
            ),
            3,
        ),
        "lgamma": Gradient((lambda g, x: g * polygamma(0, x),), 1),
        "logaddexp": _binary(*_softmax_share(math.e)),
        "logaddexp2": _binary(*_softmax_share(2.0)),
        "max": _binary(*_share(larger=True)),
        "min": _binary(*_share(larger=False)),
        "mul": _binary(lambda g, a, b: g * b, lambda g, a, b: g * a),
        "multigammaln": Gradient((_multigammaln,), 1),
        "rsub": _binary(_negative, _same),
        "squared_difference": _binary(
            lambda g, a, b: 2 * g * (a - b), lambda g, a, b: -2 * g * (a - b)
        ),
        "sub": _binary(_same, _negative),
        "subalpha": _binary(_same, lambda g, a, b, *, alpha: -alpha * g, _ALPHA),
        "where": Gradient(
            (
                lambda g, condition, a, b: np.zeros_like(g),
                lambda g, condition, a, b: np.where(condition != 0, g, 0),
                lambda g, condition, a, b: np.where(condition != 0, 0, g),
            ),
            3,
        ),
        "xlogy": _binary(_logarithm, lambda g, a, b: g * a / b),
    }
)
"""Maps the names of functions to their gradients."""
