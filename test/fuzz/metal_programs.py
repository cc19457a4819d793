"""Random programs of TTIR that the TTMetal pipeline compiles, with what may be said of their results.

Each value has a range and an error: how far two right compilers may be apart. It is 0, the same bits, as long as both paths
round the same numbers in the same way; ops that do not, and all that is computed from their results, have a bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from random import Random
from typing import Any

import ml_dtypes
import numpy as np

import ttmlir_py

Array = np.ndarray
Shape = tuple[int, ...]
Range = tuple[float, float]

TTMETAL = ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
FLOATS = {"f32": (np.float32, 2.0**-24), "bf16": (ml_dtypes.bfloat16, 2.0**-8)}
"""Types of elements: numpy's, and how far rounding is off, as part of a number."""
INTEGERS = {"ui32": np.uint32, "ui16": np.uint16}
"""Other types: they wrap, so that all numbers are tried. TTNN has no signed ones."""
_SAMPLES = 9


@dataclass(frozen=True)
class Value:
    """A tensor of a program."""

    name: str
    shape: Shape
    element: str
    range: Range
    error: float = 0.0

    @property
    def type(self) -> str:
        return f"tensor<{'x'.join(map(str, (*self.shape, self.element)))}>"

    @property
    def largest(self) -> float:
        return max(map(abs, self.range))

    @property
    def bytes(self) -> int:
        """With its padding."""
        rows, columns = prod(self.shape[:-1]), self.shape[-1]
        size = 2 if self.element in ("bf16", "ui16") else 4
        return -(-rows // 32) * -(-columns // 32) * 1024 * size

    def inside(self, low: float, high: float) -> bool:
        """Whether its numbers are, even if they are off by its error."""
        return low <= self.range[0] - self.error and self.range[1] + self.error <= high


@dataclass(frozen=True)
class Elementwise:
    """An element-wise op of floats, and perhaps of integers."""

    function: Callable[..., Any]
    arity: int = 2
    takes: Callable[..., bool] = lambda *_: True
    """Whether it is defined, and harmless, on the ranges of these values."""
    roundings: int = 0
    """How many roundings one of the two paths has more than the other."""
    jumps: bool = False
    """Whether near operands may give results that are far from each other."""
    attributes: str = ""
    integers: bool = False
    """Whether there are integers that it takes, too."""

    def accepts(self, operands: Sequence[Value]) -> bool:
        """Whether a program may apply it to these values."""
        if operands[0].element in INTEGERS:
            return True
        return self.takes(*operands) and not (self.jumps and any(each.error for each in operands))

    def result(self, operands: Sequence[Value]) -> tuple[Range, float]:
        """Range and error, without the last rounding, by samples of what are smooth functions; truth is 0 or 1."""
        if self.jumps and self.function(*(np.ones(1) for _ in operands)).dtype == np.bool_:
            return (0.0, 1.0), 0.0
        if self.arity == 3:  # a choice
            ends = [end for each in operands[1:] for end in each.range]
            return (min(ends), max(ends)), max(each.error for each in operands)
        steps = _SAMPLES if self.arity > 1 else 65
        axes = [np.linspace(*each.range, steps) for each in operands]
        points = np.meshgrid(*axes, indexing="ij")
        values = np.asarray(self.function(*points), np.float64)
        error = 0.0
        for index, each in enumerate(operands):
            if each.error:
                moved = [x + each.error * (i == index) for i, x in enumerate(points)]
                back = [x - each.error * (i == index) for i, x in enumerate(points)]
                error += 1.5 * max(
                    float(np.abs(self.function(*side) - values).max()) for side in (moved, back)
                )
        margin = (float(values.max()) - float(values.min())) / 50
        return (float(values.min()) - margin, float(values.max()) + margin), error

    @property
    def fields(self) -> str:
        """Its attributes in MLIR."""
        return self.attributes or f"operandSegmentSizes = array<i32: {self.arity}, 1>"


def _unary(function: Callable[..., Any], low: float = -1e9, high: float = 1e9, **fields: Any):
    return Elementwise(function, 1, lambda x: x.inside(low, high), **fields)


def _truth(function: Callable[..., Any], arity: int = 2, **fields: Any) -> Elementwise:
    return Elementwise(function, arity, jumps=True, **fields)


def _far_from_zero(x: Value) -> bool:
    return x.inside(0.1, 1e9) or x.inside(-1e9, -0.1)


ROWS = {
    "add": Elementwise(np.add, integers=True),
    "multiply": Elementwise(np.multiply, integers=True),
    "subtract": Elementwise(np.subtract, integers=True),
    "maximum": Elementwise(np.maximum),
    "minimum": Elementwise(np.minimum),
    # the chip multiplies by a reciprocal, which is packed
    "div": Elementwise(np.divide, takes=lambda a, b: _far_from_zero(b), roundings=2),
    "power": Elementwise(np.power, takes=lambda a, b: a.inside(0.1, 9) and b.inside(-4, 4)),
    "where": Elementwise(
        lambda c, a, b: np.where(c != 0, a, b), 3, lambda c, *_: c.error == 0, integers=True
    ),
    "abs": _unary(np.abs),
    "neg": _unary(np.negative, integers=True),
    "relu": _unary(lambda x: np.maximum(x, 0)),
    "clamp": _unary(lambda x: np.clip(x, -0.5, 1), attributes="max = 1.0 : f32, min = -0.5 : f32"),
    "exp": _unary(np.exp, -20, 5),
    "expm1": _unary(np.expm1, -20, 5),
    "log": _unary(np.log, 0.05),
    "log1p": _unary(np.log1p, -0.9),
    "sqrt": _unary(np.sqrt, 0.05),
    "rsqrt": _unary(lambda x: 1 / np.sqrt(x), 0.1),
    "reciprocal": Elementwise(np.reciprocal, 1, _far_from_zero),
    "sigmoid": _unary(lambda x: 1 / (1 + np.exp(-x)), -500),
    "tanh": _unary(np.tanh),
    "gelu": _unary(lambda x: x / (1 + np.exp(-1.702 * x)), -40),  # near enough for a range
    "sin": _unary(np.sin, -9, 9),
    "cos": _unary(np.cos, -9, 9),
    "tan": _unary(np.tan, -1.3, 1.3),
    "floor": _unary(np.floor, jumps=True),
    "ceil": _unary(np.ceil, jumps=True),
    "sign": _unary(np.sign, jumps=True),
    "eq": _truth(np.equal, integers=True),
    "ne": _truth(np.not_equal, integers=True),
    "gt": _truth(np.greater),
    "ge": _truth(np.greater_equal),
    "lt": _truth(np.less),
    "le": _truth(np.less_equal),
    # of a float and itself they fold to it, which need not be 0 or 1
    "logical_and": _truth(np.logical_and, takes=lambda a, b: a is not b),
    "logical_or": _truth(np.logical_or, takes=lambda a, b: a is not b),
    "logical_xor": _truth(np.logical_xor),
    "logical_not": _truth(np.logical_not, 1, integers=True),
    "bitwise_and": Elementwise(np.bitwise_and, takes=lambda *_: False, integers=True),
    "bitwise_or": Elementwise(np.bitwise_or, takes=lambda *_: False, integers=True),
    "bitwise_xor": Elementwise(np.bitwise_xor, takes=lambda *_: False, integers=True),
    "bitwise_not": Elementwise(np.bitwise_not, 1, lambda _: False, integers=True),
}
"""Element-wise ops by name, with what may be said of all of them: one that the pipeline learns to compile needs a row here."""
REDUCTIONS = ("sum", "mean", "max")


@cache
def compiles(op: str, element: str) -> bool:
    """Whether the pipeline has kernels for an op of `ROWS`, or for `typecast`, with elements of a type."""
    program = Program(Random(0))
    operands = [Value(f"%a{index}", (32, 32), element, (0.0, 1.0)) for index in range(3)]
    program.inputs = operands
    if op == "typecast":
        other = "bf16" if element == "f32" else "f32"
        result = Value("%r", (32, 32), other, (0.0, 1.0))
        program.write(op, operands[:1], result, ROWS["neg"].fields)
    else:
        row = ROWS[op]
        result = Value("%r", (32, 32), element, (0.0, 1.0))
        program.write(op, operands[: row.arity], result, row.fields)
    program.results = program.values[-1:]
    try:
        ttmlir_py.compile(program.text, *TTMETAL)
    except ttmlir_py.CompilationError:
        return False
    return True


@dataclass
class Program:
    """A function of random ops."""

    random: Random
    inputs: list[Value] = field(default_factory=list[Value])
    results: list[Value] = field(default_factory=list[Value])
    ops: list[str] = field(default_factory=list[str])
    """Their names, for statistics."""
    values: list[Value] = field(default_factory=list[Value])
    _lines: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The function in MLIR."""
        arguments = ", ".join(f"{each.name}: {each.type}" for each in self.inputs)
        names = ", ".join(each.name for each in self.results)
        types = ", ".join(each.type for each in self.results)
        body = "".join(f"  {line}\n" for line in self._lines)
        return f"func.func @f({arguments}) -> ({types}) {{\n{body}  return {names} : {types}\n}}\n"

    @property
    def bytes(self) -> int:
        """Of all tensors with their padding, as rows and as tiles."""
        return 2 * sum(each.bytes for each in self.values)

    def arrays(self, seed: int) -> list[Array]:
        """Inputs in their ranges."""
        generator = np.random.default_rng(seed)
        return [_numbers(generator, each) for each in self.inputs]

    # ---- building

    def fill(self, shape: Shape, element: str, count: int) -> None:
        """Inputs, constants and `count` ops; some of the values are results."""
        for _ in range(self.random.randint(1, 3)):
            self._input(shape, element)
        for _ in range(count):
            choices = (
                [self._elementwise] * 8 + [self._reduction] * 2 + [self._constant, self._typecast]
            )
            made = self.random.choice(choices)
            if made in (self._elementwise, self._typecast) or element in FLOATS:
                made(shape, element)
        made = [each for each in self.values if each.name.startswith("%r")]
        if not made:
            self.write(
                "add",
                [self.values[0]] * 2,
                self._named("r", shape, element, (-1e9, 1e9)),
                ROWS["add"].fields,
            )
            made = [each for each in self.values if each.name.startswith("%r")]
        unused = [each for each in made if each.name not in self._operands]
        more = self.random.sample(made, min(len(made), self.random.randint(0, 1)))
        self.results = list({each.name: each for each in (*unused, *more)}.values())

    def _new(self, value: Value) -> Value:
        self.values.append(value)
        return value

    def _input(self, shape: Shape, element: str) -> None:
        low, high = self.random.choice([(0.5, 2.0), (-4.0, 4.0), (1.0, 3.0), (-1.0, 1.0)])
        if element in INTEGERS:
            low, high = 0.0, 2.0**32
        name = f"%a{len(self.inputs)}"
        self.inputs.append(self._new(Value(name, shape, element, (low, high))))

    def _constant(self, shape: Shape, element: str) -> None:
        value = self._named("c", shape, element, (-2.0, 2.0))
        literal = str(self.random.choice([0.5, 1.0, -1.5, 2.0]))
        if prod(shape) <= 2048 and self.random.random() < 0.5:
            numbers = [self.random.randint(-8, 8) / 4 for _ in range(prod(shape))]
            literal = str(np.array(numbers).reshape(shape).tolist())
        self._lines.append(
            f'{value.name} = "ttir.constant"() <{{value = dense<{literal}> : {value.type}}}> : () -> {value.type}'
        )
        self._new(value)
        self.ops.append("constant")

    def _named(
        self, prefix: str, shape: Shape, element: str, range_: Range, error: float = 0.0
    ) -> Value:
        return Value(f"%{prefix}{len(self._lines)}", shape, element, range_, error)

    @property
    def _operands(self) -> set[str]:
        """Names of values that ops use."""
        return {
            name
            for line in self._lines
            for name in line.partition("(")[2].partition(")")[0].split(", ")
        }

    def write(self, op: str, operands: Sequence[Value], result: Value, attributes: str) -> None:
        empty = result.name.replace("%", "%e")
        self._lines.append(f"{empty} = tensor.empty() : {result.type}")
        names = ", ".join([*(each.name for each in operands), empty])
        types = ", ".join([*(each.type for each in operands), result.type])
        self._lines.append(
            f'{result.name} = "ttir.{op}"({names}) <{{{attributes}}}> : ({types}) -> {result.type}'
        )
        self._new(result)
        self.ops.append(op)

    def _elementwise(self, shape: Shape, element: str) -> None:
        """An op that is chosen among those that take what there is; operands are often shared."""
        element = self.random.choice([each.element for each in self.values if each.shape == shape])
        fitting = [each for each in self.values if (each.shape, each.element) == (shape, element)]
        for op in self.random.sample(sorted(ROWS), len(ROWS)):
            row = ROWS[op]
            if (element in INTEGERS and not row.integers) or not compiles(op, element):
                continue
            for _ in range(4):
                operands = [self.random.choice(fitting) for _ in range(row.arity)]
                if row.accepts(operands) and self._apply(op, row, operands):
                    return

    def _apply(self, op: str, row: Elementwise, operands: Sequence[Value]) -> bool:
        """Write an op, unless its numbers become too large to say anything of them."""
        shape, element = operands[0].shape, operands[0].element
        if element in INTEGERS:
            result = self._named("r", shape, element, operands[0].range)
        else:
            range_, error = row.result(operands)
            largest = max(map(abs, range_))
            if largest > 1e4:
                return False
            error = self._rounded(error, row.roundings, largest, element)
            result = self._named("r", shape, element, range_, error)
        self.write(op, operands, result, row.fields)
        return True

    def _typecast(self, shape: Shape, element: str) -> None:
        """Between the types of floats: rounding is the same on both paths."""
        operand = self.random.choice([each for each in self.values if each.shape == shape])
        if operand.element not in FLOATS or not compiles("typecast", operand.element):
            return
        other = "bf16" if operand.element == "f32" else "f32"
        error = self._rounded(operand.error, 0, operand.largest, "bf16")
        result = self._named("r", shape, other, operand.range, error)
        self.write("typecast", [operand], result, ROWS["neg"].fields)

    @staticmethod
    def _rounded(error: float, roundings: int, largest: float, element: str) -> float:
        """The error after rounding; numbers that were equal stay equal if both paths round alike."""
        if error == 0 and roundings == 0:
            return 0.0
        return error + 2 * (roundings + 1) * FLOATS[element][1] * (largest + error)

    def _reduction(self, shape: Shape, element: str) -> None:
        """Of dimensions without padding; what is reduced stays as 1."""
        dims = self._reducible(shape)
        if not dims:
            return
        fitting = [each for each in self.values if (each.shape, each.element) == (shape, element)]
        operand = self.random.choice(fitting)
        op, chosen = self.random.choice(REDUCTIONS), self.random.choice(dims)
        count = prod(shape[dim] for dim in chosen)
        kept = tuple(1 if dim in chosen else size for dim, size in enumerate(shape))
        if op == "max":
            range_, error = operand.range, self._rounded(operand.error, 0, operand.largest, element)
        else:
            scale = 1 if op == "mean" else count
            range_ = tuple(end * scale for end in operand.range)
            if operand.largest * scale > 1e4:
                return
            order = 2.0**-24 * (count + 8) * operand.largest * scale
            error = self._rounded(
                operand.error * scale + order, 0, operand.largest * scale, element
            )
        listed = ", ".join(f"{dim} : i32" for dim in chosen)
        result = self._named("r", kept, element, range_, error)
        self.write(op, [operand], result, f"dim_arg = [{listed}], keep_dim = true")

    @staticmethod
    def _reducible(shape: Shape) -> list[tuple[int, ...]]:
        last = len(shape) - 1
        columns = [(last,)] if shape[-1] % 32 == 0 else []
        if len(shape) < 2 or shape[-2] % 32 or prod(shape[:-2]) != 1:
            return columns
        return [*columns, (last - 1,), *([(last - 1, last)] if columns else [])]


def _numbers(generator: np.random.Generator, value: Value) -> Array:
    """Numbers in a value's range; of floats some are whole, so that comparisons and truths are not always the same."""
    if value.element in INTEGERS:
        type_ = INTEGERS[value.element]
        few, all_ = (generator.integers(0, high, value.shape) for high in (3, np.iinfo(type_).max))
        return np.where(generator.random(value.shape) < 0.3, few, all_).astype(type_)
    numbers = generator.uniform(*value.range, value.shape)
    whole = np.clip(np.round(numbers), *value.range)
    chosen = np.where(generator.random(value.shape) < 0.3, whole, numbers)
    return chosen.astype(FLOATS[value.element][0])


def random_shape(random: Random) -> Shape:
    """Aligned to tiles or not, of one to four dimensions; a few are larger than a core."""
    kind = random.random()
    if kind < 0.02:
        return random.choice([(640, 512), (1024, 512), (999, 300), (2, 300, 700)])
    if kind < 0.4:
        rows, columns = (32 * random.randint(1, 4) for _ in range(2))
        return random.choice([(rows, columns), (1, rows, columns), (columns,), (2, rows, columns)])
    sizes = [random.choice([1, 2, 3, 5, 7, 20, 31, 33, 40, 64, 65]) for _ in range(4)]
    rank = random.randint(1, 4)
    shape = sizes[:rank]
    while prod(shape) > 20_000 or prod(shape[:-1]) > 1000:
        largest = shape.index(max(shape))
        shape[largest] = max(1, shape[largest] // 2)
    return tuple(shape)


def random_program(seed: int, number: int) -> Program:
    """The program of this number, whatever was made before it."""
    random = Random(f"{seed} {number}")
    program = Program(random)
    element = (
        random.choice(list(INTEGERS)) if random.random() < 0.1 else random.choice(list(FLOATS))
    )
    program.fill(random_shape(random), element, random.randint(1, 6))
    return program
