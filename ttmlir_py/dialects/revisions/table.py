"""A reader of the tables of revisions: which definitions a revision has, and what a line says.

The head of `2026-08.ods` explains the lines. A table states differences from that of the revision's
base, unless it replaces it:

- `op d.new < d.old {+name: ...}` renames an operation and changes it. Its other fields are the
  base's. Likewise `attr d.new < d.old` and `type d.new < d.old`.
- `enum d.Name +Case=value:keyword -Gone` changes the cases of an enum.
- `gone d.name` removes a definition.
- `op d.{one,two} ...` is a line for each of several operations.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ttmlir_py.dialects.revisions.verifiers import attribute_verifier
from ttmlir_py.revisions import REGISTRY

_LINE = re.compile(r"^(\w+) (\S+)(.*(?:\n[ ].*)*)", re.MULTILINE)
_OPERATION = re.compile(
    r"(?: < (?P<origin>\S+))?(?: \((?P<operands>[^)]*)\))?(?: \{(?P<attributes>[^}]*)\})?"
    r"(?: -> \((?P<results>[^)]*)\))?(?: %(?P<flags>[\w ]+?))?(?: ~ (?P<form>.*?))?"
)
_ATTRIBUTE = re.compile(
    r"(?: < (?P<origin>\S+))?(?: \((?P<parameters>[^)]*)\))?(?: ~ (?P<form>.*))?"
)
_RENAMED = re.compile(r" < (\S+)")


class Value(NamedTuple):
    """A field of a definition: its name, its type or constraint, and its multiplicity."""

    name: str
    kind: str
    """The name of the type or constraint; empty for a ranked tensor."""
    suffix: str = ""
    """`?` for an optional field, `*` for a variadic field, otherwise empty."""
    default: str | None = None


@dataclass(frozen=True)
class OperationRow:
    """The table entry of an operation."""

    name: str
    origin: str
    """The name of the same operation in 2025-02; empty if that revision does not have it."""
    operands: tuple[Value, ...] | None
    results: tuple[Value, ...] | None
    attributes: tuple[Value, ...]
    """The attributes that are new or different since 2025-02."""
    removed: frozenset[str]
    flags: frozenset[str]
    form: str

    @property
    def is_as_it_was(self) -> bool:
        """Whether the only changes since 2025-02 are a removed destination and new attributes with
        defaults.
        """
        return not (self.removed or self.operands is not None or self.results is not None) and all(
            value.default is not None or value.suffix == "?" for value in self.attributes
        )


@dataclass(frozen=True)
class AttributeRow:
    """The table entry of an attribute or type; empty if it is unchanged since 2025-02."""

    name: str
    is_type: bool
    parameters: tuple[Value, ...] | None
    form: str


@cache
def _lines(table: str) -> Mapping[str, Mapping[str, str]]:
    """Map kinds of definitions to maps from names to the text after the name in the definition's
    line in `table`.
    """
    text = (Path(__file__).parent / table).read_text()
    found: dict[str, dict[str, str]] = {}
    for kind, name, rest in _LINE.findall(text):
        dialect, _, listed = name.partition("{")
        for each in listed.rstrip("}").split(",") if listed else [""]:
            key = f"{dialect}{each}"
            found.setdefault(kind, {})[key] = re.sub(r"\n\s*", " ", rest)
    return MappingProxyType(found)


def own_names(kind: str, revision: str) -> Mapping[str, str]:
    """Map the names of definitions of `kind` in the revision's own table to the text after the name
    in the definition's line.
    """
    table = REGISTRY[revision].table
    return _lines(table).get(kind, {}) if table else {}


@cache
def base_names(kind: str, revision: str) -> Mapping[str, str]:
    """Map names of definitions of `kind` that the revision has renamed to the names in its base."""
    found = {name: _RENAMED.match(line) for name, line in own_names(kind, revision).items()}
    return {name: match[1] for name, match in found.items() if match is not None}


@cache
def names(kind: str, revision: str) -> Mapping[str, str]:
    """Map the names of all definitions of `kind` in a revision to the text after the name in the
    definition's line.

    `kind` is `op`, `attr`, `type`, `enum` or `flag`.
    """
    own = own_names(kind, revision)
    if REGISTRY[revision].replaces_base or not REGISTRY[revision].base:
        return own
    left = {*own_names("gone", revision), *base_names(kind, revision).values()}
    inherited = names(kind, REGISTRY[revision].base)
    return {name: line for name, line in inherited.items() if name not in left} | dict(own)


def name_in_base(kind: str, name: str, revision: str) -> str:
    """Return the name in the revision's base of the definition that the revision calls `name`."""
    return base_names(kind, revision).get(name, name)


def current_name(kind: str, name: str, revision: str) -> str:
    """Return the revision's name of the definition that the revision's base calls `name`."""
    renamed = {old: new for new, old in base_names(kind, revision).items()}
    return renamed.get(name, name)


LIKENESSES = ("destination", "maybe", "same", "own", "first", "regionless")


