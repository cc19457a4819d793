"""In which revision of tt-mlir a text is.

The rule (docs/revisions.md tells users): each sign in the text has revisions that it is possible in. Names, such as those of dialect
`ttcore`, decide first; then the forms of operations, such as the number of operands, which is one less where there is no destination.
Signs that no revision has together are a mistake, unless names contradict forms: then the parser says what is wrong. Of several
revisions that are left, 2025-02 is preferred, then the latest. Text without a sign is in 2025-02.
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
"""What no text without `ttir.empty` of a later revision has: dialect `tt`, two groups of operands, a fresh destination that comes last."""
_PREFERENCE = (PINNED, CURRENT, LATE, EARLY)


class MixedRevisionsError(ValueError):
    """A text has signs of two revisions; each place is an offset with what stands there."""

    def __init__(self, pinned: "Sign", current: "Sign") -> None:
        super().__init__(
            f"text of two revisions of tt-mlir: '{pinned.text}' is of {pinned.dates}, '{current.text}' of {current.dates}; --tt-mlir chooses one"
        )
        self.pinned = pinned
        self.current = current


def find_revision(text: str) -> str:
    """The revision that a text is in. Raises MixedRevisionsError if it has signs of several that exclude each other."""
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
    """Whether a contradiction among forms is an error of its own: names do not decide, or an input would be an empty tensor."""
    if named == frozenset(REVISIONS):
        return True
    return CURRENT in named and any(sign.is_fresh_destination for sign in found)


def _common(signs: "Iterable[Sign]", possible: frozenset[str]) -> frozenset[str]:
    """The revisions that all signs are possible in. Raises MixedRevisionsError if there is none."""
    narrowing: list[Sign] = []
    for sign in signs:
        left = possible & sign.revisions
        if not left:
            other = next((each for each in narrowing if not each.revisions & sign.revisions), None)
            other = other or (narrowing[-1] if narrowing else None)
            if other is None:
                return possible  # names have excluded it: the parser says what is wrong
            older, newer = sorted((other, sign), key=lambda each: min(each.revisions))
            raise MixedRevisionsError(older, newer)
        if left != possible:
            narrowing.append(sign)
        possible = left
    return possible


def reason_for(text: str, revision: str) -> tuple[int, str]:
    """Return the offset of the sign by which a text is taken for one of `revision`, and a sentence that explains it."""
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
