"""What passes ask of an op's effects: whether it can go, move, or be merged with an equal one."""

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import (
    IsTerminator,
    MemoryEffect,
    MemoryEffectKind,
    NoMemoryEffect,
    RecursiveMemoryEffect,
    SymbolOpInterface,
)


def is_memory_effect_free(op: Operation) -> bool:
    """Whether neither the op nor, if it is known by them, the ops inside of it touch memory."""
    if isinstance(op, UnregisteredOp):
        return False
    if op.has_trait(RecursiveMemoryEffect):
        return all(is_memory_effect_free(inner) for inner in _nested(op))
    return op.has_trait(NoMemoryEffect)


def would_be_trivially_dead(op: Operation) -> bool:
    """Whether the op can be erased once its results have no uses."""
    if isinstance(op, UnregisteredOp) or op.has_trait(IsTerminator):
        return False
    return not op.has_trait(SymbolOpInterface) and _only_reads_or_allocates(op)


def is_trivially_dead(op: Operation) -> bool:
    """Whether the op can be erased: its results have no uses, and it has no effect that is seen."""
    return all(result.first_use is None for result in op.results) and would_be_trivially_dead(op)


def _nested(op: Operation) -> list[Operation]:
    return [inner for region in op.regions for block in region.blocks for inner in block.ops]


def _only_reads_or_allocates(op: Operation) -> bool:
    """Whether reads, and allocations of the op's own results, are the only effects."""
    if isinstance(op, UnregisteredOp):
        return False
    traits = op.get_traits_of_type(MemoryEffect)
    if not traits:
        return False
    for trait in traits:
        if isinstance(trait, RecursiveMemoryEffect):
            if not all(
                _only_reads_or_allocates(inner) or inner.has_trait(IsTerminator)
                for inner in _nested(op)
            ):
                return False
            continue
        effects = trait.get_effects(op)
        if effects is None:
            return False
        for effect in effects:
            allocates = effect.kind is MemoryEffectKind.ALLOC and effect.value in op.results
            if effect.kind is not MemoryEffectKind.READ and not allocates:
                return False
    return True
