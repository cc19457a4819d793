"""Signs of revisions in a text: names of definitions, and forms of operations, that only some
revisions allow.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from xdsl.ir import TypeAttribute

from ttmlir_py.dialects.revisions import IN_PLACE, load_dialect
from ttmlir_py.dialects.revisions.operand_forms import (
    has_destination,
    may_lack_destination,
    operand_counts,
    property_names,
    required_properties,
    takes_any_number,
)
from ttmlir_py.dialects.revisions.table import attribute_row, names
from ttmlir_py.revisions import (
    REGISTRY,
    with_destinations,
    with_dialect,
    without_destinations,
    written,
)

_NEAR = 1000
"""The number of characters after the operands of an operation in which its attributes are
searched.
"""
# Without the word boundary, the search takes quadratic time in the hexadecimal text of constants.
_PROPERTY = re.compile(r"\b([A-Za-z_]\w*) ?=")
_SEGMENTS = "operandSegmentSizes"
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
_SIGN = re.compile(
    r'(?:(?P<result>%[\w$.-]+)\s*=\s*)?"(?P<operation>(?:ttir|ttnn|ttcore|tt)\.\w+|tensor\.empty)"'
    r"\s*\((?P<operands>[^()]*)\)"
    r"(?=(?:\s*<?\{(?P<properties>[^{}]*)\}>?)?)"
    r"|(?P<name>[#!]ttcore[.<]|(?<![\w.$%@#!])ttcore\.\w+)"
    r"|(?:(?P<fresh>%[\w$.-]+)\s*=\s*)?(?<![\w.$%@#!\"])(?P<empty>(?:ttir|tensor)\.empty\b)"
    r"|(?P<old>[#!]tt[.<]|(?<![\w.$%@#!])tt\.(?:device|cpu)_module)"
    r"|(?<![\w.$%@#!])(?P<device>tt\.device) @"
    r"|(?P<grid>\bworkerGrid = #ttcore\.grid<[^<]*>, l1Map\b)"  # later, `dramGrid` is between
    r"|(?P<activation>#ttnn\.conv2d_config<[^<>]*\bactivation = )\""
    r"|(?P<function>\bfunc\s*@|\bfunc\.func\b)"
)

_FIRST = "2025-02"


class Sign(NamedTuple):
    """A part of a text that only some revisions allow."""

    revisions: frozenset[str]
    """The revisions that allow the sign."""
    offset: int
    text: str
    is_name: bool
    """Whether the name of a definition is the sign, rather than its operands or attributes."""
    is_fresh_destination: bool = False
    """Whether the sign is a last operand that was created as an empty tensor just before."""

    @property
    def dates(self) -> str:
        """The revisions that allow the sign, as text for messages."""
        return " or ".join(each for each in REGISTRY if each in self.revisions)


def signs(text: str) -> Iterator[Sign]:
    """Yield the signs of revisions in `text`, in order. A sign is a part of the text that only some
    revisions allow. Comments are ignored.
    """
    bare = _COMMENT.sub(
        lambda match: match[0] if match[0].startswith('"') else " " * len(match[0]), text
    )
    may_have_destinations = ".empty" in bare or "workerGrid" in bare
    revisions = tuple(REGISTRY) if may_have_destinations else written()
    fresh: set[str] = set()
    for match in _SIGN.finditer(bare):
        if match["operation"] is not None:
            if match["operation"].endswith(".empty") and match["result"] is not None:
                fresh.add(match["result"])
            yield from _signs_of_operation(match, bare, fresh, revisions)
        elif match["function"] is not None:
            # A new function begins, and its names are not those of the function before.
            fresh.clear()
        elif (name := match["empty"]) is not None:
            if match["fresh"] is not None:
                fresh.add(match["fresh"])
            if name == "ttir.empty":
                yield Sign(_after_first(), match.start("empty"), name, is_name=True)
        elif match["device"] is not None:
            having = frozenset(each for each in REGISTRY if "tt.device" in names("op", each))
            yield Sign(having, match.start(), "tt.device", is_name=True)
        elif match["activation"] is not None:
            having = frozenset(each for each in REGISTRY if _has_named_activations(each))
            yield Sign(having, match.start(), "activation", is_name=True)
        elif match["grid"] is not None:
            having = with_dialect("ttcore") & with_destinations()
            yield Sign(having, match.start(), "workerGrid", is_name=True)
        else:
            having = with_dialect("ttcore" if match["name"] else "tt")
            yield Sign(having, match.start(), match[0], is_name=True)
    yield from _attribute_signs(bare)


@cache
def _has_named_activations(revision: str) -> bool:
    """Whether the configuration of a convolution gives the activation by name."""
    row = attribute_row("ttnn.conv2d_config", revision)
    return any(each.kind == "StringAttr" for each in (row and row.parameters) or ())


def _after_first() -> frozenset[str]:
    return frozenset(REGISTRY) - {_FIRST}


_ATTRIBUTE = re.compile(r"[#!]((?:tt|ttcore|ttir|ttnn)\.\w+)")


def _attribute_signs(bare: str) -> Iterator[Sign]:
    """Yield names of attributes and types that only some revisions have.

    Names of the dialect `tt` are compared among revisions with this dialect, other names among
    revisions without destinations. The type of devices is compared among all.
    """
    later = without_destinations()
    for match in _ATTRIBUTE.finditer(bare):
        if match[1].startswith("tt."):
            kind, others = with_dialect("tt"), frozenset[str]()
            having = frozenset(each for each in kind if match[0] in _old_attributes(each))
        elif match[0] == "!ttnn.device":
            kind, others = frozenset(REGISTRY), frozenset[str]()
            having = frozenset(each for each in kind if match[1] in names("type", each))
        else:
            kind, others = later, with_destinations()
            having = frozenset(
                each
                for each in kind
                if any(match[1] in names(line, each) for line in ("attr", "type"))
            )
        if having and having != kind:
            yield Sign(others | having, match.start(), match[0], is_name=True)


@cache
def _old_attributes(revision: str) -> frozenset[str]:
    """Return the attributes and types of dialect `tt` in `revision`, such as `!tt.tile`."""
    return frozenset(
        f"{'!' if issubclass(each, TypeAttribute) else '#'}{each.name}"
        for each in load_dialect(revision, "tt").attributes
    )


def _signs_of_operation(
    match: re.Match[str], bare: str, fresh: set[str], revisions: tuple[str, ...]
) -> Iterator[Sign]:
    """Yield the signs in an operation in generic form. `revisions` are those still possible."""
    name, start, end = match["operation"], match.start("operation") - 1, match.end()
    end = max(end, match.end("properties"))
    operands = match["operands"].count("%")
    properties = match["properties"] or ""
    for sign in (
        _name_sign(name, start, revisions),
        _kind_property_sign(name, properties, start, revisions, without_destinations()),
        _kind_property_sign(name, properties, start, revisions, with_destinations()),
        _segments_sign(name, properties, start, revisions)
        or _operation_sign(name, operands, bare[start : end + _NEAR], start, revisions)
        or _property_sign(name, properties, start, revisions)
        or _result_sign(name, bare, end, start),
        _fresh_sign(name, match["operands"], bare, end, start, fresh)
        or _destination_sign(name, operands, bare, end, start),
    ):
        if sign is not None:
            yield sign


def _name_sign(name: str, offset: int, revisions: tuple[str, ...]) -> Sign | None:
    """Return the name of an operation as a sign, if not all revisions without destinations have
    it.
    """
    possible = without_destinations().intersection(revisions)
    having = {each for each in possible if operand_counts(each, name) is not None}
    if not having or len(having) == len(possible):
        return None
    return Sign(frozenset(revisions) - possible | having, offset, name, is_name=True)


def _segments_sign(
    name: str, properties: str, offset: int, revisions: tuple[str, ...]
) -> Sign | None:
    """Return a sign if the operand group sizes are valid in some revisions only, otherwise None.
    The group sizes also show whether a destination was forgotten.
    """
    if _SEGMENTS not in properties:
        return None
    return _property_sign(name, f"{_SEGMENTS} =", offset, revisions)


def _operation_sign(
    name: str, operands: int, text: str, offset: int, revisions: tuple[str, ...]
) -> Sign | None:
    """Return a sign if the number of operands is valid in some revisions only, otherwise None. For
    the latest revision, the operation must also have its required attributes.
    """
    fits = {each: operand_counts(each, name) for each in revisions}
    known = [each for each, counts in fits.items() if counts is not None]
    later = without_destinations().intersection(known)
    fitting = frozenset(each for each in known if operands in (fits[each] or ()))
    if _FIRST not in known or not later:
        having = (_FIRST in known and fitting) or frozenset(known)
        return Sign(having, offset, name, is_name=True) if known else None
    if fitting and fitting <= later:
        given = {*_PROPERTY.findall(text)}
        fitting = frozenset(e for e in fitting if given.issuperset(required_properties(e, name)))
    if fitting and not fitting.issuperset({_FIRST, *later}):
        return Sign(fitting, offset, f"{name} with {operands} operands", is_name=False)
    return None


def _property_sign(
    name: str, properties: str, offset: int, revisions: tuple[str, ...]
) -> Sign | None:
    """Return a sign if a property in `<{...}>` exists in some revisions only, otherwise None."""
    having = {each for each in revisions if operand_counts(each, name) is not None}
    if _FIRST not in having or having.isdisjoint(without_destinations()):
        return None
    return _sign_among(having, name, properties, offset)


def _kind_property_sign(
    name: str, properties: str, offset: int, revisions: tuple[str, ...], kind: frozenset[str]
) -> Sign | None:
    """Return a sign if only some of the revisions in `kind` have a property of the operation,
    otherwise None.

    The sign does not exclude revisions outside of `kind`.
    """
    alike = kind.intersection(revisions)
    having = {each for each in alike if operand_counts(each, name) is not None}
    sign = _sign_among(having, name, properties, offset)
    return sign and sign._replace(revisions=frozenset(revisions) - alike | sign.revisions)


def _sign_among(having: set[str], name: str, properties: str, offset: int) -> Sign | None:
    """Return a sign for the first property that only some of the revisions `having` allow, or None.

    `having` are the revisions that have the operation `name`.
    """
    if len(having) < 2:
        return None
    for given in _PROPERTY.findall(properties):
        known = {each for each in having if given in property_names(each, name)}
        if known and len(known) < len(having):
            return Sign(frozenset(known), offset, f"{name} with {given}", is_name=False)
    return None


_RESULTS = re.compile(r"->\s*(\(\s*\))?")


def _result_sign(name: str, bare: str, end: int, offset: int) -> Sign | None:
    """Return the result of an operation as a sign, if only one revision gives it a result.

    The types after the operation show whether it has one.
    """
    if name not in IN_PLACE or (types := _RESULTS.search(bare, end)) is None:
        return None
    revisions = without_destinations() if types[1] else with_destinations()
    return Sign(revisions, offset, name, is_name=False)


_TYPES = re.compile(r":\s*\((?P<operands>[^\n]*)\)\s*->\s*(?P<result>[^\n()]+?)(?: loc\(|\n|$)")


def _fresh_sign(
    name: str, operands: str, bare: str, end: int, offset: int, fresh: set[str]
) -> Sign | None:
    """Return the sign of an operation whose last operand is an empty tensor that nothing has
    written.

    If the number of operands is valid with and without a destination, this operand is the
    destination.
    """
    *inputs, last = [each.strip() for each in operands.split(",")]
    if (
        not inputs
        or last not in fresh
        or any(has_destination(each, name) for each in without_destinations())
    ):
        return None
    revisions = frozenset(
        each
        for each in with_destinations()
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


_DEVICE = re.compile(r",\s*(?:!(?:tt|ttnn)\.device\b.*|(?P<alias>!\w+))$")
"""Matches the type of a device, or an alias, after the types of other operands."""
_DEVICE_ALIAS = re.compile(r"^\s*(!\w+)\s*=\s*!(?:tt|ttnn)\.device\b", re.MULTILINE)


@lru_cache(maxsize=1)
def _device_aliases(bare: str) -> frozenset[str]:
    """Return the aliases of types of devices in a text."""
    return frozenset(_DEVICE_ALIAS.findall(bare))


def _without_device(operands: str, bare: str) -> str:
    """Return the types of operands without that of a device at the end."""
    match = _DEVICE.search(operands)
    if match is None or (match["alias"] and match["alias"] not in _device_aliases(bare)):
        return operands
    return operands[: match.start()]


def _destination_sign(name: str, operands: int, bare: str, end: int, offset: int) -> Sign | None:
    """Return the sign of an operation whose number of operands is valid in both revisions.

    The types after it decide: a destination has the result's type. An optional operand may have
    that type as well; then there is no sign.
    """
    any_number = takes_any_number(name)
    if not any_number and not may_lack_destination(name, operands):
        return None
    if (types := _TYPES.search(bare, end, end + _NEAR)) is None:
        return None
    fits = _without_device(types["operands"], bare).endswith(types["result"])
    if fits and not any_number:
        return None
    having = with_destinations() if name.startswith("ttir.") else frozenset((_FIRST,))
    if fits:
        return Sign(having, offset, f"{name} with a destination", is_name=False)
    lacking = frozenset(REGISTRY) - having
    return Sign(lacking, offset, f"{name} without a destination", is_name=False)
