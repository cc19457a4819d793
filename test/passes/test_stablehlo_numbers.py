"""Every op of StableHLO and CHLO that converts computes on the simulator what XLA computes: special
values and limits included.

All rows of the table are one program, which XLA compiles once and the simulator runs once. Ops with
many forms have tests of their own, against the loops that the specification describes:
`test_convert_stablehlo_{scatters,sorts,selections,convolutions}.py`.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from passes import stablehlo_rows
from passes.stablehlo_rows import Array, Row, Tensor

import ttmlir_py
from ttmlir_py import reference
from ttmlir_py.dialects import chlo, stablehlo
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import LOWERINGS
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.collectives import ON_ONE_DEVICE
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.refusals import REFUSALS

pytestmark = pytest.mark.slow

PIPELINE = "builtin.module(inline,stablehlo-to-ttir-pipeline{exact-remainder=true},ttir-to-ttnn-backend-pipeline{signed-integers=true})"

FLOATS = [
    *(0.0, -0.0, 1e-8, 1e-4, 0.3, 0.5, -0.5, 0.99, 1.0, -1.0, 1.0001, 1.5, 2.5, 3.5, -1.5, -2.5),
    *(20.0, -20.0, 88.0, -80.0, 1e10, -1e10, 3e38, -3e38, math.inf, -math.inf, math.nan),
]
SMALL = [each for each in FLOATS if abs(each) <= 100]
INTEGERS = [0, 1, -1, 2, -7, 100, -100, 16777217, -16777217, 2**31 - 1, -(2**31)]
BOOLEANS = [False, True]
ROWS: dict[str, list[Row]] = {}


def row(
    op: str, body: str, result: str, *arguments: Tensor, bound: float = 0, absolute: float = 1e-37
) -> None:
    ROWS.setdefault(op, []).append(Row(body, result, arguments, bound, absolute))


def pairs(values: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return all pairs of numbers, as two lists."""
    return [a for a in values for _ in values], [b for _ in values for b in values]


def elementwise(op: str, *operands: Tensor, bound: float = 0, absolute: float = 1e-37) -> None:
    """Add a row of an op whose operands and result have one type."""
    type_ = operands[0].type
    names = ", ".join(f"%{name}" for name, _ in zip("abc", operands, strict=False))
    arrow = f"{type_} -> {type_}" if op.startswith("chlo.") else type_
    row(op, f"%r = {op} {names} : {arrow}", type_, *operands, bound=bound, absolute=absolute)


def of_pairs(op: str, values: Sequence[Any], element: str, bound: float = 0) -> None:
    """Add a row of an op with two operands, on all pairs."""
    elementwise(op, *(Tensor(each, element) for each in pairs(values)), bound=bound)


# ---- element-wise ops: accurate to a few units in the last place of f32

for name in ("abs", "ceil", "floor", "negate", "sign", "round_nearest_even", "round_nearest_afz"):
    elementwise(f"stablehlo.{name}", Tensor(FLOATS))
for name in ("cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sqrt", "tanh"):  # fmt: skip
    elementwise(f"stablehlo.{name}", Tensor(FLOATS), bound=3e-6)
for name in ("cosine", "sine", "tan"):
    elementwise(f"stablehlo.{name}", Tensor([*SMALL, math.inf, math.nan]), bound=1e-5)
for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh"):
    elementwise(f"chlo.{name}", Tensor(FLOATS), bound=5e-6)
elementwise("chlo.erf_inv", Tensor([*FLOATS, 0.999, -0.9999]), bound=5e-6)
WITH_POLES = [*FLOATS, 2.0, -2.0, 1.9, -1.2, -3.999, 7.5, 100.5, -9.3]
elementwise("chlo.lgamma", Tensor(WITH_POLES), bound=1e-5, absolute=2e-6)
elementwise("chlo.digamma", Tensor(WITH_POLES), bound=3e-5, absolute=1e-5)
elementwise("chlo.square", Tensor(FLOATS))
elementwise("chlo.tan", Tensor([*SMALL, math.inf, math.nan]), bound=1e-5)
for name in ("is_inf", "is_pos_inf", "is_neg_inf"):
    tensor = Tensor(FLOATS)
    truth = f"tensor<{len(FLOATS)}xi1>"
    row(f"chlo.{name}", f"%r = chlo.{name} %a : {tensor.type} -> {truth}", truth, tensor)
