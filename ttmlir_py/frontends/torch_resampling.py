"""Interpolation, average pooling and their gradients as products with one matrix per dimension.

These operators are linear in each dimension of an image. PyTorch computes the matrix of a dimension
by applying the operator to an identity matrix while the graph is compiled. torch-mlir would gather
elements by indices, which the device computes in bf16.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

from ttmlir_py.frontends.torch_tensors import torch
from ttmlir_py.frontends.torch_traced import is_as_is, taken_as_is

_BLOCK = 1 << 14
"""Largest number of elements of the unit vectors that an operator is applied to at once.

PyTorch then folds these vectors, and the operator's results for them, to constants
(`torch_constants`), even if the results have more elements.
"""

Along = Callable[[Any, int], Any]
"""Applies an operator along one dimension: receives images, whose other dimensions have size 2,
and the index of the dimension. The first index is that of the depth or height.
"""


def _resampled(x: Any, rank: int, along: Along) -> Any:
    """Return `x` with its last `rank` dimensions transformed by the operator of `along`."""
    for index in range(rank):
        dim = index - rank
        matrix = _matrix(x.shape[dim], x.dtype, rank, index, along)
        x = torch().matmul(x.transpose(dim, -1), matrix).transpose(dim, -1)
    return x


def _transposed(gradient: Any, sizes: Sequence[int], along: Along) -> Any:
    """Return the gradient of `_resampled` for an image of `sizes`."""
    rank = len(sizes)
    for index, size in enumerate(sizes):
        dim = index - rank
        matrix = _matrix(size, gradient.dtype, rank, index, along)
        moved = gradient.transpose(dim, -1)
        gradient = torch().matmul(moved, matrix.transpose(0, 1)).transpose(dim, -1)
    return gradient


def _matrix(size: int, dtype: Any, rank: int, index: int, along: Along) -> Any:
    """Return the matrix of an operator along a dimension of `size`: the images of unit vectors.

    The other dimensions have size 2: PyTorch's kernels with antialiasing are wrong for images that
    are one element wide.
    """
    shape = [2] * rank
    shape[index] = size
    count = max(_BLOCK // prod(shape), 1)
    blocks: list[Any] = []
    for start in range(0, size, count):
        rows = torch().arange(start, min(start + count, size))
        units = (rows.unsqueeze(1) == torch().arange(size)).to(torch().float32)
        units = units.reshape([len(rows), 1, *_only(shape, index, 1)])
        with taken_as_is():
            images = along(units.expand([len(rows), 1, *shape]), index)
        for dim in range(rank):
            if dim != index:
                images = images.narrow(dim + 2, 0, 1)
        blocks.append(images.reshape(len(rows), -1).to(dtype))
    return blocks[0] if len(blocks) == 1 else torch().cat(blocks)


def _is_left(x: Any) -> bool:
    """Whether the operator on `x` is left to torch-mlir."""
    return is_as_is() or not x.dtype.is_floating_point


def _only(values: Sequence[Any], index: int, other: Any) -> list[Any]:
    """Return `values` in which all but the one at `index` are replaced by `other`."""
    return [each if at == index else other for at, each in enumerate(values)]


def interpolations() -> dict[Any, Any]:
    """Return the decompositions of interpolations and of their gradients."""
    aten, table = torch().ops.aten, dict[Any, Any]()
    names = {
        "upsample_linear1d": (1, True),
        "upsample_bilinear2d": (2, True),
        "upsample_trilinear3d": (3, True),
        "upsample_bicubic2d": (2, True),
        "_upsample_bilinear2d_aa": (2, True),
        "_upsample_bicubic2d_aa": (2, True),
        **{f"upsample_nearest{rank}d": (rank, False) for rank in (1, 2, 3)},
        **{f"_upsample_nearest_exact{rank}d": (rank, False) for rank in (1, 2, 3)},
    }
    for name, (rank, aligns) in names.items():
        operator = getattr(aten, name)
        table[operator.default] = _interpolation(operator.default, rank, aligns=aligns)
        table[operator.vec] = _of_factors(table[operator.default], operator.default, rank)
        gradient = getattr(aten, f"{name}_backward").default
        table[gradient] = _interpolation_gradient(operator.default, rank, aligns=aligns)
    return table


@contextmanager
def as_operators() -> Generator[None]:
    """Trace interpolations as operators in the block.

    PyTorch has kernels in Python for some, which gather by indices before decompositions apply.
    """
    key, removed = torch()._C.DispatchKey, list[tuple[Any, Any, Any]]()
    for operator in interpolations():
        for each in (key.Autograd, key.CompositeImplicitAutograd):
            if each in operator.py_kernels:
                removed.append((operator, each, operator.py_kernels.pop(each)))
                operator._dispatch_cache.clear()
    try:
        yield
    finally:
        for operator, each, kernel in removed:
            operator.py_kernels[each] = kernel
            operator._dispatch_cache.clear()


def _interpolation(operator: Any, rank: int, *, aligns: bool) -> Any:
    """Return the decomposition of `operator`; `aligns` says whether it can align corners."""

    def decomposed(x: Any, output_size: Sequence[int], *rest: Any) -> Any:
        if _is_left(x):
            return NotImplemented
        if not aligns and (repeated := _repeated(x, output_size, rank)) is not None:
            return repeated
        return _resampled(x, rank, _along(operator, output_size, rest, aligns=aligns))

    return decomposed


def _interpolation_gradient(operator: Any, rank: int, *, aligns: bool) -> Any:
    def decomposed(
        gradient: Any, output_size: Sequence[int], input_size: Sequence[int], *rest: Any
    ) -> Any:
        along = _along(operator, output_size, rest, aligns=aligns)
        return _transposed(gradient, input_size[-rank:], along)

    return decomposed


def _along(operator: Any, output_size: Sequence[int], rest: Sequence[Any], *, aligns: bool) -> Any:
    """Return the function that applies an interpolation along one dimension."""
    rank = len(output_size)
    scales = list(rest[aligns:]) + [None] * rank

    def along(units: Any, index: int) -> Any:
        sizes = _only(output_size, index, 2)
        return operator(units, sizes, *rest[:aligns], *_only(scales[:rank], index, None))

    return along


def _of_factors(interpolation: Any, operator: Any, rank: int) -> Any:
    """Return the decomposition of the overload that may give scale factors instead of sizes."""

    def decomposed(x: Any, output_size: Any, *rest: Any) -> Any:
        *flags, factors = rest
        if output_size is None:
            pairs = zip(x.shape[-rank:], factors, strict=True)
            output_size = [int(size * factor) for size, factor in pairs]
        settings = (output_size, *flags, *(factors or [None] * rank))
        found = interpolation(x, *settings)
        return operator(x, *settings) if found is NotImplemented else found

    return decomposed


def _repeated(x: Any, output_size: Sequence[int], rank: int) -> Any:
    """Return `x` with each element repeated, or None if the sizes are not multiples.

    Repeating elements also keeps infinities and NaNs, which products with a matrix would spread.
    """
    pairs = list(zip(output_size, x.shape[-rank:], strict=True))
    if any(new % old for new, old in pairs):
        return None
    lead, shape = list(x.shape[:-rank]), list(x.shape[-rank:])
    spread = [size for old in shape for size in (old, 1)]
    grown = [size for new, old in pairs for size in (old, new // old)]
    return x.reshape(lead + spread).expand(lead + grown).reshape(lead + list(output_size))


def poolings() -> dict[Any, Any]:
    """Return the decompositions of adaptive average pooling, and of gradients of average
    pooling.
    """
    aten = torch().ops.aten
    return {
        aten._adaptive_avg_pool2d.default: _adaptive(aten._adaptive_avg_pool2d.default, 2),
        aten._adaptive_avg_pool3d.default: _adaptive(aten._adaptive_avg_pool3d.default, 3),
        aten._adaptive_avg_pool2d_backward.default: _adaptive_gradient(
            aten._adaptive_avg_pool2d.default, 2
        ),
        aten._adaptive_avg_pool3d_backward.default: _adaptive_gradient(
            aten._adaptive_avg_pool3d.default, 3
        ),
        aten.avg_pool2d_backward.default: _average_gradient(aten.avg_pool2d.default, 2),
        aten.avg_pool3d_backward.default: _average_gradient(aten.avg_pool3d.default, 3),
    }


def _adaptive(operator: Any, rank: int) -> Any:
    def decomposed(x: Any, output_size: Sequence[int]) -> Any:
        if _is_left(x):
            return NotImplemented
        if all(size == 1 for size in output_size):
            return x.mean(list(range(-rank, 0)), keepdim=True)
        return _resampled(x, rank, _adaptive_along(operator, output_size))

    return decomposed


def _adaptive_gradient(operator: Any, rank: int) -> Any:
    def decomposed(gradient: Any, x: Any) -> Any:
        if _is_left(x):
            return NotImplemented
        along = _adaptive_along(operator, gradient.shape[-rank:])
        return _transposed(gradient, x.shape[-rank:], along)

    return decomposed


def _adaptive_along(operator: Any, output_size: Sequence[int]) -> Along:
    return lambda units, index: operator(units, _only(output_size, index, 2))


def _average_gradient(operator: Any, rank: int) -> Any:
    def decomposed(
        gradient: Any,
        x: Any,
        kernel: Sequence[int],
        stride: Sequence[int],
        padding: Sequence[int],
        *rest: Any,
    ) -> Any:
        *flags, divisor = rest
        if _is_left(x):
            return NotImplemented
        kernel, padding = _each(kernel, rank), _each(padding, rank)
        stride = _each(stride, rank) if len(stride) else kernel
        if divisor is not None:  # `along` computes sums, so the gradient is divided here, once
            gradient = gradient / divisor

        def along(units: Any, index: int) -> Any:
            windows = (_only(kernel, index, 1), _only(stride, index, 1), _only(padding, index, 0))
            return operator(units, *windows, *flags, None if divisor is None else 1)

        return _transposed(gradient, x.shape[-rank:], along)

    return decomposed


def _each(numbers: Sequence[int], rank: int) -> list[int]:
    """Return a number for each dimension; a single number applies to all."""
    return list(numbers) * rank if len(numbers) == 1 else list(numbers)
