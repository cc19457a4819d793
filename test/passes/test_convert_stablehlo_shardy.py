"""Compare per-device computations of Shardy on a simulated mesh with the whole computation in
numpy.
"""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime

PROGRAM = """
sdy.mesh @mesh = <[AXES]>
func.func @main(%x: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{X}, {Y}]>}, %w: tensor<128x64xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32> {
  %0 = sdy.manual_computation(%x, %w, %b)
      in_shardings=[<@mesh, [{X}, {Y}]>, <@mesh, [{Y}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{X}, {}]>]
      manual_axes={MANUAL} (%x_part: tensor<ROWSxINNERxf32>, %w_part: tensor<INNERx64xf32>, %whole: tensor<64xf32>) {
    %1 = stablehlo.tanh %x_part : tensor<ROWSxINNERxf32>
    %2 = stablehlo.dot_general %1, %w_part, contracting_dims = [1] x [0] : (tensor<ROWSxINNERxf32>, tensor<INNERx64xf32>) -> tensor<ROWSx64xf32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<GROUPS> : tensor<COUNTSxi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %c: tensor<f32>):
      %9 = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<ROWSx64xf32>) -> tensor<ROWSx64xf32>
    %4 = stablehlo.broadcast_in_dim %whole, dims = [1] : (tensor<64xf32>) -> tensor<ROWSx64xf32>
    %5 = stablehlo.add %3, %4 : tensor<ROWSx64xf32>
    sdy.return %5 : tensor<ROWSx64xf32>
  } : (tensor<64x128xf32>, tensor<128x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""
MESHES = {
    "2x4": {"AXES": '"x"=2, "y"=4', "X": '"x"', "Y": '"y"', "MANUAL": '"x", "y"', "ROWS": "32", "INNER": "32"},
    "1x8": {"AXES": '"y"=8', "X": "", "Y": '"y"', "MANUAL": '"y"', "ROWS": "64", "INNER": "16"},
    "1x8 of three axes": {
        "AXES": '"a"=1, "x"=1, "y"=8', "X": '"x"', "Y": '"y"', "MANUAL": '"a", "x", "y"', "ROWS": "64", "INNER": "16",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", MESHES)
def test_manual_computation_per_device_matches_whole_computation(name):
    rows, columns = map(int, name[:3].split("x"))
    devices = np.arange(rows * columns).reshape(rows, columns)
    texts = {**MESHES[name], "GROUPS": str(devices.tolist()), "COUNTS": f"{rows}x{columns}"}
    text = PROGRAM
    for key in sorted(texts, key=len, reverse=True):
        text = text.replace(key, texts[key])
    pipeline = (
        "builtin.module(stablehlo-to-ttir-pipeline,"
        f"ttir-to-ttnn-backend-pipeline{{mesh-shape={rows},{columns}}})"
    )
    binary = ttmlir_py.compile(text, pipeline, system="t3000", warnings=["-Wno-dropped-attribute"])
    generator = np.random.default_rng(0)
    x, w, b = (
        generator.standard_normal(s).astype(np.float32) for s in ((64, 128), (128, 64), (64,))
    )
    (found,) = runtime.load(binary).run([x, w, b])
    np.testing.assert_allclose(found, np.tanh(x) @ w + b, rtol=1e-4, atol=1e-4)
