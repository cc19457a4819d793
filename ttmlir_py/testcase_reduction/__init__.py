"""Reduction: a search for the smallest program that keeps a property, such as crashing a tool.

from ttmlir_py.testcase_reduction import CommandTest, Reduction
smaller = Reduction(text, CommandTest("ttopt --canonicalize {} 2>&1 | grep -q 'my message'")).run()
"""

from ttmlir_py.testcase_reduction.commands import (
    CommandTest,
    FunctionTest,
    NotInterestingError,
    Outcome,
)
from ttmlir_py.testcase_reduction.search import Progress, Reduction

__all__ = [
    "CommandTest",
    "FunctionTest",
    "NotInterestingError",
    "Outcome",
    "Progress",
    "Reduction",
]


def __dir__() -> list[str]:
    return sorted(__all__)
