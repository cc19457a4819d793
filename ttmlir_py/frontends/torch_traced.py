"""Helpers of decompositions: operators that are recorded as they are, and exact slices."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any

from ttmlir_py.frontends.torch_tensors import torch

_as_is = ContextVar("_as_is", default=False)
_training = ContextVar("_training", default=False)


def is_as_is() -> bool:
    """Whether operators that are called now need no decomposition."""
    return _as_is.get()


def is_training() -> bool:
    """Whether the graph that is traced has gradients."""
    return _training.get()


def taken_as_is() -> AbstractContextManager[None]:
    """Disable decompositions in a block that ask `is_as_is`."""
    return _set(_as_is, value=True)


def training(*, value: bool) -> AbstractContextManager[None]:
    """State for a block whether the graph that is traced has gradients."""
    return _set(_training, value=value)


@contextmanager
def _set(variable: ContextVar[bool], *, value: bool) -> Generator[None]:
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


def strided(x: Any, dim: int, start: int, step: int, count: int) -> Any:
    """Return `count` elements of `x` along `dim`, from `start` in steps of `step`.

    The elements are the first ones of groups of `step`, so that no slice has a step: the device
    computes slices with a step in bf16. `x` may end within the last group.
    """
    dim %= x.dim()
    if step == 1:
        return x.narrow(dim, start, count)
    missing = start + count * step - x.shape[dim]
    if missing > 0:
        x = torch().constant_pad_nd(x, [0, 0] * (x.dim() - 1 - dim) + [0, missing])
    grouped = x.narrow(dim, start, count * step)
    shape = list(x.shape)
    grouped = grouped.reshape([*shape[:dim], count, step, *shape[dim + 1 :]])
    return grouped.narrow(dim + 1, 0, 1).squeeze(dim + 1)


def spread(x: Any, dim: int, step: int) -> Any:
    """Return `x` with `step - 1` zeros after each element along `dim`."""
    dim %= x.dim()
    if step == 1:
        return x
    shape = list(x.shape)
    padded = torch().constant_pad_nd(
        x.unsqueeze(dim + 1), [0, 0] * (x.dim() - 1 - dim) + [0, step - 1]
    )
    return padded.reshape([*shape[:dim], shape[dim] * step, *shape[dim + 1 :]])


def placed(x: Any, dim: int, start: int, size: int) -> Any:
    """Return `x` in a tensor of zeros with `size` elements along `dim`, from index `start` on.
    Elements that do not fit are cut off.
    """
    dim %= x.dim()
    x = x.narrow(dim, 0, min(x.shape[dim], size - start))
    sides = [start, size - start - x.shape[dim]]
    return torch().constant_pad_nd(x, [0, 0] * (x.dim() - 1 - dim) + sides)


def ordered_indices(x: Any, dim: int) -> Any:
    """Return the indices along `dim` of `x`, in a shape that is broadcast to that of `x`."""
    shape = [1] * x.dim()
    shape[dim % x.dim()] = x.shape[dim]
    return torch().arange(x.shape[dim]).reshape(shape)
