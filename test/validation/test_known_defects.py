"""Tests of programs that upstream compiles incorrectly or refuses late: here they are correct,
refused, or warned of and named by validation.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from reference.one_op import program

from ttmlir_py import compiler
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.validation import compare_modules, mark

pytestmark = pytest.mark.slow

GATHER = (
    "offset_dims = array<i64: 0>, collapsed_slice_dims = array<i64: 1>, operand_batching_dims = array<i64>, "
    "start_indices_batching_dims = array<i64>, start_index_map = array<i64: 1>, index_vector_dim = 1 : si64, "
    "slice_sizes = array<i64: 32, 1>, indices_are_sorted = false"
)
SCATTER = (
    "update_window_dims = array<i32: 1>, inserted_window_dims = array<i32: 0>, input_batching_dims = array<i32>, "
    "scatter_indices_batching_dims = array<i32>, scatter_dims_to_operand_dims = array<i32: 0>, "
    "index_vector_dim = 1 : i32, indices_are_sorted = false, unique_indices = false"
)
CONVOLUTION = (
    "window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, input_dilation = array<i64: 2, 2>, "
    "weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, "
    "convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, "
    "kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, "
    "output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, "
    "batch_group_count = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 1>"
)
POOL = (
    "kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32, "
    "dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32, "
    "padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32"
)
GROUPS = """func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = "ttir.all_reduce"(%a, %e) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, dim = 1 : si32, reduce_type = #tt.reduce_type<sum>, channel_handle = 1 : si32, use_global_device_ids, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}"""
EITHER = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = "ttir.logical_or"(%a, %a, %e) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
ERROR = "error"


def op(name: str, types: str, properties: str, result: str) -> str:
    return program(name, [f"tensor<{each}>" for each in types.split()], properties, f"tensor<{result}>")  # fmt: skip


def constant(value: str, type_: str) -> str:
    return f"""func.func @main() -> tensor<{type_}> {{
  %0 = "ttir.constant"() <{{value = dense<{value}> : tensor<{type_}>}}> : () -> tensor<{type_}>
  return %0 : tensor<{type_}>
}}"""


class Defect(NamedTuple):
    """A program, the verdict of validation or ERROR, and words of the warning or error."""

    text: str
    outcome: str
    said: str = ""
    inputs: Any = "randn:0"
    system: str | None = None


SIGNS = "signed 32-bit integers are stored as u32"
IN_BF16 = "is computed in bf16"
LINE = np.array([-1, 2, -3, 4])
OTHERS = np.array([2, -2, 3, -5])
ROWS = np.arange(32).reshape(4, 8) - 20
EVERY_SECOND = "begins = [0 : i32, 0 : i32], ends = [8 : i32, 8 : i32], step = [2 : i32, 2 : i32]"
GATHER_OF_ROWS = (
    "offset_dims = array<i64: 2>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, "
    "start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 2 : si64, "
    "slice_sizes = array<i64: 1, 64>, indices_are_sorted = false"
)
H, W = "tensor<8x4xui32>", "tensor<8x8xui32>"
HALVES = f"""func.func @main(%a: {W}) -> {W} {{
  %e = tensor.empty() : {H}
  %0 = "ttir.slice"(%a, %e) <{{begins = [0 : i32, 4 : i32], ends = [8 : i32, 8 : i32], step = [1 : i32, 1 : i32]}}> : ({W}, {H}) -> {H}
  %f = tensor.empty() : {H}
  %1 = "ttir.slice"(%a, %f) <{{begins = [0 : i32, 0 : i32], ends = [8 : i32, 4 : i32], step = [1 : i32, 1 : i32]}}> : ({W}, {H}) -> {H}
  %g = tensor.empty() : {W}
  %2 = "ttir.concat"(%0, %1, %g) <{{dim = 1 : si32}}> : ({H}, {H}, {W}) -> {W}
  return %2 : {W}
}}"""
ARANGE = """func.func @main() -> tensor<4xi32> {
  %0 = "ttir.arange"() <{start = -2 : si64, end = 2 : si64, step = 1 : si64, arange_dimension = 0 : i64}> : () -> tensor<4xi32>
  return %0 : tensor<4xi32>
}"""


