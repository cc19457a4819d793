"""Every TTIR op that takes integers, on every integer type, gives the bits that XLA computes, or a
warning or refusal.

The program is compiled in two ways, as upstream does and with `signed-integers=true`, and computed
in two ways.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from passes.test_stablehlo_elements import numbers
from tiers import share

import ttmlir_py
from ttmlir_py import CompilationError, compiler, runtime
from ttmlir_py.building import func, module, tensor, ttir
from ttmlir_py.runtime import DeviceNumerics

pytestmark = pytest.mark.slow

jax = pytest.importorskip("jax", reason="XLA, which comes with jax, is the reference")
jnp = jax.numpy

Array = np.ndarray[Any, Any]
PIPELINES = {
    "upstream": "builtin.module(ttir-to-ttnn-backend-pipeline)",
    "exact": "builtin.module(ttir-to-ttnn-backend-pipeline{signed-integers=true})",
}
NUMERICS = {"ideal": None, "device": DeviceNumerics()}
DTYPES = {
    **{f"{sign}{bits}": f"int{bits}" for sign in ("i", "si") for bits in (8, 16, 32)},
    **{f"ui{bits}": f"uint{bits}" for bits in (8, 16, 32)},
}


class Case(NamedTuple):
    """An op on one or two operands: how TTIR builds it and how XLA computes it."""

    build: Callable[..., Any]
    expected: Callable[..., Any]
    arity: int = 1
    is_of_pairs: bool = False
    """Whether the operands hold all pairs of the tested numbers, and not a 40 x 70 matrix."""


CASES: dict[str, Case] = {}


def pairs(name: str, expected: Callable[..., Any], build: Callable[..., Any] | None = None) -> None:
    """Add the case of an element-wise op of two operands."""
    CASES[name] = Case(build or getattr(ttir, name), expected, 2, is_of_pairs=True)


def each(name: str, expected: Callable[..., Any], build: Callable[..., Any] | None = None) -> None:
    """Add the case of an element-wise op of one operand."""
    CASES[name] = Case(build or getattr(ttir, name), expected, 1, is_of_pairs=True)


def matrix(
    name: str, build: Callable[..., Any], expected: Callable[..., Any], arity: int = 1
) -> None:
    CASES[name] = Case(build, expected, arity)


def truth(compare: Callable[..., Any]) -> Callable[..., Any]:
    """Return a comparison whose result has the operands' type, as in TTIR."""
    return lambda *operands: compare(*operands).astype(operands[0].dtype)


# ---- element-wise ops

for name, function in (
    *(("abs", jnp.abs), ("neg", jnp.negative), ("sign", jnp.sign)),
    *(("relu", lambda x: jnp.maximum(x, 0)), ("bitwise_not", jnp.bitwise_not)),
    *(("logical_not", truth(jnp.logical_not)), ("floor", lambda x: x), ("ceil", lambda x: x)),
    ("isfinite", truth(lambda x: x == x)),
):
    each(name, function)
for name, function in (
    *(("add", jnp.add), ("subtract", jnp.subtract), ("multiply", jnp.multiply)),
    *(("div", jax.lax.div), ("remainder", jax.lax.rem)),
    *(("maximum", jnp.maximum), ("minimum", jnp.minimum)),
    *(("bitwise_and", jnp.bitwise_and), ("bitwise_or", jnp.bitwise_or)),
    *(("bitwise_xor", jnp.bitwise_xor), ("logical_and", truth(jnp.logical_and))),
    *(("logical_or", truth(jnp.logical_or)), ("logical_xor", truth(jnp.logical_xor))),
    *(("eq", truth(jnp.equal)), ("ne", truth(jnp.not_equal)), ("ge", truth(jnp.greater_equal))),
    *(("gt", truth(jnp.greater)), ("le", truth(jnp.less_equal)), ("lt", truth(jnp.less))),
):
    pairs(name, function)
pairs("where", lambda a, b: jnp.where(a != 0, b, a), lambda a, b: ttir.where(a, b, a))
each("clamp", lambda x: jnp.clip(x, 3, 100), lambda x: ttir.clamp(x, 3, 100))
for target, dtype in DTYPES.items():
    each(
        f"typecast to {target}",
        lambda x, dtype=dtype: x.astype(dtype),
        lambda x, target=target: ttir.typecast(x, dtype=target),
    )
