"""Drafts of tables: what texts of an unknown revision have that a known revision does not have.

`Draft.read` collects operations and attributes of texts. `Draft.lines` yields the differences as
lines of a table. Numbers of enum cases, names of operands and kinds of values that occur once are
guesses, and each line is preceded by a comment with its evidence.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ttmlir_py.dialects.revisions.definitions import enum_class
from ttmlir_py.dialects.revisions.operand_forms import (
    operand_counts,
    property_names,
    required_properties,
)
from ttmlir_py.dialects.revisions.table import attribute_row, names
from ttmlir_py.dialects.revisions.text_scan import (
    ScannedAttribute,
    ScannedOperation,
    aliases,
    attributes,
    expanded,
    operations,
    split,
    without_comments,
)
from ttmlir_py.revisions import REGISTRY

_SEGMENTS = "operandSegmentSizes"
_CUSTOM = re.compile(r"^\s*(?:%[\w$.#:, %-]+ = )?(\w+\.\w+)\b(?!\s*=)", re.MULTILINE)
_NUMBER = re.compile(r"-?(?:0x\w+|[\d.]+(?:[eE][+-]?\d+)?) : (\w+)")
_ELEMENTS = re.compile(r"array<(i1|i8|i16|i32|i64|f32)(?:: ?(.*))?>", re.DOTALL)
_NESTED = re.compile(r"[#!]\w+\.\w+")
_WIDTH = 118
_MOST_FORMS = 3
"""The number of unreadable forms of an attribute that a draft shows."""


@dataclass
class _Seen:
    """The occurrences of a definition."""

    count: int = 0
    files: set[str] = field(default_factory=lambda: set())
    example: str = ""

    def add(self, file: str, example: str) -> None:
        """Count an occurrence in `file`. The first one is kept as an example."""
        self.count += 1
        self.files.add(file)
        self.example = self.example or example

    def comment(self) -> str:
        """Return the evidence as a comment line of a table."""
        files = f" in {len(self.files)} files" if len(self.files) > 1 else ""
        return f"# {self.count} times{files}, first in {self.example}"


@dataclass
class _SeenOperation(_Seen):
    operands: set[int] = field(default_factory=lambda: set())
    groups: set[tuple[int, ...]] = field(default_factory=lambda: set())
    results: set[int] = field(default_factory=lambda: set())
    result_names: tuple[str, ...] = ()
    values: dict[str, Counter[str]] = field(default_factory=lambda: {})
    """Maps property names to the numbers of their values."""


def kind_of(value: str) -> str:
    """Return the constraint that a table would give the text of a property's value."""
    if value in ("true", "false"):
        return "BoolAttr"
    if number := _NUMBER.fullmatch(value):
        return f"{number[1].upper()}Attr" if number[1] != "index" else "IndexAttr"
    if elements := _ELEMENTS.fullmatch(value):
        return f"Dense{'Bool' if elements[1] == 'i1' else elements[1].upper()}ArrayAttr"
    if value.startswith("["):
        return _list_kind(value)
    if value.startswith("@"):
        return "FlatSymbolRefAttr"
    if value.startswith('"'):
        return "StrAttr"
    if value.startswith("#") and (nested := _NESTED.match(value)):
        return nested[0]
    if not value:
        return "UnitAttr"
    for start, kind in (
        ("dense", "ElementsAttr"),
        ("affine_map", "AffineMapAttr"),
        ("{", "DictAttr"),
    ):
        if value.startswith(start):
            return kind
    return "TypeAttr"


def _list_kind(value: str) -> str:
    kinds = {kind_of(each) for each in split(value[1:-1])}
    if not kinds:
        return "[]"
    if len(kinds) > 1:
        return "ArrayAttr"
    (kind,) = kinds
    return "I32ArrayAttr" if kind == "I32Attr" else f"[{kind}]"


def _kinds(values: Iterable[str]) -> str:
    kinds = {kind_of(each) for each in values}
    if len(kinds) > 1:
        kinds.discard("[]")
    return "|".join(sorted(kinds)).replace("[]", "ArrayAttr")


