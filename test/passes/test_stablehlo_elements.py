"""Test every convertible StableHLO op on element types of every second kind: it computes the
result of XLA, warns of a deviation, or is refused. `make test-thorough` tests every element type.

Refused and deviating cells are listed; a listed cell that no longer is refused or deviates fails
the test. `test_stablehlo_numbers.py` has more forms and numbers of f32, i32 and booleans.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from passes.stablehlo_rows import (
    DTYPES,
    Array,
    Row,
    Tensor,
    by_simulator,
    by_xla,
    lines_of,
    program,
)
from tiers import THOROUGH

import ttmlir_py
from ttmlir_py import CompilationError
from ttmlir_py.compiler import create_context
from ttmlir_py.ir.diagnostics import Severity
from ttmlir_py.ir.locations import find_file_location

pytestmark = pytest.mark.slow

PIPELINE = (
    "builtin.module(inline,stablehlo-to-ttir-pipeline{exact-gather=true exact-conversions=true exact-remainder=true},"
    "ttir-to-ttnn-backend-pipeline{signed-integers=true})"
)

WITHOUT_WORDS = PIPELINE.replace("exact-conversions=true ", "")
"""A pipeline that does not compute integers of 8 and 16 bits in i32."""

# ---- the element types and their numbers

UNSIGNED = [f"ui{bits}" for bits in (8, 16, 32, 64)]
SIGNED = [f"i{bits}" for bits in (8, 16, 32, 64)]
INTEGERS = [*UNSIGNED, *SIGNED]
FLOATS = ["bf16", "f16", "f32", "f64"]
NUMBERS = [*INTEGERS, *FLOATS]
ALL = ["i1", *NUMBERS]
HELD_BITS = 32
"""Number of bits of 64-bit elements that the device keeps."""


def limits(element: str) -> tuple[int, int]:
    """Return the smallest and the largest integer of a type, as far as the device represents it."""
    bits = min(int(element.lstrip("ui")), HELD_BITS)
    return (0, (1 << bits) - 1) if element in UNSIGNED else (-(1 << bits - 1), (1 << bits - 1) - 1)


@cache
def numbers(element: str) -> list[Any]:
    """Return the operands: integers near the powers of two at which formats end. The last six
    differ as much as possible.
    """
    if element == "i1":
        return [False, True]
    if element in INTEGERS:
        low, high = limits(element)
        edges = [2**bits + n for bits in (7, 8, 15, 16, 24, 31) for n in (-1, 0, 1)]
        first = [0, 1, 2, 3, 7, 100, high, high - 1, low, low + 1, -1, -2, -7, -100]
        last = [high - 2, 5, low + 2, (1 << 24) + 1, (1 << 16) + 1, (1 << 8) + 1]
        between = [sign * each for each in edges for sign in (1, -1)]
        chosen = dict.fromkeys(each for each in (*first, *between) if each not in last)
        return [each for each in (*chosen, *last) if low <= each <= high]
    special = [0.0, -0.0, math.inf, -math.inf, math.nan, 0.3, 1e-3]
    large = [6e4, -6e4] if element == "f16" else [1e10, -1e10, 3e38]
    plain = [0.5, -0.5, 1.0, -1.0, 1.5, 2.5, 3.5, -1.5, -2.5, 20.0, -20.0, 100.0, -100.0]
    # The numbers tested in f64 fit into f32. A warning says that other f64 numbers are rounded.
    return [float(np.float32(each)) for each in (*special, *plain, *large)]


def some(element: str, *shape: int, start: int = 0) -> Tensor:
    """Repeat numbers until they fill a shape."""
    found = numbers(element)
    flat = [found[(start + i) % len(found)] for i in range(math.prod(shape))]
    return Tensor(np.asarray(flat, DTYPES[element]).reshape(shape), element)


def summands(element: str, *shape: int, start: int = 0) -> Tensor:
    """Return integers, or floats of one sign, whose sums in any order differ by a few units in the
    last place only.
    """
    tensor = some(element, *shape, start=start)
    return Tensor(np.abs(tensor.array), element) if element in FLOATS else tensor


def every(element: str) -> Tensor:
    return some(element, len(numbers(element)))


def literal(number: float, element: str) -> str:
    if element == "i1":
        return "true" if number else "false"
    return str(int(number)) if element in INTEGERS else repr(float(number))


def scalar(name: str, number: float, element: str) -> str:
    return f"%{name} = stablehlo.constant dense<{literal(number, element)}> : tensor<{element}>\n"


# ---- rows of the ops: a name maps to rows on an element type. It is the op, or starts with the op.

BOUND = {"bf16": 2**-7, "f16": 2**-9}
"""Largest relative error of floats: a few units in the last place; 1e-5 for other types."""
Level = Callable[[str], Iterable[Row]]
FORMS: dict[str, tuple[Level, list[str]]] = {}


def row(element: str, body: str, result: str, *arguments: Tensor) -> Row:
    """Return a row. For f16, numbers below its smallest normal number count as 0."""
    absolute = 6e-5 if element == "f16" else 1e-37
    return Row(body, result, arguments, BOUND.get(element, 1e-5), absolute)


def plain(op: str, count: int, elements: list[str]) -> None:
    """Add a row of an element-wise op of one type, on all numbers, or on all pairs."""

    def form(element: str) -> Iterator[Row]:
        found = numbers(element)
        if op == "power" and element in INTEGERS:  # XLA takes a few bits of the exponent only
            lists = [[a for a in found for _ in range(6)], [*range(6)] * len(found)]
        elif op in ("cosine", "sine", "tan"):
            lists = [[each for each in found if not abs(each) > 100]]
        elif count == 1:
            lists = [found]
        else:
            lists = [[a for a in found for _ in found], found * len(found)]
        operands = [Tensor(each, element) for each in lists]
        names = ", ".join(f"%{name}" for name in "ab"[:count])
        type_ = operands[0].type
        yield row(element, f"%r = stablehlo.{op} {names} : {type_}", type_, *operands)

    FORMS[op] = form, elements


for name in ("abs", "sign"):
    plain(name, 1, [*SIGNED, *FLOATS])
plain("negate", 1, NUMBERS)
plain("not", 1, ["i1", *INTEGERS])
for name in ("popcnt", "count_leading_zeros"):
    plain(name, 1, INTEGERS)
for name in (
    *("ceil", "floor", "round_nearest_even", "round_nearest_afz", "cbrt", "exponential"),
    *("exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sqrt", "tanh"),
    *("cosine", "sine", "tan"),
):
    plain(name, 1, FLOATS)
for name in ("add", "multiply", "maximum", "minimum"):
    plain(name, 2, ALL)
for name in ("subtract", "divide", "remainder", "power"):
    plain(name, 2, NUMBERS)
for name in ("and", "or", "xor"):
    plain(name, 2, ["i1", *INTEGERS])
for name in ("shift_left", "shift_right_arithmetic", "shift_right_logical"):
    plain(name, 2, INTEGERS)
plain("atan2", 2, FLOATS)


def form(name: str, elements: list[str]) -> Callable[[Level], Level]:
    """Add a form of an op to the table."""

    def enter(function: Level) -> Level:
        FORMS[name] = function, elements
        return function

    return enter


def compared(element: str, suffix: str) -> Iterator[Row]:
    found = numbers(element)
    operands = (
        Tensor([a for a in found for _ in found], element),
        Tensor(found * len(found), element),
    )
    type_, truth = operands[0].type, f"tensor<{len(found) ** 2}xi1>"
    for direction in ("EQ", "NE", "LT", "LE", "GT", "GE"):
        body = f"%r = stablehlo.compare {direction}, %a, %b{suffix} : ({type_}, {type_}) -> {truth}"
        yield row(element, body, truth, *operands)


@form("compare", ALL)
def _(element: str) -> Iterator[Row]:
    return (
        each for each in compared(element, "") if " EQ" not in each.body and " NE" not in each.body
    )


@form("compare by equality", ALL)
def _(element: str) -> Iterator[Row]:
    return (each for each in compared(element, "") if " EQ" in each.body or " NE" in each.body)


@form("compare in the total order", FLOATS)
def _(element: str) -> Iterator[Row]:
    return compared(element, ", TOTALORDER")


def converted(target: str) -> Level:
    def rows(element: str) -> Iterator[Row]:
        tensor = every(element)
        type_ = tensor.type.replace(element, target)
        body = f"%r = stablehlo.convert %a : ({tensor.type}) -> {type_}"
        yield row("bf16" if "bf16" in (element, target) else target, body, type_, tensor)

    return rows


for name in ALL:
    FORMS[f"convert to {name}"] = converted(name), [each for each in ALL if each != name]


@form("select", ALL)
def _(element: str) -> Iterator[Row]:
    one = every(element)
    other = Tensor(one.array[::-1], element)
    condition = Tensor([i % 2 for i in range(len(one.array))], "i1")
    body = f"%r = stablehlo.select %a, %b, %c : {condition.type}, {one.type}"
    yield row(element, body, one.type, condition, one, other)


@form("clamp", NUMBERS)
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    for low, high in ((1, 100), limits(element)) if element in INTEGERS else ((-3, 100),):
        bounds = scalar("l", low, element) + scalar("h", high, element)
        types = f"(tensor<{element}>, {tensor.type}, tensor<{element}>)"
        body = f"{bounds}%r = stablehlo.clamp %l, %a, %h : {types} -> {tensor.type}"
        yield row(element, body, tensor.type, tensor)


def moving(name: str, text: str, shape: str) -> None:
    """Add an op that moves elements. `text` has {a} for the operand's type, {r} for the result's,
    {z} for a scalar's.
    """

    def rows(element: str) -> Iterator[Row]:
        tensor = some(element, 2, 3, start=-6)
        type_ = f"tensor<{shape}x{element}>"
        number = 1 if element in ("i1", *UNSIGNED) else -3
        body = text.format(
            a=tensor.type, r=type_, z=f"tensor<{element}>", u=f"tensor<1x2x{element}>"
        )
        yield row(element, scalar("z", number, element) + body, type_, tensor)

    FORMS[name] = rows, ALL


PLACE = "%i = stablehlo.constant dense<{}> : tensor<i32>\n"
AT = "tensor<i32>, tensor<i32>"
moving("reshape", "%r = stablehlo.reshape %a : ({a}) -> {r}", "3x2")
moving("transpose", "%r = stablehlo.transpose %a, dims = [1, 0] : ({a}) -> {r}", "3x2")
moving("broadcast", "%r = stablehlo.broadcast %a, sizes = [2] : ({a}) -> {r}", "2x2x3")
moving("broadcast_in_dim", "%r = stablehlo.broadcast_in_dim %a, dims = [2, 0] : ({a}) -> {r}", "3x4x2")  # fmt: skip
moving("concatenate", "%r = stablehlo.concatenate %a, %a, dim = 1 : ({a}, {a}) -> {r}", "2x6")
moving("slice", "%r = stablehlo.slice %a [0:2, 1:3] : ({a}) -> {r}", "2x2")
moving("slice with strides", "%r = stablehlo.slice %a [0:2, 0:3:2] : ({a}) -> {r}", "2x2")
moving("reverse", "%r = stablehlo.reverse %a, dims = [0, 1] : {a}", "2x3")
moving("optimization_barrier", "%r = stablehlo.optimization_barrier %a : {a}", "2x3")
moving("pad", "%r = stablehlo.pad %a, %z, low = [1, 1], high = [0, 2], interior = [0, 0] : ({a}, {z}) -> {r}", "3x6")  # fmt: skip
moving("pad between elements", "%r = stablehlo.pad %a, %z, low = [1, -1], high = [0, 2], interior = [1, 0] : ({a}, {z}) -> {r}", "4x4")  # fmt: skip
moving("dynamic_slice", PLACE.format(9) + f"%r = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 2] : ({{a}}, {AT}) -> {{r}}", "2x2")  # fmt: skip
moving("dynamic_update_slice", f"%u = stablehlo.slice %a [0:1, 1:3] : ({{a}}) -> {{u}}\n{PLACE.format(1)}%r = stablehlo.dynamic_update_slice %a, %u, %i, %i : ({{a}}, {{u}}, {AT}) -> {{r}}", "2x3")  # fmt: skip


@form("dynamic_slice at an unknown place", ALL)
def _(element: str) -> Iterator[Row]:
    tensor, type_ = some(element, 2, 3, start=-6), f"tensor<2x2x{element}>"
    for place in (-5, 1, 9):
        body = f"{PLACE.format(0)}%r = stablehlo.dynamic_slice %a, %i, %b, sizes = [2, 2] : ({tensor.type}, {AT}) -> {type_}"
        yield row(element, body, type_, tensor, Tensor(place, "i32"))


@form("iota", NUMBERS)
def _(element: str) -> Iterator[Row]:
    for size in (5, 300):  # more than 8 bits hold
        type_ = f"tensor<{size}x{element}>"
        yield row(element, f"%r = stablehlo.iota dim = 0 : {type_}", type_)


@form("dynamic_iota", NUMBERS)
def _(element: str) -> Iterator[Row]:
    type_ = f"tensor<2x5x{element}>"
    shape = "%s = stablehlo.constant dense<[2, 5]> : tensor<2xi64>\n"
    yield row(element, f"{shape}%r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> {type_}", type_)  # fmt: skip


@form("constant", ALL)
def _(element: str) -> Iterator[Row]:
    found = [each for each in numbers(element) if math.isfinite(each)]
    for each in (found, [found[-1]] * 2):
        type_ = f"tensor<{len(each)}x{element}>"
        text = ", ".join(literal(number, element) for number in each)
        yield row(element, f"%r = stablehlo.constant dense<[{text}]> : {type_}", type_)


def neutral(op: str, element: str) -> float:
    """Return the neutral element of an op."""
    if op in ("add", "or", "xor"):
        return 0
    if op in ("multiply", "and"):
        return 1 if op == "multiply" or element == "i1" else limits(element)[element in UNSIGNED]
    if element == "i1":
        return op == "minimum"
    if element in INTEGERS:
        bits = int(element.lstrip("ui"))
        low, high = (
            (0, 2**bits - 1) if element in UNSIGNED else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        )
        return low if op == "maximum" else high
    return -math.inf if op == "maximum" else math.inf


def initial(op: str, element: str) -> str:
    """Return the text of a constant with the neutral element."""
    number = neutral(op, element)
    if element in FLOATS and math.isinf(number):
        bits = np.asarray(number, DTYPES[element]).tobytes()[::-1].hex()
        return f"%z = stablehlo.constant dense<0x{bits.upper()}> : tensor<{element}>\n"
    return scalar("z", number, element)


def region(op: str, element: str, kind: str = "") -> str:
    """Return the text of a region that applies an op to two elements, or compares them."""
    type_ = f"tensor<{element}>"
    signature = f"({type_}, {type_}) -> tensor<i1>" if op.startswith("compare") else type_
    gives = "tensor<i1>" if op.startswith("compare") else type_
    return f"""({{
  ^bb0(%x: {type_}, %y: {type_}):
    %q = stablehlo.{op} %x, %y{kind} : {signature}
    stablehlo.return %q : {gives}
  }}"""


def reducing(op: str) -> tuple[Level, Level, Level]:
    """Add `reduce`, `reduce_window` and `scatter` by an op."""

    def reduce(element: str) -> Iterator[Row]:
        tensor = summands(element, 4, 3)
        body = f"%r = stablehlo.reduce(%a init: %z) applies stablehlo.{op} across dimensions = [1] : ({tensor.type}, tensor<{element}>) -> tensor<4x{element}>"
        yield row(element, initial(op, element) + body, f"tensor<4x{element}>", tensor)

    def window(element: str) -> Iterator[Row]:
        tensor, type_ = some(element, 4, 3), f"tensor<4x2x{element}>"
        body = f'%r = "stablehlo.reduce_window"(%a, %z) <{{window_dimensions = array<i64: 1, 2>}}> {region(op, element)}) : ({tensor.type}, tensor<{element}>) -> {type_}'
        yield row(element, initial(op, element) + body, type_, tensor)

    def scatter(element: str) -> Iterator[Row]:
        table, updates = some(element, 6, start=3), some(element, 4, start=1)
        body = f'%r = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {region(op, element)}) : ({table.type}, tensor<4xi32>, {updates.type}) -> {table.type}'
        yield row(element, body, table.type, table, Tensor([0, 3, 3, 9], "i32"), updates)

    return reduce, window, scatter


for name in ("add", "maximum", "minimum", "multiply", "or", "and", "xor"):
    elements = ALL if name in ("add", "maximum", "minimum", "multiply") else ["i1", *INTEGERS]
    for op_, each_ in zip(("reduce", "reduce_window", "scatter"), reducing(name), strict=True):
        FORMS[f"{op_} by {name}"] = each_, elements


@form("scatter of what is given", ALL)
def _(element: str) -> Iterator[Row]:
    table, updates, type_ = some(element, 6), some(element, 4, start=1), f"tensor<{element}>"
    body = f'%r = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n  ^bb0(%x: {type_}, %y: {type_}):\n    stablehlo.return %y : {type_}\n  }}) : ({table.type}, tensor<4xi32>, {updates.type}) -> {table.type}'
    yield row(element, body, table.type, table, Tensor([0, 3, 4, 9], "i32"), updates)


@form("reduce_window that is a running sum", NUMBERS)
def _(element: str) -> Iterator[Row]:
    tensor = summands(element, 2, 3, start=0 if element in FLOATS else 9)
    body = f'%r = "stablehlo.reduce_window"(%a, %z) <{{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}}> {region("add", element)}) : ({tensor.type}, tensor<{element}>) -> {tensor.type}'
    yield row(element, initial("add", element) + body, tensor.type, tensor)


@form("gather", ALL)
def _(element: str) -> Iterator[Row]:
    tensor, type_ = some(element, 4, 3), f"tensor<2x4x{element}>"
    body = f'%r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : ({tensor.type}, tensor<4x1xi32>) -> {type_}'
    yield row(element, body, type_, tensor, Tensor([[2], [-1], [0], [7]], "i32"))


@form("gather of rows", ALL)
def _(element: str) -> Iterator[Row]:
    tensor, type_ = some(element, 4, 3), f"tensor<2x2x3x{element}>"
    body = f'%r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3>}}> : ({tensor.type}, tensor<2x2xi32>) -> {type_}'
    yield row(element, body, type_, tensor, Tensor([[2, -1], [0, 7]], "i32"))


@form("sort", ALL)
def _(element: str) -> Iterator[Row]:
    tensor, kind = every(element), ", TOTALORDER" if element in FLOATS else ""
    for direction in ("LT", "GT"):
        order = region(f"compare {direction},", element, kind)
        body = f'%r = "stablehlo.sort"(%a) <{{dimension = 0 : i64}}> {order}) : ({tensor.type}) -> {tensor.type}'
        yield row(element, body, tensor.type, tensor)


@form("top_k", ALL)
def _(element: str) -> Iterator[Row]:
    tensor, type_ = every(element), f"tensor<2x{element}>"
    body = f"%r, %s = chlo.top_k(%a, k = 2) : {tensor.type} -> ({type_}, tensor<2xi32>)"
    yield row(element, body, type_, tensor)


def product(op: str, contracting: str) -> Level:
    def rows(element: str) -> Iterator[Row]:
        left, right = some(element, 2, 3), some(element, 3, 2, start=1)
        type_ = f"tensor<2x2x{element}>"
        body = f"%r = stablehlo.{op} %a, %b{contracting} : ({left.type}, {right.type}) -> {type_}"
        yield row(element, body, type_, left, right)

    return rows


FORMS["dot"] = product("dot", ""), ALL
FORMS["dot_general"] = product("dot_general", ", contracting_dims = [1] x [0]"), ALL


@form("dot_general of a wider result", ["bf16", "f16", "ui8", "i8"])
def _(element: str) -> Iterator[Row]:
    left, right = some(element, 2, 3, start=4), some(element, 3, 2, start=5)
    wide = "f32" if element in FLOATS else "i32"
    body = f"%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({left.type}, {right.type}) -> tensor<2x2x{wide}>"
    yield row(wide, body, f"tensor<2x2x{wide}>", left, right)


@form("convolution", NUMBERS)
def _(element: str) -> Iterator[Row]:
    left, right, type_ = (
        some(element, 1, 2, 3, start=5),
        some(element, 2, 2, 2),
        f"tensor<1x2x2x{element}>",
    )
    body = f"%r = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {{}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({left.type}, {right.type}) -> {type_}"
    yield row(element, body, type_, left, right)


def branching(op: str, condition: Tensor) -> Level:
    def rows(element: str) -> Iterator[Row]:
        tensor = every(element)
        branches = f"{{\n %n = stablehlo.maximum %b, %b : {tensor.type}\n stablehlo.return %n : {tensor.type}\n }}, {{\n stablehlo.return %b : {tensor.type}\n }}"
        body = f'%r = "stablehlo.{op}"(%a) ({branches}) : ({condition.type}) -> {tensor.type}'
        yield row(element, body, tensor.type, condition, tensor)

    return rows


FORMS["if"] = branching("if", Tensor(False, "i1")), ALL
FORMS["case"] = branching("case", Tensor(7, "i32")), ALL


@form("dynamic_update_slice at unknown places", ALL)
def _(element: str) -> Iterator[Row]:
    tensor, update = some(element, 3, 4, start=-6), some(element, 2, 2)
    for place in (-5, 1, 9):
        body = f"%r = stablehlo.dynamic_update_slice %a, %b, %c, %c : ({tensor.type}, {update.type}, {AT}) -> {tensor.type}"
        yield row(element, body, tensor.type, tensor, update, Tensor(place, "i32"))


# ---- programs refused without words: maps a reason to names of rows and their element types

LOSE_THEIR_SIGN = ["i8", "i16"]
"""Types that TTNN lacks, and that lose their sign unless ops compute in i32. Ops whose results are
right for negative numbers too, or that move elements, are not listed.
"""
SIGN = re.compile(r"signed (8|16)-bit integers are stored as u\1: negative values")
SIGN_MATTERS = {
    **dict.fromkeys(
        (
            *("abs", "sign", "maximum", "minimum", "divide", "remainder", "power", "compare"),
            *("clamp", "if", "case", "sort", "top_k"),
            *(
                "reduce by maximum",
                "reduce by minimum",
                "scatter by maximum",
            ),
            "scatter by minimum",
        ),
        LOSE_THEIR_SIGN,
    ),
}
BITS = ["or", "and", "xor"]
WIDE = ["i64", "ui64"]
NARROW = ["ui8", "ui16", "i8", "i16"]
OF_ALL_BITS = ["popcnt", "count_leading_zeros", "shift_right_logical"]
SHIFTS = ["shift_left", "shift_right_arithmetic"]
FEW_BITS = "its elements are integers with fewer than 32 bits"
UNSUPPORTED: dict[str, dict[str, list[str]]] = {
    **{
        f"bit operations on '{element}' are not supported: only on integers of 32 bits, and on unsigned ones of 8 or 16": {
            op: [element] for op in (OF_ALL_BITS if element in WIDE else (*OF_ALL_BITS, *SHIFTS))
        }
        for element in (*WIDE, *LOSE_THEIR_SIGN)
    },
    "its elements have no sign": {"shift_right_arithmetic": ["ui8", "ui16", "ui64"]},
    "its region adds booleans, which is a logical or, unlike TTIR's sum": {
        "reduce_window by add": ["i1"]
    },
    FEW_BITS: {f"reduce_window by {op}": NARROW for op in ("add", "minimum", "multiply")},
    "its region must apply add, maximum, minimum or multiply": {
        f"reduce_window by {op}": ["i1", *INTEGERS] for op in BITS
    },
    "its region must return the update, or apply one of add, maximum, minimum and multiply, and of booleans also and, or": {
        **{f"scatter by {op}": INTEGERS for op in BITS},
        "scatter by xor": ["i1", *INTEGERS],
    },
    "its elements are not floats, as TTNN's convolution requires": {"convolution": INTEGERS},
}
Cell = tuple[str, str]


def cells(listed: dict[str, list[str]]) -> list[Cell]:
    return [(name, element) for name, elements in listed.items() for element in elements]


def rows_of(listed: Iterable[Cell]) -> list[tuple[Cell, Row]]:
    return [((name, element), each) for name, element in listed for each in FORMS[name][0](element)]


REFUSED = {
    cell for reason, listed in UNSUPPORTED.items() if reason != FEW_BITS for cell in cells(listed)
}
KINDS = (["i1"], UNSIGNED, SIGNED, FLOATS)


def sampled(number: int, name: str, elements: list[str]) -> list[Cell]:
    """Return the cells of the form `name` to compute: one element type of every second kind, and
    all types in `make test-thorough`.

    Successive forms, counted by `number`, get different kinds, and different types of a kind.
    """
    converted = [(name, each) for each in elements if (name, each) not in REFUSED]
    if THOROUGH:
        return converted
    kinds = ([cell for cell in converted if cell[1] in kind] for kind in KINDS)
    some = [cells for cells in kinds if cells]
    chosen = some[number % 2 :: 2] or some
    return [cells[number // 2 % len(cells)] for cells in chosen]


CONVERTED = [
    cell
    for number, (name, (_, elements)) in enumerate(FORMS.items())
    for cell in sampled(number, name, elements)
]


def test_stablehlo_op_without_ttir_counterpart_is_refused_with_reason():
    rows = [each for listed in UNSUPPORTED.values() for each in rows_of(cells(listed))]
    pipeline = "builtin.module(convert-stablehlo-to-ttir{report-unsupported=true})"
    with pytest.raises(CompilationError) as caught:
        ttmlir_py.compile(program([each for _, each in rows]), pipeline)
    error = caught.value.diagnostics[-1]
    place = find_file_location(error.location)
    assert error.severity is Severity.ERROR
    assert place is not None
    assert place.line.data == 2
    table = error.notes[-1].message
    for reason, listed in UNSUPPORTED.items():
        counts = defaultdict[str, int](int)
        for (name, _), _ in rows_of(cells(listed)):
            counts[name.partition(" ")[0]] += 1
        for op, count in counts.items():
            assert re.search(rf"^ *{count}  stablehlo.{op} +<stdin>:\d+:\d+ +{re.escape(reason)}$", table, re.M)  # fmt: skip


@pytest.mark.parametrize("element", NARROW)
def test_stablehlo_pooling_of_integers_without_words_is_refused(element: str):
    ((_, each),) = rows_of([("reduce_window by maximum", element)])
    with pytest.raises(CompilationError, match=r"^<stdin>:3:\d+: error: failed to legalize operation 'ttir.pooling'"):  # fmt: skip
        ttmlir_py.compile(program([each]), WITHOUT_WORDS)


def warned_lines(rows: list[Row]) -> dict[int, set[str]]:
    """Return the kinds of warnings by row of the program."""
    context = create_context()
    with context.diagnostics.collect() as diagnostics:
        ttmlir_py.compile(
            program(rows), WITHOUT_WORDS, warnings=["--warnings=all"], context=context
        )
    return kinds_of(diagnostics, rows)


def kinds_of(diagnostics: list[Any], rows: list[Row]) -> dict[int, set[str]]:
    found = defaultdict[int, set[str]](set)
    owners = lines_of(rows)
    for each in diagnostics:
        place = find_file_location(each.location)
        assert place is not None, each
        (kind,) = re.findall(r"-W([a-z-]+)\]$", each.message)
        found[owners[place.line.data - 1]].add(kind)
    return found


def test_lost_sign_of_stablehlo_integers_without_words_is_warned_of():
    rows = rows_of(cells(SIGN_MATTERS))
    warned = warned_lines([each for _, each in rows])
    silent = {
        cell for number, (cell, _) in enumerate(rows) if "signed-integers" not in warned[number]
    }
    assert not silent - {cell for n, (cell, _) in enumerate(rows) if "signed-integers" in warned[n]}


# ---- converted programs

ZEROS = "sign of zeros"
DEVIATES: dict[str, dict[str, list[str]]] = {
    # Results that do not fit into 32 bits.
    "wide-integers": {
        **dict.fromkeys(("add", "subtract", "multiply", "negate", "divide", "power"), WIDE),
        **dict.fromkeys(("dot", "dot_general", "scatter by add", "scatter by multiply"), WIDE),
        "abs": ["i64"],
        "not": ["ui64"],
        "reduce by add": WIDE,
        "reduce by multiply": WIDE,
        "reduce_window by add": WIDE,
        "reduce_window by multiply": WIDE,
        "reduce_window that is a running sum": ["i64"],
        "shift_left": WIDE,
        "convert to i64": [*FLOATS, "ui32", "ui64"],
        "convert to ui64": [*FLOATS, "i8", "i16", "i32", "i64"],
    },
    # The runtime library computes these ops in bf16: see `docs/deviations.md`.
    "reduced-precision": {
        "gather": ["f32", "f64"],
        "gather of rows": ["f32", "f64"],
        "slice with strides": ["f32", "f64"],
    },
    # Deviations without a warning; only the documentation lists them.
    ZEROS: dict.fromkeys(
        (
            *("sign", "round_nearest_afz", "round_nearest_even", "maximum", "minimum"),
            *("remainder", "reduce_window by maximum"),
        ),
        FLOATS,
    ),
}


@cache
def outcomes() -> tuple[dict[Cell, list[str]], dict[str, set[Cell]]]:
    """Return the errors of each cell, and the cells with a warned deviation, grouped by the kind of
    warning. A different sign of zero is a separate group.
    """
    rows = rows_of(CONVERTED)
    plain_rows = [each for _, each in rows]
    wanted = by_xla(plain_rows)
    context = create_context()
    with context.diagnostics.collect() as diagnostics:
        found = by_simulator(plain_rows, PIPELINE, context)
    warned = kinds_of(diagnostics, plain_rows)
    wrong, deviating = defaultdict[Cell, list[str]](list), defaultdict[str, set[Cell]](set)
    for number, ((cell, each), ours, theirs) in enumerate(zip(rows, found, wanted, strict=True)):
        kinds = warned[number]
        assert "signed-integers" not in kinds, cell
        kind = deviation(ours.reshape(theirs.shape), theirs, each)
        if kind is not None and kind in (*kinds, ZEROS):
            deviating[kind].add(cell)
        elif kind is not None:
            wrong[cell].append(f"{each.body}\n{ours}\n{theirs}")
    return wrong, deviating


def deviation(ours: Array, theirs: Array, each: Row) -> str | None:
    """Return the kind of difference, which a warning may state, or None if the results agree."""
    if theirs.dtype.kind in "biu":
        differs = ours.astype(theirs.dtype) != theirs
        low, high = (0, 2**32) if theirs.dtype.kind == "u" else (-(2**31), 2**31)
        held = (theirs >= low) & (theirs < high) if theirs.dtype.itemsize == 8 else True
        if not (differs & held).any():
            return "wide-integers" if differs.any() else None
    elif close(ours, theirs, each.bound, each.absolute):
        zeros = (ours == 0) & (theirs == 0)
        return ZEROS if (zeros & (np.signbit(ours) != np.signbit(theirs))).any() else None
    return "reduced-precision" if close(ours, theirs, 2**-8, each.absolute) else "more"


def close(ours: Array, theirs: Array, bound: float, absolute: float) -> bool:
    """Return whether numbers are near each other, with NaN at the same positions. f64 counts as far
    as f32 represents it.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        found, wanted = ours.astype(np.float64), theirs.astype(np.float32).astype(np.float64)
        return np.allclose(found, wanted, rtol=bound, atol=absolute, equal_nan=True)


@pytest.mark.parametrize("name", FORMS)
def test_stablehlo_op_on_each_element_type_matches_xla_or_is_listed(name: str):
    wrong, _ = outcomes()
    assert not [each for (form, _), found in wrong.items() if form == name for each in found]


@pytest.mark.parametrize("kind", DEVIATES)
def test_every_listed_deviation_from_xla_occurs(kind: str):
    _, deviating = outcomes()
    listed = {*cells(DEVIATES[kind])} & {*CONVERTED}
    assert listed
    assert deviating[kind] == listed
