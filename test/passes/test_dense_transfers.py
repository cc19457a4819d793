"""`ttnn-dense-transfers`: weights that leave the device merged have the same values."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.frontends.model import compile as compile_model


def convolution(shape: tuple[int, ...], order: tuple[int, ...]) -> str:
    """Return a convolution with an argument of this shape, permuted, as its weight."""
    count, channels, height, width = (shape[dim] for dim in order)
    weight, given = ("x".join(map(str, each)) for each in ((count, channels, height, width), shape))
    image, result = f"1x5x6x{channels}", f"1x{6 - height}x{7 - width}x{count}"
    names = ("dilation_height", "dilation_width", "groups", "stride_height", "stride_width")
    padding = (f"padding_{side}" for side in ("bottom", "left", "right", "top"))
    attributes = [f"{name} = 1 : si32" for name in names] + [f"{e} = 0 : si32" for e in padding]
    return f"""
func.func @main(%x: tensor<{image}xf32>, %y: tensor<{given}xf32>) -> tensor<{result}xf32> {{
  %0 = tensor.empty() : tensor<{weight}xf32>
  %1 = "ttir.permute"(%y, %0) <{{permutation = array<i64: {str(order)[1:-1]}>}}> : (tensor<{given}xf32>, tensor<{weight}xf32>) -> tensor<{weight}xf32>
  %2 = tensor.empty() : tensor<{result}xf32>
  %3 = "ttir.conv2d"(%x, %1, %2) <{{{", ".join(attributes)}}}> : (tensor<{image}xf32>, tensor<{weight}xf32>, tensor<{result}xf32>) -> tensor<{result}xf32>
  return %3 : tensor<{result}xf32>
}}
"""


@pytest.mark.parametrize(
    ("shape", "order"),
    [
        ((3, 2, 4, 6), (3, 2, 0, 1)),
        ((1, 1, 3, 5), (3, 2, 0, 1)),
        ((1, 3, 1, 4), (3, 2, 0, 1)),
        ((2, 3, 4, 2), (2, 0, 1, 3)),
        ((3, 4, 2, 2), (1, 0, 2, 3)),
        ((2, 2, 3, 4), (3, 2, 1, 0)),
    ],
)
def test_convolution_by_permuted_weight_has_same_result(
    shape: tuple[int, ...], order: tuple[int, ...]
):
    random = np.random.default_rng(0)
    image = random.normal(size=(1, 5, 6, shape[order[1]])).astype(np.float32)
    require_same_results(convolution(shape, order), image, random.normal(size=shape))


def test_volume_convolution_by_reshaped_weight_has_same_result_in_less_time():
    """Parts of the weight of a convolution of volumes are permuted, and then reshaped."""
    image, weight = "1x3x4x4x8", "2x3x3x8x8"
    dims = "[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]"
    types = f"(tensor<{image}xf32>, tensor<{weight}xf32>) -> tensor<1x2x4x4x8xf32>"
    text = f"""
func.func @main(%x: tensor<{image}xf32>, %y: tensor<{weight}xf32>) -> tensor<1x2x4x4x8xf32> {{
  %0 = stablehlo.convolution(%x, %y) dim_numbers = {dims}, window = {{pad = [[0, 0], [1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : {types}
  return %0 : tensor<1x2x4x4x8xf32>
}}
"""
    random = np.random.default_rng(0)
    inputs = random.normal(size=(1, 3, 4, 4, 8)), random.normal(size=(2, 3, 3, 8, 8))
    first, second = (each.astype(np.float32) for each in inputs)
    models = [compile_model(text, options={"simplify": each}) for each in (False, True)]
    np.testing.assert_array_equal(*(each(first, second)[0] for each in models))
    assert models[1].perf().nanoseconds < models[0].perf().nanoseconds / 2


def require_same_results(text: str, image: np.ndarray, weight: np.ndarray) -> None:
    weight = weight.astype(np.float32)
    results: list[np.ndarray] = []
    for simplify in ("false", "true"):
        pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{simplify={simplify}}})"
        binary = ttmlir_py.compile(text, pipeline, warnings=["-w"])
        results.append(np.asarray(runtime.load(binary).run([image, weight])[0]))
    np.testing.assert_array_equal(*results)