each("typecast to f32", lambda x: x.astype("float32"), lambda x: ttir.typecast(x, dtype="f32"))

# ---- data movement

ROWS, COLUMNS = 40, 70
matrix("transpose", lambda x: ttir.transpose(x, 0, 1), jnp.transpose)
matrix("permute", lambda x: ttir.permute(x, [1, 0]), jnp.transpose)
matrix("reshape", lambda x: ttir.reshape(x, [28, 100]), lambda x: x.reshape(28, 100))
matrix("unsqueeze", lambda x: ttir.unsqueeze(x, 1), lambda x: x[:, None])
matrix("squeeze", lambda x: ttir.squeeze(ttir.reshape(x, [1, ROWS, COLUMNS]), 0), lambda x: x)
for dim in (0, 1):
    matrix(
        f"concat along {dim}",
        lambda a, b, dim=dim: ttir.concat([a, b], dim),
        lambda a, b, dim=dim: jnp.concatenate([a, b], dim),
        2,
    )
    matrix(f"reverse of {dim}", lambda x, dim=dim: ttir.reverse(x, [dim]), lambda x, dim=dim: jnp.flip(x, dim))  # fmt: skip
    matrix(f"cumsum along {dim}", lambda x, dim=dim: ttir.cumsum(x, dim), lambda x, dim=dim: jnp.cumsum(x, dim, x.dtype))  # fmt: skip
    matrix(f"repeat_interleave along {dim}", lambda x, dim=dim: ttir.repeat_interleave(x, 2, dim), lambda x, dim=dim: jnp.repeat(x, 2, dim))  # fmt: skip
    matrix(
        f"index along {dim}",
        lambda x, dim=dim: ttir.index(x, dim, 1, 37, step=3),
        lambda x, dim=dim: x[1:37:3] if dim == 0 else x[:, 1:37:3],
    )
    matrix(
        f"select along {dim}",
        lambda x, dim=dim: ttir.select(x, dim, 2, 3, stride=10),
        lambda x, dim=dim: jnp.take(
            x,
            np.array(
                [
                    i + j
                    for i in range(2, x.shape[dim], 10)
                    for j in range(3)
                    if i + j < x.shape[dim]
                ]
            ),
            dim,
        ),
    )
matrix("slice", lambda x: ttir.slice(x, [3, 33], [39, 70], [1, 1]), lambda x: x[3:39, 33:70])
matrix("slice with steps", lambda x: ttir.slice(x, [0, 1], [40, 70], [2, 3]), lambda x: x[::2, 1::3])  # fmt: skip
matrix("slice of tiles", lambda x: ttir.slice(x, [0, 32], [32, 64], [1, 1]), lambda x: x[:32, 32:64])  # fmt: skip
matrix("repeat", lambda x: ttir.repeat(x, [2, 3]), lambda x: jnp.tile(x, (2, 3)))
matrix(
    "broadcast",
    lambda x: ttir.broadcast(ttir.reshape(x, [ROWS, 1, COLUMNS]), [1, 4, 1]),
    lambda x: jnp.broadcast_to(x[:, None], (ROWS, 4, COLUMNS)),
)
matrix(
    "upsample2d",
    lambda x: ttir.upsample2d(ttir.reshape(x, [1, 4, 10, 70]), 2),
    lambda x: jnp.repeat(jnp.repeat(x.reshape(1, 4, 10, 70), 2, 1), 2, 2),
)
matrix(
    "pad",
    lambda x: ttir.pad(x, [1, 2, 0, 3], 7.0),
    lambda x: jnp.pad(x, ((1, 2), (0, 3)), constant_values=7),
)
matrix(
    "embedding",
    lambda x: ttir.embedding(ttir.constant(np.array([3, 0, 39], np.uint32)), x),
    lambda x: x[jnp.array([3, 0, 39])],
)
matrix(
    "max_pool2d",
    lambda x: ttir.max_pool2d(ttir.reshape(x, [1, 4, 10, 70]), 2, 2, 2, 2),
    lambda x: jnp.max(x.reshape(1, 2, 2, 5, 2, 70), (2, 4)),
)

# ---- ops that combine elements

for name in ("sum", "max", "min", "prod"):
    for dims in ([0], [1], [0, 1]):
        matrix(
            f"{name} over {dims}",
            lambda x, name=name, dims=dims: getattr(ttir, name)(x, dim_arg=dims, keep_dim=True),
            lambda x, name=name, dims=dims: getattr(jnp, name)(
                x, axis=tuple(dims), keepdims=True
            ).astype(x.dtype),
        )