def negative(name: str, operands: int, properties: str = "") -> Defect:
    """Return a program of one operation on negative integers."""
    if properties.startswith("dim"):
        result = "4x8xi32" if name == "cumsum" else "4xi32"
        return Defect(op(name, "4x8xi32", properties, result), "FORMAT", SIGNS, [ROWS])
    types = " ".join(["4xi32"] * operands)
    return Defect(op(name, types, properties, "4xi32"), "FORMAT", SIGNS, [LINE, OTHERS][:operands])


REDUCED = "dim_arg = [1 : i32], keep_dim = false"
NEGATIVE = {
    **{name: negative(name, 1) for name in ("relu", "sign")},
    **{name: negative(name, 2) for name in ("div", "maximum", "minimum", "ge", "gt", "le", "lt")},
    **{name: negative(name, 1, REDUCED) for name in ("max", "min")},
    "clamp": negative("clamp", 1, "min = -2.0 : f32, max = 3.0 : f32"),
    "cumsum": negative("cumsum", 1, "dim = 1 : i64"),
    "arange": Defect(ARANGE, "FORMAT", SIGNS),
}
DEFECTS = {
    **{f"negative integers, {name}": each for name, each in NEGATIVE.items()},
    "unaligned concat": Defect(
        op("concat", "4x3xi32 4x5xi32", "dim = 1 : si32", "4x8xi32"), "FORMAT", IN_BF16
    ),
    "unaligned concat without sign": Defect(
        op("concat", "4x3xui32 4x5xui32", "dim = 1 : si32", "4x8xui32"), "FORMAT", IN_BF16
    ),
    "slices of integers in a concat": Defect(HALVES, "FORMAT", IN_BF16),
    "upsampling": Defect(
        op(
            "upsample2d",
            "1x8x8x32xf32",
            'scale_factor = 2 : si32, mode = "nearest"',
            "1x16x16x32xf32",
        ),
        "PRECISION",
        IN_BF16,
    ),
    "embedding, backward": Defect(
        op("embedding_backward", "1x32xui32 64x32xf32 1x32x32xf32", "", "64x32xf32"),
        "PRECISION",
        IN_BF16,
    ),
    "gather of rows": Defect(
        op("gather", "32x64xf32 1x32xui32", GATHER_OF_ROWS, "1x32x64xf32"), "PRECISION", IN_BF16
    ),
    "every second of a slice": Defect(
        op("slice", "8x8xf32", EVERY_SECOND, "4x4xf32"), "PRECISION", IN_BF16
    ),
    "every second integer of a slice": Defect(
        op("slice", "8x8xui32", EVERY_SECOND, "4x4xui32"), "FORMAT", IN_BF16
    ),
    "every second of an index": Defect(
        op(
            "index",
            "8x8xf32",
            "dim = 1 : i32, begin = 0 : i32, end = 8 : i32, step = 2 : i32",
            "8x4xf32",
        ),
        "PRECISION",
        IN_BF16,
    ),
    "a slope of -0.0": Defect(
        op("leaky_relu", "4xf32", "parameter = -0.0 : f32", "4xf32"), "right", "", [LINE * 1.0]
    ),
    "negative integers": Defect(op("abs", "4xi32", "", "4xi32"), "FORMAT", SIGNS, [LINE]),
    "f32 to i32": Defect(op("typecast", "4xf32", "", "4xi32"), "FORMAT", SIGNS, [LINE - 497.0]),
    "i32 to f32": Defect(op("typecast", "4xi32", "", "4xf32"), "FORMAT", SIGNS, [LINE]),
    "a negative constant": Defect(constant("-7", "4xi32"), "FORMAT", SIGNS),
    "a large constant": Defect(constant("16777217", "4xi32"), "FORMAT", "which makes it 16777216"),
    "remainder": Defect(
        op("remainder", "4xf32 4xf32", "", "4xf32"),
        "WRONG",
        "is lowered to a modulo",
        [np.array([17.0, -17, 17, -17]), np.array([3.0, 3, -3, -3])],
    ),
    "gather of columns": Defect(op("gather", "32x8xf32 4x1xi32", GATHER, "32x4xf32"), ERROR),
    "scatter beyond 0": Defect(
        op("scatter", "1x3xf32 1x1xi32 1x3xf32", SCATTER, "1x3xf32"),
        "WRONG",
        "scatter",
        [np.arange(3.0).reshape(1, 3), np.array([[1]]), np.ones((1, 3))],
    ),
    "and of other numbers": Defect(
        op("reduce_and", "4x8xbf16", "dim_arg = [1 : i32], keep_dim = false", "4xbf16"),
        "WRONG",
        "which is right of truth values only",
        [np.full((4, 8), -2.0)],
    ),
    "a value or itself": Defect(
        EITHER,
        "WRONG",
        "is replaced by the value, which is right of truth values only",
        [np.array([0.0, 0.5, -2, 1])],
    ),
    "a convolution with gaps": Defect(
        op("convolution", "1x3x8x8xbf16 4x3x3x3xbf16", CONVOLUTION, "1x4x15x15xbf16"),
        ERROR,
        "input_dilation must be 1",
    ),
    "groups that are no rows": Defect(GROUPS, ERROR, "replica_groups", system="n300"),
    "f32 to ui16": Defect(
        op("typecast", "4xf32", "", "4xui16"),
        "FORMAT",
        "rounds to nearest",
        [np.array([1.7, 2.2, 3.5, 4.0])],
    ),
    "select of integers": Defect(
        op(
            "select",
            "4x32xui32",
            "dim = 1 : si32, begin = 0 : si32, length = 2 : si32, stride = 4 : si32",
            "4x16xui32",
        ),
        "FORMAT",
        IN_BF16,
    ),
    "repeat": Defect(
        op("repeat", "2x3xf32", "repeat_dimensions = array<i64: 2, 1>", "4x3xf32"), "right"
    ),
    "pooling": Defect(op("max_pool2d", "1x8x8x32xf32", POOL, "1x4x4x32xf32"), "PRECISION", IN_BF16),
    "embedding": Defect(
        op("embedding", "1x32xui32 64x32xf32", "", "1x32x32xf32"), "PRECISION", IN_BF16
    ),
    "a nested literal": Defect(constant("[[[[1.0, 2.0]], [[3.0, 4.0]]]]", "1x2x1x2xf32"), "right"),
    "a large integer": Defect(
        constant("4294967280", "4xui32"), "FORMAT", "as f32, which makes it 4294967296"
    ),
    "a negative integer that is repeated": Defect(
        constant("-1", "4xi16"), "FORMAT", "negative values become 0"
    ),
    "sums of 16 bits": Defect(
        op("cumsum", "1x3xui16", "dim = 1 : i64", "1x3xui16"),
        "WRONG",
        "sums beyond 65535 become 65535",
        [np.array([[65535, 1, 7]])],
    ),
    "NaN": Defect(constant("0x7FC00000", "4xf32"), "right"),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_known_upstream_defect_is_computed_right_refused_or_warned_of(name: str):
    defect = DEFECTS[name]
    context = compiler.create_context()
    with context.diagnostics.collect() as diagnostics:
        outcome = outcome_of(defect, context)
    assert outcome == defect.outcome
    assert defect.said in "\n".join(each.message for each in diagnostics)
    assert bool(diagnostics) == (outcome != "right")


def outcome_of(defect: Defect, context: Any) -> str:
    module = compiler.parse(defect.text, context=context, file_name="m.mlir")
    options = ""
    if defect.system is not None:
        description = compiler.system_desc(defect.system)
        module.attributes[description.name] = description
        options = "{mesh-shape=1,2}"
    source = mark(module)
    try:
        pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{options})"
        compiler.PassManager(pipeline, context=context).run(module)
    except CompilationError:
        return ERROR
    (verdict,) = compare_modules(source, module, defect.inputs)
    return verdict.rows[0].kind.value if verdict.rows else "right"


@pytest.mark.parametrize(("name", "parameter"), [("leaky_relu", "parameter"), ("clamp", "min")])
def test_float_parameter_of_negative_zero_is_read_as_zero(name: str, parameter: str):
    """FlatBuffers omit a number that equals the schema's default, whatever its sign."""
    maximum = ", max = 3.0 : f32" if name == "clamp" else ""
    text = op(name, "4xf32", f"{parameter} = -0.0 : f32{maximum}", "4xf32")
    pipeline = "builtin.module(ttir-to-ttnn-backend-pipeline)"
    data = compiler.compile(text, pipeline, "ttnn-to-flatbuffer")
    (program_,) = TTNNBinary.load(data).programs
    found = [each.keywords[parameter] for each in program_.operations if parameter in each.keywords]
    assert [(each, math.copysign(1, each)) for each in found] == [(0.0, 1.0)]
