"""A small number of mutated binaries; `fuzz_binaries.py --count 100000` runs many more."""

import tracemalloc

import numpy as np
import pytest
from fuzz_binaries import ALLOCATION_BOUND, DOCUMENTED, MEMORY_LIMIT, Fuzzer, corpus, exercise
from tiers import example_count
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.kernels import ELEMENTWISE
from ttmlir_py.schemas import BinaryError

pytestmark = pytest.mark.slow


def test_fuzz_corpus_binaries_run_unmutated():
    assert [exercise(data) for data in corpus()] == ["ran"] * 4


def test_run_of_mutated_file_ends_as_documented_within_memory_bound():
    fuzzer = Fuzzer(seed=2)
    tracemalloc.start()
    try:
        while fuzzer.outcomes.total() < example_count(53):
            fuzzer.run(fuzzer.case())
    finally:
        tracemalloc.stop()
    assert {"ran", "BinaryError", "SimulationError"} <= set(fuzzer.outcomes) <= DOCUMENTED


def test_run_of_many_mutated_files_ends_as_documented():
    fuzzer = Fuzzer(seed=3)
    for _ in range(example_count(200)):
        assert exercise(fuzzer.case()) in DOCUMENTED


def test_error_with_text_from_binary_stays_on_one_line():
    program = ProgramBuilder("two\nlines")
    fields = {"scale_factor": ("UniformScale2D", {"scale": 1}), "mode": "near\nest"}
    x = program.input((1, 2, 2, 1))
    out = program.add("UpsampleOp", **{"in": x}, out=program.ref((1, 2, 2, 1)), **fields)
    binary = TTNNBinary.load(binary_bytes(program.output(out)))
    with pytest.raises(SimulationError) as caught:
        binary.run([np.zeros((1, 2, 2, 1), np.float32)])
    assert str(caught.value) == (
        r"program 0 'two\nlines': operation 0 (UpsampleOp): unknown mode 'near\nest'"
    )


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_run_temporary_memory_stays_within_bound(name):
    """u8 is the worst case: most kernels compute its one-byte values in float32, with 4 bytes."""
    program = ProgramBuilder()
    shape, arity = (512, 512), ELEMENTWISE[name].arity
    operands = [program.input(shape, "UInt8") for _ in range(arity)]
    parameters = {
        "Clamp": ("ClampOpParams", {"min": 0.5, "max": 9.5}),
        "LeakyRelu": ("EltwiseOpWithFloatParams", {"parameter": 0.5}),
    }
    result = program.eltwise(name, operands, program.ref(shape, "UInt8"), parameters.get(name))
    binary = TTNNBinary.load(binary_bytes(program.output(result)))
    array = np.ones(shape, np.uint8)
    limit = (arity + 1) * array.nbytes
    tracemalloc.start()
    try:
        binary.run([array] * arity, memory_limit=limit)
        assert tracemalloc.get_traced_memory()[1] < ALLOCATION_BOUND / MEMORY_LIMIT * limit
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("programs", [1, 3000])
def test_binary_whose_shared_tables_expand_too_much_is_refused(programs):
    """A few kilobytes can describe millions of operands, if all operations share one table and all
    operands another.
    """
    program = ProgramBuilder()
    operands, result = [program.input((2, 2))] * 3000, program.ref((2, 2))
    program.eltwise("Add", operands, result)
    program.operations *= 3000 if programs == 1 else 1
    table = program.table()
    program.table = lambda: table
    data = binary_bytes(*[program] * programs)
    assert len(data) < 50_000
    with pytest.raises((BinaryError, SimulationError), match="expand beyond the limit"):
        decode(data)


def decode(data):
    return [program.operations for program in TTNNBinary.load(data).programs]
