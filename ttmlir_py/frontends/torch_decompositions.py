"""Operator decompositions applied before torch-mlir lowers a graph.

torch-mlir's own list is extended with operators that torch-mlir lacks or would compute incorrectly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import prod
from typing import Any

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_complex import complex_decompositions
from ttmlir_py.frontends.torch_convolutions import convolutions
from ttmlir_py.frontends.torch_experts import experts
from ttmlir_py.frontends.torch_functions import functions
from ttmlir_py.frontends.torch_padding import paddings
from ttmlir_py.frontends.torch_random import random_decompositions
from ttmlir_py.frontends.torch_resampling import interpolations, poolings
from ttmlir_py.frontends.torch_sequences import sequences
from ttmlir_py.frontends.torch_tensors import is_tensor, torch
from ttmlir_py.frontends.torch_traced import is_as_is, ordered_indices, spread, strided, taken_as_is
from ttmlir_py.frontends.torch_windows import Window, windows

_STANDARD = (*("isclose", "linalg_vector_norm", "unfold_copy", "im2col", "norm"),)
"""Operators that use PyTorch's own decomposition."""


def decompositions() -> dict[Any, Any]:
    """Return a dictionary from each operator to its decomposition function."""
    return {**_decompositions(), **experts()}


@cache
def _decompositions() -> dict[Any, Any]:
    """Return the decompositions of operators that PyTorch defines."""
    aten, decompose = torch().ops.aten, library("torch._decomp", "torch")
    util = library("torch_mlir.extras.fx_decomp_util", "torch")
    return {
        **util.get_decomposition_table(),
        **decompose.get_decompositions([getattr(aten, name) for name in _STANDARD]),
        **interpolations(),
        **poolings(),
        **windows(),
        **paddings(),
        **convolutions(),
        **sequences(),
        **functions(),
        **random_decompositions(),
        **complex_decompositions(),
        aten.fmod.Tensor: _fmod,
        aten.fmod.Scalar: _fmod,
        aten.remainder.Tensor: _remainder,
        aten.remainder.Scalar: _remainder,
        aten.remainder.Scalar_Tensor: _remainder,
        aten.floor_divide.default: _floor_divide,
        aten.floor_divide.Scalar: _floor_divide,
        aten.div.Tensor_mode: _divide,
        aten.div.Scalar_mode: _divide,
        aten.roll.default: _roll,
        aten.argmax.default: _argmax,
        aten.argmin.default: _argmin,
        aten.max.dim: _maximum,
        aten.min.dim: _minimum,
        aten.clamp.default: _clamp,
        aten.pow.Tensor_Scalar: _power,
        aten.reciprocal.default: _reciprocal,
        aten.avg_pool2d.default: _average_pool,
        aten.amax.default: _amax,
        aten.amin.default: _amin,
        aten.sum.dim_IntList: _sum,
        aten.as_strided.default: _as_strided,
        aten.rms_norm.default: _rms_norm,
        aten._scaled_dot_product_flash_attention_for_cpu.default: _attention,
        aten.slice.Tensor: _slice,
        aten.slice_scatter.default: _slice_scatter,
        aten.index.Tensor: _index,
        aten.index_put.default: _index_put,
    }


def _promoted(x: Any, y: Any) -> tuple[Any, Any]:
    """Return both operands in their common type. One of them may be a Python number."""
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
    """Return the remainder with the dividend's sign.

    torch-mlir computes the remainder of floats from a rounded quotient.
    """
    x, y = _promoted(x, y)
    if not x.dtype.is_floating_point:
        return x - torch().div(x, y, rounding_mode="trunc") * y
    with taken_as_is():
        rest = torch().remainder(x.abs(), y.abs())
    return torch().where(x < 0, -rest, rest)


