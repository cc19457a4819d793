"""Random TTIR programs that the TTMetal pipeline compiles, with what their results must fulfill.

Each value has a range and an error, by which the results of two correct compilers may differ. The
error is 0 as long as both paths round the same numbers in the same way. Ops that are rounded
differently, and all values computed from their results, have a larger error.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
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
"""Maps a float element type to NumPy's type and to the relative rounding error."""
INTEGERS = {"ui32": np.uint32, "ui16": np.uint16, "ui8": np.uint8}
"""Maps an integer element type to NumPy's type. Integers wrap, so all numbers are tried. TTNN has
only unsigned ones.
"""
_SAMPLES = 9


@dataclass(frozen=True)
class Value:
    """A tensor of a program, with the range of its elements and their error."""

    name: str
    shape: Shape
    element: str
    range: Range
    error: float = 0.0
    moved: str = ""
    """The name of the value from which the elements were only moved, or an empty string. Moves that
    change nothing are folded away.
    """

    @property
    def source(self) -> str:
        """The name of the value from which the elements come."""
        return self.moved or self.name

    @property
    def type(self) -> str:
        return f"tensor<{'x'.join(map(str, (*self.shape, self.element)))}>"

    @property
    def largest(self) -> float:
        return max(map(abs, self.range))

    @property
    def bytes(self) -> int:
        """The bytes of the tensor with its padding."""
        return self._tile_bytes(1, prod(self.shape[:-1]))

    @property
    def aligned_bytes(self) -> int:
        """The bytes of the tensor if each matrix starts at a tile, as matrix ops need it."""
        *outer, rows = (1, *self.shape[:-1])
        return self._tile_bytes(prod(outer), rows)

    def _tile_bytes(self, matrices: int, rows: int) -> int:
        size = {"bf16": 2, "ui16": 2, "ui8": 1}.get(self.element, 4)
        return matrices * -(-rows // 32) * -(-self.shape[-1] // 32) * 1024 * size

    def inside(self, low: float, high: float) -> bool:
        """Return whether all elements are from `low` to `high`, even if they are off by the
        error.
        """
        return low <= self.range[0] - self.error and self.range[1] + self.error <= high


@dataclass(frozen=True)
class Elementwise:
    """An element-wise op of floats that may also take integers."""

    function: Callable[..., Any]
    arity: int = 2
    takes: Callable[..., bool] = lambda *_: True
    """A function of the operands that returns whether the op is defined, and its error bounded, on
    their ranges.
    """
    roundings: int = 0
    """The number of roundings that one of the two paths has more than the other."""
    jumps: bool = False
    """Whether near operands can have results that are far apart, as of a comparison."""
    attributes: str = ""
    integers: bool = False
    """Whether the op also takes integers."""

    def accepts(self, operands: Sequence[Value]) -> bool:
        """Return whether a program may apply the op to `operands`."""
        if operands[0].element in INTEGERS:
            return True
        return self.takes(*operands) and not (self.jumps and any(each.error for each in operands))

    def result(self, operands: Sequence[Value]) -> tuple[Range, float]:
        """Return the range and error of the result before its last rounding, from samples of smooth
        functions. Truth values are 0 and 1.
        """
        if self.jumps and self.function(*(np.ones(1) for _ in operands)).dtype == np.bool_:
            return (0.0, 1.0), 0.0
        if self.arity == 3:  # the op selects one of two operands
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
        """The attributes of the op in MLIR."""
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
    "maximum": Elementwise(np.maximum, integers=True),
    "minimum": Elementwise(np.minimum, integers=True),
    "remainder": Elementwise(
        np.remainder, takes=lambda a, b: _far_from_zero(b), jumps=True, integers=True
    ),
    # the chip multiplies by a reciprocal that was rounded
    "div": Elementwise(np.divide, takes=lambda a, b: _far_from_zero(b), roundings=2, integers=True),
    "power": Elementwise(np.power, takes=lambda a, b: a.inside(0.1, 9) and b.inside(-4, 4)),
    "where": Elementwise(
        lambda c, a, b: np.where(c != 0, a, b), 3, lambda c, *_: c.error == 0, integers=True
    ),
    "abs": _unary(np.abs, integers=True),
    "neg": _unary(np.negative, integers=True),
    "relu": _unary(lambda x: np.maximum(x, 0), integers=True),
    "leaky_relu": _unary(
        lambda x: np.where(x > 0, x, 0.25 * x),
        attributes="parameter = 0.25 : f32, operandSegmentSizes = array<i32: 1, 1>",
    ),
    "cbrt": _unary(np.cbrt, 0.05),
    "clamp": _unary(
        lambda x: np.clip(x, -0.5, 1),
        attributes="max = 1.0 : f32, min = -0.5 : f32",
        integers=True,
    ),
    "exp": _unary(np.exp, -20, 5),
    "expm1": _unary(np.expm1, -20, 5),
    "log": _unary(np.log, 0.05),
    "log1p": _unary(np.log1p, -0.9),
    "sqrt": _unary(np.sqrt, 0.05),
    "rsqrt": _unary(lambda x: 1 / np.sqrt(x), 0.1),
    "reciprocal": Elementwise(np.reciprocal, 1, _far_from_zero),
    "sigmoid": _unary(lambda x: 1 / (1 + np.exp(-x)), -500),
    "tanh": _unary(np.tanh),
    "gelu": _unary(lambda x: x / (1 + np.exp(-1.702 * x)), -40),  # the range need not be exact
    "sin": _unary(np.sin, -9, 9),
    "cos": _unary(np.cos, -9, 9),
    "tan": _unary(np.tan, -1.3, 1.3),
    "floor": _unary(np.floor, jumps=True, integers=True),
    "ceil": _unary(np.ceil, jumps=True, integers=True),
    "sign": _unary(np.sign, jumps=True, integers=True),
    "eq": _truth(np.equal, integers=True),
    "ne": _truth(np.not_equal, integers=True),
    "gt": _truth(np.greater, integers=True),
    "ge": _truth(np.greater_equal, integers=True),
    "lt": _truth(np.less, integers=True),
    "le": _truth(np.less_equal, integers=True),
    # with equal operands the op is folded to the operand, which may not be 0 or 1
    "logical_and": _truth(np.logical_and, takes=lambda a, b: a.source != b.source, integers=True),
    "logical_or": _truth(np.logical_or, takes=lambda a, b: a.source != b.source, integers=True),
    "logical_xor": _truth(np.logical_xor, integers=True),
    "isfinite": _truth(np.isfinite, 1, integers=True),
    "logical_not": _truth(np.logical_not, 1, integers=True),
    "bitwise_and": Elementwise(np.bitwise_and, takes=lambda *_: False, integers=True),
    "bitwise_or": Elementwise(np.bitwise_or, takes=lambda *_: False, integers=True),
    "bitwise_xor": Elementwise(np.bitwise_xor, takes=lambda *_: False, integers=True),
    "bitwise_not": Elementwise(np.bitwise_not, 1, lambda _: False, integers=True),
}
"""Maps each element-wise op that the pipeline compiles to its properties. A newly supported op
needs a row here.
"""
REDUCTIONS = ("sum", "mean", "max", "min", "prod", "reduce_and")
STRUCTURE = (
    *("broadcast", "reshape", "transpose", "permute", "slice", "concat", "repeat", "reverse"),
    *("pad", "matmul"),
)
"""Ops without a row in `ROWS`, because their result depends on shapes."""
_MOST_ELEMENTS = 600_000
"""The largest number of elements of a result. Larger ones take long, because cores are simulated
one by one.
"""
_MOST_RESHAPED = 4096
"""The largest number of elements of a reshaped tensor whose rows change: each element of a row may
need its own tile.
"""
_LARGEST = 1e4
"""The largest magnitude of elements. Larger ones make errors too large to say anything."""


