"""Ops that only move elements: chunks of elements that stay together, and where each comes from."""

from collections.abc import Sequence
from math import gcd, prod
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import FixedBitwidthType
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.ir.definition.operations import DestinationStyle

ALIGNMENT = 32
"""The alignment in bytes of the start and end of network transfers."""
Indices = NDArray[np.int64]


MOVES: Final = (
    ttir.SliceOp,
    ttir.ConcatOp,
    ttir.RepeatOp,
    ttir.RepeatInterleaveOp,
    ttir.ReverseOp,
    ttir.PermuteOp,
    ttir.ReshapeOp,
    ttir.BroadcastOp,
)
"""Classes of the ops that only move elements."""


def bounds(op: ttir.SliceOp) -> list[range]:
    """Return for each dimension the indices that the slice keeps. Negative bounds count from the
    end.
    """
    properties = zip(
        shape_of(op.input),
        *map(integers, (op.begins, op.ends, op.step)),
        strict=True,
    )
    return [
        range(begin + size * (begin < 0), end + size * (end < 0), step)
        for size, begin, end, step in properties
    ]


def reversed_dims(op: ttir.ReverseOp) -> tuple[int, ...]:
    """Return the reversed dimensions as nonnegative numbers."""
    return tuple(dim % len(shape_of(op.input)) for dim in integers(op.dimensions))


def _last(value: SSAValue) -> int:
    """Return the size of the last dimension of `value`, or 1 for a scalar."""
    return (shape_of(value) or (1,))[-1]


def _is_last(dim: int, value: SSAValue) -> bool:
    return dim % len(shape_of(value)) == len(shape_of(value)) - 1


def chunk_of(op: DestinationStyle) -> int:
    """Return the number of consecutive elements of the last dimension that `op` keeps together.

    It is 1 if the op changes the order of all elements.
    """
    size = _last(op.dps_inputs[0])
    match op:
        case ttir.SliceOp():
            kept = bounds(op)[-1]
            return gcd(size, kept.start, kept.stop) if kept.step == 1 else 1
        case ttir.ConcatOp():
            return gcd(*map(_last, op.inputs)) if _is_last(op.dim.value.data, op.output) else size
        case ttir.ReshapeOp():
            return gcd(size, _last(op.output))
        case ttir.RepeatInterleaveOp():
            stays = not _is_last(op.dim.value.data, op.output)
        case ttir.ReverseOp():
            stays = len(shape_of(op.input)) - 1 not in reversed_dims(op)
        case ttir.PermuteOp():
            stays = integers(op.permutation)[-1:] == (len(shape_of(op.input)) - 1,)
        case ttir.BroadcastOp():
            stays = size == _last(op.output)
        case _:
            stays = True
    return size if stays else 1


def _moved(op: DestinationStyle, numbers: Sequence[Indices], chunk: int) -> Indices:
    """Return the result of `op` applied to `numbers`, the numbers of chunks instead of elements."""
    first = numbers[0]
    match op:
        case ttir.SliceOp():
            *outer, last = bounds(op)
            last = range(last.start // chunk, last.stop // chunk) if chunk > 1 else last
            return first[np.ix_(*outer, last)]
        case ttir.ConcatOp():
            return np.concatenate(numbers, op.dim.value.data)
        case ttir.RepeatOp():
            return np.tile(first, integers(op.repeat_dimensions))
        case ttir.RepeatInterleaveOp():
            return np.repeat(first, op.repeats.value.data, op.dim.value.data)
        case ttir.ReverseOp():
            return np.flip(first, reversed_dims(op))
        case ttir.PermuteOp():
            return first.transpose(integers(op.permutation))
        case _:
            *outer, last = shape_of(op.dps_inits[0]) or (1,)
            shape = (*outer, last // chunk)
            if isinstance(op, ttir.BroadcastOp):
                return np.broadcast_to(first, shape)
            return first.reshape(shape)


def is_of_rows(op: DestinationStyle) -> bool:
    """Whether `op` moves whole rows."""
    chunk = chunk_of(op)
    return all(_last(each) == chunk for each in (*op.dps_inputs, *op.dps_inits))


def moves_rows(op: Operation) -> bool:
    """Whether `op` moves rows, or parts of rows that the network can move."""
    if not isinstance(op, MOVES):
        return False
    element = cast(FixedBitwidthType, tensor_type(op.dps_inits[0]).element_type)
    return is_of_rows(op) or chunk_of(op) * (element.bitwidth // 8) % ALIGNMENT == 0


def origins(op: DestinationStyle, chunk: int) -> Indices:
    """Return, for each chunk of the result, its number among the chunks of all inputs.

    The chunks of the inputs are numbered consecutively. The rows of the array are the rows of the
    result.
    """
    numbers: list[Indices] = []
    first = 0
    for each in op.dps_inputs:
        *outer, last = shape_of(each) or (1,)
        shape = (*outer, last // chunk)
        numbers.append(np.arange(first, first + prod(shape)).reshape(shape))
        first += prod(shape)
    result = _moved(op, numbers, chunk)
    return result.reshape(-1, result.shape[-1] if result.ndim else 1)
