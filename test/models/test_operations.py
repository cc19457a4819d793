"""TTIR ops, compiled, serialized, simulated and compared with their reference semantics."""

from collections.abc import Iterable

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import reference, runtime
from ttmlir_py.reference.meanings import MEANINGS, ON_MESHES
from ttmlir_py.reference.ttir import BINARY, ELEMENTWISE, REDUCTIONS, TERNARY

pytestmark = pytest.mark.slow

INTEGERS = {"bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not"}
LOGICAL = {"logical_and", "logical_or", "logical_xor", "logical_not", "where"}

CONV = (
    "stride_height = {0} : si32, stride_width = {1} : si32, dilation_height = {2} : si32, "
    "dilation_width = {3} : si32, groups = {4} : si32, padding_left = {5} : si32, "
    "padding_right = {6} : si32, padding_top = {7} : si32, padding_bottom = {8} : si32"
)
POOL = (
    "kernel_height = {0} : si32, kernel_width = {1} : si32, stride_height = {2} : si32, "
    "stride_width = {3} : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, "
    "ceil_mode = {4}, padding_left = {5} : si32, padding_right = {5} : si32, "
    "padding_top = {6} : si32, padding_bottom = {6} : si32"
)
GATHER = (
    "offset_dims = array<i64: 2>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, "
    "start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 2 : si64, "
    "slice_sizes = array<i64: 1, 8>, indices_are_sorted = false"
)

TRANSPOSED = (
    "stride = array<i32: 2, 1>, padding = array<i32: 0, 0>, output_padding = array<i32: 0, 0>, "
    "dilation = array<i32: 1, 1>, groups = 2 : i32"
)
CONVOLUTION = (
    "window_strides = array<i64: 2, 1>, padding = array<i64: 1, 1, 1, 1>, input_dilation = array<i64: 1, 1>, "
    "weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, "
    "feature_group_count = 2 : i64, batch_group_count = 1 : i64, "
    "convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, "
    "input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, "
    "kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>"
)
POOLING = (
    "pooling_method = #ttir<pooling_method Max>, window_dimensions = array<i64: 1, 2, 2, 1>, "
    "window_strides = array<i64: 1, 2, 2, 1>, base_dilations = array<i64: 1, 1, 1, 1>, "
    "window_dilations = array<i64: 1, 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, "
    "operandSegmentSizes = array<i32: 1, 1>"
)
SCATTER = (
    "index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, "
    "inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, "
    "scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1>"
)