row("stablehlo.is_finite", f"%r = stablehlo.is_finite %a : ({tensor.type}) -> {truth}", truth, tensor)  # fmt: skip
for name in ("add", "subtract", "multiply", "maximum", "minimum"):
    of_pairs(f"stablehlo.{name}", FLOATS, "f32")
of_pairs("stablehlo.divide", FLOATS, "f32", 1e-6)
of_pairs("stablehlo.atan2", FLOATS, "f32", 5e-6)
elementwise(
    "stablehlo.power",
    Tensor([0.0, 2.0, 2.5, -2.0, -3.0, math.inf, 9.0, 4.0]),
    Tensor([2.0, -1.0, 3.5, 3.0, 2.0, 0.5, 0.0, math.nan]),
    bound=1e-5,
)
of_pairs("stablehlo.remainder", FLOATS, "f32")

for name in ("abs", "negate", "sign", "not"):
    elementwise(f"stablehlo.{name}", Tensor(INTEGERS, "i32"))
elementwise("stablehlo.not", Tensor(BOOLEANS, "i1"))
for name in ("add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor", "divide", "remainder"):  # fmt: skip
    of_pairs(f"stablehlo.{name}", INTEGERS, "i32")
for name in ("and", "or", "xor", "add", "multiply", "maximum", "minimum"):
    of_pairs(f"stablehlo.{name}", BOOLEANS, "i1")
elementwise("stablehlo.power", Tensor([2, -3, 0, 1, 7], "i32"), Tensor([10, 3, 0, 5, 2], "i32"))

for direction in ("EQ", "NE", "LT", "LE", "GT", "GE"):
    for values, element in ((FLOATS, "f32"), (INTEGERS, "i32"), (BOOLEANS, "i1")):
        left, right = (Tensor(each, element) for each in pairs(values))
        truth = f"tensor<{len(values) ** 2}xi1>"
        row("stablehlo.compare", f"%r = stablehlo.compare {direction}, %a, %b : ({left.type}, {left.type}) -> {truth}", truth, left, right)  # fmt: skip

    left, right = (Tensor(each) for each in pairs(FLOATS))
    truth = f"tensor<{len(FLOATS) ** 2}xi1>"
    row("stablehlo.compare", f"%r = stablehlo.compare {direction}, %a, %b, TOTALORDER : ({left.type}, {left.type}) -> {truth}", truth, left, right)  # fmt: skip

for values, source, targets in (
    (SMALL, "f32", ("i32", "i1", "bf16")),
    ([math.inf, -math.inf, math.nan], "f32", ("i1", "bf16")),
    (INTEGERS, "i32", ("f32", "i1", "i64")),
    (BOOLEANS, "i1", ("f32", "i32")),
):
    tensor = Tensor(values, source)
    for target in targets:
        type_ = f"tensor<{len(values)}x{target}>"
        row("stablehlo.convert", f"%r = stablehlo.convert %a : ({tensor.type}) -> {type_}", type_, tensor)  # fmt: skip

for values, element in ((FLOATS, "f32"), (INTEGERS, "i32")):
    condition = Tensor([i % 2 for i in range(len(values))], "i1")
    one, other = Tensor(values, element), Tensor(values[::-1], element)
    row("stablehlo.select", f"%r = stablehlo.select %a, %b, %c : {condition.type}, {one.type}", one.type, condition, one, other)  # fmt: skip
    for low, high in (("-1", "100"), ("-16777217", "2147483647")):
        low, high = (f"{each}.0" if element == "f32" else each for each in (low, high))
        scalar = f"tensor<{element}>"
        body = (
            f"%l = stablehlo.constant dense<{low}> : {scalar}\n%h = stablehlo.constant dense<{high}> : {scalar}\n"
            f"%r = stablehlo.clamp %l, %a, %h : ({scalar}, {one.type}, {scalar}) -> {one.type}"
        )
        row("stablehlo.clamp", body, one.type, one)

# ---- ops that move elements: all bits are equal

GRID = [[0.1, -0.0, math.inf], [-math.inf, math.nan, 3e38]]
NUMBERS = [[1, -(2**31), 2**31 - 1], [16777217, -1, 0]]


