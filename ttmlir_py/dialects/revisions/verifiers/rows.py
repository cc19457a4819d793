"""Verifiers of 2026-10's reads and writes of rows by index.

No source of these operations is public, so the rules are those that all known programs keep.
`passes/revisions/rows.py` explains the operands.
"""

from collections.abc import Mapping
from math import prod
from typing import Any

from xdsl.ir import SSAValue

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    has_integers,
    listed,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import integers, shape_of


def _verify_rows(op: Any, rows: SSAValue) -> None:
    """Check the shape of the index, and that `rows` has one row for each position in each
    window.
    """
    source, index = shape_of(op.input), shape_of(op.indices)
    sizes, windows = integers(op.sizes), integers(op.windows)
    require(has_integers(op.indices), "indices must have integers")
    require(rank_of(op.indices) == 3, f"indices must have 3 dimensions, got {len(index)}")
    require(bool(source), "input must have a batch dimension")
    require(
        len(sizes) == len(windows) == index[1],
        f"expected as many sizes ({len(sizes)}) and windows ({len(windows)}) as rows of indices "
        f"({index[1]})",
    )
    require(
        all(1 <= window <= size for size, window in zip(sizes, windows, strict=True)),
        f"windows ({listed(windows)}) must be between 1 and the sizes ({listed(sizes)})",
    )
    require(
        index[0] in (1, source[0]),
        f"batch of indices ({index[0]}) must be 1 or that of the input ({source[0]})",
    )
    elements, positions = prod(source[1:]), prod(sizes)
    require(
        elements % positions == 0,
        f"input ({listed(source)}) must have rows of the sizes ({listed(sizes)})",
    )
    row = elements // positions
    require(
        row == 1 or not number(op.column),
        f"rows of a column must have one element, got {row}",
    )
    wanted = source[0] * index[2] * prod(windows) * row
    require(
        prod(shape_of(rows)) == wanted,
        f"expected {wanted} elements in the rows of all windows, got ({listed(shape_of(rows))})",
    )


def _rows_gather(op: Any) -> None:
    _verify_rows(op, op.results[0])


def _rows_scatter(op: Any) -> None:
    _verify_rows(op, op.updates)
    require(
        shape_of(op.results[0]) == shape_of(op.input), "result must have the shape of the input"
    )


ROWS: Mapping[str, Verifier] = {
    f"{dialect}.{name}": verify
    for dialect in ("ttir", "ttnn")
    for name, verify in {"rows_gather": _rows_gather, "rows_scatter": _rows_scatter}.items()
}
"""The verifiers by operation name."""
