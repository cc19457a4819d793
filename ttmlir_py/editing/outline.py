"""The outline of a text, its foldable ranges, the types shown next to it, and its colors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Attribute

from ttmlir_py.editing.analysis import Part
from ttmlir_py.editing.hover import layout_lines
from ttmlir_py.editing.structure import Statement
from ttmlir_py.editing.tokens import MAX_COLUMNS, PATTERNS, Kind
from ttmlir_py.ir.writing.attributes import attribute_text

MAX_HINT = 60
"""Types with a longer text are cut in hints."""
_PARAMETERS = re.compile(r"[#!]\w+\.\w+<([^<>]*)>")
"""Matches an attribute with a dialect, to leave only its parameters."""
_LABELS = re.compile(r"\b(?:Layout:|memory|grid|distribution|shard) ")
"""Matches what introduces the parameters of a layout."""
TOKEN_TYPES = (
    "comment",
    "string",
    "variable",
    "parameter",
    "function",
    "type",
    "property",
    "number",
    "keyword",
    "namespace",
    "macro",
    "operator",
)
"""The types of semantic tokens, in the order of their numbers."""
_COLORS = {
    Kind.COMMENT: "comment",
    Kind.STRING: "string",
    Kind.VALUE: "variable",
    Kind.BLOCK: "namespace",
    Kind.ATTRIBUTE: "macro",
    Kind.TYPE: "type",
    Kind.SYMBOL: "function",
    Kind.NUMBER: "number",
}
_COLORED = re.compile(
    r"[][{}()<>,:=*?+|\s-]*+ (?:"
    + "|".join(f"({PATTERNS[kind]})" for kind in _COLORS)
    + rf"| ({PATTERNS[Kind.WORD]}) (?= \s*+ ([=,}}]?) ) )",
    re.VERBOSE | re.ASCII,
)
"""Matches a token that may have a color, after others. The last groups are those of a word."""
_FOLLOWING = _COLORED.groups
_WORD = _FOLLOWING - 1
_GROUP_COLORS = (0, *map(TOKEN_TYPES.index, _COLORS.values()), 0, 0)
_FUNCTION, _PARAMETER, _PROPERTY, _TYPE, _KEYWORD, _VARIABLE = map(
    TOKEN_TYPES.index, ("function", "parameter", "property", "type", "keyword", "variable")
)
_TYPE_WORDS = frozenset(
    (
        "tensor",
        "memref",
        "vector",
        "tuple",
        "complex",
        "none",
        "index",
        "f16",
        "f32",
        "f64",
        "bf16",
        "tf32",
        "f80",
        "f128",
    )
)
_KEYWORDS = frozenset(
    (
        "module",
        "func",
        "return",
        "loc",
        "attributes",
        "private",
        "public",
        "nested",
        "dense",
        "dense_resource",
        "array",
        "true",
        "false",
        "unit",
        "affine_map",
        "affine_set",
        "strided",
        "to",
        "step",
        "iter_args",
        "ins",
        "outs",
        "opaque",
        "sparse",
        "else",
        "do",
    )
)


@dataclass
class Entry:
    """An entry of the outline: an operation with a symbol or regions, and what is inside."""

    name: str
    detail: str
    statement: Statement
    children: list[Entry] = field(default_factory=list["Entry"])


def outline(part: Part) -> list[Entry]:
    """Return the operations that define a symbol or have a region, as a tree."""
    top: list[Entry] = []
    entries: dict[int, Entry] = {}
    for statement in part.structure.outer_statements:
        if not statement.symbol and not statement.regions:
            continue
        name = statement.symbol.text if statement.symbol else statement.name
        entry = entries[id(statement)] = Entry(name or "?", statement.name, statement)
        parent = statement.parent
        while parent is not None and id(parent) not in entries:
            parent = parent.parent
        (top if parent is None else entries[id(parent)].children).append(entry)
    return top


def folds(part: Part) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each region, and of each run of comments."""
    for region in part.structure.regions:
        last = region.close_line - 1 if region.close_line >= 0 else len(part.lines) - 1
        if last > region.open_line:
            yield region.open_line, last
    start = -1
    for number, line in enumerate(part.lines):
        is_comment = line.text.lstrip().startswith("//")
        if is_comment and start < 0:
            start = number
        elif not is_comment and start >= 0:
            if number - 1 > start:
                yield start, number - 1
            start = -1
    if start >= 0 and len(part.lines) - 1 > start:
        yield start, len(part.lines) - 1


def hints(part: Part, first: int, last: int) -> Iterator[tuple[int, int, str, str]]:
    """Yield hints for the results in a range of lines: line, column, shown text, full text.

    A result has no hint if its type ends the line already. If that type has an alias for a layout,
    the hint shows only the layout.
    """
    for statement in part.structure.statements:
        if statement.line > last:
            return
        if statement.line < first or not statement.results:
            continue
        op = part.operation_of(statement)
        if op is None or statement.end_line < 0:
            continue
        written = part.lines[statement.end_line].text[: statement.end]
        for name, result in zip(statement.results, op.results, strict=False):
            text = attribute_text(result.type)
            layout = " ".join(_layout(result.type))
            is_written = written.rstrip(")").endswith(text)
            if not is_written and "#" not in written[-len(text) :]:
                yield name.line, name.end, f": {_cut(text)}", text
            elif layout:
                short = _LABELS.sub("", _PARAMETERS.sub(r"\1", layout))
                yield name.line, name.end, f": {_cut(short)}", layout


def _layout(type: Attribute) -> Iterator[str]:
    if isinstance(type, TensorType) and not isinstance(type.encoding, NoneAttr):
        yield from layout_lines(type.encoding)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_HINT else text[: MAX_HINT - 3] + "..."


def colors(part: Part, first: int, last: int) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Yield each line in a range, and column, length and type of its tokens that have a color.

    The type is a number of `TOKEN_TYPES`.
    """
    structure = part.structure
    for number in range(max(first, 0), min(last + 1, len(part.lines))):
        text = part.lines[number].text
        called = structure.operation_columns(number)
        found: list[tuple[int, int, int]] = []
        values: list[tuple[int, str]] = []
        for match in _COLORED.finditer(text, 0, MAX_COLUMNS):
            group = match.lastindex or 0
            color = _GROUP_COLORS[group]
            if group >= _WORD:
                start, end = match.span(_WORD)
                word = match[_WORD]
                color = _FUNCTION if start in called else _word_color(word, match[_FOLLOWING])
                if color is None:
                    continue
            else:
                start, end = match.span(group)
                if color == _VARIABLE:
                    values.append((start, match[group]))
                elif start in called:
                    color = _FUNCTION
            found.append((start, end - start, color))
        if values and (arguments := structure.argument_columns(number, values)):
            found = [
                (start, length, _PARAMETER if start in arguments and color == _VARIABLE else color)
                for start, length, color in found
            ]
        yield number, found


@lru_cache(maxsize=4096)
def _word_color(word: str, following: str) -> int | None:
    if following == "=":
        return _PROPERTY
    base = word.partition(".")[0]
    if word in _TYPE_WORDS or (word[:1] in "ifsux" and word.lstrip("ifsbux0123456789") == ""):
        return _TYPE
    if word in _KEYWORDS or base in _KEYWORDS:
        return _KEYWORD
    return _PROPERTY if following in (",", "}") else None