def moving(op: str, form: str, result: str) -> None:
    """Add rows of floats, integers and booleans. `form` has `{a}` for the operand's type and `{r}`
    for the result's.
    """
    for elements, element in ((GRID, "f32"), (NUMBERS, "i32"), ([[0, 1, 1], [1, 0, 0]], "i1")):
        tensor = Tensor(elements, element)
        type_ = f"tensor<{result}x{element}>"
        row(op, form.format(a=tensor.type, r=type_, e=element), type_, tensor)


moving("stablehlo.reshape", "%r = stablehlo.reshape %a : ({a}) -> {r}", "3x2")
moving("stablehlo.transpose", "%r = stablehlo.transpose %a, dims = [1, 0] : ({a}) -> {r}", "3x2")
moving("stablehlo.broadcast", "%r = stablehlo.broadcast %a, sizes = [2] : ({a}) -> {r}", "2x2x3")
moving("stablehlo.broadcast_in_dim", "%r = stablehlo.broadcast_in_dim %a, dims = [2, 0] : ({a}) -> {r}", "3x4x2")  # fmt: skip
moving("stablehlo.concatenate", "%r = stablehlo.concatenate %a, %a, dim = 1 : ({a}, {a}) -> {r}", "2x6")  # fmt: skip
moving("stablehlo.slice", "%r = stablehlo.slice %a [0:2, 1:3] : ({a}) -> {r}", "2x2")
moving("stablehlo.reverse", "%r = stablehlo.reverse %a, dims = [0, 1] : {a}", "2x3")
moving("stablehlo.optimization_barrier", "%r = stablehlo.optimization_barrier %a : {a}", "2x3")
moving("stablehlo.pad", "%z = stablehlo.constant dense<1> : tensor<{e}>\n%r = stablehlo.pad %a, %z, low = [1, -1], high = [0, 2], interior = [1, 0] : ({a}, tensor<{e}>) -> {r}".replace("dense<1>", "dense<{e}>"), "4x4")  # fmt: skip
ROWS["stablehlo.pad"] = [
    each._replace(body=each.body.replace("dense<f32>", "dense<1.5>").replace("dense<i32>", "dense<-7>").replace("dense<i1>", "dense<true>"))
    for each in ROWS["stablehlo.pad"]
]  # fmt: skip
for start in (-5, 0, 1, 9):
    place = f"%i = stablehlo.constant dense<{start}> : tensor<i32>\n%z = stablehlo.constant dense<0> : tensor<i32>\n"
    moving("stablehlo.dynamic_slice", place + "%r = stablehlo.dynamic_slice %a, %z, %i, sizes = [2, 2] : ({a}, tensor<i32>, tensor<i32>) -> {r}", "2x2")  # fmt: skip
    moving("stablehlo.dynamic_update_slice", place + "%u = stablehlo.slice %a [0:1, 1:3] : ({a}) -> tensor<1x2x{e}>\n%r = stablehlo.dynamic_update_slice %a, %u, %i, %i : ({a}, tensor<1x2x{e}>, tensor<i32>, tensor<i32>) -> {r}", "2x3")  # fmt: skip
    for elements, element in ((GRID, "f32"), (NUMBERS, "i32")):
        type_ = f"tensor<2x2x{element}>"
        unknown = Tensor(elements, element), Tensor(start, "i32")
        row("stablehlo.dynamic_slice", f"%z = stablehlo.constant dense<0> : tensor<i32>\n%r = stablehlo.dynamic_slice %a, %z, %b, sizes = [2, 2] : (tensor<2x3x{element}>, tensor<i32>, tensor<i32>) -> {type_}", type_, *unknown)  # fmt: skip

for element in ("f32", "i32"):
    row("stablehlo.iota", f"%r = stablehlo.iota dim = 1 : tensor<2x5x{element}>", f"tensor<2x5x{element}>")  # fmt: skip
    row("stablehlo.dynamic_iota", f"%s = stablehlo.constant dense<[2, 5]> : tensor<2xi32>\n%r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<2x5x{element}>", f"tensor<2x5x{element}>")  # fmt: skip
row("stablehlo.get_dimension_size", "%r = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>", "tensor<i32>", Tensor(GRID))  # fmt: skip
for text, type_ in (
    ("[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 3.0e38]", "tensor<5xf32>"),
    ("[2147483647, -2147483648, 16777217]", "tensor<3xi32>"),
    ("[2147483647, -2147483648, -1]", "tensor<3xi64>"),
    ("[true, false]", "tensor<2xi1>"),
    ("2.5", "tensor<f32>"),
):
    row("stablehlo.constant", f"%r = stablehlo.constant dense<{text}> : {type_}", type_)
