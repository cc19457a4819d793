"""Models made from text in each accepted form: called, saved, estimated and checked."""

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py.frontends import pipeline_options
from ttmlir_py.frontends.levels import Level, level_of
from ttmlir_py.frontends.model import Compiled, Settings, compile
from ttmlir_py.runtime.errors import InputError, SimulationError

TTIR = """
func.func @scale(%x: tensor<2x3xf32> loc("image"), %n: tensor<1xi32>) -> (tensor<2x3xf32>, tensor<1xi32>) {
  %0 = tensor.empty() : tensor<2x3xf32>
  %1 = "ttir.add"(%x, %x, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = tensor.empty() : tensor<1xi32>
  %3 = "ttir.abs"(%n, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %1, %3 : tensor<2x3xf32>, tensor<1xi32>
}
"""
X = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_model_has_text_at_every_level(tmp_path):
    model = compile(TTIR)
    doubled, absolute = model(X, [-7])
    np.testing.assert_array_equal(doubled, 2 * X)
    assert (absolute.item(), absolute.dtype) == (7, np.int32)  # the integer type stays signed
    assert model.level is Level.TTIR
    assert "ttir.add" in model.ttir
    assert "ttnn.add" in model.ttnn
    with pytest.raises(ValueError, match="the model was TTIR, not StableHLO"):
        _ = model.stablehlo
    model.save(tmp_path / "m.ttnn")
    assert ttmlir_py.runtime.load(tmp_path / "m.ttnn").programs[0].argument_names[0] == "image"


def test_model_accepts_inputs_by_name():
    model = compile(TTIR)
    doubled, _ = model.run({"image": X, "arg1": np.int64([3])})
    np.testing.assert_array_equal(doubled, 2 * X)
    with pytest.raises(
        InputError, match=r"input 'arg1' holds 4294967296, which int32 cannot represent"
    ):
        model(X, [2**32])
    with pytest.raises(InputError, match=r"input 'arg0' \(image\) has shape 3, expected 2x3"):
        model(X[0], [1])
    with pytest.raises(InputError, match="takes 2 inputs, got 1"):
        model(X)


def test_compile_options_and_system_change_compiled_model():
    default, unsigned = (
        compile(TTIR),
        compile(TTIR, options={"signed_integers": False}, warnings=["-w"]),
    )
    assert default(X, [-7])[1] == 7
    assert unsigned(X, [-7])[1] == -7
    assert compile(TTIR, system="n300").loaded.system_desc != default.loaded.system_desc
    for arguments, message in [
        ({"system": "n151"}, "unknown system 'n151'"),
        ({"options": {"optimizer": True}}, "unknown option 'optimizer': expected one of"),
        ({"options": {"max-legal-layouts": "many"}}, "max-legal-layouts"),
        ({"options": {"insert-memreconfig": "a b"}}, "cannot be 'a b'"),
        ({"warnings": ["-Wall"]}, "Unknown flag '-Wall'"),
    ]:
        with pytest.raises(ValueError, match=message):
            compile(TTIR, **arguments)


