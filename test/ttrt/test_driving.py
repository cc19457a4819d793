"""Programs that drive the runtime with the names of upstream's module `ttrt.runtime`."""

import gc

import numpy as np
import pytest

import ttmlir_py
import ttmlir_py.ttrt as ttrt
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.ttrt.common import util

pytestmark = pytest.mark.slow

NAMES = [
    "Device",
    "Event",
    "Tensor",
    "MemoryBufferType",
    "DataType",
    "DeviceRuntime",
    "DispatchCoreType",
    "DebugEnv",
    "DebugHooks",
    "get_current_runtime",
    "set_current_runtime",
    "set_compatible_runtime",
    "get_current_system_desc",
    "open_device",
    "close_device",
    "submit",
    "create_tensor",
    "create_empty_tensor",
    "create_multi_device_tensor",
    "wait",
    "to_host",
    "to_layout",
    "get_layout",
    "get_op_output_tensor",
    "get_op_debug_str",
    "memcpy",
    "deallocate_tensor",
    "WorkaroundEnv",
    "get_op_loc_info",
    "unregister_hooks",
    "testing",
]
"""The names in upstream's module `ttrt.runtime` at commit 4329701592."""
UTIL = [
    "ttrt_datatype_to_torch_dtype",
    "get_ttrt_metal_home_path",
    "Logger",
    "Globals",
    "FileManager",
    "Artifacts",
    "Flatbuffer",
    "Binary",
    "SystemDesc",
    "Results",
]
F32 = ttrt.runtime.DataType.Float32
MODEL = """
func.func @main(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = tensor.empty() : tensor<32x64xf32>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("sum")
  %2 = tensor.empty() : tensor<32x64xf32>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> loc("relu")
  return %3 : tensor<32x64xf32>
}
"""
A, B = (np.random.default_rng(seed).standard_normal((32, 64)).astype(np.float32) for seed in (0, 1))


