"""Tests of validation of programs with a part hoisted to the host's processor, as TTIR and as
linalg.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.linalg.ops import MulOp, SubOp

import ttmlir_py
from ttmlir_py import compiler, reference, validation
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.registry import get_pass
from ttmlir_py.validation import PassValidation, mark

TEXT = """func.func @main(%a: tensor<8x1x24xf32>, %b: tensor<4x1xf32>) -> tensor<8x4x24xf32> {
  %e = tensor.empty() : tensor<8x4x24xf32>
  %0 = "ttir.multiply"(%a, %b, %e) <{operandSegmentSizes = array<i32: 2, 1>}> {should_hoist} : (tensor<8x1x24xf32>, tensor<4x1xf32>, tensor<8x4x24xf32>) -> tensor<8x4x24xf32>
  %1 = "ttir.relu"(%0, %e) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8x4x24xf32>, tensor<8x4x24xf32>) -> tensor<8x4x24xf32>
  %2 = "ttir.subtract"(%1, %a, %e) <{operandSegmentSizes = array<i32: 2, 1>}> {should_hoist} : (tensor<8x4x24xf32>, tensor<8x1x24xf32>, tensor<8x4x24xf32>) -> tensor<8x4x24xf32>
  return %2 : tensor<8x4x24xf32>
}
"""
LINALG = "convert-ttir-to-linalg"
PIPELINE = (
    "builtin.module(tt-wrap-device-module,ttir-cpu-hoist-transform,"
    f"tt.cpu_module(builtin.module({LINALG})))"
)


def validated(text: str = TEXT) -> PassValidation:
    context = compiler.create_context()
    module = ttmlir_py.parse(text, context=context, file_name="m.mlir")
    each = PassValidation(mark(module), module)
    compiler.PassManager(PIPELINE, context=context, instrumentations=[each]).run(module)
    return each


def test_verification_accepts_hoisted_function_in_each_form():
    each = validated()
    assert each.broken_by is None
    assert each.checked == ["tt-wrap-device-module", "ttir-cpu-hoist-transform", LINALG]
    assert not each.verdicts
    (verdict,) = validation.compare_modules(each.source, each.module, "randn:0")
    assert (verdict.is_right, verdict.matched) == (True, 3)


def test_verification_names_wrong_lowering_of_hoisted_function(monkeypatch: pytest.MonkeyPatch):
    conversion: Any = get_pass(LINALG)
    right = conversion.run

    def run(self: Any, context: Any, module: Any) -> None:
        right(self, context, module)
        op = next(op for op in module.walk() if isinstance(op, MulOp))
        other = SubOp(op.inputs, op.outputs, [each.type for each in op.results])
        other.location = op.location
        op.parent.insert_op_before(other, op)
        op.results[0].replace_all_uses_with(other.results[0])
        op.parent.erase_op(op)

    monkeypatch.setattr(conversion, "run", run)
    (verdict,) = validated().verdicts
    assert verdict.first is not None
    assert (verdict.first.op, verdict.first_pass) == ("ttir.multiply", LINALG)
    assert verdict.first.place == "m.mlir:3:8"


def test_ttmlir_verify_compares_files_with_hoisted_functions(tmp_path: Path):
    each = validated()
    source, target = tmp_path / "m.mlir", tmp_path / "hoisted.mlir"
    source.write_text(TEXT)
    for debug_info in (False, True):
        options = PrintOptions(debug_info=debug_info)
        target.write_text(print_operation(each.module, options))
        (verdict,) = validation.compare(source, target)
        assert (verdict.is_right, verdict.matched) == (True, 3)


def test_linalg_reference_matches_numpy():
    (main, *_) = reference.functions(validated().module)
    a, b = np.random.default_rng(0).normal(size=(8, 1, 24)), np.array([[1.0], [-2], [3], [-4]])
    (result,) = reference.run(main, [a, b]).results
    np.testing.assert_array_equal(result, np.maximum(a * b, 0) - a)


def test_validation_of_linalg_op_without_reference_is_refused_at_op():
    text = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
    (function,) = reference.functions(ttmlir_py.parse(text))
    with pytest.raises(OperationError, match="has no meaning: its semantics are unknown"):
        reference.run(function, [np.zeros(4)])
