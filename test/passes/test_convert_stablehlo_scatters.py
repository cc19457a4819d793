"""StableHLO scatters on the simulator, compared with the loops that the specification describes."""

import itertools
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from tiers import share

import ttmlir_py
from ttmlir_py import CompilationError, runtime

pytestmark = pytest.mark.slow

PIPELINE = (
    "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline{signed-integers=true})"
)
Array = np.ndarray[Any, Any]


class Numbers(NamedTuple):
    """The dimension numbers of a scatter, as its text writes them."""

    window: tuple[int, ...] = ()
    inserted: tuple[int, ...] = ()
    batching: tuple[int, ...] = ()
    index_batching: tuple[int, ...] = ()
    indexed: tuple[int, ...] = ()
    vector: int = 0

    @property
    def text(self) -> str:
        return (
            f"update_window_dims = {[*self.window]}, inserted_window_dims = {[*self.inserted]}, "
            f"input_batching_dims = {[*self.batching]}, scatter_indices_batching_dims = {[*self.index_batching]}, "
            f"scatter_dims_to_operand_dims = {[*self.indexed]}, index_vector_dim = {self.vector}"
        )


class Case(NamedTuple):
    """The shapes of a scatter: tensor, indices, updates."""

    shape: tuple[int, ...]
    index_shape: tuple[int, ...]
    update_shape: tuple[int, ...]
    numbers: Numbers


CASES = {
    "rows of a table": Case((6, 4), (5, 1), (5, 4), Numbers((1,), (0,), indexed=(0,), vector=1)),
    "columns": Case((6, 4), (5, 1), (6, 5), Numbers((0,), (1,), indexed=(1,), vector=1)),
    "elements": Case((7,), (5,), (5,), Numbers((), (0,), indexed=(0,), vector=1)),
    "two dimensions": Case((3, 4), (5, 2), (5,), Numbers((), (0, 1), indexed=(1, 0), vector=1)),
    "two dimensions, indices first": Case(
        (3, 4, 2), (2, 5), (5, 2), Numbers((1,), (0, 1), indexed=(0, 1), vector=0)
    ),
    "batches": Case(
        (3, 4), (3, 2, 1), (3, 2), Numbers((), (1,), (0,), (0,), indexed=(1,), vector=2)
    ),
    "windows": Case((6, 5), (4, 1), (4, 2, 5), Numbers((1, 2), (), indexed=(0,), vector=1)),
    "windows in front": Case((6, 5), (4, 2), (2, 3, 4), Numbers((0, 1), (), indexed=(0, 1), vector=1)),
    "windows without an index": Case((6, 5), (3, 1), (3, 4), Numbers((1,), (0,), indexed=(0,), vector=1)),
    "one update": Case((6, 4), (1,), (4,), Numbers((0,), (0,), indexed=(0,))),
    "one window": Case((6, 4), (2,), (2, 3), Numbers((0, 1), (), indexed=(0, 1))),
    "one element": Case((6,), (1,), (), Numbers((), (0,), indexed=(0,))),
    "whole windows": Case((2, 3), (2, 1), (2, 2, 3), Numbers((1, 2), (), indexed=(0,), vector=1)),
}  # fmt: skip
COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "multiply": lambda a, b: a * b,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "": lambda a, b: b,
}


def program(case: Case, body: str, element: str, indices: str = "i32", known: str = "") -> str:
    """Return a program of one scatter. `known` is the text of the indices if they are a
    constant.
    """
    tensor, update = (
        f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"
        for shape in (case.shape, case.update_shape)
    )
    index = f"tensor<{''.join(f'{size}x' for size in case.index_shape)}{indices}>"
    inner = f"%1 = stablehlo.{body} %x, %y : tensor<{element}>\n" if body else ""
    result = "%1" if body else "%y"
    constant = f"%k = stablehlo.constant dense<{known}> : {index}\n" if known else ""
    return f"""
func.func @f(%t: {tensor}, %i: {index}, %u: {update}) -> {tensor} {{
  {constant}%0 = "stablehlo.scatter"(%t, {"%k" if known else "%i"}, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{case.numbers.text}>}}> ({{
  ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):
    {inner}stablehlo.return {result} : tensor<{element}>
  }}) : ({tensor}, {index}, {update}) -> {tensor}
  return %0 : {tensor}
}}
"""


