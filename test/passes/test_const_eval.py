"""Tests of `const-eval`: programs whose constants are computed once."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.frontends.model import compile as compile_model
from ttmlir_py.runtime.binary import TTNNBinary

TEXT = """
func.func @main(%x: tensor<4x32xf32>) -> (tensor<4x32xf32>, tensor<32xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<32xf32>
  %1 = stablehlo.exponential %0 : tensor<32xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<32xf32>) -> tensor<4x32xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<4x32xf32>
  return %3, %1 : tensor<4x32xf32>, tensor<32xf32>
}
"""
INPUT = np.linspace(-1, 1, 128, dtype=np.float32).reshape(4, 32)


def test_const_eval_gives_same_results_in_less_time():
    plain, model = (compile_model(TEXT, options={"const-eval": each}) for each in (False, True))
    assert [each.name for each in model.loaded.programs] == ["main", "main_const_eval"]
    for expected, found in zip(plain(INPUT), model(INPUT), strict=True):
        np.testing.assert_array_equal(expected, found)
    labels = [each.operation.label for each in model.perf().estimates]
    assert "EltwiseOp(Multiply)" in labels
    assert not {"ArangeOp", "EltwiseOp(Exp)"} & set(labels)
    assert model.perf().nanoseconds < plain.perf().nanoseconds / 2
    assert len(model.program.inputs) == 1
    assert model.check(INPUT).failures == []


def test_const_eval_survives_text_and_binary():
    model = compile_model(TEXT, options={"const-eval": True})
    for text in (model.ttnn, str(compiler.import_binary(model.binary))):
        binary = TTNNBinary.load(compiler.translate(ttmlir_py.parse(text)))
        outputs = binary.run([INPUT], "main")
        for expected, found in zip(model(INPUT), outputs, strict=True):
            np.testing.assert_array_equal(expected, found.reshape(expected.shape))


def test_const_eval_cannot_become_cpp():
    module = ttmlir_py.parse(compile_model(TEXT, options={"const-eval": True}).ttnn)
    manager = compiler.PassManager("builtin.module(convert-ttnn-to-emitc)")
    with pytest.raises(ttmlir_py.CompilationError, match="compile with const-eval=false"):
        manager.run(module)


def test_const_eval_with_wrong_types_is_an_error():
    text = compile_model(TEXT, options={"const-eval": True}).ttnn
    module = ttmlir_py.parse(text)
    function = next(op for op in module.walk() if getattr(op, "args", ()))
    function.body.block.erase_arg(function.args[-1], safe_erase=False)
    function.update_function_type()
    with pytest.raises(ttmlir_py.CompilationError, match="but @main takes"):
        compiler.translate(module)


def test_const_eval_without_constants_changes_nothing():
    text = (
        "func.func @main(%x: tensor<4x32xf32>) -> tensor<4x32xf32> { return %x : tensor<4x32xf32> }"
    )
    assert len(compile_model(text, options={"const-eval": True}).loaded.programs) == 1