def _remainder(x: Any, y: Any) -> Any:
    """Return the remainder with the divisor's sign.

    torch-mlir uses StableHLO's remainder, which has the dividend's sign.
    """
    if is_as_is():
        return NotImplemented
    x, y = _promoted(x, y)
    rest = torch().fmod(x, y)
    return torch().where((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


def _floor_divide(x: Any, y: Any) -> Any:
    """Return the quotient rounded down.

    torch-mlir computes the quotient of integers in floats, and treats infinities differently.
    """
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
    """Return the maximum of booleans: whether any is true.

    torch-mlir starts the reduction with true, and crashes on tensors without dimensions. Everything
    else is left to torch-mlir.
    """
    if not x.dim():
        return x.clone()
    if x.dtype != torch().bool:
        return NotImplemented
    return torch().any(x, list(dim) or list(range(x.dim())), keepdim)


def _amin(x: Any, dim: Sequence[int] = (), keepdim: bool = False) -> Any:
    """Return the minimum of booleans: whether all are true."""
    if not x.dim():
        return x.clone()
    if x.dtype != torch().bool:
        return NotImplemented
    return torch().all(x, list(dim) or list(range(x.dim())), keepdim)


def _sum(x: Any, dim: Any, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """Return the sum of a tensor without dimensions, on which torch-mlir crashes."""
    if x.dim():
        return NotImplemented
    is_float = x.dtype.is_floating_point or x.is_complex()
    return x.to(dtype or (x.dtype if is_float else torch().int64), copy=True)


def _roll(x: Any, shifts: Sequence[int], dims: Sequence[int] = ()) -> Any:
    """Roll the flattened elements if `dims` is empty. Otherwise leave the operator to
    torch-mlir.
    """
    if len(dims):
        return NotImplemented
    return torch().roll(x.reshape(-1), shifts, [0]).reshape(x.shape)


def _argmax(x: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the index of the first largest integer."""
    return _place_of(torch().amax, x, dim, keepdim)


def _argmin(x: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    return _place_of(torch().amin, x, dim, keepdim)


def _place_of(extreme: Any, x: Any, dim: int | None, keepdim: bool) -> Any:
    if x.dtype.is_floating_point:
        return NotImplemented
    dims = list(range(x.dim())) if dim is None else [dim]
    found = x == extreme(x, dims, True)
    return torch().argmax(found.float(), dim, keepdim)


def _maximum(x: Any, dim: int, keepdim: bool = False) -> Any:
    """Return the largest integers along `dim`, and their indices."""
    if x.dtype.is_floating_point:
        return NotImplemented
    return torch().amax(x, [dim], keepdim), torch().argmax(x, dim, keepdim)


def _minimum(x: Any, dim: int, keepdim: bool = False) -> Any:
    if x.dtype.is_floating_point:
        return NotImplemented
    return torch().amin(x, [dim], keepdim), torch().argmin(x, dim, keepdim)


def _clamp(x: Any, low: Any = None, high: Any = None) -> Any:
    """Clamp integers to float bounds, with a float result."""
    bounds = [each for each in (low, high) if each is not None]
    if x.dtype.is_floating_point or not any(isinstance(each, float) for each in bounds):
        return NotImplemented
    return torch().clamp(x.to(torch().result_type(x, 1.0)), low, high)


def _reciprocal(x: Any) -> Any:
    """Return the reciprocal of integers, with a float result."""
    if x.dtype.is_floating_point or x.is_complex():
        return NotImplemented
    return torch().reciprocal(x.to(torch().result_type(x, 1.0)))


def _power(x: Any, exponent: Any) -> Any:
    """Return `x ** 0.5` or `x ** -0.5` as PyTorch defines it: the root of minus infinity is NaN.

    IEEE 754 powers differ: they give infinity and 0.0 for minus infinity.
    """
    roots = {0.5: torch().sqrt, -0.5: torch().rsqrt}
    if exponent not in roots or x.is_complex():
        return NotImplemented
    return roots[exponent](x.to(torch().result_type(x, exponent)))


def _average_pool(
    x: Any,
    kernel_size: Sequence[int],
    stride: Sequence[int] = (),
    padding: Sequence[int] = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Any:
    """Return average pooling with `ceil_mode` or with a divisor.

    The averages over the padded window are divided by the fraction of elements that count.
    """
    if not ceil_mode and divisor_override is None:
        return NotImplemented
    window = Window.of(x, 2, kernel_size, stride, padding, (1,), ceil_mode=ceil_mode)
    pool, pad = torch().ops.aten.avg_pool2d, torch().constant_pad_nd
    averages = pool(pad(x, window.padding), window.size, window.stride)
    if divisor_override is not None:
        return averages * (prod(window.size) / divisor_override)
    ones = torch().ones((1, *x.shape[-2:]), dtype=x.dtype)
    if count_include_pad:
        top, left = list(padding) * 2 if len(padding) == 1 else padding
        ones = pad(ones, [left, left, top, top], 1.0)
        window = replace(window, padding=[0, window.padding[1] - left, 0, window.padding[3] - top])
    return averages / pool(pad(ones, window.padding), window.size, window.stride)


def _rms_norm(x: Any, shape: Sequence[int], weight: Any = None, eps: float | None = None) -> Any:
    """Return `x` over its root mean square, computed in f32 at least.

    Without `eps`, PyTorch adds the machine epsilon of the type of the computation. torch-mlir adds
    nothing.
    """
    wide = x if x.dtype == torch().float64 else x.float()
    dims = list(range(-len(shape), 0))
    added = torch().finfo(wide.dtype).eps if eps is None else eps
    normal = wide * torch().rsqrt((wide * wide).mean(dims, keepdim=True) + added)
    return (normal if weight is None else normal * weight).to(x.dtype)


def _attention(
    query: Any,
    key: Any,
    value: Any,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    attn_mask: Any = None,
    scale: float | None = None,
) -> tuple[Any, Any]:
    """Return the attention, and the logarithm of the sum of the exponentials of each row of
    scores.

    PyTorch's decomposition returns the weights as the second result, which have another shape.
    """
    aten, kinds = torch().ops.aten, {"scale": scale, "enable_gqa": query.size(1) != key.size(1)}
    output, _ = aten._scaled_dot_product_attention_math.default(
        query, key, value, attn_mask, dropout_p, is_causal, **kinds
    )
    factor = query.size(-1) ** -0.5 if scale is None else scale
    key = key.repeat_interleave(query.size(1) // key.size(1), 1)
    scores = query.float() @ key.float().transpose(-1, -2) * factor
    if is_causal:
        rows, columns = (torch().arange(size).unsqueeze(-1) for size in scores.shape[-2:])
        scores = scores.masked_fill(rows < columns.transpose(0, 1), float("-inf"))
    elif attn_mask is not None and attn_mask.dtype == torch().bool:
        scores = scores.masked_fill(~attn_mask, float("-inf"))
    elif attn_mask is not None:
        scores = scores + attn_mask
    return output, torch().logsumexp(scores, -1)


def _as_strided(
    x: Any, size: Sequence[int], stride: Sequence[int], offset: int | None = None
) -> Any:
    """Return `x` reshaped and permuted, if the strides visit each element once.

    torch-mlir would gather elements by indices, which the device computes in bf16.
    """
    is_whole = x.is_contiguous() and x.numel() == prod(size) and not x.storage_offset()
    if not is_whole or offset or len(size) != len(stride):
        return NotImplemented
    order = sorted(range(len(size)), key=lambda dim: (-stride[dim], size[dim] == 1, dim))
    sorted_size = [size[dim] for dim in order]
    row_major = torch().empty(sorted_size, device="meta").stride()
    pairs = zip(order, row_major, strict=True)
    if any(stride[dim] != each for dim, each in pairs if size[dim] != 1):
        return NotImplemented
    return x.reshape(sorted_size).permute([order.index(dim) for dim in range(len(size))])


def _slice(
    x: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    """Return a slice that has a step, made of operations without steps. The device computes slices
    with a step in bf16.
    """
    if step == 1 or not all(each is None or type(each) is int for each in (start, end)):
        return NotImplemented
    first, last, _ = slice(start, end).indices(x.shape[dim])
    count = max(-(-(last - first) // step), 0)
    if not count:
        return NotImplemented
    return strided(x, dim, first, step, count)


def _slice_scatter(
    x: Any,
    source: Any,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Any:
    """Return `x` with `source` in place of a slice: the parts before and after it are concatenated
    with it.

    torch-mlir would write at indices that it counts up to `end`, which may be 2^63 - 1.
    """
    size, dim = x.shape[dim], dim % x.dim()
    first, last, _ = slice(start, end).indices(size)
    count = max(-(-(last - first) // step), 0)
    if not count:
        return x.clone()
    source = source.to(x.dtype).expand([*x.shape[:dim], count, *x.shape[dim + 1 :]])
    stop = first + (count - 1) * step + 1
    if step > 1:
        places = ordered_indices(x, dim).narrow(dim, first, stop - first)
        between = x.narrow(dim, first, stop - first)
        written = spread(source, dim, step).narrow(dim, 0, stop - first)
        source = torch().where((places - first) % step == 0, written, between)
    before, after = x.narrow(dim, 0, first), x.narrow(dim, stop, size - stop)
    parts = [each for each in (before, source, after) if each.shape[dim]]
    return torch().cat(parts, dim) if len(parts) > 1 else source.clone()


def _index(x: Any, indices: Sequence[Any]) -> Any:
    """Return the elements at `indices`. Negative indices count from the end, which torch-mlir
    ignores.
    """
    if is_as_is() or _is_mask(indices):
        return NotImplemented
    with taken_as_is():
        return torch().ops.aten.index.Tensor(x, _from_the_start(x, indices))


def _index_put(x: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    """Write `values` at `indices`, where negative indices count from the end."""
    if is_as_is():
        return NotImplemented
    if _is_mask(indices):
        return _masked(x, indices, values, accumulate)
    with taken_as_is():
        return torch().ops.aten.index_put.default(
            x, _from_the_start(x, indices), values, accumulate
        )


def _masked(x: Any, indices: Sequence[Any], values: Any, accumulate: bool) -> Any:
    """Write `values` where a mask is true, if the mask is the only index."""
    *before, mask = indices
    if any(each is not None for each in before) or mask.dtype != torch().bool:
        return NotImplemented
    mask = mask.reshape([*mask.shape, *[1] * (x.dim() - len(before) - mask.dim())])
    values = values.to(x.dtype)
    if values.numel() == 1:
        return torch().where(mask, x + values if accumulate else values, x)
    if before or accumulate or mask.dim() != x.dim() or mask.shape != x.shape:
        return NotImplemented
    return torch().masked_scatter(x, mask, values)


def _is_mask(indices: Sequence[Any]) -> bool:
    return any(each is not None and not each.dtype.is_signed for each in indices)


def _from_the_start(x: Any, indices: Sequence[Any]) -> list[Any]:
    pairs = zip(indices, x.shape, strict=False)
    return [
        None if each is None else torch().where(each < 0, each + size, each) for each, size in pairs
    ]
