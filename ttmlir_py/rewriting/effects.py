"""Side effects of ops: whether an op may be erased, moved, or merged with an equal op.

Effects are defined in the external model of an op's dialect, or by the op's traits. Most op classes
either never have effects or always have unknown effects, so they are queried only once. For other
classes, effects depend on the op, and on the ops inside of it.
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
    """Whether ops of a class can be erased when their results have no uses."""

    ALWAYS = 0
    NEVER = 1
    DEPENDS = 2


class _ClassEffects(NamedTuple):
    """The known facts about the effects of all ops of a class."""

    own: Callable[[Operation], Effects | None] | None
    """A function that returns an op's own effects, without those of inner ops, or None if unknown.

    The field itself is None if the effects of all ops of the class are unknown.
    """
    recursive: bool
    """Whether the effects of inner ops are also effects of the op."""
    none: bool
    """Whether ops of the class never have effects."""


@cache
def _effects_of_class(cls: type[Operation]) -> _ClassEffects:
    if issubclass(cls, UnregisteredOp):
        return _ClassEffects(None, False, False)
    models = models_for(cls)
    traits = cls.get_traits_of_type(MemoryEffect)
    recursive = cls.name in models.recursive_effects or any(
        isinstance(trait, RecursiveMemoryEffect) for trait in traits
    )
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
    """Return whether unused ops of class `cls` can be erased: always, never, or depending on the
    op.
    """
    effects = _effects_of_class(cls)
    if effects.own is None or cls.has_trait(IsTerminator) or cls.has_trait(SymbolOpInterface):
        return Removal.NEVER
    return Removal.ALWAYS if effects.none else Removal.DEPENDS


def effects_of(op: Operation) -> Effects | None:
    """Return the effects of `op`, with those of inner ops if they count; None if any are
    unknown.
    """
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
    """Whether `op` has no memory effects, including those of inner ops if they count."""
    if _effects_of_class(op.__class__).none:
        return True
    effects = effects_of(op)
    return effects is not None and not effects


def would_be_trivially_dead(op: Operation) -> bool:
    """Whether `op` can be erased once its results have no uses."""
    removal = removal_of(op.__class__)
    if removal is Removal.DEPENDS:
        return _only_reads_or_allocates(op)
    return removal is Removal.ALWAYS


def is_unused(op: Operation) -> bool:
    """Whether all results of `op` have no uses."""
    for result in op.results:  # noqa: SIM110  (quicker than a generator)
        if result.first_use is not None:
            return False
    return True


def is_trivially_dead(op: Operation) -> bool:
    """Whether `op` can be erased now: its results have no uses, and it has no visible effects."""
    return is_unused(op) and would_be_trivially_dead(op)


def reads_only(op: Operation) -> bool:
    """Whether `op` has no effects other than reading memory."""
    effects = effects_of(op)
    return bool(effects) and all(effect.kind is MemoryEffectKind.READ for effect in effects)


def writes(op: Operation) -> bool:
    """Whether `op` or an op inside of it may write memory. Ops with unknown effects may."""
    effects = effects_of(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)


def _nested(op: Operation) -> list[Operation]:
    return [inner for region in op.regions for block in region.blocks for inner in block.ops]


def _only_reads_or_allocates(op: Operation) -> bool:
    """Whether `op` and inner ops have no effects other than reads and allocations of their own
    results.
    """
    own, recursive, none = _effects_of_class(op.__class__)
    if none:
        return True
    effects = None if own is None else own(op)
    if effects is None:
        return False
    for effect in effects:
        # xDSL does not say which value an op allocates; here it is the op's result.
        allocates = effect.kind is MemoryEffectKind.ALLOC and effect.value in (None, *op.results)
        if effect.kind is not MemoryEffectKind.READ and not allocates:
            return False
    return not recursive or all(
        _only_reads_or_allocates(inner) or _is_terminator(inner) for inner in _nested(op)
    )


def _is_terminator(op: Operation) -> bool:
    return op.has_trait(IsTerminator, value_if_unregistered=False)
