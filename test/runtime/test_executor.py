import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiers import example_count
from ttnn_builders import ProgramBuilder, binary_bytes, run_one, unary_program

from ttmlir_py import runtime
from ttmlir_py.runtime.events import DebugHooks, combine_hooks
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.schemas import BinaryError

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def small_network(name="forward"):
    """Return a program of relu(x @ w + b) with the layout operations that the compiler adds."""
    program = ProgramBuilder(name)
    x, w, b = program.input((2, 3)), program.input((3, 4)), program.input((1, 4))
    program.add("GetDeviceOp", mesh={"y": 1, "x": 1}, chip_ids=[0], out={"global_id": 0})
    device = {"global_id": 0}
    product = program.ref((2, 4))
    program.add("EmptyOp", shape=[2, 4], dtype="Float32", device=device, out=product)
    program.add("MatmulOp", in0=x, in1=w, out=product)
    total = program.eltwise("Add", [product, b], program.ref((2, 4)))
    program.add("DeallocateOp", **{"in": product})
    result = program.eltwise("Relu", [total], program.ref((2, 4)))
    program.add("DeallocateOp", **{"in": total})
    return program.output(result)


def weights():
    rng = np.random.default_rng(0)
    return rng.standard_normal((3, 4), np.float32), rng.standard_normal((1, 4), np.float32)


def test_simulated_small_network_matches_numpy():
    w, b = weights()
    (got,) = run_one(small_network(), [X, w, b])
    np.testing.assert_allclose(got, np.maximum(X @ w + b, 0), rtol=1e-6)


def test_binary_program_is_selected_by_index_or_name():
    binary = runtime.load(binary_bytes(small_network("first"), unary_program("Neg", (2,))))
    assert [str(p) for p in binary.programs] == ["program 0 'first'", "program 1 'main'"]
    one = np.ones(2, np.float32)
    assert binary.run([one], 1)[0].tolist() == binary.run([one], "main")[0].tolist() == [-1, -1]
    with pytest.raises(
        runtime.SimulationError, match=r"there is no program 'third': .* 0 'first', 1 'main'"
    ):
        binary.run([one], "third")


def test_binary_loaded_from_path_has_version_and_system(tmp_path):
    path = tmp_path / "a.ttnn"
    path.write_bytes(binary_bytes(small_network()))
    binary = runtime.load(path)
    assert binary.version == "1.2.3"
    assert binary.system_desc["chip_descs"][0]["arch"] == "Wormhole_b0"
    with pytest.raises(OSError, match="No such file"):
        runtime.load(tmp_path / "missing.ttnn")


def test_debug_hooks_observe_every_operation():
    events = []
    hooks = DebugHooks(
        before=lambda op, ins: events.append(("before", op.label, len(ins))),
        after=lambda op, ins, out: events.append(("after", op.index, out and out.desc.shape)),
    )
    run_one(small_network(), [X, *weights()], hooks=hooks)
    assert events[::2] == [
        ("before", "GetDeviceOp", 0),
        ("before", "EmptyOp", 0),
        ("before", "MatmulOp", 2),
        ("before", "EltwiseOp(Add)", 2),
        ("before", "DeallocateOp", 1),
        ("before", "EltwiseOp(Relu)", 1),
        ("before", "DeallocateOp", 1),
    ]
    assert events[1::2] == [("after", i, None if i in (0, 4, 6) else (2, 4)) for i in range(7)]


def test_program_outputs_do_not_alias_inputs():
    program = ProgramBuilder()
    x = program.input((2, 3))
    given_ = X.copy()
    (got,) = run_one(program.output(x), [given_])
    got[:] = 7
    np.testing.assert_array_equal(given_, X)


def failing(build):
    program = ProgramBuilder()
    build(program)
    with pytest.raises(runtime.SimulationError) as caught:
        run_one(program, [np.ones(ref["desc"]["shape"], np.float32) for ref in program.inputs])
    message = str(caught.value)
    assert message.startswith("program 0 'main': ")
    assert "\n" not in message
    return message.removeprefix("program 0 'main': ")


def test_use_of_deallocated_tensor_is_refused():
    def build(program):
        x = program.input((2,))
        program.add("DeallocateOp", **{"in": x})
        program.eltwise("Abs", [x], program.ref((2,)))

    assert failing(build) == "operation 1 (EltwiseOp(Abs)): tensor 1 is deallocated"


def test_invalid_program_is_refused_before_run():
    program = ProgramBuilder()
    x = program.input((2,))
    program.eltwise("Abs", [x], program.ref((2,)))
    program.add("DeallocateOp", **{"in": program.ref((2,))})
    seen = []
    hooks = DebugHooks(begin=lambda *_: seen.append("begin"), before=lambda *_: seen.append("op"))
    with pytest.raises(runtime.SimulationError, match=r"operation 1 .* tensor 3 is not defined"):
        run_one(program, [np.ones(2)], hooks=hooks)
    assert seen == []


