"""Messages about unknown names, which list the known names and suggest the nearest one."""

import re
from collections.abc import Iterable, Sequence

_SHORTEST_PART = 3
"""Number of characters from which a part of a known name counts as similar to it."""
MISSPELLING = 2
"""The number of characters up to which names differ by a misspelling."""
_MOST_NAMES = 5
"""The number of names up to which a message lists all that share words with an unknown name."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Return `unknown KIND 'NAME': expected A, B or C; did you mean 'B'?`."""
    names = list(known)
    return f"unknown {kind} '{name}': expected {alternatives(names)}{suggestion(name, names)}"


def alternatives(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'B'?` for the known name nearest to `name`, or an empty text."""
    text = question(name, known)
    return f"; {text}" if text else ""


def question(name: str, known: Iterable[str]) -> str:
    """Return `did you mean 'B'?` for the known name nearest to `name`, or an empty text.

    If the nearest name is no misspelling of `name`, names that share its words are preferred.
    """
    names = list(known)
    found = nearest(name, names)[:1]
    if not found or edit_distance(name.lower(), found[0].lower()) > MISSPELLING:
        found = sharing_words(name, names, found)
    return f"did you mean {quoted(found)}?" if found else ""


def quoted(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: `'a', 'b' or 'c'`."""
    return alternatives([f"'{each}'" for each in names])


def sharing_words(name: str, known: Iterable[str], near: list[str]) -> list[str]:
    """Return the known names that have all words of `name` and the fewest others.

    If no name has all words, or too many to list have, return `near`, the names that are similar to
    `name`. If `near` is empty, return the names that share more than half of the words.
    """
    words = _words(name)
    found: dict[tuple[bool, int], list[str]] = {}
    if len(words) > 1:
        for each in dict.fromkeys(known):
            others = _words(each)
            if 2 * len(words & others) > len(words):
                found.setdefault((not words <= others, len(words ^ others)), []).append(each)
    if not found or (len(best := found[min(found)]) > _MOST_NAMES) or (min(found)[0] and near):
        return near
    return best


def _words(name: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", name.lower()))


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are similar to `name`, most similar first.

    A similar name differs in at most a third of the characters of `name`, or one name contains the
    other. Upper and lower case count as equal.
    """
    text = name.lower()
    most = min((len(text) + 2) // 3, len(text) - 1)
    found: list[tuple[int, bool, str]] = []
    for each in dict.fromkeys(known):
        other = each.lower()
        contains = min(len(text), len(other)) >= _SHORTEST_PART and (text in other or other in text)
        if contains or abs(len(text) - len(other)) <= most:
            distance = edit_distance(text, other)
            if contains or distance <= most:
                found.append((distance, not contains, each))
    return [each for *_, each in sorted(found)]


def edit_distance(left: str, right: str) -> int:
    """Return the Levenshtein distance of two strings."""
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            diagonal, row[j] = row[j], min(diagonal + (a != b), row[j] + 1, row[j - 1] + 1)
    return row[-1]
