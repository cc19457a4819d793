"""Fused chains of element-wise operations give the same bits as the separate operations."""

from collections import deque

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from ttnn_builders import ProgramBuilder, binary_bytes, op_program, run_one

from ttmlir_py import runtime
from ttmlir_py.runtime import fusion, narrow
from ttmlir_py.runtime.errors import MemoryLimitError, SimulationError
from ttmlir_py.runtime.events import RunEvents
from ttmlir_py.runtime.kernels import ELEMENTWISE

pytestmark = pytest.mark.slow

ALL = [name for name in ELEMENTWISE if name != "Scatter"]
INTEGERS = ["Add", "Multiply", "Subtract", "Relu", "Maximum", "Where", "BitwiseXor", "Typecast"]
FORMATS = {"Float32": ALL, "BFloat16": ALL, "Float16": ALL, "UInt32": INTEGERS, "BFP_BFloat8": ALL}
NO_INTEGERS = [name for name in ALL if not name.startswith("Bitwise")]
OWN = {"BFloat16": ml_dtypes.bfloat16, "Float16": np.float16}
SPECIAL = np.array([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, 0.1], np.float32)


def watched(binary, inputs, **options):
    """Run a binary with a callback after each operation, which prevents fusion, and return its
    outputs.
    """
    return binary.run(inputs, hooks=RunEvents(after=lambda *_: None), **options)


def assert_same_bits(left, right):
    """Check that all bits are equal, except those of NaNs: the sign of a NaN depends on vector
    instructions.
    """
    for a, b in zip(left, right, strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        bits, is_nan = f"u{a.itemsize}", a != a
        np.testing.assert_array_equal(is_nan, b != b)
        np.testing.assert_array_equal(a[~is_nan].view(bits), b[~is_nan].view(bits))


@pytest.fixture(params=[1 << 14, 24], ids=["whole", "in parts"])
def part(request, monkeypatch):
    monkeypatch.setattr(fusion, "PART", request.param)
    return request.param


@st.composite
def programs(draw):
    """Draw a program of element-wise operations on tensors of one shape, or of shapes that
    broadcast to it.
    """
    data_type = draw(st.sampled_from(list(FORMATS)))
    names = [name for name in FORMATS[data_type] if name not in ("Clamp", "LeakyRelu")]
    if data_type != "UInt32":
        names = [name for name in names if name in NO_INTEGERS]
    shape = tuple(draw(st.lists(st.integers(1, 9), min_size=1, max_size=3)))
    program = ProgramBuilder()
    others = [shape, (*shape[:-1], 1), (1,) * (len(shape) - 1) + shape[-1:], (1,) * len(shape)]
    values = [program.input(each, data_type) for each in (shape, draw(st.sampled_from(others)))]
    live, whole = list(values), [values[0]]
    for _ in range(draw(st.integers(1, 7))):
        name = draw(st.sampled_from(names))
        ins = [draw(st.sampled_from(whole))]
        ins += [draw(st.sampled_from(live)) for _ in range(ELEMENTWISE[name].arity - 1)]
        out = program.ref(shape, data_type)
        if draw(st.booleans()):
            program.add("EmptyOp", shape=list(shape), dtype=data_type, out=out)
        program.eltwise(name, ins, out)
        live.append(out)
        whole.append(out)
        if len(whole) > 1 and draw(st.booleans()):
            gone = draw(st.sampled_from(whole[:-1]))
            program.add("DeallocateOp", **{"in": gone})
            live.remove(gone)
            whole.remove(gone)
    for each in whole:
        program.output(each)
    return program, values


@pytest.mark.filterwarnings("ignore:invalid value")
@given(programs(), st.data())
@settings(max_examples=example_count(20))
def test_fused_chain_equals_separate_operations(drawn, data):
    program, inputs = drawn
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    arrays = []
    for ref in inputs:
        memory = ref["desc"]["layout"]["memory_desc"]
        shape = ref["desc"]["shape"]
        if memory["data_type"] == "UInt32":
            arrays.append(rng.integers(0, 1 << 32, shape, dtype=np.uint32))
        else:
            chosen = rng.random(shape) < 0.2
            arrays.append(np.where(chosen, rng.choice(SPECIAL, shape), rng.normal(size=shape) * 4))
            own = (
                OWN.get(memory["data_type"], np.float32) if data.draw(st.booleans()) else np.float32
            )
            with np.errstate(over="ignore"):
                arrays[-1] = arrays[-1].astype(own)
    for part in (1 << 14, 24):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fusion, "PART", part)
            binary = runtime.load(binary_bytes(program))
            assert_same_bits(binary.run(arrays), watched(binary, arrays))


