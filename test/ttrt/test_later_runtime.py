"""Programs for upstream's module `_ttmlir_runtime` of 2026-08."""

import json

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import ttrt
from ttmlir_py.ttrt import binary as tt_binary
from ttmlir_py.ttrt import later_runtime as tt_runtime

TEXT = """
#dram = #ttnn.buffer_type<dram>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
!t = tensor<4x8xf32, #f32>
module {
  func.func @main(%a: !t, %b: !t) -> !t {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %0 = "ttnn.add"(%a, %b) : (!t, !t) -> !t
    %1 = "ttnn.exp"(%0) : (!t) -> !t
    "ttnn.deallocate"(%0) <{force = false}> : (!t) -> ()
    %r = "ttnn.multiply"(%1, %b) : (!t, !t) -> !t
    return %r : !t
  }
}
"""
A = np.arange(32, dtype=np.float32).reshape(4, 8) / 32
B = A + 1
SUM = A + B


def tensor(array):
    return tt_runtime.create_borrowed_host_tensor(
        array.ctypes.data, [4, 8], [8, 1], 4, tt_runtime.DataType.Float32
    )


def values(held):
    (shard,) = tt_runtime.to_host(held, untilize=True)
    assert (shard.get_dtype(), shard.get_element_size()) == (tt_runtime.DataType.Float32, 4)
    return np.frombuffer(shard.get_data_buffer(), np.float32).reshape(shard.get_shape())


@pytest.fixture
def fbb():
    context = ttmlir_py.create_context(revision="2026-10")
    module = ttmlir_py.parse(TEXT, context=context)
    return tt_binary.load_binary_from_bytes(ttmlir_py.translate(module, context=context))


@pytest.fixture
def device():
    options = tt_runtime.MeshDeviceOptions()
    options.mesh_shape = [1, 1]
    opened = tt_runtime.open_mesh_device(options)
    yield opened
    tt_runtime.unregister_hooks()
    tt_runtime.close_mesh_device(opened)


CACHE = """
#dram = #ttnn.buffer_type<dram>
#f32 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
!t = tensor<1x1x32x32xf32, #f32>
module {
  func.func @main(%cache: !t, %rows: !t) -> !t {
    "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (!t, !t) -> ()
    %0 = "ttnn.exp"(%cache) : (!t) -> !t
    return %0 : !t
  }
}
"""


def test_operation_that_writes_an_operand_has_no_output_refs(device):
    context = ttmlir_py.create_context(revision="2026-10")
    module = ttmlir_py.parse(CACHE, context=context)
    fbb = tt_binary.load_binary_from_bytes(ttmlir_py.translate(module, context=context))
    counts = []
    tt_runtime.DebugHooks.get(
        post_op=lambda binary, program, op: counts.append(
            (len(tt_runtime.get_op_input_refs(op)), len(tt_runtime.get_op_output_refs(op)))
        )
    )
    rows = np.ones((1, 1, 32, 32), np.float32)
    held = [
        tt_runtime.create_borrowed_host_tensor(
            each.ctypes.data, [1, 1, 32, 32], [1024, 1024, 32, 1], 4, tt_runtime.DataType.Float32
        )
        for each in (np.zeros_like(rows), rows)
    ]
    (made,) = tt_runtime.submit(device, fbb, 0, held)
    np.testing.assert_allclose(values(made), np.exp(rows), rtol=1e-6)
    assert counts == [(2, 0), (1, 1)]


def test_later_binary_methods_return_programs_and_their_inputs(fbb):
    assert (fbb.get_num_programs(), fbb.get_program_name(0)) == (1, "main")
    assert (fbb.get_program_mesh_shape(0), fbb.is_program_private(0)) == ([1, 1], False)
    assert [each["desc"]["shape"] for each in json.loads(fbb.get_program_inputs_as_json(0))] == [
        [4, 8],
        [4, 8],
    ]
    assert "func.func @main" in json.loads(fbb.get_mlir_as_json())["source"]
    assert len(json.loads(fbb.get_program_ops_as_json(0))) == 5
    assert fbb.id != tt_binary.load_binary_from_bytes(fbb.flatbuffer.data).id
    with pytest.raises(RuntimeError, match="Invalid program index: 1"):
        fbb.get_program_name(1)


