"""What a tensor holds, in numbers, and where NaN and infinities first appear in a program."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttmlir_py.runtime.events import DebugHooks
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.program import Operation, Program
from ttmlir_py.runtime.tensor import Tensor


@dataclass(frozen=True, slots=True)
class TensorStats:
    """Statistics of a tensor; the first four are over its finite elements, None if there are none."""

    count: int
    minimum: float | None
    maximum: float | None
    mean: float | None
    std: float | None
    zeros: int
    nan: int
    inf: int
    """Infinities of either sign."""

    def __str__(self) -> str:
        if self.minimum is None:
            text = "no finite values"
        else:
            text = f"min {self.minimum:.6g}  max {self.maximum:.6g}  mean {self.mean:.6g}"
        for what, count in (("NaN", self.nan), ("infinite", self.inf)):
            text += f"  {count} {what}" if count else ""
        return text


def tensor_stats(values: Array) -> TensorStats:
    """Statistics of an array of any numeric type."""
    wide = values.astype(np.float64)
    finite = wide[np.isfinite(wide)]

    def over_finite(reduce: Callable[[Array], np.floating[Any]]) -> float | None:
        return float(reduce(finite)) if finite.size else None

    return TensorStats(
        wide.size,
        over_finite(np.min),
        over_finite(np.max),
        over_finite(np.mean),
        over_finite(np.std),
        int(np.count_nonzero(wide == 0)),
        int(np.isnan(wide).sum()),
        int(np.isinf(wide).sum()),
    )


@dataclass(frozen=True, slots=True)
class NonFinite:
    """An operation whose result holds NaN or infinities."""

    operation: Operation
    nan: int
    inf: int
    is_source: bool
    """Whether all its operands were finite."""


class NonFiniteTracker:
    """Lists the operations whose results hold NaN or infinities; `hooks` connects it to a run."""

    def __init__(self) -> None:
        self.found: list[NonFinite] = []

    @property
    def hooks(self) -> DebugHooks:
        """Hooks that feed this tracker."""
        return DebugHooks(begin=self._begin, after=self._after)

    @property
    def first(self) -> NonFinite | None:
        """The first operation that made them from finite operands; None if there is none."""
        return next((each for each in self.found if each.is_source), None)

    def lines(self) -> Iterator[str]:
        """One line an operation."""
        for each in self.found:
            place = f"operation {each.operation.index} ({each.operation.label})"
            origin = "from finite operands" if each.is_source else "passed on"
            yield f"{place}: {each.nan} NaN, {each.inf} infinite, {origin}"

    def _begin(self, program: Program, inputs: Sequence[Tensor]) -> None:
        self.found = []

    def _after(
        self, operation: Operation, operands: Sequence[Tensor], result: Tensor | None
    ) -> None:
        if result is None or np.isfinite(result.values).all():
            return
        nan, inf = int(np.isnan(result.values).sum()), int(np.isinf(result.values).sum())
        is_source = all(np.isfinite(operand.values).all() for operand in operands)
        self.found.append(NonFinite(operation, nan, inf, is_source))
