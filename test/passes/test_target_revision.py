"""Programs compiled for a later revision: they give the results of those for 2025-02."""

import numpy as np
import pytest
from ml_dtypes import bfloat16

import ttmlir_py
from ttmlir_py import compiler, schemas
from ttmlir_py.frontends.model import compile as compile_program
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.schemas.revisions import revision_of

LATER = {"target-revision": "2026-10"}
ROW = "tensor<4x40xf32>"
TYPE = f"({ROW}) -> {ROW}"
LESS = "^bb0(%a: tensor<f32>, %b: tensor<f32>"
ORDER = """  %p = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>"""


def window(combine: str, init: str, low: int, high: int) -> str:
    return f"""%c = stablehlo.constant dense<{init}> : tensor<f32>
    %r = "stablehlo.reduce_window"(%x, %c) <{{window_dimensions = array<i64: 1, 40>,
      padding = dense<[[0, 0], [{low}, {high}]]> : tensor<2x2xi64>}}> ({{
    {LESS}):
      %s = stablehlo.{combine} %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : ({ROW}, tensor<f32>) -> {ROW}"""


SORTED_PAIR = f"""%y = stablehlo.add %x, %x : {ROW}
    %v, %r = "stablehlo.sort"(%x, %y) <{{dimension = 1 : i64, is_stable = true}}> ({{
    {LESS}, %d: tensor<f32>, %e: tensor<f32>):
    {ORDER}
    }}) : ({ROW}, {ROW}) -> ({ROW}, {ROW})"""
ROOT = f"""%q = stablehlo.multiply %x, %x : {ROW}
    %t = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1]
      : ({ROW}, tensor<f32>) -> tensor<4xf32>
    %n = stablehlo.constant dense<40.0> : tensor<4xf32>
    %m = stablehlo.divide %t, %n : tensor<4xf32>
    %e = stablehlo.constant dense<0.5> : tensor<4xf32>
    %f = stablehlo.add %m, %e : tensor<4xf32>
    %g = stablehlo.rsqrt %f : tensor<4xf32>
    %h = stablehlo.broadcast_in_dim %g, dims = [0] : (tensor<4xf32>) -> {ROW}
    %r = stablehlo.multiply %x, %h : {ROW}"""
CENTERED = f"""%n = stablehlo.constant dense<40.0> : tensor<4xf32>
    %q = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
      : ({ROW}, tensor<f32>) -> tensor<4xf32>
    %o = stablehlo.divide %q, %n : tensor<4xf32>
    %b = stablehlo.broadcast_in_dim %o, dims = [0] : (tensor<4xf32>) -> {ROW}
    %x1 = stablehlo.subtract %x, %b : {ROW}
    %q1 = stablehlo.multiply %x1, %x1 : {ROW}
    %t = stablehlo.reduce(%q1 init: %z) applies stablehlo.add across dimensions = [1]
      : ({ROW}, tensor<f32>) -> tensor<4xf32>
    %m = stablehlo.divide %t, %n : tensor<4xf32>
    %e = stablehlo.constant dense<0.5> : tensor<4xf32>
    %f = stablehlo.add %m, %e : tensor<4xf32>
    %g = stablehlo.rsqrt %f : tensor<4xf32>
    %h = stablehlo.broadcast_in_dim %g, dims = [0] : (tensor<4xf32>) -> {ROW}
    %y = stablehlo.multiply %x1, %h : {ROW}
    %w = stablehlo.slice %x [1:2, 0:40] : ({ROW}) -> tensor<1x40xf32>
    %w1 = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<1x40xf32>) -> {ROW}
    %y1 = stablehlo.multiply %y, %w1 : {ROW}
    %v = stablehlo.slice %x [2:3, 0:40] : ({ROW}) -> tensor<1x40xf32>
    %v1 = stablehlo.broadcast_in_dim %v, dims = [0, 1] : (tensor<1x40xf32>) -> {ROW}
    %r = stablehlo.add %y1, %v1 : {ROW}"""
