"""StableHLO's select_and_scatter on the simulator, compared with the loops that the specification
describes.
"""

import itertools
import operator
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


class Windows(NamedTuple):
    """The shape of a tensor, and the windows that move over it."""

    shape: tuple[int, ...]
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        each = zip(self.shape, self.sizes, self.strides, self.padding, strict=True)
        return tuple((n + sum(pad) - size) // stride + 1 for n, size, stride, pad in each)


NONE = (0, 0)
WINDOWS = {
    "side by side": Windows((1, 6, 4, 2), (1, 2, 2, 1), (1, 2, 2, 1), (NONE,) * 4),
    "with a rest": Windows((1, 7, 5, 2), (1, 2, 2, 1), (1, 2, 2, 1), (NONE,) * 4),
    "overlapping": Windows((6, 5), (3, 2), (2, 1), (NONE,) * 2),
    "padded": Windows((5, 4), (3, 3), (2, 1), ((1, 1), (2, 1))),
    "with gaps": Windows((9,), (2,), (4,), (NONE,)),
    "padded with gaps": Windows((9,), (2,), (4,), ((1, 2),)),
    "every element": Windows((4, 3), (1, 1), (1, 1), (NONE,) * 2),
    "strides alone": Windows((5, 3), (1, 1), (2, 2), (NONE,) * 2),
}
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "GE": operator.ge,
    "GT": operator.gt,
    "LE": operator.le,
    "LT": operator.lt,
}


def program(
    windows: Windows,
    direction: str,
    element: str = "f32",
    init: float = 0,
    *,
    swapped: bool = False,
) -> str:
    """Return a program of one `select_and_scatter`."""
    operand, source = (
        f"tensor<{'x'.join(map(str, shape))}x{element}>"
        for shape in (windows.shape, windows.counts)
    )
    scalar = f"tensor<{element}>"
    number = str(float(init)) if "f" in element else str(int(init))
    pairs = "%y, %x" if swapped else "%x, %y"
    return f"""
func.func @f(%a: {operand}, %s: {source}) -> {operand} {{
  %z = stablehlo.constant dense<{number}> : {scalar}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{{
    window_dimensions = array<i64: {", ".join(map(str, windows.sizes))}>,
    window_strides = array<i64: {", ".join(map(str, windows.strides))}>,
    padding = dense<{[[*each] for each in windows.padding]}> : tensor<{len(windows.shape)}x2xi64>}}> ({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %1 = stablehlo.compare {direction}, {pairs} : ({scalar}, {scalar}) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }}, {{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %1 = stablehlo.add %x, %y : {scalar}
    stablehlo.return %1 : {scalar}
  }}) : ({operand}, {source}, {scalar}) -> {operand}
  return %0 : {operand}
}}
"""


def expected(
    windows: Windows, keeps: Callable[[Any, Any], bool], operand: Array, source: Array, init: float
) -> Array:
    """Return the result, computed window by window."""
    result = np.full_like(operand, init)
    for window in itertools.product(*map(range, windows.counts)):
        selected: tuple[int, ...] | None = None
        for offset in itertools.product(*map(range, windows.sizes)):
            numbers = zip(window, windows.strides, offset, windows.padding, strict=True)
            place = tuple(i * stride + k - pad[0] for i, stride, k, pad in numbers)
            if min(place) < 0 or any(map(operator.ge, place, windows.shape)):
                continue
            if selected is None or not keeps(operand[selected], operand[place]):
                selected = place
        if selected is not None:
            result[selected] += source[window]
    return result


def run(text: str, *inputs: Array) -> Array:
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-w"])
    (result,) = runtime.load(binary).run(list(inputs))
    return np.asarray(result)


def inputs_of(windows: Windows, dtype: Any = np.float32) -> tuple[Array, Array]:
    """Return a tensor of few different numbers, so that many are equal, and sources that all
    differ.
    """
    random = np.random.default_rng(0)
    operand = random.integers(-2, 3, windows.shape).astype(dtype)
    return operand, (1 + np.arange(np.prod(windows.counts))).reshape(windows.counts).astype(dtype)


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("direction", ["GE", "LT"])
def test_select_and_scatter_matches_reference_loops(name: str, direction: str):
    windows = WINDOWS[name]
    operand, source = inputs_of(windows)
    result = run(program(windows, direction), operand, source)
    np.testing.assert_array_equal(
        result, expected(windows, COMPARED[direction], operand, source, 0)
    )


@pytest.mark.parametrize(
    ("name", "swapped", "direction"),
    share([*product(["overlapping", "padded"], [False, True], COMPARED)], 7),
)
def test_select_and_scatter_of_special_values_matches_reference_loops(
    name: str, direction: str, swapped: bool
):
    """Values are NaN, infinities and numbers that are equal in bf16; the initial value is not 0."""
    windows = WINDOWS[name]
    operand, source = inputs_of(windows)
    operand[operand == 2] = np.nan
    operand[operand == 1] = -np.inf
    operand[0] += 1 + np.arange(operand.shape[1]) * 2.0**-20
    source.flat[:2] = [np.inf, np.nan]

    def keeps(a: Any, b: Any) -> bool:
        return COMPARED[direction](*((b, a) if swapped else (a, b)))

    result = run(program(windows, direction, init=1.5, swapped=swapped), operand, source)
    np.testing.assert_array_equal(result, expected(windows, keeps, operand, source, 1.5))


@pytest.mark.filterwarnings("ignore:overflow")
def test_select_and_scatter_of_integers_matches_reference_loops():
    """Values include the limits of i32, and sums wrap around."""
    windows = WINDOWS["padded"]
    operand, source = inputs_of(windows, np.int32)
    operand.flat[3:5], source.flat[:2] = [2**31 - 1, -(2**31)], [2**31 - 1, 16777217]
    result = run(program(windows, "GE", "i32"), operand, source)
    np.testing.assert_array_equal(result, expected(windows, operator.ge, operand, source, 0))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("compare GE", "compare NE", "must compare its arguments by GE, GT, LE or LT"),
        ("stablehlo.add", "stablehlo.maximum", "its second region must add numbers"),
    ],
)
def test_unsupported_select_and_scatter_is_refused_with_reason(old: str, new: str, reason: str):
    with pytest.raises(CompilationError, match=reason):
        ttmlir_py.compile(program(WINDOWS["padded"], "GE").replace(old, new), PIPELINE)