def tensor(array, data_type=F32):
    strides = [each // array.itemsize for each in array.strides]
    return ttrt.runtime.create_tensor(
        array.ctypes.data, list(array.shape), strides, array.itemsize, data_type
    )


def freed(binary, device):
    (made,) = ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    ttrt.runtime.deallocate_tensor(made, force=True)
    return made


def system_desc():
    data = ttrt.runtime.get_current_system_desc()[0].flatbuffer.data
    return ttrt.binary.load_binary_from_bytes(data)


@pytest.fixture
def binary(tmp_path):
    path = tmp_path / "model.ttnn"
    path.write_bytes(ttmlir_py.compile(MODEL, goldens={'loc("relu")': np.maximum(A + B, 0)}))
    return ttrt.binary.load_binary_from_path(path)


@pytest.fixture
def device():
    opened = ttrt.runtime.open_device([0])
    yield opened
    ttrt.runtime.close_device(opened)


def test_ttrt_runtime_module_has_upstream_names():
    assert [name for name in NAMES if not hasattr(ttrt.runtime, name)] == []
    assert set(NAMES) <= set(dir(ttrt.runtime))
    assert [name for name in UTIL if not hasattr(util, name)] == []
    names = (
        "load_from_path",
        "load_binary_from_path",
        "load_binary_from_capsule",
        "load_system_desc_from_path",
        "Flatbuffer",
        "as_dict",
    )
    assert [name for name in names if not hasattr(ttrt.binary, name)] == []


def test_script_that_loads_submits_and_reads_back_gets_result(binary, device):
    ttrt.runtime.set_compatible_runtime(binary)
    assert ttrt.runtime.get_current_runtime() == ttrt.runtime.DeviceRuntime.TTNN
    outputs = ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    ttrt.runtime.wait(outputs)
    ttrt.runtime.wait(tensors=outputs)
    ttrt.runtime.wait(tensor=outputs[0])
    result = np.zeros((32, 64), np.float32)
    host = ttrt.runtime.to_host(outputs[0], untilize=True)
    ttrt.runtime.memcpy(tensor(result), host)
    ttrt.runtime.deallocate_tensor(outputs[0], force=True)
    np.testing.assert_array_equal(result, np.maximum(A + B, 0))
    again = np.zeros_like(result)
    ttrt.runtime.memcpy(again.ctypes.data, host)
    np.testing.assert_array_equal(again, result)
    with pytest.raises(InputError, match="deallocated"):
        ttrt.runtime.wait(outputs)


def test_inputs_in_program_layout_stay_on_device_between_runs(binary, device):
    moved = [
        ttrt.runtime.to_layout(tensor(each), device, ttrt.runtime.get_layout(binary, 0, index))
        for index, each in enumerate((A, B))
    ]
    (first,) = ttrt.runtime.submit(device, binary, 0, moved)
    (second,) = ttrt.runtime.submit(device, binary, 0, [first, moved[1]])
    result = np.zeros((32, 64), np.float32)
    ttrt.runtime.memcpy(result.ctypes.data, ttrt.runtime.to_host(second))
    np.testing.assert_array_equal(result, np.maximum(np.maximum(A + B, 0) + B, 0))


def test_runtime_callback_receives_goldens_outputs_and_memory(binary, device):
    seen = []

    def callback(shown, program_context, op_context):
        location = ttrt.runtime.get_op_loc_info(op_context)
        golden = shown.get_debug_info_golden(location)
        output = ttrt.runtime.get_op_output_tensor(op_context, program_context)
        views = device.get_memory_view(0)
        assert views[ttrt.runtime.MemoryBufferType.DRAM].num_banks > 0
        if golden and output:
            seen.append(max(abs(a - b) for a, b in zip(golden, output, strict=True)))

    hooks = ttrt.runtime.DebugHooks.get(callback)
    assert str(hooks) == "debug::Hooks{\n\toperatorCallback: 1,\n}"
    try:
        ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    finally:
        ttrt.runtime.unregister_hooks()
    assert seen == [0.0]
    ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    assert seen == [0.0]


def test_exception_in_callback_propagates_from_submit(binary, device):
    def callback(*_):
        raise KeyError("mine")

    ttrt.runtime.DebugHooks.get(callback)
    try:
        with pytest.raises(KeyError, match="mine"):
            ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    finally:
        ttrt.runtime.unregister_hooks()


def test_borrowed_tensor_memory_is_read_when_program_runs(binary, device):
    changing = A.copy()
    given = tensor(changing)
    changing[:] = 5
    (made,) = ttrt.runtime.submit(device, binary, 0, [given, tensor(B)])
    result = np.zeros((32, 64), np.float32)
    ttrt.runtime.memcpy(result.ctypes.data, ttrt.runtime.to_host(made))
    np.testing.assert_array_equal(result, np.maximum(B + 5, 0))


def test_tensor_from_strided_memory_is_read_by_its_strides(binary, device):
    turned = np.asfortranarray(A)
    assert turned.strides != A.strides
    results = []
    for given in (tensor(A), tensor(turned)):
        (made,) = ttrt.runtime.submit(device, binary, 0, [given, tensor(B)])
        result = np.zeros((32, 64), np.float32)
        ttrt.runtime.memcpy(result.ctypes.data, ttrt.runtime.to_host(made))
        results.append(result)
    np.testing.assert_array_equal(*results)


@pytest.mark.parametrize("name", ["Float32", "Float16", "BFloat16", "UInt32", "UInt16", "UInt8"])
def test_tensor_elements_of_each_format_round_trip(name, device):
    data_type = ttrt.runtime.DataType[name]
    size = {"Float32": 4, "UInt32": 4, "UInt8": 1}.get(name, 2)
    given = np.arange(96, dtype=np.uint8).reshape(4, 24)[:, : 6 * size // size * size]
    given = np.ascontiguousarray(given[:, : 4 * size])
    shape = [4, 4]
    held = ttrt.runtime.create_tensor(given.ctypes.data, shape, [4, 1], size, data_type)
    result = np.zeros_like(given)
    ttrt.runtime.memcpy(result.ctypes.data, ttrt.runtime.to_host(held))
    np.testing.assert_array_equal(result, given)


def test_device_memory_of_runtime_tensors_is_counted_and_freed(binary, device):
    def used():
        return device.get_memory_view()[
            ttrt.runtime.MemoryBufferType.DRAM
        ].total_bytes_allocated_per_bank

    (made,) = ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    gc.collect()
    held = used()
    assert held > 0
    ttrt.runtime.deallocate_tensor(made)
    assert used() < held
    ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)])
    device.deallocate_buffers()
    assert used() == 0


