"""Devices, tensors that stay on a device, and sequences of programs that are compiled
separately.
"""

import gc

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_memory import CHIP, SYSTEM
from tiers import example_count
from ttnn_builders import ProgramBuilder, binary_bytes

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.schemas import BinaryError

X = np.arange(32 * 32, dtype=np.float32).reshape(32, 32) / 256
BANK = 4096
"""The bytes of one float32 tile."""


def step(name, space="DeviceDRAM", result_space="DeviceDRAM", data_type="Float32"):
    """Return a binary that applies the element-wise op `name` to one tile, between the given
    memories.
    """
    program = ProgramBuilder()
    x, y = program.input((32, 32), data_type), program.ref((32, 32), data_type)
    for ref, where in ((x, space), (y, result_space)):
        ref["desc"]["layout"]["memory_desc"]["memory_space"] = where
    return runtime.load(binary_bytes(program.output(program.eltwise(name, [x], y))))


def in_use(device, memory="DRAM"):
    return device.memory_views()[memory].total_bytes_allocated_per_bank


MODULE = """
func.func @forward(%x: tensor<64x128xbf16>, %w: tensor<128x64xbf16>) -> tensor<64x64xbf16> {
  %0 = tensor.empty() : tensor<64x64xbf16>
  %1 = "ttir.matmul"(%x, %w, %0) : (tensor<64x128xbf16>, tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}
"""
LOSS = """
func.func @loss(%y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = "ttir.abs"(%y, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
"""


def compiled(text):
    return runtime.load(ttmlir_py.compile(text))


def test_device_runs_independently_compiled_programs_in_sequence():
    """The example in upstream's specification runs in a loop: outs_a = mod_a(ins_a); outs_b =
    mod_b(outs_a).
    """
    mod_a, mod_b = compiled(MODULE), compiled(LOSS)
    rng = np.random.default_rng(0)
    with runtime.open_device(system_desc=mod_a.system_desc) as device:
        weight = runtime.to_layout(
            runtime.Tensor.from_numpy(rng.standard_normal((128, 64)).astype(ml_dtypes.bfloat16)),
            device,
            runtime.get_layout(mod_a, "forward", 1),
        )
        for _ in range(10):
            x = rng.standard_normal((64, 128)).astype(ml_dtypes.bfloat16)
            outs_a = runtime.submit(device, mod_a, "forward", [x, weight])
            layout = runtime.get_layout(mod_b, "loss", 0)
            ins_b = [runtime.to_layout(out, device, layout) for out in outs_a]
            (loss,) = runtime.submit(device, mod_b, 0, ins_b, convert_layouts=False)
            runtime.wait(loss)
            (alone,) = mod_a.run([x, weight.numpy()])
            np.testing.assert_array_equal(loss.numpy(), np.abs(alone.astype(np.float32)))
        runtime.deallocate_tensor(weight)
        del outs_a, ins_b, loss
        gc.collect()
        assert in_use(device) == 0


def chain(names, data_type):
    program = ProgramBuilder()
    x = program.input((8, 32), data_type)
    for name in names:
        x = program.eltwise(name, [x], program.ref((8, 32), data_type))
    return runtime.load(binary_bytes(program.output(x)))


@settings(max_examples=example_count(8))
@given(
    st.lists(st.sampled_from(["Neg", "Exp", "Tanh", "Abs", "Sigmoid"]), max_size=6),
    st.integers(0, 6),
    st.sampled_from(["Float32", "BFloat16", "BFP_BFloat8", "BFP_Float4"]),
    st.integers(0, 99),
)
def test_program_split_in_two_gives_same_results(names, cut, data_type, seed):
    """Two programs in sequence give the bits that the uncut program gives, and free all their
    memory.
    """
    x = np.random.default_rng(seed).standard_normal((8, 32))
    (whole,) = chain(names, data_type).run([x])
    with runtime.open_device(system_desc=SYSTEM) as device:
        between = runtime.submit(device, chain(names[:cut], data_type), 0, [x])
        (out,) = runtime.submit(device, chain(names[cut:], data_type), 0, between)
        np.testing.assert_array_equal(out.numpy(), whole)
        del between, out
        assert in_use(device) == 0


