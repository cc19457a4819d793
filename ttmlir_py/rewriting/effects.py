"""What passes ask of an op's effects: whether it can go, move, or be merged with an equal one.

Effects are what the external model of an op's dialect says, or else its traits. Most classes of ops have no effects at all or might
have any; they are asked once. For the others it depends on the op, and on those inside of it.
"""

from collections.abc import Callable, Collection
from enum import Enum
from functools import cache
from typing import NamedTuple

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import (
    EffectInstance,
    IsTerminator,
    MemoryEffect,
    MemoryEffectKind,
    NoMemoryEffect,
    RecursiveMemoryEffect,
    SymbolOpInterface,
)

from ttmlir_py.ir.external_models import models_for

Effects = Collection[EffectInstance]


class Removal(Enum):
    """Whether ops of a class can be erased once their results have no uses."""

    ALWAYS = 0
    NEVER = 1
    DEPENDS = 2


class _ClassEffects(NamedTuple):
    """What is known of the effects of a class of ops."""

    own: Callable[[Operation], Effects | None] | None
    """The effects of an op without those inside of it; None if nobody knows."""
    recursive: bool
    """Whether those inside of it count too."""
    none: bool
    """Whether there never are any."""


@cache
def _effects_of_class(cls: type[Operation]) -> _ClassEffects:
    if issubclass(cls, UnregisteredOp):
        return _ClassEffects(None, False, False)
    models = models_for(cls)
    traits = cls.get_traits_of_type(MemoryEffect)
    recursive = any(isinstance(trait, RecursiveMemoryEffect) for trait in traits)
    if models.are_effect_free or any(isinstance(trait, NoMemoryEffect) for trait in traits):
        return _ClassEffects(_no_effects, recursive, not recursive)
    if models.effects is not None:
        return _ClassEffects(models.effects, recursive, False)
    own = [trait for trait in traits if not isinstance(trait, RecursiveMemoryEffect)]
    if not own:
        return _ClassEffects(_no_effects if recursive else None, recursive, False)

    def effects_by_traits(op: Operation) -> Effects | None:
        found: list[EffectInstance] = []
        for trait in own:
            effects = trait.get_effects(op)
            if effects is None:
                return None
            found += effects
        return found

    return _ClassEffects(effects_by_traits, recursive, False)


def _no_effects(op: Operation) -> Effects:
    return ()


@cache
def removal_of(cls: type[Operation]) -> Removal:
    """Whether unused ops of a class can be erased, as far as the class tells."""
    effects = _effects_of_class(cls)
    if effects.own is None or cls.has_trait(IsTerminator) or cls.has_trait(SymbolOpInterface):
        return Removal.NEVER
    return Removal.ALWAYS if effects.none else Removal.DEPENDS


def effects_of(op: Operation) -> Effects | None:
    """The effects of an op, with those of the ops inside of it if they count; None if it, or one of them, does not tell."""
    own, recursive, none = _effects_of_class(op.__class__)
    if none:
        return ()
    effects = None if own is None else own(op)
    if effects is None or not recursive:
        return effects
    found = list(effects)
    for inner in _nested(op):
        effects = effects_of(inner)
        if effects is None:
            return None
        found += effects
    return found


def is_memory_effect_free(op: Operation) -> bool:
    """Whether neither the op nor, if it is known by them, the ops inside of it touch memory."""
    if _effects_of_class(op.__class__).none:
        return True
    effects = effects_of(op)
    return effects is not None and not effects


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
    """Whether reading memory is all that the op does."""
    effects = effects_of(op)
    return bool(effects) and all(effect.kind is MemoryEffectKind.READ for effect in effects)


def writes(op: Operation) -> bool:
    """Whether the op, or one inside of it, may write memory; an op that does not tell may."""
    effects = effects_of(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)


def _nested(op: Operation) -> list[Operation]:
    return [inner for region in op.regions for block in region.blocks for inner in block.ops]


def _only_reads_or_allocates(op: Operation) -> bool:
    """Whether reads, and allocations of the op's own results, are the only effects, of ops inside of it too."""
    own, recursive, none = _effects_of_class(op.__class__)
    if none:
        return True
    effects = None if own is None else own(op)
    if effects is None:
        return False
    for effect in effects:
        # xDSL does not say what is allocated: it is the result.
        allocates = effect.kind is MemoryEffectKind.ALLOC and effect.value in (None, *op.results)
        if effect.kind is not MemoryEffectKind.READ and not allocates:
            return False
    return not recursive or all(
        _only_reads_or_allocates(inner) or _is_terminator(inner) for inner in _nested(op)
    )


def _is_terminator(op: Operation) -> bool:
    return op.has_trait(IsTerminator, value_if_unregistered=False)
