"""Forms of operations between 2025-02-19 and 2025-11-26: recognition, conversion and values."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.dialects.revisions.detection import find_revision
from ttmlir_py.ir.diagnostics import CompilationError

EMPTY = {"2025-02": "tensor.empty", "2025-03": "tensor.empty"}
IMAGE = "tensor<1x8x9x4xf32>"
POOLED = (
    "dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, "
    "kernel_width = 3 : si32, padding_bottom = 2 : si32, padding_left = 1 : si32, "
    "padding_right = 0 : si32, padding_top = 1 : si32, stride_height = 1 : si32, "
    "stride_width = 2 : si32"
)
ARRAYS = (
    "dilation = array<i32: 1, 1>, kernel = array<i32: 2, 3>, "
    "padding = array<i32: 1, 1, 2, 0>, stride = array<i32: 1, 2>"
)
CONVOLVED = (
    "dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, "
    "padding_bottom = 2 : si32, padding_left = 1 : si32, padding_right = 0 : si32, "
    "padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 2 : si32"
)
CONVOLUTION = (
    "dilation = array<i32: 1, 1>, groups = 1 : i32, "
    "padding = array<i32: 1, 1, 2, 0>, stride = array<i32: 1, 2>"
)
POOL_TYPE = "tensor<1x10x4x4xf32>"


def program(op: str, types: list[str], properties: str = "", day: str = "2025-10") -> str:
    """Return a function with one operation of the revision of `day`, and its destination."""
    *inputs, result = types
    names = [f"%a{index}" for index in range(len(inputs))]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, inputs, strict=True))
    properties = properties and f" <{{{properties}}}>"
    return f"""module {{
  func.func @f({arguments}) -> {result} {{
    %0 = {EMPTY.get(day, "ttir.empty")}() : {result}
    %1 = "ttir.{op}"({", ".join([*names, "%0"])}){properties} : ({", ".join(types)}) -> {result}
    return %1 : {result}
  }}
}}
"""


KERNEL = "tensor<4x4x2x3xf32>"
V = "tensor<4x8xf32>"
GROUPS = "operandSegmentSizes = array<i32: 2, 1>"
FORMS = {
    "pooling-numbers": (
        ("max_pool2d", [IMAGE, POOL_TYPE], f"ceil_mode = false, {POOLED}", "2025-07"),
        ("max_pool2d", [IMAGE, POOL_TYPE], f"ceil_mode = false, {POOLED}"),
    ),
    "pooling-arrays": (
        ("max_pool2d", [IMAGE, POOL_TYPE], f"ceil_mode = false, {ARRAYS}", "2025-11"),
        ("max_pool2d", [IMAGE, POOL_TYPE], f"ceil_mode = false, {POOLED}"),
    ),
    "convolution-arrays": (
        ("conv2d", [IMAGE, KERNEL, POOL_TYPE], CONVOLUTION, "2025-11"),
        ("conv2d", [IMAGE, KERNEL, POOL_TYPE], CONVOLVED),
    ),
    "convolution-with-tensor-empty": (
        ("conv2d", [IMAGE, KERNEL, POOL_TYPE], CONVOLUTION, "2025-03"),
        ("conv2d", [IMAGE, KERNEL, POOL_TYPE], CONVOLVED),
    ),
    "minimum": (("minimum", [V, V, V], "", "2025-11"), ("minimum", [V, V, V], GROUPS)),
    "minimum-with-groups": (
        ("minimum", [V, V, V], GROUPS, "2025-04"),
        ("minimum", [V, V, V], GROUPS),
    ),
    "clamp": (
        ("clamp_scalar", [V, V], "max = 1.0 : f32, min = -2.0 : f32", "2025-11"),
        ("clamp", [V, V], "max = 1.0 : f32, min = -2.0 : f32"),
    ),
    "select": (
        (
            "index_select",
            [V, "tensor<4x4xf32>"],
            "begin = 2 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32",
            "2025-11",
        ),
        (
            "select",
            [V, "tensor<4x4xf32>"],
            "begin = 2 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32",
        ),
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_convert_op_of_later_2025_to_2025_02_gives_equivalent_op(name: str):
    (op, types, properties, day), first = FORMS[name]
    module = ttmlir_py.parse(program(op, types, properties, day))
    found = ttmlir_py.convert_revision(module, "2025-02")
    context = ttmlir_py.create_context(revision="2025-02")
    assert str(found) == str(ttmlir_py.parse(program(*first, day="2025-02"), context=context))


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        (program("matmul", [V, V, V], "transpose_b = true", "2025-03"), "2025-11"),
        (program("argmax", [V, V], "keep_dim = true", "2025-03"), "2025-11"),
        (program("conv2d", [IMAGE, KERNEL, V], CONVOLUTION, "2025-03"), "2025-11"),
        (program("conv2d", [IMAGE, KERNEL, V], CONVOLVED, "2025-02"), "2025-02"),
        ("#a = #tt.argument_type<input>\n" + program("abs", [V, V], "", "2025-03"), "2025-06"),
        (program("clamp", [V, V], "max = 1.0 : f32", "2025-06"), "2025-06"),
        (program("max_pool2d", [IMAGE, V], POOLED), "2025-07"),
        (program("avg_pool2d", [IMAGE, V], POOLED), "2025-07"),
        (program("avg_pool2d", [IMAGE, V], ARRAYS), "2025-11"),
        (program("max_pool2d_with_indices", [IMAGE, V], ARRAYS, "2025-03"), "2026-08"),
    ],
)
def test_find_revision_of_op_of_2025_returns_month_of_its_syntax(text: str, revision: str):
    assert find_revision(text) == revision
    assert find_revision(text.replace("<{", "{").replace("}> :", "} :")) == revision


def test_parse_of_transposed_product_with_tensor_empty_keeps_the_property():
    text = program("matmul", ["tensor<4x8xf32>", "tensor<6x8xf32>", "tensor<4x6xf32>"])
    text = text.replace("%0) :", "%0) <{transpose_b = true}> :").replace(
        "ttir.empty", "tensor.empty"
    )
    module = ttmlir_py.parse(text)
    a, b = np.arange(32, dtype=np.float32), np.arange(48, dtype=np.float32)
    (found,) = ttmlir_py.runtime.load(ttmlir_py.compile(module)).run(
        [a.reshape(4, 8), b.reshape(6, 8)]
    )
    np.testing.assert_allclose(found, a.reshape(4, 8) @ b.reshape(6, 8).T, rtol=1e-2)


def mean_of_windows(image: np.ndarray, counts_padding: bool) -> np.ndarray:
    """Return the means of 2x3 windows, padded by 1 row above, 2 below and 1 column before."""
    padding = ((0, 0), (1, 2), (1, 0), (0, 0))
    padded = np.pad(image, padding)
    ones = np.pad(np.ones_like(image), padding, constant_values=1.0 if counts_padding else 0.0)
    rows, columns = 10, 4
    found = np.zeros((1, rows, columns, image.shape[-1]), np.float32)
    for row in range(rows):
        for column in range(columns):
            at = np.s_[:, row : row + 2, 2 * column : 2 * column + 3]
            count = np.maximum(ones[at].sum((1, 2)), 1)
            found[:, row, column] = padded[at].sum((1, 2)) / count
    return found


@pytest.mark.parametrize(
    ("properties", "counts_padding"),
    [
        (POOLED, True),
        (ARRAYS, True),
        (f"count_include_pad = true, {ARRAYS}", True),
        (f"count_include_pad = false, {ARRAYS}", False),
    ],
)
def test_avg_pool2d_of_2025_counts_padding_by_default(properties: str, counts_padding: bool):
    text = program("avg_pool2d", [IMAGE, POOL_TYPE], f"ceil_mode = false, {properties}")
    image = np.random.default_rng(3).uniform(-2, 2, (1, 8, 9, 4)).astype(np.float32)
    (found,) = ttmlir_py.runtime.load(ttmlir_py.compile(ttmlir_py.parse(text))).run([image])
    np.testing.assert_allclose(found, mean_of_windows(image, counts_padding), atol=2e-2)


VECTOR = "tensor<3xf32>"
NORMALIZED = "tensor<2x3x4x4xf32>"


@pytest.mark.parametrize("trains", [False, True])
def test_batch_norm_of_2025_becomes_inference_op_unless_training(trains: bool):
    properties = f"dimension = 1 : i32, epsilon = 1.0e-03 : f32, training = {str(trains).lower()}"
    types = [NORMALIZED, *[VECTOR] * 4, NORMALIZED]
    module = ttmlir_py.parse(program("batch_norm", types, properties))
    if trains:
        with pytest.raises(ttmlir_py.CompilationError, match="trains, which no operation"):
            ttmlir_py.convert_revision(module, "2026-08")
        return
    assert '"ttir.batch_norm_inference"' in str(ttmlir_py.convert_revision(module, "2026-08"))


def test_scatter_in_dim_of_2025_replaces_elements():
    types = ["tensor<4x8xf32>", "tensor<2x8xi32>", "tensor<2x8xf32>", "tensor<4x8xf32>"]
    module = ttmlir_py.parse(program("scatter_in_dim", types, "dim = 0 : i32"))
    data, source = np.zeros((4, 8), np.float32), np.arange(16, dtype=np.float32).reshape(2, 8)
    index = np.array([[3] * 8, [1] * 8], np.int32)
    (found,) = ttmlir_py.runtime.load(ttmlir_py.compile(module)).run([data, index, source])
    data[3], data[1] = source
    np.testing.assert_array_equal(found, data)


def test_mesh_shard_of_type_identity_returns_input():
    properties = (
        "shard_dims = array<i64: -1>, shard_direction = #ttcore.shard_direction<full_to_shard>, "
        "shard_shape = array<i64: 1>, shard_type = #ttcore.shard_type<identity>"
    )
    module = ttmlir_py.parse(program("mesh_shard", [V, V], properties))
    assert module.revision == "2025-11"
    text = str(ttmlir_py.convert_revision(module, "2025-02"))
    assert "mesh_shard" not in text
    assert "return %a0" in text or "return %arg0" in text


@pytest.mark.parametrize("name", FORMS)
def test_print_of_op_of_2025_round_trips_in_its_revision(name: str):
    (op, types, properties, day), _ = FORMS[name]
    module = ttmlir_py.parse(program(op, types, properties, day))
    again = ttmlir_py.parse(str(module))
    assert again.revision == module.revision
    assert str(again) == str(module)


@pytest.mark.parametrize("is_wrapped", [False, True])
@pytest.mark.parametrize(("dialect", "revision"), [("tt", "2025-06"), ("ttcore", "2025-11")])
def test_lowering_of_2025_program_ignores_mesh_and_argument_annotations(
    dialect: str, revision: str, is_wrapped: bool
):
    plain = program("add", [V, V, V])
    function = plain.removeprefix("module {\n").removesuffix("}\n")
    function = function.replace(
        "%a0: tensor<4x8xf32>",
        f"%a0: tensor<4x8xf32> {{{dialect}.argument_type = #{dialect}.argument_type<input>}}",
    )
    text = f"""module attributes {{{dialect}.meshes = #{dialect}.meshes<[<"mesh" = 1x1>]>}} {{
{function}}}
"""
    if is_wrapped:
        text = f"module {{\n{dialect}.device_module {{\nbuiltin.{text}}}\n}}\n"
    modules = [ttmlir_py.parse(each) for each in (text, plain)]
    assert modules[0].revision == revision
    later = str(ttmlir_py.convert_revision(ttmlir_py.parse(text), "2026-08"))
    assert "ttcore.argument_type = #ttcore.argument_type<input>" in later
    assert "ttcore.meshes = #ttcore.meshes<" in later
    assert "tt." not in later
    for module in modules:
        ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    assert str(modules[0]) == str(modules[1])


CACHE, ROWS = "tensor<4x2x32x8xf32>", "tensor<1x2x2x8xf32>"
WRITE = """func.func @f(%a: {cache}, %b: {rows}, %c: tensor<2xi32>, %d: tensor<2x2xi32>) -> {cache} {{
  {result}"ttir.paged_update_cache"(%a, %b, %c, %d) <{{share_cache = false}}> : ({cache}, {rows}, tensor<2xi32>, tensor<2x2xi32>) -> {type}
  return {returned} : {cache}
}}"""


def test_paged_write_of_2025_returns_the_cache():
    given = {"cache": CACHE, "rows": ROWS}
    texts = {
        "2025-11": WRITE.format(result="%r = ", type=CACHE, returned="%r", **given),
        "2026-08": WRITE.format(result="", type="()", returned="%a", **given),
    }
    rng = np.random.default_rng(43)
    inputs = [
        rng.random((4, 2, 32, 8), "float32"),
        rng.random((1, 2, 2, 8), "float32"),
        np.array([1, 38], "int32"),
        np.array([[2, 0], [3, 1]], "int32"),
    ]
    expected = inputs[0].copy()
    expected[2, :, 1], expected[1, :, 6] = inputs[1][0, 0], inputs[1][0, 1]
    for revision, text in texts.items():
        context = ttmlir_py.create_context(revision=revision)
        module = ttmlir_py.parse(text, context=context)
        (found,) = runtime.load(ttmlir_py.compile(module, context=context)).run(inputs)
        np.testing.assert_array_equal(found, expected)


def test_paged_write_of_2025_with_another_result_type_is_refused():
    text = WRITE.format(cache=CACHE, rows=ROWS, result="%r = ", type=ROWS, returned="%a")
    context = ttmlir_py.create_context(revision="2025-11")
    with pytest.raises(CompilationError) as raised:
        ttmlir_py.parse(text, context=context)
    assert (
        "'ttir.paged_update_cache' op "
        "result of type 'tensor<1x2x2x8xf32>', but the cache has type 'tensor<4x2x32x8xf32>'"
    ) in str(raised.value)


def test_rotary_embedding_of_2025_swaps_halves():
    x, factors = "tensor<1x2x3x8xf32>", "tensor<1x1x3x8xf32>"
    text = program("rotary_embedding", [x, factors, factors, x], day="2025-11-22")
    rng = np.random.default_rng(1)
    inputs = [rng.random((1, heads, 3, 8), "float32") for heads in (2, 1, 1)]
    value, cos, sin = inputs
    turned = np.concatenate([-value[..., 4:], value[..., :4]], -1)
    (found,) = runtime.load(ttmlir_py.compile(ttmlir_py.parse(text))).run(inputs)
    np.testing.assert_array_equal(found, value * cos + turned * sin)


def test_rand_of_2025_is_read_but_not_lowered():
    text = """func.func @f() -> tensor<2x3xbf16> {
  %0 = "ttir.rand"() <{dtype = bf16, high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 0 : ui32, size = [2 : i32, 3 : i32]}> : () -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}"""
    context = ttmlir_py.create_context(revision="2025-11")
    module = ttmlir_py.parse(text, context=context)
    assert "dtype = bf16" in str(module)
    with pytest.raises(
        CompilationError, match=r"'ttir.rand' op of tt-mlir 2026-08 has no counterpart"
    ):
        ttmlir_py.compile(module, context=context)


@pytest.mark.parametrize(("dialect", "chips"), [("tt", "1"), ("ttcore", "1"), ("tt", "2")])
def test_declared_device_is_replaced_by_that_of_options(dialect: str, chips: str):
    text = f"""module {{ {dialect}.device_module {{ builtin.module {{
  {dialect}.device @default_device = <workerGrid = #{dialect}.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0] -> (0, 0, d1, d2 + s0), meshShape = {chips}x1, chipIds = [{", ".join("01"[: int(chips)])}]>
  func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {{
    %0 = ttir.empty() : tensor<2x3xf32>
    %1 = "ttir.relu"(%a, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }}
}} }} }}"""
    module = ttmlir_py.parse(text)
    if chips == "1":
        (found,) = ttmlir_py.runtime.load(ttmlir_py.compile(module)).run([-np.ones((2, 3))])
        assert not found.any()
    else:
        with pytest.raises(CompilationError, match="only a device of one chip is lowered"):
            ttmlir_py.compile(module)


@pytest.mark.parametrize(("shape", "is_valid"), [("1x", True), ("", True), ("2x", False)])
def test_reduction_of_all_dimensions_gives_one_element(shape: str, is_valid: bool):
    type_ = f"tensor<{shape}f32>"
    text = f"""func.func @f(%a: tensor<4x8xf32>) -> {type_} {{
  %0 = ttir.empty() : {type_}
  %1 = "ttir.sum"(%a, %0) <{{dim_arg = [0 : i32, 1 : i32], keep_dim = false}}> : (tensor<4x8xf32>, {type_}) -> {type_}
  return %1 : {type_}
}}"""
    if is_valid:
        assert "ttir.sum" in str(ttmlir_py.parse(text))
    else:
        with pytest.raises(CompilationError, match="Expected output shape"):
            ttmlir_py.parse(text)
