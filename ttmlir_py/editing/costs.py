"""The report on compiling a text: warnings, and the time and memory of its operations.

`lowering` makes it. This module is apart, because the readers of a report need no simulator.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Cost:
    """The estimated cost of the operations that one source operation became."""

    operations: list[str] = field(default_factory=list[str])
    nanoseconds: float = 0.0
    bound: str = ""
    """The resource that limits the longest of the operations, such as `DRAM`."""
    l1: int = 0
    """The peak of bytes per bank of L1 while the operations run."""


@dataclass
class Report:
    """The result of compiling a text for a card."""

    warnings: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """Line, column, severity and message of each diagnostic of the lowering."""
    costs: dict[str, Cost] = field(default_factory=dict[str, Cost])
    """Maps `line:column`, counted from 0, of operations of the text to their cost."""
    nanoseconds: float = 0.0
    error: str = ""
    """Why there is no estimate; empty if there is one."""


def read_report(data: Mapping[str, Any]) -> Report:
    """Return the report that a process wrote as JSON."""
    costs = {key: Cost(**value) for key, value in data["costs"].items()}
    return Report(data["warnings"], costs, data["nanoseconds"], data["error"])
