"""Binaries written from text of the ttnn dialect of 2026-09 and 2026-10."""

from typing import Any

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.revisions import REGISTRY
from ttmlir_py.schemas import load_schema, read
from ttmlir_py.schemas.revisions import revision_of
from ttmlir_py.ttrt.perf_model import Machine, estimate_program

TTNN = "TTNN/binary.fbs"
Array = np.ndarray[Any, Any]
HEAD = """
#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#si32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #dram>, <interleaved>>
#index = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #dram>, <interleaved>>
#lines = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 4 + d1 * 4 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#more = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#cpu = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #host>>
"""
T = "tensor<4x8xf32, #f32>"
RANDOM = np.random.default_rng(5)
A, B = (RANDOM.uniform(0.1, 2, (4, 8)).astype(np.float32) for _ in range(2))


def binary(body: str, revision: str = "2026-10", more: str = "") -> bytes:
    """Return the binary of a function of two tensors, whose result is %r."""
    text = f"""{HEAD}
module {{
  func.func @main(%a: {T}, %b: {T}) -> {T} {{
    %d = "ttnn.get_device"() <{{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}}> : () -> !ttnn.device
    {body}
    return %r : {T}
  }}
  {more}
}}"""
    context = ttmlir_py.create_context(revision=revision)
    module = ttmlir_py.parse(text, context=context, file_name="test.mlir")
    data = ttmlir_py.translate(module, context=context)
    assert revision_of(TTNN, data) == revision
    return data


def operations(data: bytes) -> list[dict[str, Any]]:
    schema = load_schema(f"{revision_of(TTNN, data)}/{TTNN}")
    return read(schema, data).as_dict(raw_bytes=True)["programs"][0]["operations"]


def run(body: str, more: str = "") -> Array:
    (found,) = runtime.load(binary(body, more=more)).run([A.copy(), B.copy()])
    return found


ADD = f'%r = "ttnn.add"(%a, %b) <{{activations = [#ttnn.unary_with_param<op_type = log1p>]}}> : ({T}, {T}) -> {T}'


def test_binary_has_the_schema_hash_of_its_revision():
    for revision in ("2026-09", "2026-10-19", "2026-10"):
        body = f'%r = "ttnn.subtract"(%a, %b) : ({T}, {T}) -> {T}'
        root = read(load_schema(f"{revision}/{TTNN}"), binary(body, revision))
        assert root.schema_hash == REGISTRY[revision].schema_hashes[TTNN][0]


def test_union_of_2026_10_19_has_no_random_bits_before_layouts():
    """The compiler in jax-tt-plugin 0.1.2 writes ToLayoutOp as 131, that in 0.1.3 as 132."""
    rows = T.replace("#f32", "#rows")
    body = f"""
    %0 = "ttnn.to_layout"(%a) : ({T}) -> {rows}
    %r = "ttnn.to_layout"(%0) : ({rows}) -> {T}"""
    for revision, number in (("2026-10-19", 131), ("2026-10", 132)):
        union: Any = load_schema(f"{revision}/{TTNN}").types["tt.target.ttnn.OpType"]
        assert union.tag.values["ToLayoutOp"] == number
        (found,) = runtime.load(binary(body, revision)).run([A.copy(), B.copy()])
        np.testing.assert_array_equal(found, A)


def test_binary_operation_with_activations_stores_activations():
    data = binary(ADD)
    device, add = operations(data)
    assert device["type_type"] == "GetDeviceOp"
    assert add["type_type"] == "EltwiseBinaryOp"
    table = add["type"]
    assert table["type"] == "Add"
    assert table["output_dtype"] == "Float32"
    assert table["activations"] == [{"op_type": "Log1p", "params": []}]
    assert table["input_tensor_a_activations"] == []
    held = table["out"]["desc"]["layout"]["memory_desc"]
    assert held["tile_shape"] == {"y": 32, "x": 32}
    assert held["memory_config"] == {"tensor_memory_layout": "Interleaved", "buffer_type": "DRAM"}
    (found,) = runtime.load(data).run([A, B])
    np.testing.assert_allclose(found, np.log1p(A + B), rtol=1e-6)


def test_layout_change_stores_page_layout_and_memory():
    rows, cpu = (T.replace("#f32", name) for name in ("#rows", "#cpu"))
    body = f"""
    %0 = "ttnn.to_layout"(%a) : ({T}) -> {rows}
    %1 = "ttnn.from_device"(%0) : ({rows}) -> {cpu}
    %2 = "ttnn.to_device"(%1, %d) : ({cpu}, !ttnn.device) -> {rows}
    %r = "ttnn.to_layout"(%2) : ({rows}) -> {T}"""
    data = binary(body)
    _, first, second, third, _ = (each["type"] for each in operations(data))
    assert first["layout"] == "RowMajor"
    assert first.get("dtype") is None
    assert second["out"]["desc"]["layout"]["memory_desc"]["storage_type"] == "Host"
    assert third["device"] == {"global_id": 0}
    (found,) = runtime.load(data).run([A, B])
    np.testing.assert_array_equal(found, A)


