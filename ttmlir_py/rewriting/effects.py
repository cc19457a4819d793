"""What passes ask of an op's effects: whether it can go, move, or be merged with an equal one.

Most classes of ops have no effects at all or might have any; they are asked once. For the others it depends on the op.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache

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

from ttmlir_py.ir.external_models import models_for


class Removal(Enum):
    """Whether ops of a class can be erased once their results have no uses."""

    ALWAYS = 0
    NEVER = 1
    DEPENDS = 2


@cache
def removal_of(cls: type[Operation]) -> Removal:
    """Whether unused ops of a class can be erased, as far as the class tells."""
    if issubclass(cls, UnregisteredOp):
        return Removal.NEVER
    if models_for(cls).are_effect_free:
        return Removal.ALWAYS
    if _removal_rule(cls) is not None:
        return Removal.DEPENDS
    traits = cls.get_traits_of_type(MemoryEffect)
    if not traits or cls.has_trait(IsTerminator) or cls.has_trait(SymbolOpInterface):
        return Removal.NEVER
    if all(isinstance(trait, NoMemoryEffect) for trait in traits):
        return Removal.ALWAYS
    return Removal.DEPENDS


@cache
def _has_effect_traits(cls: type[Operation]) -> tuple[bool, bool]:
    """Whether a class's effects are those of the ops inside, and whether it has none of its own."""
    if issubclass(cls, UnregisteredOp):
        return False, False
    effect_free = cls.has_trait(NoMemoryEffect) or models_for(cls).are_effect_free
    return cls.has_trait(RecursiveMemoryEffect), effect_free


def _removal_rule(cls: type[Operation]) -> Callable[[Operation], bool] | None:
    """What the external model of a class knows of its unused ops, terminators aside: whether one may be erased."""
    return None if cls.has_trait(IsTerminator) else models_for(cls).is_removable


def is_memory_effect_free(op: Operation) -> bool:
    """Whether neither the op nor, if it is known by them, the ops inside of it touch memory."""
    recursive, effect_free = _has_effect_traits(op.__class__)
    if recursive:
        return all(is_memory_effect_free(inner) for inner in _nested(op))
    return effect_free


def would_be_trivially_dead(op: Operation) -> bool:
    """Whether the op can be erased once its results have no uses."""
    removal = removal_of(op.__class__)
    if removal is Removal.DEPENDS:
        return _only_reads_or_allocates(op)
    return removal is Removal.ALWAYS


def is_unused(op: Operation) -> bool:
    """Whether no result of the op has a use."""
    for result in op.results:  # noqa: SIM110  (quicker than a generator)
        if result.first_use is not None:
            return False
    return True


def is_trivially_dead(op: Operation) -> bool:
    """Whether the op can be erased: its results have no uses, and it has no effect that is seen."""
    return is_unused(op) and would_be_trivially_dead(op)


def reads_only(op: Operation) -> bool:
    """Whether reading memory is all that the op, without those inside of it, does."""
    if isinstance(op, UnregisteredOp):
        return False
    traits = op.get_traits_of_type(MemoryEffect)
    effects = [trait.get_effects(op) for trait in traits]
    return bool(effects) and all(
        each is not None and all(effect.kind is MemoryEffectKind.READ for effect in each)
        for each in effects
    )


def writes(op: Operation) -> bool:
    """Whether the op, or one inside of it, may write memory; an op that does not tell may."""
    if not isinstance(op, UnregisteredOp):
        traits = op.get_traits_of_type(MemoryEffect)
        if any(isinstance(trait, RecursiveMemoryEffect) for trait in traits):
            return any(writes(inner) for inner in _nested(op))
        effects = [trait.get_effects(op) for trait in traits]
        if effects and None not in effects:
            return any(
                effect.kind is MemoryEffectKind.WRITE for each in effects for effect in each or ()
            )
    return True


def _nested(op: Operation) -> list[Operation]:
    return [inner for region in op.regions for block in region.blocks for inner in block.ops]


def _only_reads_or_allocates(op: Operation) -> bool:
    """Whether reads, and allocations of the op's own results, are the only effects."""
    removal = removal_of(op.__class__)
    if removal is not Removal.DEPENDS:
        return removal is Removal.ALWAYS
    if (is_removable := _removal_rule(op.__class__)) is not None:
        return is_removable(op)
    for trait in op.get_traits_of_type(MemoryEffect):
        if isinstance(trait, RecursiveMemoryEffect):
            if not all(
                _only_reads_or_allocates(inner)
                or inner.has_trait(IsTerminator, value_if_unregistered=False)
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
