"""Element-wise operations: one kernel per member of the FlatBuffer enum `EltwiseOpType`.

Operands broadcast as numpy arrays do. Comparisons and logical operations give 1 or 0 in the
result's format. Integer arithmetic wraps around. NaN and infinities follow IEEE 754; minimum and
maximum propagate NaN. Binary operations keep the operands' order even if the first one is
broadcast.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    Kernel,
    PerElement,
    as_real,
    broadcast_shape,
    is_integer,
    promote,
    require_integers,
    require_shape,
)
from ttmlir_py.runtime.kernels.special import erfc

_CHUNK = 1 << 14
"""Number of values processed at once by functions with many temporaries, which then fit the
cache.
"""


Domain = Literal["number", "real", "integer", "raw"]
"""The types in which a function computes.

`number` computes integers as integers, `real` converts them to float32. `integer` rejects
floating-point operands. `raw` takes the operands unchanged.
"""

MATRIX_UNIT = PerElement()
MULTIPLIER = PerElement(takes_passes=True)
SIMPLE = PerElement(4)
"""The cost of a simple function: load, compute, select, store."""
FUNCTION = PerElement(12)
LONG_FUNCTION = PerElement(24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Elementwise(Kernel):
    """The kernel of an element-wise function of `arity` operands."""

    case: str
    """Name of the member of the FlatBuffer enum `EltwiseOpType`."""
    arity: int
    domain: Domain
    library_name: str
    """Name of the function in TTNN."""
    function: Callable[..., Array]
    """The function that `compute` calls, after checking the operands and promoting them to one
    type.
    """
    is_fusible: bool
    """Whether each element of the result depends only on the operands' elements at its position."""
    approximable_since: int | None
    """Year since which TTNN's function has a fast approximate mode, or None if it has no such mode.

    The simulator computes exactly, without that mode.
    """


def identity(x: Array) -> Array:
    """Return the operand unchanged."""
    return x


def relu(x: Array) -> Array:
    """Return the maximum of x and 0."""
    return np.maximum(x, x.dtype.type(0))


def reciprocal(x: Array) -> Array:
    """Return 1 / x."""
    return 1 / x


def rsqrt(x: Array) -> Array:
    """Return 1 / sqrt(x)."""
    return 1 / np.sqrt(x)


def gelu(x: Array) -> Array:
    """Return x * (1 + erf(x / sqrt 2)) / 2.

    This exact form is what TTNN computes, because its fast approximation is off.
    """
    values = np.ascontiguousarray(x).reshape(-1)
    result = np.empty_like(values)
    for start in range(0, values.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        wide = values[part].astype(np.float64)
        result[part] = np.where(wide == -np.inf, 0.0, wide * 0.5 * erfc(-wide / np.sqrt(2.0)))
    return result.reshape(x.shape)


def sigmoid(x: Array) -> Array:
    """Return 1 / (1 + exp(-x)).

    For negative x, where exp(-x) may overflow, return the equal exp(x) / (1 + exp(x)).
    """
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, x.dtype.type(1)) / (1 + small)


