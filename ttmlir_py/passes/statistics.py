"""Statistics of passes, declared as in MLIR.

class CSEPass(Pass):
    num_cse = Statistic("num-cse'd", "Number of operations CSE'd")

    def run(self, context, op):
        self.num_cse.add(len(merged))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, overload


@dataclass
class Counter:
    """A counter of one pass object in a pipeline."""

    name: str
    help: str
    value: int = 0

    def add(self, amount: int = 1) -> None:
        """Add to the counter."""
        self.value += amount


class Statistic:
    """A declaration of a counter, as a class attribute of a pass; each pass object has its own
    counter.

    The name is in lower case with dashes, and the help is a short line, as in MLIR.
    """

    def __init__(self, name: str, help: str):
        self.name = name
        self.help = help
        self._attribute = ""

    def __set_name__(self, owner: type, attribute: str) -> None:
        self._attribute = attribute

    @overload
    def __get__(self, each: None, owner: type) -> Statistic: ...
    @overload
    def __get__(self, each: object, owner: type) -> Counter: ...
    def __get__(self, each: object | None, owner: type) -> Statistic | Counter:
        """Return the counter of the pass object `each`, or the declaration itself for a class.

        Counters do not affect equality: passes with equal options are equal.
        """
        if each is None:
            return self
        fields: dict[str, Any] = vars(each)
        return fields.setdefault(self._attribute, Counter(self.name, self.help))


def counters_of(each: object) -> list[Counter]:
    """Return the counters of the pass object `each`, sorted by name."""
    declared = {
        name: value
        for cls in reversed(type(each).__mro__)
        for name, value in vars(cls).items()
        if isinstance(value, Statistic)
    }
    counters: list[Counter] = [getattr(each, name) for name in declared]
    return sorted(counters, key=lambda counter: counter.name)