def chain_program(shape=(8, 12), data_type="BFloat16", length=4):
    """Return a program of sums, differences and products with destinations, each freed after its
    last use.
    """
    program = ProgramBuilder()
    a, b = program.input(shape, data_type), program.input(shape, data_type)
    value = a
    for index in range(length):
        out = program.ref(shape, data_type)
        program.add("EmptyOp", shape=list(shape), dtype=data_type, out=out)
        program.eltwise(
            ("Add", "Multiply", "Subtract", "Neg")[index % 4],
            [value, b][: 2 - (index % 4 == 3)],
            out,
        )
        if index:
            program.add("DeallocateOp", **{"in": value})
        value = out
    return program.output(value)


def test_fused_chain_is_one_plan_entry(part):
    binary = runtime.load(binary_bytes(chain_program()))
    (chain,) = binary.programs[0].plan
    assert isinstance(chain, fusion.Chain)
    assert len(chain.steps) == 4
    assert chain.slots == 3  # two inputs, and one slot for all intermediate values
    assert [ref.global_id for ref, _ in chain.kept] == [binary.programs[0].outputs[0].global_id]
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=(8, 12)).astype(ml_dtypes.bfloat16) for _ in range(2)]
    assert_same_bits(binary.run(arrays), watched(binary, arrays))


TABULATED = ["Sigmoid", "Exp", "Cbrt", "Sin", "Cos", "Log", "Log1p", "Expm1", "Gelu", "Tan", "Tanh"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TABULATED)
def test_lookup_table_of_bfloat16_function_equals_function(name):
    """The table is right for all bfloat16 numbers."""
    program = ProgramBuilder()
    shape = (3, (1 << 16) + 7)
    ref = program.input(shape, "BFloat16")
    program.output(program.eltwise(name, [ref], program.ref(shape, "BFloat16")))
    binary = runtime.load(binary_bytes(program))
    (chain,) = binary.programs[0].plan
    assert isinstance(chain, fusion.Chain)
    assert not chain.steps[0].rounds
    bits = np.random.default_rng(0).permuted(np.arange(np.prod(shape), dtype=np.uint32))
    numbers = bits.astype(np.uint16).view(ml_dtypes.bfloat16).reshape(shape)
    for array in (numbers, numbers.astype(np.float32)):
        assert_same_bits(binary.run([array]), watched(binary, [array]))


@pytest.mark.parametrize("other", [(8, 12), (8, 1), (1, 12), (12,), (1, 1), (1,)], ids=str)
@pytest.mark.parametrize("name", ["Add", "Div", "Where"])
def test_fused_chain_with_broadcast_operands_equals_separate_operations(name, other, part):
    program = ProgramBuilder()
    a, b = program.input((8, 12)), program.input(other)
    x = program.eltwise("Neg", [a], program.ref((8, 12)))
    ins = [x, b, a][: ELEMENTWISE[name].arity]
    program.output(program.eltwise(name, ins, program.ref((8, 12))))
    binary = runtime.load(binary_bytes(program))
    left, right = (np.arange(1, np.prod(shape) + 1).reshape(shape) for shape in ((8, 12), other))
    arrays = [each.astype(np.float32) for each in (left, right)]
    assert_same_bits(binary.run(arrays), watched(binary, arrays))


def test_operation_of_different_shape_starts_new_fused_chain():
    program = ProgramBuilder()
    a, b = program.input((4, 8)), program.input((1, 8))
    x = program.eltwise("Neg", [b], program.ref((1, 8)))
    y = program.eltwise("Add", [a, x], program.ref((4, 8)))
    program.output(program.eltwise("Exp", [y], program.ref((4, 8))))
    plan = runtime.load(binary_bytes(program)).programs[0].plan
    assert [len(each.steps) for each in plan] == [1, 2]


