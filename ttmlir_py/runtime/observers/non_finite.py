"""A search for the operations where NaN and infinities first appear in a program."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor
from ttmlir_py.runtime.ttnn_program import TTNNProgram


@dataclass(frozen=True, slots=True)
class NonFinite:
    """An operation whose result holds NaN or infinities."""

    operation: Operation
    nan: int
    inf: int
    is_source: bool
    """Whether all operands of the operation were finite."""


class NonFiniteTracker:
    """Lists the operations whose results hold NaN or infinities. Pass `hooks` to the run."""

    def __init__(self) -> None:
        self.found: list[NonFinite] = []

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this tracker."""
        return RunEvents(begin=self._begin, after=self._after)

    @property
    def first(self) -> NonFinite | None:
        """Return the first operation with finite operands and a non-finite result, or None."""
        return next((each for each in self.found if each.is_source), None)

    def lines(self) -> Iterator[str]:
        """Yield one line per operation with a non-finite result."""
        for each in self.found:
            place = f"operation {each.operation.index} ({each.operation.label})"
            origin = "from finite operands" if each.is_source else "passed on"
            yield f"{place}: {each.nan} NaN, {each.inf} infinite, {origin}"

    def _begin(self, program: TTNNProgram, inputs: Sequence[Tensor]) -> None:
        self.found = []

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        if result is None or np.isfinite(result.values).all():
            return
        nan, inf = int(np.isnan(result.values).sum()), int(np.isinf(result.values).sum())
        is_source = all(np.isfinite(operand.values).all() for operand in operands)
        self.found.append(NonFinite(operation, nan, inf, is_source))