PROGRAMS: list[tuple[str, str, str, str]] = [
    (
        "arange",
        "",
        "start = 2 : si64, end = 34 : si64, step = 2 : si64, arange_dimension = 1 : i64",
        "3x16xf32",
    ),
    (
        "arange",
        "",
        "start = 2 : si64, end = -9 : si64, step = -2 : si64, arange_dimension = 1 : i64",
        "3x5xf32",
    ),
    ("broadcast", "1x5x1xf32", "broadcast_dimensions = array<i64: 3, 1, 4>", "3x5x4xf32"),
    ("clamp", "4x8xf32", "min = -0.5 : f32, max = 0.25 : f32", "4x8xf32"),
    ("concat", "2x3xf32 2x5xf32", "dim = -1 : si32", "2x8xf32"),
    ("concat", "2x3xf32 4x3xf32 1x3xf32", "dim = 0 : si32", "7x3xf32"),
    ("constant", "", "value = dense<2.5> : tensor<2x2xf32>", "2x2xf32"),
    (
        "conv2d",
        "1x9x7x4xf32 6x4x3x3xf32 1x1x1x6xf32",
        CONV.format(1, 1, 1, 1, 1, 1, 1, 1, 1),
        "1x9x7x6xf32",
    ),
    ("conv2d", "2x8x10x4xf32 8x2x3x2xf32", CONV.format(2, 3, 1, 1, 2, 1, 1, 2, 2), "2x5x4x8xf32"),
    ("conv2d", "1x12x12x2xf32 4x2x3x3xf32", CONV.format(1, 1, 2, 3, 1, 0, 0, 0, 0), "1x8x6x4xf32"),
    ("cumsum", "1x1x4x5xf32", "dim = 2 : i64", "1x1x4x5xf32"),
    (
        "dot_general",
        "2x4x3xf32 2x3x5xf32",
        "batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, "
        "contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>",
        "2x4x5xf32",
    ),
    (
        "dot_general",
        "3x2x4x5xf32 6x5x2x3xf32",
        "batch_dims_lhs = array<i64: 0, 1>, batch_dims_rhs = array<i64: 3, 2>, "
        "contract_dims_lhs = array<i64: 3>, contract_dims_rhs = array<i64: 1>",
        "3x2x4x6xf32",
    ),
    ("conv_transpose2d", "1x5x6x4xf32 4x3x3x2xf32 1x1x1x6xf32", TRANSPOSED, "1x11x7x6xf32"),
    ("convolution", "2x4x8x7xf32 6x2x3x3xf32", CONVOLUTION, "2x6x4x7xf32"),
    ("embedding", "2x3xui32 9x32xf32", "", "2x3x32xf32"),
    ("embedding_backward", "1x32xui32 9x32xf32 1x1x32x32xf32", "", "9x32xf32"),
    ("fill", "", "value = dense<-1.5> : tensor<2x3xf32>", "2x3xf32"),
    ("fill_cache", "1x2x64x32xf32 1x2x5x32xf32", "batch_offset = 0 : i32", "1x2x64x32xf32"),
    ("gather", "9x8xf32 2x3x1xui32", GATHER, "2x3x8xf32"),
    ("get_dimension_size", "3x7xf32", "dimension = 1 : i32", "1xi32"),
    (
        "index",
        "6x4xf32",
        "dim = 0 : i32, begin = 1 : i32, end = 6 : i32, step = 2 : i32",
        "3x4xf32",
    ),
    (
        "leaky_relu",
        "4x6xf32",
        "parameter = 0.1 : f32, operandSegmentSizes = array<i32: 1, 1>",
        "4x6xf32",
    ),
    ("linear", "4x3xf32 3x5xf32 1x5xf32", "", "4x5xf32"),
    ("matmul", "2x1x4x3xf32 1x5x3x6xf32", "", "2x5x4x6xf32"),
    ("max_pool2d", "1x8x6x32xf32", POOL.format(2, 2, 2, 2, "false", 0, 0), "1x4x3x32xf32"),
    ("max_pool2d", "1x9x7x32xf32", POOL.format(3, 3, 2, 2, "false", 1, 1), "1x5x4x32xf32"),
    ("ones", "", "shape = array<i32: 2, 3>", "2x3xf32"),
    ("pad", "1x3x2xf32", "padding = array<i32: 0, 0, 1, 2, 0, 3>, value = 0.5 : f32", "1x6x5xf32"),
    ("permute", "2x3x4xf32", "permutation = array<i64: 2, 0, 1>", "4x2x3xf32"),
    ("pooling", "1x8x6x32xf32", POOLING, "1x4x3x32xf32"),
    ("repeat", "1x3x1xf32", "repeat_dimensions = array<i64: 4, 1, 2>", "4x3x2xf32"),
    ("repeat_interleave", "2x3xf32", "repeats = 2 : ui32, dim = -1 : si32", "2x6xf32"),
    ("reshape", "2x6xf32", "shape = [3 : i32, 4 : i32]", "3x4xf32"),
    ("reverse", "3x4x5xf32", "dimensions = array<i64: 0, 2>", "3x4x5xf32"),
    ("scatter", "1x3xf32 1x1xi32 1x3xf32", SCATTER, "1x3xf32"),
    (
        "select",
        "9x2xf32",
        "dim = 0 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32",
        "4x2xf32",
    ),
    (
        "slice",
        "6x8xf32",
        "begins = [1 : i32, 0 : i32], ends = [5 : i32, 8 : i32], step = [2 : i32, 3 : i32]",
        "2x3xf32",
    ),
    ("softmax", "3x5x4xf32", "dimension = -2 : si32", "3x5x4xf32"),
    ("squeeze", "3x1x4xf32", "dim = -2 : si32", "3x4xf32"),
    ("transpose", "2x3x4xf32", "dim0 = -1 : si32, dim1 = 0 : si32", "4x3x2xf32"),
    ("unsqueeze", "3x4xf32", "dim = 1 : si32", "3x1x4xf32"),
    ("update_cache", "1x2x64x32xf32 1x2x1x32xf32 1xi32", "batch_offset = 0 : i32", "1x2x64x32xf32"),
    ("upsample2d", "1x4x6x32xf32", 'scale_factor = 2 : si32, mode = "nearest"', "1x8x12x32xf32"),
    ("zeros", "", "shape = array<i32: 2, 3>", "2x3xf32"),
]
"""The op, the types of its operands, its properties, and the type of its result."""