def test_device_keeps_outputs_in_memory_while_next_program_runs():
    up, down = step("Neg", result_space="DeviceL1"), step("Abs", space="DeviceL1")
    with runtime.open_device(system_desc=SYSTEM) as device:
        (between,) = runtime.submit(device, up, 0, [X])
        assert between.device is device
        assert between.layout.memory_space == "DeviceL1"
        assert (in_use(device, "L1"), in_use(device)) == (BANK, 0)
        assert runtime.to_layout(between, device, runtime.get_layout(down, 0, 0)) is between
        (out,) = runtime.submit(device, down, "main", {"arg0": between}, convert_layouts=False)
        assert (in_use(device, "L1"), in_use(device)) == (BANK, BANK)
        np.testing.assert_array_equal(runtime.to_host(out).numpy(), X)
        assert runtime.to_host(out).device is None


def test_device_memory_is_freed_when_tensor_is_deleted():
    program = step("Neg")
    with runtime.open_device(system_desc=SYSTEM) as device:
        (kept,) = runtime.submit(device, program, 0, [X])
        for _ in range(3):
            runtime.submit(device, program, 0, [kept])
        assert in_use(device) == BANK
        runtime.deallocate_tensor(kept)
        runtime.deallocate_tensor(kept)
        assert in_use(device) == 0
        with pytest.raises(InputError, match="input 'arg0' was deallocated"):
            runtime.submit(device, program, 0, [kept])
        with pytest.raises(InputError, match="deallocated"):
            runtime.to_host(kept)
        with pytest.raises(InputError, match="deallocated"):
            runtime.wait([kept])


def test_failed_device_run_frees_its_memory():
    tight = {"chip_descs": [CHIP | {"dram_unreserved_end": 32 + BANK}]}
    with runtime.open_device(system_desc=tight) as device:
        with pytest.raises(SimulationError, match=r"operation 0 .* out of DRAM: tensor 2"):
            runtime.submit(device, step("Neg"), 0, [X])
        gc.collect()
        assert in_use(device) == 0


def test_device_memory_counts_output_that_is_input_once():
    program = ProgramBuilder()
    binary = runtime.load(binary_bytes(program.output(program.input((32, 32)))))
    with runtime.open_device(system_desc=SYSTEM) as device:
        first = runtime.submit(device, binary, 0, [X])
        second = runtime.submit(device, binary, 0, first)
        assert second[0] is first[0]
        assert in_use(device) == BANK


def test_device_hooks_observe_submitted_programs():
    seen = []
    hooks = runtime.DebugHooks(after=lambda op, ins, out: seen.append((op.label, out.shape)))
    with runtime.open_device() as device:
        runtime.submit(device, step("Neg"), 0, [X], hooks=hooks)
    assert seen == [("EltwiseOp(Neg)", (32, 32))]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.ones((4, 4)), "input 'arg0' has shape 4x4, expected 32x32"),
        (np.ones((32, 32), np.int32), "input 'arg0' has type int32, expected f32"),
        (runtime.Tensor.from_numpy(np.ones((32, 1))), "has shape 32x1, expected 32x32"),
        (runtime.Tensor.from_numpy(np.ones((32, 32), int)), "has type u32, expected f32"),
        (runtime.Tensor.from_numpy(X), "is 32x32xf32 row-major System none, expected"),
    ],
)
def test_device_input_error_names_input(given, message):
    with runtime.open_device() as device, pytest.raises(InputError, match=message) as caught:
        runtime.submit(device, step("Neg"), 0, [given], convert_layouts=False)
    assert str(caught.value).startswith("program 0 'main': input 'arg0' ")