def test_fused_chain_under_observation_shows_every_operation_and_same_values(part):
    seen = []
    binary = runtime.load(binary_bytes(chain_program()))
    arrays = [np.full((8, 12), 1.1, np.float32), np.full((8, 12), 0.3, np.float32)]
    hooks = RunEvents(after=lambda operation, operands, result: seen.append((operation, result)))
    outputs = binary.run(arrays, hooks=hooks)
    assert [operation for operation, _ in seen] == binary.programs[0].operations
    np.testing.assert_array_equal(seen[-2][1].numpy(), outputs[0])
    assert_same_bits(binary.run(arrays), outputs)


def test_fused_chain_result_in_destination_is_freed_once(part):
    """The result of an operation is its destination, which was created before the chain."""
    program = ProgramBuilder()
    a, weight = program.input((8, 8)), program.input((8, 8))
    destination = program.ref((8, 8))
    program.add("EmptyOp", shape=[8, 8], out=destination)
    product = program.add("MatmulOp", in0=a, in1=weight, out=program.ref((8, 8)))
    program.eltwise("Neg", [product], destination)
    out = program.eltwise("Abs", [destination], program.ref((8, 8)))
    program.add("DeallocateOp", **{"in": destination})
    program.output(out)
    live = []
    hooks = RunEvents(end=lambda program, outputs, tensors: live.append(sorted(tensors)))
    binary = runtime.load(binary_bytes(program))
    arrays = [np.eye(8, dtype=np.float32), -np.eye(8, dtype=np.float32)]
    unwatched = binary.run(arrays, hooks=hooks)
    each_seen = RunEvents(end=hooks.end, after=lambda *_: None)
    assert_same_bits(unwatched, binary.run(arrays, hooks=each_seen))
    assert live[0] == live[1]


