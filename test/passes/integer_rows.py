"""StableHLO rows on integers, in addition to `test_stablehlo_elements.py`: constants, positions,
windows, tiles and searches.
"""

from collections.abc import Iterator

import numpy as np
from passes.stablehlo_rows import Row, Tensor
from passes.test_stablehlo_elements import (
    FORMS,
    INTEGERS,
    Level,
    every,
    initial,
    limits,
    literal,
    numbers,
    region,
    scalar,
    some,
)

ELEMENTS = ["i1", *INTEGERS]
FORMS_OF_INTEGERS: dict[str, tuple[Level, list[str]]] = {}


def form(name: str, elements: list[str] = ELEMENTS):
    def enter(function: Level) -> Level:
        FORMS_OF_INTEGERS[name] = function, elements
        return function

    return enter


def row(body: str, result: str, *arguments: Tensor) -> Row:
    return Row(body, result, arguments)


# ---- constants


@form("constant that is repeated")
def _(element: str) -> Iterator[Row]:
    for number in numbers(element):
        type_ = f"tensor<3x{element}>"
        yield row(f"%r = stablehlo.constant dense<{literal(number, element)}> : {type_}", type_)
        yield row(f"%r = stablehlo.constant dense<{literal(number, element)}> : tensor<{element}>", f"tensor<{element}>")  # fmt: skip


@form("constant of several numbers")
def _(element: str) -> Iterator[Row]:
    found = numbers(element)
    type_ = f"tensor<{len(found)}x{element}>"
    text = ", ".join(literal(number, element) for number in found)
    yield row(f"%r = stablehlo.constant dense<[{text}]> : {type_}", type_)


def with_constants(op: str, elements: list[str], *, compares: bool = False) -> None:
    """Add a row of an op on numbers and each of them as a constant: a broadcast scalar, as JAX
    writes it.
    """

    def rows(element: str) -> Iterator[Row]:
        tensor = every(element)
        result = tensor.type.replace(element, "i1") if compares else tensor.type
        types = f"({tensor.type}, {tensor.type}) -> {result}" if compares else result
        for number in numbers(element):
            constant = (
                scalar("s", number, element)
                + f"%c = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<{element}>) -> {tensor.type}\n"
            )
            yield row(f"{constant}%r = stablehlo.{op} %a, %c : {types}", result, tensor)
            yield row(f"{constant}%r = stablehlo.{op} %c, %a : {types}", result, tensor)

    FORMS_OF_INTEGERS[f"{op.strip(',')} with constants"] = rows, elements


for name in ("add", "multiply", "maximum", "minimum", "and", "or", "xor"):
    with_constants(name, ELEMENTS)
for name in ("subtract", "divide", "remainder"):
    with_constants(name, INTEGERS)
for direction in ("EQ", "NE", "LT", "LE", "GT", "GE"):
    with_constants(f"compare {direction},", ELEMENTS, compares=True)


@form("select of constants")
def _(element: str) -> Iterator[Row]:
    found, condition = numbers(element), Tensor([True, False, True], "i1")
    type_ = f"tensor<3x{element}>"
    for a, b in zip(found, found[::-1], strict=True):
        constants = "".join(
            f"%{name} = stablehlo.constant dense<{literal(number, element)}> : {type_}\n"
            for name, number in (("x", a), ("y", b))
        )
        yield row(f"{constants}%r = stablehlo.select %a, %x, %y : {condition.type}, {type_}", type_, condition)  # fmt: skip


@form("select by a scalar")
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    other = Tensor(tensor.array[::-1], element)
    for value in (True, False):
        condition = Tensor(value, "i1")
        body = f"%r = stablehlo.select %a, %b, %c : {condition.type}, {tensor.type}"
        yield row(body, tensor.type, condition, tensor, other)


