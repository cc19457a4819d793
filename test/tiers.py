"""Selection of generated cases: a share of them in `make test`, all of them in `make test-thorough`."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
THOROUGH = "TTMLIR_THOROUGH" in os.environ


def share(cases: Sequence[Case], count: int) -> list[Case]:
    """Return `count` of the cases, evenly spaced from the first to the last, or all if thorough."""
    if THOROUGH or len(cases) <= count:
        return list(cases)
    if count == 1:
        return [cases[0]]
    return [cases[index * (len(cases) - 1) // (count - 1)] for index in range(count)]
