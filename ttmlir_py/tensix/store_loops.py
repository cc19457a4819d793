"""Execution of word-storing loops as one step that writes consecutive words together.

Kernels write constants and reduction factors in such loops, one word at a time. A loop nest
qualifies if all of its calls are stores. `StoreLoop.plan` runs its scalar part and joins
consecutive words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.steps import Assign, Call, For, Table
from ttmlir_py.tensix.tile_loops import Arguments, LoopNest, nested

Words = NDArray[np.uint32]
_WORD, _WORD_BYTES = 0xFFFFFFFF, 4


def is_store_loop(loop: For) -> bool:
    """Return whether all calls of a loop nest are stores."""
    steps = list(nested(loop.body))
    functions = {step.function for step in steps if isinstance(step, Call)}
    plain = all(isinstance(step, Assign | Call | For) for step in steps)
    return plain and functions == {"store_to_l1"}


@dataclass(frozen=True, eq=False)
class Stores:
    """The stores that a loop nest performs."""

    runs: tuple[tuple[int, Words], ...]
    """Pairs of an L1 address in bytes and the words stored from there on, in the nest's order."""
    iterations: int
    results: Arguments
    """Final values of the changed variables."""


class StoreLoop(LoopNest):
    """A loop nest of a data movement kernel that only stores words."""

    def plan(self, tables: Sequence[Table], values: Arguments) -> Stores | None:
        """Return the stores for these values of variables, or None if they must run one by one."""
        return _plan(self, tuple(tables), values)


@lru_cache(maxsize=64)
def _plan(loop: StoreLoop, tables: tuple[Table, ...], values: Arguments) -> Stores | None:
    try:
        traced, iterations, results = loop.trace(*tables, *values)
    except Fault:
        return None
    if not traced:
        return Stores((), iterations, results)
    addresses = np.array([pointer + _WORD_BYTES * index for _, (pointer, index, _) in traced])
    words = np.array([value & _WORD for _, (_, _, value) in traced], "<u4")
    if (addresses % _WORD_BYTES).any():
        return None
    starts = np.flatnonzero(np.diff(addresses) != _WORD_BYTES) + 1
    runs = zip(np.split(addresses, starts), np.split(words, starts), strict=True)
    return Stores(tuple((int(run[0]), each) for run, each in runs), iterations, results)
