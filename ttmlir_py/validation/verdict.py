"""What validation finds: rows of a table, and the exit status."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, cast

from xdsl.dialects.builtin import LocationAttr


class Kind(Enum):
    """What is wrong with an operation."""

    WRONG = "WRONG"
    """It differs from its meaning in exact arithmetic."""
    FORMAT = "FORMAT"
    """It is right of the numbers that the data format has, which lacks some of the source's: integers with a sign."""
    PRECISION = "PRECISION"
    """It is right in exact arithmetic, and loses more bits than its type."""


RIGHT = "right"
"""The class of all other operations."""


@dataclass(frozen=True)
class Row:
    """An operation of the source that is not what it should be."""

    op: str
    """Its name, `ttir.transpose`."""
    place: str
    """Where it is in the source, `m.mlir:9:8`."""
    computed_as: str
    error: float
    """The largest difference, over the largest number."""
    kind: Kind
    note: str = ""
    inlined: Sequence[str] = ()
    """Operations without a counterpart before it, any of which may be the culprit."""
    location: LocationAttr | None = None
    behind: str = ""
    """What is to blame behind the passes, if that is known: then none of them is."""

    def __str__(self) -> str:
        where = f"{self.op} {self.place}".rstrip()
        return f"{where:<34} {self.computed_as:<34} {self.error:>8.1e}  {self.kind.value}" + (
            f" ({self.note})" if self.note else ""
        )


@dataclass(frozen=True)
class Compared:
    """An operation whose result was compared, and some of its numbers."""

    op: str
    place: str
    computed_as: str
    error: float
    """The difference from the source's own run in exact arithmetic, over the largest number."""
    places: Sequence[int]
    """Which elements are shown: those that differ most in exact arithmetic."""
    expected: Sequence[float]
    """What the source means."""
    computed: Sequence[float]
    """What the target computes in exact arithmetic."""
    rounded: Sequence[float] = ()
    """What it computes as the device rounds; nothing if that was not run."""
    rounded_error: float | None = None
    index: int | None = None
    """The number of the operation in the target's program."""
    location: LocationAttr | None = None


_COLUMNS = ("op", "place", "computed_as", "error", "note", "inlined", "behind")
_COMPARED = tuple(each.name for each in fields(Compared) if each.name != "location")


@dataclass
class Verdict:
    """What a comparison found; as a string, a table."""

    source: str
    target: str
    outputs: float = 0.0
    """The largest difference of an output in exact arithmetic, over the largest number."""
    matched: int = 0
    """Operations whose results were compared."""
    by_values: bool = False
    """Whether counterparts were found by their values, as locations had nothing in common."""
    inputs: str = ""
    """The inputs, if they are others than were asked for: those of the second seed."""
    first_pass: str | None = None
    """The first pass after which the program was wrong."""
    rows: list[Row] = field(default_factory=list[Row])
    compared: list[Compared] = field(default_factory=list[Compared])
    """All that have a counterpart, in the source's order."""
    without_counterpart: list[str] = field(default_factory=list[str])
    unexercised: list[str] = field(default_factory=list[str])

    @property
    def is_right(self) -> bool:
        """Whether all is right, up to precision."""
        return all(row.kind is Kind.PRECISION for row in self.rows)

    @property
    def first(self) -> Row | None:
        """The first operation that is wrong."""
        return next((row for row in self.rows if row.kind is not Kind.PRECISION), None)

    def found_after(self, name: str) -> None:
        """Say which pass was the first to break the program, if it is wrong, and that not behind the passes."""
        wrong = [row for row in self.rows if row.kind is not Kind.PRECISION]
        self.first_pass = None if all(row.behind for row in wrong) else name

    def lines(self) -> Iterator[str]:
        """The table."""
        yield (
            f"{self.source} -> {self.target}: {self.matched} operations compared, outputs differ by {self.outputs:.1e}"
            + (" (counterparts found by their values)" if self.by_values else "")
        )
        if self.rows:
            yield f"{'pass':<24} {'operation':<34} {'computed as':<34} {'error':>8}  class"
        for row in self.rows:
            is_of_pass = row.kind is not Kind.PRECISION and not row.behind
            yield f"{(is_of_pass and self.first_pass) or '-':<24} {row}"
            if row.behind:
                yield f"{'':<24} behind the passes: {row.behind}"
            if row.inlined:
                yield f"{'':<24} with {', '.join(row.inlined)} computed in it"
        if self.without_counterpart:
            yield f"without counterpart: {', '.join(self.without_counterpart)}"
        for each in self.unexercised:
            yield f"not exercised by these inputs: {each}"
        yield RIGHT if self.is_right else "WRONG: the program does not mean what its source means"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def as_dict(self) -> dict[str, Any]:
        """For JSON, which has no infinities and NaNs: they are texts."""
        rows = [
            {name: getattr(row, name) for name in _COLUMNS} | {"kind": row.kind.value}
            for row in self.rows
        ]
        compared = [
            {name: getattr(each, name) for name in _COMPARED} | {"kind": self.kind_of(each)}
            for each in self.compared
        ]
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        said = {"rows": rows, "compared": compared, "is_right": self.is_right}
        return _json_values(values | said)

    def kind_of(self, compared: Compared) -> str:
        """The class of an operation that was compared: `right`, or what is wrong with it."""
        found = (
            row.kind.value
            for row in self.rows
            if row.op == compared.op and row.location is compared.location
        )
        return next(found, RIGHT)


def _json_values(value: Any) -> Any:
    """Data whose infinities and NaNs are texts, as JSON has no such numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _json_values(each) for key, each in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, tuple | list):
        return [_json_values(each) for each in cast("Sequence[Any]", value)]
    return value
