"""Aliases of attributes and types, such as `#map = affine_map<...>`: their names and positions.

MLIR prints an operation twice. The first round has no output: it records which attributes are
printed and how they nest, and derives the aliases from that. The second round prints.
`AliasBuilder` records the first round and creates the `AliasTable` for the second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    NameLoc,
    TupleType,
    UnknownLoc,
)
from xdsl.ir import Attribute, TypeAttribute

from ttmlir_py.ir.literals import to_bytes
from ttmlir_py.ir.memo import AttributeMap

_BUILTIN_NAMES: dict[type[Attribute], str] = {
    AffineMapAttr: "map",
    AffineSetAttr: "set",
    UnknownLoc: "loc",
    FileLineColLoc: "loc",
    NameLoc: "loc",
    CallSiteLoc: "loc",
    FusedLoc: "loc",
}

# Only tuple types whose text has more characters than this get an alias.
_LONG_TUPLE = 16


def alias_name(attribute: Attribute) -> str | None:
    """Return the name that the class of `attribute` suggests for aliases, or None.

    The class suggests a name with a method `alias_name(self) -> str | None`.
    """
    name = _BUILTIN_NAMES.get(attribute.__class__)
    if name is not None:
        return name
    suggest: Callable[[], str | None] | None = getattr(attribute, "alias_name", None)
    if suggest is not None:
        return suggest()
    if isinstance(attribute, TupleType) and len(attribute.types.data) > _LONG_TUPLE:
        return "tuple"
    return None


def sanitize(name: str) -> str:
    """Return `name` as an identifier to which a number can be appended.

    >>> sanitize("l1"), sanitize("test.alias"), sanitize("0 x")
    ('l1_', 'test2Ealias', '_0_x')
    """
    text = "".join(
        char if re.match(r"[A-Za-z0-9$_-]", char) else "_" if char == " " else _hex(char)
        for char in name
    )
    if text[0].isdigit():
        text = "_" + text
    return text + "_" if text[-1].isdigit() else text


def _hex(char: str) -> str:
    return "".join(f"{byte:X}" for byte in to_bytes(char))


@dataclass(eq=False)
class _Visited:
    """The record of `AliasBuilder` about one attribute or type."""

    attribute: Attribute
    deferrable: bool
    name: str | None
    depth: int = 0
    """How deeply aliases are nested in this attribute: 0 without any alias, 1 if only this
    attribute has one, otherwise one more than the deepest nested attribute.
    """
    children: list[_Visited] = field(default_factory=list["_Visited"])

    def forbid_deferring(self) -> None:
        """Require that the aliases of this attribute, and of everything nested in it, are defined
        before the operation.
        """
        if self.deferrable:
            self.deferrable = False
            for child in self.children:
                child.forbid_deferring()


class AliasBuilder:
    """The record of the attributes that a module's text contains, from which the aliases follow.

    MLIR prints an operation twice, and the first round has no output. In that round the caller
    calls `enter` and `leave` for each attribute. The builder holds no reference to a function of
    its owner, so that both are freed when the table is complete.
    """

    def __init__(self) -> None:
        self._visited = AttributeMap[_Visited]()
        self._open: list[_Visited] = []
        self._plain: dict[int, Attribute] = {}
        """The visited attributes that have no alias and contain none, by their ids. There may be
        very many, so nothing else is recorded about them.
        """

    def enter(self, attribute: Attribute, deferrable: bool = False) -> bool:
        """Record that the text contains `attribute`. Return True at the first occurrence.

        In that case the caller has to enter the attributes in its text next, in order, and then
        call `leave`. `deferrable` means that the alias may be defined after the operation, as for
        its location; a nested attribute inherits it from the outermost one.
        """
        if id(attribute) in self._plain:
            return False
        parent = self._open[-1] if self._open else None
        if parent is not None:
            deferrable = parent.deferrable
        visited = self._visited.get(attribute)
        if visited is None:
            name = alias_name(attribute)
            visited = _Visited(attribute, deferrable, sanitize(name) if name else None)
            if name:
                visited.depth = 1
                # Add the attribute before its children: aliases are numbered in this order.
                self._visited[attribute] = visited
            self._open.append(visited)
            return True
        if not deferrable:
            visited.forbid_deferring()
        if parent is not None:
            parent.children.append(visited)
        return False

    def leave(self) -> None:
        """Close the attribute that was entered last, after everything in its text was entered."""
        visited = self._open.pop()
        if visited.children:
            visited.depth = max(child.depth for child in visited.children) + 1
        if not visited.depth:
            self._plain[id(visited.attribute)] = visited.attribute
            return
        if visited.name is None:
            self._visited[visited.attribute] = visited
        if self._open:
            self._open[-1].children.append(visited)

    def table(self) -> AliasTable:
        """Return the table of aliases.

        Aliases are numbered in the order of depth, types before attributes, name, and first visit.
        """
        named = [visited for visited in self._visited.values() if visited.name]
        named.sort(
            key=lambda visited: (
                visited.depth,
                not isinstance(visited.attribute, TypeAttribute),
                visited.name,
            )
        )
        counts: dict[str, int] = {}
        table = AliasTable()
        for visited in named:
            assert visited.name is not None
            count = counts.get(visited.name, 0)
            counts[visited.name] = count + 1
            sigil = "!" if isinstance(visited.attribute, TypeAttribute) else "#"
            text = f"{sigil}{visited.name}{count or ''}"
            table.add(visited.attribute, text, deferred=visited.deferrable)
        return table


class AliasTable:
    """Maps attributes to aliases, in the order of the definitions."""

    def __init__(self) -> None:
        self._texts: dict[Attribute, str] = {}
        self._deferred: set[str] = set()

    def add(self, attribute: Attribute, text: str, *, deferred: bool) -> None:
        """Add the alias `text` (`#map1`) for `attribute`.

        With `deferred`, it is defined after the operation.
        """
        self._texts[attribute] = text
        if deferred:
            self._deferred.add(text)

    def get(self, attribute: Attribute) -> str | None:
        """Return the alias of `attribute`, including `#` or `!`, or None."""
        return self._texts.get(attribute) if self._texts else None

    def definitions(self, *, deferred: bool) -> Iterator[tuple[str, Attribute]]:
        """Yield the aliases, with their attributes, that are defined after (`deferred`) or before
        the operation.
        """
        for attribute, text in self._texts.items():
            if (text in self._deferred) == deferred:
                yield text, attribute
