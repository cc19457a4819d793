"""Operations that rearrange, repeat or select elements, and layout conversions."""

from collections.abc import Sequence

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    DeviceUse,
    Kernel,
    kernel,
    normalized_dim,
    nth,
    promote,
    require_counts,
    require_shape,
    shape_text,
)

_MOVED = Kernel(keeps_values=True)


@kernel("ToMemoryConfigOp", "in0", columns=_MOVED)
@kernel("ToLayoutOp", "in", columns=_MOVED, device=DeviceUse(result_place="operand"))
@kernel("ToDTypeOp", "in", columns=_MOVED)
@kernel("TypecastOp", "in", columns=_MOVED)
@kernel("ToDeviceOp", "in", columns=_MOVED, device=DeviceUse(operands_on_host=True))
@kernel(
    "FromDeviceOp",
    "in",
    columns=_MOVED,
    device=DeviceUse(operands_on_host=False, result_place="host"),
)
def convert(x: Array) -> Array:
    """Return the elements unchanged, for another memory, tiling or format.

    Tiles are padded to 32x32, but no operation reads the padding, so a change of layout preserves
    every value. The only change is the rounding to the result's format, which every result gets.
    """
    return x


@kernel("ReshapeOp", "in", columns=_MOVED, device=DeviceUse(may_be_view=True), shape="shape")
def reshape(x: Array, *, shape: Sequence[int]) -> Array:
    """Return the elements in row-major order with another shape. One size may be -1."""
    try:
        return x.reshape(tuple(shape))
    except ValueError:
        raise KernelError(f"cannot reshape {shape_text(x.shape)} to {shape_text(shape)}") from None


@kernel("TransposeOp", "in", columns=_MOVED, dim0="dim0", dim1="dim1")
def transpose(x: Array, *, dim0: int, dim1: int) -> Array:
    """Return the tensor with the dimensions `dim0` and `dim1` exchanged."""
    return x.swapaxes(normalized_dim(dim0, x.ndim), normalized_dim(dim1, x.ndim))


@kernel("PermuteOp", "in", columns=_MOVED, permutation="permutation")
def permute(x: Array, *, permutation: Sequence[int]) -> Array:
    """Return the tensor with permuted dimensions: result dimension i is operand dimension
    `permutation[i]`.
    """
    axes = [normalized_dim(dim, x.ndim) for dim in permutation]
    if sorted(axes) != list(range(x.ndim)):
        raise KernelError(f"{list(permutation)} is not a permutation of {x.ndim} dimensions")
    return x.transpose(axes)


def _joined_shape(
    inputs: list[Array], *, dim: int, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    if not inputs:
        raise KernelError("needs at least one operand")
    axis = normalized_dim(dim, inputs[0].ndim)
    frames = {(*x.shape[:axis], 0, *x.shape[axis + 1 :]) for x in inputs}
    if len(frames) != 1:
        shapes = ", ".join(shape_text(x.shape) for x in inputs)
        raise KernelError(f"cannot join {shapes} along dimension {dim}")
    (frame,) = frames
    joined = sum(x.shape[axis] for x in inputs)
    return require_shape((*frame[:axis], joined, *frame[axis + 1 :]), result_shape)


@kernel(
    "ConcatOp", "inputs*", columns=_MOVED, dim="dim", takes_shape=True, infer_shape=_joined_shape
)
def concat(inputs: list[Array], *, dim: int) -> Array:
    """Return the tensors concatenated along the dimension `dim`."""
    return np.concatenate(promote(*inputs), axis=dim)


@kernel(
    "SliceOp",
    "in",
    columns=_MOVED,
    cost=Cost(reads_in_part=True),
    begins="begins",
    ends="ends",
    steps="step",
)
def slice_(x: Array, *, begins: Sequence[int], ends: Sequence[int], steps: Sequence[int]) -> Array:
    """Return elements `begin`, `begin + step`, ... before `end` of each dimension.

    Negative bounds count from the end.
    """
    bounds = [
        nth(v, x.ndim, what)
        for v, what in zip((begins, ends, steps), ("begins", "ends", "step"), strict=True)
    ]
    if 0 in bounds[2]:
        raise KernelError("a step is 0")
    return x[tuple(slice(*bound) for bound in zip(*bounds, strict=True))]


def _leading(x: Array, repeats: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the shape and the repeats with equal length. Missing leading entries are 1."""
    require_counts("repeats", repeats)
    shape = (1,) * (len(repeats) - x.ndim) + x.shape
    return shape, (1,) * (len(shape) - len(repeats)) + tuple(repeats)


def _repeated_shape(
    x: Array, *, repeats: Sequence[int], result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    pairs = zip(*_leading(x, repeats), strict=True)
    return require_shape([n * r for n, r in pairs], result_shape)


@kernel(
    "RepeatOp",
    "in",
    columns=_MOVED,
    repeats="repeat_dims",
    takes_shape=True,
    infer_shape=_repeated_shape,
)
def repeat(x: Array, *, repeats: Sequence[int]) -> Array:
    """Repeat the whole tensor `repeats[i]` times along dimension i. Missing leading dimensions are
    1.
    """
    return np.tile(x, _leading(x, repeats)[1])


def _interleaved_shape(
    x: Array, *, repeats: int, dim: int, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    axis = normalized_dim(dim, x.ndim)
    require_counts("repeats", (repeats,))
    shape = (*x.shape[:axis], x.shape[axis] * repeats, *x.shape[axis + 1 :])
    return require_shape(shape, result_shape)


@kernel(
    "RepeatInterleaveOp",
    "input",
    columns=_MOVED,
    repeats="repeats",
    dim="dim",
    takes_shape=True,
    infer_shape=_interleaved_shape,
)
def repeat_interleave(x: Array, *, repeats: int, dim: int) -> Array:
    """Repeat each slice along the dimension `dim` `repeats` times."""
    return np.repeat(x, repeats, axis=dim)


def _amounts(x: Array, padding: Sequence[int]) -> list[tuple[int, int]]:
    amounts = require_counts("padding", nth(padding, 2 * x.ndim, "padding"))
    return list(zip(amounts[::2], amounts[1::2], strict=True))


def _padded_shape(
    x: Array, *, padding: Sequence[int], value: float, result_shape: tuple[int, ...]
) -> tuple[int, ...]:
    pairs = zip(x.shape, _amounts(x, padding), strict=True)
    x.dtype.type(value)  # raises an error for numbers that the type cannot hold
    return require_shape([n + low + high for n, (low, high) in pairs], result_shape)


@kernel(
    "PadOp", "in", padding="padding", value="value", takes_shape=True, infer_shape=_padded_shape
)
def pad(x: Array, *, padding: Sequence[int], value: float) -> Array:
    """Surround the tensor with `value`. `padding` holds (low, high) amounts of each dimension."""
    amounts = _amounts(x, padding)
    return np.pad(x, amounts, constant_values=x.dtype.type(value)) if amounts else x
