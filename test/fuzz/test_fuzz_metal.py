"""Some of the programs of `fuzz_metal.py` pass, and planted faults are found."""

from random import Random

import fuzz_metal
import numpy as np
import pytest
from metal_programs import REDUCTIONS, ROWS, STRUCTURE, Program, Value, compiles, random_program
from tiers import THOROUGH

from ttmlir_py.runtime.kernels import elementwise

pytestmark = pytest.mark.slow

SEED = 32
NUMBERS = range(500) if THOROUGH else (5, 9, 10, 12, 15, 16, 17, 18, 24, 33, 40, 71)
"""The numbers of programs that together have every reduction and every op that moves elements."""


def test_random_chip_programs_match_ttnn():
    report = fuzz_metal.compare(SEED, NUMBERS)
    assert report.failures == []
    assert report.too_large <= len(NUMBERS) // 10
    assert report.exact > len(NUMBERS) // 4
    assert {*REDUCTIONS, *STRUCTURE} < set(report.ops)


def test_fuzzing_prints_progress_every_hundred_programs(monkeypatch, capsys):
    monkeypatch.setattr(fuzz_metal, "difference", lambda program, number: "other")
    monkeypatch.setattr(fuzz_metal, "random_program", lambda seed, number: Program(Random(0)))
    fuzz_metal.compare(SEED, range(5, 206), show_progress=True)
    assert capsys.readouterr().err.splitlines() == [
        f"{done} of 201 programs, {done} failures" for done in (100, 200)
    ]


def test_generated_programs_cover_every_generic_op():
    assert all(compiles(op, "bf16") for op in ("add", "multiply", "maximum", "div", "exp"))


def test_fuzzing_finds_planted_wrong_op(monkeypatch):
    """The test changes the simulator's function table so that products become sums."""
    from ttmlir_py.tensix import compute

    own = dict(elementwise.ELEMENTWISE)
    own["Multiply"] = own["Add"]
    monkeypatch.setattr(compute, "ELEMENTWISE", own)
    numbers = [n for n in range(60) if "multiply" in random_program(SEED, n).ops]
    found = [fuzz_metal.difference(random_program(SEED, number), number) for number in numbers[:5]]
    assert any(" is right" in each for each in found)


SMOOTH = [op for op, row in ROWS.items() if not row.jumps and "bitwise" not in op]


@pytest.mark.parametrize("op", SMOOTH)
def test_fuzzing_error_bounds_cover_error_of_operands(op):
    """If operands change by their error, the result changes by at most its own error and stays in
    its range.
    """
    row, off = ROWS[op], 1e-3
    operands = [Value("%a", (4,), "f32", (0.5, 1.25), off) for _ in range(row.arity)]
    if op == "where":
        operands[0] = Value("%c", (4,), "f32", (0.5, 1.25))
    assert row.accepts(operands)
    range_, error = row.result(operands)
    at = np.random.default_rng(0).uniform(0.5, 1.25, (row.arity, 1000))
    moved = at + off * np.random.default_rng(1).choice([-1, 1], at.shape)
    values, others = (row.function(*each) for each in (at, moved))
    assert range_[0] <= values.min() <= values.max() <= range_[1]
    assert np.abs(values - others).max() <= error * 1.001