row("chlo.constant", '%r = "chlo.constant"() {value = dense<[1.5, -2.0]> : tensor<2xf32>} : () -> tensor<2xf32>', "tensor<2xf32>")  # fmt: skip

# ---- reductions and windows

for operation, init in (("add", "0.0"), ("maximum", "0xFF800000"), ("minimum", "0x7F800000"), ("multiply", "1.0"), ("add", "2.5")):  # fmt: skip
    row("stablehlo.reduce", f"%z = stablehlo.constant dense<{init}> : tensor<f32>\n%r = stablehlo.reduce(%a init: %z) applies stablehlo.{operation} across dimensions = [1] : (tensor<5x3xf32>, tensor<f32>) -> tensor<5xf32>", "tensor<5xf32>", Tensor([*GRID, [1, -2, 4], [-0.5, 0.25, 8], [math.inf, -math.inf, 1]]), bound=1e-6)  # fmt: skip
for operation, init in (("add", 0), ("maximum", -(2**31)), ("minimum", 2**31 - 1), ("multiply", 1)):
    row("stablehlo.reduce", f"%z = stablehlo.constant dense<{init}> : tensor<i32>\n%r = stablehlo.reduce(%a init: %z) applies stablehlo.{operation} across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>", "tensor<2xi32>", Tensor(NUMBERS, "i32"))  # fmt: skip
for operation, init in (("or", "false"), ("and", "true")):
    row("stablehlo.reduce", f"%z = stablehlo.constant dense<{init}> : tensor<i1>\n%r = stablehlo.reduce(%a init: %z) applies stablehlo.{operation} across dimensions = [1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<4xi1>", "tensor<4xi1>", Tensor([[0, 0], [0, 1], [1, 0], [1, 1]], "i1"))  # fmt: skip
for operation, init in (("add", "0.0"), ("maximum", "0xFF800000"), ("minimum", "0x7F800000"), ("multiply", "1.0")):  # fmt: skip
    body = f"""%z = stablehlo.constant dense<{init}> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %z) <{{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %q = stablehlo.{operation} %x, %y : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }}) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>"""
    row("stablehlo.reduce_window", body, "tensor<2x5xf32>", Tensor([[1, -2, 3, -0.5, 4], [math.inf, 1, 2, math.nan, 3]]), bound=1e-6)  # fmt: skip

# ---- products and gathers: on small whole numbers, whose sums are exact, and infinities

LEFT, RIGHT = [[1, -2, 3], [4, 5, -6]], [[1, 2], [-3, 4], [5, math.inf]]
SIGNATURE = "(tensor<2x3x{e}>, tensor<3x2x{e}>) -> tensor<2x2x{e}>"
for element, right in (("f32", RIGHT), ("i32", [[1, 2], [-3, 2**31 - 1], [5, 16777217]])):
    operands = Tensor(LEFT, element), Tensor(right, element)
    signature, type_ = SIGNATURE.format(e=element), f"tensor<2x2x{element}>"
    row("stablehlo.dot", f"%r = stablehlo.dot %a, %b : {signature}", type_, *operands)
    row("stablehlo.dot_general", f"%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : {signature}", type_, *operands)  # fmt: skip
row("stablehlo.convolution", "%r = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[1, 0]], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3xf32>, tensor<2x2x2xf32>) -> tensor<1x2x2xf32>", "tensor<1x2x2xf32>", Tensor([LEFT]), Tensor([[[1, 2], [3, -4]], [[5, 6], [7, 8]]]))  # fmt: skip
for values, element in (
    ([[1, 2], [3, -4], [5.5, math.inf]], "f32"),
    ([[0, 1], [1, 0], [1, 1]], "i1"),
    ([row_[:2] for row_ in [*NUMBERS, [5, 6]]], "i32"),
):
    table, ids = Tensor(values, element), Tensor([[2], [-1], [0], [7]], "i32")
    row("stablehlo.gather", f'%r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : ({table.type}, {ids.type}) -> tensor<2x4x{element}>', f"tensor<2x4x{element}>", table, ids)  # fmt: skip

