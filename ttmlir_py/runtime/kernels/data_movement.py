"""Ops that rearrange, repeat or select elements, and layout conversions."""

from collections.abc import Sequence

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import (
    Kernel,
    kernel,
    normalized_dim,
    nth,
    promote,
    require_shape,
    shape_text,
)


@kernel("ToMemoryConfigOp", "in0")
@kernel("ToLayoutOp", "in", columns=Kernel(result_place="operand"))
@kernel("ToDTypeOp", "in")
@kernel("TypecastOp", "in")
@kernel("ToDeviceOp", "in", columns=Kernel(operands_on_host=True))
@kernel("FromDeviceOp", "in", columns=Kernel(operands_on_host=False, result_place="host"))
def convert(x: Array) -> Array:
    """The same elements elsewhere, tiled otherwise or in another format.

    Tiles are padded to 32x32, but no op reads the padding, so a change of layout keeps every value; the
    only change is the rounding into the result's format, which is done for every op's result.
    """
    return x


@kernel("ReshapeOp", "in", shape="shape")
def reshape(x: Array, *, shape: Sequence[int]) -> Array:
    """The same elements in row-major order under another shape; one size may be -1."""
    try:
        return x.reshape(tuple(shape))
    except ValueError:
        raise KernelError(f"cannot reshape {shape_text(x.shape)} to {shape_text(shape)}") from None


@kernel("TransposeOp", "in", dim0="dim0", dim1="dim1")
def transpose(x: Array, *, dim0: int, dim1: int) -> Array:
    """Exchange two dimensions."""
    return x.swapaxes(normalized_dim(dim0, x.ndim), normalized_dim(dim1, x.ndim))


@kernel("PermuteOp", "in", permutation="permutation")
def permute(x: Array, *, permutation: Sequence[int]) -> Array:
    """Dimension i of the result is dimension permutation[i] of the operand."""
    axes = [normalized_dim(dim, x.ndim) for dim in permutation]
    if sorted(axes) != list(range(x.ndim)):
        raise KernelError(f"{list(permutation)} is no permutation of {x.ndim} dimensions")
    return x.transpose(axes)


@kernel("ConcatOp", "inputs*", dim="dim", takes_shape=True)
def concat(inputs: list[Array], *, dim: int, result_shape: tuple[int, ...]) -> Array:
    """Join tensors along a dimension."""
    if not inputs:
        raise KernelError("needs at least one operand")
    axis = normalized_dim(dim, inputs[0].ndim)
    frames = {(*x.shape[:axis], 0, *x.shape[axis + 1 :]) for x in inputs}
    if len(frames) != 1:
        shapes = ", ".join(shape_text(x.shape) for x in inputs)
        raise KernelError(f"cannot join {shapes} along dimension {dim}")
    (frame,) = frames
    joined = sum(x.shape[axis] for x in inputs)
    require_shape((*frame[:axis], joined, *frame[axis + 1 :]), result_shape)
    return np.concatenate(promote(*inputs), axis=axis)


@kernel(
    "SliceOp", "in", columns=Kernel(reads_in_part=True), begins="begins", ends="ends", steps="step"
)
def slice_(x: Array, *, begins: Sequence[int], ends: Sequence[int], steps: Sequence[int]) -> Array:
    """Elements begin, begin + step, ... before end of each dimension; negative bounds count from the back."""
    bounds = [
        nth(v, x.ndim, what)
        for v, what in zip((begins, ends, steps), ("begins", "ends", "step"), strict=True)
    ]
    if 0 in bounds[2]:
        raise KernelError("a step is 0")
    return x[tuple(slice(*bound) for bound in zip(*bounds, strict=True))]


@kernel("RepeatOp", "in", repeats="repeat_dims", takes_shape=True)
def repeat(x: Array, *, repeats: Sequence[int], result_shape: tuple[int, ...]) -> Array:
    """The whole tensor repeated along each dimension; missing leading dimensions count as 1."""
    shape = (1,) * (len(repeats) - x.ndim) + x.shape
    repeats = (1,) * (len(shape) - len(repeats)) + tuple(repeats)
    require_shape([n * r for n, r in zip(shape, repeats, strict=True)], result_shape)
    return np.tile(x, repeats)


@kernel("RepeatInterleaveOp", "input", repeats="repeats", dim="dim", takes_shape=True)
def repeat_interleave(x: Array, *, repeats: int, dim: int, result_shape: tuple[int, ...]) -> Array:
    """Each slice along a dimension repeated in place."""
    axis = normalized_dim(dim, x.ndim)
    require_shape((*x.shape[:axis], x.shape[axis] * repeats, *x.shape[axis + 1 :]), result_shape)
    return np.repeat(x, repeats, axis=axis)


@kernel("PadOp", "in", padding="padding", value="value", takes_shape=True)
def pad(x: Array, *, padding: Sequence[int], value: float, result_shape: tuple[int, ...]) -> Array:
    """Elements `value` around the tensor; `padding` holds low and high amounts dimension by dimension."""
    amounts = nth(padding, 2 * x.ndim, "padding")
    pairs = list(zip(amounts[::2], amounts[1::2], strict=True))
    require_shape(
        [n + low + high for n, (low, high) in zip(x.shape, pairs, strict=True)], result_shape
    )
    return np.pad(x, pairs, constant_values=x.dtype.type(value))
