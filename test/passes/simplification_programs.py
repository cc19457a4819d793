"""Random TTIR programs of the ops that simplifications change, and their comparison by reference.

python test/passes/simplification_programs.py [--count 1500] [--seed 0] [--later]
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

import ttmlir_py
from ttmlir_py import compiler, reference
from ttmlir_py.dialects.func import FuncOp

Shape = tuple[int, ...]
Step = Callable[["Writer", tuple[str, Shape]], Any]
SHAPES: tuple[Shape, ...] = (
    (4, 8),
    (1, 4, 8),
    (2, 3, 4),
    (2, 1, 4, 8),
    (6, 4),
    (1, 1, 8),
    (2, 4, 4, 3),
    (4, 4),
)
NUMBERS = ("0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "3.0", "0.1", "-4.0", "0xFF800000")
INFINITIES = ("0xFF800000", "0x7F800000")
EDGES = (0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 1e-30, -1e30)
ROUNDING = {
    f"ttir.{op}" for op in ("matmul", "conv2d", "mean", "sum", "softmax", "linear", "div", "rsqrt")
}
"""Ops whose results may differ by rounding of constants, or in the sign of zero."""
EXTREMES = {"ttir.maximum", "ttir.minimum"}
"""Ops that choose either zero of 0.0 and -0.0 in numpy."""


def type_text(shape: Shape, element: str = "f32") -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


@dataclass
class Writer:
    """The text of a program of one function, and the values that it has so far."""

    chooser: random.Random
    lines: list[str] = field(default_factory=list)
    values: list[tuple[str, Shape]] = field(default_factory=list)
    count: int = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def op(
        self,
        op: str,
        inputs: list[tuple[str, Shape]],
        shape: Shape,
        attributes: str = "",
        element: str = "f32",
        source: str = "f32",
    ) -> tuple[str, Shape]:
        empty, result = self.name(), self.name()
        type_ = type_text(shape, element)
        operands = ", ".join([*(name for name, _ in inputs), empty])
        types = ", ".join([*(type_text(each, source) for _, each in inputs), type_])
        self.lines.append(f"{empty} = tensor.empty() : {type_}")
        properties = f" <{{{attributes}}}>" if attributes else ""
        self.lines.append(f'{result} = "ttir.{op}"({operands}){properties} : ({types}) -> {type_}')
        return result, shape

    def elementwise(
        self, op: str, inputs: list[tuple[str, Shape]], shape: Shape, **types: str
    ) -> tuple[str, Shape]:
        return self.op(
            op, inputs, shape, f"operandSegmentSizes = array<i32: {len(inputs)}, 1>", **types
        )

    def constant(self, shape: Shape, number: str = "") -> tuple[str, Shape]:
        result = self.name()
        draw = [f"{self.chooser.uniform(-2, 2):.3e}" for _ in range(prod(shape))]
        if not number:
            number = nested(draw, shape)
        self.lines.append(
            f'{result} = "ttir.constant"() <{{value = dense<{number}> : {type_text(shape)}}}> : () -> {type_text(shape)}'
        )
        return result, shape

    def reshape(self, value: tuple[str, Shape], shape: Shape) -> tuple[str, Shape]:
        sizes = ", ".join(f"{size} : i32" for size in shape)
        return self.op("reshape", [value], shape, f"shape = [{sizes}]")

    def broadcast(self, value: tuple[str, Shape], shape: Shape) -> tuple[str, Shape]:
        factors = ", ".join(str(size // old) for size, old in zip(shape, value[1], strict=True))
        return self.op("broadcast", [value], shape, f"broadcast_dimensions = array<i64: {factors}>")

    def permute(self, value: tuple[str, Shape], order: list[int]) -> tuple[str, Shape]:
        shape = tuple(value[1][dim] for dim in order)
        text = ", ".join(map(str, order))
        return self.op("permute", [value], shape, f"permutation = array<i64: {text}>")

    def reduction(
        self, op: str, value: tuple[str, Shape], dim: int, keep: bool
    ) -> tuple[str, Shape]:
        shape = value[1]
        kept = (1,) if keep else ()
        result = (*shape[:dim], *kept, *shape[dim + 1 :])
        attributes = f"dim_arg = [{dim} : i32], keep_dim = {str(keep).lower()}"
        return self.op(op, [value], result, attributes)

    def flat(self, value: tuple[str, Shape]) -> tuple[str, Shape]:
        return self.reshape(value, (prod(value[1]),))

    def part(self, value: tuple[str, Shape], dim: int, begin: int, end: int) -> tuple[str, Shape]:
        begins, ends = [0] * len(value[1]), list(value[1])
        begins[dim], ends[dim] = begin, end
        shape = tuple(high - low for low, high in zip(begins, ends, strict=True))
        texts = [", ".join(f"{n} : i32" for n in each) for each in (begins, ends, [1] * len(shape))]
        bounds = zip(("begins", "ends", "step"), texts, strict=True)
        return self.op("slice", [value], shape, ", ".join(f"{name} = [{t}]" for name, t in bounds))

    def counted(self, size: int, dim: int) -> tuple[str, Shape]:
        result, type_ = self.name(), type_text((size, size), "i32")
        self.lines.append(
            f'{result} = "ttir.arange"() <{{arange_dimension = {dim} : i64, start = 0 : si64, '
            f"end = {size} : si64, step = 1 : si64}}> : () -> {type_}"
        )
        return result, (size, size)

    def masked(self, scores: tuple[str, Shape]) -> tuple[str, Shape]:
        """Return scores without mask, or with a causal, chosen or added one."""
        shape, size = scores[1], scores[1][-1]
        kind = self.chooser.randrange(4)
        if kind == 0:
            return scores
        if kind == 1:
            dims = self.chooser.choice(((0, 1), (1, 0)))
            pair = [self.counted(size, dim) for dim in dims]
            allowed = self.elementwise("ge", pair, (size, size), source="i32", element="bf16")
        else:
            row = self.constant((size, size))
            allowed = self.elementwise(
                "gt", [row, self.constant((size, size), "-1.0")], (size, size), element="bf16"
            )
        wide = (1,) * (len(shape) - 2) + (size, size)
        sizes = ", ".join(f"{each} : i32" for each in wide)
        empty, result, type_ = self.name(), self.name(), type_text(wide, "bf16")
        source = type_text((size, size), "bf16")
        self.lines.append(f"{empty} = tensor.empty() : {type_}")
        self.lines.append(
            f'{result} = "ttir.reshape"({allowed[0]}, {empty}) <{{shape = [{sizes}]}}> : '
            f"({source}, {type_}) -> {type_}"
        )
        number = self.chooser.choice(("-1.0e9", "-3.0e38"))
        excluded = self.broadcast(self.constant((1,) * len(shape), number), shape)
        out, made = self.name(), self.name()
        full = type_text(shape)
        self.lines.append(f"{out} = tensor.empty() : {full}")
        self.lines.append(
            f'{made} = "ttir.where"({result}, {scores[0]}, {excluded[0]}, {out}) '
            f"<{{operandSegmentSizes = array<i32: 3, 1>}}> : ({type_}, {full}, {full}, {full}) "
            f"-> {full}"
        )
        return made, shape

    def step(self, steps: Sequence[Step]) -> None:
        """Add one of the things that rules look for, and its result to the values."""
        value = self.chooser.choice(self.values[-4:])
        made = self.chooser.choice(steps)(self, value)
        if made is not None:
            self.values.append(made)


def nested(texts: list[str], shape: Shape) -> str:
    for size in reversed(shape):
        texts = [f"[{', '.join(texts[i : i + size])}]" for i in range(0, len(texts), size)]
    return texts[0]


def other_shape(chooser: random.Random, shape: Shape) -> Shape:
    """Return a shape with as many elements: units added or removed, dimensions merged or split."""
    sizes = list(shape)
    kind = chooser.randrange(4)
    if kind == 0 and len(sizes) < 5:
        sizes.insert(chooser.randrange(len(sizes) + 1), 1)
    elif kind == 1:
        sizes = [size for size in sizes if size != 1] or [1]
    elif kind == 2 and len(sizes) > 1:
        at = chooser.randrange(len(sizes) - 1)
        sizes[at : at + 2] = [sizes[at] * sizes[at + 1]]
    else:
        at = chooser.randrange(len(sizes))
        if sizes[at] % 2 == 0 and len(sizes) < 5:
            sizes[at : at + 1] = chooser.choice(([2, sizes[at] // 2], [sizes[at] // 2, 2]))
    return tuple(sizes)


def unary(w: Writer, value):
    return w.elementwise(w.chooser.choice(("abs", "neg", "relu", "tanh", "exp")), [value], value[1])


def with_number(w: Writer, value):
    op = w.chooser.choice(("add", "subtract", "multiply", "div", "maximum", "minimum", "power"))
    number = w.chooser.choice(NUMBERS[:7])
    if op == "power":
        number = w.chooser.choice(("1.0", "2.0"))
    if op in ("maximum", "minimum") and w.chooser.random() < 0.3:
        number = w.chooser.choice(INFINITIES)
    small = w.constant((1,) * len(value[1]), number)
    constant = (
        w.broadcast(small, value[1]) if w.chooser.random() < 0.5 else w.constant(value[1], number)
    )
    inputs = [value, constant]
    if w.chooser.random() < 0.3 and op not in ("div", "power"):
        inputs.reverse()
    return w.elementwise(op, inputs, value[1])


def with_row(w: Writer, value):
    shape = (1,) * (len(value[1]) - 1) + value[1][-1:]
    row = w.reshape(w.constant(shape[-1:]), shape)
    op = w.chooser.choice(("add", "subtract", "multiply"))
    return w.elementwise(op, [value, w.broadcast(row, value[1])], value[1])


def with_other(w: Writer, value):
    others = [each for each in w.values if each[1] == value[1]]
    op = w.chooser.choice(("add", "subtract", "multiply", "maximum", "minimum"))
    return w.elementwise(op, [value, w.chooser.choice(others)], value[1])


def reshaped(w: Writer, value):
    return w.reshape(value, other_shape(w.chooser, value[1]))


def permuted(w: Writer, value):
    order = list(range(len(value[1])))
    w.chooser.shuffle(order)
    return w.permute(value, order)


def with_itself_permuted(w: Writer, value):
    """Return the sum of a value and a permutation of it, also in another shape."""
    order = list(range(len(value[1])))
    w.chooser.shuffle(order)
    moved = w.permute(value, order)
    if moved[1] != value[1]:
        moved = w.reshape(moved, value[1])
    inputs = [value, moved]
    w.chooser.shuffle(inputs)
    return w.elementwise("add", inputs, value[1])


def sliced(w: Writer, value):
    begins, ends = [], []
    for size in value[1]:
        begin = w.chooser.randrange(size) if w.chooser.random() < 0.5 else 0
        begins.append(begin)
        ends.append(w.chooser.randint(begin + 1, size) if w.chooser.random() < 0.5 else size)
    shape = tuple(end - begin for begin, end in zip(begins, ends, strict=True))
    texts = [", ".join(f"{n} : i32" for n in each) for each in (begins, ends, [1] * len(shape))]
    bounds = ", ".join(
        f"{name} = [{text}]" for name, text in zip(("begins", "ends", "step"), texts, strict=True)
    )
    return w.op("slice", [value], shape, bounds)


def reduced(w: Writer, value):
    dim = w.chooser.randrange(len(value[1]))
    kept = (*value[1][:dim], 1, *value[1][dim + 1 :])
    if len(value[1]) == 1:
        return None
    made = w.reduction(
        w.chooser.choice(("sum", "max", "mean")), value, dim, w.chooser.random() < 0.5
    )
    return w.reshape(made, kept) if w.chooser.random() < 0.7 else made


def mean(w: Writer, value):
    dim = w.chooser.randrange(len(value[1]))
    total = w.reduction("sum", value, dim, True)
    return w.elementwise("div", [total, w.constant(total[1], f"{value[1][dim]}.0")], total[1])


def softmax(w: Writer, value):
    dim, shape = len(value[1]) - 1, value[1]
    largest = w.reduction("max", value, dim, True)
    shifted = w.elementwise("subtract", [value, w.broadcast(largest, shape)], shape)
    exponential = w.elementwise("exp", [shifted], shape)
    total = w.reshape(w.reduction("sum", exponential, dim, False), (*shape[:-1], 1))
    return w.elementwise("div", [exponential, w.broadcast(total, shape)], shape)


def chosen(w: Writer, value):
    """Return a choice between a value and a number or row, by a comparison of the value."""
    shape = value[1]
    small = (1,) * (len(shape) - 1) + w.chooser.choice(((1,), shape[-1:]))
    other = w.broadcast(w.constant(small), shape)
    if w.chooser.random() < 0.5:
        other = w.constant(shape, w.chooser.choice(NUMBERS))
    condition = w.elementwise("gt", [value, w.constant(shape, "0.5")], shape)
    choices = [value, other]
    w.chooser.shuffle(choices)
    return w.elementwise("where", [condition, *choices], shape)


def all_infinite(w: Writer, value):
    dim, shape = len(value[1]) - 1, value[1]
    equal = w.elementwise("eq", [value, w.constant(shape, NUMBERS[-1])], shape)
    return w.reduction("prod", equal, dim, True)


def linear(w: Writer, value):
    shape, columns = value[1], 8
    rows = w.reshape(value, (prod(shape[:-1]), shape[-1]))
    weight = w.constant((shape[-1], columns))
    made = w.op("matmul", [rows, weight], (rows[1][0], columns))
    if w.chooser.random() < 0.8:
        bias = w.broadcast(w.reshape(w.constant((columns,)), (1, columns)), made[1])
        made = w.elementwise("add", [made, bias], made[1])
    return w.reshape(made, (*shape[:-1], columns))


def attention(w: Writer, value):
    if len(value[1]) < 3:
        return None
    batch, rows, columns = prod(value[1][:-2]), *value[1][-2:]
    left = w.reshape(value, (batch, rows, columns))
    right = w.permute(w.reshape(value, (batch, rows, columns)), [0, 2, 1])
    made = w.op("matmul", [left, right], (batch, rows, rows))
    return w.reshape(made, (*value[1][:-1], rows))


def casts(w: Writer, value):
    wide = w.elementwise("typecast", [value], value[1], element="bf16")
    back = w.elementwise("typecast", [wide], value[1], source="bf16")
    again = w.elementwise("typecast", [back], value[1], element="bf16")
    return w.elementwise("typecast", [again], value[1], source="bf16")


def convolution(w: Writer, value):
    if len(value[1]) != 4:
        return None
    batch, height, width, channels = value[1]
    weight = w.constant((4, channels, 1, 1))
    names = ("dilation_height", "dilation_width", "groups", "stride_height", "stride_width")
    padding = (f"padding_{side} = 0 : si32" for side in ("bottom", "left", "right", "top"))
    attributes = ", ".join([*(f"{name} = 1 : si32" for name in names), *padding])
    made = w.op("conv2d", [value, weight], (batch, height, width, 4), attributes)
    image = w.permute(made, [0, 3, 1, 2])
    for op in w.chooser.choices(("add", "multiply", "subtract"), k=3):
        channel = w.broadcast(w.reshape(w.constant((4,)), (1, 4, 1, 1)), image[1])
        image = w.elementwise(op, [image, channel], image[1])
    return w.permute(image, [0, 2, 3, 1])


def later_norm(w: Writer, value):
    """Return a normalization of the last dimension, perhaps with a weight and a bias."""
    shape, dim = value[1], len(value[1]) - 1
    if w.chooser.random() < 0.6:
        value = w.elementwise(
            "subtract", [value, w.broadcast(w.reduction("mean", value, dim, True), shape)], shape
        )
    square = w.elementwise("multiply", [value, value], shape)
    root = w.reduction("mean", square, dim, True)
    root = w.elementwise("add", [root, w.constant(root[1], "0.1")], root[1])
    if w.chooser.random() < 0.5:
        factor = w.broadcast(w.elementwise("rsqrt", [root], root[1]), shape)
        made = w.elementwise("multiply", [value, factor], shape)
    else:
        factor = w.broadcast(w.elementwise("sqrt", [root], root[1]), shape)
        made = w.elementwise("div", [value, factor], shape)
    for op in w.chooser.choice(((), ("multiply",), ("multiply", "add"), ("add", "multiply"))):
        row = w.broadcast(w.constant((1,) * dim + shape[-1:]), shape)
        made = w.elementwise(op, [made, row], shape)
    return made


def silu(w: Writer, value):
    return w.elementwise("multiply", [value, w.elementwise("sigmoid", [value], value[1])], value[1])


def later_attention(w: Writer, value):
    """Return attention of bf16 factors, with one of several masks and scales."""
    if len(value[1]) < 3 or value[1][-2] > 8:
        return None
    shape, rank = value[1], len(value[1])
    narrow = {"element": "bf16", "source": "f32"}
    query, key, values = (
        w.elementwise("typecast", [each], shape, **narrow)
        for each in (value, *(w.elementwise(op, [value], shape) for op in ("tanh", "neg")))
    )
    wide = [
        w.elementwise("typecast", [each], shape, source="bf16") for each in (query, key, values)
    ]
    for index in range(2):
        if w.chooser.random() < 0.4:
            factor = w.constant((1,) * rank, "0.5")
            wide[index] = w.elementwise("multiply", [wide[index], factor], shape)
    order = [*range(rank - 2), rank - 1, rank - 2]
    length = shape[-2]
    square = (*shape[:-1], length)
    scores = w.op("matmul", [wide[0], w.permute(wide[1], order)], square)
    if w.chooser.random() < 0.5:
        op, number = w.chooser.choice((("multiply", "0.25"), ("div", "4.0")))
        scores = w.elementwise(op, [scores, w.constant((1,) * rank, number)], square)
    scores = w.masked(scores)
    weights = softmax(w, scores)
    made = w.op("matmul", [weights, wide[2]], shape)
    made = w.elementwise("typecast", [made], shape, **narrow)
    return w.elementwise("typecast", [made], shape, source="bf16")


def heads(w: Writer, value):
    """Return heads of whole tiles, attention or a rotary embedding of them, and their joint."""
    length, count, size = w.chooser.choice((2, 32)), w.chooser.choice((1, 2)), 32
    if value[1][-1] * 4 < 16 or len(value[1]) < 2:
        return None
    rows = prod(value[1][:-1])
    if rows > 64:
        return None
    flat = w.reshape(value, (rows, value[1][-1]))
    weight = w.constant((value[1][-1], 3 * count * size))
    made = w.op("matmul", [flat, weight], (rows, 3 * count * size))
    parts = []
    for at in range(3):
        part = w.part(made, 1, at * count * size, (at + 1) * count * size)
        split = w.reshape(part, (1, rows, count, size))
        parts.append(w.permute(split, [0, 2, 1, 3]))
    total = w.elementwise("subtract", [parts[0], parts[1]], parts[0][1])
    total = w.elementwise("add", [total, parts[2]], total[1])
    joined = w.reshape(w.permute(total, [0, 2, 1, 3]), (rows, count * size))
    return w.reduction("mean", joined, 1, True) if length == 2 else w.part(joined, 1, 0, 8)


def rotary(w: Writer, value):
    shape = (1, 2, 32, 64)
    if prod(value[1]) < 2:
        return None
    start = w.broadcast(w.reshape(w.part(w.flat(value), 0, 0, 2), (1, 2, 1, 1)), shape)
    source = w.elementwise("add", [start, w.constant((1, 1, 1, 64))], shape)
    first, second = w.part(source, 3, 0, 32), w.part(source, 3, 32, 64)
    negated = w.elementwise("neg", [second], second[1])
    turned = w.op("concat", [negated, first], shape, "dim = 3 : si32")
    sides = [(w.constant((1, 1, 32, 1)), w.constant((1, 1, 1, 64))) for _ in range(2)]
    tables = [w.elementwise("add", [*side], (1, 1, 32, 64)) for side in sides]
    made = [
        w.elementwise("multiply", [part, w.broadcast(table, shape)], shape)
        for part, table in zip((source, turned), tables, strict=True)
    ]
    w.chooser.shuffle(made)
    return w.reduction("mean", w.elementwise("add", made, shape), 3, False)


LATER_STEPS = (later_norm, silu, later_attention, heads, rotary)
"""Things that rules look for if the program is compiled for a later revision."""
STEPS = (
    *(unary, unary, with_number, with_number, with_row, with_other, reshaped, reshaped, permuted),
    *(with_itself_permuted, chosen),
    *(sliced, reduced, mean, softmax, all_infinite, linear, attention, casts, convolution),
)


def program(seed: int, steps: Sequence[Step] = STEPS) -> str:
    """Return a random program of `steps` with this number."""
    w = Writer(random.Random(seed))
    shapes = [w.chooser.choice(SHAPES) for _ in range(2)]
    w.values = [(f"%arg{i}", shape) for i, shape in enumerate(shapes)]
    for _ in range(w.chooser.randint(2, 9)):
        w.step(steps)
    results = w.values[2:][-3:] or w.values[:1]
    arguments = ", ".join(f"{name}: {type_text(shape)}" for name, shape in w.values[:2])
    types = ", ".join(type_text(shape) for _, shape in results)
    lines = "\n".join(f"  {line}" for line in w.lines)
    names = ", ".join(name for name, _ in results)
    return (
        f"func.func @main({arguments}) -> ({types}) {{\n{lines}\n  return {names} : {types}\n}}\n"
    )


def inputs_for(text: str, seed: int, edges: bool) -> list[np.ndarray]:
    """Return random inputs for a program, with NaN, infinities and both zeros if `edges`."""
    generator = np.random.default_rng(seed)
    function = next(each for each in ttmlir_py.parse(text).ops if isinstance(each, FuncOp))
    arrays = []
    for argument in function.body.block.args:
        array = generator.normal(size=argument.type.get_shape())
        if edges:
            places = generator.random(array.shape) < 0.3
            array = np.where(places, generator.choice(EDGES, size=array.shape), array)
        arrays.append(array.astype(np.float32).astype(np.float64))
    return arrays


def run(module, inputs: list[np.ndarray]) -> list[np.ndarray]:
    function = next(each for each in module.walk() if isinstance(each, FuncOp))
    with np.errstate(all="ignore"):
        return [np.asarray(each) for each in reference.run(function, inputs).results]


@dataclass(frozen=True)
class Freedom:
    """How the value of a program may differ after simplification."""

    rounded: bool = False
    """The value depends on an op of `ROUNDING`."""
    exponential: bool = False
    """The value depends on the exponential of a rounded value.

    It turns the absolute error of its operand into a relative error.
    """
    either_zero: bool = False
    """The value depends on an op of `EXTREMES`."""


def freedoms(module: ModuleOp) -> list[Freedom]:
    """Return how each result of the only function of a module may differ."""
    known: dict[SSAValue, Freedom] = {}
    for op in module.walk():
        parts = [known.get(operand, Freedom()) for operand in op.operands]
        if op.name == "func.return":
            return parts
        rounded = any(part.rounded for part in parts)
        made = Freedom(
            rounded or op.name in ROUNDING,
            any(part.exponential for part in parts) or (op.name == "ttir.exp" and rounded),
            any(part.either_zero for part in parts) or op.name in EXTREMES,
        )
        known.update(dict.fromkeys(op.results, made))
    raise ValueError("the program has no return")


def difference(
    before: np.ndarray, after: np.ndarray, freedom: Freedom, least: float = 1e-30
) -> str:
    """Return how the results of a program differ more than they may, or an empty text."""
    if before.shape != after.shape:
        return f"shape {after.shape} instead of {before.shape}"
    if (np.isnan(before) != np.isnan(after)).any():
        return "other numbers are NaN"
    if not freedom.rounded and not freedom.either_zero:
        both_zero = (before == 0) & (after == 0)
        if (np.signbit(before) != np.signbit(after))[both_zero].any():
            return "signs of zeros differ"
    finite = np.isfinite(before) & np.isfinite(after)
    if (before[~finite & ~np.isnan(before)] != after[~finite & ~np.isnan(before)]).any():
        return "infinities differ"
    scale = np.abs(before[finite])
    scale = max(scale.max(initial=0), least) if freedom.rounded else scale
    distance = np.abs(before[finite] - after[finite])
    error = (distance / np.maximum(scale, 1e-300)).max(initial=0)
    limit = 4e-5 if freedom.exponential else 2e-6 if freedom.rounded else 1e-12
    return "" if error < limit else f"numbers differ by {error:.1e}"


LATER_PASSES = "tt-set-target-revision{revision=2026-10},ttir-simplify"


def problem_of(seed: int, passes: str = "ttir-simplify", formed: Counter[str] | None = None) -> str:
    """Simplify the program with this number. Return how a result changes, or an empty text.

    Ops of later revisions are counted in `formed`.
    """
    text = program(seed, STEPS if formed is None else (*STEPS, *LATER_STEPS * 3))
    before, after = ttmlir_py.parse(text), ttmlir_py.parse(text)
    compiler.PassManager(f"builtin.module({passes},canonicalize)").run(after)
    if formed is not None:
        formed.update(op.name for op in after.walk() if op.name.startswith("later."))
    results = freedoms(before)
    has_silu = any(op.name == "later.unary" for op in after.walk())
    least = 1e-30 if formed is None else 1e-6  # the sum of a normalized row is 0
    for edges in (False, True):
        inputs = inputs_for(text, seed, edges)
        for old, new, freedom in zip(run(before, inputs), run(after, inputs), results, strict=True):
            if edges and freedom.rounded:
                continue  # sums of infinities and NaN depend on the order
            if has_silu:  # the silu of minus infinity is 0, and its product with 0 is NaN
                new = np.where(np.isnan(old), old, new)
            if found := difference(old, new, freedom, least):
                return found
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print the programs that change")
    parser.add_argument("--later", action="store_true", help="for the revision 2026-10")
    arguments = parser.parse_args()
    failures = 0
    formed = Counter[str]() if arguments.later else None
    passes = LATER_PASSES if arguments.later else "ttir-simplify"
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        if found := problem_of(seed, passes, formed):
            failures += 1
            print(f"program {seed}: {found}", flush=True)
            if arguments.show:
                print(program(seed, STEPS if formed is None else (*STEPS, *LATER_STEPS * 3)))
    for name, count in (formed or {}).items():
        print(f"{name}: {count}")
    print(f"{arguments.count} programs, {failures} wrong")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
