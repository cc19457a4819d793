"""A small share of what `fuzz_metal.py` tries; and it finds what is wrong."""

import fuzz_metal
import metal_programs
import numpy as np
import pytest
from metal_programs import ELEMENTWISE, Value, random_program

from ttmlir_py.runtime.kernels import elementwise

SEED, COUNT = 11, 30


def test_the_chip_computes_what_ttnn_does():
    report = fuzz_metal.compare(SEED, range(COUNT))
    assert report.failures == []
    assert report.too_large <= COUNT // 10
    assert report.exact > COUNT // 4
    assert len(report.ops) > len(ELEMENTWISE)


def test_a_wrong_op_is_found(monkeypatch):
    """The chip's own table of functions says that products are sums."""
    from ttmlir_py.tensix import compute

    own = dict(elementwise.ELEMENTWISE)
    own["Multiply"] = own["Add"]
    monkeypatch.setattr(compute, "ELEMENTWISE", own)
    found = [
        fuzz_metal.difference(random_program(SEED, number), number)
        for number in range(COUNT)
        if random_program(SEED, number).ops == ["multiply"]
    ]
    assert found
    assert all(found)


@pytest.mark.parametrize("op", ELEMENTWISE)
def test_errors_are_no_smaller_than_they_have_to_be(op):
    """Operands that are moved by their error move the result by no more than the op's."""
    row = ELEMENTWISE[op]
    arity = 1 if op in metal_programs.UNARY else 2
    operands = [Value("%a", (4,), "f32", (0.5, 2.0), 1e-3) for _ in range(arity)]
    range_, error = row.result(operands)
    assert row.takes(*operands)
    for corner in np.ndindex(*(8 for _ in operands)):
        at = [0.5 + 1.5 * index / 7 for index in corner]
        values = [row.function(*(x + sign * 1e-3 for x in at)) for sign in (-1, 0, 1)]
        assert range_[0] - error <= values[1] <= range_[1] + error
        assert max(abs(values[0] - values[1]), abs(values[2] - values[1])) <= error * 1.01
