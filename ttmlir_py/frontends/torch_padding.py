"""Padding with reflected or repeated elements, and its gradients, as concatenated parts.

torch-mlir would gather elements by indices, which the device computes in bf16.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.frontends.torch_tensors import torch
from ttmlir_py.frontends.torch_traced import placed

Edges = Callable[[Any, int, int, int], tuple[Any, Any]]
"""Receives a tensor, a dimension, and the sizes of the padding before and after. Returns both
paddings, or, from them, what they add to the elements at both edges.
"""


def paddings() -> dict[Any, Any]:
    """Return the decompositions of paddings."""
    aten, table = torch().ops.aten, dict[Any, Any]()
    for rank in (1, 2, 3):
        reflected, repeated = f"reflection_pad{rank}d", f"replication_pad{rank}d"
        table[getattr(aten, reflected).default] = _padded(_reflected)
        table[getattr(aten, repeated).default] = _padded(_repeated)
        table[getattr(aten, f"{reflected}_backward").default] = _gradient(_reflected_sums)
        table[getattr(aten, f"{repeated}_backward").default] = _gradient(_repeated_sums)
    return table


def _padded(edges: Edges) -> Any:
    def decomposed(x: Any, padding: Sequence[int]) -> Any:
        if min(padding) < 0:
            return NotImplemented
        for dim, before, after in _by_dimension(x, padding):
            low, high = edges(x, dim, before, after)
            parts = [each for each in (low, x, high) if each.shape[dim]]
            x = torch().cat(parts, dim) if len(parts) > 1 else x.clone()
        return x

    return decomposed


def _gradient(sums: Edges) -> Any:
    def decomposed(gradient: Any, x: Any, padding: Sequence[int]) -> Any:
        if min(padding) < 0:
            return NotImplemented
        for dim, before, after in _by_dimension(x, padding):
            low, high = sums(gradient, dim, before, after)
            gradient = gradient.narrow(dim, before, x.shape[dim]) + low + high
        return gradient

    return decomposed


def _by_dimension(x: Any, padding: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return each padded dimension with the sizes of the padding before and after."""
    pairs = zip(padding[::2], padding[1::2], strict=True)
    found = [(x.dim() - 1 - index, *pair) for index, pair in enumerate(pairs)]
    return [each for each in found if each[1] or each[2]]


def _reflected(x: Any, dim: int, before: int, after: int) -> tuple[Any, Any]:
    """Return the elements next to both edges, in reverse order, without the edges."""
    low, high = x.narrow(dim, 1, before), x.narrow(dim, x.shape[dim] - 1 - after, after)
    return low.flip(dim), high.flip(dim)


def _reflected_sums(gradient: Any, dim: int, before: int, after: int) -> tuple[Any, Any]:
    low, high, size = _paddings(gradient, dim, before, after)
    return (
        placed(low.flip(dim), dim, 1, size),
        placed(high.flip(dim), dim, size - 1 - after, size),
    )


def _repeated(x: Any, dim: int, before: int, after: int) -> tuple[Any, Any]:
    """Return repetitions of the elements at both edges."""

    def times(count: int) -> list[int]:
        return [*x.shape[:dim], count, *x.shape[dim + 1 :]]

    low, high = x.narrow(dim, 0, 1), x.narrow(dim, x.shape[dim] - 1, 1)
    return low.expand(times(before)), high.expand(times(after))


def _repeated_sums(gradient: Any, dim: int, before: int, after: int) -> tuple[Any, Any]:
    low, high, size = _paddings(gradient, dim, before, after)
    return (
        placed(low.sum(dim, keepdim=True), dim, 0, size),
        placed(high.sum(dim, keepdim=True), dim, size - 1, size),
    )


def _paddings(gradient: Any, dim: int, before: int, after: int) -> tuple[Any, Any, int]:
    """Return both paddings in a padded tensor, and the size without them."""
    size = gradient.shape[dim] - before - after
    return gradient.narrow(dim, 0, before), gradient.narrow(dim, before + size, after), size
