"""`ttir-share-head-splits`: split the heads of query, key and value with one permutation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import TILE_WIDTH, Shape, integers, shape_of
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.locations import fuse
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttir.builder import TTIRBuilder
from ttmlir_py.passes.ttir.rules import is_used_once, with_shape
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import replace


class Head(NamedTuple):
    """A slice of the last dimension that is reshaped to heads and permuted."""

    slice: ttir.SliceOp
    permute: ttir.PermuteOp
    begin: int
    shape: Shape
    """The shape of the reshape, which splits the last dimension of the slice in two."""

    @property
    def order(self) -> tuple[int, ...]:
        """The permutation that is applied after the reshape."""
        return integers(self.permute.permutation)


class TTIRShareHeadSplitsPass(Pass):
    """Split the heads of query, key and value with one permutation

    Attention often slices one product into query, key and value, and reshapes and permutes each.
    The pass reshapes and permutes the whole product instead, and slices the result along the
    heads, which copies whole tiles. Later revisions have an op for it.
    """

    name = "ttir-share-head-splits"
    cpp_name = "TTIRShareHeadSplits"

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        slices: dict[SSAValue, list[ttir.SliceOp]] = {}
        for each in ops_in(op.regions):
            if isinstance(each, ttir.SliceOp):
                slices.setdefault(each.input, []).append(each)
        changed, is_later = False, is_for_later(op)
        for value, users in slices.items():
            heads = list(_heads_of(value, users))
            if len(heads) > 1 and _are_alike(heads):
                if not is_later or not _split(value, heads):
                    _share(value, heads)
                changed = True
        return changed


def _heads_of(value: SSAValue, slices: Sequence[ttir.SliceOp]) -> Iterator[Head]:
    """Yield those of `slices`, the slices of `value` in the order of the program, that become
    heads.
    """
    block = slices[0].parent
    if any(use.operation.parent is not block for use in value.uses):
        return
    for each in slices:
        if each.input is value and (found := _head_of(each)) is not None:
            yield found


def _head_of(op: ttir.SliceOp) -> Head | None:
    whole, part = shape_of(op.input), shape_of(op.result)
    if whole[:-1] != part[:-1] or set(integers(op.step)) != {1} or not is_used_once(op.result):
        return None
    split = op.result.get_user_of_unique_use()
    if not isinstance(split, ttir.ReshapeOp) or not is_used_once(split.result):
        return None
    permute, shape = split.result.get_user_of_unique_use(), shape_of(split.result)
    begin = integers(op.begins)[-1]
    if len(shape) < 2 or prod(shape[-2:]) != part[-1] or begin % part[-1]:
        return None
    if whole[-1] % part[-1] or not isinstance(permute, ttir.PermuteOp):
        return None
    return Head(op, permute, begin, shape)


def _are_alike(heads: Sequence[Head]) -> bool:
    """Whether all slices have the same shapes, and their heads become batches."""
    rank = len(heads[0].shape)
    return (
        len({head.shape for head in heads}) == 1
        and all(head.permute.parent is heads[0].slice.parent for head in heads)
        and all(head.order.index(rank - 2) < rank - 2 for head in heads)
    )


def _share(value: SSAValue, heads: Sequence[Head]) -> None:
    """Replace the slices of `value` and their permutations.

    Law: `permute(reshape(slice(x))) == slice(permute(reshape(x)))`, if the slice takes whole heads.
    """
    *leading, count, size = heads[0].shape
    orders = [head.order for head in heads]
    order = max(orders, key=orders.count)
    place = order.index(len(leading))
    builder = TTIRBuilder(heads[0].slice, heads[0].permute.location)
    split = builder.reshape(value, (*leading, shape_of(value)[-1] // size, size))
    whole = builder.permute(split, order)
    for head in heads:
        builder = TTIRBuilder(head.permute)
        builder.location = fuse([head.permute.location, head.slice.location])
        first = head.begin // size
        made = builder.part(whole, place, first, first + count)
        if head.order != order:
            made = builder.permute(made, [order.index(dim) for dim in head.order])
        replace(head.permute, [made])


def _split(value: SSAValue, heads: Sequence[Head]) -> bool:
    """Replace the slices of `value` and their permutations by the op that splits heads of whole
    tiles. Return whether this is possible.

    Law: `permute(reshape(slice(x)), [0, 2, 1, 3]) == split_heads(x)`, if the slices are all thirds.
    """
    from ttmlir_py.dialects import later

    count, size = heads[0].shape[-2:]
    length = shape_of(value)[-2]
    batch = prod(shape_of(value)[:-2])
    begins = sorted(head.begin // size for head in heads)
    rank = len(heads[0].shape)
    swapped = [*range(rank - 3), rank - 2, rank - 3, rank - 1]
    if begins != [0, count, 2 * count] or shape_of(value)[-1] != 3 * count * size:
        return False
    if size % TILE_WIDTH or rank not in (3, 4) or heads[0].shape[-3] != length:
        return False
    builder = TTIRBuilder(heads[0].slice, heads[0].permute.location)
    source = builder.reshaped(value, (batch, length, shape_of(value)[-1]))
    type_ = with_shape(source, (batch, count, length, size))
    made = builder.op(later.SplitHeadsOp, (source,), (type_,) * 3)
    for head in heads:
        builder = TTIRBuilder(head.permute)
        builder.location = fuse([head.permute.location, head.slice.location])
        shape = [head.shape[dim] for dim in swapped]
        part = builder.reshaped(made.results[head.begin // size // count], shape)
        if list(head.order) != swapped:
            part = builder.permute(part, [swapped.index(dim) for dim in head.order])
        replace(head.permute, [part])
    return True