def test_fused_chain_memory_limit_equals_that_of_operations(part):
    binary = runtime.load(binary_bytes(chain_program()))
    arrays = [np.ones((8, 12), np.float32)] * 2
    size = 4 * 8 * 12
    for limit in range(2 * size, 6 * size, size // 2):
        results = []
        for run in (binary.run, lambda *a, **k: watched(binary, *a, **k)):
            try:
                results.append(run(arrays, memory_limit=limit)[0].tolist())
            except MemoryLimitError as error:
                results.append(str(error))
        assert results[0] == results[1]


def test_fused_chain_error_names_operation():
    program = ProgramBuilder()
    a, b = program.input((4, 8)), program.input((3, 8))
    x = program.eltwise("Neg", [a], program.ref((4, 8)))
    program.output(program.eltwise("Add", [x, b], program.ref((4, 8))))
    with pytest.raises(SimulationError, match=r"operation 1 \(EltwiseOp\(Add\)\): .*broadcast"):
        run_one(program, [np.ones((4, 8), np.float32), np.ones((3, 8), np.float32)])


def test_splat_constant_takes_no_memory_in_repeated_runs():
    """A constant tensor of one value takes no memory, however often the program runs."""
    program = op_program("FullOp", {}, (64, 64), fill_value=0.1, dtype="BFloat16")
    binary = runtime.load(binary_bytes(program))
    first, second = binary.run([]), binary.run([])
    assert_same_bits(first, second)
    assert np.unique(first[0]) == np.float32(0.1).astype(ml_dtypes.bfloat16)


def read_once_program(data_type):
    """Return a program of products with weights that are used once and with a weight used twice;
    the first input is freed.
    """
    program = ProgramBuilder()
    a, once, twice, other = (program.input((8, 8), data_type) for _ in range(4))
    first = program.add("MatmulOp", in0=a, in1=once, out=program.ref((8, 8), data_type))
    program.add("DeallocateOp", **{"in": a})
    first = program.add("MatmulOp", in0=first, in1=other, out=program.ref((8, 8), data_type))
    second = program.add("MatmulOp", in0=twice, in1=twice, out=program.ref((8, 8), data_type))
    program.output(program.eltwise("Add", [first, second], program.ref((8, 8), data_type)))
    return program.output(twice)


@pytest.mark.parametrize("data_type", ["BFloat16", "Float16", "Float32", "BFP_BFloat8"])
def test_bfloat16_inputs_read_once_are_widened_when_read(data_type):
    """Results and memory limits equal those of inputs that are converted to float32 at the start.
    Inputs that change between runs are read again.
    """
    binary = runtime.load(binary_bytes(read_once_program(data_type)))
    program = binary.programs[0]
    first, once, _, other = (ref.global_id for ref in program.inputs)
    assert program.read_once == {first, once, other}
    own = program.inputs[0].desc.data_type.external
    values = np.resize(SPECIAL, 64).reshape(8, 8)
    with np.errstate(over="ignore"):
        arrays = [values.astype(own), np.full((8, 8), 0.3, own), values.T.astype(own)]
        arrays.append(np.arange(64).reshape(8, 8).T.astype(own))
    assert_same_bits(binary.run(arrays), watched(binary, arrays))
    arrays[1][:] = 7
    arrays[0] = np.broadcast_to(own(0.1), (8, 8))
    assert_same_bits(binary.run(arrays), watched(binary, arrays))
    assert_same_bits(binary.run(arrays), binary.run([np.array(each, "f4") for each in arrays]))
    for limit in range(0, 8 * 256, 128):
        messages = []
        for run in (binary.run, lambda *a, **k: watched(binary, *a, **k)):
            try:
                messages.append(str(run(arrays, memory_limit=limit)))
            except MemoryLimitError as error:
                messages.append(str(error))
        assert messages[0] == messages[1]


def test_observers_of_fused_operations_receive_float32_values():
    seen = []
    binary = runtime.load(binary_bytes(read_once_program("BFloat16")))
    arrays = [np.full((8, 8), 0.3, ml_dtypes.bfloat16)] * 4
    see_begin = RunEvents(begin=lambda _, inputs: seen.extend(inputs))
    see_end = RunEvents(end=lambda _, outputs, tensors: seen.extend(tensors.values()))
    see_each = RunEvents(before=lambda _, operands: seen.extend(operands))
    for hooks in (see_begin, see_end, see_each):
        seen.clear()
        binary.run(arrays, hooks=hooks)
        assert seen
        assert {each.values.dtype for each in seen} == {np.dtype(np.float32)}


@pytest.mark.parametrize("depth", [96, 1024, 1408, 1500])
@pytest.mark.parametrize("rows", [1, 16, 33, 130])
def test_matmul_with_16_bit_weights_equals_float32_matmul(rows, depth):
    program = ProgramBuilder()
    a, b = (program.input(each, "BFloat16") for each in ((rows, depth), (depth, 544)))
    out = program.ref((rows, 544), "Float32")
    program.output(program.add("MatmulOp", in0=a, in1=b, out=out))
    rng = np.random.default_rng(rows)
    arrays = [rng.normal(size=n).astype(ml_dtypes.bfloat16) for n in ((rows, depth), (depth, 544))]
    binary = runtime.load(binary_bytes(program))
    assert_same_bits(binary.run(arrays), watched(binary, arrays))


def test_repeated_run_reuses_memory_of_earlier_runs(monkeypatch):
    """The memory of returned results is not reused, and large unused memory returns to the
    system.
    """
    monkeypatch.setattr(narrow, "_spare", deque(maxlen=1))
    monkeypatch.setattr(narrow, "_MOST_SPARE", 8 * 16)
    rng = np.random.default_rng(0)

    def run(width):
        program = ProgramBuilder()
        a, b = (program.input(each, "BFloat16") for each in ((4, 8), (8, width)))
        program.output(program.add("MatmulOp", in0=a, in1=b, out=program.ref((4, width))))
        arrays = [rng.normal(size=n).astype(ml_dtypes.bfloat16) for n in ((4, 8), (8, width))]
        binary = runtime.load(binary_bytes(program))
        [result] = binary.run(arrays)
        [expected] = watched(binary, arrays)
        return result, expected, [each.size for each in narrow._spare]

    results = [run(width) for width in (8, 16, 8, 32, 4)]
    for result, expected, _ in results:
        assert_same_bits([result], [expected])
    assert [spare for *_, spare in results] == [[64], [128], [128], [], [32]]
