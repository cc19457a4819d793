"""TTIR programs, with their binary, C++ and Python script."""

import numpy as np

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.target.python.script import translate as to_python
from ttmlir_py.tools.tttranslate import TRANSLATIONS


def eltwise(result, op, operands, type_, operand_types=None, attributes=""):
    """Return the text of an element-wise TTIR op and its destination."""
    operand_types = operand_types or [type_] * len(operands)
    types = ", ".join([*operand_types, type_])
    values = ", ".join([*operands, f"%{result}_out"])
    return f"""
  %{result}_out = tensor.empty() : {type_}
  %{result} = "ttir.{op}"({values}) <{{operandSegmentSizes = array<i32: {len(operands)}, 1>{attributes}}}> : ({types}) -> {type_}"""


def op(result, name, operands, operand_types, type_, attributes=""):
    """Return the text of another TTIR op and its destination."""
    types = ", ".join([*operand_types, type_])
    values = ", ".join([*operands, f"%{result}_out"])
    properties = f" <{{{attributes}}}>" if attributes else ""
    return f"""
  %{result}_out = tensor.empty() : {type_}
  %{result} = "ttir.{name}"({values}){properties} : ({types}) -> {type_}"""


def plain(result, name, operands, operand_types, type_, attributes):
    """Return the text of a TTIR op without a destination."""
    values, types = ", ".join(operands), ", ".join(operand_types)
    return f"""
  %{result} = "ttir.{name}"({values}) <{{{attributes}}}> : ({types}) -> {type_}"""


def function(name, types, body, result, result_type):
    arguments = ", ".join(f"%a{i}: {type_}" for i, type_ in enumerate(types))
    return f"func.func @{name}({arguments}) -> {result_type} {{{body}\n  return %{result} : {result_type}\n}}\n"


F32, BF16 = "tensor<64x128xf32>", "tensor<64x128xbf16>"
A, B, BIAS, PRODUCT = (
    "tensor<64x96xbf16>",
    "tensor<96x32xbf16>",
    "tensor<32xbf16>",
    "tensor<64x32xbf16>",
)
CUBE = "tensor<2x32x64xf32>"
INDEX, TABLE, ROWS = "tensor<1x32xui32>", "tensor<512x64xbf16>", "tensor<1x32x64xbf16>"
INT = "tensor<64x64xi32>"

CONSTANTS = {
    "tensor<2x3xf32>": "[[1.0, -0.0, 0.1], [16777217.0, 0x7F800000, 1.17549435E-38]]",
    "tensor<4xbf16>": "[1.0, 2.5, 0.1, -3.0]",
    "tensor<3xi32>": "[1, 2147483647, 7]",
    "tensor<3xui32>": "[1, 4294967295, 7]",
    "tensor<2xui16>": "[65535, 1]",
}

UNARY = "abs cbrt ceil cos exp expm1 floor gelu isfinite log log1p neg reciprocal relu rsqrt sigmoid sign sin sqrt tan tanh"
BINARY = "add div eq ge gt le logical_and logical_or lt maximum minimum multiply ne power remainder subtract"


def _chain(names, operands, type_):
    """Return the text of ops applied to the arguments, and of additions of their results."""
    body, total = "", None
    for name in names:
        body += eltwise(name, name, operands, type_)
        if total is not None:
            body += eltwise(f"sum_{name}", "add", [total, f"%{name}"], type_)
            total = f"%sum_{name}"
        else:
            total = f"%{name}"
    return body, total.removeprefix("%")


def _elementwise(name, names, count, type_):
    body, result = _chain(names.split(), [f"%a{i}" for i in range(count)], type_)
    return function(name, [type_] * count, body, result, type_)


PROGRAMS = {
    "constants": "".join(
        function(
            f"constant_{number}",
            [type_],
            plain("c", "constant", [], [], type_, f"value = dense<{elements}> : {type_}")
            + eltwise("r", "add", ["%a0", "%c"], type_),
            "r",
            type_,
        )
        for number, (type_, elements) in enumerate(CONSTANTS.items())
    ),
    "unary": _elementwise("unary", UNARY, 1, F32),
    "binary": _elementwise("binary", BINARY, 2, BF16),
    "bitwise": _elementwise("bitwise", "bitwise_and bitwise_or bitwise_xor add", 2, INT),
    "product": function(
        "product",
        [A, B, BIAS],
        op("m", "matmul", ["%a0", "%a1"], [A, B], PRODUCT)
        + op("l", "linear", ["%a0", "%a1", "%a2"], [A, B, BIAS], PRODUCT)
        + eltwise("s", "add", ["%m", "%l"], PRODUCT)
        + op("r", "softmax", ["%s"], [PRODUCT], PRODUCT, "dimension = 1 : si32"),
        "r",
        PRODUCT,
    ),
    "movement": function(
        "movement",
        [CUBE, CUBE],
        op("c", "concat", ["%a0", "%a1"], [CUBE, CUBE], "tensor<2x64x64xf32>", "dim = 1 : si32")
        + op(
            "t",
            "transpose",
            ["%c"],
            ["tensor<2x64x64xf32>"],
            "tensor<64x64x2xf32>",
            "dim0 = 0 : si32, dim1 = 2 : si32",
        )
        + op(
            "s",
            "reshape",
            ["%t"],
            ["tensor<64x64x2xf32>"],
            "tensor<32x256xf32>",
            "shape = [32 : i32, 256 : i32]",
        )
        + op(
            "m",
            "mean",
            ["%s"],
            ["tensor<32x256xf32>"],
            "tensor<32x1xf32>",
            "dim_arg = [-1 : i32], keep_dim = true",
        ),
        "m",
        "tensor<32x1xf32>",
    ),
    "embedding": function(
        "embedding",
        [INDEX, TABLE],
        op("e", "embedding", ["%a0", "%a1"], [INDEX, TABLE], ROWS),
        "e",
        ROWS,
    ),
    "two": function("first", [F32], eltwise("r", "relu", ["%a0"], F32), "r", F32)
    + function("second", [BF16, BF16], eltwise("r", "multiply", ["%a0", "%a1"], BF16), "r", BF16),
}
"""Programs whose operations are converted to complete C++."""

