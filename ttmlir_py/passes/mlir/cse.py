"""`cse`: merge operations that compute the same value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from typing import Any

from typing_extensions import override
from xdsl.dialects.builtin import UnknownLoc, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.traits import IsolatedFromAbove, IsTerminator

from ttmlir_py.ir.checking.dominance import DominatorTree
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.external_models import is_commutative
from ttmlir_py.ir.memo import AttributeMap, KindMap, op_kind
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.statistics import Statistic
from ttmlir_py.rewriting.effects import (
    is_memory_effect_free,
    is_trivially_dead,
    reads_only,
    writes,
)

Key = tuple[Any, ...]
"""A key for lookup: ops with equal keys are equal, except perhaps for their regions."""


@dataclass(frozen=True)
class CSEPass(Pass):
    """Eliminate common sub-expressions

    An op without effects is replaced by an equal op that dominates it. Equal ops have the same
    name, operands, attributes, result types and regions; locations do not matter. Ops without uses
    and effects are erased. An op that only reads memory is merged with an earlier equal one of its
    block if no op between them may write.
    """

    name = "cse"
    cpp_name = "CSE"
    anchor = None

    num_cse = Statistic("num-cse'd", "Number of operations CSE'd")
    num_dce = Statistic("num-dce'd", "Number of operations DCE'd")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        merger = _Merger()
        for region in op.regions:
            merger.simplify_region(region, _KnownOps())
        for each in merger.dead:
            each.detach()
            each.drop_all_references()
        self.num_cse.add(merger.replaced)
        self.num_dce.add(len(merger.dead) - merger.replaced)
        return bool(merger.dead)


@dataclass(frozen=True)
class _ClassFacts:
    is_terminator: bool
    is_commutative: bool


@cache
def _facts(cls: type[Operation]) -> _ClassFacts:
    registered = not issubclass(cls, UnregisteredOp)
    return _ClassFacts(
        registered and cls.has_trait(IsTerminator), registered and is_commutative(cls)
    )


class _KnownOps:
    """Ops that dominate the current position, found by key, in nested scopes."""

    def __init__(self) -> None:
        self.by_key: dict[Key, list[Operation]] = {}
        self.added: list[Key] = []
        """The keys of the ops, in the order in which the ops were added."""

    def open_scope(self) -> int:
        """Open a nested scope, and return its number for `close_scope`."""
        return len(self.added)

    def close_scope(self, scope: int) -> None:
        """Close `scope` and the scopes opened inside of it, and forget their ops."""
        if scope == 0:
            self.by_key, self.added = {}, []
        while len(self.added) > scope:
            self.by_key[self.added.pop()].pop()


@dataclass
class _Merger:
    """The state of one run: the ops to erase, and the numbers that stand for attributes and kinds
    of ops in keys.
    """

    dead: list[Operation] = field(default_factory=list[Operation])
    replaced: int = 0
    """The number of erased ops that were replaced by equal ops."""
    _kinds: KindMap[int] = field(default_factory=KindMap[int])
    _equal_kinds: dict[Key, int] = field(default_factory=dict[Key, int])
    _attributes: AttributeMap[int] = field(default_factory=AttributeMap[int])
    _count: Iterator[int] = field(default_factory=count)

    def simplify_region(self, region: Region, known: _KnownOps) -> None:
        """Merge equal ops in `region`. `known` contains the ops that dominate the region.

        In each block, the ops of the blocks that dominate it are known as well.
        """
        entry = region.first_block
        if entry is None:
            return
        if entry is region.last_block:
            scope = known.open_scope()
            self._simplify_block(entry, known)
            known.close_scope(scope)
            return
        tree = DominatorTree(region)
        pending: list[Block | int] = [entry]
        while pending:
            block = pending.pop()
            if isinstance(block, int):
                known.close_scope(block)
                continue
            pending.append(known.open_scope())
            self._simplify_block(block, known)
            pending += reversed(tree.children(block))

    def _simplify_block(self, block: Block, known: _KnownOps) -> None:
        reads: dict[Key, Operation] = {}
        for op in block.ops:
            if op.regions:
                outer = _KnownOps() if op.has_trait(IsolatedFromAbove) else known
                for region in op.regions:
                    self.simplify_region(region, outer)
            if _facts(op.__class__).is_terminator:
                continue
            if is_trivially_dead(op):
                self.dead.append(op)
            elif is_memory_effect_free(op):
                if _has_single_blocks(op):
                    self._merge(op, known)
            elif reads_only(op) and _has_single_blocks(op):
                self._merge_read(op, reads)
            elif reads and writes(op):
                reads.clear()

    def _merge(self, op: Operation, known: _KnownOps) -> None:
        """Replace `op` by an equal op in `known`, or add it to `known`."""
        key = self._key(op)
        candidates = known.by_key.setdefault(key, [])
        for existing in candidates:
            if not op.regions or self._same_regions(op.regions, existing.regions, {}):
                self._replace(op, existing)
                return
        candidates.append(op)
        known.added.append(key)

    def _merge_read(self, op: Operation, reads: dict[Key, Operation]) -> None:
        """Replace `op`, which reads memory, by an equal op in `reads`, or add it.

        `reads` contains the reads since the last write to memory.
        """
        existing = reads.setdefault(self._key(op), op)
        if existing is not op:
            self._replace(op, existing)

    def _replace(self, op: Operation, existing: Operation) -> None:
        for old, new in zip(op.results, existing.results, strict=True):
            old.replace_all_uses_with(new)
        if isinstance(existing.location, UnknownLoc):
            existing.location = op.location
        self.dead.append(op)
        self.replaced += 1

    def _key(self, op: Operation) -> Key:
        """Return the key of `op` for lookup. Ops with equal keys are equal, except perhaps for
        their regions.
        """
        return (self._kind_number(op), *_ordered(op, [id(operand) for operand in op.operands]))

    def _kind_number(self, op: Operation) -> int:
        """Return a number for the kind of `op`: ops that differ only in operands or regions have
        the same number.
        """
        kind = op_kind(op)
        number = self._kinds.by_kind.get(kind)
        if number is None:
            number = self._equal_kinds.setdefault(self._equal_kind(op), len(self._equal_kinds))
            self._kinds.add(kind, op, number)
        return number

    def _same_regions(
        self, regions: Sequence[Region], others: Sequence[Region], mapped: dict[object, object]
    ) -> bool:
        """Whether `regions` and `others` contain equal ops.

        `mapped` maps the blocks and values of `regions` to those of `others`.
        """
        if len(regions) != len(others):
            return False
        for region, other in zip(regions, others, strict=True):
            pairs = list(zip(region.blocks, other.blocks, strict=False))
            if not len(pairs) == len(region.blocks) == len(other.blocks):
                return False
            mapped.update(pairs)
            if not all(self._same_block(block, other, mapped) for block, other in pairs):
                return False
        return True

    def _same_block(self, block: Block, other: Block, mapped: dict[object, object]) -> bool:
        types, other_types = ([arg.type for arg in each.args] for each in (block, other))
        if types != other_types or len(block.ops) != len(other.ops):
            return False
        mapped.update(zip(block.args, other.args, strict=True))
        return all(map(partial(self._same_op, mapped=mapped), block.ops, other.ops))

    def _same_op(self, op: Operation, other: Operation, mapped: dict[object, object]) -> bool:
        operands = [id(mapped.get(operand, operand)) for operand in op.operands]
        if (
            self._kind_number(op) != self._kind_number(other)
            or _ordered(op, operands) != _ordered(op, [id(each) for each in other.operands])
            or [mapped.get(each, each) for each in op.successors] != list(other.successors)
            or not self._same_regions(op.regions, other.regions, mapped)
        ):
            return False
        mapped.update(zip(op.results, other.results, strict=True))
        return True

    def _equal_kind(self, op: Operation) -> Key:
        """Return a key that is equal for ops which differ only in operands or regions.

        Unlike in keys of `op_kind`, attributes are compared by value and in any order, and operand
        types do not matter.
        """
        return (
            op.__class__,
            self._numbered(op.attributes),
            self._numbered(op.properties),
            tuple([self._number(result.type) for result in op.results]),
        )

    def _numbered(self, attributes: Mapping[str, Attribute]) -> tuple[tuple[str, int], ...]:
        return tuple(sorted([(name, self._number(each)) for name, each in attributes.items()]))

    def _number(self, attribute: Attribute) -> int:
        """Return a number that identifies `attribute`: equal attributes have the same number."""
        return self._attributes.get_or_create(attribute, self._count.__next__)


def _ordered(op: Operation, operands: list[int]) -> list[int]:
    """Return `operands`, the numbers of the operands of `op`, sorted if `op` is commutative."""
    if _facts(op.__class__).is_commutative:
        operands.sort()
    return operands


def _has_single_blocks(op: Operation) -> bool:
    return all(region.first_block is region.last_block for region in op.regions)
