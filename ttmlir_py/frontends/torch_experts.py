"""Products of groups of rows with one matrix each, as in mixtures of experts.

The sizes of the groups depend on data. Each row is multiplied with all matrices, and the product
with the matrix of its group is selected.
"""

from typing import Any

from ttmlir_py.frontends.torch_tensors import torch

_TRANSFORMERS = ("grouped_mm_fallback", "grouped_mm_fallback_backward")
"""Operators that the library transformers defines when it is imported."""


def experts() -> dict[Any, Any]:
    """Return the decompositions of products of groups, those of loaded libraries included."""
    found: dict[Any, Any] = {torch().ops.aten._grouped_mm.default: _grouped_product}
    library = torch().ops.transformers
    for name, decomposition in zip(_TRANSFORMERS, (_product, _gradients), strict=True):
        if hasattr(library, name):
            found[getattr(library, name).default] = decomposition
    return found


def _grouped_product(
    x: Any, matrices: Any, ends: Any = None, bias: Any = None, out_dtype: Any = None
) -> Any:
    if x.dim() != 2 or matrices.dim() != 3 or ends is None or bias is not None:
        return NotImplemented
    found = _product(x, matrices, ends)
    return found if out_dtype is None else found.to(out_dtype)


def _product(x: Any, matrices: Any, ends: Any) -> Any:
    """Return the product of each row of `x` with the matrix of its group. `ends` are the ends of
    the groups. Rows after the last end become zero.
    """
    return torch().where(_members(x, ends), torch().matmul(x, matrices), 0).sum(0)


def _gradients(x: Any, matrices: Any, ends: Any, gradient: Any) -> tuple[Any, Any]:
    """Return the gradients of `_product` for the rows and for the matrices."""
    members = _members(x, ends)
    of_rows = torch().matmul(gradient, matrices.transpose(1, 2))
    chosen = torch().where(members, x, 0).transpose(1, 2)
    return torch().where(members, of_rows, 0).sum(0), torch().matmul(chosen, gradient)


def _members(x: Any, ends: Any) -> Any:
    """Return whether each row is in each group, in the shape (groups, rows, 1)."""
    rows = torch().arange(x.shape[0])
    is_before = rows < ends.unsqueeze(1)
    starts = torch().constant_pad_nd(ends[:-1], [1, 0], 0)
    return (is_before & (rows >= starts.unsqueeze(1))).unsqueeze(-1)
