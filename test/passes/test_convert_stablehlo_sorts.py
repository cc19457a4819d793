"""StableHLO sorts and top-k on the simulator, compared with the stable sorts of numpy and
Python.
"""

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import CompilationError, runtime

pytestmark = pytest.mark.slow

PIPELINE = (
    "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline{signed-integers=true})"
)
Array = np.ndarray[Any, Any]
SPECIAL = [1, math.nan, -math.inf, 0.0, -0.0, 3e38, math.inf, -2.5, 0.0, math.nan, 1, -3e38]


def run(text: str, *inputs: Array) -> list[Array]:
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-w"])
    return [np.asarray(each) for each in runtime.load(binary).run(list(inputs))]


def sort_program(types: Sequence[str], dim: int, region: str) -> str:
    """Return a program that sorts its arguments together. The comparator's arguments are named %a0,
    %b0, %a1, %b1, ...
    """
    names = ", ".join(f"%x{i}" for i in range(len(types)))
    arguments = ", ".join(f"%x{i}: tensor<{each}>" for i, each in enumerate(types))
    elements = [each.rpartition("x")[2] for each in types]
    block = ", ".join(
        f"%{side}{i}: tensor<{each}>" for i, each in enumerate(elements) for side in "ab"
    )
    results = ", ".join(f"tensor<{each}>" for each in types)
    outputs = ", ".join(f"%0#{i}" for i in range(len(types)))
    return f"""
func.func @f({arguments}) -> ({results}) {{
  %0:{len(types)} = "stablehlo.sort"({names}) <{{dimension = {dim} : i64, is_stable = true}}> ({{
  ^bb0({block}):
    {region}
    stablehlo.return %r : tensor<i1>
  }}) : ({results}) -> ({results})
  return {outputs} : {results}
}}
"""


def compare(name: str, direction: str, a: str, b: str, element: str, kind: str = "") -> str:
    kind = kind or ("FLOAT" if "f" in element else "SIGNED")
    return (
        f"%{name} = stablehlo.compare {direction}, %{a}, %{b}, {kind} : "
        f"(tensor<{element}>, tensor<{element}>) -> tensor<i1>\n"
    )


def without_signs(name: str) -> str:
    """Return the text that removes the signs of NaN and zeros of an element, as JAX writes it."""
    return (
        f"%z{name} = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%n{name} = stablehlo.constant dense<0x7FC00000> : tensor<f32>\n"
        + compare(f"e{name}", "EQ", name, f"z{name}", "f32")
        + f"%s{name} = stablehlo.select %e{name}, %z{name}, %{name} : tensor<i1>, tensor<f32>\n"
        + compare(f"d{name}", "NE", name, name, "f32")
        + f"%c{name} = stablehlo.select %d{name}, %n{name}, %s{name} : tensor<i1>, tensor<f32>\n"
    )


def as_jax(direction: str) -> str:
    return (
        without_signs("a0")
        + without_signs("b0")
        + compare("r", direction, "ca0", "cb0", "f32", "TOTALORDER")
    )


def test_sort_of_floats_by_total_order_of_jax_is_stable_with_nan_last():
    """NaN comes last and zeros are equal. The sorted positions show that the sort is stable."""
    x = np.array([SPECIAL, SPECIAL[::-1]], np.float32)
    places = np.tile(np.arange(12, dtype=np.int32), (2, 1))
    wanted = np.argsort(x, 1, kind="stable")
    found, at = run(sort_program(["2x12xf32", "2x12xi32"], 1, as_jax("LT")), x, places)
    np.testing.assert_array_equal(at, wanted)
    np.testing.assert_array_equal(found, np.take_along_axis(x, wanted, 1))


def before(a: float, b: float) -> int:
    """Compare two numbers by the order of top-k, for `cmp_to_key`: NaN first, then descending
    numbers, with 0 before -0.
    """
    keys = [(not math.isnan(x), -x if x == x else 0, math.copysign(1, x) < 0) for x in (a, b)]
    return -1 if keys[0] < keys[1] else int(keys[0] > keys[1])


def order_of(row: Array) -> list[int]:
    def places_before(i: int, j: int) -> int:
        return before(row[i], row[j])

    return sorted(range(len(row)), key=functools.cmp_to_key(places_before))


@pytest.mark.parametrize("swapped", [False, True])
def test_descending_sort_by_total_order_separates_zeros(swapped: bool):
    """The comparator is the total order, as GT or as LT with swapped elements."""
    names = ("b0", "a0") if swapped else ("a0", "b0")
    region = compare("r", "LT" if swapped else "GT", *names, "f32", "TOTALORDER")
    x = np.array(SPECIAL, np.float32)
    wanted = order_of(x)
    places = np.arange(12, dtype=np.int32)
    found, at = run(sort_program(["12xf32", "12xi32"], 0, region), x, places)
    assert at.tolist() == wanted
    np.testing.assert_array_equal(found, x[wanted])
    np.testing.assert_array_equal(np.signbit(found[2:]), np.signbit(x[wanted][2:]))


