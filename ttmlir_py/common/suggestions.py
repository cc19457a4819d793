"""Messages about unknown names, which list the known names and suggest the nearest one."""

from collections.abc import Iterable, Sequence

_SHORTEST_PART = 3
"""Number of characters from which a part of a known name counts as similar to it."""


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
    """Return `did you mean 'B'?` for the known name nearest to `name`, or an empty text."""
    return "".join(f"did you mean '{each}'?" for each in nearest(name, known)[:1])


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