class Draft:
    """The differences of some texts from the revision `base`."""

    def __init__(self, base: str, misfit: Callable[[str], str | None]) -> None:
        """Make an empty draft. `misfit` returns the error of reading an attribute as `base`, or
        None.
        """
        self._base = base
        self._misfit = misfit
        self._dialects = REGISTRY[base].dialects
        self._operations: dict[str, _SeenOperation] = {}
        self._custom: dict[str, _Seen] = {}
        self._attributes: dict[tuple[str, str], _Seen] = {}
        self._bodies: dict[tuple[str, str], Counter[str]] = {}
        self._discardable: dict[str, _Seen] = {}
        self.texts = 0

    def read(self, text: str, file: str) -> None:
        """Collect the operations and attributes of `text`, which `file` contains."""
        bare = without_comments(text)
        known = aliases(bare)
        self.texts += 1
        for op in operations(bare):
            if op.name.partition(".")[0] in self._dialects:
                self._operation(op, file, _line(bare, op.offset), known)
        for match in _CUSTOM.finditer(bare):
            name = match[1]
            if name.partition(".")[0] in self._dialects and not self._has("op", name):
                seen = self._custom.setdefault(name, _Seen())
                seen.add(file, f"{file}:{_line(bare, match.start(1))}")
        for attribute in attributes(bare):
            if attribute.name.partition(".")[0] in self._dialects:
                self._attribute(attribute, file, _line(bare, attribute.offset), known)

    def _has(self, kind: str, name: str) -> bool:
        return name in names(kind, self._base)

    def _operation(self, op: ScannedOperation, file: str, line: int, known: dict[str, str]) -> None:
        seen = self._operations.setdefault(op.name, _SeenOperation())
        seen.add(file, f"{file}:{line}")
        seen.operands.add(op.operands)
        seen.results.add(op.results)
        seen.result_names = seen.result_names or op.result_names
        for name, value in op.properties.items():
            if name == _SEGMENTS:
                seen.groups.add(tuple(map(int, re.findall(r"\d+", value.partition(":")[2]))))
            else:
                seen.values.setdefault(name, Counter())[expanded(value, known)] += 1
        for name in op.attributes:
            if "." in name and not self._has("attr", name):
                example = f"{file}:{line}"
                self._discardable.setdefault(name, _Seen()).add(file, example)

    def _attribute(
        self, attribute: ScannedAttribute, file: str, line: int, known: dict[str, str]
    ) -> None:
        key = (attribute.sigil, attribute.name)
        self._attributes.setdefault(key, _Seen()).add(file, f"{file}:{line}")
        self._bodies.setdefault(key, Counter())[expanded(attribute.text, known)] += 1

    def lines(self) -> Iterator[str]:
        """Yield the draft's lines, with comments."""
        for key in sorted(self._attributes):
            yield from self._attribute_lines(*key)
        yield from self._operation_lines()
        for name in sorted(set(self._custom) - set(self._operations)):
            yield self._custom[name].comment()
            yield f"# op {name}: in a custom form, which the table must state"
        for name, seen in sorted(self._discardable.items()):
            yield seen.comment()
            yield f"# discardable attribute {name}: it needs no line"

    def _operation_lines(self) -> Iterator[str]:
        """Yield the lines of operations. Operations with the same changes share a line."""
        rows: dict[tuple[str, str], list[str]] = {}
        for name in sorted(self._operations):
            if row := self._row(name, self._operations[name]):
                rows.setdefault((name.partition(".")[0], row), []).append(name)
        for (dialect, row), alike in rows.items():
            if not row.startswith("{"):
                for name in alike:
                    yield self._operations[name].comment()
                    yield _wrapped(f"op {name} {row}")
                continue
            for name in alike:
                yield f"{self._operations[name].comment()} ({name})"
            mnemonics = ",".join(name.partition(".")[2] for name in alike)
            yield _wrapped(
                f"op {alike[0]} {row}" if len(alike) == 1 else f"op {dialect}.{{{mnemonics}}} {row}"
            )

    def _row(self, name: str, seen: _SeenOperation) -> str:
        """Return the part of an operation's line that follows its name; empty if nothing is
        different.
        """
        if not self._has("op", name):
            return _new_operation(seen).strip()
        changes = ", ".join(self._changed_properties(name, seen))
        counts = operand_counts(self._base, name) or range(0)
        fits = all(each in counts for each in seen.operands)
        return " ".join(
            filter(None, ["" if fits else _operands(seen), changes and f"{{{changes}}}"])
        )

    def _changed_properties(self, name: str, seen: _SeenOperation) -> Iterator[str]:
        known = property_names(self._base, name)
        for each in sorted(required_properties(self._base, name) - set(seen.values)):
            yield f"-{each}"
        for each, values in sorted(seen.values.items()):
            if each in known:
                continue
            kind = _kinds(values)
            if kind == "ArrayAttr":
                kind = self._kind_elsewhere(each) or kind
            if values.total() < seen.count:
                yield f"+{each}: {kind}?"
            else:
                # The draft gives no default but an empty list: conversion to the base drops a
                # property that has its default, and so would lose a value that the base cannot
                # express.
                yield f"+{each}: {kind}{' = []' if '[]' in values else ''}"

    def _kind_elsewhere(self, name: str) -> str | None:
        """Return a constraint for an empty list in the property `name`.

        An empty list does not show the kind of its elements, so the constraint is that of another
        operation in which the property has elements. Return None if there is no such operation.
        """
        kinds = (
            _kinds(seen.values[name]) for seen in self._operations.values() if name in seen.values
        )
        return next((each for each in kinds if each != "ArrayAttr"), None)

    def _attribute_lines(self, sigil: str, name: str) -> Iterator[str]:
        kind = "attr" if sigil == "#" else "type"
        seen, bodies = self._attributes[sigil, name], self._bodies[sigil, name]
        if not self._has(kind, name):
            yield seen.comment()
            yield _wrapped(f"{kind} {name} {_form(bodies, name)}")
            return
        yield from self._unreadable(name, bodies)

    def _unreadable(self, name: str, bodies: Counter[str]) -> Iterator[str]:
        """Yield a line for each enum case that `base` does not have, and for each text of the
        attribute that `base` cannot parse.
        """
        found: dict[str, str] = {}
        cases: dict[tuple[str, str], str] = {}
        for body in bodies:
            message = self._misfit(body)
            if message is None:
                continue
            case = self._enum_case(name, body)
            if case is None:
                found.setdefault(message, body)
            else:
                cases.setdefault(case, body)
        for (enum, keyword), body in sorted(cases.items()):
            used: Any = enum_class(self._base, enum)
            number = max(int(each.value) for each in used) + 1
            yield f"# in {_short(body)}; the number is a guess"
            title = "".join(word.capitalize() for word in keyword.split("_"))
            yield f"enum {enum} +{title}={number}:{keyword}"
        for message, body in sorted(found.items())[:_MOST_FORMS]:
            yield f"# {name} has another form: {_short(body)}"
            yield f"#   {message}"
        if len(found) > _MOST_FORMS:
            yield f"# and {len(found) - _MOST_FORMS} more forms of {name}"

    def _enum_case(self, name: str, body: str) -> tuple[str, str] | None:
        """Find a keyword in `body`, the text of the attribute `name`, that is not a case of its
        enum in the base.

        Return the name of the enum and the keyword, or None.
        """
        row = attribute_row(name, self._base)
        if row is None:
            return None
        dialect = name.partition(".")[0]
        contents = body[body.find("<") + 1 : -1]
        parts = dict(_parameter(each) for each in split(contents))
        for value in row.parameters or ():
            given = parts.get(value.name, parts.get("") if value.name == "value" else None)
            if given is None or not re.fullmatch(r"[A-Za-z_]\w*", given):
                continue
            for scope in (dialect, "ttcore"):
                enum = f"{scope}.{value.kind}"
                if self._has("enum", enum):
                    members: Any = enum_class(self._base, enum)
                    if given not in [each.keyword for each in members]:
                        return enum, given
                    break
        return None


