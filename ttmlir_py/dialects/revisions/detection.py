"""In which revision of tt-mlir a text is.

The rule (docs/revisions.md tells users): names that only one revision has decide, such as those of dialect `ttcore`; without any,
the number of operands of operations in generic form, which is one less where there is no destination. Signs of both are a mistake,
unless names contradict numbers: then the parser says what is wrong. Text without a sign is in 2025-02.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ttmlir_py.revisions import CURRENT, PINNED

_CERTAINLY_PINNED = re.compile(
    r'[#!]tt[.<]|"tt\.|\btt\.(?:device|cpu)_module'
    r"|operandSegmentSizes = array<i32: [123], 1>"
    r'|(%\w+) = tensor\.empty\(\)[^\n]*\n[^\n]*"ttir\.\w+"\([^)]*\1\)'
)
"""What no text of a later revision has: the dialect `tt`, two groups of operands, a fresh destination that comes last."""
_NEAR = 1000
"""How far behind an operation's operands its attributes are looked for."""
_PROPERTY = re.compile(r"(\w+) ?=")
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
_SIGN = re.compile(
    r'"(?P<operation>(?:ttir|ttnn|ttcore|tt)\.\w+)"\s*\((?P<operands>[^()]*)\)'
    r"(?:\s*<\{(?P<properties>[^{}]*)\}>)?"
    r"|(?P<name>(?:[#!]ttcore[.<]|(?<![\w.$%@#!])ttcore\.\w+|!ttnn\.device\b"
    r"|(?<![\w.$%@#!\"])ttir\.empty\b))"
    r"|(?P<old>[#!]tt[.<]|(?<![\w.$%@#!])tt\.(?:device|cpu)_module)"
)


class MixedRevisionsError(ValueError):
    """A text has signs of two revisions; each place is an offset with what stands there."""

    def __init__(self, pinned: "Sign", current: "Sign") -> None:
        super().__init__(
            f"text of two revisions of tt-mlir: '{pinned.text}' is of {PINNED}, '{current.text}' of {CURRENT}"
        )
        self.pinned = pinned
        self.current = current


class Sign(NamedTuple):
    """Something that only one revision has."""

    revision: str
    offset: int
    text: str
    is_name: bool
    """Whether the name alone says it, not the number of operands."""


def find_revision(text: str) -> str:
    """The revision that a text is in. Raises MixedRevisionsError if it has signs of both."""
    if "ttcore" not in text:
        if "ttir." not in text and "ttnn." not in text:
            return PINNED
        if _CERTAINLY_PINNED.search(text):
            return PINNED
    return _decide(list(signs(text)))


def _decide(found: list[Sign]) -> str:
    for is_name in (True, False):
        first: dict[str, Sign] = {}
        for sign in found:
            if sign.is_name is is_name:
                first.setdefault(sign.revision, sign)
        if len(first) > 1:
            raise MixedRevisionsError(first[PINNED], first[CURRENT])
        if first:
            return next(iter(first))
    return PINNED


def signs(text: str) -> Iterator[Sign]:
    """The signs in a text, in order; comments do not count."""
    bare = _COMMENT.sub(
        lambda match: match[0] if match[0].startswith('"') else " " * len(match[0]), text
    )
    for match in _SIGN.finditer(bare):
        name = match["operation"]
        if name is None:
            revision = CURRENT if match["name"] else PINNED
            yield Sign(revision, match.start(), match[0], is_name=True)
            continue
        operands = match["operands"].count("%")
        sign = (
            _operation_sign(
                name, operands, bare[match.start() : match.end() + _NEAR], match.start()
            )
            or _property_sign(name, match["properties"] or "", match.start())
            or _result_sign(name, bare, match.end(), match.start())
        )
        if sign is not None:
            yield sign


def _operation_sign(name: str, operands: int, text: str, offset: int) -> Sign | None:
    """What an operation with so many operands is a sign of; of the later revision only if it has what it must have there."""
    from ttmlir_py.dialects.revisions.definitions import operand_counts, required_properties

    fits = {each: operand_counts(each, name) for each in (PINNED, CURRENT)}
    known = [each for each, counts in fits.items() if counts is not None]
    if len(known) == 1:
        return Sign(known[0], offset, name, is_name=True)
    fitting = [each for each in known if operands in (fits[each] or ())]
    if fitting == [CURRENT]:
        given = {*_PROPERTY.findall(text)}
        fitting = fitting if given.issuperset(required_properties(name)) else []
    if len(fitting) == 1:
        return Sign(fitting[0], offset, f"{name} with {operands} operands", is_name=False)
    return None


def _property_sign(name: str, properties: str, offset: int) -> Sign | None:
    """What an operation is a sign of whose `<{...}>` names something."""
    from ttmlir_py.dialects.revisions.definitions import operand_counts, property_names

    revisions = (PINNED, CURRENT)
    if any(operand_counts(each, name) is None for each in revisions):
        return None
    for given in _PROPERTY.findall(properties):
        known = [each for each in revisions if given in property_names(each, name)]
        if len(known) == 1:
            return Sign(known[0], offset, f"{name} with {given}", is_name=False)
    return None


_RESULTS = re.compile(r"->\s*(\(\s*\))?")
_IN_PLACE = ("ttir.update_cache", "ttir.fill_cache")


def _result_sign(name: str, bare: str, end: int, offset: int) -> Sign | None:
    """What an operation is a sign of that has a result in one revision, by the types behind it."""
    if name not in _IN_PLACE or (types := _RESULTS.search(bare, end)) is None:
        return None
    return Sign(CURRENT if types[1] else PINNED, offset, name, is_name=False)
