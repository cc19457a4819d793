"""Conversion of modules between revisions, along a chain of neighbours.

A revision and its base are neighbours. 2025-06 and 2025-11 are also neighbours of 2025-02, because
some of their operations have the form of 2025-02.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from xdsl.ir import Operation

from ttmlir_py.revisions import INTERNAL, REGISTRY, chain

Step = Callable[[Operation], None]


def _to_2025_02(module: Operation) -> None:
    from ttmlir_py.passes.revisions.to_2025_02 import Converter

    Converter().convert(module)


def _to_2026_08(module: Operation) -> None:
    from ttmlir_py.passes.revisions.to_2026_08 import Converter

    Converter().convert(module)


_CONVERTERS: Mapping[tuple[str, str], Step] = MappingProxyType(
    {
        ("2025-02", "2026-08"): _to_2026_08,
        ("2025-06", "2025-02"): _to_2025_02,
        ("2025-06", "2026-08"): _to_2026_08,
        ("2025-11", "2025-02"): _to_2025_02,
        ("2025-11", "2026-08"): _to_2026_08,
        ("2026-08", "2025-02"): _to_2025_02,
    }
)
"""Neighbours that differ by more than names. Others are converted by `by_name`."""


def convert_module(module: Operation, source: str, target: str) -> None:
    """Convert a module in place. Raise OperationError for operations without a counterpart."""
    for start, end in chain(source, target, _CONVERTERS):
        _convert(module, start, end)


def convert_before_lowering(module: Operation, source: str) -> None:
    """Convert a module in place to a neighbour of the internal form.

    The last step also changes element types, so `lowering` takes it.
    """
    for start, end in chain(source, INTERNAL, _CONVERTERS)[:-1]:
        _convert(module, start, end)


def _convert(module: Operation, source: str, target: str) -> None:
    if (converter := _CONVERTERS.get((source, target))) is not None:
        converter(module)
        return
    from ttmlir_py.passes.revisions.by_name import Converter

    start, end = REGISTRY[source], REGISTRY[target]
    if start.base == target and start.to_base is not None:
        start.to_base(module)
    Converter(source, target).convert(module)
    if end.base == source and end.from_base is not None:
        end.from_base(module)