ROWS_OF_FEATURES = Tensor([[[1.5, -2], [0.5, 3], [4, -1]], [[0, 2.5], [-3, 1], [7, 8]]])
row(
    "stablehlo.batch_norm_inference",
    '%s = stablehlo.constant dense<[2.0, -1.5, 0.5]> : tensor<3xf32>\n%o = stablehlo.constant dense<[0.25, 1.0, -3.0]> : tensor<3xf32>\n%r = "stablehlo.batch_norm_inference"(%a, %s, %o, %b, %c) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2xf32>',
    "tensor<2x3x2xf32>",
    ROWS_OF_FEATURES,
    Tensor([0.5, -0.5, 4.0]),
    Tensor([1.5, 0.0, 9.0]),
    bound=3e-6,
    absolute=1e-6,
)

TRAINED = '"stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)'
GRADIENTS = '%t, %m, %v = "stablehlo.batch_norm_training"(%a, %b, %b) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)\n%g0, %g1, %g2 = "stablehlo.batch_norm_grad"(%a, %b, %m, %v, %c) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)\n%r = '
for names, type_ in (("%r, %m, %v", "2x3x2"), ("%t, %r, %v", "3"), ("%t, %m, %r", "3")):
    row(
        "stablehlo.batch_norm_training",
        f"{names} = {TRAINED}",
        f"tensor<{type_}xf32>",
        ROWS_OF_FEATURES,
        Tensor([0.5, -0.5, 4.0]),
        Tensor([1.5, 0.0, 9.0]),
        bound=3e-6,
        absolute=1e-5,
    )
for name, type_ in (("%g0", "2x3x2"), ("%g1", "3"), ("%g2", "3")):
    row(
        "stablehlo.batch_norm_grad",
        f"{GRADIENTS}stablehlo.add {name}, {name} : tensor<{type_}xf32>",
        f"tensor<{type_}xf32>",
        ROWS_OF_FEATURES,
        Tensor([0.5, -0.5, 4.0]),
        Tensor([[[1, 0.5], [-2, 3], [0, 1]], [[2, -1], [1, 1.5], [0.25, -3]]]),
        bound=3e-5,
        absolute=1e-5,
    )

REGION = """({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %q = stablehlo.{} %x, %y : {}
    stablehlo.return %q : {}
  }}"""
ADD, LESS, KEEP = (
    REGION.format(*each)
    for each in (
        ("add", "tensor<f32>", "tensor<f32>"),
        ("compare LT,", "(tensor<f32>, tensor<f32>) -> tensor<i1>", "tensor<i1>"),
        ("compare GE,", "(tensor<f32>, tensor<f32>) -> tensor<i1>", "tensor<i1>"),
    )
)
LINE = [3.0, -1.0, math.inf, 0.5, -math.inf, 7.0]
row("stablehlo.scatter", f'%r = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {ADD}) : (tensor<6xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<6xf32>', "tensor<6xf32>", Tensor(LINE), Tensor([0, 3, 3, 9], "i32"), Tensor([1, 2, math.inf, 5]))  # fmt: skip
row("stablehlo.sort", f'%r = "stablehlo.sort"(%a) <{{dimension = 0 : i64}}> {LESS}) : (tensor<6xf32>) -> tensor<6xf32>', "tensor<6xf32>", Tensor(LINE))  # fmt: skip
row("chlo.top_k", "%r, %s = chlo.top_k(%a, k = 2) : tensor<6xf32> -> (tensor<2xf32>, tensor<2xi32>)", "tensor<2xf32>", Tensor([*LINE[:5], math.nan]))  # fmt: skip
row("stablehlo.select_and_scatter", f'%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = "stablehlo.select_and_scatter"(%a, %b, %z) <{{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}}> {KEEP}, {ADD[1:]}) : (tensor<6xf32>, tensor<3xf32>, tensor<f32>) -> tensor<6xf32>', "tensor<6xf32>", Tensor(LINE), Tensor([1, 2, 3]))  # fmt: skip

# ---- control flow

BRANCH = "{{\n %n = stablehlo.negate %b : tensor<6xf32>\n stablehlo.return %n : tensor<6xf32>\n }}, {{\n stablehlo.return %b : tensor<6xf32>\n }}"
for truth_ in BOOLEANS:
    row("stablehlo.if", f'%r = "stablehlo.if"(%a) ({BRANCH.format()}) : (tensor<i1>) -> tensor<6xf32>', "tensor<6xf32>", Tensor(truth_, "i1"), Tensor(LINE))  # fmt: skip