@form("clamp by each number", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor, type_ = every(element), f"tensor<{element}>"
    for number in numbers(element):
        for low, high in ((number, limits(element)[1]), (limits(element)[0], number)):
            bounds = scalar("l", low, element) + scalar("h", high, element)
            types = f"({type_}, {tensor.type}, {type_}) -> {tensor.type}"
            yield row(f"{bounds}%r = stablehlo.clamp %l, %a, %h : {types}", tensor.type, tensor)


@form("clamp by arguments", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    high = Tensor(np.sort(tensor.array)[::-1].copy(), element)
    low = Tensor(np.minimum(high.array, tensor.array[::-1]), element)
    body = f"%r = stablehlo.clamp %a, %b, %c : {tensor.type}"
    yield row(body, tensor.type, low, tensor, high)


@form("pad by each number")
def _(element: str) -> Iterator[Row]:
    tensor, type_ = some(element, 2, 3, start=-6), f"tensor<6x7x{element}>"
    for number in numbers(element):
        body = f"%r = stablehlo.pad %a, %z, low = [1, 0], high = [2, 2], interior = [1, 1] : ({tensor.type}, tensor<{element}>) -> {type_}"
        yield row(scalar("z", number, element) + body, type_, tensor)
        body = f"%r = stablehlo.pad %a, %z, low = [1, 0], high = [3, 4], interior = [0, 0] : ({tensor.type}, tensor<{element}>) -> {type_}"
        yield row(scalar("z", number, element) + body, type_, tensor)


@form("pad by an argument")
def _(element: str) -> Iterator[Row]:
    tensor, type_ = some(element, 2, 3, start=-6), f"tensor<4x5x{element}>"
    for number in numbers(element):
        body = f"%r = stablehlo.pad %a, %b, low = [1, 0], high = [1, 2], interior = [0, 0] : ({tensor.type}, tensor<{element}>) -> {type_}"
        yield row(body, type_, tensor, Tensor(number, element))


@form("arithmetic of scalars", INTEGERS)
def _(element: str) -> Iterator[Row]:
    found, type_ = numbers(element), f"tensor<{element}>"
    for a, b in zip(found, found[1:] + found[:1], strict=True):
        body = f"%s = stablehlo.add %a, %b : {type_}\n%r = stablehlo.xor %s, %b : {type_}"
        yield row(body, type_, Tensor(a, element), Tensor(b, element))


@form("power by all exponents", INTEGERS)
def _(element: str) -> Iterator[Row]:
    found = [each for each in numbers(element) if each >= 0]
    lists = [a for a in found for _ in range(8)], [*range(8)] * len(found)
    operands = [Tensor(each, element) for each in lists]
    type_ = operands[0].type
    yield row(f"%r = stablehlo.power %a, %b : {type_}", type_, *operands)


# ---- bitwise ops


def bits_as(target: str) -> Level:
    def rows(element: str) -> Iterator[Row]:
        tensor = every(element)
        type_ = tensor.type.replace(element, target)
        yield row(f"%r = stablehlo.bitcast_convert %a : ({tensor.type}) -> {type_}", type_, tensor)

    return rows


for bits in (8, 16, 32, 64):
    for one, other in ((f"i{bits}", f"ui{bits}"), (f"ui{bits}", f"i{bits}")):
        FORMS_OF_INTEGERS[f"bitcast_convert to {one}"] = bits_as(one), [other]


@form("convert there and back", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    for target in INTEGERS:
        if target != element:
            type_ = tensor.type.replace(element, target)
            body = f"%m = stablehlo.convert %a : ({tensor.type}) -> {type_}\n%r = stablehlo.convert %m : ({type_}) -> {tensor.type}"
            yield row(body, tensor.type, tensor)


@form("convert to floats exactly", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    for target in ("f32", "bf16"):
        type_ = tensor.type.replace(element, target)
        yield row(f"%r = stablehlo.convert %a : ({tensor.type}) -> {type_}", type_, tensor)


# ---- data movement: tensors of several tiles, and patterns that libraries write

TILES = (40, 70)


def moving(name: str, text: str, shape: tuple[int, ...]) -> None:
    """Add a row of an op on more than a tile. `text` has {a} for the operand's type, {r} for the
    result's, {e} for its elements'.
    """

    def rows(element: str) -> Iterator[Row]:
        tensor = some(element, *TILES)
        type_ = f"tensor<{'x'.join(map(str, shape))}x{element}>"
        yield row(text.format(a=tensor.type, r=type_, e=element), type_, tensor)

    FORMS_OF_INTEGERS[name] = rows, ELEMENTS


moving("transpose of tiles", "%r = stablehlo.transpose %a, dims = [1, 0] : ({a}) -> {r}", (70, 40))
moving("reshape of tiles", "%r = stablehlo.reshape %a : ({a}) -> {r}", (28, 100))
moving("concatenate of rows", "%r = stablehlo.concatenate %a, %a, dim = 0 : ({a}, {a}) -> {r}", (80, 70))  # fmt: skip
moving("concatenate of columns", "%r = stablehlo.concatenate %a, %a, dim = 1 : ({a}, {a}) -> {r}", (40, 140))  # fmt: skip
moving("slice of tiles", "%r = stablehlo.slice %a [3:39, 33:70] : ({a}) -> {r}", (36, 37))
moving("slice of whole tiles", "%r = stablehlo.slice %a [0:32, 32:64] : ({a}) -> {r}", (32, 32))
moving("slice of every third row", "%r = stablehlo.slice %a [1:40:3, 0:70] : ({a}) -> {r}", (13, 70))  # fmt: skip
moving("slice of every second element", "%r = stablehlo.slice %a [0:40:2, 1:70:2] : ({a}) -> {r}", (20, 35))  # fmt: skip
moving("slice of a row", "%r = stablehlo.slice %a [7:8, 0:70] : ({a}) -> {r}", (1, 70))
moving("slice of nothing left out", "%r = stablehlo.slice %a [0:40, 0:70] : ({a}) -> {r}", TILES)
moving("reverse of rows", "%r = stablehlo.reverse %a, dims = [0] : {a}", TILES)
moving("reverse of columns", "%r = stablehlo.reverse %a, dims = [1] : {a}", TILES)
moving("broadcast of tiles", "%r = stablehlo.broadcast_in_dim %a, dims = [1, 2] : ({a}) -> {r}", (3, *TILES))  # fmt: skip
moving("roll", "%x = stablehlo.slice %a [0:40, 65:70] : ({a}) -> tensor<40x5x{e}>\n%y = stablehlo.slice %a [0:40, 0:65] : ({a}) -> tensor<40x65x{e}>\n%r = stablehlo.concatenate %x, %y, dim = 1 : (tensor<40x5x{e}>, tensor<40x65x{e}>) -> {r}", TILES)  # fmt: skip
moving("stack", "%x = stablehlo.broadcast_in_dim %a, dims = [1, 2] : ({a}) -> tensor<1x40x70x{e}>\n%r = stablehlo.concatenate %x, %x, %x, dim = 0 : (tensor<1x40x70x{e}>, tensor<1x40x70x{e}>, tensor<1x40x70x{e}>) -> {r}", (3, *TILES))  # fmt: skip
moving("repeat", "%x = stablehlo.broadcast_in_dim %a, dims = [0, 2] : ({a}) -> tensor<40x2x70x{e}>\n%r = stablehlo.reshape %x : (tensor<40x2x70x{e}>) -> {r}", (80, 70))  # fmt: skip
moving("tile", "%x = stablehlo.broadcast_in_dim %a, dims = [1, 3] : ({a}) -> tensor<2x40x3x70x{e}>\n%r = stablehlo.reshape %x : (tensor<2x40x3x70x{e}>) -> {r}", (80, 210))  # fmt: skip
moving("reverse of all of a line", "%x = stablehlo.reshape %a : ({a}) -> tensor<2800x{e}>\n%y = stablehlo.slice %x [0:40] : (tensor<2800x{e}>) -> {r}\n%r = stablehlo.reverse %y, dims = [0] : {r}", (40,))  # fmt: skip
moving("real_dynamic_slice", "%s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n%l = stablehlo.constant dense<[9, 8]> : tensor<2xi64>\n%t = stablehlo.constant dense<[2, 1]> : tensor<2xi64>\n%r = stablehlo.real_dynamic_slice %a, %s, %l, %t : ({a}, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> {r}", (4, 6))  # fmt: skip


@form("dynamic_update_slice at an unknown place")
def _(element: str) -> Iterator[Row]:
    tensor, update = some(element, 5, 3), some(element, 2, 3, start=-6)
    zero = "%z = stablehlo.constant dense<0> : tensor<i32>\n"
    for place in (-5, 1, 9):
        body = f"{zero}%r = stablehlo.dynamic_update_slice %a, %b, %c, %z : ({tensor.type}, {update.type}, tensor<i32>, tensor<i32>) -> {tensor.type}"
        yield row(body, tensor.type, tensor, update, Tensor(place, "i32"))


@form("dynamic_slice by an index of the type", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor, type_ = some(element, 9), f"tensor<2x{element}>"
    for place in (0, 3, 7, limits(element)[1], limits(element)[0]):
        body = f"%r = stablehlo.dynamic_slice %a, %b, sizes = [2] : ({tensor.type}, tensor<{element}>) -> {type_}"
        yield row(body, type_, tensor, Tensor(place, element))


def gathered(index: str) -> Level:
    def rows(element: str) -> Iterator[Row]:
        table, places = some(element, 7), Tensor([[2], [0], [6], [5], [100]], index)
        type_ = f"tensor<5x{element}>"
        body = f'%r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}}> : ({table.type}, {places.type}) -> {type_}'
        yield row(body, type_, table, places)
        table, type_ = some(element, 7, 5, start=-9), f"tensor<5x5x{element}>"
        body = f'%r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}}> : ({table.type}, {places.type}) -> {type_}'
        yield row(body, type_, table, places)

    return rows


for name in INTEGERS:
    FORMS_OF_INTEGERS[f"gather by {name}"] = gathered(name), ELEMENTS


@form("gather of single elements")
def _(element: str) -> Iterator[Row]:
    table, type_ = some(element, 4, 5), f"tensor<3x{element}>"
    body = f'%r = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}}> : ({table.type}, tensor<3x2xi32>) -> {type_}'
    yield row(body, type_, table, Tensor([[3, 4], [0, 0], [2, 1]], "i32"))


@form("torch_index_select")
def _(element: str) -> Iterator[Row]:
    table, type_ = some(element, 4, 5), f"tensor<3x5x{element}>"
    body = f'%r = "stablehlo.torch_index_select"(%a, %b) <{{dim = 0 : i64, batch_dims = 0 : i64}}> : ({table.type}, tensor<3xi32>) -> {type_}'
    yield row(body, type_, table, Tensor([3, 0, 2], "i32"))


@form("scatter of rows")
def _(element: str) -> Iterator[Row]:
    table, updates, type_ = some(element, 6, 4), some(element, 2, 4, start=-8), f"tensor<{element}>"
    body = f'%r = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}}> ({{\n  ^bb0(%x: {type_}, %y: {type_}):\n    stablehlo.return %y : {type_}\n  }}) : ({table.type}, tensor<2x1xi32>, {updates.type}) -> {table.type}'
    yield row(body, table.type, table, Tensor([[4], [1]], "i32"), updates)


# ---- ops that combine elements


def combined(op: str, elements: list[str]) -> None:
    def running(element: str) -> Iterator[Row]:
        tensor = some(element, 3, 9, start=4)
        for size, dim in ((3, 0), (9, 1)):
            sizes = [size, 1] if dim == 0 else [1, size]
            for padding in ([size - 1, 0], [0, size - 1]):
                pads = [padding, [0, 0]] if dim == 0 else [[0, 0], padding]
                body = f'%r = "stablehlo.reduce_window"(%a, %z) <{{window_dimensions = array<i64: {sizes[0]}, {sizes[1]}>, padding = dense<{pads}> : tensor<2x2xi64>}}> {region(op, element)}) : ({tensor.type}, tensor<{element}>) -> {tensor.type}'
                yield row(initial(op, element) + body, tensor.type, tensor)

    def all_of(element: str) -> Iterator[Row]:
        tensor, type_ = some(element, 5, 9), f"tensor<{element}>"
        body = f"%r = stablehlo.reduce(%a init: %z) applies stablehlo.{op} across dimensions = [0, 1] : ({tensor.type}, {type_}) -> {type_}"
        yield row(initial(op, element) + body, type_, tensor)

    def started(element: str) -> Iterator[Row]:
        tensor = some(element, 3, 9)
        for number in numbers(element)[-8:]:
            body = f"%r = stablehlo.reduce(%a init: %z) applies stablehlo.{op} across dimensions = [1] : ({tensor.type}, tensor<{element}>) -> tensor<3x{element}>"
            yield row(scalar("z", number, element) + body, f"tensor<3x{element}>", tensor)

    def many(element: str) -> Iterator[Row]:
        tensor, type_ = some(element, 40, 70), f"tensor<70x{element}>"
        body = f"%r = stablehlo.reduce(%a init: %z) applies stablehlo.{op} across dimensions = [0] : ({tensor.type}, tensor<{element}>) -> {type_}"
        yield row(initial(op, element) + body, type_, tensor)

    FORMS_OF_INTEGERS[f"reduce_window by {op} of all before"] = running, elements
    FORMS_OF_INTEGERS[f"reduce by {op} to one element"] = all_of, elements
    FORMS_OF_INTEGERS[f"reduce by {op} from another number"] = started, elements
    FORMS_OF_INTEGERS[f"reduce by {op} of many"] = many, elements


for name in ("add", "multiply", "maximum", "minimum"):
    combined(name, ELEMENTS)
for name in ("and", "or", "xor"):
    combined(name, ELEMENTS)


@form("reduce to the place of the largest", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor = some(element, 4, 9)
    for direction, start in (("GT", limits(element)[0]), ("LT", limits(element)[1])):
        if element.endswith("64"):
            bits = (0, 2**64 - 1) if element == "ui64" else (-(2**63), 2**63 - 1)
            start = bits[0] if direction == "GT" else bits[1]
        type_ = f"tensor<{element}>"
        body = f"""%i = stablehlo.iota dim = 1 : tensor<4x9xi32>
{scalar("s", start, element)}%z = stablehlo.constant dense<0> : tensor<i32>
%q:2 = stablehlo.reduce(%a init: %s), (%i init: %z) across dimensions = [1] : ({tensor.type}, tensor<4x9xi32>, {type_}, tensor<i32>) -> (tensor<4x{element}>, tensor<4xi32>)
  reducer(%x: {type_}, %y: {type_}) (%v: tensor<i32>, %w: tensor<i32>) {{
    %0 = stablehlo.compare {direction}, %x, %y : ({type_}, {type_}) -> tensor<i1>
    %1 = stablehlo.compare EQ, %x, %y : ({type_}, {type_}) -> tensor<i1>
    %2 = stablehlo.compare LT, %v, %w : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %4 = stablehlo.or %0, %3 : tensor<i1>
    %5 = stablehlo.select %0, %x, %y : tensor<i1>, {type_}
    %6 = stablehlo.select %4, %v, %w : tensor<i1>, tensor<i32>
    stablehlo.return %5, %6 : {type_}, tensor<i32>
  }}
%r = stablehlo.add %q#1, %q#1 : tensor<4xi32>"""
        yield row(body, "tensor<4xi32>", tensor)


def ordered(direction: str) -> Level:
    def rows(element: str) -> Iterator[Row]:
        tensor = some(element, 2, 11)
        order = region(f"compare {direction},", element)
        body = f'%r = "stablehlo.sort"(%a) <{{dimension = 1 : i64, is_stable = true}}> {order}) : ({tensor.type}) -> {tensor.type}'
        yield row(body, tensor.type, tensor)
        both = f"tensor<{element}>, %y: tensor<{element}>, %v: tensor<i32>, %w: tensor<i32>"
        body = f"""%i = stablehlo.iota dim = 1 : tensor<2x11xi32>
%q:2 = "stablehlo.sort"(%a, %i) <{{dimension = 1 : i64, is_stable = true}}> ({{
  ^bb0(%x: {both}):
    %p = stablehlo.compare {direction}, %x, %y : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}) : ({tensor.type}, tensor<2x11xi32>) -> ({tensor.type}, tensor<2x11xi32>)
%r = stablehlo.add %q#1, %q#1 : tensor<2x11xi32>"""
        yield row(body, "tensor<2x11xi32>", tensor)

    return rows


for direction in ("LT", "GT"):
    FORMS_OF_INTEGERS[f"sort by {direction} of rows"] = ordered(direction), ELEMENTS


def multiplied(
    name: str, text: str, left: tuple[int, ...], right: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    def rows(element: str) -> Iterator[Row]:
        one, other = some(element, *left), some(element, *right, start=5)
        type_ = f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"
        body = f"%r = stablehlo.dot_general %a, %b, {text} : ({one.type}, {other.type}) -> {type_}"
        yield row(body, type_, one, other)

    FORMS_OF_INTEGERS[name] = rows, INTEGERS


multiplied("dot_general of batches", "batching_dims = [0] x [0], contracting_dims = [2] x [1]", (2, 3, 40), (2, 40, 5), (2, 3, 5))  # fmt: skip
multiplied("dot_general of vectors", "contracting_dims = [0] x [0]", (40,), (40,), ())
multiplied("dot_general without contraction", "contracting_dims = [] x []", (3,), (4,), (3, 4))


@form("map", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    body = f'%r = "stablehlo.map"(%a, %a) <{{dimensions = array<i64: 0>}}> {region("multiply", element)}) : ({tensor.type}, {tensor.type}) -> {tensor.type}'
    yield row(body, tensor.type, tensor)


@form("while that adds", INTEGERS)
def _(element: str) -> Iterator[Row]:
    tensor = every(element)
    body = f"""%z = stablehlo.constant dense<0> : tensor<i32>
%n = stablehlo.constant dense<3> : tensor<i32>
%o = stablehlo.constant dense<1> : tensor<i32>
%q:2 = stablehlo.while(%x = %z, %y = %a) : tensor<i32>, {tensor.type}
 cond {{
    %p = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
 }} do {{
    %v = stablehlo.add %x, %o : tensor<i32>
    %w = stablehlo.add %y, %a : {tensor.type}
    stablehlo.return %v, %w : tensor<i32>, {tensor.type}
 }}
%r = stablehlo.add %q#1, %q#1 : {tensor.type}"""
    yield row(body, tensor.type, tensor)


@form("iota of large numbers", INTEGERS)
def _(element: str) -> Iterator[Row]:
    type_ = f"tensor<3x300x{element}>"
    for number in numbers(element)[-8:]:
        constant = f"%c = stablehlo.constant dense<{literal(number, element)}> : {type_}\n"
        for op in ("add", "multiply"):
            body = f"{constant}%i = stablehlo.iota dim = 1 : {type_}\n%r = stablehlo.{op} %i, %c : {type_}"
            yield row(body, type_)


def all_forms() -> dict[str, tuple[Level, list[str]]]:
    """Return the rows of both tables, without those of floats."""
    kept = {
        name: (function, [each for each in elements if each in ELEMENTS])
        for name, (function, elements) in FORMS.items()
    }
    return {**kept, **FORMS_OF_INTEGERS}
