"""The reader of a revision's table: its definitions, and the content of each line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ttmlir_py.revisions import CURRENT, EARLY, LATE

_LINE = re.compile(r"^(\w+) (\S+)(.*(?:\n[ ].*)*)", re.MULTILINE)
_OPERATION = re.compile(
    r"(?: < (?P<origin>\S+))?(?: \((?P<operands>[^)]*)\))?(?: \{(?P<attributes>[^}]*)\})?"
    r"(?: -> \((?P<results>[^)]*)\))?(?: %(?P<flags>[\w ]+?))?(?: ~ (?P<form>.*?))?"
)
_PARAMETERS = re.compile(r" \((?P<parameters>[^)]*)\)(?: ~ (?P<form>.*))?")


class Value(NamedTuple):
    """A field of a definition: its name, kind, and multiplicity."""

    name: str
    kind: str
    """A type or constraint, empty for a ranked tensor."""
    suffix: str = ""
    """`?` if optional, `*` for variadic."""
    default: str | None = None


@dataclass(frozen=True)
class OperationRow:
    """The table's content for an operation."""

    name: str
    origin: str
    """The corresponding operation of 2025-02, if it exists."""
    operands: tuple[Value, ...] | None
    results: tuple[Value, ...] | None
    attributes: tuple[Value, ...]
    """The attributes that are new or different since 2025-02."""
    removed: frozenset[str]
    flags: frozenset[str]
    form: str

    @property
    def is_as_it_was(self) -> bool:
        """Whether only a destination was removed and only attributes with defaults were added."""
        return not (self.removed or self.operands is not None or self.results is not None) and all(
            value.default is not None or value.suffix == "?" for value in self.attributes
        )


@dataclass(frozen=True)
class AttributeRow:
    """The table's content for an attribute or type; empty if it is unchanged since 2025-02."""

    name: str
    is_type: bool
    parameters: tuple[Value, ...] | None
    form: str


@cache
def _lines(revision: str) -> Mapping[str, Mapping[str, str]]:
    """Return the rest of each line of a revision's table, by kind and name of the definition."""
    text = Path(__file__).with_name(f"{revision}.ods").read_text()
    found: dict[str, dict[str, str]] = {}
    for kind, name, rest in _LINE.findall(text):
        found.setdefault(kind, {})[name] = re.sub(r"\n\s*", " ", rest)
    return MappingProxyType(found)


def names(kind: str, revision: str = CURRENT) -> Mapping[str, str]:
    """Return all definitions of a kind (`op`, `attr`, `type`, `enum`, `flag`) by name, with the
    content of their lines.
    """
    return _lines(revision).get(kind, {})


@cache
def likenesses(revision: str) -> Mapping[str, str]:
    """Return how each ttir operation is defined in a revision between 2025-02 and 2026-08.

    The kinds are `destination`, `maybe`, `current` and `pinned`, which the head of the table
    explains.
    """
    found = dict.fromkeys(names("op", revision), "destination")
    for kind in ("destination", "maybe", "current", "pinned"):
        for mnemonic in names(kind, revision)["ttir"].split():
            found[f"ttir.{mnemonic}"] = kind
    return MappingProxyType(found)


def _value(text: str) -> Value:
    name, _, rest = text.partition(": ")
    kind, _, default = rest.partition(" = ")
    suffix = name[-1:] if name[-1:] in ("?", "*") else ""
    if kind.endswith("?"):
        kind, suffix = kind[:-1], "?"
    return Value(name.rstrip("?*"), kind, suffix, default if " = " in rest else None)


def _values(text: str | None) -> tuple[Value, ...]:
    return tuple(map(_value, text.split(", "))) if text else ()


@cache
def operation_row(name: str, revision: str = CURRENT) -> OperationRow | None:
    """Return the row of an operation in a revision's table, or None if the name is unknown."""
    line = names("op", revision).get(name)
    if line is None:
        return None
    row = _OPERATION.fullmatch(line)
    assert row is not None, f"the table's line of {name} is malformed"
    attributes = [each.removeprefix("+") for each in (row["attributes"] or "").split(", ") if each]
    return OperationRow(
        name,
        row["origin"] or re.sub(r"^ttcore\.", "tt.", name),
        None if row["operands"] is None else _values(row["operands"]),
        None if row["results"] is None else _values(row["results"]),
        tuple(_value(each) for each in attributes if not each.startswith("-")),
        frozenset(each[1:] for each in attributes if each.startswith("-")),
        frozenset((row["flags"] or "").split()),
        row["form"] or "",
    )


_ATTRIBUTE_LINES = (("attr", CURRENT), ("type", CURRENT), ("attr", LATE), ("attr", EARLY))
"""The tables that declare attributes and types; no name is in two tables."""


@cache
def attribute_row(name: str) -> AttributeRow | None:
    """Return the row of an attribute or type, or None if the name is unknown."""
    for kind, revision in _ATTRIBUTE_LINES:
        line = names(kind, revision).get(name)
        if line is None:
            continue
        if not line:
            return AttributeRow(name, kind == "type", None, "")
        row = _PARAMETERS.fullmatch(line)
        assert row is not None, f"the table's line of {name} is malformed"
        return AttributeRow(name, kind == "type", _values(row["parameters"]), row["form"] or "")
    return None
