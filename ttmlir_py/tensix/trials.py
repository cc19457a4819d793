"""Repeated runs of a program whose outputs must agree: other thread orders, other arrival times."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.tensix.errors import Fault


class Noc(Enum):
    """The time at which the data of network reads and writes arrives."""

    EAGER = "eager"
    """Data arrives immediately, with the contents that the source has then."""
    LATE = "late"
    """Data arrives at the barrier, with the contents that the source has then.

    It also arrives before a semaphore multicast, and when all threads are blocked.
    """
    BOTH = "both"
    """Two runs, one for each of the other modes, which must agree."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The settings of one run of a program."""

    late: bool = False
    seed: int | None = None
    """Seed of the thread order, or None for the order in which threads become ready."""
    notes: list[str] = field(default_factory=list[str])
    """Descriptions of suspicious late transfers."""

    def __str__(self) -> str:
        parts = [] if self.seed is None else [f"--schedule {self.seed}"]
        return " ".join([*parts, f"--noc {'late' if self.late else 'eager'}"])


def trials(noc: Noc, seed: int | None, count: int) -> Iterator[Trial]:
    """Yield the reference trial, then those compared with it: `count` thread orders with successive
    seeds.
    """
    seeds = [seed, *range(seed or 0, (seed or 0) + count)] if count else [seed]
    arrivals = {Noc.EAGER: (False,), Noc.LATE: (True,), Noc.BOTH: (False, True)}[noc]
    known: set[tuple[bool, int | None]] = set()
    for each in seeds:
        for late in arrivals:
            if (late, each) not in known:
                known.add((late, each))
                yield Trial(late, each)


def require_same(
    outputs: list[Array], run: Callable[[Trial], list[Array]], first: Trial, trial: Trial
) -> None:
    """Run a program as `trial`, and compare its outputs with those of `first`.

    Raises `SimulationError` if the run fails or the outputs differ.
    """
    try:
        got = run(trial)
    except SimulationError as error:
        raise error.__class__(f"with {trial}, but not with {first}: {error}") from None
    for index, (expected, other) in enumerate(zip(outputs, got, strict=True)):
        # Bytes are compared, so that NaN equals itself.
        different = np.nonzero(_bits(expected) != _bits(other))[0]
        if different.size:
            reason = "a barrier is missing" if trial.late and not first.late else "threads race"
            raise Fault(
                f"output {index} differs with {trial} from that with {first}, first at element "
                f"{int(different[0])} in row-major order: {reason}"
                + "".join(f"\n  {note}" for note in dict.fromkeys(trial.notes))
            )


def _bits(values: Array) -> Array:
    flat = np.ascontiguousarray(values).reshape(-1)
    return flat.view(f"u{flat.itemsize}")
