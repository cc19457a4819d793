"""Conversion of modules between revisions, in steps between neighbouring revisions.

A revision and the revision on which its definitions are based are neighbours. Revisions with
destinations, such as 2025-06, are also neighbours of 2025-02, because some of their operations are
written as in 2025-02.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from xdsl.ir import Operation

from ttmlir_py.revisions import (
    INTERNAL,
    REGISTRY,
    chain,
    with_destinations,
    without_destinations_from,
)

Step = Callable[[Operation], None]


def _to_2025_02(module: Operation) -> None:
    from ttmlir_py.passes.revisions.to_2025_02 import Converter

    Converter().convert(module)


def _to_2026_08(module: Operation) -> None:
    from ttmlir_py.passes.revisions.to_2026_08 import Converter

    Converter().convert(module)


_CONVERTERS: Mapping[str, Step] = MappingProxyType({"2025-02": _to_2025_02, "2026-08": _to_2026_08})
"""Maps a target revision to the function that converts a module to it.

The functions also accept operations that are already written as in the target.
"""


def convert_module(module: Operation, source: str, target: str) -> None:
    """Convert `module` in place from revision `source` to `target`.

    Raises OperationError for an operation or attribute that the target revision does not have.
    """
    for start, end in chain(source, target, _other_neighbours()):
        _convert(module, start, end, target)


def convert_before_lowering(
    module: Operation, source: str, *, is_for_reference: bool = False
) -> None:
    """Convert `module` in place to a revision that is a neighbour of the internal one, 2025-02.

    `lowering` does the last step, because it also changes element types. With `is_for_reference`,
    the program is only compared with another one.
    """
    if REGISTRY[source].widens_small_integers:
        from ttmlir_py.passes.revisions.small_integers import widen_small_integers

        widen_small_integers(module, source, wraps_results=not is_for_reference)
    for start, end in chain(source, INTERNAL, _other_neighbours())[:-1]:
        _convert(module, start, end, INTERNAL)


def _other_neighbours() -> list[tuple[str, str]]:
    """Return pairs of neighbours for the later revisions with destinations: each is converted to
    2025-02, and to the next revision without destinations, in one step.
    """
    later = [each for each in with_destinations() if REGISTRY[each].base]
    return [(each, end) for each in later for end in (INTERNAL, without_destinations_from(each))]


def _convert(module: Operation, source: str, target: str, last: str) -> None:
    """Convert a module to a neighbour, on the way to the revision `last`."""
    start, end = REGISTRY[source], REGISTRY[target]
    states_changes = start.base and not (start.replaces_base or start.has_destinations)
    if target in _CONVERTERS and not states_changes:
        _CONVERTERS[target](module)
        return
    from ttmlir_py.passes.revisions.by_name import Converter

    if start.base == target and start.to_base is not None:
        start.to_base(module)
    lowered: set[str] = set()
    if last == INTERNAL:
        from ttmlir_py.passes.revisions.to_2025_02 import conversions

        lowered = conversions()
    Converter(source, target, lowered).convert(module)
    if end.base == source and end.from_base is not None:
        end.from_base(module)