def test_callbacks_of_programs_and_operations_see_live_tensors(fbb, device):
    seen = []

    def program(name):
        return lambda binary, context: seen.append((name, binary.id == fbb.id))

    def operation(name):
        def callback(binary, context, op):
            assert tt_runtime.get_program_index(context) == 0
            outputs = tt_runtime.get_op_output_refs(op)
            inputs = tt_runtime.get_op_input_refs(op)
            live = [
                tt_runtime.retrieve_tensor_from_pool(context, each) is not None
                for each in [*inputs, *outputs]
            ]
            text = tt_runtime.get_op_debug_str(op)
            seen.append((name, text.partition('"ttnn.')[2].partition('"')[0], live))
            if name == "post" and "ttnn.add" in text:
                (ref,) = outputs
                assert (ref.get_shape(), ref.get_dtype().name) == ([4, 8], "Float32")
                found = tt_runtime.retrieve_tensor_from_pool(context, ref)
                np.testing.assert_array_equal(values(found), SUM)

        return callback

    tt_runtime.DebugHooks.get(
        pre_op=operation("pre"),
        post_op=operation("post"),
        pre_program=program("begin"),
        post_program=program("end"),
    )
    (made,) = tt_runtime.submit(device, fbb, 0, [tensor(A), tensor(B)])
    np.testing.assert_allclose(values(made), np.exp(SUM) * B, rtol=1e-6)
    assert seen == [
        ("begin", True),
        ("pre", "get_device", []),
        ("post", "get_device", []),
        ("pre", "add", [True, True, False]),
        ("post", "add", [True, True, True]),
        ("pre", "exp", [True, False]),
        ("post", "exp", [True, True]),
        ("pre", "deallocate", [True]),
        ("post", "deallocate", [False]),
        ("pre", "multiply", [True, True, False]),
        ("post", "multiply", [True, True, True]),
        ("end", True),
    ]
    tt_runtime.unregister_hooks()
    tt_runtime.submit(device, fbb, 0, [tensor(A), tensor(B)])
    assert len(seen) == 12


def test_owned_host_tensor_copies_memory_and_borrowed_tensor_shares_memory():
    array = A.copy()
    borrowed = tensor(array)
    owned = tt_runtime.create_owned_host_tensor(
        array.ctypes.data, [4, 8], [8, 1], 4, tt_runtime.DataType.Float32
    )
    array[:] = 7
    assert (values(borrowed) == 7).all()
    np.testing.assert_array_equal(values(owned), A)


def test_memcpy_converts_to_format_of_target():
    halves = np.zeros((4, 8), np.float16)
    tt_runtime.memcpy(halves.ctypes.data, tensor(A), tt_runtime.DataType.Float16)
    np.testing.assert_array_equal(halves, A.astype(np.float16))


def test_multi_device_tensor_has_a_shard_for_each_device():
    pointers = [A.ctypes.data, B.ctypes.data]
    arguments = ([4, 8], [8, 1], 4, tt_runtime.DataType.Float32, {"strategy": "replicate"})
    held = tt_runtime.create_multi_device_host_tensor(pointers, *arguments, [1, 2])
    assert tt_runtime.get_num_shards(held) == 2
    first, second = tt_runtime.to_host(held)
    np.testing.assert_array_equal(values(first), A)
    np.testing.assert_array_equal(values(second), B)
    with pytest.raises(RuntimeError, match="2 addresses, expected one for each"):
        tt_runtime.create_multi_device_host_tensor(pointers, *arguments, [2, 2])


