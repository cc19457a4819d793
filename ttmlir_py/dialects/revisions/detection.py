"""Detection of the revision that a text is in.

docs/revisions.md has the rule for users: each sign in the text has revisions in which it is
possible. Names, such as those of dialect `ttcore`, decide first. Then the forms of operations
decide, such as the number of operands, which is one less without a destination. Signs that no
revision has together are an error, unless names contradict forms: then the parser reports the
error. If several revisions are left, 2025-02 is preferred, then the first one that is written. Text
without a sign is in 2025-02.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ttmlir_py.ir.locations import SourceMap
from ttmlir_py.revisions import REGISTRY, without_destinations, written

if TYPE_CHECKING:
    from ttmlir_py.dialects.revisions.signs import Sign

_CERTAINLY_FIRST = re.compile(
    r'[#!]tt[.<]|"tt\.|\btt\.(?:device|cpu)_module'
    r"|operandSegmentSizes = array<i32: [123], 1>"
    r'|(%\w+) = tensor\.empty\(\)[^\n]*\n[^\n]*"ttir\.\w+"\([^)]*\1\)'
)
"""Matches signs of 2025-02, which decide if the text has neither `ttcore` nor `ttir.empty`, and
`_PERHAPS_LATER` does not match.

They are the dialect `tt`, sizes of operand groups that a destination gives, and a last operand that
`tensor.empty` has just made. This quick test avoids importing `signs`.
"""
_PERHAPS_LATER = (
    re.compile(
        r'"ttir\.(?:argmax|atan|collective_permute|max_pool2d_with_indices|reduce_or|reduce_scatter)"'
    ),
    re.compile(r"transpose_[ab] ="),
    re.compile(r"cluster_axis ="),
    re.compile(r"all_gather_dim ="),
    re.compile(r'"ttir\.conv2d"\([^()]*\)\s*<?\{[^{}]*\b(?:stride|padding|dilation) ='),
    re.compile(r"#tt\.(?:argument_type|mesh\w*|tensor_sharding)\b"),
    re.compile(r"tt\.device @"),
    re.compile(r"!ttnn\.device\b"),
    re.compile(r'"ttnn\.(?!(?:from|to)_device|matmul|embedding)\w+"\([^()]*\) :'),
    re.compile(r"kernel_size ="),
    # Operations of TTNN without a destination.
    re.compile(r'"ttnn\.(?:(?:argmax|moreh_cumsum|slice)"\([^,()]*\)|concat")'),
    re.compile(r'"ttnn\.(?:embedding|max_pool2d)"\([^,()]*,[^,()]*\)'),
    re.compile(r'"ttnn\.embedding_bw"\([^,()]*,[^,()]*,[^,()]*\)'),
)
"""Patterns of names and properties that 2025-02 does not have, so that a text in which
`_CERTAINLY_FIRST` matches may be of a later revision.

