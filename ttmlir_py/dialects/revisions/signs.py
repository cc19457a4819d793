"""Signs of a revision in a text, for texts that the quick check cannot decide."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.revisions import BETWEEN, CURRENT, EARLY, LATE, PINNED, REVISIONS, WRITTEN

_NEAR = 1000
"""The number of characters after an operation's operands in which its attributes are searched."""
_PROPERTY = re.compile(r"(\w+) ?=")
_SEGMENTS = "operandSegmentSizes"
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
_SIGN = re.compile(
    r'(?:(?P<result>%[\w$.-]+)\s*=\s*)?"(?P<operation>(?:ttir|ttnn|ttcore|tt)\.\w+|tensor\.empty)"'
    r"\s*\((?P<operands>[^()]*)\)"
    r"(?=(?:\s*<\{(?P<properties>[^{}]*)\}>)?)"
    r"|(?P<name>(?:[#!]ttcore[.<]|(?<![\w.$%@#!])ttcore\.\w+|!ttnn\.device\b))"
    r"|(?:(?P<fresh>%[\w$.-]+)\s*=\s*)?(?<![\w.$%@#!\"])(?P<empty>(?:ttir|tensor)\.empty\b)"
    r"|(?P<old>[#!]tt[.<]|(?<![\w.$%@#!])tt\.(?:device|cpu)_module)"
    r"|(?P<function>\bfunc\s*@|\bfunc\.func\b)"
)

_WITH_TTCORE = frozenset((LATE, CURRENT))
_WITH_TT = frozenset((PINNED, EARLY))
_WITH_EMPTY = frozenset((*BETWEEN, CURRENT))
_WITH_DESTINATIONS = frozenset((PINNED, *BETWEEN))
_WITHOUT_DESTINATIONS = frozenset((CURRENT,))


class Sign(NamedTuple):
    """A piece of text that only some revisions allow."""

    revisions: frozenset[str]
    """The revisions that allow it."""
    offset: int
    text: str
    is_name: bool
    """Whether the name alone is the sign, independent of the operation's operands."""
    is_fresh_destination: bool = False
    """Whether it is a last operand that the text has just created as an empty tensor."""

    @property
    def dates(self) -> str:
        """The revisions that allow it, for messages."""
        return " or ".join(each for each in REVISIONS if each in self.revisions)


def signs(text: str) -> Iterator[Sign]:
    """Yield the signs in a text in order, ignoring comments."""
    bare = _COMMENT.sub(
        lambda match: match[0] if match[0].startswith('"') else " " * len(match[0]), text
    )
    revisions = REVISIONS if ".empty" in bare else WRITTEN
    fresh: set[str] = set()
    for match in _SIGN.finditer(bare):
        if match["operation"] is not None:
            if match["operation"].endswith(".empty") and match["result"] is not None:
                fresh.add(match["result"])
            yield from _signs_of_operation(match, bare, fresh, revisions)
        elif match["function"] is not None:
            fresh.clear()  # the following names belong to another function
        elif (name := match["empty"]) is not None:
            if match["fresh"] is not None:
                fresh.add(match["fresh"])
            if name == "ttir.empty":
                yield Sign(_WITH_EMPTY, match.start("empty"), name, is_name=True)
        else:
            has_name = _WITH_TTCORE if match["name"] else _WITH_TT
            yield Sign(has_name, match.start(), match[0], is_name=True)


def _signs_of_operation(
    match: re.Match[str], bare: str, fresh: set[str], revisions: tuple[str, ...]
) -> Iterator[Sign]:
    """Yield the signs in an operation in generic form. There are no signs if all revisions allow
    it.
    """
    name, start, end = match["operation"], match.start("operation") - 1, match.end()
    end = max(end, match.end("properties"))
    operands = match["operands"].count("%")
    properties = match["properties"] or ""
    for sign in (
        _segments_sign(name, properties, start, revisions)
        or _operation_sign(name, operands, bare[start : end + _NEAR], start, revisions)
        or _property_sign(name, properties, start, revisions)
        or _result_sign(name, bare, end, start),
        _fresh_sign(name, match["operands"], bare, end, start, fresh)
        or _destination_sign(name, operands, bare, end, start),
    ):
        if sign is not None:
            yield sign


