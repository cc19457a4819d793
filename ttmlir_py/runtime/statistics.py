"""Statistics of the values of a tensor."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ttmlir_py.runtime.formats import Array


@dataclass(frozen=True, slots=True)
class TensorStats:
    """Statistics of a tensor.

    The first four fields cover the finite elements, and are None if there are no finite elements.
    """

    count: int
    minimum: float | None
    maximum: float | None
    mean: float | None
    std: float | None
    zeros: int
    nan: int
    inf: int
    """Number of infinities, positive and negative."""

    def __str__(self) -> str:
        if self.minimum is None:
            text = "no finite values"
        else:
            text = f"min {self.minimum:.6g}  max {self.maximum:.6g}  mean {self.mean:.6g}"
        for what, count in (("NaN", self.nan), ("infinite", self.inf)):
            text += f"  {count} {what}" if count else ""
        return text


def tensor_stats(values: Array) -> TensorStats:
    """Return the statistics of an array of any numeric type."""
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
