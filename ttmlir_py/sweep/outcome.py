"""The result of a case, and its status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """The status of a case, with the names of tt-metal's sweep framework."""

    PASS = "PASS"
    FAIL_ASSERT = "FAIL_ASSERT_EXCEPTION"
    """The program is refused, or its results are wrong."""
    FAIL_CRASH = "FAIL_CRASH_HANG"
    """The process ended, or reached its limit of time or memory."""
    NOT_RUN = "NOT_RUN"
    """The case is not valid: its board has too few devices, or its format does not fit."""
    FAIL_L1 = "FAIL_L1_OUT_OF_MEM"
    """The program needs more memory than the board has."""
    FAIL_WATCHER = "FAIL_WATCHER"
    """The simulator found a forbidden action."""


class Stage(StrEnum):
    """The last stage that a case reached."""

    START = "start"
    COMPILE = "compile"
    ESTIMATE = "estimate"
    RUN = "run"
    VALIDATE = "validate"


@dataclass(frozen=True)
class Result:
    """The numbers and messages that a case computed. They depend on the case and version only.

    `Cost` has what was measured.
    """

    status: Status
    stage: Stage
    message: str = ""
    """The reason of a failure, in one line."""
    wrong: str = ""
    """The first wrong operation, with its location in the program."""
    computed_as: str = ""
    """The operation and format that computed it."""
    pcc: float | None = None
    """The smallest correlation of an output with the reference, see `running.correlation`."""
    error: float | None = None
    """The largest difference of an output from the reference in exact arithmetic, relative to its
    largest number.
    """
    nanoseconds: float | None = None
    """The estimated time on the board."""
    operations: int = 0
    """The number of operations in the compiled program."""

    def as_dict(self) -> dict[str, Any]:
        """Return the result as data for JSON."""
        return asdict(self)

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Result:
        """Return the result in data from `as_dict`."""
        held: dict[str, Any] = {each.name: data[each.name] for each in fields(cls)}
        held["status"], held["stage"] = Status(held["status"]), Stage(held["stage"])
        return cls(**held)


@dataclass(frozen=True)
class Cost:
    """The measured cost of a case."""

    seconds: float = 0.0
    memory: int = 0
    """The peak resident memory of the process in bytes."""
    worker: str = ""
    """The computer and process that ran the case."""
    started: float = 0.0
    """The time of the start, in seconds since 1970."""


@dataclass(frozen=True)
class Finished:
    """A case's name with its result and cost."""

    id: str
    version: str
    result: Result
    cost: Cost
