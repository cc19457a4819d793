"""The results of validation: verdicts on functions, with rows for wrong operations."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, cast

from xdsl.dialects.builtin import LocationAttr


class Kind(Enum):
    """The kind of fault of an operation, in the words of the report."""

    WRONG = "WRONG"
    """The result differs from the reference semantics in exact arithmetic."""
    FORMAT = "FORMAT"
    """The result differs only because the data format cannot represent some numbers of the source
    type, for example negative integers.
    """
    PRECISION = "PRECISION"
    """The result is right in exact arithmetic. With rounding, it loses more bits than its type
    does.
    """
    CORRECTED = "CORRECTED"
    """The result differs from the reference semantics, but later operations compute the same
    outputs from it, for all inputs that were tried.
    """

    @property
    def is_fault(self) -> bool:
        """Whether a program with an operation of this kind is wrong."""
        return self in (Kind.WRONG, Kind.FORMAT)


RIGHT = "right"
"""The word for an operation without a fault."""


@dataclass(frozen=True)
class Row:
    """A source operation with a wrong result."""

    op: str
    """The name of the operation, such as `ttir.transpose`."""
    place: str
    """The location of the operation in the source, such as `m.mlir:9:8`."""
    computed_as: str
    error: float
    """The largest difference of the result, relative to its largest number."""
    kind: Kind
    note: str = ""
    inlined: Sequence[str] = ()
    """Preceding operations that were not compared, any of which may be the cause."""
    location: LocationAttr | None = None
    behind: str = ""
    """The cause if it is not a pass, such as a kernel; empty if it is unknown."""

    def __str__(self) -> str:
        where = f"{self.op} {self.place}".rstrip()
        return f"{where:<34} {self.computed_as:<34} {self.error:>8.1e}  {self.kind.value}" + (
            f" ({self.note})" if self.note else ""
        )


@dataclass(frozen=True)
class Compared:
    """A compared operation, with some of the numbers in its result."""

    op: str
    place: str
    computed_as: str
    error: float
    """The difference from the source's own run in exact arithmetic, relative to the largest
    number.
    """
    places: Sequence[int]
    """The indices of the elements shown, which differ most in exact arithmetic."""
    expected: Sequence[float]
    """The source's numbers at these indices."""
    computed: Sequence[float]
    """The target's numbers at these indices in exact arithmetic."""
    rounded: Sequence[float] = ()
    """The target's numbers at these indices with the device's rounding; empty without a rounding
    run.
    """
    rounded_error: float | None = None
    index: int | None = None
    """The index of the operation in the target's program, or None."""
    location: LocationAttr | None = None


_COLUMNS = ("op", "place", "computed_as", "error", "note", "inlined", "behind")
_COMPARED = tuple(each.name for each in fields(Compared) if each.name != "location")


@dataclass
class Verdict:
    """The result of comparing one function; as a string, it is a table."""

    source: str
    target: str
    outputs: float = 0.0
    """The largest difference of an output in exact arithmetic, relative to the largest number."""
    matched: int = 0
    """The number of operations whose results were compared."""
    by_values: bool = False
    """Whether operations were matched by their values, because no locations matched."""
    inputs: str = ""
    """The inputs, if they differ from the requested ones: those of the second seed."""
    first_pass: str | None = None
    """The first pass after which the program was wrong, or None."""
    rows: list[Row] = field(default_factory=list[Row])
    compared: list[Compared] = field(default_factory=list[Compared])
    """All compared operations, in the source's order."""
    without_counterpart: list[str] = field(default_factory=list[str])
    unexercised: list[str] = field(default_factory=list[str])

    @property
    def is_right(self) -> bool:
        """Whether everything is right, apart from precision and corrected results."""
        return not any(row.kind.is_fault for row in self.rows)

    @property
    def first(self) -> Row | None:
        """The row of the first wrong operation, or None."""
        return next((row for row in self.rows if row.kind.is_fault), None)

    def found_after(self, name: str) -> None:
        """Record that the pass `name` broke the program, if it is wrong and a pass is to blame."""
        wrong = [row for row in self.rows if row.kind.is_fault]
        self.first_pass = None if all(row.behind for row in wrong) else name

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table."""
        yield (
            f"{self.source} -> {self.target}: {self.matched} operations compared, outputs differ "
            f"by {self.outputs:.1e}"
            + (" (counterparts found by their values)" if self.by_values else "")
        )
        if self.rows:
            yield f"{'pass':<24} {'operation':<34} {'computed as':<34} {'error':>8}  class"
        for row in self.rows:
            is_of_pass = row.kind.is_fault and not row.behind
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
        """Return the verdict as data for JSON, in which infinities and NaNs are texts."""
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
        """Return the kind of fault of a compared operation, or `right`."""
        found = (
            row.kind.value
            for row in self.rows
            if row.op == compared.op and row.location is compared.location
        )
        return next(found, RIGHT)


def _json_values(value: Any) -> Any:
    """Return `value` with infinities and NaNs replaced by texts, because JSON has no such
    numbers.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _json_values(each) for key, each in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, tuple | list):
        return [_json_values(each) for each in cast("Sequence[Any]", value)]
    return value
