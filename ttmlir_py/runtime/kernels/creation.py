"""Operations that create a tensor without tensor operands.

A tensor whose elements are equal is stored as one value with a broadcast shape. It takes no memory
until an operation reads it.
"""

import math

import numpy as np

from ttmlir_py.runtime.errors import KernelError, shape_text
from ttmlir_py.runtime.formats import FORMATS, Array
from ttmlir_py.runtime.kernels.registry import (
    UNDECLARED,
    Cost,
    DeviceUse,
    Kernel,
    kernel,
    require_shape,
)

_ONE_VALUE = Kernel(is_one_value=True)


def _declared_shape(*, value: float, result_shape: tuple[int, ...]) -> tuple[int, ...]:
    return result_shape


@kernel(
    "FullOp",
    columns=_ONE_VALUE,
    value="fill_value",
    takes_shape=True,
    infer_shape=_declared_shape,
)
def full(*, value: float, result_shape: tuple[int, ...]) -> Array:
    """Return a tensor whose elements are all `value`, stored as float32 in the binary."""
    return np.broadcast_to(np.float32(value), result_shape)


def _own_shape(*, shape: tuple[int, ...], result_shape: tuple[int, ...]) -> tuple[int, ...]:
    return require_shape(shape, result_shape)


@kernel(
    "EmptyOp",
    columns=_ONE_VALUE,
    device=DeviceUse(defines_contents=False),
    cost=Cost(starts_program=False),
    shape="shape",
    takes_shape=True,
    infer_shape=_own_shape,
)
@kernel("ZerosOp", columns=_ONE_VALUE, shape="shape", takes_shape=True, infer_shape=_own_shape)
def zeros(*, shape: tuple[int, ...]) -> Array:
    """Return a tensor of zeros. It also implements `empty`, whose contents are undefined on the
    device.
    """
    return np.broadcast_to(np.float32(0), shape)


@kernel("OnesOp", columns=_ONE_VALUE, shape="shape", takes_shape=True, infer_shape=_own_shape)
def ones(*, shape: tuple[int, ...]) -> Array:
    """Return a tensor of ones."""
    return np.broadcast_to(np.float32(1), shape)


def _range_shape(
    *, start: float, end: float, step: float, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the declared shape, or 1x1x1xN for a range of N elements if no shape is declared."""
    if step == 0 or not all(map(math.isfinite, (start, end, step))):
        raise KernelError(f"invalid range: start {start}, end {end}, step {step}")
    count = max(0, math.ceil((end - start) / step))
    if result_shape == UNDECLARED:
        return (1, 1, 1, count)
    if count != math.prod(result_shape):
        require_shape((count,), result_shape)
    return result_shape


@kernel(
    "ArangeOp",
    start="start",
    end="end",
    step="step",
    takes_shape=True,
    infer_shape=_range_shape,
)
def arange(*, start: float, end: float, step: float, result_shape: tuple[int, ...]) -> Array:
    """Return `start`, `start + step`, ... up to and excluding `end`, along the last dimension."""
    values = np.arange(math.prod(result_shape), dtype=np.float64)
    values *= step
    values += start
    return values.reshape(result_shape)


def _constant_shape(
    *, data: Array | None, stored: str, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    format_ = FORMATS.get(stored)
    if format_ is None or format_.kind == "block":
        raise KernelError(f"constants are not stored as {stored}")
    count = 0 if data is None else data.nbytes
    wanted = math.prod(result_shape) * np.dtype(format_.external).itemsize
    if count != wanted:
        described = f"{shape_text(result_shape)} of {format_}"
        raise KernelError(f"holds {count} bytes of data, {described} takes {wanted}")
    return result_shape


@kernel(
    "ConstantOp",
    columns=Kernel(holds_data=True),
    data="input",
    stored="input_dtype",
    takes_shape=True,
    infer_shape=_constant_shape,
)
def constant(*, data: Array | None, stored: str, result_shape: tuple[int, ...]) -> Array:
    """Return the elements that the binary holds as bytes in the format `stored`."""
    format_ = FORMATS[stored]
    if data is None:
        return np.empty(result_shape, format_.values)
    return data.view(format_.external).astype(format_.values).reshape(result_shape)