CACHE, OFFSET = "tensor<1x2x64x64xbf16>", "batch_offset = 0 : i32"
KERNEL_T = "tensor<8x4x2x2xbf16>"
PADDING = "padding = array<i32: 0, 0, 1, 1, 1, 1, 0, 0>, value = 0.5 : f32"
POOLING = "kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32"
POOLING += ", dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32"
POOLING += ", padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32"
TRANSPOSED = "stride = 1 : i32, padding = 0 : i32, output_padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32"
WINDOW = ["stride_height", "stride_width", "dilation_height", "dilation_width", "groups"]
WINDOW += ["padding_left", "padding_right", "padding_top", "padding_bottom"]
SLICED, IMAGE, KERNEL = "tensor<32x64xf32>", "tensor<1x16x16x8xbf16>", "tensor<4x8x3x3xbf16>"
SCRIPTS = PROGRAMS | {
    "attributes": function(
        "attributes",
        [F32],
        op(
            "s",
            "slice",
            ["%a0"],
            [F32],
            SLICED,
            "begins = [0 : i32, 32 : i32], ends = [64 : i32, 96 : i32], step = [2 : i32, 1 : i32]",
        )
        + op(
            "p", "permute", ["%s"], [SLICED], "tensor<64x32xf32>", "permutation = array<i64: 1, 0>"
        )
        + op(
            "c",
            "clamp",
            ["%p"],
            ["tensor<64x32xf32>"],
            "tensor<64x32xf32>",
            "min = -5.0e-1 : f32, max = 2.5e-1 : f32",
        )
        + op(
            "m",
            "sum",
            ["%c"],
            ["tensor<64x32xf32>"],
            "tensor<64xf32>",
            "dim_arg = [1 : i32], keep_dim = false",
        ),
        "m",
        "tensor<64xf32>",
    ),
    "convolution": function(
        "convolution",
        [IMAGE, KERNEL],
        op(
            "c",
            "conv2d",
            ["%a0", "%a1"],
            [IMAGE, KERNEL],
            "tensor<1x16x16x4xbf16>",
            ", ".join(f"{name} = 1 : si32" for name in WINDOW),
        ),
        "c",
        "tensor<1x16x16x4xbf16>",
    ),
    "images": function(
        "images",
        [IMAGE, KERNEL_T],
        plain("p", "pad", ["%a0"], [IMAGE], "tensor<1x18x18x8xbf16>", PADDING)
        + op("m", "max_pool2d", ["%p"], ["tensor<1x18x18x8xbf16>"], "tensor<1x9x9x8xbf16>", POOLING)
        + op(
            "u",
            "upsample2d",
            ["%m"],
            ["tensor<1x9x9x8xbf16>"],
            "tensor<1x18x18x8xbf16>",
            "scale_factor = 2 : si32",
        )
        + op(
            "t",
            "conv_transpose2d",
            ["%u", "%a1"],
            ["tensor<1x18x18x8xbf16>", KERNEL_T],
            "tensor<1x19x19x4xbf16>",
            TRANSPOSED,
        ),
        "t",
        "tensor<1x19x19x4xbf16>",
    ),
    "numbers": function(
        "numbers",
        [F32],
        plain(
            "i",
            "arange",
            [],
            [],
            F32,
            "start = 0 : si64, end = 128 : si64, step = 1 : si64, arange_dimension = 1 : i64",
        )
        + plain("f", "constant", [], [], F32, "value = dense<2.5> : tensor<64x128xf32>")
        + eltwise("l", "leaky_relu", ["%f"], F32, attributes=", parameter = 0.25 : f32")
        + eltwise("w", "where", ["%i", "%a0", "%l"], F32)
        + op("p", "prod", ["%w"], [F32], "tensor<64xf32>", "dim_arg = [1 : i32], keep_dim = false")
        + op("x", "max", ["%w"], [F32], "tensor<64xf32>", "dim_arg = [1 : i32], keep_dim = false")
        + eltwise("s", "add", ["%p", "%x"], "tensor<64xf32>"),
        "s",
        "tensor<64xf32>",
    ),
    "caches": function(
        "caches",
        [CACHE, "tensor<1x2x32x64xbf16>", "tensor<1x2x1x64xbf16>", "tensor<1xi32>"],
        plain("f", "fill_cache", ["%a0", "%a1"], [CACHE, "tensor<1x2x32x64xbf16>"], CACHE, OFFSET)
        + plain(
            "u",
            "update_cache",
            ["%f", "%a2", "%a3"],
            [CACHE, "tensor<1x2x1x64xbf16>", "tensor<1xi32>"],
            CACHE,
            OFFSET,
        ),
        "u",
        CACHE,
    ),
    "rest": "".join(
        [
            function("bits", [INT], eltwise("a", "bitwise_not", ["%a0"], INT), "a", INT),
            function(
                "truth",
                [BF16, BF16],
                eltwise("a", "logical_not", ["%a0"], BF16)
                + eltwise("b", "logical_xor", ["%a", "%a1"], BF16),
                "b",
                BF16,
            ),
            function(
                "all",
                [F32],
                op("x", "min", ["%a0"], [F32], "tensor<1xf32>", "keep_dim = false")
                + op("y", "sum", ["%a0"], [F32], "tensor<1xf32>", "keep_dim = false")
                + eltwise("a", "add", ["%x", "%y"], "tensor<1xf32>"),
                "a",
                "tensor<1xf32>",
            ),
            function(
                "sums", [F32], op("x", "cumsum", ["%a0"], [F32], F32, "dim = 1 : i64"), "x", F32
            ),
            function(
                "filled",
                [F32],
                plain("o", "ones", [], [], F32, "shape = array<i32: 64, 128>")
                + plain("z", "zeros", [], [], F32, "shape = array<i32: 64, 128>")
                + plain(
                    "f", "constant", [], [], F32, "value = dense<0x7F800000> : tensor<64x128xf32>"
                )
                + plain(
                    "n", "constant", [], [], F32, "value = dense<0x7FC00000> : tensor<64x128xf32>"
                )
                + eltwise("a", "add", ["%o", "%a0"], F32)
                + eltwise("b", "subtract", ["%z", "%f"], F32)
                + eltwise("c", "where", ["%a", "%b", "%n"], F32),
                "c",
                F32,
            ),
            function(
                "bounds",
                [BF16],
                op("c", "clamp", ["%a0"], [BF16], BF16, "min = 0.25 : f32, max = 0x7F800000 : f32")
                + plain(
                    "p",
                    "pad",
                    ["%c"],
                    [BF16],
                    "tensor<66x128xbf16>",
                    "padding = array<i32: 1, 1, 0, 0>, value = 0xFF800000 : f32",
                )
                + op(
                    "r",
                    "repeat",
                    ["%p"],
                    ["tensor<66x128xbf16>"],
                    "tensor<132x128xbf16>",
                    "repeat_dimensions = array<i64: 2, 1>",
                )
                + op(
                    "i",
                    "repeat_interleave",
                    ["%r"],
                    ["tensor<132x128xbf16>"],
                    "tensor<132x256xbf16>",
                    "repeats = 2 : ui32, dim = 1 : si32",
                ),
                "i",
                "tensor<132x256xbf16>",
            ),
            function(
                "gradient",
                [INDEX, TABLE, ROWS],
                op("x", "embedding_backward", ["%a0", "%a1", "%a2"], [INDEX, TABLE, ROWS], TABLE),
                "x",
                TABLE,
            ),
        ]
    ),
}
"""These programs, and programs for complete calls only: in Python, and in C++ with
`complete-calls`.
"""