def expected(case: Case, body: str, tensor: Array, indices: Array, updates: Array) -> Array:
    """Return the result, computed element by element. A window that is not wholly inside the tensor
    is skipped.
    """
    numbers, result = case.numbers, tensor.copy()
    dropped = (*numbers.inserted, *numbers.batching)
    kept = [dim for dim in range(tensor.ndim) if dim not in dropped]
    if numbers.vector == indices.ndim:
        indices = indices[..., None]
    others = [dim for dim in range(updates.ndim) if dim not in numbers.window]
    sizes = dict(zip(kept, (updates.shape[dim] for dim in numbers.window), strict=True))
    for place in itertools.product(*map(range, (updates.shape[dim] for dim in others))):
        vector = indices[(*place[: numbers.vector], slice(None), *place[numbers.vector :])]
        start = dict.fromkeys(range(tensor.ndim), 0)
        start |= dict(zip(numbers.indexed, map(int, vector), strict=True))
        for dim, which in zip(numbers.batching, numbers.index_batching, strict=True):
            start[dim] = place[which - (which > numbers.vector)]
        ends = (start[dim] + sizes.get(dim, 1) for dim in range(tensor.ndim))
        if min(start.values()) < 0 or any(map(int.__gt__, ends, tensor.shape)):
            continue
        for window in itertools.product(*(range(updates.shape[dim]) for dim in numbers.window)):
            source, target = [0] * updates.ndim, [start[dim] for dim in range(tensor.ndim)]
            for dim, each in (
                *zip(others, place, strict=True),
                *zip(numbers.window, window, strict=True),
            ):
                source[dim] = each
            for dim, each in zip(kept, window, strict=True):
                target[dim] += each
            at = tuple(target)
            result[at] = COMBINED[body](result[at], updates[tuple(source)])
    return result


def run(text: str, *inputs: Array) -> Array:
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-w"])
    (result,) = runtime.load(binary).run(list(inputs))
    return np.asarray(result)


def inputs_of(case: Case, dtype: Any, seed: int = 0) -> tuple[Array, Array, Array]:
    """Return a tensor, indices from before its start to beyond its end, and updates: all small
    whole numbers.
    """
    random = np.random.default_rng(seed)
    tensor, updates = (
        random.integers(-4, 5, shape).astype(dtype) for shape in (case.shape, case.update_shape)
    )
    indices = random.integers(-1, max(case.shape), case.index_shape).astype(np.int32)
    if indices.size > 3:
        indices.flat[:1] = 2**31 - 1
    return tensor, indices, updates


@pytest.mark.parametrize(("name", "body"), share([*product(CASES, COMBINED)], 12))
def test_scatter_of_floats_matches_reference_loops(name: str, body: str):
    case = CASES[name]
    inputs = inputs_of(case, np.float32)
    result = run(program(case, body, "f32"), *inputs)
    np.testing.assert_array_equal(result, expected(case, body, *inputs))


@pytest.mark.parametrize(
    ("name", "body", "element"),
    share([*product(["rows of a table", "two dimensions"], COMBINED, ["i32", "i64"])], 10),
)
def test_scatter_of_integers_matches_reference_loops(name: str, body: str, element: str):
    """Values include the limits of i32, and sums wrap around."""
    case = CASES[name]
    tensor, indices, updates = inputs_of(case, np.int32, 1)
    tensor.flat[:3] = [2**31 - 1, -(2**31), 2**24 + 1]
    updates.flat[:3] = [-(2**31), 2**31 - 1, 16777217]
    with np.errstate(over="ignore"):
        wanted = expected(case, body, tensor, indices, updates)
    result = run(program(case, body, element, element), tensor, indices, updates)
    np.testing.assert_array_equal(result, wanted)


@pytest.mark.parametrize("body", COMBINED)
def test_scatter_of_nan_and_infinity_keeps_unindexed_elements(body: str):
    """Values are infinities and NaN, also two infinities in one row, and zeros with a sign."""
    case = CASES["rows of a table"]
    tensor = np.ones(case.shape, np.float32)
    tensor[4] = np.nan
    updates = np.arange(20, dtype=np.float32).reshape(5, 4)
    updates[0] = [np.inf, -np.inf, np.nan, -0.0]
    updates[1] = [-np.inf, -np.inf, 1, -0.0]
    updates[2] = [3e38, np.inf, np.nan, 0.0]
    indices = np.array([[1], [1], [2], [3], [-1]], np.int32)
    with np.errstate(all="ignore"):
        wanted = expected(case, body, tensor, indices, updates)
    result = run(program(case, body, "f32"), tensor, indices, updates)
    np.testing.assert_array_equal(result, wanted)
    if not body:
        np.testing.assert_array_equal(np.signbit(result), np.signbit(wanted))


