"""Random programs of TTIR that the TTMetal pipeline compiles, with what may be said of their results.

Each value has a range and an error: how far two right compilers may be apart. It is 0, the same bits, as long as both paths
round the same numbers in the same way; ops that do not, and all that is computed from their results, have a bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, prod
from random import Random

import ml_dtypes
import numpy as np

Array = np.ndarray
Shape = tuple[int, ...]
Range = tuple[float, float]

TYPES = {"f32": (np.float32, 2.0**-24), "bf16": (ml_dtypes.bfloat16, 2.0**-8)}
"""Types of elements: numpy's, and how far rounding is off, as part of a number."""


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
    def smallest(self) -> float:
        """The least magnitude."""
        low, high = self.range
        return 0.0 if low <= 0 <= high else min(abs(low), abs(high))


@dataclass(frozen=True)
class Elementwise:
    """An element-wise op: monotonic in each operand on the ranges that it takes."""

    function: Callable[..., float]
    slopes: Callable[..., Sequence[float]]
    """Of values: how much each operand's error counts at most."""
    takes: Callable[..., bool] = lambda *_: True
    """Whether it is defined, and harmless, on the ranges of these values."""
    roundings: int = 0
    """How many roundings one of the two paths has more than the other."""

    def result(self, operands: Sequence[Value]) -> tuple[Range, float]:
        """Range and error, without the last rounding."""
        corners = [()]
        for each in operands:
            corners = [(*corner, end) for corner in corners for end in each.range]
        ends = [self.function(*corner) for corner in corners]
        slopes = self.slopes(*operands)
        error = sum(slope * each.error for slope, each in zip(slopes, operands, strict=True))
        return (min(ends), max(ends)), error


def _one(*operands: Value) -> list[float]:
    return [1.0] * len(operands)


ELEMENTWISE = {
    "add": Elementwise(lambda a, b: a + b, _one),
    "multiply": Elementwise(lambda a, b: a * b, lambda a, b: (b.largest, a.largest)),
    "maximum": Elementwise(max, _one),
    "div": Elementwise(
        lambda a, b: a / b,
        lambda a, b: (1 / b.smallest, a.largest / b.smallest**2),
        lambda a, b: b.smallest > 0.1,
        roundings=2,  # a reciprocal, which is packed, and a product
    ),
    "exp": Elementwise(
        exp, lambda a: [exp(a.range[1])], lambda a: a.range[0] > -20 and a.range[1] < 5
    ),
}
"""Ops by name. How many operands one takes is that of its function."""
UNARY = {"exp"}
REDUCTIONS = ("sum", "mean", "max")


@dataclass
class Program:
    """A function of random ops."""

    random: Random
    inputs: list[Value] = field(default_factory=list[Value])
    results: list[Value] = field(default_factory=list[Value])
    ops: list[str] = field(default_factory=list[str])
    """Their names, for statistics."""
    _values: list[Value] = field(default_factory=list[Value])
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
        return 2 * sum(map(_padded_bytes, self._values))

    def arrays(self, seed: int) -> list[Array]:
        """Inputs in their ranges."""
        generator = np.random.default_rng(seed)
        return [
            generator.uniform(*each.range, each.shape).astype(TYPES[each.element][0])
            for each in self.inputs
        ]

    # ---- building

    def fill(self, shape: Shape, element: str, count: int) -> None:
        """Inputs, constants and `count` ops; some of the values are results."""
        for _ in range(self.random.randint(1, 3)):
            self._input(shape, element)
        for _ in range(count):
            choices = [self._elementwise] * 8 + [self._reduction] * 2 + [self._constant]
            self.random.choice(choices)(shape, element)
        made = [each for each in self._values if each.name.startswith("%r")]
        if not made:
            self._elementwise(shape, element)
            made = self._values[-1:]
        unused = [each for each in made if each.name not in self._operands]
        more = self.random.sample(made, min(len(made), self.random.randint(0, 1)))
        self.results = list({each.name: each for each in (*unused, *more)}.values())

    def _new(self, value: Value) -> Value:
        self._values.append(value)
        return value

    def _input(self, shape: Shape, element: str) -> None:
        low, high = self.random.choice([(0.5, 2.0), (-4.0, 4.0), (1.0, 3.0), (-1.0, 1.0)])
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

    def _write(self, op: str, operands: Sequence[Value], result: Value, attributes: str) -> None:
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
        fitting = [each for each in self._values if each.shape == shape]
        for op in self.random.sample(sorted(ELEMENTWISE), len(ELEMENTWISE)):
            row, arity = ELEMENTWISE[op], 1 if op in UNARY else 2
            for _ in range(4):
                operands = [self.random.choice(fitting) for _ in range(arity)]
                if not row.takes(*operands):
                    continue
                (low, high), error = row.result(operands)
                if max(abs(low), abs(high)) > 1e4:
                    continue
                error = self._rounded(error, row.roundings, max(abs(low), abs(high)), element)
                result = self._named("r", shape, element, (low, high), error)
                self._write(op, operands, result, f"operandSegmentSizes = array<i32: {arity}, 1>")
                return

    @staticmethod
    def _rounded(error: float, roundings: int, largest: float, element: str) -> float:
        """The error after rounding; numbers that were equal stay equal if both paths round alike."""
        if error == 0 and roundings == 0:
            return 0.0
        return error + 2 * (roundings + 1) * TYPES[element][1] * (largest + error)

    def _reduction(self, shape: Shape, element: str) -> None:
        """Of dimensions without padding; what is reduced stays as 1."""
        dims = self._reducible(shape)
        if not dims:
            return
        operand = self.random.choice([each for each in self._values if each.shape == shape])
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
        self._write(op, [operand], result, f"dim_arg = [{listed}], keep_dim = true")

    @staticmethod
    def _reducible(shape: Shape) -> list[tuple[int, ...]]:
        last = len(shape) - 1
        columns = [(last,)] if shape[-1] % 32 == 0 else []
        if len(shape) < 2 or shape[-2] % 32 or prod(shape[:-2]) != 1:
            return columns
        return [*columns, (last - 1,), *([(last - 1, last)] if columns else [])]


def _padded_bytes(value: Value) -> int:
    rows, columns = prod(value.shape[:-1]), value.shape[-1]
    size = np.dtype(TYPES[value.element][0]).itemsize
    return -(-rows // 32) * -(-columns // 32) * 1024 * size


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
    program.fill(random_shape(random), random.choice(sorted(TYPES)), random.randint(1, 6))
    return program
