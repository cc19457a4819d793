"""Messages about unknown names, which list the known names and suggest the nearest one."""

from collections.abc import Iterable, Sequence


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Return `unknown KIND 'NAME': expected A, B or C; did you mean 'B'?`."""
    names = list(known)
    return f"unknown {kind} '{name}': expected {alternatives(names)}{suggestion(name, names)}"


def alternatives(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'B'?` for the known name nearest to `name`, or an empty text."""
    from difflib import get_close_matches

    nearest = get_close_matches(name, list(known), 1)
    return f"; did you mean '{nearest[0]}'?" if nearest else ""
