"""Operators along a dimension that compare or combine all its elements, made of operators that
torch-mlir lowers: scans, sorting, searching, scattered reductions and diagonals.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.frontends.torch_tensors import is_tensor, torch
from ttmlir_py.frontends.torch_traced import ordered_indices

_MOST_COMPARED = 1 << 22
"""Largest number of pairs of elements that scattered reductions and distances compare."""

_MOST_GATHERED = 1 << 20
"""Largest number of positions that a gather compares with its indices."""


def sequences() -> dict[Any, Any]:
    """Return the decompositions of operators along a dimension."""
    aten = torch().ops.aten
    return {
        aten.cumprod.default: _cumprod,
        aten.logcumsumexp.default: _logcumsumexp,
        aten.cummax.default: _cummax,
        aten.cummin.default: _cummin,
        aten.sort.stable: _sort,
        aten.kthvalue.default: _kth,
        aten.topk.default: _top,
        aten.median.dim: _median,
        aten.median.default: _median_of_all,
        aten.nonzero_static.default: _nonzero,
        aten.searchsorted.Tensor: _searchsorted,
        aten.searchsorted.Scalar: _searchsorted,
        aten.gather.default: _gather,
        aten.histc.default: _histogram,
        aten.scatter_reduce.two: _scatter_reduce,
        aten.index_reduce.default: _index_reduce,
        aten.scatter_add.default: _scatter_add,
        aten.index_add.default: _index_add,
        aten.diagonal.default: _diagonal,
        aten.diagonal_scatter.default: _diagonal_scatter,
        aten.diagonal_backward.default: _diagonal_gradient,
        aten._embedding_bag.default: _embedding_bag,
        aten._embedding_bag_forward_only.default: _embedding_bag,
        aten._cdist_forward.default: _distances,
        aten._cdist_backward.default: _distances_gradient,
    }


def _scan(
    combine: Callable[..., Sequence[Any]], values: Sequence[Any], neutral: Sequence[Any], dim: int
) -> Sequence[Any]:
    """Return the running results of an associative function along `dim`.

    In each step, every element is combined with the result at twice the distance before it.
    """
    rank, size, distance = values[0].dim(), values[0].shape[dim], 1
    while distance < size:
        earlier = [
            torch().constant_pad_nd(
                each.narrow(dim, 0, size - distance),
                [0, 0] * (rank - 1 - dim) + [distance, 0],
                fill,
            )
            for each, fill in zip(values, neutral, strict=True)
        ]
        values, distance = combine(*earlier, *values), 2 * distance
    return values


def _cumprod(x: Any, dim: int, *, dtype: Any = None) -> Any:
    is_integer = not x.dtype.is_floating_point and not x.is_complex()
    x = x.to(dtype or (torch().int64 if is_integer else x.dtype))
    if not x.dim():
        return x.clone()

    def combine(earlier: Any, later: Any) -> Sequence[Any]:
        return [earlier * later]

    return _scan(combine, [x], [1], dim % x.dim())[0]


def _logcumsumexp(x: Any, dim: int) -> Any:
    """Return the logarithms of the running sums of exponentials.

    torch-mlir sums the exponentials themselves, which overflow.
    """
    if not x.dim():
        return x.clone()

    def combine(earlier: Any, later: Any) -> Sequence[Any]:
        return [torch().logaddexp(earlier, later)]

    return _scan(combine, [x], [float("-inf")], dim % x.dim())[0]


def _cummax(x: Any, dim: int) -> Any:
    return _running(x, dim, torch().ge, _least(x.dtype))


def _cummin(x: Any, dim: int) -> Any:
    return _running(x, dim, torch().le, _greatest(x.dtype))


def _running(x: Any, dim: int, precedes: Any, neutral: Any) -> Any:
    """Return the running extremes along `dim`, and the index of the last of equal ones."""
    if not x.dim():
        return x.clone(), torch().zeros((), dtype=torch().int64)
    places = ordered_indices(x, dim).expand(x.shape)

    def combine(earlier: Any, before: Any, later: Any, place: Any) -> Sequence[Any]:
        is_later = precedes(later, earlier)
        if x.dtype.is_floating_point:
            is_later = is_later | (later != later)
        return torch().where(is_later, later, earlier), torch().where(is_later, place, before)

    return tuple(_scan(combine, [x, places], [neutral, 0], dim % x.dim()))


def _least(dtype: Any) -> Any:
    """Return the neutral element of the maximum."""
    if dtype == torch().bool:
        return False
    return float("-inf") if dtype.is_floating_point else max(torch().iinfo(dtype).min, -(2**31))


def _greatest(dtype: Any) -> Any:
    """Return the neutral element of the minimum."""
    if dtype == torch().bool:
        return True
    return float("inf") if dtype.is_floating_point else min(torch().iinfo(dtype).max, 2**31 - 1)


def _sort(x: Any, *, stable: bool | None, dim: int = -1, descending: bool = False) -> Any:
    """Sort as torch-mlir does by default, which keeps the order of equal elements."""
    return torch().ops.aten.sort.default(x, dim, descending)


def _kth(x: Any, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    values, places = torch().sort(x, dim)
    values, places = values.narrow(dim, k - 1, 1), places.narrow(dim, k - 1, 1)
    return (values, places) if keepdim else (values.squeeze(dim), places.squeeze(dim))


def _top(
    x: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Any, Any]:
    """Return the extreme elements along `dim` in order, if any order is allowed."""
    return NotImplemented if sorted else torch().topk(x, k, dim, largest)


def _median(x: Any, dim: int, keepdim: bool = False) -> Any:
    """Return the lower median along `dim`, which is NaN if an element is."""
    values, places = _kth(x, (x.shape[dim] + 1) // 2, dim, keepdim)
    if x.dtype.is_floating_point:
        is_nan = (x != x).any(dim, keepdim)
        values = torch().where(is_nan, float("nan"), values)
        places = torch().where(is_nan, torch().argmax((x != x).float(), dim, keepdim), places)
    return values, places


def _median_of_all(x: Any) -> Any:
    return _median(x.reshape(-1), 0)[0]


def _nonzero(x: Any, *, size: int, fill_value: int = -1) -> Any:
    """Return the indices of the first `size` elements that are not zero, and then `fill_value`.

    Each row of the result compares its number with the number of elements up to each position.
    """
    flat = (x != 0).reshape(-1)
    if not x.dim() or not 0 < size * flat.numel() <= _MOST_COMPARED:
        return NotImplemented
    numbers = torch().cumsum(flat, 0)
    is_found = flat & (numbers == torch().arange(1, size + 1).unsqueeze(1))
    columns = [
        torch().where(is_found, ordered_indices(x, dim).expand(x.shape).reshape(-1), 0).sum(1)
        for dim in range(x.dim())
    ]
    return torch().where(is_found.any(1, keepdim=True), torch().stack(columns, 1), fill_value)


def _searchsorted(
    boundaries: Any,
    x: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Any = None,
) -> Any:
    """Return the number of boundaries below each element, or with `right` of those up to it."""
    if sorter is not None:
        boundaries = boundaries.gather(-1, sorter)
    x = x if is_tensor(x) else torch().full((), x)
    rows = boundaries if boundaries.dim() == 1 else boundaries.unsqueeze(-2)
    elements = x.unsqueeze(-1)
    is_right = right or side == "right"
    is_beyond = rows > elements if is_right else rows >= elements
    return (~is_beyond).sum(-1).to(torch().int32 if out_int32 else torch().int64)


def _histogram(x: Any, bins: int = 100, min: float = 0, max: float = 0) -> Any:
    """Return how many elements lie in each of `bins` equal parts of a range, which is fixed.

    The index of the part is computed as PyTorch does, so that it is rounded the same way.
    """
    if min == max or bins * x.numel() > _MOST_COMPARED:
        return NotImplemented
    x = x.reshape(-1, 1)
    place = torch().floor((x - min) * bins / (max - min)).clamp(max=bins - 1)
    is_inside = (x >= min) & (x <= max)
    return ((place == torch().arange(bins)) & is_inside).sum(0).to(x.dtype)


def _gather(x: Any, dim: int, index: Any, *, sparse_grad: bool = False) -> Any:
    """Return the elements of `x` at `index` along `dim`, by comparing all positions with `index`.

    torch-mlir would gather elements by indices, which the device computes in bf16.
    """
    if not x.dim() or not x.dtype.is_floating_point:
        return NotImplemented
    if x.shape[dim] * index.numel() > _MOST_GATHERED:
        return NotImplemented
    dim %= x.dim()
    sizes = [*index.shape]
    sizes[dim] = x.shape[dim]
    elements = x[tuple(slice(size) for size in sizes)].unsqueeze(dim)
    positions = [1] * elements.dim()
    positions[dim + 1] = x.shape[dim]
    chosen = index.unsqueeze(dim + 1) == torch().arange(x.shape[dim]).reshape(positions)
    return torch().where(chosen, elements, float("-inf")).amax(dim + 1)


def _scatter_add(x: Any, dim: int, index: Any, source: Any) -> Any:
    """Return `x` plus the elements of `source` at `index`, each added to its index along `dim`."""
    if not x.dim() or not _is_small(x, dim, index):
        return NotImplemented
    chosen, source = _chosen(x, dim, index, source)
    return x + torch().where(chosen, source, 0).sum(dim % x.dim() + 1).to(x.dtype)


def _is_small(x: Any, dim: int, index: Any) -> bool:
    return x.dtype != torch().bool and x.shape[dim] * index.numel() <= _MOST_COMPARED


def _chosen(x: Any, dim: int, index: Any, source: Any) -> tuple[Any, Any]:
    """Return which elements of `source` go to each index along `dim`, with `source` in the same
    shape: a new dimension of targets before `dim`.
    """
    dim %= x.dim()
    source = source[tuple(slice(size) for size in index.shape)]
    targets = [1] * (x.dim() + 1)
    targets[dim] = x.shape[dim]
    chosen = index.unsqueeze(dim) == torch().arange(x.shape[dim]).reshape(targets)
    sides = list[int]()
    # Pad `chosen` with False to the size of `x`: `index` may be smaller.
    for each in range(x.dim()):
        missing = 0 if each == dim else x.shape[each] - index.shape[each]
        sides = [0, missing, *sides] if each != dim else [0, 0, 0, 0, *sides]
    if any(sides):
        chosen = torch().constant_pad_nd(chosen, sides, False)
        source = torch().constant_pad_nd(source.unsqueeze(dim), sides).squeeze(dim)
    return chosen, source.unsqueeze(dim)


def _scatter_reduce(
    x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True
) -> Any:
    """Return for each element of `x` the reduction of the elements of `source` with its index."""
    if not x.dim() or not _is_small(x, dim, index):
        return NotImplemented
    chosen, source = _chosen(x, dim, index, source)
    along, where = dim % x.dim() + 1, torch().where
    count = chosen.sum(along)
    if reduce in ("sum", "mean"):
        total = where(chosen, source, 0).sum(along).to(x.dtype)
        found = total + x if include_self else total
        if reduce == "mean":
            count = (count + 1 if include_self else count).clamp(min=1)
            found = found / count if x.dtype.is_floating_point else found // count
    elif reduce == "prod":
        found = _cumprod(where(chosen, source, 1), along, dtype=x.dtype).select(along, -1)
        found = found * x if include_self else found
    elif reduce == "amax":
        found = where(chosen, source, _least(x.dtype)).amax(along)
        found = torch().maximum(found, x) if include_self else found
    else:
        found = where(chosen, source, _greatest(x.dtype)).amin(along)
        found = torch().minimum(found, x) if include_self else found
    return found if include_self else where(chosen.any(along), found, x)


def _index_add(x: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    index = _as_scattered(x, dim, index, source)
    return torch().scatter_add(x, dim, index, source if alpha == 1 else source * alpha)


def _as_scattered(x: Any, dim: int, index: Any, source: Any) -> Any:
    """Return an index of slices along `dim` as the index of each element of `source`."""
    shape = [1] * x.dim()
    if x.dim():
        shape[dim % x.dim()] = index.numel()
    return index.reshape(shape).expand(source.shape)


def _index_reduce(
    x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True
) -> Any:
    index = _as_scattered(x, dim, index, source)
    return _scatter_reduce(x, dim, index, source, reduce, include_self=include_self)


def _diagonal(x: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """Return the elements on a diagonal of the last dimensions, as a new last dimension."""
    x = x.movedim((dim1, dim2), (-2, -1))
    row, column, length = _line(x.shape, offset)
    square = x.narrow(-2, row, length).narrow(-1, column, length)
    is_on = _equal_indices(length, length, 0)
    if x.dtype == torch().bool:
        return (square & is_on).any(-1)
    return torch().where(is_on, square, 0).sum(-1).to(x.dtype)


def _line(shape: Sequence[int], offset: int) -> tuple[int, int, int]:
    """Return the first row and column of a diagonal, and its length."""
    row, column = max(-offset, 0), max(offset, 0)
    return row, column, max(min(shape[-2] - row, shape[-1] - column), 0)


def _equal_indices(rows: int, columns: int, offset: int) -> Any:
    return torch().arange(rows).unsqueeze(1) + offset == torch().arange(columns)


def _diagonal_scatter(x: Any, source: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """Return `x` with `source` on its diagonal."""
    moved = x.movedim((dim1, dim2), (-2, -1))
    row, _, length = _line(moved.shape, offset)
    sides = [0, 0, row, moved.shape[-2] - row - length]
    rows = torch().constant_pad_nd(source.unsqueeze(-1), sides)
    is_on = _equal_indices(moved.shape[-2], moved.shape[-1], offset)
    return torch().where(is_on, rows, moved).movedim((-2, -1), (dim1, dim2))


def _diagonal_gradient(
    gradient: Any, sizes: Sequence[int], offset: int, dim1: int, dim2: int
) -> Any:
    zeros = torch().zeros(sizes, dtype=gradient.dtype)
    return _diagonal_scatter(zeros, gradient, offset, dim1, dim2)


def _embedding_bag(
    weight: Any,
    indices: Any,
    offsets: Any,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Any = None,
    include_last_offset: bool = False,
    padding_idx: int = -1,
) -> Any:
    """Return the sums, means (mode 1) or maxima (mode 2) of bags of rows of `weight`.

    The second result is the bag of each index, the third the number of indices in each bag.
    """
    starts = offsets[:-1] if include_last_offset else offsets
    bag = _searchsorted(starts, torch().arange(indices.shape[0]), right=True) - 1
    is_in = bag == torch().arange(starts.shape[0]).unsqueeze(1)
    if padding_idx >= 0:
        is_in = is_in & (indices != padding_idx)
    rows = torch().embedding(weight, indices)
    count = is_in.sum(1)
    if mode == 2:
        found = torch().where(is_in.unsqueeze(-1), rows, float("-inf")).amax(1)
        found = torch().where((count > 0).unsqueeze(-1), found, 0.0)
    else:
        if per_sample_weights is not None:
            rows = rows * per_sample_weights.unsqueeze(-1)
        found = torch().where(is_in.unsqueeze(-1), rows, 0.0).sum(1)
        found = found / count.clamp(min=1).unsqueeze(-1) if mode == 1 else found
    return found, bag, count, torch().zeros_like(count)


def _distances(x: Any, y: Any, p: float, compute_mode: int | None) -> Any:
    """Return the distances between all rows of `x` and of `y`."""
    return torch().linalg.vector_norm(x.unsqueeze(-2) - y.unsqueeze(-3), p, dim=-1)


def _distances_gradient(gradient: Any, x: Any, y: Any, p: float, distances: Any) -> Any:
    """Return the gradient of the distances with respect to `x`. At distance 0 it is 0."""
    difference = x.unsqueeze(-2) - y.unsqueeze(-3)
    distances, gradient = distances.unsqueeze(-1), gradient.unsqueeze(-1)
    if p == float("inf"):
        slope = torch().where(difference.abs() == distances, difference.sign(), 0.0)
    elif p == 1:
        slope = difference.sign()
    else:
        safe = torch().where(distances == 0, 1.0, distances)
        slope = difference * difference.abs() ** (p - 2) if p != 2 else difference
        slope = slope / safe ** (p - 1)
    return (torch().where(distances == 0, 0.0, slope) * gradient).sum(-2)