@cache
def compiles(op: str, element: str) -> bool:
    """Return whether the pipeline has kernels for `op`, a key of `ROWS` or `typecast`, with
    elements of the type `element`.
    """
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
    """The names of the ops, for statistics."""
    values: list[Value] = field(default_factory=list[Value])
    _lines: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The function as MLIR text."""
        arguments = ", ".join(f"{each.name}: {each.type}" for each in self.inputs)
        names = ", ".join(each.name for each in self.results)
        types = ", ".join(each.type for each in self.results)
        body = "".join(f"  {line}\n" for line in self._lines)
        return f"func.func @f({arguments}) -> ({types}) {{\n{body}  return {names} : {types}\n}}\n"

    @property
    def bytes(self) -> int:
        """The bytes of all tensors with padding, counted twice: as rows and as tiles."""
        return 2 * sum(each.bytes for each in self.values)

    @property
    def aligned_bytes(self) -> int:
        """The bytes of all tensors if each matrix starts at a tile, counted twice."""
        return 2 * sum(each.aligned_bytes for each in self.values)

    def arrays(self, seed: int) -> list[Array]:
        """Return random inputs in their ranges."""
        generator = np.random.default_rng(seed)
        return [_numbers(generator, each) for each in self.inputs]

    # ---- building

    def fill(self, shape: Shape, element: str, count: int) -> None:
        """Add inputs, constants and `count` ops, and choose values as results."""
        for _ in range(self.random.randint(1, 3)):
            self._input(shape, element)
        moves = [self._broadcast, self._reshape, self._transpose, self._permute, self._slice]
        moves += [self._concat, self._repeat, self._reverse, self._pad]
        makers = [self._elementwise] * 16 + [self._reduction] * 6 + [self._matmul] * 4 + moves
        of_integers = [self._elementwise] * 16 + [self._reduction] * 3 + moves
        for _ in range(count):
            value = self.random.choice(self.values[-4:])
            if value.element in INTEGERS:
                self.random.choice(of_integers)(value)
            else:
                self.random.choice([*makers, self._constant, self._typecast])(value)
        made = [each for each in self.values if each.name.startswith("%r")]
        if not made:
            first = self.values[0]
            result = self._named("r", first.shape, element, (-1e9, 1e9))
            made = [self.write("add", [first] * 2, result, ROWS["add"].fields)]
        unused = [each for each in made if each.name not in self._operands]
        more = self.random.sample(made, min(len(made), self.random.randint(0, 1)))
        self.results = list({each.name: each for each in (*unused, *more)}.values())

    def _new(self, value: Value) -> Value:
        self.values.append(value)
        return value

    def _input(self, shape: Shape, element: str) -> Value:
        low, high = self.random.choice([(0.5, 2.0), (-4.0, 4.0), (1.0, 3.0), (-1.0, 1.0)])
        if element in INTEGERS:
            low, high = 0.0, 2.0**32
        value = self._new(Value(f"%a{len(self.inputs)}", shape, element, (low, high)))
        self.inputs.append(value)
        return value

    def _constant(self, like: Value) -> None:
        shape = like.shape
        value = self._named("c", shape, like.element, (-2.0, 2.0))
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

    def _moved(self, operand: Value, shape: Sequence[int]) -> Value:
        """Return a new value with the elements of `operand` in the shape `shape`."""
        result = self._named("r", tuple(shape), operand.element, operand.range, operand.error)
        return replace(result, moved=operand.source)

    @property
    def _operands(self) -> set[str]:
        """The names of the values that ops use."""
        return {
            name
            for line in self._lines
            for name in line.partition("(")[2].partition(")")[0].split(", ")
        }

    def write(self, op: str, operands: Sequence[Value], result: Value, attributes: str) -> Value:
        """Add an op and its destination tensor, and return the result."""
        attributes = f"<{{{attributes}}}>" if attributes else ""
        empty = result.name.replace("%", "%e")
        self._lines.append(f"{empty} = tensor.empty() : {result.type}")
        names = ", ".join([*(each.name for each in operands), empty])
        types = ", ".join([*(each.type for each in operands), result.type])
        self._lines.append(
            f'{result.name} = "ttir.{op}"({names}) {attributes} : ({types}) -> {result.type}'
        )
        self.ops.append(op)
        return self._new(result)

    # ---- element-wise ops

    def _elementwise(self, first: Value) -> None:
        """Add a random op that accepts `first`, perhaps several times or with a value that
        broadcasts.
        """
        fitting = [x for x in self.values if (x.shape, x.element) == (first.shape, first.element)]
        if self.random.random() < 0.35:
            fitting = [first, self._broadcasting(first)]
        for op in self.random.sample(sorted(ROWS), len(ROWS)):
            row = ROWS[op]
            if (first.element in INTEGERS and not row.integers) or not compiles(op, first.element):
                continue
            for _ in range(4):
                operands = [self.random.choice(fitting) for _ in range(row.arity)]
                if row.accepts(operands) and self._apply(op, row, operands):
                    return

    def _broadcasting(self, first: Value) -> Value:
        """Return a value, perhaps a new input, whose shape broadcasts with that of `first`."""
        fitting = [
            each
            for each in self.values
            if each.element == first.element
            and each.shape != first.shape
            and _broadcast_shape(each.shape, first.shape) is not None
        ]
        if fitting and self.random.random() < 0.5:
            return self.random.choice(fitting)
        dropped = self.random.choice([0, 0, *range(len(first.shape))])
        shape = [self.random.choice([1, size]) for size in first.shape[dropped:]]
        if dropped == 0 and len(shape) < 4 and self.random.random() < 0.3:
            shape.insert(0, self.random.randint(1, 3))
        return self._input(tuple(shape), first.element)

    def _apply(self, op: str, row: Elementwise, operands: Sequence[Value]) -> bool:
        """Add the op `op`, unless its result would be too large or its error unbounded. Return
        whether it was added.
        """
        shape, element = operands[0].shape, operands[0].element
        for each in operands[1:]:
            shape = _broadcast_shape(shape, each.shape)
            if shape is None or prod(shape) > _MOST_ELEMENTS:
                return False
        if element in INTEGERS:
            result = self._named("r", shape, element, operands[0].range)
        else:
            range_, error = row.result(operands)
            largest = max(map(abs, range_))
            if largest > _LARGEST:
                return False
            error = self._rounded(error, row.roundings, largest, element)
            result = self._named("r", shape, element, range_, error)
        self.write(op, operands, result, row.fields)
        return True

    def _typecast(self, operand: Value) -> None:
        """Add a conversion to the other float type, which both paths round alike."""
        if not compiles("typecast", operand.element):
            return
        other = "bf16" if operand.element == "f32" else "f32"
        error = self._rounded(operand.error, 0, operand.largest, "bf16")
        result = self._named("r", operand.shape, other, operand.range, error)
        self.write("typecast", [operand], result, ROWS["neg"].fields)

    @staticmethod
    def _rounded(error: float, roundings: int, largest: float, element: str) -> float:
        """Return the error after rounding. It stays 0 if both paths round equal numbers alike."""
        if error == 0 and roundings == 0:
            return 0.0
        return error + 2 * (roundings + 1) * FLOATS[element][1] * (largest + error)

    # ---- ops that move elements: the results have the error of the operands

    def _move(self, op: str, operand: Value, shape: Sequence[int], attributes: str) -> None:
        if prod(shape) <= _MOST_ELEMENTS:
            result = self._moved(operand, shape)
            self.write(op, [operand], result, attributes)

    def _broadcast(self, operand: Value) -> None:
        """Broadcast dimensions of size 1, some of which are added first."""
        if 1 not in operand.shape or self.random.random() < 0.3:
            shape = [self.random.choice([1, size]) for size in operand.shape]
            operand = self._input(tuple(shape), operand.element)
        times = [self.random.choice([1, 2, 5, 32, 40]) if n == 1 else 1 for n in operand.shape]
        shape = [size * count for size, count in zip(operand.shape, times, strict=True)]
        listed = ", ".join(map(str, times))
        self._move("broadcast", operand, shape, f"broadcast_dimensions = array<i64: {listed}>")

    def _reshape(self, operand: Value) -> None:
        """Reshape the dimensions before the last: join two, split one, or add or drop one of size
        1.
        """
        *outer, last = operand.shape
        choices = [[1, *outer]] if len(outer) < 3 else []
        choices += [
            [*outer[:i], a * b, *outer[i + 2 :]] for i, (a, b) in enumerate(pairwise(outer))
        ]
        for index, size in enumerate(outer if len(outer) < 3 else ()):
            factors = [each for each in range(2, size) if size % each == 0]
            choices += [[*outer[:index], n, size // n, *outer[index + 1 :]] for n in factors]
        if outer and outer[0] == 1:
            choices.append(outer[1:])
        shape = [*self.random.choice(choices), last] if choices else list(operand.shape)
        if not choices or (prod(operand.shape) <= _MOST_RESHAPED and self.random.random() < 0.4):
            shape = self._shape_of(prod(operand.shape))
        if shape != list(operand.shape):
            listed = ", ".join(f"{size} : i32" for size in shape)
            self._move("reshape", operand, shape, f"shape = [{listed}]")

    def _transpose(self, operand: Value) -> None:
        """Transpose two dimensions, most often the last two."""
        rank = len(operand.shape)
        if rank < 2:
            return
        dims = (rank - 2, rank - 1) if self.random.random() < 0.6 else range(rank)
        first, second = self.random.sample(dims, 2)
        shape = list(operand.shape)
        shape[first], shape[second] = shape[second], shape[first]
        first, second = (self.random.choice([dim, dim - rank]) for dim in (first, second))
        attributes = f"dim0 = {first} : si32, dim1 = {second} : si32"
        self._move("transpose", operand, shape, attributes)

    def _shape_of(self, count: int) -> list[int]:
        """Return a random shape with `count` elements."""
        shape = list[int]()
        for _ in range(self.random.randint(0, 3)):
            shape.append(
                self.random.choice([n for n in range(1, min(count, 64) + 1) if count % n == 0])
            )
            count //= shape[-1]
        return self.random.sample([*shape, count], len(shape) + 1)

    def _permute(self, operand: Value) -> None:
        order = self.random.sample(range(len(operand.shape)), len(operand.shape))
        listed = ", ".join(map(str, order))
        shape = [operand.shape[dim] for dim in order]
        self._move("permute", operand, shape, f"permutation = array<i64: {listed}>")

    def _slice(self, operand: Value) -> None:
        """Add a slice. With steps other than 1, TTNN converts other types to bf16."""
        step = self.random.choice([1, 1, 2, 3])
        if step > 1 and operand.element in INTEGERS:
            return
        kept: list[range] = []
        for size in operand.shape:
            begin = self.random.randint(0, size - 1)
            kept.append(range(begin, self.random.randint(begin + 1, size), step))
        bounds = zip(*((each.start, each.stop, each.step) for each in kept), strict=True)
        begins, ends, steps = (", ".join(f"{n} : i32" for n in each) for each in bounds)
        error = operand.error
        if step > 1 and operand.element == "f32":
            error = self._rounded(max(error, 1e-30), 0, operand.largest, "bf16")
        shape = tuple(map(len, kept))
        result = replace(self._moved(operand, shape), error=error)
        self.write(
            "slice", [operand], result, f"begins = [{begins}], ends = [{ends}], step = [{steps}]"
        )

    def _concat(self, operand: Value) -> None:
        """Add a concatenation. TTNN converts integers to bf16 or f32 for it."""
        if operand.element in INTEGERS:
            return
        dim = self.random.randrange(len(operand.shape))
        others = [
            each
            for each in self.values
            if each.element == operand.element
            and len(each.shape) == len(operand.shape)
            and each.shape[:dim] == operand.shape[:dim]
            and each.shape[dim + 1 :] == operand.shape[dim + 1 :]
        ]
        operands = [operand, *self.random.sample(others, min(len(others), 2))]
        shape = list(operand.shape)
        shape[dim] = sum(each.shape[dim] for each in operands)
        if prod(shape) > _MOST_ELEMENTS:
            return
        ends = [end for each in operands for end in each.range]
        error = max(each.error for each in operands)
        result = self._named("r", tuple(shape), operand.element, (min(ends), max(ends)), error)
        self.write("concat", operands, result, f"dim = {dim} : si32")

    def _repeat(self, operand: Value) -> None:
        times = [self.random.choice([1, 1, 2, 3]) for _ in operand.shape]
        shape = [size * count for size, count in zip(operand.shape, times, strict=True)]
        listed = ", ".join(map(str, times))
        self._move("repeat", operand, shape, f"repeat_dimensions = array<i64: {listed}>")

    def _reverse(self, operand: Value) -> None:
        rank = len(operand.shape)
        if operand.element in INTEGERS:  # TTNN concatenates parts
            return
        dims = self.random.sample(range(rank), self.random.randint(1, rank))
        listed = ", ".join(map(str, sorted(dims)))
        self._move("reverse", operand, operand.shape, f"dimensions = array<i64: {listed}>")

    def _pad(self, operand: Value) -> None:
        """Add a padding with a number from the operand's range."""
        edges = [
            (self.random.choice([0, 1, 32]), self.random.choice([0, 2, 5])) for _ in operand.shape
        ]
        shape = tuple(
            low + size + high for size, (low, high) in zip(operand.shape, edges, strict=True)
        )
        if prod(shape) > _MOST_ELEMENTS:
            return
        listed = ", ".join(str(each) for pair in edges for each in pair)
        number = float(np.clip(1, *operand.range))
        number = float(np.asarray(number, ml_dtypes.bfloat16)) if operand.element in FLOATS else 1.0
        low, high = operand.range
        range_ = min(low, number), max(high, number)
        result = replace(self._moved(operand, shape), range=range_)
        attributes = f"padding = array<i32: {listed}>, value = {number} : f32"
        type_ = f"({operand.type}) -> {result.type}"
        self._lines.append(
            f'{result.name} = "ttir.pad"({operand.name}) <{{{attributes}}}> : {type_}'
        )
        self.ops.append("pad")
        self._new(result)

    # ---- ops that combine numbers

    def _matmul(self, left: Value) -> None:
        """Add a matrix product with a value or a new input, whose batch dimensions may be missing
        or 1.

        The paths add f32 products in different orders, so results differ by at most n u times the
        sum of their magnitudes.
        """
        inner, batch = left.shape[-1], left.shape[:-2]
        fitting = [
            each
            for each in self.values
            if each.element == left.element
            and len(each.shape) > 1
            and each.shape[-2] == inner
            and _broadcast_shape(batch, each.shape[:-2]) is not None
        ]
        if fitting and self.random.random() < 0.5:
            right = self.random.choice(fitting)
        else:
            outer = [self.random.choice([1, size]) for size in batch]
            columns = self.random.choice([1, 7, 32, 33, 64, 96, 100])
            outer = outer[self.random.choice([0, len(outer)]) :]
            right = self._input((*outer, inner, columns), left.element)
        rows = left.shape[-2:-1]
        shape = (*(_broadcast_shape(batch, right.shape[:-2]) or ()), *rows, right.shape[-1])
        largest = inner * left.largest * right.largest
        if largest > _LARGEST or prod(shape) * inner > 50_000_000:
            return
        error = inner * (
            left.error * right.largest + (left.largest + left.error) * right.error
        ) + self._order(inner, largest)
        error = self._rounded(error, 0, largest, left.element)
        result = self._named("r", shape, left.element, (-largest, largest), error)
        self.write("matmul", [left, right], result, "")

    def _reduction(self, operand: Value) -> None:
        """Add a reduction over random dimensions, or over all of them without naming them. The
        dimensions are kept or dropped.
        """
        rank, op = len(operand.shape), self.random.choice(REDUCTIONS)
        number = self.random.randint(1, rank)
        # TTNN multiplies along one dimension, or along all in bf16
        if op in ("prod", "reduce_and"):
            number = self.random.choice([1, rank]) if operand.element == "bf16" else 1
            if number == rank and operand.element != "bf16":
                return
        chosen = self.random.sample(range(rank), number)
        count = prod(operand.shape[dim] for dim in chosen)
        said = self._reduced(op, operand, count)
        if said is None:
            return
        if op == "reduce_and":
            operand = self._truths(operand)
        keeps = self.random.random() < 0.5
        left = [1 if dim in chosen else size for dim, size in enumerate(operand.shape)]
        if not keeps:
            left = [size for dim, size in enumerate(operand.shape) if dim not in chosen] or [1]
        listed = ", ".join(f"{self.random.choice([dim, dim - rank])} : i32" for dim in chosen)
        dims = f"dim_arg = [{listed}], "
        if len(chosen) == rank and self.random.random() < 0.5:
            dims = ""
        result = self._named("r", tuple(left), operand.element, *said)
        self.write(op, [operand], result, f"{dims}keep_dim = {str(keeps).lower()}")

    def _truths(self, operand: Value) -> Value:
        """Add a comparison whose results are mostly 1, since TTNN multiplies truth values to see
        whether all are true.
        """
        other = self._input(operand.shape, operand.element)
        result = self._named("r", operand.shape, operand.element, (0.0, 1.0))
        return self.write("ne", [operand, other], result, ROWS["ne"].fields)

    def _reduced(self, op: str, operand: Value, count: int) -> tuple[Range, float] | None:
        """Return the range and error of a reduction of `count` numbers, or None if the program must
        not contain it.
        """
        largest, element = operand.largest, operand.element
        if element in INTEGERS:
            return None if op == "mean" else (operand.range, 0.0)
        if op == "reduce_and":
            return None if operand.error else ((0.0, 1.0), 0.0)
        if op in ("max", "min"):
            return operand.range, self._rounded(operand.error, 0, largest, element)
        if op == "prod":
            if count * np.log(max(largest + operand.error, 1.0)) > np.log(_LARGEST):
                return None
            largest = largest**count
            # each multiplication rounds again, and relative errors add up
            moved = (operand.largest + operand.error) ** count - largest
            range_ = (-largest if operand.range[0] < 0 else 0.0, largest)
            return range_, self._rounded(moved + self._order(count, largest), 0, largest, element)
        scale = 1 if op == "mean" else count
        largest *= scale
        if largest > _LARGEST:
            return None
        low, high = (end * scale for end in operand.range)
        error = operand.error * scale + self._order(count, largest)
        return (low, high), self._rounded(error, 0, largest, element)

    @staticmethod
    def _order(count: int, largest: float) -> float:
        """Return how far two sums of `count` f32 numbers up to `largest` differ if they are added
        in different orders: n u times the sum of the magnitudes.
        """
        return 2.0**-24 * (count + 8) * largest


