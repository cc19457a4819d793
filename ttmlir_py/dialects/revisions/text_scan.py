"""A reader of operations and attributes in texts whose definitions are unknown.

It knows only MLIR's generic form: names, brackets and strings. A text that is not MLIR yields few
or no operations, and never an error.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_CLOSED = {"(": ")", "[": "]", "{": "}", "<": ">"}
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|->|[()\[\]{}<>,]')
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
_OPERATION = re.compile(
    r'(?:(?P<results>%[\w$.#:, %-]+?)\s*=\s*)?"(?P<name>\w+(?:\.\w+)+)"\s*(?=\()'
)
_ALIAS = re.compile(r"^([#!]\w+) = (.+)$", re.MULTILINE)
_NAMED = re.compile(r"([#!])(\w+\.\w+)(<)?")
_LONGEST = 100_000
"""The number of characters of an operation or attribute after which the scan of it ends."""


class ScannedOperation(NamedTuple):
    """An operation in generic form, as parts of the text."""

    name: str
    offset: int
    result_names: tuple[str, ...]
    """The names of the results in the text; empty if it numbers them."""
    operands: int
    results: int
    properties: dict[str, str]
    """Maps names of inherent attributes to the text of their values; empty for a unit attribute."""
    attributes: tuple[str, ...]
    """The names of discardable attributes."""


class ScannedAttribute(NamedTuple):
    """An attribute or type of a dialect: `#dialect.name<body>`."""

    sigil: str
    name: str
    offset: int
    text: str


def without_comments(text: str) -> str:
    """Return `text` with comments replaced by spaces."""
    return _COMMENT.sub(
        lambda match: match[0] if match[0].startswith('"') else " " * len(match[0]), text
    )


def aliases(text: str) -> dict[str, str]:
    """Map the names of attribute and type aliases in `text` to their definitions."""
    return dict(_ALIAS.findall(text))


def end_of_group(text: str, start: int) -> int | None:
    """Return the offset behind the bracket that closes the one at `start`, or None if it is not
    closed.
    """
    pending = [_CLOSED[text[start]]]
    for match in _TOKEN.finditer(text, start + 1, start + _LONGEST):
        token = match[0]
        if token in _CLOSED:
            pending.append(_CLOSED[token])
        elif token == pending[-1]:
            pending.pop()
            if not pending:
                return match.end()
        elif token in _CLOSED.values():
            return None
    return None


def split(text: str) -> list[str]:
    """Return the parts of `text` between commas that are in no brackets."""
    parts: list[str] = []
    depth = start = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _CLOSED:
            depth += 1
        elif token in _CLOSED.values():
            depth -= 1
        elif token == "," and not depth:
            parts.append(text[start : match.start()].strip())
            start = match.end()
    last = text[start:].strip()
    return [*parts, last] if last or parts else []


def operations(text: str) -> Iterator[ScannedOperation]:
    """Yield the operations in `text` that are in generic form."""
    for match in _OPERATION.finditer(text):
        end = end_of_group(text, match.end())
        if end is None:
            continue
        operands = len(split(text[match.end() + 1 : end - 1]))
        properties, end = _group(text, end, "<{", "}>")
        _, end = _group(text, end, "(", ")")
        attributes, end = _group(text, end, "{", "}")
        types = re.compile(r"\s*:\s*(?=\()").match(text, end)
        if types is None or (end_of_types := end_of_group(text, types.end())) is None:
            continue
        yield ScannedOperation(
            match["name"],
            match.start(),
            _result_names(match["results"] or ""),
            operands,
            _result_count(text, end_of_types),
            dict(_named(each) for each in split(properties)),
            tuple(_named(each)[0] for each in split(attributes)),
        )


def _group(text: str, start: int, opening: str, closing: str) -> tuple[str, int]:
    """Return the contents of the brackets that begin at `start`, and the offset behind them.

    Without these brackets, the contents are empty and the offset is `start`.
    """
    found = re.compile(r"\s*" + re.escape(opening)).match(text, start)
    if found is None:
        return "", start
    end = end_of_group(text, found.end() - len(opening))
    if end is None:
        return "", start
    return text[found.end() : end - len(closing)], end


def _named(entry: str) -> tuple[str, str]:
    name, _, value = entry.partition("=")
    return name.strip().strip('"'), value.strip()


def _result_names(text: str) -> tuple[str, ...]:
    names = [each.strip().lstrip("%").partition(":")[0] for each in text.split(",") if each.strip()]
    return () if any(each[:1].isdigit() for each in names) else tuple(names)


def _result_count(text: str, start: int) -> int:
    """Return the number of types behind the arrow at `start`."""
    arrow = re.compile(r"\s*->\s*").match(text, start)
    if arrow is None:
        return 0
    if not text.startswith("(", arrow.end()):
        return 1
    end = end_of_group(text, arrow.end())
    return 1 if end is None else len(split(text[arrow.end() + 1 : end - 1]))


def attributes(text: str) -> Iterator[ScannedAttribute]:
    """Yield attributes and types of dialects in `text`, also those inside of others."""
    for match in _NAMED.finditer(text):
        end: int | None = match.end()
        if match[3]:
            end = end_of_group(text, match.end() - 1)
        if end is not None:
            yield ScannedAttribute(match[1], match[2], match.start(), text[match.start() : end])


def expanded(text: str, known: dict[str, str], depth: int = 8) -> str:
    """Return `text` with the aliases in `known` replaced by their definitions."""
    if depth == 0 or not known:
        return text
    return re.sub(
        r"[#!]\w+\b(?![.<])",
        lambda match: (
            expanded(known[match[0]], known, depth - 1) if match[0] in known else match[0]
        ),
        text,
    )