INDEX, LINES, MORE = (
    "tensor<1x1x1x32xui32, #index>",
    "tensor<1x1x4x8xf32, #lines>",
    "tensor<1x1x32x8xf32, #more>",
)
PROGRAMS: dict[str, tuple[str, Any]] = {
    "embedding_bw": (
        f"""%i = "ttnn.full"(%d) <{{fill_value = 2 : i32, shape = #ttnn.shape<1x1x1x32>}}> : (!ttnn.device) -> {INDEX}
    %0 = "ttnn.reshape"(%b) <{{shape = [1 : i32, 1 : i32, 4 : i32, 8 : i32]}}> : ({T}) -> {LINES}
    %1 = "ttnn.repeat"(%0) <{{repeat_dims = #ttnn.shape<1x1x8x1>}}> : ({LINES}) -> {MORE}
    %2 = "ttnn.embedding_bw"(%i, %a, %1) : ({INDEX}, {T}, {MORE}) -> {LINES}
    %r = "ttnn.reshape"(%2) <{{shape = [4 : i32, 8 : i32]}}> : ({LINES}) -> {T}""",
        np.eye(4)[:, 2:3] * B.sum(0) * 8,
    ),
    "clamp": (
        f'%r = "ttnn.clamp_scalar"(%a) <{{min = 0.5 : f32, max = 1.0 : f32}}> : ({T}) -> {T}',
        np.clip(A, 0.5, 1),
    ),
    "full": (
        f"""%0 = "ttnn.full"(%d) <{{fill_value = 2.5 : f32, shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {T}
    %r = "ttnn.multiply"(%0, %b) : ({T}, {T}) -> {T}""",
        2.5 * B,
    ),
    "slice": (
        f"""%0 = "ttnn.slice_static"(%a) <{{begins = [1 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [2 : i32, 1 : i32]}}> : ({T}) -> tensor<2x8xf32, #f32>
    %r = "ttnn.concat"(%0, %0) <{{dim = 0 : si32}}> : (tensor<2x8xf32, #f32>, tensor<2x8xf32, #f32>) -> {T}""",
        np.concatenate([A[1::2], A[1::2]]),
    ),
    "product": (
        f"""%0 = "ttnn.matmul"(%a, %b) <{{transpose_b = true}}> : ({T}, {T}) -> tensor<4x4xf32, #f32>
    %r = "ttnn.matmul"(%0, %a) : (tensor<4x4xf32, #f32>, {T}) -> {T}""",
        A @ B.T @ A,
    ),
    "sum": (
        f"""%0 = "ttnn.sum"(%a) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}) -> tensor<4x1xf32, #f32>
    %r = "ttnn.divide"(%b, %0) : ({T}, tensor<4x1xf32, #f32>) -> {T}""",
        B / A.sum(1, keepdims=True),
    ),
    "sort": (
        f"""%v, %i = "ttnn.sort"(%a) <{{dim = 1 : si8, descending = true}}> : ({T}) -> ({T}, tensor<4x8xsi32, #si32>)
    %1 = "ttnn.typecast"(%i) : (tensor<4x8xsi32, #si32>) -> {T}
    %r = "ttnn.add"(%v, %1) : ({T}, {T}) -> {T}""",
        -np.sort(-A, 1) + np.argsort(-A, 1, kind="stable"),
    ),
    "norm": (
        f'%r = "ttnn.rms_norm"(%a) <{{epsilon = 1.0e-05 : f32, operandSegmentSizes = array<i32: 1, 0, 0>}}> : ({T}) -> {T}',
        A / np.sqrt((A * A).mean(1, keepdims=True) + 1e-5),
    ),
    "softmax": (
        f'%r = "ttnn.softmax"(%a) <{{dimension = 1 : si32, numericStable = true}}> : ({T}) -> {T}',
        np.exp(A) / np.exp(A).sum(1, keepdims=True),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_binary_of_later_revision_computes_same_results_as_text(name: str):
    body, expected = PROGRAMS[name]
    np.testing.assert_allclose(run(body), expected, rtol=2e-3, atol=1e-4)


def test_estimates_count_comparisons_of_sort_and_products_of_norm():
    """Each of 8 elements is compared 6 times, at 128 cycles for a tile and 1 GHz.

    Normalization reduces as a product of tiles in 4 passes, squares, and multiplies.
    """
    times: list[float] = []
    for name in ("sort", "norm"):
        loaded = runtime.load(binary(PROGRAMS[name][0]))
        machine = Machine.of(loaded.system_desc)
        first = next(estimate_program(loaded.programs[0], machine))
        times.append(first.times["compute"])
    assert times == [64 + 6 * 128, 64 + 2 * 32]


def test_call_operations_refer_to_programs_by_index():
    more = f"""
  func.func private @const() -> {T} attributes {{tt.function_type = "const_eval"}} {{
    %d = "ttnn.get_device"() : () -> !ttnn.device
    %0 = "ttnn.ones"(%d) <{{shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {T}
    return %0 : {T}
  }}
  func.func private @body(%a: {T}, %b: {T}) -> {T} {{
    %0 = "ttnn.add"(%a, %b) : ({T}, {T}) -> {T}
    return %0 : {T}
  }}"""
    body = f"""
    %0 = ttcore.load_cached(@const, []) : () -> {T}
    %1 = call @body(%a, %0) : ({T}, {T}) -> {T}
    %r = "ttcore.while_loop"(%1, %b) <{{body_program = @body, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<3>, step = #ttcore.loop_bound<1>, output_indices = array<i32: 0>, state_count = 1 : i32}}> : ({T}, {T}) -> {T}"""
    np.testing.assert_allclose(run(body, more), A + 1 + 3 * B, rtol=1e-6)


C = "tensor<4x8xf32, #cpu>"
TRACE = f"""
  func.func private @work(%a: {T}, %b: {T}, %o: {T}) {{
    %0 = "ttnn.add"(%a, %b) : ({T}, {T}) -> {T}
    "ttnn.copy"(%0, %o) : ({T}, {T}) -> ()
    return
  }}
  func.func private @slots(%b: {T}) -> ({T}, {T}, {T}) {{
    %d = "ttnn.get_device"() : () -> !ttnn.device
    %1 = "ttnn.empty"(%d) <{{shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {T}
    %2 = "ttnn.empty"(%d) <{{shape = #ttnn.shape<4x8>}}> : (!ttnn.device) -> {T}
    return %1, %b, %2 : {T}, {T}, {T}
  }}
  func.func private @capture(%a: {C}, %s: {T}, %t: {T}, %o: {T}) -> tensor<ui32, #ttnn.trace_id> {{
    %d = "ttnn.get_device"() : () -> !ttnn.device
    "ttnn.write_tensor"(%a, %s) : ({C}, {T}) -> ()
    call @work(%s, %t, %o) : ({T}, {T}, {T}) -> ()
    %i = "ttnn.begin_trace_capture"(%d) : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
    call @work(%s, %t, %o) : ({T}, {T}, {T}) -> ()
    "ttnn.end_trace_capture"(%d, %i) : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
    return %i : tensor<ui32, #ttnn.trace_id>
  }}
  func.func private @execute(%i: tensor<ui32, #ttnn.trace_id>) {{
    %d = "ttnn.get_device"() : () -> !ttnn.device
    "ttnn.execute_trace"(%d, %i) : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
    return
  }}"""
TRACED = f"""%h = "ttnn.from_device"(%a) : ({T}) -> {C}
    %r = "ttnn.capture_or_execute_trace"(%d, %h, %b) <{{allocate_slots_callee = @slots, capture_callee = @capture, device_resident_input_count = 1 : i32, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}}> : (!ttnn.device, {C}, {T}) -> {T}"""


def test_captured_trace_computes_the_traced_program():
    np.testing.assert_array_equal(run(TRACED, TRACE), A + B)


def test_captured_trace_stores_its_programs_and_the_trace_number():
    data = binary(TRACED, more=TRACE)
    root = read(load_schema(f"2026-10/{TTNN}"), data).as_dict(raw_bytes=True)
    names = [each["name"] for each in root["programs"]]
    trace = operations(data)[2]["type"]
    for callee in ("capture", "execute"):
        assert names[trace[f"{callee}_program_id"]] == callee
    assert names[trace["allocate_slots_program_id"]] == "slots"
    (number,) = root["programs"][names.index("capture")]["outputs"]
    held = number["desc"]["layout"]["memory_desc"]
    assert (held["storage_type"], held["data_type"]) == ("Host", "UInt32")


@pytest.mark.parametrize("given", [{"golden_map": {"x": A}}, {"revision": "2026-08"}])
def test_translation_option_that_later_revision_lacks_is_refused(given: dict[str, Any]):
    context = ttmlir_py.create_context(revision="2026-10")
    text = f"{HEAD}func.func @main(%a: {T}, %b: {T}) -> {T} {{ {ADD}\n return %r : {T} }}"
    module = ttmlir_py.parse(text, context=context, file_name="test.mlir")
    with pytest.raises(CompilationError, match=r"ttnn\.add"):
        ttmlir_py.translate(module, context=context, **given)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            f'%r = "ttnn.dropout"(%a) <{{prob = 0.1 : f32}}> : ({T}) -> {T}',
            "'ttnn.dropout' op cannot be translated: no table of 2026-10 is known for it",
        ),
        (
            f"""%0 = "ttnn.relu"(%a) : ({T}) -> tensor<4x8xf32>
    %r = "ttnn.add"(%0, %b) : (tensor<4x8xf32>, {T}) -> {T}""",
            "tensor<4x8xf32> has no #ttnn.ttnn_layout",
        ),
        (
            f"%r = ttcore.load_cached(@missing, []) : () -> {T}",
            "there is no function @missing with a body",
        ),
    ],
)
def test_translation_of_text_that_schema_cannot_express_names_line(body: str, message: str):
    more = f"func.func private @missing() -> {T}" if "@missing" in body else ""
    with pytest.raises(CompilationError) as raised:
        binary(body, more=more)
    assert message in str(raised.value)
    assert str(raised.value).startswith("test.mlir:")
