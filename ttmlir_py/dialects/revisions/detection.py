"""In which revision of tt-mlir a text is.

The rule (docs/revisions.md tells users): names that only one revision has decide, such as those of dialect `ttcore`; without any,
the number of operands of operations in generic form, which is one less where there is no destination. Signs of both are a mistake,
unless names contradict numbers: then the parser says what is wrong. Text without a sign is in 2025-02.
"""

import re
from typing import TYPE_CHECKING

from ttmlir_py.revisions import CURRENT, PINNED

if TYPE_CHECKING:
    from ttmlir_py.dialects.revisions.signs import Sign

_CERTAINLY_PINNED = re.compile(
    r'[#!]tt[.<]|"tt\.|\btt\.(?:device|cpu)_module'
    r"|operandSegmentSizes = array<i32: [123], 1>"
    r'|(%\w+) = tensor\.empty\(\)[^\n]*\n[^\n]*"ttir\.\w+"\([^)]*\1\)'
)
"""What no text of a later revision has: the dialect `tt`, two groups of operands, a fresh destination that comes last."""


class MixedRevisionsError(ValueError):
    """A text has signs of two revisions; each place is an offset with what stands there."""

    def __init__(self, pinned: "Sign", current: "Sign") -> None:
        super().__init__(
            f"text of two revisions of tt-mlir: '{pinned.text}' is of {PINNED}, '{current.text}' of {CURRENT}"
        )
        self.pinned = pinned
        self.current = current


def find_revision(text: str) -> str:
    """The revision that a text is in. Raises MixedRevisionsError if it has signs of both."""
    if "ttcore" not in text:
        if "ttir." not in text and "ttnn." not in text:
            return PINNED
        if _CERTAINLY_PINNED.search(text):
            return PINNED
    from ttmlir_py.dialects.revisions.signs import signs

    return _decide(list(signs(text)))


def _decide(found: "list[Sign]") -> str:
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
