"""Host times of the operations of a run."""

import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor


class Profile:
    """The number and total host time of operations, by label. Pass `hooks` to the run."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._started = 0.0

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this profile."""
        return RunEvents(before=self._before, after=self._after)

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        self._started = time.perf_counter()

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        self.add(operation.label, time.perf_counter() - self._started)

    def add(self, label: str, seconds: float) -> None:
        """Count an operation with this label that took `seconds`."""
        self.seconds[label] += seconds
        self.counts[label] += 1


class Stopwatch:
    """Start and end of each operation, in nanoseconds since this object's creation.

    Pass `hooks` to the run.
    """

    def __init__(self) -> None:
        self.times: list[tuple[Operation, int, int]] = []
        self._origin = time.perf_counter_ns()
        self._started = 0

    @property
    def hooks(self) -> RunEvents:
        """Return the run events that connect this stopwatch."""
        return RunEvents(before=self._before, after=self._after)

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        self._started = time.perf_counter_ns() - self._origin

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        self.times.append((operation, self._started, time.perf_counter_ns() - self._origin))