def _segments_sign(
    name: str, properties: str, offset: int, revisions: tuple[str, ...]
) -> Sign | None:
    """Return the sign in the operand group sizes, which also reveal a forgotten destination."""
    if _SEGMENTS not in properties:
        return None
    return _property_sign(name, f"{_SEGMENTS} =", offset, revisions)


def _operation_sign(
    name: str, operands: int, text: str, offset: int, revisions: tuple[str, ...]
) -> Sign | None:
    """Return the sign in the number of operands. For the latest revision, the operation must also
    have its required attributes.
    """
    from ttmlir_py.dialects.revisions.operand_forms import operand_counts, required_properties

    fits = {each: operand_counts(each, name) for each in revisions}
    known = [each for each, counts in fits.items() if counts is not None]
    if not {PINNED, CURRENT}.issubset(known):
        return Sign(frozenset(known), offset, name, is_name=True) if known else None
    fitting = frozenset(each for each in known if operands in (fits[each] or ()))
    if fitting == _WITHOUT_DESTINATIONS:
        given = {*_PROPERTY.findall(text)}
        if not given.issuperset(required_properties(name)):
            return None
    if fitting and not fitting.issuperset((PINNED, CURRENT)):
        return Sign(fitting, offset, f"{name} with {operands} operands", is_name=False)
    return None


def _property_sign(
    name: str, properties: str, offset: int, revisions: tuple[str, ...]
) -> Sign | None:
    """Return the sign in a name inside the operation's `<{...}>`."""
    from ttmlir_py.dialects.revisions.operand_forms import operand_counts, property_names

    having = [each for each in revisions if operand_counts(each, name) is not None]
    if not {PINNED, CURRENT}.issubset(having):
        return None
    for given in _PROPERTY.findall(properties):
        known = [each for each in having if given in property_names(each, name)]
        if known and len(known) < len(having):
            return Sign(frozenset(known), offset, f"{name} with {given}", is_name=False)
    return None


_RESULTS = re.compile(r"->\s*(\(\s*\))?")


def _result_sign(name: str, bare: str, end: int, offset: int) -> Sign | None:
    """Return the sign of an operation that has a result in one revision only, by the types after
    it.
    """
    if name not in IN_PLACE or (types := _RESULTS.search(bare, end)) is None:
        return None
    revisions = _WITHOUT_DESTINATIONS if types[1] else _WITH_DESTINATIONS
    return Sign(revisions, offset, name, is_name=False)


_TYPES = re.compile(r":\s*\((?P<operands>[^\n]*)\)\s*->\s*(?P<result>[^\n()]+?)(?: loc\(|\n|$)")


def _fresh_sign(
    name: str, operands: str, bare: str, end: int, offset: int, fresh: set[str]
) -> Sign | None:
    """Return the sign of an operation whose last operand is an unwritten empty tensor.

    If the number of operands is valid with and without a destination, this operand is the
    destination.
    """
    from ttmlir_py.dialects.revisions.operand_forms import has_destination, operand_counts

    *inputs, last = [each.strip() for each in operands.split(",")]
    if not inputs or last not in fresh or has_destination(CURRENT, name):
        return None
    revisions = frozenset(
        each
        for each in _WITH_DESTINATIONS
        if len(inputs) + 1 in (operand_counts(each, name) or ()) and has_destination(each, name)
    )
    if not revisions:
        return None
    types = _TYPES.search(bare, end, end + _NEAR)
    if types is not None and not types["operands"].endswith(types["result"]):
        return None
    return Sign(
        revisions,
        offset,
        f"{name} whose last operand {last} is empty",
        is_name=False,
        is_fresh_destination=True,
    )


def _destination_sign(name: str, operands: int, bare: str, end: int, offset: int) -> Sign | None:
    """Return the sign of an operation whose number of operands is valid in both revisions, by the
    types after it. A destination has the result's type.

    An optional operand may have that type as well; then there is no sign.
    """
    from ttmlir_py.dialects.revisions.operand_forms import may_lack_destination, takes_any_number

    any_number = takes_any_number(name)
    if not any_number and not may_lack_destination(name, operands):
        return None
    if (types := _TYPES.search(bare, end, end + _NEAR)) is None:
        return None
    fits = types["operands"].endswith(types["result"])
    if fits and not any_number:
        return None
    if fits:
        return Sign(_WITH_DESTINATIONS, offset, f"{name} with a destination", is_name=False)
    return Sign(_WITHOUT_DESTINATIONS, offset, f"{name} without a destination", is_name=False)