matrix("matmul", lambda a, b: ttir.matmul(a, ttir.transpose(b, 0, 1)), lambda a, b: a @ b.T, 2)
matrix(
    "dot_general",
    lambda a, b: ttir.dot_general(a, b, [0], [1], [0], [1]),
    lambda a, b: jax.lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,)))),
    2,
)

# ---- ops with a constant

WITH_NUMBERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {}
"""Maps an op to how TTIR builds it with an operand and a number, and how XLA computes it. TTIR's
function returns None for numbers that the op does not take.
"""


def with_number(name: str, expected: Callable[..., Any]) -> None:
    """Add an op whose second operand is a constant."""

    def build(x: Any, number: int, dtype: Any, location: Any) -> Any:
        same = np.full(x.type.get_shape(), number, dtype)
        constant = ttir.constant(same, dtype=x.type.element_type, location=location)
        return getattr(ttir, name)(x, constant, location=location)

    WITH_NUMBERS[name] = build, lambda x, number: expected(x, jnp.asarray(number, x.dtype))


for name, function in (
    *(("add", jnp.add), ("multiply", jnp.multiply), ("bitwise_and", jnp.bitwise_and)),
    *(("bitwise_xor", jnp.bitwise_xor), ("bitwise_or", jnp.bitwise_or)),
    *(("eq", truth(jnp.equal)), ("ne", truth(jnp.not_equal)), ("gt", truth(jnp.greater))),
    *(("lt", truth(jnp.less)), ("maximum", jnp.maximum), ("minimum", jnp.minimum)),
    *(("div", jax.lax.div), ("remainder", jax.lax.rem)),
):
    with_number(name, function)


def padded(x: Any, number: int, dtype: Any, location: Any) -> Any:
    """Return `x` padded with `number`, or None if f32 does not hold it, as TTIR's padding does."""
    if int(np.float32(number)) != number:
        return None
    return ttir.pad(x, [0, 1, 0, 0], float(number), location=location)


def counted(x: Any, number: int, dtype: Any, location: Any) -> Any:
    """Return `x` plus a range that starts at `number`."""
    step = 1 if number % 2 else 3
    count = x.type.get_shape()[1]
    if number + step * count > np.iinfo(dtype).max:
        return None
    element = x.type.element_type
    line = ttir.arange(number, number + step * count, step=step, dtype=element, location=location)
    line = ttir.reshape(line, [1, count], location=location)
    return ttir.add(line, x, location=location)


WITH_NUMBERS["pad"] = (
    padded,
    lambda x, number: jnp.pad(x, ((0, 1), (0, 0)), constant_values=jnp.asarray(number, x.dtype)),
)
WITH_NUMBERS["arange"] = (
    counted,
    lambda x, number: (
        jnp.arange(x.shape[1], dtype=x.dtype) * jnp.asarray(1 if number % 2 else 3, x.dtype)
        + jnp.asarray(number, x.dtype)
        + x
    ),
)

# ---- comparison of the results


def compiled(
    build: Callable[..., Any], element: str, shapes: Sequence[tuple[int, ...]], pipeline: str
) -> tuple[bytes, list[Any]]:
    """Return the binary and the warnings. Raise `RefusedError` if the program is refused."""
    context = compiler.create_context()
    program = module(func(*[tensor(shape, element) for shape in shapes])(build))
    flags = ["--warnings=all"]
    with context.diagnostics.collect() as diagnostics:
        try:
            binary = ttmlir_py.compile(
                program, PIPELINES[pipeline], context=context, warnings=flags
            )
        except CompilationError:
            raise RefusedError(" ".join(each.message for each in diagnostics)) from None
    return binary, diagnostics


class RefusedError(Exception):
    """The message of a refused program."""


def by_xla(function: Callable[..., Any], arrays: Sequence[Array]) -> list[Array]:
    with jax.enable_x64(True):
        found = jax.jit(function)(*arrays)
    return [np.asarray(each) for each in (found if isinstance(found, list) else [found])]