for index in (0, 1, -(2**31)):
    row("stablehlo.case", f'%r = "stablehlo.case"(%a) ({BRANCH.format()}) : (tensor<i32>) -> tensor<6xf32>', "tensor<6xf32>", Tensor(index, "i32"), Tensor(LINE))  # fmt: skip
WHILE = """%z = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%i = %z, %v = %a) : tensor<i32>, tensor<6xf32>
   cond {
    %e = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %o : tensor<i32>
    %m = stablehlo.add %v, %v : tensor<6xf32>
    stablehlo.return %j, %m : tensor<i32>, tensor<6xf32>
  }
  %r = stablehlo.negate %w#1 : tensor<6xf32>"""
row("stablehlo.while", WHILE, "tensor<6xf32>", Tensor(LINE))

ON_MESHES = {"stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.custom_call"}
"""Operations for several devices, which other files test:
`convert-stablehlo-to-ttir/{collectives,one_device}.mlir` and `test_bits_and_meshes_against_xla.py`.
"""


def all_rows() -> list[tuple[str, Row]]:
    return [(op, each) for op, rows in ROWS.items() for each in rows]


@cache
def by_xla() -> list[Array]:
    return stablehlo_rows.by_xla([each for _, each in all_rows()])


@cache
def by_simulator() -> list[Array]:
    return stablehlo_rows.by_simulator([each for _, each in all_rows()], PIPELINE)


BITS = {
    *("stablehlo.shift_left", "stablehlo.shift_right_arithmetic", "stablehlo.bitcast_convert"),
    *("stablehlo.shift_right_logical", "stablehlo.popcnt", "stablehlo.count_leading_zeros"),
}
"""Bit operations, which `test_convert_stablehlo_bits.py` covers."""
IN_REGIONS = {"stablehlo.return"}
"""Terminators of other ops' regions."""


def test_every_stablehlo_op_has_numeric_row_or_is_refused():
    converted = {cls.name for cls in LOWERINGS}
    refused = {cls.name for cls in REFUSALS}
    known = {op.name for each in (stablehlo.STABLEHLO, chlo.CHLO) for op in each.operations}
    assert converted - ON_MESHES - BITS == set(ROWS)
    assert not converted & refused
    on_one_device = {cls.name for cls in ON_ONE_DEVICE}
    assert converted | refused | on_one_device | IN_REGIONS == known


@pytest.mark.parametrize("op", ROWS)
def test_stablehlo_op_matches_xla(op: str):
    for (name, each), theirs, ours in zip(all_rows(), by_xla(), by_simulator(), strict=True):
        if name != op:
            continue
        found, wanted = ours.reshape(theirs.shape), theirs
        if theirs.dtype.kind in "bi":
            np.testing.assert_array_equal(found.astype(theirs.dtype), wanted, each.body)
        else:
            found, wanted = found.astype(np.float32), wanted.astype(np.float32)
            np.testing.assert_allclose(found, wanted, each.bound, each.absolute, err_msg=each.body)


@cache
def by_reference() -> list[Array]:
    rows = [each for _, each in all_rows()]
    (function,) = reference.functions(ttmlir_py.parse(stablehlo_rows.program(rows)))
    arguments = [tensor.array for each in rows for tensor in each.arguments]
    return [np.asarray(each) for each in reference.run(function, arguments).results]


@pytest.mark.parametrize("op", ROWS)
def test_stablehlo_reference_matches_xla(op: str):
    """`reference.stablehlo` does not round. It must agree with XLA to the error of XLA's f32
    functions.
    """
    for (name, each), theirs, ours in zip(all_rows(), by_xla(), by_reference(), strict=True):
        if name != op:
            continue
        if theirs.dtype.kind in "bi":
            np.testing.assert_array_equal(ours, theirs, each.body)
        else:
            bound = max(each.bound, 2**-8 if each.result.endswith("bf16>") else 3e-6)
            wanted, found = theirs.astype(np.float32), ours.astype(np.float32)
            np.testing.assert_allclose(found, wanted, bound, each.absolute, err_msg=each.body)