def run_passes(module, context, pipeline):
    ttmlir_py.PassManager(f"builtin.module({pipeline})", context=context).run(module)


class Compiled:
    """A program lowered to TTNN. Its C++ must be made last, because that changes the module."""

    def __init__(self, text):
        self._context = create_context()
        self._module = parse_module(text, context=self._context, verify=True)
        run_passes(self._module, self._context, "ttir-to-ttnn-backend-pipeline")
        self.operations = {each.name for each in self._module.walk()}
        self.binary = runtime.load(TRANSLATIONS["ttnn-to-flatbuffer"].run(self._module))
        self.script = to_python(self._module).decode()

    def script_of(self, revision):
        """Return the Python script for `revision`."""
        return to_python(self._module, revision=revision).decode()

    def cpp(self, passes="ttnn-modify-signatures-for-dylib", *, complete=False):
        option = "{complete-calls=true}" if complete else ""
        run_passes(self._module, self._context, f"{passes},convert-ttnn-to-emitc{option}")
        text = TRANSLATIONS["mlir-to-cpp"].run(self._module)
        return text if isinstance(text, str) else text.decode()


def random_inputs(program, seed=0):
    """Return inputs from 0 to 1, and whole numbers below 64, which are valid table indices."""
    inputs = generate_inputs(program, "rand", seed)
    return [each % np.array(64, each.dtype) if each.dtype.kind in "ui" else each for each in inputs]