def test_combined_debug_hooks_run_in_order():
    events = []

    def hooks(name, **given):
        return DebugHooks(
            **{event: lambda *_, event=event: events.append(f"{name} {event}") for event in given}
        )

    both = combine_hooks(
        None, hooks("a", begin=1, after=1), hooks("b", due=1, before=1, after=1, end=1)
    )
    run_one(unary_program("Neg", (2,)), [np.ones(2)], hooks=both)
    assert events == ["a begin", "b due", "b before", "a after", "b after", "b end"]
    assert combine_hooks(None) == DebugHooks()


def test_double_deallocation_or_deallocated_output_is_refused():
    def twice(program):
        x = program.input((2,))
        program.add("DeallocateOp", **{"in": x})
        program.add("DeallocateOp", **{"in": x})

    def output(program):
        x = program.input((2,))
        program.add("DeallocateOp", **{"in": x})
        program.output(x)

    assert failing(twice) == "operation 1 (DeallocateOp): tensor 1 is deallocated"
    assert failing(output) == "output 0: tensor 1 is deallocated"


def test_tensor_id_can_be_redefined_after_deallocation():
    program = ProgramBuilder()
    x = program.input((2,))
    program.add("DeallocateOp", **{"in": x})
    program.add("FullOp", fill_value=3.0, out=x)
    assert run_one(program.output(x), [np.ones(2, np.float32)])[0].tolist() == [3, 3]


def test_unknown_tensor_and_device_are_refused():
    def tensor(program):
        program.eltwise("Abs", [program.ref((2,))], program.ref((2,)))

    def device(program):
        program.add("FullOp", fill_value=1.0, device={"global_id": 9}, out=program.ref((2,)))

    assert failing(tensor) == "operation 0 (EltwiseOp(Abs)): tensor 1 is not defined"
    assert failing(device) == "operation 0 (FullOp): device 9 is not defined"


def test_tensor_use_whose_description_differs_from_definition_is_refused():
    def shape(program):
        x = program.input((2, 3))
        other = program.ref((3, 2), global_id=x["global_id"])
        program.eltwise("Abs", [other], program.ref((3, 2)))

    def data_type(program):
        x = program.input((2,))
        program.output(program.ref((2,), "BFloat16", global_id=x["global_id"]))

    assert failing(shape) == "operation 0 (EltwiseOp(Abs)): tensor 1 is 2x3xf32, used as 3x2xf32"
    assert failing(data_type) == "output 0: tensor 1 is 2xf32, used as 2xbf16"


def test_kernel_result_of_undeclared_shape_is_refused():
    def build(program):
        program.eltwise("Add", [program.input((2, 3)), program.input((2, 1))], program.ref((2, 4)))

    assert (
        failing(build) == "operation 0 (EltwiseOp(Add)): the result is 2x3, its descriptor says 2x4"
    )


def test_move_of_tensor_to_its_current_memory_is_refused():
    def up(program):
        program.add("GetDeviceOp", out={"global_id": 0})
        operands = {"in": program.input((2,)), "device": {"global_id": 0}}
        program.add("ToDeviceOp", **operands, out=program.ref((2,)))

    def down(program):
        program.add("FromDeviceOp", **{"in": program.input((2,), host=True)}, out=program.ref((2,)))

    assert failing(up) == "operation 1 (ToDeviceOp): tensor 1 is on a device"
    assert failing(down) == "operation 0 (FromDeviceOp): tensor 1 is on the host"


def test_tensor_moved_through_host_stays_on_host_until_return():
    """The compiler gives each step on the host the type that the result has on the device."""

    def build(program, **config):
        program.add("GetDeviceOp", out={"global_id": 0})
        device = {"device": {"global_id": 0}}
        x = program.input((2, 3), tiled=False)
        x = program.add("FromDeviceOp", **{"in": x}, out=program.ref((2, 3), "BFloat16"))
        x = program.add(
            "ToLayoutOp", **{"in": x}, **device, **config, out=program.ref((2, 3), "BFloat16")
        )
        x = program.add("ToDeviceOp", **{"in": x}, **device, out=program.ref((2, 3), "BFloat16"))
        return program.output(x)

    program = build(ProgramBuilder())
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert run_one(program, [values])[0].tolist() == values.tolist()
    operations = runtime.load(binary_bytes(program)).program().operations
    assert [each.result.desc.on_host for each in operations[1:]] == [True, True, False]
    config = {"buffer_type": "DRAM", "tensor_memory_layout": "Interleaved"}
    assert failing(lambda program: build(program, memcfg=config)).endswith("is on a device")