def _broadcast_shape(one: Shape, other: Shape) -> Shape | None:
    """Return the shape to which both shapes broadcast, or None."""
    try:
        return np.broadcast_shapes(one, other)
    except ValueError:
        return None


def _numbers(generator: np.random.Generator, value: Value) -> Array:
    """Return random numbers in the range of `value`. Some floats are whole numbers, so that
    comparisons have both results.
    """
    if value.element in INTEGERS:
        type_ = INTEGERS[value.element]
        few, all_ = (generator.integers(0, high, value.shape) for high in (3, np.iinfo(type_).max))
        return np.where(generator.random(value.shape) < 0.3, few, all_).astype(type_)
    numbers = generator.uniform(*value.range, value.shape)
    whole = np.clip(np.round(numbers), *value.range)
    chosen = np.where(generator.random(value.shape) < 0.3, whole, numbers)
    return chosen.astype(FLOATS[value.element][0])


def random_shape(random: Random) -> Shape:
    """Return a random shape of one to four dimensions, some of them aligned to tiles, a few larger
    than a core.
    """
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
    """Return program `number` of `seed`. It does not depend on other programs."""
    random = Random(f"{seed} {number}")
    program = Program(random)
    element = (
        random.choice(list(INTEGERS)) if random.random() < 0.1 else random.choice(list(FLOATS))
    )
    program.fill(random_shape(random), element, random.randint(1, 6))
    return program
