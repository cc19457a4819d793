"""Random TTIR programs compute what numpy computes, before and after simplification.

Each program is compiled and simulated twice, once with simplifying passes in front, and compared
with numpy. Integers have 32 bits and wrap around. Ops that squash floats keep them of moderate
size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from tiers import example_count
from xdsl.dialects.builtin import ModuleOp

from ttmlir_py import runtime
from ttmlir_py.compiler import create_context
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.passes.running.manager import PassManager, build_nested_pipeline
from ttmlir_py.target.flatbuffer.ttnn import translate

pytestmark = pytest.mark.slow

BACKEND = "ttir-to-ttnn-backend-pipeline"
SIMPLIFY = "canonicalize,cse,sccp,ttir-to-ttir-decomposition,canonicalize,ttir-implicit-broadcast-fold,cse,canonicalize"

LARGEST_FLOAT = 50.0

Array = np.ndarray


@dataclass(frozen=True)
class Value:
    """A value of the program: its name, its value in numpy, and a bound on the magnitude of its
    elements.
    """

    name: str
    array: Array
    bound: float
    adapted: bool = False
    """Whether a workaround converts the value when it is computed. A second conversion right after
    it would be refused.
    """

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def is_float(self) -> bool:
        return self.array.dtype == np.float32

    @property
    def type(self) -> str:
        return tensor_type(self.shape, self.array.dtype)


def tensor_type(shape: Sequence[int], dtype: np.dtype) -> str:
    element = "f32" if dtype == np.float32 else "i32"
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def numbers(values: Sequence[int]) -> str:
    return "[" + ", ".join(f"{value} : i32" for value in values) + "]"


UNARY: dict[str, tuple[Callable[[Array], Array], Callable[[float], float]]] = {
    "abs": (np.abs, lambda b: b),
    "neg": (np.negative, lambda b: b),
    "relu": (lambda x: np.maximum(x, 0), lambda b: b),
    "tanh": (np.tanh, lambda b: 1.0),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), lambda b: 1.0),
    "cos": (np.cos, lambda b: 1.0),
}
"""Ops on floats: the numpy function, and a function from the operand's bound to the result's."""

BINARY: dict[str, tuple[Callable[[Array, Array], Array], Callable[[float, float], float]]] = {
    "add": (np.add, lambda a, b: a + b),
    "subtract": (np.subtract, lambda a, b: a + b),
    "multiply": (np.multiply, lambda a, b: a * b),
    "maximum": (np.maximum, max),
    "minimum": (np.minimum, max),
}
"""Ops on floats and integers, as in `UNARY`."""

BITWISE: dict[str, Callable[[Array, Array], Array]] = {
    "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor,
}

REDUCTIONS: dict[str, Callable[..., Array]] = {
    "sum": np.sum,
    "mean": np.mean,
    "max": np.max,
    "min": np.min,
}


@dataclass
class Program:
    """A function that is being written."""

    draw: DrawFn
    lines: list[str] = field(default_factory=list[str])
    values: list[Value] = field(default_factory=list[Value])
    arguments: list[Value] = field(default_factory=list[Value])

    def pick(self, accept: Callable[[Value], bool] = lambda v: True) -> Value | None:
        """Return one of the last values that an op accepts."""
        choices = [value for value in self.values if accept(value)][-6:]
        return self.draw(st.sampled_from(choices)) if choices else None

    def integer(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def add(
        self,
        name: str,
        operands: Sequence[Value],
        properties: str,
        array: Array,
        bound: float,
        *,
        adapted: bool = False,
    ) -> None:
        """Write an op that writes into an empty tensor, unless its elements could become too
        large.
        """
        is_float = array.dtype == np.float32 or array.dtype == np.float64
        if is_float and bound > LARGEST_FLOAT:
            return
        array = array.astype(np.float32 if is_float else np.uint32)
        if not is_float and bound >= 2**32:
            bound = 2**32
        number = len(self.lines)
        type_ = tensor_type(array.shape, array.dtype)
        self.lines.append(f"%o{number} = tensor.empty() : {type_}")
        names = ", ".join([*(value.name for value in operands), f"%o{number}"])
        types = ", ".join([*(value.type for value in operands), type_])
        attributes = f" <{{{properties}}}>" if properties else ""
        result = f"%v{number}"
        self.lines.append(f'{result} = "ttir.{name}"({names}){attributes} : ({types}) -> {type_}')
        self.values.append(Value(result, array, bound, adapted))

    def elementwise(self, name: str, operands: Sequence[Value], array: Array, bound: float) -> None:
        sizes = f"operandSegmentSizes = array<i32: {len(operands)}, 1>"
        self.add(name, operands, sizes, array, bound)

    def text(self, results: Sequence[Value]) -> str:
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.arguments)
        types = ", ".join(value.type for value in results)
        names = ", ".join(value.name for value in results)
        return "\n".join(
            [
                f"func.func @main({arguments}) -> ({types}) {{",
                *self.lines,
                f"return {names} : {types}",
                "}",
            ]
        )


def add_unary(program: Program) -> None:
    value = program.pick(lambda v: v.is_float)
    if value is not None:
        name = program.draw(st.sampled_from(sorted(UNARY)))
        compute, bound = UNARY[name]
        program.elementwise(name, [value], compute(value.array), bound(value.bound))


def add_binary(program: Program) -> None:
    lhs = program.pick()
    assert lhs is not None
    rhs = program.pick(lambda v: v.shape == lhs.shape and v.is_float == lhs.is_float)
    assert rhs is not None
    name = program.draw(st.sampled_from([*BINARY, *(() if lhs.is_float else BITWISE)]))
    if name in BITWISE:
        array = BITWISE[name](lhs.array, rhs.array)
        top = max(lhs.bound, rhs.bound)
        program.elementwise(name, [lhs, rhs], array, 2.0 ** np.ceil(np.log2(top + 1)))
        return
    compute, bound = BINARY[name]
    size = bound(lhs.bound, rhs.bound)
    if name == "subtract" and not lhs.is_float:
        size = 2**32
    program.elementwise(name, [lhs, rhs], compute(lhs.array, rhs.array), size)


def add_typecast(program: Program) -> None:
    value = program.pick(lambda v: v.bound <= LARGEST_FLOAT)
    if value is not None and not value.is_float:
        program.elementwise("typecast", [value], value.array.astype(np.float32), value.bound)


def add_constant(program: Program) -> None:
    like = program.pick()
    assert like is not None
    number = program.integer(0, 3)
    literal = f"{number}.0" if like.is_float else str(number)
    name = f"%c{len(program.lines)}"
    program.lines.append(
        f'{name} = "ttir.constant"() <{{value = dense<{literal}> : {like.type}}}> : () -> {like.type}'
    )
    program.values.append(Value(name, np.full_like(like.array, number), max(number, 1), True))


def add_broadcast(program: Program) -> None:
    """Write a broadcast of a value with dimensions of size 1. If another value has the result's
    shape, add both.
    """
    value = program.pick(lambda v: 1 in v.shape)
    if value is None:
        return
    shape = [program.integer(2, 4) if size == 1 else size for size in value.shape]
    other = program.pick(
        lambda v: (
            v.is_float == value.is_float
            and len(v.shape) == len(value.shape)
            and all(a in (1, b) for a, b in zip(value.shape, v.shape, strict=True))
        )
    )
    if other is not None:
        shape = list(other.shape)
    times = [to // size for to, size in zip(shape, value.shape, strict=True)]
    factors = f"broadcast_dimensions = array<i64: {', '.join(map(str, times))}>"
    array = np.broadcast_to(value.array, shape)
    program.add("broadcast", [value], factors, array, value.bound)
    if other is not None:
        wide = program.values[-1]
        program.elementwise(
            "add", [wide, other], wide.array + other.array, wide.bound + other.bound
        )


def add_reduction(program: Program) -> None:
    value = program.pick()
    assert value is not None
    dims = sorted(program.draw(st.sets(st.integers(0, len(value.shape) - 1), min_size=1)))
    keep = len(dims) == len(value.shape) or program.draw(st.booleans())
    name = program.draw(st.sampled_from(sorted(REDUCTIONS) if value.is_float else ["sum", "max"]))
    count = int(np.prod([value.shape[dim] for dim in dims]))
    bound = value.bound * count if name == "sum" else value.bound
    if bound >= 2**24:
        return
    array = REDUCTIONS[name](value.array, axis=tuple(dims), keepdims=keep)
    properties = f"dim_arg = {numbers(dims)}, keep_dim = {str(keep).lower()}"
    program.add(name, [value], properties, np.asarray(array), bound)


def add_reshape(program: Program) -> None:
    value = program.pick()
    assert value is not None
    size = value.array.size
    shapes = [(size,), (1, size), (size, 1), (1, 1, size), value.shape[::-1]]
    shapes += [(a, size // a) for a in range(2, size) if size % a == 0]
    shape = tuple(program.draw(st.sampled_from(shapes)))
    properties = f"shape = {numbers(shape)}"
    program.add("reshape", [value], properties, value.array.reshape(shape), value.bound)


def add_transpose(program: Program) -> None:
    value = program.pick(lambda v: len(v.shape) > 1)
    if value is None:
        return
    rank = len(value.shape)
    if program.draw(st.booleans()):
        order = program.draw(st.permutations(range(rank)))
        properties = f"permutation = array<i64: {', '.join(map(str, order))}>"
        program.add("permute", [value], properties, value.array.transpose(order), value.bound)
        return
    dims = program.integer(-rank, rank - 1), program.integer(0, rank - 1)
    properties = f"dim0 = {dims[0]} : si32, dim1 = {dims[1]} : si32"
    program.add("transpose", [value], properties, np.swapaxes(value.array, *dims), value.bound)


def _may_be_adapted(value: Value) -> bool:
    """Return whether a workaround may convert the value without loss, and none was applied to a
    value that it may fold to.
    """
    return not value.adapted and (value.is_float or value.name.startswith("%a"))


def add_concat(program: Program) -> None:
    first = program.pick(_may_be_adapted)
    if first is None:
        return
    dim = program.integer(0, len(first.shape) - 1)

    def fits(other: Value) -> bool:
        sizes, others = list(first.shape), list(other.shape)
        return (
            other.is_float == first.is_float
            and _may_be_adapted(other)
            and len(sizes) == len(others)
            and sizes[:dim] + sizes[dim + 1 :] == others[:dim] + others[dim + 1 :]
        )

    parts = [first]
    for _ in range(program.integer(0, 2)):
        other = program.pick(fits)
        assert other is not None
        parts.append(other)
    array = np.concatenate([part.array for part in parts], axis=dim)
    if array.size <= 512:
        bound = max(part.bound for part in parts)
        properties = f"dim = {dim} : si32"
        program.add("concat", parts, properties, array, bound, adapted=not first.is_float)


def add_slice(program: Program) -> None:
    value = program.pick(_may_be_adapted)
    if value is None:
        return
    largest_step = 1 if value.is_float else 2  # strided slices are done in bf16
    spans: list[tuple[int, int, int]] = []
    for size in value.shape:
        begin = program.integer(0, size - 1)
        spans.append((begin, program.integer(begin + 1, size), program.integer(1, largest_step)))
    if program.draw(st.booleans()):
        begins, ends, steps = (numbers([span[i] for span in spans]) for i in range(3))
        properties = f"begins = {begins}, ends = {ends}, step = {steps}"
        array = value.array[tuple(slice(*span) for span in spans)]
        program.add("slice", [value], properties, array, value.bound, adapted=True)
        return
    dim = program.integer(0, len(spans) - 1)
    begin, end, step = spans[dim]
    properties = f"dim = {dim} : i32, begin = {begin} : i32, end = {end} : i32, step = {step} : i32"
    chosen = np.arange(begin, end, step)
    array = value.array.take(chosen, axis=dim)
    program.add("index", [value], properties, array, value.bound, adapted=True)


def add_matmul(program: Program) -> None:
    lhs = program.pick(lambda v: v.is_float and len(v.shape) == 2)
    if lhs is None:
        return
    rhs = program.pick(lambda v: v.is_float and len(v.shape) == 2 and v.shape[0] == lhs.shape[1])
    if rhs is not None:
        bound = lhs.bound * rhs.bound * lhs.shape[1]
        program.add("matmul", [lhs, rhs], "", lhs.array @ rhs.array, bound)


STEPS = (
    add_unary,
    add_binary,
    add_binary,
    add_typecast,
    add_constant,
    add_broadcast,
    add_reduction,
    add_reshape,
    add_transpose,
    add_concat,
    add_slice,
    add_matmul,
)


@st.composite
def programs(draw: DrawFn) -> tuple[str, list[Value], list[Value]]:
    """Return a program's text, its arguments, and its expected results."""
    program = Program(draw)
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    for number in range(draw(st.integers(1, 3))):
        shape = tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=4)))
        is_float = draw(st.booleans())
        array = rng.uniform(-2, 2, shape) if is_float else rng.integers(0, 9, shape)
        array = array.astype(np.float32 if is_float else np.uint32)
        program.arguments.append(Value(f"%a{number}", array, 2 if is_float else 8))
    program.values += program.arguments
    for step in draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=14)):
        step(program)
    made = program.values[len(program.arguments) :]
    results = made[-2:] + made[:1] if made else program.values[:1]
    return program.text(results), program.arguments, results


def simulate(text: str, arguments: Sequence[Value], *, simplify: bool) -> list[Array]:
    context = create_context()
    module = parse_module(text, context=context)
    if simplify:
        run(SIMPLIFY, module, context)
    run(BACKEND, module, context)
    return runtime.load(translate(module)).run([value.array for value in arguments])


def run(passes: str, module: ModuleOp, context: MlirContext) -> None:
    PassManager(build_nested_pipeline("builtin.module", passes), context=context).run(module)


@settings(max_examples=example_count(20), suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_simplification_of_random_ttir_program_keeps_values(
    program: tuple[str, list[Value], list[Value]],
):
    text, arguments, results = program
    plain = simulate(text, arguments, simplify=False)
    simplified = simulate(text, arguments, simplify=True)
    for expected, one, other in zip(results, plain, simplified, strict=True):
        assert one.shape == other.shape == expected.shape
        if expected.is_float:
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-4)
            np.testing.assert_allclose(one, expected.array, rtol=1e-4, atol=1e-3)
        else:
            np.testing.assert_array_equal(one, other)
            np.testing.assert_array_equal(one, expected.array)