@cache
def likenesses(revision: str) -> Mapping[str, str]:
    """Map each TTIR operation of a revision with destinations to the kind of its form.

    The kinds are `LIKENESSES`: for example, an operation has the form of 2025-02, or that of
    2026-08 with destinations. The head of `2025-11.ods` explains them. If the revision's base has
    destinations, too, the table states only differences from it.
    """
    base = REGISTRY[revision].base
    found = dict(likenesses(base)) if REGISTRY[base].has_destinations else {}
    for name in own_names("op", revision):
        if name.startswith("ttir."):
            found.setdefault(name, "destination")
    for kind in LIKENESSES:
        for mnemonic in own_names(kind, revision).get("ttir", "").split():
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
def operation_row(name: str, revision: str) -> OperationRow | None:
    """Return the table entry of the operation `name`, or None if the revision does not have it."""
    if name not in names("op", revision):
        return None
    base = REGISTRY[revision].base
    inherited = None
    if not REGISTRY[revision].replaces_base:
        inherited = operation_row(name_in_base("op", name, revision), base)
    line = own_names("op", revision).get(name)
    if line is None:
        assert inherited is not None
        return _with_names_of(revision, inherited)
    row = own_operation_row(name, revision)
    assert row is not None
    return row if inherited is None else _with_names_of(revision, changed_row(inherited, row))


@cache
def own_operation_row(name: str, revision: str) -> OperationRow | None:
    """Return the entry of the operation `name` in the revision's own table, or None if it has no
    line.
    """
    line = own_names("op", revision).get(name)
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


def changed_row(row: OperationRow, own: OperationRow) -> OperationRow:
    """Return the entry of the base `row` with the changes that `own`, the line of the revision,
    states.
    """
    changed = {value.name for value in own.attributes} | own.removed
    kept = tuple(value for value in row.attributes if value.name not in changed)
    return OperationRow(
        own.name,
        row.origin,
        row.operands if own.operands is None else own.operands,
        row.results if own.results is None else own.results,
        (*kept, *own.attributes),
        row.removed | own.removed,
        row.flags | own.flags,
        own.form or row.form,
    )


def _with_names_of(revision: str, row: OperationRow) -> OperationRow:
    """Return `row` with attributes and types under the names that the revision gives them."""
    if not base_names("attr", revision) and not base_names("type", revision):
        return row

    def renamed(values: tuple[Value, ...] | None) -> Any:
        return values and tuple(
            value._replace(kind=renamed_kind(value.kind, revision)) for value in values
        )

    return replace(
        row,
        operands=renamed(row.operands),
        results=renamed(row.results),
        attributes=renamed(row.attributes),
    )


_REFERENCE = re.compile(r"([#!])([\w.]+)")


def renamed_kind(kind: str, revision: str) -> str:
    """Return the base's constraint `kind` under the names that the revision gives attributes and
    types.
    """

    def renamed(match: re.Match[str]) -> str:
        name = current_name("attr", match[2], revision)
        return match[1] + current_name("type", name, revision)

    return _REFERENCE.sub(renamed, kind)


@cache
def attribute_row(name: str, revision: str) -> AttributeRow | None:
    """Return the table entry of the attribute or type `name`, or None if the revision lacks it."""
    kind = next((each for each in ("attr", "type") if name in names(each, revision)), None)
    if kind is None:
        return None
    line = own_names(kind, revision).get(name)
    inherited = None
    if not REGISTRY[revision].replaces_base:
        inherited = attribute_row(name_in_base(kind, name, revision), REGISTRY[revision].base)
    if line is None or (inherited is not None and " (" not in line):
        assert inherited is not None
        parameters = inherited.parameters and tuple(
            each._replace(kind=renamed_kind(each.kind, revision)) for each in inherited.parameters
        )
        return AttributeRow(name, inherited.is_type, parameters, inherited.form)
    if not line:
        return AttributeRow(name, kind == "type", None, "")
    row = _ATTRIBUTE.fullmatch(line)
    assert row is not None, f"the table's line of {name} is malformed"
    return AttributeRow(name, kind == "type", _values(row["parameters"]), row["form"] or "")


def references(values: tuple[Value, ...] | None) -> Iterator[str]:
    """Yield the names of attributes, types and enums (without dialect) in the kinds of `values`."""
    for value in values or ():
        yield from re.findall(r"[\w.]+", value.kind)


@cache
def is_own(name: str, revision: str) -> bool:
    """Whether the attribute, type or enum `name` of a revision differs from that of its base."""
    found = REGISTRY[revision]
    kinds = ("attr", "type", "enum", "flag")
    if found.replaces_base or any(name in own_names(kind, revision) for kind in kinds):
        return True
    row = attribute_row(name, revision)
    if row is None:
        return False
    dialect = name.partition(".")[0]
    return attribute_verifier(revision, name) is not None or any(
        is_own(each if "." in each else f"{scope}.{each}", revision)
        for each in references(row.parameters)
        for scope in (dialect, "ttcore")
    )
