"""`cse`: merge operations that compute the same."""

from collections import ChainMap
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl.dominance import DominanceInfo
from xdsl.traits import Commutative, IsolatedFromAbove, IsTerminator

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.cfg import reachable_blocks
from ttmlir_py.passes.effects import is_memory_effect_free, is_trivially_dead

KnownOps = MutableMapping[tuple[Any, ...], list[Operation]]
"""Ops that dominate the place at hand, by what makes them equal but for their regions."""


@dataclass(frozen=True)
class CSEPass(Pass):
    """Eliminate common sub-expressions

    An op without effects that equals one which dominates it (same name, operands, attributes, result types and
    regions; locations do not matter) is replaced by that one; ops without uses and effects are erased.
    Ops that read memory are left alone.
    """

    name = "cse"
    cpp_name = "CSE"
    anchor = None

    def run(self, context: MlirContext, op: Operation) -> None:
        """Merge what is equal in `op`."""
        dead: list[Operation] = []
        for region in op.regions:
            _simplify_region(region, {}, dead)
        for each in dead:
            each.detach()
            each.drop_all_references()


def _simplify_region(region: Region, known: KnownOps, dead: list[Operation]) -> None:
    """Merge ops of a region, given those known outside of it; a block sees what its dominators hold."""
    if region.first_block is region.last_block:
        for block in region.blocks:
            _simplify_block(block, ChainMap({}, known), dead)
        return
    dominance = DominanceInfo(region)
    blocks = list(reachable_blocks(region))
    dominators = {b: [a for a in blocks if dominance.strictly_dominates(a, b)] for b in blocks}
    scopes: dict[Block, KnownOps] = {}
    for block in sorted(blocks, key=lambda block: len(dominators[block])):
        nearest = max(dominators[block], key=lambda each: len(dominators[each]), default=None)
        scopes[block] = ChainMap({}, known if nearest is None else scopes[nearest])
        _simplify_block(block, scopes[block], dead)


def _simplify_block(block: Block, known: KnownOps, dead: list[Operation]) -> None:
    for op in block.ops:
        if op.regions:
            outer: KnownOps = {} if op.has_trait(IsolatedFromAbove) else known
            for region in op.regions:
                _simplify_region(region, outer, dead)
        if op.has_trait(IsTerminator):
            continue
        if is_trivially_dead(op):
            dead.append(op)
        elif _is_mergeable(op):
            _merge(op, known, dead)


def _is_mergeable(op: Operation) -> bool:
    return is_memory_effect_free(op) and all(
        region.first_block is region.last_block for region in op.regions
    )


def _merge(op: Operation, known: KnownOps, dead: list[Operation]) -> None:
    """Replace the op by an equal one, or note it down for later ops."""
    candidates = known.setdefault(_key(op), [])
    for existing in candidates:
        if not op.regions or existing.is_structurally_equivalent(op):
            for old, new in zip(op.results, existing.results, strict=True):
                old.replace_all_uses_with(new)
            if isinstance(existing.location, UnknownLoc):
                existing.location = op.location
            dead.append(op)
            return
    candidates.append(op)


def _key(op: Operation) -> tuple[Any, ...]:
    """What equal ops have in common, besides their regions."""
    operands = [id(operand) for operand in op.operands]
    if op.has_trait(Commutative):
        operands.sort()
    return (
        op.__class__,
        tuple(operands),
        _sorted_items(op.attributes),
        _sorted_items(op.properties),
        tuple(result.type for result in op.results),
    )


def _sorted_items(attributes: Mapping[str, Attribute]) -> tuple[tuple[str, Attribute], ...]:
    return tuple(sorted(attributes.items(), key=lambda item: item[0]))