def test_error_for_missing_operand_or_unknown_function_names_operation():
    def operand(program):
        program.add("MatmulOp", in0=program.input((2, 2)), out=program.ref((2, 2)))

    def function(program):
        program.add("EltwiseOp", type=1000, ins=[program.input((2,))], out=program.ref((2,)))

    assert "(MatmulOp): " in failing(operand)
    assert "in1: a required field is absent" in failing(operand)
    assert failing(function) == (
        "operation 0 (EltwiseOp(1000)): is not simulated: element-wise type 1000 is unknown"
    )


def test_memory_limit_is_checked_before_allocation():
    def build(program):
        huge = program.ref((1 << 20, 1 << 20))
        program.add("FullOp", fill_value=1.0, out=huge)

    assert failing(build) == (
        "operation 0 (FullOp): tensor 1 (1048576x1048576xf32): needs 4,194,304.0 MiB with 0.0 MiB "
        "in use, expected at most 8,192.0 MiB in total; raise the memory limit"
    )


def test_deallocate_operation_frees_memory():
    program = ProgramBuilder()
    x = program.input((1024,))
    for _ in range(5):
        y = program.eltwise("Neg", [x], program.ref((1024,)))
        program.add("DeallocateOp", **{"in": x})
        x = y
    run_one(program.output(x), [np.zeros(1024, np.float32)], memory_limit=8192)
    with pytest.raises(runtime.SimulationError, match=r"operation 0 .* raise the memory limit"):
        run_one(program, [np.zeros(1024, np.float32)], memory_limit=8191)
    with pytest.raises(
        runtime.SimulationError, match=r"^program 0 'main': input tensor 1 \(1024xf32\): needs"
    ):
        run_one(program, [np.zeros(1024, np.float32)], memory_limit=4095)


def test_splat_constants_take_no_memory():
    program = ProgramBuilder()
    for _ in range(5):
        x = program.add("FullOp", fill_value=2.0, out=program.ref((1024,)))
    assert (run_one(program.output(x), [], memory_limit=4096)[0] == 2).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shape": [2, -1]}, "tensor 1: invalid shape 2x-1"),
        ({"shape": [1] * 40}, "tensor 1: invalid shape"),
        ({"tile_shape": {"y": 16, "x": 32}}, "tensor 1: invalid tile shape 16x32"),
        ({"data_type": 99}, "tensor 1: unknown data type 99"),
    ],
)
def test_invalid_tensor_descriptor_is_refused(change, message):
    program = ProgramBuilder()
    ref = program.input((2,))
    if "shape" in change:
        ref["desc"]["shape"] = change["shape"]
    else:
        ref["desc"]["layout"]["memory_desc"].update(change)
    with pytest.raises(BinaryError, match=message):
        runtime.load(binary_bytes(program))


@pytest.mark.parametrize(
    ("shape", "padded"),
    [
        ((), ()),
        ((5,), (32,)),
        ((33, 64), (64, 64)),
        ((2, 3, 1, 40), (2, 3, 32, 64)),
        ((0, 4), (0, 32)),
    ],
)
def test_tile_padding_rounds_shape_up(shape, padded):
    tiled = Layout(FORMATS["BFloat16"], (32, 32), "DeviceDRAM", "Interleaved")
    assert TensorDesc(shape, tiled).padded_shape == padded
    row_major = Layout(FORMATS["BFloat16"], (1, 1), "System", "None")
    assert TensorDesc(shape, row_major).padded_shape == shape


def test_program_with_duplicate_inputs_is_refused():
    program = ProgramBuilder()
    program.inputs = [program.ref((2,), global_id=7)] * 2
    with pytest.raises(BinaryError, match="program 0 'main': two inputs are the same tensor"):
        runtime.load(binary_bytes(program))


VALID = binary_bytes(small_network(), unary_program("Clamp", (3, 3), params=("ClampOpParams", {})))


@settings(max_examples=example_count(40), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_mutated_binary_runs_or_reports_one_line(data):
    mutated = bytearray(VALID)
    for _ in range(data.draw(st.integers(1, 6))):
        position = data.draw(st.integers(0, len(mutated) - 1))
        mutated[position] = data.draw(
            st.sampled_from([0, 1, 2, 4, 8, 0x7F, 0x80, 0xFF]) | st.integers(0, 255)
        )
    if data.draw(st.booleans()):
        del mutated[data.draw(st.integers(0, len(mutated))) :]
    message = ""
    try:
        binary = runtime.load(bytes(mutated))
        for program in binary.programs:
            inputs = generate_inputs(program, "ones", 0, memory_limit=1 << 20)
            binary.run(inputs, program.index, memory_limit=1 << 20)
    except (BinaryError, runtime.SimulationError) as error:
        message = str(error)
    assert "\n" not in message
