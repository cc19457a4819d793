"""Conversion of modules between revisions, along a chain of neighbours.

A revision and its base are neighbours. Revisions with destinations, such as 2025-06, are also
neighbours of 2025-02, because some of their operations have the form of 2025-02.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from xdsl.ir import Operation

from ttmlir_py.revisions import INTERNAL, REGISTRY, chain, with_destinations

Step = Callable[[Operation], None]


def _to_2025_02(module: Operation) -> None:
    from ttmlir_py.passes.revisions.to_2025_02 import Converter

    Converter().convert(module)


def _to_2026_08(module: Operation) -> None:
    from ttmlir_py.passes.revisions.to_2026_08 import Converter

    Converter().convert(module)


_CONVERTERS: Mapping[str, Step] = MappingProxyType({"2025-02": _to_2025_02, "2026-08": _to_2026_08})
"""Converters by target. They also take operations that have the form of another revision."""


def convert_module(module: Operation, source: str, target: str) -> None:
    """Convert a module in place. Raises OperationError for something without a counterpart."""
    for start, end in chain(source, target, _other_neighbours()):
        _convert(module, start, end, target)


def convert_before_lowering(module: Operation, source: str) -> None:
    """Convert a module in place to a neighbour of the internal form.

    The last step also changes element types, so `lowering` takes it.
    """
    for start, end in chain(source, INTERNAL, _other_neighbours())[:-1]:
        _convert(module, start, end, INTERNAL)


def _other_neighbours() -> list[tuple[str, str]]:
    """Return the neighbours of 2025-02 that do not have it as base: those with destinations."""
    return [(each, "2025-02") for each in with_destinations() if REGISTRY[each].base]


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
