"""Tests of validation that starts at a StableHLO model: correct programs stay correct, and a wrong
operation is named at its location in the model.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from passes import stablehlo_rows
from passes import test_stablehlo_numbers as numbers
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py import compiler, reference, validation
from ttmlir_py.dialects import stablehlo
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.registry import get_pass
from ttmlir_py.passes.stablehlo import convert_stablehlo_to_ttir as conversion
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.validation import Kind, PassBisection, PassValidation, Verdict, compare_modules, mark
from ttmlir_py.validation.inputs import generate

pytestmark = pytest.mark.slow

T = "tensor<4x8xf32>"
MODEL = f"""module {{
  func.func public @main(%a: {T}, %b: {T}, %i: tensor<4xi64>) -> ({T}, tensor<4xf32>, tensor<4xi1>, tensor<f32>) {{
    %0 = call @layer(%a, %b) : ({T}, {T}) -> {T}
    %1 = call @layer(%0, %a) : ({T}, {T}) -> {T}
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : ({T}, tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.iota dim = 0 : tensor<4xi64>
    %5 = stablehlo.compare GT, %i, %4 : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    return %1, %2, %5, %3 : {T}, tensor<4xf32>, tensor<4xi1>, tensor<f32>
  }}
  func.func private @layer(%x: {T}, %y: {T}) -> {T} {{
    %0 = stablehlo.maximum %x, %y : {T}
    %1 = call @scaled(%0) : ({T}) -> {T}
    %2 = stablehlo.subtract %1, %y : {T}
    return %2 : {T}
  }}
  func.func private @scaled(%x: {T}) -> {T} {{
    %c = stablehlo.constant dense<-0.75> : {T}
    %0 = stablehlo.multiply %x, %c : {T}
    return %0 : {T}
  }}
}}
"""
PIPELINE = (
    "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline{signed-integers=true})"
)


def verdict_of(
    text: str, pipeline: str = PIPELINE, inputs: Any = "randn:0", *, rounded: bool = True
) -> Verdict:
    context = compiler.create_context()
    with context.diagnostics.collect():
        module = compiler.parse(text, context=context, file_name="m.mlir")
        source = mark(module)
        compiler.PassManager(pipeline, context=context).run(module)
    (verdict,) = compare_modules(source, module, inputs, rounded=rounded)
    return verdict


def test_validation_accepts_every_stablehlo_op_row():
    """The program has the rows that are compared with XLA, with their arguments."""
    rows = [each for _, each in numbers.all_rows()]
    arguments = [tensor.array for each in rows for tensor in each.arguments]
    verdict = verdict_of(stablehlo_rows.program(rows), numbers.PIPELINE, arguments, rounded=False)
    assert verdict.is_right, str(verdict)
    assert verdict.matched >= len(rows) - 5


@pytest.mark.parametrize(
    ("pipeline", "matched"), [(PIPELINE, 10), ("builtin.module(stablehlo-to-ttir-pipeline)", 12)]
)
def test_validation_accepts_stablehlo_calls_scalars_booleans_and_i64(pipeline: str, matched: int):
    verdict = verdict_of(MODEL, pipeline)
    assert (verdict.source, verdict.is_right) == ("StableHLO", True), str(verdict)
    # Matched are the two calls of the layer, the nested call, two sums, a comparison and its
    # operand. Constants are matched in TTIR only.
    assert verdict.matched == matched


@pytest.mark.parametrize(
    ("op", "other", "place"),
    [
        (stablehlo.MaxOp, stablehlo.MinOp, "m.mlir:13:10"),
        (stablehlo.SubtractOp, stablehlo.AddOp, "m.mlir:15:10"),
        (stablehlo.MulOp, stablehlo.AddOp, "m.mlir:20:10"),
    ],
)
def test_validation_names_fault_in_called_function_at_its_line(
    monkeypatch: pytest.MonkeyPatch, op: type[Operation], other: type[Operation], place: str
):
    monkeypatch.setitem(conversion._ALL, op, conversion._ALL[other])
    verdict = verdict_of(MODEL)
    assert {(row.op, row.place, row.kind) for row in verdict.rows} == {(op.name, place, Kind.WRONG)}
    assert len(verdict.rows) == 2  # once for each call


def test_validation_of_stablehlo_names_first_wrong_pass(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(conversion._ALL, stablehlo.MaxOp, conversion._ALL[stablehlo.MinOp])
    context = compiler.create_context()
    module = compiler.parse(MODEL, context=context, file_name="m.mlir")
    watcher = PassValidation(mark(module), module, "randn:0")
    compiler.PassManager(PIPELINE, context=context, instrumentations=[watcher]).run(module)
    assert watcher.verdicts[0].first_pass == "convert-stablehlo-to-ttir"


def test_validation_by_bisection_names_first_wrong_pass(monkeypatch: pytest.MonkeyPatch):
    context = compiler.create_context()
    module = compiler.parse(MODEL, context=context, file_name="m.mlir")
    watcher = PassBisection(mark(module), module, "randn:0")
    fault = get_pass("convert-ttir-to-ttnn")
    right = fault.run

    def wrong(self: Any, context: Any, op: Operation) -> None:
        right(self, context, op)
        product = next(each for each in op.walk() if each.name == "ttnn.multiply")
        product.results[0].replace_all_uses_with(product.operands[0])

    monkeypatch.setattr(fault, "run", wrong)
    compiler.PassManager(PIPELINE, context=context, instrumentations=[watcher]).run(module)
    (verdict,) = watcher.verdicts()
    assert verdict.first_pass == "convert-ttir-to-ttnn"
    assert watcher.compared <= 12


def test_validation_reports_integers_beyond_32_bits_as_format_difference():
    text = """func.func @main(%a: tensor<4xi64>) -> tensor<4xi64> {
  %0 = stablehlo.multiply %a, %a : tensor<4xi64>
  return %0 : tensor<4xi64>
}"""
    verdict = verdict_of(text, inputs=[np.array([1, -2, 2**20, 7])])
    assert [(row.kind, row.note) for row in verdict.rows] == [
        (Kind.FORMAT, "integers of 64 bits are stored in 32")
    ]
    assert verdict_of(text, inputs=[np.array([1, -2, 46340, 7])]).is_right


def test_validation_inputs_for_indices_are_within_bounds():
    text = """func.func @main(%x: tensor<5x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<3xi32>
  %size = stablehlo.constant dense<5> : tensor<3xi32>
  %low = stablehlo.compare LT, %i, %zero : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %more = stablehlo.add %i, %size : tensor<3xi32>
  %at = stablehlo.select %low, %more, %i : tensor<3xi1>, tensor<3xi32>
  %as = stablehlo.broadcast_in_dim %at, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %0 = "stablehlo.gather"(%x, %as) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}"""
    (function,) = reference.functions(ttmlir_py.parse(text))
    indices = [generate(function, "randn", seed)[1] for seed in range(5)]
    assert (np.min(indices), np.max(indices)) == (-5, 4)


def test_validation_of_recursive_function_is_refused():
    text = """func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = call @main(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
    module = ttmlir_py.parse(text)
    with pytest.raises(OperationError, match="calls itself"):
        compare_modules(module, module, "randn:0")


def test_ttmlir_verify_compares_stablehlo_files(tmp_path: Path):
    model, binary = tmp_path / "m.mlir", tmp_path / "m.ttnn"
    model.write_text(MODEL)
    binary.write_bytes(ttmlir_py.compile(MODEL, PIPELINE, warnings=["-w"]))
    (verdict,) = validation.compare(model, binary)
    assert (verdict.source, verdict.is_right) == ("StableHLO", True)
    wrong = MODEL.replace("stablehlo.subtract", "stablehlo.add")
    (verdict,) = validation.compare(wrong, binary)
    assert not verdict.is_right


TWO_KEYS = """
func.func @main(%a: tensor<32xf32>, %b: tensor<32xi32>) -> (tensor<32xf32>, tensor<32xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %b0: tensor<i32>, %b1: tensor<i32>):
    %less = stablehlo.compare LT, %a0, %a1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a0, %a1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %next = stablehlo.compare LT, %b0, %b1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %equal, %next : tensor<i1>
    %result = stablehlo.or %less, %both : tensor<i1>
    stablehlo.return %result : tensor<i1>
  }) : (tensor<32xf32>, tensor<32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
  return %0#0, %0#1 : tensor<32xf32>, tensor<32xi32>
}
"""


@pytest.mark.parametrize(("compared", "is_right"), [("%result", True), ("%less", False)])
def test_sort_by_the_first_of_two_keys_only_is_found(compared: str, is_right: bool) -> None:
    source, target = (
        compiler.parse(TWO_KEYS.replace("return %result", f"return {each}"))
        for each in ("%result", compared)
    )
    get_pass("convert-stablehlo-to-ttir")().apply(compiler.create_context(), target)
    (verdict,) = compare_modules(source, target, "randn")
    assert verdict.is_right == is_right


LOOP = """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %limit = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %two : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %0 : tensor<i32>
}
"""
BOUNDED = "builtin.module(stablehlo-to-ttir-pipeline{loop-bound=3})"


def test_validation_of_bounded_loop_leaves_out_the_added_result():
    assert verdict_of(LOOP, BOUNDED, [np.int32(5)]).is_right


def test_validation_of_loop_that_does_not_end_is_refused_at_the_loop():
    with pytest.raises(OperationError, match="more iterations than loop-bound allows") as raised:
        verdict_of(LOOP, BOUNDED, [np.int32(2)])
    assert raised.value.op.name == "stablehlo.while"


def test_validation_of_complex_argument_is_refused():
    text = "func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> { return %z : tensor<2xcomplex<f32>> }"
    with pytest.raises(InputError, match="argument 0 has complex numbers"):
        verdict_of(text, "builtin.module(stablehlo-complex-to-real)")