PROGRAMS = {
    "sort": SORTED_PAIR,
    "cumprod": window("multiply", "1.0", 39, 0),
    "cumulative": window("minimum", "0x7F800000", 0, 39),
    "gather": f"%r = stablehlo.reverse %x, dims = [1] : {ROW}",
    "rms_norm": ROOT,
    "unary": f"""%s = stablehlo.logistic %x : {ROW}
    %r = stablehlo.multiply %x, %s : {ROW}""",
    "binary": f"%r = stablehlo.atan2 %x, %x : {ROW}",
    "rows_gather": f"""%i = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across
      dimensions = [0, 1] : ({ROW}, tensor<f32>) -> tensor<f32>
    %j = stablehlo.convert %i : (tensor<f32>) -> tensor<i32>
    %s = stablehlo.dynamic_slice %x, %j, %j, sizes = [4, 37]
      : ({ROW}, tensor<i32>, tensor<i32>) -> tensor<4x37xf32>
    %r = stablehlo.pad %s, %z, low = [0, 3], high = [0, 0], interior = [0, 0]
      : (tensor<4x37xf32>, tensor<f32>) -> {ROW}""",
    "rows_scatter": f"""%i = stablehlo.constant dense<[[3], [1], [7]]> : tensor<3x1xi32>
    %u = stablehlo.constant dense<2.5> : tensor<3x40xf32>
    %r = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
    {LESS}):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : ({ROW}, tensor<3x1xi32>, tensor<3x40xf32>) -> {ROW}""",
    "avg_pool2d": f"""%i = stablehlo.reshape %x : ({ROW}) -> tensor<1x4x10x4xf32>
    %p = "stablehlo.reduce_window"(%i, %z) <{{window_dimensions = array<i64: 1, 3, 2, 1>,
      padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}}> ({{
    {LESS}):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : (tensor<1x4x10x4xf32>, tensor<f32>) -> tensor<1x4x10x4xf32>
    %r = stablehlo.reshape %p : (tensor<1x4x10x4xf32>) -> {ROW}""",
    "layer_norm": CENTERED,
    "topk": f"""%v, %i = chlo.top_k(%x, k = 40) : {ROW} -> ({ROW}, tensor<4x40xi32>)
    %r = stablehlo.convert %i : (tensor<4x40xi32>) -> {ROW}""",
}
"""Programs by the op of the dialect `later` that they need."""


def text(body: str) -> str:
    zero = "%z = stablehlo.constant dense<0.0> : tensor<f32>"
    start = f"func.func @main(%x: {ROW}) -> {ROW} {{\n    {zero}"
    return f"{start}\n    {body}\n    return %r : {ROW}\n}}"


@pytest.mark.parametrize("op", PROGRAMS)
def test_program_for_later_revision_gives_same_results(op: str):
    source = text(PROGRAMS[op])
    x = np.random.default_rng(0).normal(size=(4, 40)).astype(np.float32)
    early = compile_program(source, warnings=["-w"])
    late = compile_program(source, options=LATER, warnings=["-w"])
    assert f'"later.{op}"' in late.ttnn
    assert "later." not in early.ttnn
    assert str(ttmlir_py.parse(late.ttnn)).strip() == late.ttnn.strip()
    assert revision_of("TTNN/binary.fbs", late.binary) == "2026-10"
    np.testing.assert_allclose(late(x)[0], early(x)[0], rtol=1e-5, atol=1e-5)
    assert late.perf().nanoseconds < early.perf().nanoseconds


def test_layout_changes_for_later_revision_stay_on_the_device():
    body = f"""%a = stablehlo.slice %x [0:4, 3:40] : ({ROW}) -> tensor<4x37xf32>
    %b = stablehlo.slice %x [0:4, 0:3] : ({ROW}) -> tensor<4x3xf32>
    %r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x37xf32>, tensor<4x3xf32>) -> {ROW}"""
    late = compile_program(text(body), options=LATER, warnings=["-w"])
    assert "from_device" not in late.ttnn
    x = np.arange(160, dtype=np.float32).reshape(4, 40)
    np.testing.assert_array_equal(late(x)[0], np.roll(x, -3, axis=1))