def test_device_call_with_wrong_inputs_or_closed_device_reports_mistake():
    program = step("Neg")
    with runtime.open_device() as device, runtime.open_device() as other:
        with pytest.raises(InputError, match="takes 1 inputs, got 2"):
            runtime.submit(device, program, 0, [X, X])
        with pytest.raises(InputError, match="has no input 'y'"):
            runtime.submit(device, program, 0, {"y": X})
        with pytest.raises(InputError, match="has no input 1: it takes 1"):
            runtime.get_layout(program, 0, 1)
        with pytest.raises(SimulationError, match="opened without a system descriptor"):
            device.memory_views()
        (out,) = runtime.submit(device, program, 0, [X])
        with pytest.raises(InputError, match="input 'arg0' is on another device"):
            runtime.submit(other, program, 0, [out])
        assert repr(device) == "Device(1x1, open)"
    with pytest.raises(SimulationError, match="the device is closed"):
        runtime.submit(device, program, 0, [X])
    with pytest.raises(InputError, match="its device closed"):
        runtime.to_host(out)
    with pytest.raises(SimulationError, match="a mesh of 0x1 has no device"):
        runtime.open_device((0, 1))


def test_sub_mesh_of_device_runs_programs():
    program = ProgramBuilder()
    x = program.input((4,))
    program.add("GetDeviceOp", mesh={"y": 1, "x": 2}, chip_ids=[0, 1], out={"global_id": 0})
    binary = runtime.load(binary_bytes(program.output(x)))
    with runtime.open_device((2, 4), system_desc=SYSTEM) as device:
        assert device.sub_mesh((2, 2), (0, 2)).mesh_shape == (2, 2)
        with device.sub_mesh((1, 2), (1, 2)) as part:
            (out,) = runtime.submit(part, binary, 0, [np.ones(4)])
            assert runtime.to_host(out).numpy().tolist() == [1] * 4
            assert part.memory_views() == device.memory_views()
        assert (part.is_open, device.is_open) == (False, True)
        part = device.sub_mesh((1, 1))
        with pytest.raises(SimulationError, match="needs a mesh of 1x2, the opened one is 1x1"):
            runtime.submit(part, binary, 0, [np.ones(4)])
        inner = device.sub_mesh((2, 1)).sub_mesh((1, 1), (1, 0))
    assert not part.is_open
    assert not inner.is_open
    with pytest.raises(SimulationError, match="the device is closed"):
        device.sub_mesh((1, 1))


@pytest.mark.parametrize(
    ("shape", "offset"), [((3, 1), (0, 0)), ((1, 1), (2, 0)), ((0, 1), (0, 0)), ((1, 1), (-1, 0))]
)
def test_sub_mesh_outside_device_mesh_is_refused(shape, offset):
    with (
        runtime.open_device((2, 4)) as device,
        pytest.raises(SimulationError, match="a mesh of 2x4 has no part of"),
    ):
        device.sub_mesh(shape, offset)


def test_program_on_wrong_mesh_is_refused():
    program = ProgramBuilder()
    x = program.input((4,))
    program.add("GetDeviceOp", mesh={"y": 1, "x": 2}, chip_ids=[0, 1], out={"global_id": 0})
    binary = runtime.load(binary_bytes(program.output(x)))
    with pytest.raises(SimulationError, match="needs a mesh of 1x2, the opened one is 1x1"):
        runtime.submit(runtime.open_device(), binary, 0, [np.ones(4)])
    runtime.submit(runtime.open_device((1, 2)), binary, 0, [np.ones(4)])


@pytest.mark.parametrize(
    ("array", "data_type", "values"),
    [
        (np.float32([1.5]), "Float32", [1.5]),
        (np.float64([0.1]), "Float32", [np.float32(0.1)]),
        (np.float16([1.5]), "Float16", [1.5]),
        (np.array([1.5], ml_dtypes.bfloat16), "BFloat16", [1.5]),
        (np.int32([-1]), "UInt32", [2**32 - 1]),
        (np.int64([7]), "UInt32", [7]),
        (np.uint8([7]), "UInt8", [7]),
        (np.array([True]), "UInt8", [1]),
        ([1.5, 2.5], "Float32", [1.5, 2.5]),
    ],
)
def test_device_tensor_from_array_has_type_and_values_of_array(array, data_type, values):
    tensor = runtime.Tensor.from_numpy(array)
    assert tensor.desc.data_type is FORMATS[data_type]
    assert tensor.numpy().tolist() == values
    assert tensor.layout.on_host


