"""Functions that select, repeat or combine parts of a tensor."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import gelu, relu, sigmoid
from ttmlir_py.runtime.kernels.library.table import LIBRARY_KERNELS
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    Kernel,
    as_real,
    kernel,
    normalized_dim,
    shape_text,
)

_MOVED = Kernel(keeps_values=True)


@kernel("tril", columns=_MOVED, table=LIBRARY_KERNELS)
def triangle(x: Array, *, diagonal: int, upper: bool) -> Array:
    """Return the elements on one side of a diagonal of each matrix, and zeros on the other."""
    if x.ndim < 2:
        raise KernelError(f"a tensor of shape {shape_text(x.shape)} has fewer than two dimensions")
    return np.triu(x, diagonal) if upper else np.tril(x, diagonal)


@kernel("expand", columns=_MOVED, table=LIBRARY_KERNELS)
def expand(x: Array, *, sizes: Sequence[int]) -> Array:
    """Return the tensor broadcast to other sizes. A size of -1 stays as it is."""
    added = len(sizes) - x.ndim
    wanted = tuple(
        x.shape[at - added] if size == -1 and at >= added else size for at, size in enumerate(sizes)
    )
    try:
        return np.broadcast_to(x, wanted)
    except ValueError:
        raise KernelError(f"cannot expand {shape_text(x.shape)} to {shape_text(wanted)}") from None


@kernel("stack", "tensors*", columns=_MOVED, table=LIBRARY_KERNELS)
def stack(tensors: Sequence[Array], *, dim: int) -> Array:
    """Join tensors along a new dimension."""
    if not tensors or len({each.shape for each in tensors}) != 1:
        raise KernelError("needs tensors of one shape")
    return np.stack(tensors, axis=normalized_dim(dim, tensors[0].ndim + 1))


def _outer_shape(a: Array, b: Array) -> tuple[int, ...]:
    for each in (a, b):
        if max(each.shape, default=1) != each.size:
            raise KernelError(f"{shape_text(each.shape)} is not a vector")
    return (1, 1, a.size, b.size)


@kernel("outer", "a", "b", infer_shape=_outer_shape, table=LIBRARY_KERNELS)
def outer(a: Array, b: Array) -> Array:
    """Return the products of all pairs of elements of two vectors, of shape 1x1xMxN."""
    return np.multiply.outer(a.reshape(-1), b.reshape(-1))[None, None]


_GATES: Mapping[str, Callable[[Array], Array]] = MappingProxyType(
    {"glu": sigmoid, "reglu": relu, "geglu": gelu, "swiglu": lambda x: x * sigmoid(x)}
)


def _gated_shape(x: Array, *, dim: int, gate: str) -> tuple[int, ...]:
    axis = normalized_dim(dim, x.ndim)
    if x.shape[axis] % 2:
        raise KernelError(f"dimension {dim} of {shape_text(x.shape)} cannot be halved")
    return (*x.shape[:axis], x.shape[axis] // 2, *x.shape[axis + 1 :])


@kernel("glu", cost=Cost(work="reduction"), infer_shape=_gated_shape, table=LIBRARY_KERNELS)
def gated(x: Array, *, dim: int, gate: str) -> Array:
    """Return the first half of a dimension times a function of the second half."""
    first, second = np.split(as_real(x), 2, axis=normalized_dim(dim, x.ndim))
    return first * _GATES[gate](second)


@kernel("polyval", table=LIBRARY_KERNELS)
def polyval(x: Array, *, coeffs: Sequence[float]) -> Array:
    """Return the polynomial with these coefficients, the highest power first."""
    if not coeffs:
        raise KernelError("needs at least one coefficient")
    return np.polyval(coeffs, as_real(x).astype(np.float64)).astype(np.float32)


def _pooled_shape(x: Array) -> tuple[int, ...]:
    if x.ndim != 4 or 0 in x.shape[1:3]:
        raise KernelError(f"the operand is {shape_text(x.shape)}, expected N x H x W x C")
    return (x.shape[0], 1, 1, x.shape[3])


@kernel(
    "global_avg_pool2d",
    cost=Cost(work="reduction"),
    infer_shape=_pooled_shape,
    table=LIBRARY_KERNELS,
)
def global_avg_pool2d(x: Array) -> Array:
    """Return the mean of each channel of N x H x W x C."""
    return as_real(x).mean(axis=(1, 2), keepdims=True, dtype=np.float64).astype(np.float32)
