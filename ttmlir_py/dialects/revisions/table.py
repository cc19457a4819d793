"""Reads the table of a revision: which definitions there are, and what a line says."""

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
    """A field of a definition: its name, what it is, and how often it stands there."""

    name: str
    kind: str
    """A type or constraint, empty for a ranked tensor."""
    suffix: str = ""
    """`?` if optional, `*` for any number."""
    default: str | None = None


@dataclass(frozen=True)
class OperationRow:
    """What the table says of an operation."""

    name: str
    origin: str
    """The operation of 2025-02 that it differs from, if there is one of that name."""
    operands: tuple[Value, ...] | None
    results: tuple[Value, ...] | None
    attributes: tuple[Value, ...]
    """Those that 2025-02 has not, or not so."""
    removed: frozenset[str]
    flags: frozenset[str]
    form: str

    @property
    def is_as_it_was(self) -> bool:
        """Whether only a destination is gone and attributes with defaults have come."""
        return not (self.removed or self.operands is not None or self.results is not None) and all(
            value.default is not None or value.suffix == "?" for value in self.attributes
        )


@dataclass(frozen=True)
class AttributeRow:
    """What the table says of an attribute or type; nothing if it is the one of 2025-02."""

    name: str
    is_type: bool
    parameters: tuple[Value, ...] | None
    form: str


@cache
def _lines(revision: str) -> Mapping[str, Mapping[str, str]]:
    """The rest of each line of a revision's table, by the kind of definition and its name."""
    text = Path(__file__).with_name(f"{revision}.ods").read_text()
    found: dict[str, dict[str, str]] = {}
    for kind, name, rest in _LINE.findall(text):
        found.setdefault(kind, {})[name] = re.sub(r"\n\s*", " ", rest)
    return MappingProxyType(found)


def names(kind: str, revision: str = CURRENT) -> Mapping[str, str]:
    """All definitions of a kind (`op`, `attr`, `type`, `enum`, `flag`) by name, with what their lines say."""
    return _lines(revision).get(kind, {})


@cache
def likenesses(revision: str) -> Mapping[str, str]:
    """Return what each operation of dialect ttir is like in a revision between 2025-02 and 2026-08.

    The kinds are `destination`, `maybe`, `current` and `pinned`, as the head of the table explains them.
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
    """What a revision's table says of an operation; None if there is none of that name."""
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
"""Where attributes and types are declared; no name is in two tables."""


@cache
def attribute_row(name: str) -> AttributeRow | None:
    """What the tables say of an attribute, or of a type; None if there is none of that name."""
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