def differences(
    build: Callable[..., Any],
    expected: Callable[..., Any],
    element: str,
    arrays: Sequence[Array],
    pipeline: str,
) -> tuple[str, list[str]]:
    """Return the outcome of an op, and where the results differ without a warning."""
    try:
        binary, warnings = compiled(build, element, [each.shape for each in arrays], pipeline)
    except RefusedError as error:
        if not re.search(r"'(ttir|ttnn)\.[a-z_0-9]+'", str(error)):
            return "refused", [f"names no operation: {error}"]
        return "refused", []
    if warnings:
        return "warned", []
    wanted = by_xla(expected, arrays)
    silent = [
        f"{mode}: {ours}\n{theirs}"
        for mode, results in simulated(binary, arrays)
        for ours, theirs in zip(results, wanted, strict=True)
        if not is_equal(ours, theirs)
    ]
    return "equal", silent


def simulated(binary: bytes, arrays: Sequence[Array]) -> Iterator[tuple[str, list[Array]]]:
    """Yield each way to compute and its results. Integers of 8 and 16 bits are given as
    unsigned.
    """
    given = [bits(each) if each.itemsize < 4 else each for each in arrays]
    for mode, numerics in NUMERICS.items():
        results = runtime.load(binary).run(given, numerics=numerics)
        yield mode, [np.asarray(each) for each in results]


def is_equal(ours: Array, theirs: Array) -> bool:
    """Return whether all bits are equal."""
    return np.array_equal(bits(ours), bits(theirs))


def bits(array: Array) -> Array:
    """Return `array` with signed integers as unsigned ones of the same bits."""
    return array.view(f"u{array.itemsize}") if array.dtype.kind == "i" else array


def operands(case: Case, element: str) -> list[Array]:
    found = np.array(numbers(element.lstrip("s")), DTYPES[element])
    if case.is_of_pairs:
        grid = np.meshgrid(found, found)
        return [np.ascontiguousarray(each) for each in grid[: case.arity]]
    count = math.prod((ROWS, COLUMNS))
    return [np.resize(np.roll(found, n), count).reshape(ROWS, COLUMNS) for n in range(case.arity)]


ALL = [(name, element, pipeline) for name in CASES for element in DTYPES for pipeline in PIPELINES]
ALL_NUMBERS = [
    (name, element, pipeline)
    for name in WITH_NUMBERS
    for element in DTYPES
    for pipeline in PIPELINES
]


def judged(name: str, element: str, pipeline: str) -> tuple[str, list[str]]:
    case = CASES[name]
    return differences(case.build, case.expected, element, operands(case, element), pipeline)


def judged_with_numbers(name: str, element: str, pipeline: str) -> tuple[str, list[str]]:
    """Return the outcome of an op with each number, and where a result differs without a warning.
    The location of a warning tells the number.

    Numbers with a warning are left out of the program that runs, because it may stop at them.
    """
    build, expected = WITH_NUMBERS[name]
    x = np.array([numbers(element.lstrip("s"))], DTYPES[element])
    left = x[0].tolist()

    def program(x: Any) -> list[Any]:
        built = [(each, build(x, each, DTYPES[element], f"number {each}")) for each in left]
        left[:] = [number for number, value in built if value is not None]
        return [value for _, value in built if value is not None]

    _, warnings = compiled(program, element, [x.shape], pipeline)
    places = [str(each.location) for each in warnings]
    warned = {number for number in left if any(f'"number {number}"' in each for each in places)}
    assert bool(warned) == bool(warnings)
    left[:] = [number for number in left if number not in warned]
    if not left:
        return "warned", []
    binary, warnings = compiled(program, element, [x.shape], pipeline)
    assert not warnings
    wanted = by_xla(lambda x: [expected(x, number) for number in left], [x])
    silent = [
        f"{mode} {number}: {ours}\n{theirs}"
        for mode, results in simulated(binary, [x])
        for number, ours, theirs in zip(left, results, wanted, strict=True)
        if not is_equal(ours, theirs)
    ]
    return "warned" if warned else "equal", silent


@pytest.mark.parametrize(("name", "element", "pipeline"), share(ALL, 14))
def test_integer_op_is_exact_or_warned_of_or_refused(name: str, element: str, pipeline: str):
    _, silent = judged(name, element, pipeline)
    assert not silent, silent[0]


@pytest.mark.parametrize(("name", "element", "pipeline"), share(ALL_NUMBERS, 5))
def test_integer_op_with_scalar_is_exact_or_warned_of_or_refused(
    name: str, element: str, pipeline: str
):
    _, silent = judged_with_numbers(name, element, pipeline)
    assert not silent, silent[0]
