"""Random i32 programs are exact with `signed-integers=true`; without it they are exact, or a
warning is printed.

The reference computes each op in int64 with Python's rules and wraps to 32 bits. It shares no code
with the kernels.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.building import func, module, tensor, ttir

pytestmark = pytest.mark.slow

Array = np.ndarray
LEAST, MOST = -(1 << 31), (1 << 31) - 1
ROWS, COLUMNS = 3, 5
SIGNED = "builtin.module(ttir-to-ttnn-backend-pipeline{signed-integers=true})"
DEFAULT = "builtin.module(ttir-to-ttnn-backend-pipeline)"


def wrap(x: Array) -> Array:
    """Return each number modulo 2^32, in two's complement."""
    return (x.astype(np.int64) - LEAST) % (1 << 32) + LEAST


def quotient(a: Array, b: Array) -> Array:
    """Return the quotients rounded towards zero. Division by zero gives -1."""
    whole = [int(abs(x) // abs(y)) if y else 0 for x, y in zip(a.flat, b.flat, strict=True)]
    signs = [(-1 if (x < 0) != (y < 0) else 1) for x, y in zip(a.flat, b.flat, strict=True)]
    found = [n * s if y else -1 for n, s, y in zip(whole, signs, b.flat, strict=True)]
    return np.array(found, np.int64).reshape(a.shape)


def remainder(a: Array, b: Array) -> Array:
    """Return the remainders with the sign of the dividend, as TTIR has it. By zero the remainder is
    the dividend.
    """
    return a - quotient(a, b) * b


class Step(NamedTuple):
    """One op: how TTIR builds it, and how the reference computes it."""

    build: Callable[..., Any]
    compute: Callable[..., Array]


def unary(name: str, compute: Callable[[Array], Array]) -> Step:
    return Step(getattr(ttir, name), compute)


UNARY = [
    unary("abs", np.abs),
    unary("neg", np.negative),
    unary("relu", lambda x: np.where(x > 0, x, 0)),
    unary("sign", lambda x: (x > 0).astype(int) - (x < 0).astype(int)),
    unary("bitwise_not", lambda x: -1 - x),
    unary("logical_not", lambda x: x == 0),
    unary("floor", lambda x: x),
    Step(lambda x: ttir.clamp(x, -100, 100), lambda x: np.clip(x, -100, 100)),
    Step(lambda x: ttir.cumsum(x, 0), lambda x: np.cumsum(x, 0)),
    Step(lambda x: ttir.cumsum(x, 1), lambda x: np.cumsum(x, 1)),
    Step(
        lambda x: ttir.typecast(ttir.typecast(x, dtype="f32"), dtype="i32"),
        lambda x: np.clip(x.astype(np.float32).astype(float), LEAST, MOST),
    ),
    Step(
        lambda x: ttir.matmul(ttir.matmul(x, ttir.transpose(x, 0, 1)), x),
        lambda x: wrap(x @ x.T) @ x,
    ),
    Step(lambda x: ttir.transpose(ttir.transpose(x, 0, 1), 0, 1), lambda x: x),
    *(
        Step(
            lambda x, name=name, dim=dim: ttir.add(
                x, ttir.broadcast(getattr(ttir, name)(x, dim_arg=[dim], keep_dim=True), spread(dim))
            ),
            lambda x, reduce=reduce, dim=dim: x + reduce(x, axis=dim, keepdims=True),
        )
        for name, reduce in (("max", np.max), ("min", np.min), ("sum", np.sum))
        for dim in (0, 1)
    ),
]
BINARY = [
    unary("add", np.add),
    unary("subtract", np.subtract),
    unary("multiply", lambda a, b: a * b),
    unary("div", quotient),
    unary("remainder", remainder),
    unary("maximum", np.maximum),
    unary("minimum", np.minimum),
    unary("bitwise_and", np.bitwise_and),
    unary("bitwise_or", np.bitwise_or),
    unary("bitwise_xor", np.bitwise_xor),
    unary("logical_and", lambda a, b: (a != 0) & (b != 0)),
    unary("logical_or", lambda a, b: (a != 0) | (b != 0)),
    unary("eq", np.equal),
    unary("ne", np.not_equal),
    unary("ge", np.greater_equal),
    unary("gt", np.greater),
    unary("le", np.less_equal),
    unary("lt", np.less),
    Step(lambda a, b: ttir.where(a, b, a), lambda a, b: np.where(a != 0, b, a)),
]
# Without `signed-integers`, these ops move data in bf16.
MOVING = [
    Step(
        lambda a, b: ttir.where(a, padded(b, -7), b),
        lambda a, b: np.where(a != 0, np.concatenate([np.full((1, COLUMNS), -7), b[:-1]]), b),
    ),
    Step(
        lambda a, b: ttir.slice(ttir.concat([a, b], 0), [1, 0], [1 + ROWS, COLUMNS], [1, 1]),
        lambda a, b: np.concatenate([a, b])[1 : 1 + ROWS],
    ),
    Step(
        lambda a, b: ttir.slice(ttir.concat([a, b], 1), [0, 1], [ROWS, 2 * COLUMNS], [1, 2]),
        lambda a, b: np.concatenate([a, b], 1)[:, 1::2],
    ),
]


def padded(x: Any, number: int) -> Any:
    """Return `x` with a row of `number` added in front and the last row dropped."""
    return ttir.slice(ttir.pad(x, [1, 0, 0, 0], number), [0, 0], [ROWS, COLUMNS], [1, 1])


def spread(dim: int) -> list[int]:
    """Return the factors that broadcast a reduced tensor back to its size."""
    return [ROWS, 1] if dim == 0 else [1, COLUMNS]


numbers = st.one_of(
    st.integers(-9, 9),
    st.integers(LEAST, MOST),
    st.sampled_from([LEAST, MOST, 1 - (1 << 24), (1 << 24) + 1, -1, 0]),
)


def constant(number: int) -> Step:
    """Return a step that adds a tensor with one number in every place."""
    value = np.full((ROWS, COLUMNS), number, np.int32)
    return Step(lambda x: ttir.add(x, ttir.constant(value)), lambda x: x + np.int64(number))


def counting(start: int, step: int) -> Step:
    """Return a step that takes the larger of each element and a range along the columns."""
    end = start + step * COLUMNS
    return Step(
        lambda x: ttir.maximum(
            x,
            ttir.reshape(
                ttir.arange(start, end, step=step, dtype=np.int32),
                [1, COLUMNS],
            ),
        ),
        lambda x: np.maximum(x, np.arange(start, end, step)),
    )


makers = st.one_of(
    numbers.map(constant),
    st.builds(counting, st.integers(LEAST // 2, MOST // 2), st.integers(1, 1 << 26)),
)


@st.composite
def programs(draw: st.DrawFn, binary: Sequence[Step]) -> list[tuple[Step, tuple[int, ...]]]:
    """Draw steps, each with the numbers of the earlier values that it takes. Values 0 and 1 are the
    arguments.
    """
    steps: list[tuple[Step, tuple[int, ...]]] = []
    for count in range(2, 2 + draw(st.integers(1, 5))):
        operand = st.integers(0, count - 1)
        one = st.tuples(st.sampled_from(UNARY) | makers, st.tuples(operand))
        two = st.tuples(st.sampled_from(binary), st.tuples(operand, operand))
        steps.append(draw(one | two))
    return steps


def build(steps: Sequence[tuple[Step, tuple[int, ...]]]) -> Any:
    """Build a module with a function that runs `steps` and returns the last value."""
    type_ = tensor((ROWS, COLUMNS), np.int32)

    @func(type_, type_)
    def main(a: Any, b: Any) -> Any:
        values = [a, b]
        for step, operands in steps:
            values.append(step.build(*(values[each] for each in operands)))
        return values[-1]

    return module(main)


def expect(steps: Sequence[tuple[Step, tuple[int, ...]]], inputs: Sequence[Array]) -> Array:
    """Return the reference result of `steps` on `inputs`."""
    values = [each.astype(np.int64) for each in inputs]
    for step, operands in steps:
        values.append(wrap(np.asarray(step.compute(*(values[each] for each in operands)))))
    return values[-1].astype(np.int32)


arrays = st.lists(numbers, min_size=ROWS * COLUMNS, max_size=ROWS * COLUMNS).map(
    lambda values: np.array(values, np.int32).reshape(ROWS, COLUMNS)
)


@settings(max_examples=example_count(20))
@given(programs([*BINARY, *MOVING]), arrays, arrays)
def test_signed_integer_programs_are_exact(steps: Any, a: Array, b: Array):
    context = compiler.create_context()
    with context.diagnostics.collect() as found:
        binary = ttmlir_py.compile(build(steps), SIGNED, context=context)
    assert not found
    (result,) = ttmlir_py.runtime.load(binary).run([a, b])
    assert result.dtype == np.int32
    np.testing.assert_array_equal(result, expect(steps, [a, b]))


@settings(max_examples=example_count(20))
@given(programs(BINARY), arrays, arrays)
def test_integer_programs_without_signed_option_are_exact_or_warned_of(
    steps: Any, a: Array, b: Array
):
    context = compiler.create_context()
    with context.diagnostics.collect() as found:
        binary = ttmlir_py.compile(build(steps), DEFAULT, context=context)
    if not found:
        (result,) = ttmlir_py.runtime.load(binary).run([a, b])
        assert result.dtype == np.uint32
        np.testing.assert_array_equal(result.view(np.int32), expect(steps, [a, b]))


EDGES = np.array([LEAST, -(1 << 24) - 1, -498, -1, 0, 1, 2, 3, 895, MOST])


@pytest.mark.parametrize("step", [*UNARY, *BINARY, *MOVING])
def test_every_op_on_edge_integers_is_exact_or_warned_of(step: Step):
    """Run each op on edge values, with and without `signed-integers`. An inexact result must have a
    warning.
    """
    arity = 2 if step in (*BINARY, *MOVING) else 1
    steps = [(step, (0, 1)[:arity])]
    rng = np.random.default_rng(0)
    inputs = [rng.choice(EDGES, (ROWS, COLUMNS)).astype(np.int32) for _ in range(2)]
    expected = expect(steps, inputs)
    (signed,) = ttmlir_py.runtime.load(ttmlir_py.compile(build(steps), SIGNED)).run(inputs)
    np.testing.assert_array_equal(signed, expected)
    if step in MOVING:
        return
    context = compiler.create_context()
    with context.diagnostics.collect() as found:
        binary = ttmlir_py.compile(build(steps), DEFAULT, context=context)
    (result,) = ttmlir_py.runtime.load(binary).run(inputs)
    assert found or np.array_equal(result.view(np.int32), expected)


def test_remainder_example_of_ttir_returns_documented_values():
    """The example is from TTIR's definition and has constants that f32 does not hold."""
    steps = [(BINARY[4], (0, 1))]
    a, b = np.zeros((2, ROWS, COLUMNS), np.int32) + 1
    a[0, :4], b[0, :4] = [17, -17, 17, -17], [3, 3, -3, -3]
    (result,) = ttmlir_py.runtime.load(ttmlir_py.compile(build(steps), SIGNED)).run([a, b])
    assert result[0, :4].tolist() == [2, -2, 2, -2]
    for number in (2147483647, 16777217, -7, LEAST, LEAST + 1):
        program = ttmlir_py.compile(build([(constant(number), (0,))]), SIGNED)
        (result,) = ttmlir_py.runtime.load(program).run([a * 0, b])
        assert set(result.flat) == {number}
