"""Tests of custom calls that compute a top-k: `mhlo.topk`, and JAX's `ApproxTopK`."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import CompilationError, runtime

pytestmark = pytest.mark.slow

PIPELINE = (
    "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline{signed-integers=true})"
)
NUMBERS = np.array(
    [[3, 1, 4, 1, 5, 9, 2, 6], [5, 5, 7, 5, 5, 5, 5, 6], [-1, -2, -3, 0, np.inf, -np.inf, 4, 2]],
    np.float32,
)


def top_k(k: int = 2, attributes: str = "k = 2 : i64, largest = true", operand: str = "3x8") -> str:
    results = f"tensor<3x{k}xf32>, tensor<3x{k}xi32>"
    return f"""func.func @main(%x: tensor<{operand}xf32>) -> ({results}) {{
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {{mhlo.attributes = {{{attributes}}}, mhlo.version = 1 : i64}} : (tensor<{operand}xf32>) -> ({results})
  return %0#0, %0#1 : {results}
}}"""


@pytest.mark.parametrize("element", ["f32", "i32", "ui16", "bf16"])
@pytest.mark.parametrize("attributes", ["largest = true, ", "", "largest = false, "])
def test_top_k_custom_call_selects_elements_and_positions(attributes: str, element: str):
    text = top_k(attributes=attributes + "k = 2 : i64").replace("xf32>", f"x{element}>")
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-w"])
    numbers = np.nan_to_num(NUMBERS, posinf=9, neginf=-9) + 10
    given = numbers.astype({"i32": "int32", "ui16": "uint16"}.get(element, "float32"))
    values, places = (np.asarray(each) for each in runtime.load(binary).run([given]))
    sign = 1 if "false" in attributes else -1
    wanted = np.argsort(sign * numbers, axis=-1, kind="stable")[:, :2]
    np.testing.assert_array_equal(places, wanted)
    np.testing.assert_array_equal(values.astype("float32"), np.take_along_axis(numbers, wanted, -1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (top_k(attributes="k = 2 : i64, largest = 2 : i64"), "neither true nor false"),
        (top_k(attributes="largest = true"), "have no number k"),
        (top_k(k=3), r"two tensors of shape \[3, 2\]"),
        (top_k(k=9, attributes="k = 9 : i64"), "selects 9 elements, but there are 8"),
    ],
)
def test_top_k_custom_call_of_unknown_form_is_refused_with_reason(text: str, message: str):
    with pytest.raises(CompilationError, match=message):
        ttmlir_py.compile(text, PIPELINE)


def test_approximate_top_k_gives_exact_result():
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    from ttmlir_py.frontends import jax as ttmlir

    def extremes(x):
        return jax.lax.approx_max_k(x, 2), jax.lax.approx_min_k(x, 3)

    found = jax.tree.leaves(ttmlir.compile(extremes, NUMBERS)(NUMBERS))
    for sign, count, values, places in ((-1, 2, *found[:2]), (1, 3, *found[2:])):
        wanted = np.argsort(sign * NUMBERS, axis=-1, kind="stable")[:, :count]
        np.testing.assert_array_equal(values, np.take_along_axis(NUMBERS, wanted, -1))
        np.testing.assert_array_equal(np.take_along_axis(NUMBERS, np.asarray(places), -1), values)


@pytest.mark.parametrize("dim", [0, 1])
def test_approximate_top_k_selects_along_any_dimension(dim: int):
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    from ttmlir_py.frontends import jax as ttmlir

    def smallest(x):
        return jax.lax.approx_min_k(x, 2, reduction_dimension=dim)

    operand = np.stack([NUMBERS, -NUMBERS, NUMBERS * 2], axis=1)
    values, places = ttmlir.compile(smallest, operand)(operand)
    np.testing.assert_array_equal(values, np.sort(operand, axis=dim).take([0, 1], axis=dim))
    np.testing.assert_array_equal(np.take_along_axis(operand, np.asarray(places), dim), values)
