"""Tests of options for the formats of weights and of caches of keys and values."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py.frontends.model import compile as compile_model
from ttmlir_py.ttrt.perf_model import tensor_bytes

CACHE, KEYS, QUERIES = "tensor<1x2x64x32xf32>", "tensor<1x2x32x32xf32>", "tensor<1x2x32x64xf32>"
ATTENTION = f"""
func.func @main(%cache: {CACHE}, %keys: {KEYS}, %q: {QUERIES}) -> ({CACHE}, {KEYS}, {CACHE}) {{
  %0 = "ttir.fill_cache"(%cache, %keys) <{{batch_offset = 0 : i32}}> : ({CACHE}, {KEYS}) -> {CACHE}
  %1 = tensor.empty() : {KEYS}
  %2 = "ttir.matmul"(%q, %0, %1) : ({QUERIES}, {CACHE}, {KEYS}) -> {KEYS}
  %3 = tensor.empty() : {CACHE}
  %4 = "ttir.exp"(%0, %3) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({CACHE}, {CACHE}) -> {CACHE}
  return %0, %2, %4 : {CACHE}, {KEYS}, {CACHE}
}}
"""
PRODUCT = """
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""


def arrays(*shapes):
    generator = np.random.default_rng(0)
    return [generator.normal(size=shape).astype(np.float32) for shape in shapes]


def compiled(text: str, **options: object):
    options = {name.replace("_", "-"): value for name, value in options.items()}
    return compile_model(text, options=options, warnings=["-w"])


@pytest.mark.parametrize(("form", "most"), [("bfp_bf8", 0.02), ("bfp_bf4", 0.3)])
def test_kv_cache_dtype_stores_caches_in_fewer_bits(form, most):
    inputs = arrays((1, 2, 64, 32), (1, 2, 32, 32), (1, 2, 32, 64))
    plain, model = compiled(ATTENTION), compiled(ATTENTION, experimental_kv_cache_dtype=form)
    cache, other = (each.desc.data_type.name for each in model.program.inputs[:2])
    assert (cache, other) == (form.replace("bfp_bf", "BFP_BFloat"), "Float32")
    for expected, found in zip(plain(*inputs), model(*inputs), strict=True):
        assert found.dtype == expected.dtype
        error = np.linalg.norm(found - expected) / np.linalg.norm(expected)
        assert 0 < error < most
    before, after = (tensor_bytes(each.program.inputs[0].desc) for each in (plain, model))
    assert after < before / 3


def test_kv_cache_dtype_leaves_other_arguments_alone():
    model = compiled(PRODUCT, experimental_kv_cache_dtype="bfp_bf8")
    assert model.ttnn == compiled(PRODUCT).ttnn


def test_weight_dtype_converts_parameters_once():
    inputs = arrays((64, 128), (128, 64))
    plain = compiled(PRODUCT)
    options = {"experimental_weight_dtype": "bfp_bf8", "argument_types": "main=input,parameter"}
    model = compiled(PRODUCT, const_eval=True, **options)
    assert "TypecastOp" not in [each.operation.label for each in model.perf().estimates]
    assert model.perf().nanoseconds < plain.perf().nanoseconds
    expected, found = plain(*inputs)[0], model(*inputs)[0]
    assert 0 < np.linalg.norm(found - expected) / np.linalg.norm(expected) < 0.02


def test_weight_dtype_leaves_inputs_alone():
    model = compiled(PRODUCT, experimental_weight_dtype="bfp_bf8")
    assert model.ttnn == compiled(PRODUCT).ttnn


def test_unknown_format_of_cache_is_refused():
    with pytest.raises((ValueError, ttmlir_py.CompilationError), match="bfp_bf2"):
        compiled(ATTENTION, experimental_kv_cache_dtype="bfp_bf2")