WITHOUT_OUTPUT = {
    *("arange", "constant", "dot_general", "get_dimension_size", "ones", "pad", "zeros"),
    *("fill_cache", "update_cache"),
}


def of_ttir(names: Iterable[str]) -> set[str]:
    """Return the names of the TTIR ops in `names`, without the dialect."""
    return {name.removeprefix("ttir.") for name in names if name.startswith("ttir.")}


ON_DEVICES = {"kernel", "to_layout", *of_ttir(ON_MESHES)}
"""Ops that need a layout or a mesh of devices."""


def program(name: str, operands: list[str], properties: str, result: str) -> str:
    """Return a function of one op."""
    arguments = ", ".join(f"%a{i}: tensor<{type_}>" for i, type_ in enumerate(operands))
    values = [f"%a{i}" for i in range(len(operands))]
    types = [f"tensor<{type_}>" for type_ in operands]
    if name not in WITHOUT_OUTPUT:
        values.append("%out")
        types.append(f"tensor<{result}>")
    written = f" <{{{properties}}}>" if properties else ""
    if name == "scatter":
        written += ' ({^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>): "ttir.yield"(%y) : (tensor<1xf32>) -> ()})'
    return f"""func.func @main({arguments}) -> tensor<{result}> {{
  %out = tensor.empty() : tensor<{result}>
  %0 = "ttir.{name}"({", ".join(values)}){written} : ({", ".join(types)}) -> tensor<{result}>
  return %0 : tensor<{result}>
}}
"""


def inputs(text: str, low: float, high: float) -> list[np.ndarray]:
    """Return random arguments of the function `text`. Integers are small."""
    rng = np.random.default_rng(0)
    arrays: list[np.ndarray] = []
    for type_ in text.split():
        *shape, element = type_.split("x")
        sizes = [int(size) for size in shape]
        is_float = element.startswith("f")
        values = rng.uniform(low, high, sizes) if is_float else rng.integers(0, 9, sizes)
        arrays.append(values.astype(np.float32 if is_float else np.uint32))
    return arrays


def check(text: str, arrays: list[np.ndarray]) -> None:
    (function,) = reference.functions(ttmlir_py.parse(text))
    (expected,) = reference.run(function, arrays).results
    (result,) = runtime.load(ttmlir_py.compile(text)).run(arrays)
    # some workarounds compute in bf16, which has only 8 significant bits
    if result.dtype == np.uint32:
        result = result.view(np.int32)  # signed integers are stored in two's complement
    np.testing.assert_allclose(result.astype(np.float64), expected, rtol=2**-7, atol=1e-2)


@pytest.mark.parametrize("row", PROGRAMS, ids=[f"{row[0]}-{i}" for i, row in enumerate(PROGRAMS)])
def test_compiled_op_matches_reference(row: tuple[str, str, str, str]):
    name, operands, properties, result = row
    arrays = inputs(operands, -1, 1)
    if name == "scatter":
        arrays[1][:] = 0
    check(program(name, operands.split(), properties, result), arrays)


def arity(name: str) -> int:
    return 3 if name in TERNARY else 2 if name in BINARY else 1


@pytest.mark.parametrize("name", sorted(ELEMENTWISE))
def test_compiled_elementwise_op_matches_reference(name: str):
    element = "i32" if name in INTEGERS else "f32"
    count = arity(name)
    operands = " ".join([f"3x5x{element}"] * count)
    arrays = inputs(operands, 0.1, 0.9)
    if name in LOGICAL:
        arrays[0] = np.where(arrays[0] < 0.5, np.float32(0), np.float32(1))
    properties = f"operandSegmentSizes = array<i32: {count}, 1>"
    check(program(name, operands.split(), properties, f"3x5x{element}"), arrays)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("name", sorted(REDUCTIONS))
def test_compiled_reduction_matches_reference(name: str, keep: bool):
    properties = f"dim_arg = [1 : i32], keep_dim = {str(keep).lower()}"
    arrays = inputs("4x6x5xf32", -1, 1)
    if name == "reduce_and":
        arrays[0] = (arrays[0] < 0.5).astype(np.float32)
    result = "4x1x5xf32" if keep else "4x5xf32"
    check(program(name, ["4x6x5xf32"], properties, result), arrays)


def test_every_ttir_op_has_program_row_or_is_exempt():
    assert {row[0] for row in PROGRAMS} == of_ttir(MEANINGS) - set(REDUCTIONS) - ON_DEVICES
