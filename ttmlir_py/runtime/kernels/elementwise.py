"""Element-wise ops: one row per case of the FlatBuffer enum `EltwiseOpType`.

Operands broadcast as numpy arrays do. Comparisons and logical ops give 1 or 0 in the result's format.
Integer arithmetic wraps around. NaN and infinities follow IEEE 754; minimum and maximum propagate NaN.
Binary ops keep the operands' order even when the first one is broadcast.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    as_real,
    broadcast_shape,
    is_integer,
    promote,
    require_integers,
    require_shape,
)
from ttmlir_py.runtime.kernels.special import erfc

_CHUNK = 1 << 14
"""Values handled at a time by functions with many temporaries, so that these stay in the cache."""


@dataclass(frozen=True, slots=True)
class Elementwise:
    """An element-wise function of `arity` operands.

    Domain: `number` computes integers as integers, `real` converts them to float32, `integer` refuses
    floating-point operands, `raw` gets the operands as they are.
    """

    compute: Callable[..., Array]
    arity: int
    domain: Literal["number", "real", "integer", "raw"] = "number"
    parameters: dict[str, str] = field(default_factory=dict[str, str])
    """Keyword: path of the field, as in `Kernel.attributes`."""
    broadcasts: bool = True


def identity(x: Array) -> Array:
    """The operand itself."""
    return x


def relu(x: Array) -> Array:
    """Maximum of x and 0."""
    return np.maximum(x, x.dtype.type(0))


def reciprocal(x: Array) -> Array:
    """1 / x."""
    return 1 / x


def rsqrt(x: Array) -> Array:
    """1 / sqrt(x)."""
    return 1 / np.sqrt(x)


def gelu(x: Array) -> Array:
    """x * (1 + erf(x / sqrt 2)) / 2: the exact form, which TTNN uses as its fast approximation is off."""
    values = np.ascontiguousarray(x).reshape(-1)
    result = np.empty_like(values)
    for start in range(0, values.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        wide = values[part].astype(np.float64)
        result[part] = np.where(wide == -np.inf, 0.0, wide * 0.5 * erfc(-wide / np.sqrt(2.0)))
    return result.reshape(x.shape)


def sigmoid(x: Array) -> Array:
    """1 / (1 + exp(-x)); as exp(x) / (1 + exp(x)) for negative x, where exp(-x) may overflow."""
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, x.dtype.type(1)) / (1 + small)


def divide(a: Array, b: Array) -> Array:
    """a / b. Integers truncate; division by zero gives all ones, as RISC-V's `divu` does."""
    if not is_integer(a):
        return a / b
    return np.where(b == 0, np.iinfo(a.dtype).max, a // np.where(b == 0, 1, b)).astype(a.dtype)


def remainder(a: Array, b: Array) -> Array:
    """a - b * floor(a / b): the sign is the divisor's, as in `ttnn.remainder`. Integer a mod 0 is a."""
    if not is_integer(a):
        return np.remainder(a, b)
    return np.where(b == 0, a, a % np.where(b == 0, 1, b)).astype(a.dtype)


def where(condition: Array, a: Array, b: Array) -> Array:
    """Choose a where the condition is not zero, b elsewhere."""
    return np.where(condition != 0, *promote(a, b))


def clamp(x: Array, *, min: float, max: float) -> Array:
    """Limit x to [min, max]; max wins when they cross."""
    return np.minimum(np.maximum(x, min), max)


def leaky_relu(x: Array, *, parameter: float) -> Array:
    """The operand where it is positive, parameter * x elsewhere."""
    return np.where(x > 0, x, x * x.dtype.type(parameter))


def scatter(update: Array, target: Array) -> Array:
    """The second operand with its leading corner replaced by the first, as `ttnn.scatter` does."""
    if update.ndim != target.ndim or any(
        u > t for u, t in zip(update.shape, target.shape, strict=True)
    ):
        raise KernelError("the first operand of Scatter must fit into the second")
    update, target = promote(update, target)
    result = target.copy()
    result[tuple(map(slice, update.shape))] = update
    return result


def _whole(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Rounding functions leave integers alone."""
    return lambda x: x if is_integer(x) else function(x)


_PARAMETER = {"parameter": "params.parameter"}
_BOUNDS = {"min": "params.min", "max": "params.max"}

ELEMENTWISE: dict[str, Elementwise] = {
    "Add": Elementwise(np.add, 2),
    "Multiply": Elementwise(np.multiply, 2),
    "Subtract": Elementwise(np.subtract, 2),
    "Relu": Elementwise(relu, 1),
    "GreaterEqual": Elementwise(np.greater_equal, 2),
    "Sqrt": Elementwise(np.sqrt, 1, "real"),
    "Div": Elementwise(divide, 2),
    "Sigmoid": Elementwise(sigmoid, 1, "real"),
    "Reciprocal": Elementwise(reciprocal, 1, "real"),
    "Exp": Elementwise(np.exp, 1, "real"),
    "Maximum": Elementwise(np.maximum, 2),
    "Abs": Elementwise(np.abs, 1),
    "Neg": Elementwise(np.negative, 1),
    "Rsqrt": Elementwise(rsqrt, 1, "real"),
    "Typecast": Elementwise(identity, 1),
    "Equal": Elementwise(np.equal, 2),
    "NotEqual": Elementwise(np.not_equal, 2),
    "LessEqual": Elementwise(np.less_equal, 2),
    "LessThan": Elementwise(np.less, 2),
    "GreaterThan": Elementwise(np.greater, 2),
    "LogicalAnd": Elementwise(np.logical_and, 2),
    "LogicalOr": Elementwise(np.logical_or, 2),
    "LogicalXor": Elementwise(np.logical_xor, 2),
    "LogicalNot": Elementwise(np.logical_not, 1),
    "BitwiseAnd": Elementwise(np.bitwise_and, 2, "integer"),
    "BitwiseOr": Elementwise(np.bitwise_or, 2, "integer"),
    "BitwiseXor": Elementwise(np.bitwise_xor, 2, "integer"),
    "BitwiseNot": Elementwise(np.bitwise_not, 1, "integer"),
    "Cbrt": Elementwise(np.cbrt, 1, "real"),
    "Minimum": Elementwise(np.minimum, 2),
    "Ceil": Elementwise(_whole(np.ceil), 1),
    "Sin": Elementwise(np.sin, 1, "real"),
    "Cos": Elementwise(np.cos, 1, "real"),
    "Log": Elementwise(np.log, 1, "real"),
    "Log1p": Elementwise(np.log1p, 1, "real"),
    "Expm1": Elementwise(np.expm1, 1, "real"),
    "Sign": Elementwise(np.sign, 1),
    "Remainder": Elementwise(remainder, 2),
    "IsFinite": Elementwise(np.isfinite, 1),
    "Floor": Elementwise(_whole(np.floor), 1),
    "Where": Elementwise(where, 3, "raw"),
    "Gelu": Elementwise(gelu, 1, "real"),
    "Clamp": Elementwise(clamp, 1, "number", _BOUNDS),
    "LeakyRelu": Elementwise(leaky_relu, 1, "real", _PARAMETER),
    "Scatter": Elementwise(scatter, 2, "raw", broadcasts=False),
    "Tan": Elementwise(np.tan, 1, "real"),
    "Tanh": Elementwise(np.tanh, 1, "real"),
    "Power": Elementwise(np.power, 2),
}
"""Element-wise ops by case of the FlatBuffer enum `EltwiseOpType`, in its order."""


def elementwise(
    operands: Sequence[Array], *, op: str, result_shape: tuple[int, ...], **parameters: float
) -> Array:
    """Apply the element-wise op named `op` to operands that broadcast to `result_shape`."""
    row = ELEMENTWISE[op]
    if len(operands) != row.arity:
        raise KernelError(f"needs {row.arity} operands, got {len(operands)}")
    missing = [name for name in row.parameters if parameters.get(name) is None]
    if missing:
        raise KernelError(f"parameter '{missing[0]}' is missing")
    if row.broadcasts:
        require_shape(broadcast_shape(operand.shape for operand in operands), result_shape)
    if row.domain == "integer":
        require_integers(op, *operands)
    if row.domain == "real":
        operands = [as_real(operand) for operand in operands]
    elif row.domain != "raw":
        operands = promote(*operands)
    return row.compute(*operands, **parameters)
