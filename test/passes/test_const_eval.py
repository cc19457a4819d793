"""Tests of `const-eval`: programs whose constants are computed once."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.frontends.costs import estimated
from ttmlir_py.frontends.model import compile as compile_model
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.executor import Executor
from ttmlir_py.schemas.revisions import convert, opened
from ttmlir_py.schemas.revisions.rows import SCHEMA

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


PARAMETERS = """
func.func @main(%x: tensor<4x32xf32>, %w: tensor<32x64xf32>) -> tensor<4x64xf32> {
  %0 = stablehlo.exponential %w : tensor<32x64xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x64xf32>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}
"""
WEIGHTS = np.linspace(-1, 1, 2048, dtype=np.float32).reshape(32, 64)
MARKED = PARAMETERS.replace(
    "xf32>)", "xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>})", 1
)


def with_parameters(text: str = PARAMETERS, **options: object):
    types = {} if text is MARKED else {"argument-types": "main=input,parameter"}
    return compile_model(text, options={"const-eval": True, **types, **options})


def labels_of_runs(monkeypatch, model, runs):
    """Return the labels of the operations that each run executes."""
    found: list[list[str]] = []
    run_placed, run_chain = Executor._run_placed, Executor._run_chain

    def placed(executor, operation):
        found[-1].append(operation.label)
        run_placed(executor, operation)

    def chain(executor, each):
        found[-1] += [operation.label for operation in each.operations]
        run_chain(executor, each)

    monkeypatch.setattr(Executor, "_run_placed", placed)
    monkeypatch.setattr(Executor, "_run_chain", chain)
    for inputs in runs:
        found.append([])
        model(*inputs)
    return found


@pytest.mark.parametrize("text", [PARAMETERS, MARKED], ids=["option", "attribute"])
def test_const_eval_takes_what_depends_on_parameters(text):
    plain, model = compile_model(PARAMETERS), with_parameters(text)
    assert len(model.program.inputs) == 2
    assert "EltwiseOp(Exp)" not in {each.operation.label for each in model.perf().estimates}
    assert model.perf().nanoseconds < plain.perf().nanoseconds
    for weights in (WEIGHTS, WEIGHTS + 1, WEIGHTS):
        np.testing.assert_array_equal(plain(INPUT, weights)[0], model(INPUT, weights)[0])
    assert model.check(INPUT, WEIGHTS).failures == []
    binary = TTNNBinary.load(compiler.translate(ttmlir_py.parse(model.ttnn)))
    np.testing.assert_array_equal(binary.run([INPUT, WEIGHTS])[0], plain(INPUT, WEIGHTS)[0])


def test_const_eval_runs_once_for_same_parameters(monkeypatch):
    """A parameter that was changed in place is another one."""
    weights = WEIGHTS.copy()
    model = with_parameters()
    first, second = labels_of_runs(monkeypatch, model, [(INPUT, weights), (INPUT + 1, weights)])
    assert "EltwiseOp(Exp)" in first
    assert "EltwiseOp(Exp)" not in second
    weights[0, 0] = 3
    (third,) = labels_of_runs(monkeypatch, model, [(INPUT, weights)])
    assert "EltwiseOp(Exp)" in third


def test_results_of_const_eval_cannot_be_changed():
    model = compile_model(TEXT, options={"const-eval": True})
    before = model(INPUT)[1].copy()
    model(INPUT)[1][:] = 7
    np.testing.assert_array_equal(model(INPUT)[1], before)


def test_parameter_that_is_changed_in_place_is_no_constant():
    text = """
func.func @main(%c: tensor<1x2x32x64xf32> {tt.argument_type = "parameter"}, %x: tensor<1x2x32x64xf32>) -> tensor<1x2x32x64xf32> {
  %0 = "ttir.fill_cache"(%c, %x) <{batch_offset = 0 : i32}> : (tensor<1x2x32x64xf32>, tensor<1x2x32x64xf32>) -> tensor<1x2x32x64xf32>
  %1 = tensor.empty() : tensor<1x2x32x64xf32>
  %2 = "ttir.exp"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1x2x32x64xf32>, tensor<1x2x32x64xf32>) -> tensor<1x2x32x64xf32>
  return %2 : tensor<1x2x32x64xf32>
}
"""
    model = compile_model(text, options={"const-eval": True}, warnings=["-w"])
    assert len(model.loaded.programs) == 1


@pytest.mark.parametrize(
    ("types", "message"),
    [
        ("main=input", "Expected: 2 arguments, got: 1 arguments"),
        ("other=input", "was not found in module"),
        ("main=weight,input", "unknown argument type 'weight'"),
        ("main", "expected function=type,type"),
    ],
)
def test_wrong_argument_types_are_refused(types, message):
    with pytest.raises((ValueError, ttmlir_py.CompilationError), match=message):
        with_parameters(**{"argument-types": types})


def test_argument_types_survive_revisions():
    module = ttmlir_py.parse(MARKED)
    ttmlir_py.convert_revision(module, "2025-02")
    assert 'tt.argument_type = "parameter"' in str(module)
    ttmlir_py.convert_revision(module, "2026-08")
    assert "ttcore.argument_type = #ttcore.argument_type<parameter>" in str(module)


@pytest.mark.parametrize("revision", ["2026-08", "2026-10"])
def test_const_eval_in_binaries_of_2026_is_a_call_with_cached_results(revision):
    model = with_parameters()
    data = convert(SCHEMA, model.binary, revision)
    programs = opened(SCHEMA, revision, data).programs
    assert [(each.name, bool(each.private)) for each in programs] == [
        ("main", False),
        ("main_const_eval", True),
    ]
    call = programs[0].operations[0].type
    assert (call.callee_name, call.program_idx) == ("main_const_eval", 1)
    assert [len(programs[0].inputs), len(call.inputs), len(call.outputs)] == [2, 1, 1]
    binary = TTNNBinary.load(data)
    cached = [each.label for each in binary.program().operations if each.is_cached]
    assert "EltwiseOp(Exp)" in cached
    assert not any("Matmul" in label for label in cached)
    assert estimated(binary, binary.program()).nanoseconds == model.perf().nanoseconds
    for weights in (WEIGHTS, WEIGHTS, WEIGHTS + 1):
        outputs = binary.run([INPUT, weights])
        np.testing.assert_array_equal(outputs[0], model(INPUT, weights)[0])
