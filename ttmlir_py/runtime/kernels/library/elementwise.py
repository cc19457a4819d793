"""Element-wise functions of the TT-NN library for which binaries have no operation.

The functions compute in float64, so that the only rounding is that to the result's format.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import (
    FUNCTION,
    LONG_FUNCTION,
    SIMPLE,
    Domain,
    Elementwise,
    elementwise_kernel,
    gelu,
    identity,
    sigmoid,
)
from ttmlir_py.runtime.kernels.library.gamma import erfinv, lgamma, multigammaln, polygamma
from ttmlir_py.runtime.kernels.registry import PerElement, is_integer

_POLYGAMMA_ORDERS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a library function that is not a tensor."""

    name: str
    default: float | bool | str | None = None
    """The default value, or None if the parameter is required."""
    also: str = ""
    """A second name, which another version of TT-NN uses."""


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    """An element-wise function of the library: its kernel and its parameters."""

    kernel: Elementwise
    parameters: tuple[Parameter, ...] = ()


def _wide(function: Callable[..., Array]) -> Callable[..., Array]:
    """Return a function of floating-point operands that computes in float64."""

    @wraps(function)
    def call(*operands: Array, **parameters: float) -> Array:
        wide = [each.astype(np.float64) for each in operands]
        with np.errstate(all="ignore"):
            return np.asarray(function(*wide, **parameters)).astype(operands[0].dtype)

    return call


# ---- one operand --------------------------------------------------------------------------------


def _hardswish(x: Array, *, scale: float, shift: float) -> Array:
    return x * np.clip(x * scale + shift, 0, 1)


def _hardsigmoid(x: Array, *, scale: float, shift: float) -> Array:
    return np.clip(x * scale + shift, 0, 1)


def _elu(x: Array, *, alpha: float) -> Array:
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


def _celu(x: Array, *, alpha: float) -> Array:
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))


def _selu(x: Array, *, scale: float, alpha: float) -> Array:
    return scale * _elu(x, alpha=alpha)


def _heaviside(x: Array, *, value: float) -> Array:
    return np.heaviside(x, value)


def _relu_max(x: Array, *, upper_limit: float) -> Array:
    return np.maximum(np.minimum(x, upper_limit), 0)


def _relu_min(x: Array, *, lower_limit: float) -> Array:
    return np.maximum(x, lower_limit)


def _hardshrink(x: Array, *, lambd: float) -> Array:
    return np.where((x >= -lambd) & (x <= lambd), 0.0, x)


def _softshrink(x: Array, *, lambd: float) -> Array:
    return np.where(x > lambd, x - lambd, np.where(x < -lambd, x + lambd, x * 0))


def _hardtanh(x: Array, *, min_val: float, max_val: float) -> Array:
    return np.minimum(np.maximum(x, min_val), max_val)


def _threshold(x: Array, *, threshold: float, value: float) -> Array:
    return np.where(x <= threshold, value, x)


def _logit(x: Array, *, eps: float) -> Array:
    x = np.clip(x, eps, 1 - eps) if eps > 0 else x
    return np.log(x / (1 - x))


def _polygamma(x: Array, *, k: int) -> Array:
    if k not in _POLYGAMMA_ORDERS:
        raise KernelError(f"k is {k}, expected 1 to 10")
    return polygamma(int(k), x)


def _rpow(x: Array, *, exponent: float) -> Array:
    return np.power(exponent, x)


def _rdiv(x: Array, *, value: float, round_mode: str) -> Array:
    return _rounded(value / x, round_mode)


def _softplus(x: Array, *, beta: float, threshold: float) -> Array:
    return np.where(x * beta > threshold, x, np.logaddexp(0, x * beta) / beta)


def _round(x: Array, *, decimals: int) -> Array:
    factor = 10.0 ** int(decimals)
    return np.round(x * factor) / factor


def _fill(x: Array, *, fill_value: float) -> Array:
    return np.full_like(x, fill_value)


def _silu(x: Array) -> Array:
    return np.where(x == -np.inf, 0.0, x * sigmoid(x))


def _frac(x: Array) -> Array:
    return x - np.trunc(x)


def _log_sigmoid(x: Array) -> Array:
    return -np.logaddexp(0, -x)


def _softsign(x: Array) -> Array:
    return x / (1 + np.abs(x))


def _tanhshrink(x: Array) -> Array:
    return x - np.tanh(x)


def _with_zero(comparison: np.ufunc) -> Callable[[Array], Array]:
    """Return a function that compares each element with zero by `comparison`."""
    return lambda x: comparison(x, 0)