def test_compile_error_without_location_uses_location_of_operands():
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.tanh %x : tensor<4xf32> loc("m.py":7:3)
      %1 = stablehlo.custom_call @unheard_of(%0) : (tensor<4xf32>) -> tensor<4xf32> loc(unknown)
      return %1 : tensor<4xf32> loc(unknown)
    }"""
    with pytest.raises(ttmlir_py.CompilationError, match=r"m\.py:7:3: error: failed to legalize"):
        compile(text)


LARGER_IN_TOSA = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tosa.select %0, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""


def test_tosa_model_with_booleans_matches_numpy():
    (larger,) = compile(LARGER_IN_TOSA)([1.0, 5.0, -2.0, 0.0], [4.0, 3.0, -1.0, 0.0])
    np.testing.assert_array_equal(larger, [4, 5, -1, 0])
    with pytest.raises(ttmlir_py.CompilationError, match="unsupported integer type i1"):
        compile(LARGER_IN_TOSA, options={"i1-as-bf16": False})


def test_compile_option_reaches_every_pipeline_that_declares_it():
    texts = pipeline_options.option_texts({"report-unsupported": True})
    assert (
        texts[pipeline_options.FROM_STABLEHLO]
        == "complex-to-real=true exact-conversions=true exact-gather=true exact-remainder=true "
        "exact-scatter=true report-unsupported=true"
    )
    assert texts[pipeline_options.FROM_TOSA] == "i1-as-bf16=true report-unsupported=true"
    assert "report-unsupported" not in texts[pipeline_options.TO_TTNN]


def test_python_values_of_compile_options_are_converted_to_option_text():
    texts = pipeline_options.option_texts({"mesh-shape": [1, 2], "enable_optimizer": True})
    assert (
        texts[pipeline_options.TO_TTNN]
        == "signed-integers=true simplify=true mesh-shape=1,2 enable-optimizer=true"
    )


LOOPS = """
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "x"}, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %is_one = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0:2 = "stablehlo.if"(%is_one) ({
    %1:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
    stablehlo.return %1#1, %1#0 : tensor<4xf32>, tensor<i32>
  }, {
    %1 = stablehlo.while(%i = %n) : tensor<i32>
    cond {
      %c = stablehlo.compare LE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
    stablehlo.return %x, %1 : tensor<4xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<i32>
}
"""


def test_check_without_inputs_draws_them():
    model = compile(TTIR)
    drawn = model.random_inputs()
    assert [(each.shape, each.dtype) for each in drawn] == [((2, 3), np.float32), ((1,), np.int32)]
    assert np.abs(drawn[0]).max() > 0
    np.testing.assert_array_equal(drawn[0], model.random_inputs()[0])
    report = model.check(numerics="device")
    report.check()
    assert "2 results compared" in str(report)


def test_bounded_loops_give_right_results_or_an_error():
    """Loops in the branch that is not taken do not count, even if they would not end."""
    model = compile(LOOPS, options={"loop-bound": 3})
    x = np.float32([1, 2, -3, 4])
    for n in (1, 2, 3):
        doubled, count = model(n, x)
        np.testing.assert_array_equal(doubled, x * 2**n)
        assert count == n
    for n in (0, -2):
        same, count = model(n, x)
        np.testing.assert_array_equal(same, x)
        assert count == 1
    for n in (4, 100, -3):
        with pytest.raises(SimulationError, match="a loop did not end within the iterations"):
            model(n, x)


def test_loop_without_bound_is_refused_with_remedy():
    with pytest.raises(ttmlir_py.CompilationError, match="depends on data: loop-bound=N computes"):
        compile(LOOPS)


def test_model_with_integers_that_would_lose_sign_is_refused():
    narrow = TTIR.replace("i32>", "i16>").replace("array<i16:", "array<i32:")
    with pytest.raises(
        ttmlir_py.CompilationError, match="signed 16-bit integers are stored as u16"
    ):
        compile(narrow)
    assert compile(narrow, warnings=["-Wno-signed-integers"])(X, [7])[1] == 7


def test_ttir_and_ttnn_text_of_model_compile_to_equivalent_model():
    model = compile(TTIR)
    for text in (model.ttir, model.ttnn):
        again = compile(text)
        np.testing.assert_array_equal(again(X, [-1])[0], 2 * X)
    assert again.level is Level.TTNN
    with pytest.raises(ValueError, match="already in TTNN, which cannot be lowered to TTIR"):
        _ = again.ttir


def test_model_estimate_gives_time_per_operation():
    perf = compile(TTIR).perf()
    assert perf.nanoseconds > 0
    assert perf.nanoseconds == sum(each.duration for each in perf.estimates)
    assert "us estimated on Wormhole_b0" in str(perf)


def test_model_check_without_framework_compares_with_float64():
    report = compile(TTIR).check(X, [-7])
    assert [row.operation.label for row in report.rows][-1] == "EltwiseOp(Abs)"
    report.check()


@pytest.mark.parametrize(
    ("op", "form"),
    [
        ('"ttnn.get_device"() : () -> i32', Level.TTNN),
        ('"ttir.x"() : () -> i32', Level.TTIR),
        ("tensor.empty() : tensor<1xf32>", Level.STABLEHLO),
    ],
)
def test_module_level_is_detected_from_its_operations(op, form):
    context = ttmlir_py.create_context(allow_unregistered=True)
    module = ttmlir_py.parse(f"%0 = {op}", context=context, verify=False)
    assert level_of(module) is form


def test_program_without_callable_function_is_refused():
    with pytest.raises(ValueError, match="has no public function"):
        compile("module {}")
    with pytest.raises(ttmlir_py.CompilationError, match="<stdin>:1:1: error"):
        compile("nonsense")


TOSA = """
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.add %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""


def test_tosa_text_compiles_to_model():
    model = compile(TOSA)
    assert model.level is Level.TOSA
    np.testing.assert_array_equal(model(X, X)[0], 2 * X)
    assert '"ttir.add"' in model.ttir


STABLEHLO = """
func.func @main(%x: tensor<3xf64>, %n: tensor<i64>, %flag: tensor<i1>) -> (tensor<3xf64>, tensor<i64>, tensor<i1>) {
  %c = stablehlo.constant dense<-5> : tensor<i64>
  %0 = call @negated(%x) : (tensor<3xf64>) -> tensor<3xf64>
  %1 = stablehlo.add %n, %c : tensor<i64>
  %2 = stablehlo.not %flag : tensor<i1>
  return %0, %1, %2 : tensor<3xf64>, tensor<i64>, tensor<i1>
}
func.func private @negated(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.negate %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
"""


def test_stablehlo_model_returns_element_types_of_program():
    model = compile(STABLEHLO)
    negated, sum_, inverted = model(np.float64([1, -2, 3]), 2, True)
    assert negated.tolist() == [-1, 2, -3]
    assert (sum_, inverted) == (-3, False)
    assert [each.dtype for each in (negated, sum_, inverted)] == [np.float64, np.int64, np.bool_]
    assert [each.shape for each in (negated, sum_, inverted)] == [(3,), (), ()]
    assert model.stablehlo == STABLEHLO
    assert '"ttir.neg"' in model.ttir
    with pytest.raises(InputError, match=r"input 'arg1' holds 2147483648, too large for si32"):
        model(np.zeros(3), 2**31, True)


def test_model_with_unsupported_operation_is_refused_at_operation():
    text = STABLEHLO.replace("stablehlo.negate %x", "stablehlo.cbrt %x").replace(
        "stablehlo.cbrt %x", "stablehlo.reduce_precision %x, format = e5m2"
    )
    with pytest.raises(ttmlir_py.CompilationError, match=r"<stdin>:10:8: error"):
        compile(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "func.func @main(%y: tensor<3xf32>, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {\n"
            "  %0 = stablehlo.add %x, %x : tensor<?x3xf32>\n  return %0 : tensor<?x3xf32>\n}",
            r"^<stdin>:1:36: error: argument #1 has a dynamic dimension, tensor<\?x3xf32>",
        ),
        (
            "func.func @main(%x: tensor<3xf32>) -> tensor<3xf8E5M2> {\n"
            "  %0 = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xf8E5M2>\n"
            "  return %0 : tensor<3xf8E5M2>\n}",
            r"^<stdin>:2:8: error: the result of 'stablehlo.convert' .* no f8E5M2",
        ),
        (
            "func.func @main(%x: tensor<3xi4>) -> tensor<3xi4> { return %x : tensor<3xi4> }",
            r"^<stdin>:1:17: error: argument #0 .* no i4: use i8 or i32",
        ),
    ],
)
def test_model_with_value_of_unsupported_type_is_refused_at_value(text, message):
    with pytest.raises(ttmlir_py.CompilationError, match=message):
        compile(text)


def test_weights_share_memory_until_the_caller_changes_them():
    text = """
    func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> loc("w")) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %w : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    """
    weights = np.float32([1, 2, 3, 4])
    model = Compiled(text, Settings(), weights={"w": weights})
    assert "dense<[1.000000e+00, 2.0" in model.ttnn
    (constant,) = [op for op in model._module.walk() if op.name == "ttnn.constant"]
    held = np.frombuffer(constant.properties["value"].data.data, np.float32)
    assert np.shares_memory(held, weights)
    weights[0] = 9
    assert model.run([np.zeros(4, np.float32)])[0].tolist() == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="the weights have changed since the model was compiled"):
        _ = model.ttir
