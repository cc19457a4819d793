"""Verifier rules of slices of tensors and memrefs: offsets, sizes, strides and result types."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from ttmlir_py.ir.diagnostics import OperationError


def unprefixed_error(op: Operation, message: str) -> OperationError:
    """Return an error at `op` whose message does not start with the operation name."""
    return OperationError(op, message, op_prefix=False)


def static_values(op: Any) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return the static offsets, sizes and strides of `op`."""
    return (
        op.static_offsets.get_values(),
        op.static_sizes.get_values(),
        op.static_strides.get_values(),
    )


def check_lists(op: Any, ranks: tuple[int, int, int]) -> None:
    """Check MLIR's OffsetSizeAndStrideOpInterface; `ranks` are the expected lengths of the three
    lists.
    """
    offsets, sizes, strides = static_values(op)
    has_one_offset = len(offsets) == ranks[0] == 1
    if len(offsets) != len(sizes) and not has_one_offset:
        raise unprefixed_error(
            op,
            f"expected mixed offsets rank to match mixed sizes rank ({len(offsets)} vs "
            f"{len(sizes)}) so the rank of the result type is well-formed.",
        )
    if len(sizes) != len(strides):
        raise unprefixed_error(
            op,
            f"expected mixed sizes rank to match mixed strides rank ({len(sizes)} vs "
            f"{len(strides)}) so the rank of the result type is well-formed.",
        )
    names = ("offset", "size", "stride")
    for name, rank, values in zip(names, ranks, (offsets, sizes, strides), strict=True):
        if len(values) != rank:
            raise unprefixed_error(op, f"expected {rank} {name} values, got {len(values)}")
        dynamic = sum(value == DYNAMIC_INDEX for value in values)
        if dynamic != len(getattr(op, f"{name}s")):
            raise unprefixed_error(op, f"expected {dynamic} dynamic {name} values")
    for name, values in (("offsets", offsets), ("sizes", sizes)):
        for value in values:
            if value < 0 and value != DYNAMIC_INDEX:
                raise unprefixed_error(op, f"expected {name} to be non-negative, but got {value}")


def is_rank_reduction(full: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether `reduced` results from `full` by dropping some dimensions of size 1."""
    left = list(reduced)
    for size in full:
        if left and left[0] == size:
            left.pop(0)
        elif size != 1:
            return False
    return not left