# ---- two operands -------------------------------------------------------------------------------


def _rounded(quotient: Array, round_mode: str | None) -> Array:
    """Return a quotient, rounded as `round_mode` says."""
    if round_mode in (None, "None"):
        return quotient
    if round_mode == "trunc":
        return np.trunc(quotient)
    if round_mode == "floor":
        return np.floor(quotient)
    raise KernelError(f"round_mode is '{round_mode}', expected None, trunc or floor")


def _div(a: Array, b: Array, *, accurate_mode: bool, round_mode: str | None) -> Array:
    """Return a / b. The accurate mode, which corrects the device's division, changes nothing."""
    return _rounded(a / b, round_mode)


def _floor_div(a: Array, b: Array) -> Array:
    return np.floor(a / b)


def _div_no_nan(a: Array, b: Array) -> Array:
    return np.where(b == 0, 0.0, a / np.where(b == 0, 1, b))


def _ldexp(a: Array, b: Array) -> Array:
    return a * np.exp2(b)


def _xlogy(a: Array, b: Array) -> Array:
    return np.where(np.isnan(b), b, np.where(a == 0, 0.0, a * np.log(b)))


def _squared_difference(a: Array, b: Array) -> Array:
    return (a - b) ** 2


def _addalpha(a: Array, b: Array, *, alpha: float) -> Array:
    return a + alpha * b


def _subalpha(a: Array, b: Array, *, alpha: float) -> Array:
    return a - alpha * b


def _isclose(a: Array, b: Array, *, rtol: float, atol: float, equal_nan: bool) -> Array:
    return np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def _prelu(x: Array, slope: Array) -> Array:
    return np.where(x > 0, x, slope * x)


def _bias_gelu(a: Array, b: Array) -> Array:
    return gelu(a + b)


def _rsub(a: Array, b: Array) -> Array:
    return b - a


def _fmod(a: Array, b: Array) -> Array:
    """Return the remainder of a truncated quotient. For integers and b = 0 it is a."""
    if not is_integer(a):
        return np.fmod(a, b)
    return np.where(b == 0, a, np.fmod(a, np.where(b == 0, 1, b))).astype(a.dtype)


# ---- three operands -----------------------------------------------------------------------------


def _addcmul(x: Array, a: Array, b: Array, *, value: float) -> Array:
    return x + value * a * b


def _addcdiv(x: Array, a: Array, b: Array, *, value: float) -> Array:
    return x + value * a / b


def _lerp(x: Array, end: Array, weight: Array) -> Array:
    return x + weight * (end - x)


def _mac(a: Array, b: Array, c: Array) -> Array:
    return a * b + c


def _row(
    name: str,
    function: Callable[..., Array],
    *parameters: Parameter,
    arity: int = 1,
    work: PerElement = SIMPLE,
    domain: Domain = "real",
) -> LibraryFunction:
    made = elementwise_kernel(
        name,
        _wide(function) if domain == "real" else function,
        arity,
        work,
        domain,
        parameters={each.name: each.name for each in parameters},
        library_name=name,
    )
    return LibraryFunction(made, parameters)


_binary = partial(_row, arity=2)
_ternary = partial(_row, arity=3)
_SCALE, _SHIFT = Parameter("scale", 1 / 6), Parameter("shift", 0.5)
_LAMBDA = Parameter("lambd", 0.5)