def test_device_memory_counts_tensors_that_came_before_the_first_view(binary, device):
    layout = ttrt.runtime.get_layout(binary, 0, 0)
    kept = ttrt.runtime.to_layout(tensor(A), device, layout)
    ttrt.runtime.deallocate_tensor(ttrt.runtime.to_layout(tensor(A), device, layout))
    dram = ttrt.runtime.MemoryBufferType.DRAM
    assert device.get_memory_view()[dram].total_bytes_allocated_per_bank == 4096
    ttrt.runtime.deallocate_tensor(kept)
    assert device.get_memory_view()[dram].total_bytes_allocated_per_bank == 0


def test_empty_runtime_tensor_is_zero_in_requested_layout(binary, device):
    layout = ttrt.runtime.get_layout(binary, 0, 0)
    made = ttrt.runtime.create_empty_tensor(device, layout, [32, 64], [64, 1], 4)
    result = np.ones((32, 64), np.float32)
    ttrt.runtime.memcpy(result.ctypes.data, ttrt.runtime.to_host(made))
    assert not result.any()


def test_runtime_testing_functions_return_layouts_and_compare_outputs(binary, device):
    testing = ttrt.runtime.testing
    tiles = ttrt.runtime.to_layout(tensor(A), device, testing.get_dram_interleaved_tile_layout(F32))
    rows = ttrt.runtime.to_layout(tiles, device, testing.get_dram_interleaved_row_major_layout(F32))
    host = ttrt.runtime.to_layout(rows, device, testing.get_host_row_major_layout(F32))
    assert testing.compare_outs([host], [tensor(A)])
    assert not testing.compare_outs([host], [tensor(B)])
    with pytest.raises(RuntimeError, match="ttnn-standalone run"):
        testing.open_so("x.so")
    with pytest.raises(RuntimeError, match="ttnn-standalone run"):
        testing.run_so_program(None, "f", [tensor(A)], device)