def _parameter(entry: str) -> tuple[str, str]:
    name, equals, value = entry.partition("=")
    return (name.strip(), value.strip()) if equals else ("", entry.strip())


def _new_operation(seen: _SeenOperation) -> str:
    """Return the parts of the line of an operation that the base lacks."""
    properties: list[str] = []
    for name, values in sorted(seen.values.items()):
        suffix = "?" if values.total() < seen.count else ""
        properties.append(f"{name}: {_kinds(values)}{suffix}")
    listed = f" {{{', '.join(properties)}}}" if properties else ""
    return f"{_operands(seen)}{listed}{_results(seen)}"


def _operands(seen: _SeenOperation) -> str:
    if seen.groups and len({len(each) for each in seen.groups}) == 1:
        sizes = list(zip(*seen.groups, strict=True))
        return f"({', '.join(f'operand_{i}{_suffix(each)}' for i, each in enumerate(sizes))})"
    if len(seen.operands) > 1:
        return "(operands*)"
    (count,) = seen.operands
    return "(input)" if count == 1 else f"({', '.join(f'operand_{i}' for i in range(count))})"


def _suffix(sizes: tuple[int, ...]) -> str:
    if set(sizes) == {1}:
        return ""
    return "?" if set(sizes) <= {0, 1} else "*"