def test_runtime_module_has_names_of_later_revisions():
    opened = ttrt.runtime.open_mesh_device(ttrt.runtime.MeshDeviceOptions(mesh_shape=[1, 2]))
    assert opened.get_mesh_shape() == [1, 2]
    ttrt.runtime.close_mesh_device(opened)
    with pytest.raises(AttributeError, match="no attribute 'update_tensor_in_pool'"):
        _ = ttrt.runtime.update_tensor_in_pool


def test_later_runtime_reports_wrong_options_and_callbacks():
    with pytest.raises(RuntimeError, match="expected two sizes"):
        tt_runtime.open_mesh_device(tt_runtime.MeshDeviceOptions(mesh_shape=[2]))
    with pytest.raises(TypeError, match="expected a function, got int"):
        tt_runtime.DebugHooks.get(pre_op=3)


def test_callbacks_see_operation_that_simulator_splits_as_one_operation(device):
    body = """%0 = "ttnn.matmul"(%a, %b) <{transpose_b = true}> : (!t, !t) -> tensor<4x4xf32, #f32>
    %r = "ttnn.matmul"(%0, %a) : (tensor<4x4xf32, #f32>, !t) -> !t
    return"""
    start, _, rest = TEXT.partition("%0 =")
    text = start + body + rest.partition("return")[2]
    context = ttmlir_py.create_context(revision="2026-10")
    module = ttmlir_py.parse(text, context=context)
    fbb = tt_binary.load_binary_from_bytes(ttmlir_py.translate(module, context=context))
    seen = []

    def callback(_, program, op):
        inputs = [
            tt_runtime.retrieve_tensor_from_pool(program, each)
            for each in tt_runtime.get_op_input_refs(op)
        ]
        output = tt_runtime.get_op_output_tensor(op, program)
        seen.append([values(each) for each in [*inputs, output] if each is not None])

    tt_runtime.DebugHooks.get(post_op=callback)
    tt_runtime.submit(device, fbb, 0, [tensor(A), tensor(B)])
    assert [len(each) for each in seen] == [0, 3, 3]
    left, right, product = seen[1]
    np.testing.assert_array_equal(left, A)
    np.testing.assert_array_equal(right, B)
    np.testing.assert_allclose(product, A @ B.T, rtol=1e-6)


def test_callbacks_see_called_program_as_one_operation(device):
    called = """func.func private @constant() -> !t attributes {tt.function_type = "const_eval"} {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %0 = "ttnn.full"(%d) <{fill_value = 2.0 : f32, shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> !t
    %1 = "ttnn.exp"(%0) : (!t) -> !t
    return %1 : !t
  }
}"""
    text = TEXT.replace("%0 =", "%c = ttcore.load_cached(@constant, []) : () -> !t\n    %0 =")
    text = text.replace('"ttnn.add"(%a, %b)', '"ttnn.add"(%a, %c)')
    context = ttmlir_py.create_context(revision="2026-10")
    module = ttmlir_py.parse(text.rstrip().removesuffix("}") + called, context=context)
    fbb = tt_binary.load_binary_from_bytes(ttmlir_py.translate(module, context=context))
    seen = []

    def callback(_, program, op):
        output = tt_runtime.get_op_output_tensor(op, program)
        text = tt_runtime.get_op_debug_str(op)
        seen.append((text.partition("=")[2].split("(")[0], output and values(output)))

    tt_runtime.DebugHooks.get(post_op=callback)
    tt_runtime.submit(device, fbb, 0, [tensor(A), tensor(B)])
    assert [name for name, _ in seen] == [
        ' "ttnn.get_device"',
        " ttcore.load_cached",
        ' "ttnn.add"',
        ' "ttnn.exp"',
        " false}> : ",
        ' "ttnn.multiply"',
    ]
    np.testing.assert_allclose(seen[1][1], np.full((4, 8), np.exp(2, dtype=np.float32)))
    np.testing.assert_allclose(seen[2][1], A + np.exp(2, dtype=np.float32))