def test_activations_are_fused_and_take_their_cycles_only():
    body = f"""%o = stablehlo.logistic %x : {ROW}
    %a = stablehlo.add %x, %o : {ROW}
    %m = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> {ROW}
    %r = stablehlo.maximum %a, %m : {ROW}"""
    late = compile_program(text(body), options=LATER, warnings=["-w"])
    binary = schemas.read(schemas.load_schema("2026-10/TTNN/binary.fbs"), late.binary)
    (add,) = [each.type for each in binary.programs[0].operations if "EltwiseB" in each.type_type]
    assert [each.op_type for each in add.activations] == ["Relu"]
    assert [each.op_type for each in add.input_tensor_b_activations] == ["Sigmoid"]
    x = np.random.default_rng(0).normal(size=(4, 40)).astype(np.float32)
    np.testing.assert_allclose(late(x)[0], np.maximum(x + 1 / (1 + np.exp(-x)), 0), rtol=1e-5)
    times = {each.operation.label: each for each in late.perf().estimates}
    assert times["EltwiseOp(Relu)"].latency == times["EltwiseOp(Relu)"].dram_bytes - 8192 == 0
    assert times["EltwiseOp(Add)"].latency == 0 < times["EltwiseOp(Sigmoid)"].latency


def test_program_for_later_revision_is_not_written_for_another_one():
    source = f"func.func @main(%x: {ROW}) -> {ROW} {{\n return %x : {ROW}\n}}"
    module = ttmlir_py.parse(source)
    compiler.PassManager(
        "builtin.module(ttir-to-ttnn-backend-pipeline{target-revision=2026-10})"
    ).run(module)
    with pytest.raises(CompilationError, match="compile it without target-revision"):
        ttmlir_py.translate(module, revision="2026-08")


def test_unknown_target_revision_reports_choices():
    with pytest.raises(ValueError, match="expected 2025-02 or 2026-10"):
        compile_program(text(PROGRAMS["unary"]), options={"target-revision": "2026-11"})


