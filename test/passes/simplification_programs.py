"""Random TTIR programs of the ops that simplifications change, and their comparison by reference.

python test/passes/simplification_programs.py [--count 1500] [--seed 0]
"""

import argparse
import random
import sys
from dataclasses import dataclass, field
from math import prod

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

import ttmlir_py
from ttmlir_py import compiler, reference
from ttmlir_py.dialects.func import FuncOp

Shape = tuple[int, ...]
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
ROUNDING = {f"ttir.{op}" for op in ("matmul", "conv2d", "mean", "sum", "softmax", "linear", "div")}
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

    def step(self) -> None:
        """Add one of the things that rules look for, and its result to the values."""
        value = self.chooser.choice(self.values[-4:])
        made = self.chooser.choice(STEPS)(self, value)
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


STEPS = (
    *(unary, unary, with_number, with_number, with_row, with_other, reshaped, reshaped, permuted),
    *(with_itself_permuted, chosen),
    *(sliced, reduced, mean, softmax, all_infinite, linear, attention, casts, convolution),
)


def program(seed: int) -> str:
    """Return a random program with this number."""
    w = Writer(random.Random(seed))
    shapes = [w.chooser.choice(SHAPES) for _ in range(2)]
    w.values = [(f"%arg{i}", shape) for i, shape in enumerate(shapes)]
    for _ in range(w.chooser.randint(2, 9)):
        w.step()
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


def difference(before: np.ndarray, after: np.ndarray, freedom: Freedom) -> str:
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
    scale = max(scale.max(initial=0), 1e-30) if freedom.rounded else scale
    distance = np.abs(before[finite] - after[finite])
    error = (distance / np.maximum(scale, 1e-300)).max(initial=0)
    limit = 4e-5 if freedom.exponential else 2e-6 if freedom.rounded else 1e-12
    return "" if error < limit else f"numbers differ by {error:.1e}"


def problem_of(seed: int, passes: str = "ttir-simplify") -> str:
    """Simplify the program with this number. Return how a result changes, or an empty text."""
    text = program(seed)
    before, after = ttmlir_py.parse(text), ttmlir_py.parse(text)
    compiler.PassManager(f"builtin.module({passes},canonicalize)").run(after)
    results = freedoms(before)
    for edges in (False, True):
        inputs = inputs_for(text, seed, edges)
        for old, new, freedom in zip(run(before, inputs), run(after, inputs), results, strict=True):
            if edges and freedom.rounded:
                continue  # sums of infinities and NaN depend on the order
            if found := difference(old, new, freedom):
                return found
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print the programs that change")
    arguments = parser.parse_args()
    failures = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        if found := problem_of(seed):
            failures += 1
            print(f"program {seed}: {found}", flush=True)
            if arguments.show:
                print(program(seed))
    print(f"{arguments.count} programs, {failures} wrong")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
