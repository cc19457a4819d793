"""Chains of data movement ops in every data type are exact: compiled, simulated, and compared with
NumPy.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.ir import SSAValue

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.building import func, module, tensor, ttir

Draw = Callable[[st.SearchStrategy[Any]], Any]
Step = Callable[[Draw, SSAValue, np.ndarray], tuple[SSAValue, np.ndarray]]


def spans(draw: Draw, shape: tuple[int, ...], step: int) -> list[tuple[int, int, int]]:
    """Draw, for each dimension, where a slice begins, where it ends, and its step."""
    begins = [draw(st.integers(0, size - 1)) for size in shape]
    ends = [draw(st.integers(at + 1, size)) for at, size in zip(begins, shape, strict=True)]
    return [(at, end, draw(st.integers(1, step))) for at, end in zip(begins, ends, strict=True)]


def sliced(draw: Draw, value: SSAValue, array: np.ndarray) -> tuple[SSAValue, np.ndarray]:
    chosen = spans(draw, array.shape, draw(st.sampled_from([1, 3])))
    begins, ends, steps = map(list, zip(*chosen, strict=True))
    return ttir.slice(value, begins, ends, steps), array[tuple(slice(*span) for span in chosen)]


def selected(draw: Draw, value: SSAValue, array: np.ndarray) -> tuple[SSAValue, np.ndarray]:
    dim = draw(st.integers(0, array.ndim - 1))
    size = array.shape[dim]
    begin = draw(st.integers(0, size - 1))
    length = draw(st.integers(1, size - begin))
    stride = draw(st.integers(length, size))
    rows = [i for at in range(begin, size, stride) for i in range(at, min(at + length, size))]
    return ttir.select(value, dim, begin, length, stride=stride), array.take(rows, dim)


def indexed(draw: Draw, value: SSAValue, array: np.ndarray) -> tuple[SSAValue, np.ndarray]:
    dim = draw(st.integers(0, array.ndim - 1))
    begin, end, step = spans(draw, array.shape, 2)[dim]
    return ttir.index(value, dim, begin, end, step=step), array.take(range(begin, end, step), dim)


def doubled(draw: Draw, value: SSAValue, array: np.ndarray) -> tuple[SSAValue, np.ndarray]:
    dim = draw(st.integers(0, array.ndim - 1))
    return ttir.concat([value, value], dim), np.concatenate([array, array], dim)


def repeated(draw: Draw, value: SSAValue, array: np.ndarray) -> tuple[SSAValue, np.ndarray]:
    times = [draw(st.integers(1, 2)) for _ in array.shape]
    return ttir.repeat(value, times), np.tile(array, times)


def transposed(draw: Draw, value: SSAValue, array: np.ndarray) -> tuple[SSAValue, np.ndarray]:
    first, second = (draw(st.integers(0, array.ndim - 1)) for _ in range(2))
    return ttir.transpose(value, first, second), array.swapaxes(first, second)


STEPS: list[Step] = [sliced, selected, indexed, doubled, repeated, transposed]


def check(draw: Draw, steps: list[Step], shape: list[int], dtype: str) -> None:
    """Build a chain of ops, run it, and compare. The numbers 0 to 96 are exact in every format."""
    array = np.arange(np.prod(shape), dtype=np.int32).reshape(shape) % 97
    expected = array

    @func(tensor(shape, dtype))
    def chain(x: SSAValue) -> SSAValue:
        nonlocal expected
        for step in steps:
            x, expected = step(draw, x, expected)
        return x

    program = runtime.load(ttmlir_py.compile(module(chain)))
    (result,) = program.run([array.astype(np.float32) if dtype in ("f32", "bf16") else array])
    np.testing.assert_array_equal(result.astype(np.int64), expected)


@settings(max_examples=example_count(6), suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=4),
    shape=st.lists(st.sampled_from([1, 2, 5, 32, 33]), min_size=2, max_size=3),
    dtype=st.sampled_from(["i32", "i16", "f32", "bf16"]),
)
def test_data_movement_chain_keeps_every_value(
    data: Any, steps: list[Step], shape: list[int], dtype: str
):
    check(data.draw, steps, shape, dtype)


def test_concat_of_row_major_integers_casts_in_tile_layout():
    """The second slice gives rows on the device, but the concatenation needs tiles of another
    type.
    """

    @func(tensor((4, 8), "i32"))
    def chain(x: SSAValue) -> SSAValue:
        return ttir.select(x, 1, 0, 2, stride=4)

    array = np.arange(32, dtype=np.int32).reshape(4, 8)
    (result,) = runtime.load(ttmlir_py.compile(module(chain))).run([array])
    assert result.tolist() == array[:, [0, 1, 4, 5]].tolist()


def test_chained_unaligned_slices_stay_row_major():
    """The first slice converts its result to tiles, so the second must convert it to rows again."""

    @func(tensor((33, 8), "f32"))
    def chain(x: SSAValue) -> SSAValue:
        rows = ttir.slice(x, [1, 1], [33, 8], [1, 1])
        return ttir.slice(rows, [1, 1], [32, 7], [1, 1])

    array = np.arange(264, dtype=np.float32).reshape(33, 8)
    (result,) = runtime.load(ttmlir_py.compile(module(chain))).run([array])
    assert result.tolist() == array[2:, 2:].tolist()


@pytest.mark.parametrize("dtype", ["i32", "f32"])
def test_compiled_repeat_of_several_rows_matches_numpy(dtype: str):
    @func(tensor((2, 3), dtype))
    def chain(x: SSAValue) -> SSAValue:
        return ttir.repeat(x, [2, 1])

    array = np.arange(6, dtype=np.int32 if dtype == "i32" else np.float32).reshape(2, 3)
    (result,) = runtime.load(ttmlir_py.compile(module(chain))).run([array])
    assert result.tolist() == np.tile(array, (2, 1)).tolist()