HEADS = "tensor<2x64x2x64xbf16>"
HEADS_FIRST = "tensor<2x2x64x64xbf16>"
SCORES = "tensor<2x2x64x64xf32>"
ATTENTION = f"""func.func @main(%x: tensor<2x64x384xbf16>, %c: tensor<64x64xbf16>, %s: tensor<64x64xbf16>)
    -> tensor<2x64x128xbf16> {{
  %q0 = stablehlo.slice %x [0:2, 0:64, 0:128] : (tensor<2x64x384xbf16>) -> tensor<2x64x128xbf16>
  %k0 = stablehlo.slice %x [0:2, 0:64, 128:256] : (tensor<2x64x384xbf16>) -> tensor<2x64x128xbf16>
  %v0 = stablehlo.slice %x [0:2, 0:64, 256:384] : (tensor<2x64x384xbf16>) -> tensor<2x64x128xbf16>
  %q1 = stablehlo.reshape %q0 : (tensor<2x64x128xbf16>) -> {HEADS}
  %k1 = stablehlo.reshape %k0 : (tensor<2x64x128xbf16>) -> {HEADS}
  %v1 = stablehlo.reshape %v0 : (tensor<2x64x128xbf16>) -> {HEADS}
  %q2 = stablehlo.transpose %q1, dims = [0, 2, 1, 3] : ({HEADS}) -> {HEADS_FIRST}
  %k = stablehlo.transpose %k1, dims = [0, 2, 1, 3] : ({HEADS}) -> {HEADS_FIRST}
  %v = stablehlo.transpose %v1, dims = [0, 2, 1, 3] : ({HEADS}) -> {HEADS_FIRST}
  %a = stablehlo.slice %q2 [0:2, 0:2, 0:64, 0:32] : ({HEADS_FIRST}) -> tensor<2x2x64x32xbf16>
  %b0 = stablehlo.slice %q2 [0:2, 0:2, 0:64, 32:64] : ({HEADS_FIRST}) -> tensor<2x2x64x32xbf16>
  %b = stablehlo.negate %b0 : tensor<2x2x64x32xbf16>
  %t = stablehlo.concatenate %b, %a, dim = 3
    : (tensor<2x2x64x32xbf16>, tensor<2x2x64x32xbf16>) -> {HEADS_FIRST}
  %c1 = stablehlo.broadcast_in_dim %c, dims = [2, 3] : (tensor<64x64xbf16>) -> {HEADS_FIRST}
  %s1 = stablehlo.broadcast_in_dim %s, dims = [2, 3] : (tensor<64x64xbf16>) -> {HEADS_FIRST}
  %m0 = stablehlo.multiply %q2, %c1 : {HEADS_FIRST}
  %m1 = stablehlo.multiply %t, %s1 : {HEADS_FIRST}
  %q = stablehlo.add %m0, %m1 : {HEADS_FIRST}
  %d = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1],
    contracting_dims = [3] x [3] : ({HEADS_FIRST}, {HEADS_FIRST}) -> {SCORES}
  %f = stablehlo.constant dense<0.125> : {SCORES}
  %e = stablehlo.multiply %d, %f : {SCORES}
  %i = stablehlo.iota dim = 2 : tensor<2x2x64x64xi32>
  %j = stablehlo.iota dim = 3 : tensor<2x2x64x64xi32>
  %p = stablehlo.compare GE, %i, %j, SIGNED
    : (tensor<2x2x64x64xi32>, tensor<2x2x64x64xi32>) -> tensor<2x2x64x64xi1>
  %n = stablehlo.constant dense<-1.0e30> : {SCORES}
  %g = stablehlo.select %p, %e, %n : tensor<2x2x64x64xi1>, {SCORES}
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.exponential %g : {SCORES}
  %u = stablehlo.reduce(%h init: %z) applies stablehlo.add across dimensions = [3]
    : ({SCORES}, tensor<f32>) -> tensor<2x2x64xf32>
  %w = stablehlo.broadcast_in_dim %u, dims = [0, 1, 2] : (tensor<2x2x64xf32>) -> {SCORES}
  %y = stablehlo.divide %h, %w : {SCORES}
  %y1 = stablehlo.convert %y : ({SCORES}) -> {HEADS_FIRST}
  %o = stablehlo.dot_general %y1, %v, batching_dims = [0, 1] x [0, 1],
    contracting_dims = [3] x [2] : ({HEADS_FIRST}, {HEADS_FIRST}) -> {HEADS_FIRST}
  %o1 = stablehlo.transpose %o, dims = [0, 2, 1, 3] : ({HEADS_FIRST}) -> {HEADS}
  %r = stablehlo.reshape %o1 : ({HEADS}) -> tensor<2x64x128xbf16>
  return %r : tensor<2x64x128xbf16>
}}"""
FUSED = [
    *("SplitQueryKeyValueAndSplitHeadsOp", "RotaryEmbeddingOp"),
    *("ScaledDotProductAttentionOp", "ConcatenateHeadsOp"),
]