LIBRARY_ELEMENTWISE = {
    row.kernel.library_name: row
    for row in (
        _row("acosh", np.arccosh, work=LONG_FUNCTION),
        _row("atanh", np.arctanh, work=LONG_FUNCTION),
        _row("cosh", np.cosh, work=LONG_FUNCTION),
        _row("deg2rad", np.deg2rad),
        _row("digamma", partial(polygamma, 0), work=LONG_FUNCTION),
        _row("eqz", _with_zero(np.equal)),
        _row("erfinv", erfinv, work=LONG_FUNCTION),
        _row("frac", _frac),
        _row("gez", _with_zero(np.greater_equal)),
        _row("gtz", _with_zero(np.greater)),
        _row("i0", np.i0, work=LONG_FUNCTION),
        _row("identity", identity, domain="number"),
        _row("isinf", np.isinf),
        _row("isnan", np.isnan),
        _row("isneginf", np.isneginf),
        _row("isposinf", np.isposinf),
        _row("lez", _with_zero(np.less_equal)),
        _row("lgamma", lgamma, work=LONG_FUNCTION),
        _row("log10", np.log10, work=LONG_FUNCTION),
        _row("log2", np.log2, work=LONG_FUNCTION),
        _row("log_sigmoid", _log_sigmoid, work=FUNCTION),
        _row("ltz", _with_zero(np.less)),
        _row("multigammaln", multigammaln, work=LONG_FUNCTION),
        _row("nez", _with_zero(np.not_equal)),
        _row("rad2deg", np.rad2deg),
        _row("sigmoid_accurate", sigmoid, work=FUNCTION),
        _row("signbit", np.signbit),
        _row("sinh", np.sinh, work=LONG_FUNCTION),
        _row("softsign", _softsign, work=FUNCTION),
        _row("swish", _silu, work=FUNCTION),
        _row("tanhshrink", _tanhshrink, work=FUNCTION),
        _row("trunc", np.trunc),
        _row("celu", _celu, Parameter("alpha", 1.0), work=FUNCTION),
        _row("clip", _hardtanh, Parameter("min_val", also="min"), Parameter("max_val", also="max")),
        _row("elu", _elu, Parameter("alpha"), work=FUNCTION),
        _row("fill", _fill, Parameter("fill_value")),
        _row("hardshrink", _hardshrink, _LAMBDA),
        _row("hardsigmoid", _hardsigmoid, _SCALE, _SHIFT),
        _row("hardswish", _hardswish, _SCALE, _SHIFT),
        _row(
            "hardtanh",
            _hardtanh,
            Parameter("min_val", -1.0, also="min"),
            Parameter("max_val", 1.0, also="max"),
        ),
        _row("heaviside", _heaviside, Parameter("value")),
        _row("logit", _logit, Parameter("eps", 0.0), work=LONG_FUNCTION),
        _row("polygamma", _polygamma, Parameter("k"), work=LONG_FUNCTION),
        _row("rdiv", _rdiv, Parameter("value"), Parameter("round_mode", "None"), work=FUNCTION),
        _row("relu_max", _relu_max, Parameter("upper_limit")),
        _row("relu_min", _relu_min, Parameter("lower_limit")),
        _row("round", _round, Parameter("decimals", 0)),
        _row("rpow", _rpow, Parameter("exponent"), work=LONG_FUNCTION),
        _row("selu", _selu, Parameter("scale", 1.0507), Parameter("alpha", 1.67326), work=FUNCTION),
        _row(
            "softplus",
            _softplus,
            Parameter("beta", 1.0),
            Parameter("threshold", 20.0),
            work=LONG_FUNCTION,
        ),
        _row("softshrink", _softshrink, _LAMBDA),
        _row("threshold", _threshold, Parameter("threshold"), Parameter("value")),
        _binary("addalpha", _addalpha, Parameter("alpha")),
        _binary("bias_gelu", _bias_gelu, work=LONG_FUNCTION),
        _binary(
            "div",
            _div,
            Parameter("accurate_mode", False),
            Parameter("round_mode", "None"),
            work=FUNCTION,
        ),
        _binary("div_no_nan", _div_no_nan, work=FUNCTION),
        _binary("floor_div", _floor_div, work=FUNCTION),
        _binary("fmod", _fmod, work=LONG_FUNCTION, domain="number"),
        _binary("gcd", np.gcd, work=LONG_FUNCTION, domain="integer"),
        _binary("hypot", np.hypot, work=FUNCTION),
        _binary(
            "isclose",
            _isclose,
            Parameter("rtol", 1e-05),
            Parameter("atol", 1e-08),
            Parameter("equal_nan", False),
        ),
        _binary("lcm", np.lcm, work=LONG_FUNCTION, domain="integer"),
        _binary("ldexp", _ldexp, work=FUNCTION),
        _binary("logaddexp", np.logaddexp, work=LONG_FUNCTION),
        _binary("logaddexp2", np.logaddexp2, work=LONG_FUNCTION),
        _binary("nextafter", np.nextafter, domain="number"),
        _binary("prelu", _prelu),
        _binary("rsub", _rsub, domain="number"),
        _binary("squared_difference", _squared_difference),
        _binary("subalpha", _subalpha, Parameter("alpha")),
        _binary("xlogy", _xlogy, work=LONG_FUNCTION),
        _ternary("addcdiv", _addcdiv, Parameter("value", 1.0), work=FUNCTION),
        _ternary("addcmul", _addcmul, Parameter("value", 1.0)),
        _ternary("lerp", _lerp),
        _ternary("mac", _mac),
    )
}
"""Maps the names of functions to their kernels and parameters."""
