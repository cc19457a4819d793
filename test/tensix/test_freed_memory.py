"""Tests that freed memory of a program cannot be read, and that a run leaves no reference cycles
for the garbage collector.
"""

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from right_programs import stream

from ttmlir_py.tensix import races
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.machine import Machine
from ttmlir_py.tensix.memory import Banks, Checks, Memory

SIZE, LINES = 1 << 16, 64
BANKS = Banks((0, 1))
Ranges = list[tuple[int, int]]

ranges = st.lists(
    st.tuples(st.integers(0, LINES - 1), st.integers(1, 8)).map(
        lambda each: (each[0] * 16, min(each[0] + each[1], LINES) * 16)
    ),
    max_size=6,
)


def lines(chosen: Ranges) -> set[int]:
    """Return the lines that ranges cover."""
    return {line for start, end in chosen for line in range(start // 16, end // 16)}


@given(ranges, ranges)
def test_memory_contents_are_unknown_after_free_and_known_elsewhere(
    before: Ranges, after: Ranges
) -> None:
    """Allocations are in any order. The model stores the state of each line."""
    memory = Memory(["a", "b"], LINES * 16, Checks.DEFAULT)
    memory.allocate([((0, 1), start, end - start) for start, end in before])
    for start, end in before:
        memory.write(BANKS, start, np.ones((1, end - start), np.uint8))
    memory.allocate([((0,), start, end - start) for start, end in after])
    known = [{line for line in range(LINES) if row[line]} for row in memory.lines]
    assert known == [lines(before) & lines(after), set()]


def test_large_freed_memory_reads_as_unknown_or_old_contents_by_check() -> None:
    """Pages may be returned to the system. Without the `init` check, the contents stay, as on
    hardware.
    """
    data = np.full((1, SIZE), 7, np.uint8)
    for checks in (Checks.DEFAULT, Checks.OFF):
        banks = Banks(tuple(range(512)))
        memory = Memory([str(each) for each in banks.numbers], SIZE, checks)
        everything = [(banks.numbers, 0, SIZE)]
        memory.allocate(everything)
        memory.write(banks, 0, data)
        memory.allocate([])
        memory.allocate(everything)
        if checks is Checks.OFF:
            assert (memory.read(banks, 0, SIZE) == 7).all()
            continue
        with pytest.raises(Fault, match="reads 0 at 0, where nothing was written"):
            memory.read(banks, 0, 16)
        memory.write(banks, 16, data[:, :8])
        assert memory.read(banks, 16, 16).tolist() == [[7] * 8 + [0] * 8] * 512


def test_threads_of_finished_run_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race observers are freed at once, although these objects refer to each other."""
    run, made = stream().run, list[weakref.ref[races.Races]]()
    begin = races.Races.__init__

    def note(self: races.Races, machine: Machine) -> None:
        begin(self, machine)
        made.append(weakref.ref(self))

    monkeypatch.setattr(races.Races, "__init__", note)
    gc.disable()
    try:
        run()
        assert [each() for each in made] == [None]
    finally:
        gc.enable()
