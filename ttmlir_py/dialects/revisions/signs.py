"""The signs of a revision in a text, looked for where a glance does not tell."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.revisions import CURRENT, PINNED

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


class Sign(NamedTuple):
    """Something that only one revision has."""

    revision: str
    offset: int
    text: str
    is_name: bool
    """Whether the name alone says it, not the number of operands."""


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
            or _destination_sign(name, operands, bare, match.end(), match.start())
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


def _result_sign(name: str, bare: str, end: int, offset: int) -> Sign | None:
    """What an operation is a sign of that has a result in one revision, by the types behind it."""
    if name not in IN_PLACE or (types := _RESULTS.search(bare, end)) is None:
        return None
    return Sign(CURRENT if types[1] else PINNED, offset, name, is_name=False)


_TYPES = re.compile(r":\s*\((?P<operands>[^\n]*)\)\s*->\s*(?P<result>[^\n()]+?)(?: loc\(|\n|$)")


def _destination_sign(name: str, operands: int, bare: str, end: int, offset: int) -> Sign | None:
    """What an operation that may have so many operands in both is a sign of, by the types behind it: a destination has the result's.

    So may an operand that is optional have it, which says nothing then.
    """
    from ttmlir_py.dialects.revisions.definitions import may_lack_destination, takes_any_number

    any_number = takes_any_number(name)
    if not any_number and not may_lack_destination(name, operands):
        return None
    if (types := _TYPES.search(bare, end, end + _NEAR)) is None:
        return None
    revision = PINNED if types["operands"].endswith(types["result"]) else CURRENT
    if revision == PINNED and not any_number:
        return None
    return Sign(revision, offset, name, is_name=False)
