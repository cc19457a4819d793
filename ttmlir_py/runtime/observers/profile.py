"""The time that operations take on the host."""

import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor


class Profile:
    """A profile: number and time of operations by label; `hooks` connects it to a run."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._started = 0.0

    @property
    def hooks(self) -> RunEvents:
        """Return hooks that feed this profile."""
        return RunEvents(before=self._before, after=self._after)

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        self._started = time.perf_counter()

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        self.add(operation.label, time.perf_counter() - self._started)

    def add(self, label: str, seconds: float) -> None:
        """Count an operation that took `seconds`."""
        self.seconds[label] += seconds
        self.counts[label] += 1


class Stopwatch:
    """Start and end of each operation, in nanoseconds after this object was made; `hooks` connects
    it to a run.
    """

    def __init__(self) -> None:
        self.times: list[tuple[Operation, int, int]] = []
        self._origin = time.perf_counter_ns()
        self._started = 0

    @property
    def hooks(self) -> RunEvents:
        """Return hooks that feed this stopwatch."""
        return RunEvents(before=self._before, after=self._after)

    def _before(self, operation: Operation, operands: Sequence[Tensor]) -> None:
        self._started = time.perf_counter_ns() - self._origin

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        self.times.append((operation, self._started, time.perf_counter_ns() - self._origin))
