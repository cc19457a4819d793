"""The tiers of tests: `make test-fast`, `make test` and `make test-thorough`.

The fast tier leaves out the test files with the mark `slow`. The other tiers run all files. They
differ in how many generated cases they try.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
TIER = os.environ.get("TTMLIR_TESTS", "all")
"""The tier that runs: `fast`, `all` or `thorough`."""
FAST, THOROUGH = TIER == "fast", TIER == "thorough"
TIMES_THOROUGH = 50
SLOW = "pytest.mark.slow"
"""The mark of a test file that takes more than `SLOW_SECONDS`."""
SLOW_SECONDS = 1.0
"""The CPU seconds that all tests of a file without the mark may take."""


def example_count(count: int) -> int:
    """Return how many examples of a property to try: `count`, or 50 times as many in `make
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