def test_device_tensor_shares_no_memory_with_array():
    array = X.copy()
    tensor = runtime.Tensor.from_numpy(array)
    array[:] = 0
    tensor.numpy()[:] = 0
    np.testing.assert_array_equal(np.asarray(tensor), X)


def test_device_tensor_supports_dlpack_and_array_protocols():
    tensor = runtime.Tensor.from_numpy(X)
    np.testing.assert_array_equal(np.from_dlpack(tensor), X)
    assert np.asarray(tensor, np.float64).dtype == np.float64
    narrow = runtime.Tensor.from_numpy(X.astype(ml_dtypes.bfloat16))
    assert np.from_dlpack(narrow).dtype == np.float32
    assert runtime.Tensor.from_numpy(OnlyDlpack(X)).numpy().tolist() == X.tolist()
    for bad in ("text", np.array(["text"]), [[1], [2, 3]], np.ones(2, complex), object()):
        with pytest.raises(InputError, match="the tensor"):
            runtime.Tensor.from_numpy(bad)


class OnlyDlpack:
    """A tensor of another library, which has only the DLPack interface."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_torch_tensor_round_trips_through_device_tensor():
    torch = pytest.importorskip("torch")
    given = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    tensor = runtime.Tensor.from_numpy(given)
    assert torch.equal(torch.from_dlpack(tensor), given)


def test_tensor_statistics_count_nan_and_infinities():
    stats = runtime.Tensor.from_numpy([1.0, -3.0, 0.0, np.nan, np.inf, -np.inf]).stats()
    assert (stats.count, stats.minimum, stats.maximum) == (6, -3, 1)
    assert (stats.zeros, stats.nan, stats.inf) == (1, 1, 2)
    assert str(stats) == "min -3  max 1  mean -0.666667  1 NaN  2 infinite"
    assert str(runtime.Tensor.from_numpy([np.nan]).stats()) == "no finite values  1 NaN"


def test_nan_tracker_names_first_operation_with_nan():
    program = ProgramBuilder()
    x = program.input((4,))
    logarithm = program.eltwise("Log", [x], program.ref((4,)))
    program.output(program.eltwise("Add", [logarithm, x], program.ref((4,))))
    tracker = runtime.NonFiniteTracker()
    (out,) = runtime.load(binary_bytes(program)).run([[1.0, 0.0, -1.0, 2.0]], hooks=tracker.hooks)
    assert np.isnan(out[2])
    assert np.isneginf(out[1])
    assert tracker.first.operation.index == 0
    assert list(tracker.lines()) == [
        "operation 0 (EltwiseOp(Log)): 1 NaN, 1 infinite, from finite operands",
        "operation 1 (EltwiseOp(Add)): 1 NaN, 1 infinite, passed on",
    ]


def test_get_layout_reads_sharded_layout_from_binary():
    program = ProgramBuilder()
    x = program.input((64, 64), "BFloat16")
    layout = x["desc"]["layout"]
    layout["memory_desc"] |= {
        "shape": [1, 2],
        "memory_space": "DeviceL1",
        "memory_layout": "HeightSharded",
    }
    layout["core_range_set"] = [{"loc": {"y": 0, "x": 0}, "size": {"y": 2, "x": 1}}]
    binary = runtime.load(binary_bytes(program.output(x)))
    read = runtime.get_layout(binary, 0, 0)
    assert (read.shard_shape, read.cores, read.is_sharded) == ((1, 2), 2, True)
    with runtime.open_device(system_desc=SYSTEM) as device:
        (out,) = runtime.submit(device, binary, 0, [np.ones((64, 64))])
        assert in_use(device, "L1") == 2 * 2048
        assert out.layout == read
    layout["memory_desc"]["shape"] = [-1, 2]
    with pytest.raises(BinaryError, match="tensor 1: invalid shard -1x2 on 2 cores"):
        runtime.load(binary_bytes(program))
