"""The policy `auto`: try all policies, and take the program with the shortest estimated time.

The program without the optimizer is a candidate, too, unless overrides ask for other layouts. So
the result is never estimated slower than that program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, TypeVar

from ttmlir_py.ir.context import ProgramEstimate

OptionsT = TypeVar("OptionsT")

NO_ESTIMATES = (
    "the policy 'auto' needs a context that estimates programs: create it with "
    "ttmlir_py.create_context, or choose another memory-layout-analysis-policy"
)


@dataclass(frozen=True)
class Candidate(Generic[OptionsT]):
    """A policy that was tried."""

    name: str
    options: OptionsT | None
    """The options of the optimizer; None for the program without the optimizer."""
    estimate: ProgramEstimate

    @property
    def time(self) -> float:
        """Return the estimated time in nanoseconds, infinite if the program does not fit."""
        return inf if self.estimate.problem else self.estimate.nanoseconds


def shortest(tried: Sequence[Candidate[OptionsT]]) -> Candidate[OptionsT]:
    """Return the first candidate of those with the shortest time."""
    return min(tried, key=lambda each: each.time)


def candidates_report(
    tried: Sequence[Candidate[OptionsT]], best: Candidate[OptionsT]
) -> list[dict[str, Any]]:
    """Return the candidates as JSON data."""
    return [
        {
            "policy": each.name,
            "microseconds": round(each.estimate.nanoseconds / 1000, 3),
            "chosen": each is best,
            "problem": each.estimate.problem,
        }
        for each in tried
    ]