def test_runtime_functions_return_system_runtime_and_debug_environment():
    system, devices = ttrt.runtime.get_current_system_desc()
    assert (system.file_identifier, devices) == ("TTSY", [0])
    assert ttrt.binary.as_dict(system)["system_desc"]["chip_descs"]
    for each in ttrt.runtime.get_available_runtimes():
        ttrt.runtime.set_current_runtime(each)
        assert ttrt.runtime.get_current_runtime() is each
    ttrt.runtime.set_current_runtime(ttrt.runtime.DeviceRuntime.TTNN)
    with pytest.raises(RuntimeError, match="Disabled is not available"):
        ttrt.runtime.set_current_runtime(ttrt.runtime.DeviceRuntime.Disabled)
    assert str(ttrt.runtime.DebugEnv.get(False)) == "debug::Env{\n\tloadKernelsFromDisk: 0\n}"
    with pytest.raises(RuntimeError, match="kernels in the binary"):
        ttrt.runtime.DebugEnv.get(True)
    text = str(ttrt.runtime.WorkaroundEnv.get(True, False, True, True, True))
    assert "\tmaxpool2dPreshard: 1,\n\tswapBinaryOperands: 0,\n" in text


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda b, d: ttrt.runtime.open_device([]), "No devices specified"),
        (lambda b, d: ttrt.runtime.create_tensor(0, [2], [1], 4, F32), "the address is 0"),
        (lambda b, d: ttrt.runtime.submit(d, b, 0, [tensor(A)]), "takes 2"),
        (lambda b, d: ttrt.runtime.submit(d, b, 9, [tensor(A)]), "no program 9"),
        (
            lambda b, d: ttrt.runtime.submit(d, b, 0, [tensor(A)] * 2, [tensor(A)]),
            "omit 'outputs'",
        ),
        (lambda b, d: ttrt.runtime.submit(d, b, 0, [tensor(A[:1]), tensor(B)]), "has shape"),
        (lambda b, d: ttrt.runtime.get_layout(b, 0, 7), "has no input 7"),
        (
            lambda b, d: ttrt.runtime.memcpy(tensor(A[:1].copy()), tensor(B)),
            "the source has 8192 bytes, the destination 256",
        ),
        (lambda b, d: d.get_memory_view(3), "no device 3"),
        (lambda b, d: ttrt.runtime.submit(d, b, 0, [freed(b, d), tensor(B)]), "was deallocated"),
        (lambda b, d: ttrt.runtime.to_host(freed(b, d)), "was deallocated"),
        (lambda b, d: ttrt.runtime.memcpy(B.ctypes.data, freed(b, d)), "was deallocated"),
        (
            lambda b, d: ttrt.runtime.create_empty_tensor(
                d, ttrt.runtime.get_layout(b, 0, 0), [1 << 40], [1], 4
            ),
            "takes more than 8 GiB",
        ),
        (lambda b, d: ttrt.binary.load_binary_from_path("absent.ttnn"), "Failed to open file"),
        (lambda b, d: ttrt.binary.load_binary_from_path(__file__), "not a TTNNBinary"),
        (lambda b, d: ttrt.runtime.submit(d, system_desc(), 0, []), "has no programs"),
        (lambda b, d: ttrt.runtime.open_device([-1]), "no device -1"),
    ],
)
def test_wrong_value_for_runtime_function_raises_runtime_error(act, words, binary, device):
    with pytest.raises(RuntimeError, match=words):
        act(binary, device)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda b, d: ttrt.runtime.create_tensor(8, [2], [1], 2, F32), "itemsize is 2, expected 4"),
        (lambda b, d: ttrt.runtime.create_tensor(8, [2, 2], [1], 4, F32), "do not fit shape"),
        (lambda b, d: ttrt.runtime.create_tensor(8, [1 << 40] * 2, [1, 1], 4, F32), "too large"),
    ],
)
def test_tensor_memory_with_contradictory_shape_or_strides_raises_value_error(
    act, words, binary, device
):
    with pytest.raises(ValueError, match=words):
        act(binary, device)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda b, d: ttrt.runtime.submit(None, b, 0, []), "'device' has type NoneType"),
        (lambda b, d: ttrt.runtime.submit(d, "x", 0, []), "'executable' has type str"),
        (lambda b, d: ttrt.runtime.submit(d, b, "main", []), "'program_index' has type str"),
        (lambda b, d: ttrt.runtime.submit(d, b, 0, [A, B]), r"'inputs\[0\]' has type ndarray"),
        (lambda b, d: ttrt.runtime.submit(d, b, 0, tensor(A)), "expected a list of Tensor"),
        (lambda b, d: ttrt.runtime.create_tensor(8, [2], [1], 4, 0), "'data_type' has type int"),
        (lambda b, d: ttrt.runtime.create_tensor("x", [2], [1], 4, F32), "are integers, not 'x'"),
        (lambda b, d: ttrt.runtime.memcpy(None, tensor(A)), "'dst' has type NoneType"),
        (lambda b, d: ttrt.runtime.wait(), "expected one of event, tensor and tensors"),
        (lambda b, d: ttrt.runtime.to_layout(tensor(A), d, None), "'layout' has type NoneType"),
        (lambda b, d: ttrt.runtime.open_device(0), "'device_ids' has type int"),
        (lambda b, d: ttrt.runtime.DebugHooks.get(None), "expected a function"),
        (lambda b, d: ttrt.runtime.get_op_loc_info(None), "expected the OpContext"),
        (lambda b, d: b.get_debug_info_golden(3), "the text of a location"),
        (lambda b, d: ttrt.binary.load_binary_from_capsule(3), "expected the bytes of a binary"),
    ],
)
def test_wrong_type_for_runtime_function_raises_type_error(act, words, binary, device):
    with pytest.raises(TypeError, match=words):
        act(binary, device)


def test_closed_device_refuses_to_run(binary):
    device = ttrt.runtime.open_device([0])
    ttrt.runtime.close_device(device)
    for act in (
        lambda: ttrt.runtime.submit(device, binary, 0, [tensor(A), tensor(B)]),
        device.get_memory_view,
        device.deallocate_buffers,
    ):
        with pytest.raises(RuntimeError, match="the device is closed: open it"):
            act()


def test_submit_of_mesh_program_to_single_device_is_refused(device):
    module = """func.func @f(%a: tensor<1x1x32x64xf32>) -> tensor<1x1x32x128xf32> {
      %0 = tensor.empty() : tensor<1x1x32x128xf32>
      %1 = "ttir.all_gather"(%a, %0) <{dim = 3 : si32}>
        : (tensor<1x1x32x64xf32>, tensor<1x1x32x128xf32>) -> tensor<1x1x32x128xf32>
      return %1 : tensor<1x1x32x128xf32>
    }"""
    pipeline = "ttir-to-ttnn-backend-pipeline{mesh-shape=1,2}"
    data = ttmlir_py.compile(module, pipeline, system="n300")
    given = np.zeros((1, 1, 32, 64), np.float32)
    binary = ttrt.binary.load_binary_from_bytes(data)
    with pytest.raises(RuntimeError, match="needs a mesh of 1x2, the opened one is 1x1"):
        ttrt.runtime.submit(device, binary, 0, [tensor(given)])


