"""The schemas of all commits of tt-mlir from 2025-02-25 to 2026-08-21, on its main branch.

Schemas changed about twice a week, so that a binary can only be read if its commit is known.
`states.txt` lists the states of the schemas, the newest one first, with the first digits of their
commits. The lines below a state give the declarations that differ from the next newer state:

- `table ttnn.Name field:type=default ...`, `enum Name:uint16 Case ...` and
  `union ttnn.Name Member ...` replace a declaration;
- `change ttnn.Name -old ... +new@index ...` removes entries of a declaration, and then inserts
  entries at these positions.

The newest state is that of the schemas in `2026-08`.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ttmlir_py.schemas.schema import FOLDER, Schema, changed_schema, declarations

LAST: Final = "19c86fca45"
"""The commit whose schemas are those of the revision `REVISION`."""
REVISION: Final = "2026-08"
DIGITS: Final = 8
"""The number of digits of a commit in `states.txt`."""
_STATES: Final = os.path.join(FOLDER, "history", "states.txt")
_SCOPE: Final = "tt.target."

NUMBERS: Final = MappingProxyType(
    {"ushort": "uint16", "uint": "uint32", "int": "int32", "ubyte": "uint8"}
)
"""Maps names of number types to other names of the same types."""

TypeName = str
"""The name of a type without the namespace `tt.target`, such as `ttnn.AddOp` or `ChipDesc`."""


class Declared(NamedTuple):
    """A declaration: its kind, the type and flags of an enum, and its entries as text."""

    kind: str
    head: str
    entries: list[str]


class State(NamedTuple):
    """A state of the schemas."""

    newer: int
    """The number of newer states."""
    date: str
    """The day of the first commit."""


@cache
def _blocks() -> list[list[str]]:
    """Return the lines of each state."""
    with open(_STATES, encoding="utf-8") as file:
        blocks = file.read().split("state ")[1:]
    return [each.splitlines() for each in blocks]


def state_of(commit: str) -> State | None:
    """Return the state of a commit; None if it is not recorded."""
    wanted = f" {commit[:DIGITS]}"
    for index, (head, *_) in enumerate(_blocks()):
        if len(wanted) > DIGITS and wanted in head:
            return State(index, head.partition(" ")[0])
    return None


@lru_cache(maxsize=8)
def schema_at(path: str, state: State) -> Schema:
    """Return the schema `path` of a state, with the types that its files can contain."""
    known = declared_in_last()
    changed: dict[TypeName, Declared] = {}
    for lines in _blocks()[1 : state.newer + 1]:
        for line in lines[1:]:
            name, declared = patched(line, known)
            known[name] = changed[name] = declared
    return changed_schema(
        os.path.join(REVISION, path),
        {_SCOPE + name: list(_statement(name, each)) for name, each in changed.items()},
    )


def patched(line: str, known: Mapping[TypeName, Declared]) -> tuple[TypeName, Declared]:
    """Return the declaration that a line gives, and its name."""
    kind, name, *entries = line.split(" ")
    if kind != "change":
        name, _, head = name.partition(":")
        return name, Declared(kind, head, entries)
    made = [each for each in known[name].entries if f"-{each}" not in entries]
    for each in entries:
        if each.startswith("+"):
            entry, _, index = each[1:].rpartition("@")
            made.insert(int(index), entry)
    return name, known[name]._replace(entries=made)


def declared_in_last() -> dict[TypeName, Declared]:
    """Return the declarations of the schemas of `REVISION`."""
    found: dict[TypeName, Declared] = {}
    for path in ("TTNN/binary.fbs", "Common/system_desc.fbs"):
        for name, (kind, underlying, attributes, entries) in declarations(
            os.path.join(REVISION, path)
        ).items():
            head = ":".join(each for each in (underlying, *attributes) if each)
            texts = [entry_text(kind, *each) for each in entries]
            found[name.removeprefix(_SCOPE)] = Declared(kind, NUMBERS.get(head, head), texts)
    return found


def entry_text(
    kind: str,
    name: str,
    type_: str | None,
    value: str | None,
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the text of an entry of a declaration. `renamed` maps names of types to new ones."""
    if type_ is not None and (kind != "union" or type_ != name):
        inner = type_.strip("[]").rpartition(".")[2]
        inner = renamed.get(inner, NUMBERS.get(inner, inner))
        name += f":{type_.replace(type_.strip('[]'), inner)}"
    return name if value in (None, "false") else f"{name}={value}"


def _statement(name: str, declared: Declared) -> Iterator[Any]:
    """Yield the parts of a declaration as a parsed schema has them."""
    underlying, *flags = declared.head.split(":")
    yield from (declared.kind, name.rpartition(".")[2], underlying or None)
    yield dict.fromkeys(flags)
    entries: list[list[Any]] = []
    for each in declared.entries:
        text, _, value = each.partition("=")
        entry, _, type_ = text.partition(":")
        if declared.kind == "union":
            type_ = type_ or entry
        entries.append([entry, type_ or None, value or None, {}])
    yield entries