Each begins with plain characters, which makes the search 20 times as fast as that for one pattern
with alternatives.
"""
_FIRST = "2025-02"


def _preference() -> list[str]:
    """Return all revisions, in the order in which they are preferred if several are possible."""
    only_read = [each for each in REGISTRY if not REGISTRY[each].is_written]
    return [*written(), *reversed(only_read)]


class MixedRevisionsError(ValueError):
    """An error for a text with signs of revisions that exclude each other, with these signs."""

    def __init__(self, older: Sign, newer: Sign) -> None:
        super().__init__(
            f"text of two revisions of tt-mlir: '{older.text}' is of {older.dates}, "
            f"'{newer.text}' of {newer.dates}; --tt-mlir chooses one"
        )
        self.older = older
        self.newer = newer


def find_revision(text: str) -> str:
    """Return the revision that `text` is written in.

    Raises MixedRevisionsError for signs of revisions that exclude each other.
    """
    if "ttcore" not in text and "ttir.empty" not in text:
        if "ttir." not in text and "ttnn." not in text:
            return _FIRST
        if _CERTAINLY_FIRST.search(text) and not _is_perhaps_later(text):
            return _FIRST
    from ttmlir_py.dialects.revisions.signs import signs

    return _decide(list(signs(text)))


def _is_perhaps_later(text: str) -> bool:
    # In TTNN of 2025-02, `ttnn.empty` makes destinations.
    may_lack_destinations = '"ttnn.' in text and '"ttnn.empty"' not in text
    return may_lack_destinations or any(pattern.search(text) for pattern in _PERHAPS_LATER)


def _decide(found: list[Sign]) -> str:
    every = frozenset(REGISTRY)
    named = _common((sign for sign in found if sign.is_name), every)
    contradiction = None
    possible = named
    try:
        possible = _common((sign for sign in found if not sign.is_name), named)
    except MixedRevisionsError as error:
        contradiction = error
    if contradiction is not None and _matters(contradiction, named, found):
        raise contradiction
    return next(each for each in _preference() if each in possible)


def _matters(contradiction: MixedRevisionsError, named: frozenset[str], found: list[Sign]) -> bool:
    """Whether contradictory forms of operations must be reported as an error.

    They must if no name decides the revision, or if an input would be an empty tensor.
    """
    if not named & without_destinations():
        return False
    return _FIRST in named or any(sign.is_fresh_destination for sign in found)


def _common(signs: Iterable[Sign], possible: frozenset[str]) -> frozenset[str]:
    """Return those revisions in `possible` that all signs allow. Raises MixedRevisionsError if
    there is no such revision.
    """
    narrowing: list[Sign] = []
    for sign in signs:
        left = possible & sign.revisions
        if not left:
            other = next((each for each in narrowing if not each.revisions & sign.revisions), None)
            other = other or (narrowing[-1] if narrowing else None)
            if other is None:
                # No earlier sign conflicts with this one: the names in the text already exclude its
                # revisions. The parser reports that error.
                return possible
            older, newer = sorted((other, sign), key=lambda each: min(each.revisions))
            raise MixedRevisionsError(older, newer)
        if left != possible:
            narrowing.append(sign)
        possible = left
    return possible


def reason_for(text: str, revision: str) -> tuple[int, str]:
    """Return the offset of the sign that decided for `revision`, and a sentence that explains
    it.
    """
    from ttmlir_py.dialects.revisions.signs import signs

    others = [each for each in REGISTRY if each != revision]
    sign = min(
        (each for each in signs(text) if revision in each.revisions),
        key=lambda each: (not each.is_fresh_destination, len(each.revisions), each.offset),
    )
    return sign.offset, (
        f"the text is read as tt-mlir {revision} because of '{sign.text}' here; "
        f"choose another revision with --tt-mlir ({', '.join(others)})"
    )


def guess_note(text: str, file_name: str) -> str | None:
    """Return a line about the assumed revision and the reason, or None if there was nothing to
    guess.

    Names decide with certainty, such as those of dialect `ttcore` and of operations that only one
    revision has. Forms of operations are a guess. Text without a sign of a revision is in the first
    one. `ttir.empty` is certain to make destinations if an operation has too many operands
    otherwise.
    """
    if "ttir.empty" in text:
        return _note_of_destinations(text, file_name)
    if "ttcore" in text:
        return None
    try:
        revision = find_revision(text)
    except MixedRevisionsError:
        return None
    if revision == (first := find_revision("")):
        return None
    from ttmlir_py.dialects.revisions.signs import signs

    found = [sign for sign in signs(text) if first not in sign.revisions]
    if not found or any(sign.is_name for sign in found):
        return None
    return _note(text, file_name, revision, found[0].offset, found[0].text)


def _note_of_destinations(text: str, file_name: str) -> str | None:
    """Return the note for a text in which an empty last operand could be a destination or an input,
    and nothing else decides.
    """
    from ttmlir_py.dialects.revisions.signs import signs

    if "linear" not in text and "conv" not in text:
        # Only linear and convolution ops have an operand that can be either a destination or an
        # input.
        return None
    try:
        revision = find_revision(text)
    except MixedRevisionsError:
        return None
    later = without_destinations()
    deciding = [sign for sign in signs(text) if later.isdisjoint(sign.revisions)]
    if not deciding or not all(sign.is_fresh_destination for sign in deciding):
        return None
    return _note(text, file_name, revision, deciding[0].offset, deciding[0].text)


def _note(text: str, file_name: str, revision: str, offset: int, sign: str) -> str:
    place = SourceMap(text, file_name).location(offset)
    return (
        f"{file_name}:{place.line.data}:{place.column.data}: note: read as tt-mlir {revision} "
        f"because of '{sign}'; use --tt-mlir to choose the revision"
    )
