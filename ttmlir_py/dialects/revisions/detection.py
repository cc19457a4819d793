"""Detection of the tt-mlir revision of a text.

The rule (explained to users in docs/revisions.md): each sign in the text is possible in some
revisions. Names, such as those of dialect `ttcore`, decide first. Then operations decide, for
example by the number of operands, which is one less without a destination. Signs that exclude each
other are an error, unless names contradict operations; then the parser reports the error. If
several revisions remain, 2025-02 is preferred, then the latest. Text without a sign is in 2025-02.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ttmlir_py.revisions import CURRENT, EARLY, LATE, PINNED, REVISIONS

if TYPE_CHECKING:
    from ttmlir_py.dialects.revisions.signs import Sign

_CERTAINLY_PINNED = re.compile(
    r'[#!]tt[.<]|"tt\.|\btt\.(?:device|cpu)_module'
    r"|operandSegmentSizes = array<i32: [123], 1>"
    r'|(%\w+) = tensor\.empty\(\)[^\n]*\n[^\n]*"ttir\.\w+"\([^)]*\1\)'
)
"""Signs of 2025-02 in a text without `ttir.empty`: dialect `tt`, two groups of operands, or a new
destination as the last operand.
"""
_PREFERENCE = (PINNED, CURRENT, LATE, EARLY)


class MixedRevisionsError(ValueError):
    """The error for a text with signs of two revisions. Each place is an offset and the
    text there.
    """

    def __init__(self, pinned: "Sign", current: "Sign") -> None:
        super().__init__(
            f"text of two revisions of tt-mlir: '{pinned.text}' is of {pinned.dates}, '{current.text}' of {current.dates}; --tt-mlir chooses one"
        )
        self.pinned = pinned
        self.current = current


def find_revision(text: str) -> str:
    """Return the revision of a text. Raises MixedRevisionsError if it has signs of revisions that
    exclude each other.
    """
    if "ttcore" not in text and "ttir.empty" not in text:
        if "ttir." not in text and "ttnn." not in text:
            return PINNED
        if _CERTAINLY_PINNED.search(text):
            return PINNED
    from ttmlir_py.dialects.revisions.signs import signs

    return _decide(list(signs(text)))


def _decide(found: "list[Sign]") -> str:
    named = _common((sign for sign in found if sign.is_name), frozenset(REVISIONS))
    contradiction = None
    possible = named
    try:
        possible = _common((sign for sign in found if not sign.is_name), named)
    except MixedRevisionsError as error:
        contradiction = error
    if contradiction is not None and _matters(contradiction, named, found):
        raise contradiction
    return next(each for each in _PREFERENCE if each in possible)


def _matters(
    contradiction: MixedRevisionsError, named: frozenset[str], found: "list[Sign]"
) -> bool:
    """Whether a contradiction among operations is an error: names do not decide, or an input would
    be an empty tensor.
    """
    if named == frozenset(REVISIONS):
        return True
    return CURRENT in named and any(sign.is_fresh_destination for sign in found)


def _common(signs: "Iterable[Sign]", possible: frozenset[str]) -> frozenset[str]:
    """Return the revisions in which all signs are possible. Raises MixedRevisionsError if there is
    no such revision.
    """
    narrowing: list[Sign] = []
    for sign in signs:
        left = possible & sign.revisions
        if not left:
            other = next((each for each in narrowing if not each.revisions & sign.revisions), None)
            other = other or (narrowing[-1] if narrowing else None)
            if other is None:
                return possible  # names have excluded it: the parser reports the error
            older, newer = sorted((other, sign), key=lambda each: min(each.revisions))
            raise MixedRevisionsError(older, newer)
        if left != possible:
            narrowing.append(sign)
        possible = left
    return possible


def reason_for(text: str, revision: str) -> tuple[int, str]:
    """Return the offset of the sign that identifies a text as `revision`, and a sentence that
    explains it.
    """
    from ttmlir_py.dialects.revisions.signs import signs

    others = [each for each in REVISIONS if each != revision]
    sign = min(
        (each for each in signs(text) if revision in each.revisions),
        key=lambda each: (not each.is_fresh_destination, len(each.revisions), each.offset),
    )
    return sign.offset, (
        f"the text is read as tt-mlir {revision} because of '{sign.text}' here; "
        f"choose another revision with --tt-mlir ({', '.join(others)})"
    )