def test_program_of_ttrt_common_util_creates_torch_inputs_and_outputs(tmp_path, binary):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    binary.store(tmp_path / "model.ttnn")
    logger = util.Logger()
    opened = util.Binary(logger, util.FileManager(logger), str(tmp_path / "model.ttnn"))
    program = opened.get_program(0)
    program.populate_inputs(torch.ones)
    program.populate_outputs(torch.zeros)
    device = ttrt.runtime.open_device([0])
    inputs, outputs = (
        [
            ttrt.runtime.create_tensor(
                each.data_ptr(),
                list(each.shape),
                list(each.stride()),
                each.element_size(),
                util.Binary.Program.to_data_type(each.dtype),
            )
            for each in tensors
        ]
        for tensors in (program.input_tensors, program.output_tensors)
    )
    (made,) = ttrt.runtime.submit(device, opened.fbb, 0, inputs)
    ttrt.runtime.memcpy(outputs[0], ttrt.runtime.to_host(made, untilize=True))
    assert torch.equal(program.output_tensors[0], torch.full((32, 64), 2.0))
    assert util.ttrt_datatype_to_torch_dtype(F32) is torch.float32
    with pytest.raises(ValueError, match="Only F32"):
        util.ttrt_datatype_to_torch_dtype(ttrt.runtime.DataType.BFloat16)


def test_file_manager_finds_binaries(tmp_path, monkeypatch):
    logger = util.Logger()
    files = util.FileManager(logger)
    files.create_file(f"{tmp_path}/a/x.ttnn")
    files.copy_directory(f"{tmp_path}/b", f"{tmp_path}/a")
    assert files.find_ttnn_binary_paths(str(tmp_path)) == [
        f"{tmp_path}/a/x.ttnn",
        f"{tmp_path}/b/x.ttnn",
    ]
    assert files.find_ttmetal_binary_paths(str(tmp_path)) == []
    files.remove_directory(f"{tmp_path}/a")
    assert not files.check_directory_exists(f"{tmp_path}/a")
    with pytest.raises(FileNotFoundError):
        files.find_ttsys_binary_paths(f"{tmp_path}/a")
    monkeypatch.setenv("TTRT_TEST", "1")
    known = util.Globals(logger)
    assert known.check_global_exists("TTRT_TEST")
    known.remove_global_env("TTRT_TEST")
    assert not known.check_global_exists("TTRT_TEST")
    with pytest.raises(RuntimeError, match="no TT-Metal"):
        util.get_ttrt_metal_home_path()


def test_ttnn_extension_module_has_function_of_upstream_extension():
    from ttmlir_py import ttnn

    device = ttnn.open_device(device_id=0)
    assert ttnn._ttnn.device.synchronize_device(device) is None
    ttnn.close_device(device)


def test_ttmetal_program_writes_into_given_outputs(device):
    twice = MODEL.replace("(%a, %b, %0)", "(%a, %a, %0)")
    data = ttmlir_py.compile(twice, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    binary = ttrt.binary.load_binary_from_capsule(data)
    ttrt.runtime.set_compatible_runtime(binary)
    assert ttrt.runtime.get_current_runtime() is ttrt.runtime.DeviceRuntime.TTMetal
    ttrt.runtime.set_current_runtime(ttrt.runtime.DeviceRuntime.TTNN)
    inputs, result = [tensor(A), tensor(B)], np.zeros((32, 64), np.float32)
    with pytest.raises(RuntimeError, match="needs 'outputs'"):
        ttrt.runtime.submit(device, binary, 0, inputs)
    with pytest.raises(RuntimeError, match="expected a TTNN binary"):
        ttrt.runtime.get_layout(binary, 0, 0)
    event = ttrt.runtime.submit(device, binary, 0, inputs, [tensor(result)])
    ttrt.runtime.wait(event)
    np.testing.assert_array_equal(result, np.maximum(A + A, 0))