def _results(seen: _SeenOperation) -> str:
    if len(seen.results) > 1:
        return " -> (results*)"
    (count,) = seen.results
    if count == 1:
        return ""
    if count == 0:
        return " -> () %effects"
    given = seen.result_names if len(seen.result_names) == count else ()
    return f" -> ({', '.join(given or [f'result_{i}' for i in range(count)])})"


def _form(bodies: Counter[str], name: str) -> str:
    """Return the parameters and the assembly format of an attribute, as a table states them,
    derived from its texts `bodies`.
    """
    contents = [body[body.find("<") + 1 : -1] for body in bodies if "<" in body]
    if not contents:
        return "()"
    rows = [[_parameter(each) for each in split(content)] for content in contents]
    if all(title for row in rows for title, _ in row):
        titles = list(dict.fromkeys(title for row in rows for title, _ in row))
        values = {title: [v for row in rows for t, v in row if t == title] for title in titles}
        listed = ", ".join(
            f"{title}: {_parameter_kind(values[title])}"
            f"{'?' if len(values[title]) < len(rows) else ''}"
            for title in titles
        )
        return f"({listed}) ~ `<` struct(params) `>`"
    least, most = min(map(len, rows)), max(map(len, rows))
    columns = [[row[i][1] for row in rows if len(row) > i] for i in range(most)]
    kinds = [
        f"value_{i}: {_parameter_kind(column)}{'?' if i >= least else ''}"
        for i, column in enumerate(columns)
    ]
    form = " `,` ".join(f"$value_{i}" for i in range(least))
    form += "".join(f" (`,` $value_{i}^)?" for i in range(least, most))
    return f"({', '.join(kinds)}) ~ `<` {form} `>`"


def _parameter_kind(values: list[str]) -> str:
    if all(re.fullmatch(r"-?\d+", each) for each in values):
        return "int"
    if all(each in ("true", "false") for each in values):
        return "bool"
    if all(each.startswith('"') for each in values):
        return "StringAttr"
    if all(re.fullmatch(r"-?\d+ : \w+", each) for each in values):
        return "IntegerAttr"
    nested = {match[0] for each in values if (match := _NESTED.match(each))}
    return nested.pop() if len(nested) == 1 else "StringAttr"


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."


def _wrapped(line: str) -> str:
    """Return a line of a table, continued in further lines if it is long."""
    kind, name, *words = line.split(" ")
    lines = [f"{kind} {name}"]
    for word in words:
        if len(lines[-1]) + len(word) >= _WIDTH:
            lines.append("   ")
        lines[-1] += f" {word}"
    return "\n".join(lines)