def test_attention_of_bf16_is_fused_with_its_heads_and_rotary_embedding():
    early = compile_program(ATTENTION, warnings=["-w"])
    late = compile_program(ATTENTION, options=LATER, warnings=["-w"])
    binary = schemas.read(schemas.load_schema("2026-10/TTNN/binary.fbs"), late.binary)
    tables = [each.type_type for each in binary.programs[0].operations]
    assert [each for each in tables if each in FUSED] == FUSED
    (attention,) = [
        each.type
        for each in binary.programs[0].operations
        if each.type_type == "ScaledDotProductAttentionOp"
    ]
    assert (attention.is_causal, attention.scale, attention.attention_mask) == (True, 0.125, None)
    draw = np.random.default_rng(0)
    angles = draw.uniform(size=(64, 32))
    tables = [np.tile(each(angles), 2).astype(bfloat16) for each in (np.cos, np.sin)]
    inputs = [draw.normal(size=(2, 64, 384)).astype(bfloat16), *tables]
    expected, found = (each(*inputs)[0].astype(np.float32) for each in (early, late))
    np.testing.assert_allclose(found, expected, atol=0.03)
    assert late.perf().nanoseconds < 0.5 * early.perf().nanoseconds


PRODUCT = """func.func @main(%a: tensor<32x512xbf16>, %b: tensor<512x32xbf16>)
    -> tensor<32x32xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<32x512xbf16>, tensor<512x32xbf16>) -> tensor<32x32xbf16>
  return %0 : tensor<32x32xbf16>
}"""


def product(options: dict[str, object]) -> tuple[dict[str, object], float, float]:
    """Return the configuration of the product in the binary, its time for computing, and the
    largest error on the device.
    """
    model = compile_program(PRODUCT, options=options, warnings=["-w"])
    path = "2026-10/TTNN/binary.fbs" if options else "TTNN/binary.fbs"
    binary = schemas.read(schemas.load_schema(path), model.binary).as_dict()
    (table,) = [
        each["type"]
        for each in binary["programs"][0]["operations"]
        if each["type_type"] == "MatmulOp"
    ]
    draw = np.random.default_rng(0)
    a, b = (draw.normal(size=each).astype(bfloat16) for each in ((32, 512), (512, 32)))
    found = model.run([a, b], numerics="device")[0].astype(np.float64)
    error = np.abs(found - a.astype(np.float64) @ b.astype(np.float64)).max()
    (time,) = [each.times["compute"] for each in model.perf().estimates]
    return table.get("compute_config") or {}, time, float(error)


def test_math_fidelity_and_accumulation_change_binary_time_and_results():
    fidelity, accumulation = "compute-cfg-math-fidelity", "compute-cfg-fp32-dest-acc-en"
    usual, slow, exact = product(LATER)
    assert usual == {"math_fidelity": "HiFi4", "fp32_dest_acc_en": True}
    assert product(LATER | {"enable-optimizer": True})[0] == {}
    config, time, error = product(LATER | {fidelity: "lofi", accumulation: "false"})
    assert config == {"math_fidelity": "LoFi", "fp32_dest_acc_en": False}
    assert time * 4 == pytest.approx(slow)
    assert error > 4 * exact
    _, time, rounded = product(LATER | {accumulation: "unset"})
    assert time == slow
    assert rounded > 2 * exact


def test_math_fidelity_is_refused_for_2025_02():
    with pytest.raises(ValueError, match="'lofi' needs target-revision=2026-10"):
        compile_program(PRODUCT, options={"compute-cfg-math-fidelity": "lofi"})


def test_operand_keeps_a_broadcast_that_gives_the_size_of_the_result():
    wide = "tensor<32xbf16>"
    module = ttmlir_py.parse(f"""func.func @main(%x: tensor<1xbf16>) -> {wide} {{
  %0 = tensor.empty() : {wide}
  %1 = "ttir.broadcast"(%x, %0) <{{broadcast_dimensions = array<i64: 32>}}>
    : (tensor<1xbf16>, {wide}) -> {wide}
  %2 = "ttir.add"(%1, %1, %0) <{{operandSegmentSizes = array<i32: 2, 1>}}>
    : ({wide}, {wide}, {wide}) -> {wide}
  return %2 : {wide}
}}""")
    passes = "tt-set-target-revision{revision=2026-10},ttir-implicit-broadcast-fold"
    compiler.PassManager(f"builtin.module({passes})").run(module)
    assert str(module).count("ttir.broadcast") == 1