@pytest.mark.parametrize("element", ["i32", "i64"])
@pytest.mark.parametrize("direction", ["LT", "GT"])
def test_sort_of_integers_reorders_further_operands_as_numpy(direction: str, element: str):
    """Values include the limits of i32. The sort is along the first dimension and also reorders
    other operands.
    """
    x = np.array([[2**31 - 1, 5], [-(2**31), 5], [0, -1], [16777217, 2], [16777216, 5]], np.int32)
    other = np.arange(10, dtype=np.float32).reshape(5, 2)
    other[2] = [math.inf, math.nan]
    key = x.astype(np.int64) * (1 if direction == "LT" else -1)
    wanted = np.argsort(key, 0, kind="stable")
    region = compare("r", direction, "a0", "b0", element)
    found, carried = run(sort_program([f"5x2x{element}", "5x2xf32"], 0, region), x, other)
    np.testing.assert_array_equal(found, np.take_along_axis(x, wanted, 0))
    np.testing.assert_array_equal(carried, np.take_along_axis(other, wanted, 0))


AND = "%t = stablehlo.and %e, %l : tensor<i1>\n%r = stablehlo.or %f, %t : tensor<i1>"
SELECT = "%r = stablehlo.select %e, %l, %f : tensor<i1>, tensor<i1>"


@pytest.mark.parametrize("joined", [AND, SELECT])
def test_sort_by_two_keys_matches_python(joined: str):
    """The order is ascending by the second operand, and descending by the first where the second is
    equal.
    """
    region = (
        compare("f", "LT", "a1", "b1", "i32")
        + compare("e", "EQ", "b1", "a1", "i32")
        + compare("l", "GT", "a0", "b0", "f32")
        + joined
    )
    first = np.array([1, 2, 3, 4, 5, 6, 7], np.float32)
    second = np.array([2, 1, 2, -1, 1, 2, -1], np.int32)
    wanted = np.lexsort((-first, second))
    found = run(sort_program(["7xf32", "7xi32"], 0, region), first, second)
    np.testing.assert_array_equal(found[0], first[wanted])
    np.testing.assert_array_equal(found[1], second[wanted])


@pytest.mark.parametrize(
    "region",
    [
        compare("r", "LE", "a0", "b0", "f32"),
        compare("r", "LT", "a0", "b1", "f32"),
        compare("r", "LT", "a0", "a0", "f32"),
        "%s = stablehlo.negate %a0 : tensor<f32>\n" + compare("r", "LT", "s", "b0", "f32"),
        without_signs("a0") + compare("r", "LT", "ca0", "b0", "f32", "TOTALORDER"),
        as_jax("LT").replace("0x7FC00000", "0xFFC00000"),
    ],
)
def test_sort_with_comparator_that_is_not_an_order_is_refused(region: str):
    """The comparators are not strict, or compare different values of the two elements."""
    with pytest.raises(CompilationError, match="its region must compare elements"):
        ttmlir_py.compile(sort_program(["4xf32", "4xf32"], 0, region), PIPELINE)


def test_sort_of_too_many_elements_is_refused():
    with pytest.raises(CompilationError, match=r"5 x 2000 elements needs more than 16777216"):
        ttmlir_py.compile(sort_program(["5x2000xf32"], 1, as_jax("LT")), PIPELINE)


def top_k_program(type_: str, result: str, places: str, count: int) -> str:
    types = f"(tensor<{result}>, tensor<{places}>)"
    return (
        f"func.func @f(%x: tensor<{type_}>) -> {types} {{\n"
        f"  %v, %i = chlo.top_k(%x, k = {count}) : tensor<{type_}> -> {types}\n"
        f"  return %v, %i : {types[1:-1]}\n}}"
    )


def test_top_k_of_floats_matches_numpy():
    x = np.array([SPECIAL, [*SPECIAL[3:], 0.0, 5, 5]], np.float32)
    wanted = [order_of(row)[:9] for row in x]
    values, places = run(top_k_program("2x12xf32", "2x9xf32", "2x9xi32", 9), x)
    np.testing.assert_array_equal(places, wanted)
    np.testing.assert_array_equal(values, np.take_along_axis(x, places, 1))


def test_top_k_of_integers_matches_numpy():
    x = np.array([3, 2**31 - 1, -(2**31), 3, -1, 16777217, 16777216], np.int32)
    values, places = run(top_k_program("7xi32", "7xi32", "7xi32", 7), x)
    wanted = np.argsort(-x.astype(np.int64), kind="stable")
    np.testing.assert_array_equal(places, wanted)
    np.testing.assert_array_equal(values, x[wanted])


def test_top_k_of_few_from_large_vocabulary_is_exact():
    """Few elements of a large vocabulary are selected one by one. Some are NaN, and most are minus
    infinity.
    """
    x = np.full((1, 5000), -np.inf, np.float32)
    x[0, [17, 4000, 33]] = [math.nan, 2, -5]
    values, places = run(top_k_program("1x5000xf32", "1x5xf32", "1x5xi32", 5), x)
    np.testing.assert_array_equal(places, [[17, 4000, 33, 0, 1]])
    np.testing.assert_array_equal(values, x[[[0]], places])
