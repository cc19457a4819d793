"""Differences between two lists of events, aligned across insertions."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol

from ttmlir_py.traces.errors import one_line

_LOOKAHEAD = 100
"""Number of events that are searched for the next position where both lists agree."""


class Happening(Protocol):
    """An interface for events. `str` of an event describes it."""

    @property
    def counter(self) -> int:
        """Return the number of the event's node."""
        ...

    @property
    def key(self) -> Hashable:
        """Return a key that is equal for events that can be compared with each other."""
        ...

    def differences(self, other: Any) -> Iterator[str]:
        """Yield the differences between this event and an event with an equal key. Texts about
        differing links begin with `links`.
        """
        ...


def list_differences(left: object, right: object, names: Sequence[str]) -> Iterator[str]:
    """Yield the first difference in each of the list fields `names` of both objects."""
    for name in names:
        mine: Sequence[str] = getattr(left, name)
        its: Sequence[str] = getattr(right, name)
        if mine == its:
            continue
        what = name.replace("_", " ")
        if len(mine) != len(its):
            yield f"{what}: {len(mine)} and {len(its)}"
            continue
        pairs = list(zip(mine, its, strict=True))
        at = next(i for i, (a, b) in enumerate(pairs) if a != b)
        yield f"{what}[{at}]: {pairs[at][0]} and {pairs[at][1]}"


def aligned_lines(
    left: Sequence[Happening], right: Sequence[Happening], most: int = 10, what: str = "node"
) -> Iterator[str]:
    """Yield at most `most` lines with differences, in order; nothing for equal lists.

    An event that only one list has is reported as inserted. Two events that have swapped places are
    reported as being in another order. Links are compared only up to the first such event, since
    all later ones move. `what` is the noun for an event's number. Time is linear in the lists'
    length.
    """
    for shown, line in enumerate(_differences(left, right, what)):
        if shown == most:
            yield "..."
            return
        yield one_line(line)


def _differences(left: Sequence[Happening], right: Sequence[Happening], what: str) -> Iterator[str]:
    i = j = 0
    is_moved = False
    while i < len(left) and j < len(right):
        a, b = left[i], right[j]
        both = f"{what}s {a.counter} and {b.counter}"
        if a.key == b.key:
            for found in a.differences(b):
                if not (is_moved and found.startswith("links")):
                    yield f"{a}: {both}: {found}"
            i, j = i + 1, j + 1
            continue
        is_moved = True
        only_right, only_left = _distance(a, right, j), _distance(b, left, i)
        if only_left == only_right == 1:
            yield f"order: {both}: {a} and {b} change places"
            i, j = i + 2, j + 2
        elif only_right is not None and (only_left is None or only_right <= only_left):
            yield from _inserted(right, j, j + only_right, "second", what)
            j += only_right
        elif only_left is not None:
            yield from _inserted(left, i, i + only_left, "first", what)
            i += only_left
        else:
            yield f"{both}: {a} and {b}"
            i, j = i + 1, j + 1
    yield from _inserted(left, i, len(left), "first", what)
    yield from _inserted(right, j, len(right), "second", what)


def _distance(wanted: Happening, happenings: Sequence[Happening], start: int) -> int | None:
    """Return the number of events from `start` to the next event with an equal key, or None if no
    near event has this key.
    """
    for index in range(start, min(start + _LOOKAHEAD, len(happenings))):
        if happenings[index].key == wanted.key:
            return index - start
    return None


def _inserted(
    happenings: Sequence[Happening], start: int, stop: int, which: str, what: str
) -> Iterator[str]:
    for each in map(happenings.__getitem__, range(start, stop)):
        yield f"{what} {each.counter}: only the {which} trace has {each}"
