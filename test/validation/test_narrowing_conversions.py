"""Tests of integers that do not fit into a narrower type.

The simulator, like the device, saturates them, but by definition their lowest bits remain. With
`signed-integers=true`, the program itself takes the lowest bits.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.runtime.kernels import KERNELS
from ttmlir_py.validation import Kind, Verdict, compare_modules, mark

UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
INSIDE = [0, 1, 65534, 65535]
BEYOND = [7, 65535, 65536, 70000]
NEGATIVE = [-1, -70000, 3, 70000]
WORD = "integers beyond ui16 become its limits"


def verdict_on(operand: str, numbers: list[int], options: str = "") -> Verdict:
    """Return the verdict on a typecast to ui16."""
    text = f"""func.func @main(%a: tensor<1x4x{operand}>) -> tensor<1x4xui16> {{
  %e = tensor.empty() : tensor<1x4xui16>
  %0 = "ttir.typecast"(%a, %e) {UNARY} : (tensor<1x4x{operand}>, tensor<1x4xui16>) -> tensor<1x4xui16>
  return %0 : tensor<1x4xui16>
}}"""
    context = compiler.create_context()
    module = ttmlir_py.parse(text, context=context, file_name="m.mlir")
    source = mark(module)
    with context.diagnostics.collect():
        pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{options})"
        compiler.PassManager(pipeline, context=context).run(module)
    (verdict,) = compare_modules(source, module, [np.array([numbers])], rounded=False)
    return verdict


EXACT = "{signed-integers=true}"


@pytest.mark.parametrize("operand", ["ui32", "i32"])
def test_narrowed_out_of_range_integers_are_format_differences(operand: str):
    """Integers within the range are right, in whatever format they are stored."""
    assert not verdict_on(operand, INSIDE).rows
    (row,) = verdict_on(operand, BEYOND).rows
    assert (row.op, row.kind, row.note) == ("ttir.typecast", Kind.FORMAT, WORD)


def test_narrowed_negative_integers_are_format_differences():
    """Stored without a sign, negative integers become the largest number."""
    (row,) = verdict_on("i32", NEGATIVE).rows
    assert row.kind is Kind.FORMAT


@pytest.mark.parametrize("operand", ["ui32", "i32", "si32"])
def test_narrowing_of_exact_integers_keeps_lowest_bits(operand: str):
    numbers = BEYOND if operand == "ui32" else NEGATIVE
    assert not verdict_on(operand, numbers, EXACT).rows


def test_narrowing_that_saturates_at_another_limit_is_wrong(monkeypatch: pytest.MonkeyPatch):
    kernel = KERNELS["TypecastOp"]
    assert kernel.compute is not None
    right = kernel.compute

    def compute(*operands: Any, **keywords: Any) -> Any:
        return np.minimum(right(*operands, **keywords), 65534)

    monkeypatch.setitem(KERNELS, "TypecastOp", replace(kernel, compute=compute))
    (row,) = verdict_on("ui32", BEYOND).rows
    assert row.kind is Kind.WRONG
