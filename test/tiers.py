"""How many generated cases run: some of them in `make test`, all of them in `make
test-thorough`.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
THOROUGH = "TTMLIR_THOROUGH" in os.environ
TIMES_THOROUGH = 25


def example_count(count: int) -> int:
    """Return how many examples of a property to try: `count`, or 25 times as many in `make
    test-thorough`.
    """
    return count * TIMES_THOROUGH if THOROUGH else count


def share(cases: Sequence[Case], count: int) -> list[Case]:
    """Return `count` of the cases, evenly spaced from first to last, or all cases in `make
    test-thorough`.
    """
    if THOROUGH or len(cases) <= count:
        return list(cases)
    if count <= 1:
        return list(cases[:count])
    return [cases[index * (len(cases) - 1) // (count - 1)] for index in range(count)]
