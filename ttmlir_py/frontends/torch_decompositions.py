"""Operators that torch-mlir is to see as others: its own list, and those whose values it would get wrong, or which it lacks."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_STANDARD = (
    *("upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "upsample_bicubic2d"),
    *("_upsample_nearest_exact1d", "_upsample_nearest_exact2d", "_upsample_nearest_exact3d"),
    *("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d"),
)
"""Operators that become others as PyTorch itself says."""

_wrapping = ContextVar("_wrapping", default=False)


@cache
def decompositions() -> Any:
    """By operator, the function that computes it by others."""
    aten, decompose = torch().ops.aten, library("torch._decomp", "torch")
    util = library("torch_mlir.extras.fx_decomp_util", "torch")
    return {
        **util.get_decomposition_table(),
        **decompose.get_decompositions([getattr(aten, name) for name in _STANDARD]),
        aten.fmod.Tensor: _fmod,
        aten.fmod.Scalar: _fmod,
        aten.remainder.Tensor: _remainder,
        aten.remainder.Scalar: _remainder,
        aten.remainder.Scalar_Tensor: _remainder,
        aten.floor_divide.default: _floor_divide,
        aten.floor_divide.Scalar: _floor_divide,
        aten.div.Tensor_mode: _divide,
        aten.div.Scalar_mode: _divide,
        aten.amax.default: _amax,
        aten.amin.default: _amin,
        aten.index.Tensor: _index,
        aten.index_put.default: _index_put,
    }


def _promoted(x: Any, y: Any) -> tuple[Any, Any]:
    """Two operands, of which one may be a number, in the type that they get together."""
    like = x if is_tensor(x) else y
    dtype = torch().result_type(x, y)
    x, y = (
        each.to(dtype)
        if is_tensor(each)
        else torch().full((), each, dtype=dtype, device=like.device)
        for each in (x, y)
    )
    return x, y


def _fmod(x: Any, y: Any) -> Any:
    """The remainder with the dividend's sign. Of floats, torch-mlir computes it by a division, which rounds."""
    x, y = _promoted(x, y)
    if not x.dtype.is_floating_point:
        return x - torch().div(x, y, rounding_mode="trunc") * y
    rest = torch().remainder(x.abs(), y.abs())
    return torch().where(x < 0, -rest, rest)


def _remainder(x: Any, y: Any) -> Any:
    """The remainder with the divisor's sign. Of integers, torch-mlir takes StableHLO's, which has the dividend's."""
    x, y = _promoted(x, y)
    if x.dtype.is_floating_point:
        return NotImplemented
    rest = torch().fmod(x, y)
    return torch().where((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


def _floor_divide(x: Any, y: Any) -> Any:
    """The next smaller integer of a quotient. torch-mlir rounds the quotient of integers to a float, and has other infinities."""
    x, y = _promoted(x, y)
    rest = torch().fmod(x, y)
    is_less = (rest != 0) & ((rest < 0) != (y < 0))
    if not x.dtype.is_floating_point:
        quotient = torch().div(x, y, rounding_mode="trunc")
        return torch().where(is_less, quotient - 1, quotient)
    quotient = (x - rest) / y
    quotient = torch().where(is_less, quotient - 1, quotient).round()
    return torch().where(y == 0, x / y, quotient)


def _divide(x: Any, y: Any, *, rounding_mode: str | None = None) -> Any:
    if rounding_mode == "floor":
        return _floor_divide(x, y)
    return NotImplemented


def _amax(x: Any, dim: Sequence[int] = (), keepdim: bool = False) -> Any:
    """Of truth values, whether any is true; torch-mlir starts with true."""
    if x.dtype != torch().bool:
        return NotImplemented
    return torch().any(x, list(dim) or list(range(x.dim())), keepdim)


def _amin(x: Any, dim: Sequence[int] = (), keepdim: bool = False) -> Any:
    """Of truth values, whether all are true."""
    if x.dtype != torch().bool:
        return NotImplemented
    return torch().all(x, list(dim) or list(range(x.dim())), keepdim)


def _index(x: Any, indices: Sequence[Any]) -> Any:
    """Elements at indices, which count from the end if they are negative; torch-mlir's do not."""
    if _wrapping.get() or _is_mask(indices):
        return NotImplemented
    with _wrapped():
        return torch().ops.aten.index.Tensor(x, _from_the_start(x, indices))


def _index_put(x: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    """As `_index`."""
    if _wrapping.get() or _is_mask(indices):
        return NotImplemented
    with _wrapped():
        return torch().ops.aten.index_put.default(
            x, _from_the_start(x, indices), values, accumulate
        )


@contextmanager
def _wrapped() -> Generator[None]:
    """While the operator is taken for what it is: its indices are not negative."""
    before = _wrapping.set(True)
    try:
        yield
    finally:
        _wrapping.reset(before)


def _is_mask(indices: Sequence[Any]) -> bool:
    return any(each is not None and not each.dtype.is_signed for each in indices)


def _from_the_start(x: Any, indices: Sequence[Any]) -> list[Any]:
    pairs = zip(indices, x.shape, strict=False)
    return [
        None if each is None else torch().where(each < 0, each + size, each) for each, size in pairs
    ]