def divide(a: Array, b: Array) -> Array:
    """Return a / b.

    Integer quotients are truncated. Integer division by zero gives all bits one, as RISC-V's `divu`
    and `div` do.
    """
    if not is_integer(a):
        return a / b
    divisor = np.where(b == 0, b.dtype.type(1), b)
    if a.dtype.kind != "i":
        return np.where(b == 0, a.dtype.type(np.iinfo(a.dtype).max), a // divisor)
    quotient = (np.abs(a.astype(np.int64)) // np.abs(divisor.astype(np.int64))).astype(a.dtype)
    quotient = np.where((a < 0) != (b < 0), -quotient, quotient)
    return np.where(b == 0, a.dtype.type(-1), quotient)


def remainder(a: Array, b: Array) -> Array:
    """Return a - b * floor(a / b), which has the sign of b, as in `ttnn.remainder`.

    For integers, the remainder of division by 0 is a.
    """
    if not is_integer(a):
        return np.remainder(a, b)
    return np.where(b == 0, a, a % np.where(b == 0, 1, b)).astype(a.dtype)


def power(a: Array, b: Array) -> Array:
    """Return a to the power b.

    Integer powers are integers: with a negative b they are 0 unless a is 1 or -1.
    """
    if a.dtype.kind != "i":
        # With equal exponents, numpy may use another function, which rounds differently.
        exponents = np.broadcast_to(b, broadcast_shape([a.shape, b.shape]))
        return np.power(a, np.asarray(exponents, order="C"))
    positive = np.power(a, np.maximum(b, 0))
    sign = np.where(b % 2 == 0, a * a, a)
    return np.where(b >= 0, positive, np.where(np.abs(a) == 1, sign, 0)).astype(a.dtype)


def where(condition: Array, a: Array, b: Array) -> Array:
    """Return `a` where `condition` is not zero, else `b`."""
    return np.where(condition != 0, *promote(a, b))


def clamp(x: Array, *, min: float, max: float) -> Array:
    """Return x limited to the range from `min` to `max`. If `min` exceeds `max`, the result is
    `max`.
    """
    return np.minimum(np.maximum(x, min), max)


def leaky_relu(x: Array, *, parameter: float) -> Array:
    """Return x where it is positive, else `parameter * x`."""
    return np.where(x > 0, x, x * x.dtype.type(parameter))


def _scattered_shape(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    update, target = shapes
    if len(update) != len(target) or any(u > t for u, t in zip(update, target, strict=True)):
        raise KernelError("the first operand of Scatter must fit into the second")
    return target


def scatter(update: Array, target: Array) -> Array:
    """Return `target` with its leading corner replaced by `update`, as `ttnn.scatter` does."""
    update, target = promote(update, target)
    result = target.copy()
    result[tuple(map(slice, update.shape))] = update
    return result


def _whole(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return a rounding function that leaves integers unchanged."""
    return lambda x: x if is_integer(x) else function(x)


_PARAMETER = {"parameter": "params.parameter"}
_BOUNDS = {"min": "params.min", "max": "params.max"}


def elementwise_kernel(
    case: str,
    function: Callable[..., Array],
    arity: int,
    work: PerElement,
    domain: Domain = "number",
    *,
    parameters: Mapping[str, str] = MappingProxyType({}),
    join: Callable[[Sequence[tuple[int, ...]]], tuple[int, ...]] = broadcast_shape,
    library_name: str = "",
    approximable_since: int | None = None,
    keeps_values: bool = False,
) -> Elementwise:
    """Return a kernel. `join` computes its result's shape, `library_name` is its TTNN name."""

    def check(
        operands: Sequence[Array], result_shape: tuple[int, ...], given: Mapping[str, float]
    ) -> tuple[int, ...]:
        if len(operands) != arity:
            raise KernelError(f"needs {arity} operands, got {len(operands)}")
        for name in parameters:
            if given.get(name) is None:
                raise KernelError(f"parameter '{name}' is missing")
        shape = require_shape(join([operand.shape for operand in operands]), result_shape)
        if domain == "integer":
            require_integers(case, *operands)
        return shape

    def infer_shape(
        operands: Sequence[Array], *, result_shape: tuple[int, ...], **given: float
    ) -> tuple[int, ...]:
        return check(operands, result_shape, given)

    def compute(
        operands: Sequence[Array], *, result_shape: tuple[int, ...], **given: float
    ) -> Array:
        check(operands, result_shape, given)
        if domain == "real":
            operands = [as_real(operand) for operand in operands]
        elif domain != "raw":
            operands = promote(*operands)
        return function(*operands, **given)

    return Elementwise(
        compute=compute,
        infer_shape=infer_shape,
        cost=Cost(work=work),
        operands=("ins*",),
        attributes=dict(parameters),
        takes_shape=True,
        keeps_values=keeps_values,
        function=function,
        is_fusible=join is broadcast_shape,
        case=case,
        arity=arity,
        domain=domain,
        library_name=library_name or re.sub(r"\B(?=[A-Z])", "_", case).lower(),
        approximable_since=approximable_since,
    )


ELEMENTWISE = {
    row.case: row
    for row in (
        elementwise_kernel("Add", np.add, 2, MATRIX_UNIT),
        elementwise_kernel("Multiply", np.multiply, 2, MULTIPLIER),
        elementwise_kernel("Subtract", np.subtract, 2, MATRIX_UNIT),
        elementwise_kernel("Relu", relu, 1, SIMPLE, keeps_values=True),
        elementwise_kernel(
            "GreaterEqual", np.greater_equal, 2, SIMPLE, library_name="ge", keeps_values=True
        ),
        elementwise_kernel("Sqrt", np.sqrt, 1, FUNCTION, "real", approximable_since=2026),
        elementwise_kernel("Div", divide, 2, FUNCTION, library_name="divide"),
        elementwise_kernel("Sigmoid", sigmoid, 1, FUNCTION, "real"),
        elementwise_kernel("Reciprocal", reciprocal, 1, FUNCTION, "real"),
        elementwise_kernel("Exp", np.exp, 1, FUNCTION, "real", approximable_since=2025),
        elementwise_kernel("Maximum", np.maximum, 2, SIMPLE, keeps_values=True),
        elementwise_kernel("Abs", np.abs, 1, SIMPLE, keeps_values=True),
        elementwise_kernel("Neg", np.negative, 1, SIMPLE, keeps_values=True),
        elementwise_kernel("Rsqrt", rsqrt, 1, FUNCTION, "real", approximable_since=2025),
        elementwise_kernel("Typecast", identity, 1, SIMPLE, keeps_values=True),
        elementwise_kernel("Equal", np.equal, 2, SIMPLE, library_name="eq", keeps_values=True),
        elementwise_kernel(
            "NotEqual", np.not_equal, 2, SIMPLE, library_name="ne", keeps_values=True
        ),
        elementwise_kernel(
            "LessEqual", np.less_equal, 2, SIMPLE, library_name="le", keeps_values=True
        ),
        elementwise_kernel("LessThan", np.less, 2, SIMPLE, library_name="lt", keeps_values=True),
        elementwise_kernel(
            "GreaterThan", np.greater, 2, SIMPLE, library_name="gt", keeps_values=True
        ),
        elementwise_kernel("LogicalAnd", np.logical_and, 2, SIMPLE, keeps_values=True),
        elementwise_kernel("LogicalOr", np.logical_or, 2, SIMPLE, keeps_values=True),
        elementwise_kernel("LogicalXor", np.logical_xor, 2, SIMPLE, keeps_values=True),
        elementwise_kernel("LogicalNot", np.logical_not, 1, SIMPLE, keeps_values=True),
        elementwise_kernel("BitwiseAnd", np.bitwise_and, 2, SIMPLE, "integer"),
        elementwise_kernel("BitwiseOr", np.bitwise_or, 2, SIMPLE, "integer"),
        elementwise_kernel("BitwiseXor", np.bitwise_xor, 2, SIMPLE, "integer"),
        elementwise_kernel("BitwiseNot", np.bitwise_not, 1, SIMPLE, "integer"),
        elementwise_kernel("Cbrt", np.cbrt, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Minimum", np.minimum, 2, SIMPLE, keeps_values=True),
        elementwise_kernel("Ceil", _whole(np.ceil), 1, SIMPLE),
        elementwise_kernel("Sin", np.sin, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Cos", np.cos, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Log", np.log, 1, LONG_FUNCTION, "real", approximable_since=2026),
        elementwise_kernel("Log1p", np.log1p, 1, LONG_FUNCTION, "real", approximable_since=2026),
        elementwise_kernel("Expm1", np.expm1, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Sign", np.sign, 1, SIMPLE, keeps_values=True),
        elementwise_kernel("Remainder", remainder, 2, LONG_FUNCTION),
        elementwise_kernel(
            "IsFinite", np.isfinite, 1, SIMPLE, library_name="isfinite", keeps_values=True
        ),
        elementwise_kernel("Floor", _whole(np.floor), 1, SIMPLE),
        elementwise_kernel("Where", where, 3, SIMPLE, "raw", keeps_values=True),
        elementwise_kernel("Gelu", gelu, 1, LONG_FUNCTION, "real", approximable_since=2025),
        elementwise_kernel("Clamp", clamp, 1, SIMPLE, "number", parameters=_BOUNDS),
        elementwise_kernel("LeakyRelu", leaky_relu, 1, SIMPLE, "real", parameters=_PARAMETER),
        elementwise_kernel(
            "Scatter", scatter, 2, SIMPLE, "raw", join=_scattered_shape, keeps_values=True
        ),
        elementwise_kernel("Tan", np.tan, 1, LONG_FUNCTION, "real"),
        elementwise_kernel("Tanh", np.tanh, 1, FUNCTION, "real", approximable_since=2026),
        elementwise_kernel("Power", power, 2, LONG_FUNCTION, library_name="pow"),
    )
}
"""Maps members of the FlatBuffer enum `EltwiseOpType`, in its order, to kernels.

A kernel holds all properties of an operation: its function, the number of its operands, its cost,
and its name in TTNN.
"""