@pytest.mark.parametrize("body", COMBINED)
@pytest.mark.parametrize("start", [(0, 1), (4, 1), (5, 0), (-1, 0), (2, 2)])
def test_scatter_of_one_window_at_known_index_matches_reference_loops(
    body: str, start: tuple[int, int]
):
    case = CASES["one window"]
    tensor, _, updates = inputs_of(case, np.float32, 2)
    indices = np.array(start, np.int32)
    result = run(program(case, body, "f32", known=f"{[*start]}"), tensor, indices, updates)
    np.testing.assert_array_equal(result, expected(case, body, tensor, indices, updates))


@pytest.mark.parametrize(
    ("body", "function"), [("or", np.logical_or), ("and", np.logical_and), ("add", np.logical_or)]
)
def test_scatter_of_booleans_matches_reference_loops(
    body: str, function: Callable[[Any, Any], Any]
):
    """Booleans are held as bf16."""
    case = CASES["elements"]
    tensor = np.array([0, 1, 0, 1, 0, 1, 0], np.float32)
    indices, updates = np.array([1, 1, 2, 3, 4], np.int32), np.array([1, 0, 1, 0, 0], np.float32)
    wanted = tensor.astype(bool)
    for at, update in zip(indices, updates, strict=True):
        wanted[at] = function(wanted[at], update)
    result = run(program(case, body, "i1"), tensor, indices, updates)
    np.testing.assert_array_equal(result.astype(bool), wanted)


def test_scatter_of_many_updates_to_one_row_matches_reference_loops():
    """The updates of one row are more than bf16 can count, and their order is not specified."""
    case = Case((3, 2), (300, 1), (300, 2), Numbers((1,), (0,), indexed=(0,), vector=1))
    random = np.random.default_rng(3)
    tensor, updates = np.zeros((3, 2), np.float32), random.standard_normal((300, 2))
    indices = random.integers(0, 3, (300, 1)).astype(np.int32)
    wanted = expected(case, "add", tensor.astype(np.float64), indices, updates)
    result = run(program(case, "add", "f32"), tensor, indices, updates.astype(np.float32))
    np.testing.assert_allclose(result, wanted, atol=1e-4)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "stablehlo.add",
            "stablehlo.subtract",
            "its region must return the update, or apply one of",
        ),
        ("tensor<6x4xf32>", "tensor<60000000x4xf32>", "more than 67108864 pairs of elements"),
    ],
)
def test_unsupported_scatter_is_refused_with_reason(old: str, new: str, reason: str):
    """The error message must state the reason."""
    text = program(CASES["rows of a table"], "add", "f32").replace(old, new)
    with pytest.raises(CompilationError, match=reason):
        ttmlir_py.compile(text, PIPELINE)


CORNERS = {
    "whole rows": Case((4, 5), (1,), (4, 3), Numbers((0, 1), (), indexed=(0,))),
    "one row": Case((1, 5), (1,), (1, 5), Numbers((0, 1), (), indexed=(0,))),
    "two indices": Case((2, 3, 5), (2,), (2, 3, 4), Numbers((0, 1, 2), (), indexed=(1, 0))),
    "all of it": Case((3, 5), (2,), (3, 5), Numbers((0, 1), (), indexed=(0, 1))),
}


@pytest.mark.parametrize(
    ("name", "is_known", "index"),
    share([*product(CORNERS, [True, False], [0, 1, -1, 2**31 - 1, -(2**31)])], 14),
)
def test_scatter_into_leading_corner_writes_at_index_0_only(name: str, is_known: bool, index: int):
    case = CORNERS[name]
    tensor, _, updates = inputs_of(case, np.float32, 2)
    tensor.flat[:2], updates.flat[:3] = [np.nan, -np.inf], [np.inf, np.nan, -0.0]
    indices = np.zeros(case.index_shape, np.int32)
    indices.flat[-1] = index
    known = str(indices.tolist()) if is_known else ""
    pipeline = PIPELINE.replace(
        "stablehlo-to-ttir-pipeline", "stablehlo-to-ttir-pipeline{exact-scatter=true}"
    )
    text = program(case, "", "f32", known=known)
    binary = ttmlir_py.compile(text, pipeline, warnings=["-Werror", "-Wno-signed-integers"])
    (result,) = runtime.load(binary).run([tensor, indices, updates])
    np.testing.assert_array_equal(result, expected(case, "", tensor, indices, updates))
