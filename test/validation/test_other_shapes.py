"""Tests that an output with the same numbers in another shape is wrong, and that the operation that
changed the shape is named.
"""

from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py import compiler, validation
from ttmlir_py.validation import Kind, Verdict

T, ROWS = "tensor<4x4xf32>", "tensor<4x1xf32>"
UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"
SUM = f"""func.func @main(%a: {T}) -> {ROWS} {{
  %e = tensor.empty() : {ROWS}
  %0 = "ttir.sum"(%a, %e) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}, {ROWS}) -> {ROWS}
  %f = tensor.empty() : {ROWS}
  %1 = "ttir.relu"(%0, %f) {UNARY} : ({ROWS}, {ROWS}) -> {ROWS}
  return %1 : {ROWS}
}}
"""
READ = f"""func.func @main(%a: {T}) -> {T} {{
  %e = tensor.empty() : {ROWS}
  %0 = "ttir.sum"(%a, %e) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}, {ROWS}) -> {ROWS}
  %f = tensor.empty() : {T}
  %1 = "ttir.subtract"(%a, %0, %f) {BINARY} : ({T}, {ROWS}, {T}) -> {T}
  return %1 : {T}
}}
"""
ALONE = f"""func.func @main(%a: {T}) -> {ROWS} {{
  %e = tensor.empty() : {ROWS}
  %0 = "ttir.sum"(%a, %e) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}, {ROWS}) -> {ROWS}
  return %0 : {ROWS}
}}
"""
TO_TTNN = "builtin.module(ttir-to-ttnn-backend-pipeline)"
WORD = "its shape is [4] instead of [4, 1]"


def without_dimension(text: str) -> str:
    """Return the program with a sum that does not keep its dimension."""
    return text.replace("keep_dim = true", "keep_dim = false").replace(ROWS, "tensor<4xf32>")


def said(verdict: Verdict) -> tuple[str, str, Kind]:
    assert verdict.first is not None
    return verdict.first.op, verdict.first.note, verdict.first.kind


@pytest.mark.parametrize("text", [SUM, READ], ids=["returned", "read"])
def test_ttnn_output_of_changed_shape_names_operation_that_changed_shape(text: str):
    """Operations that keep or read the wrong shape are not named."""
    other = ttmlir_py.compile(without_dimension(text), TO_TTNN, "ttnn-to-flatbuffer")
    (verdict,) = validation.compare(text, other)
    assert not verdict.by_values
    assert said(verdict) == ("ttir.sum", WORD, Kind.WRONG)


def test_verification_of_programs_with_outputs_of_unequal_shape_fails():
    ours, other = (
        ttmlir_py.compile(each, TO_TTNN, "ttnn-to-flatbuffer")
        for each in (SUM, without_dimension(SUM))
    )
    context = compiler.create_context()
    source = compiler.import_binary(ours, context=context)
    assert validation.compare(source, ours, context=context)[0].is_right
    (verdict,) = validation.compare(source, other, context=context)
    assert said(verdict) == ("func.return", "values or shapes are others", Kind.WRONG)


def test_python_output_of_changed_shape_names_operation_that_changed_shape(tmp_path: Path):
    script = ttmlir_py.compile(ALONE, TO_TTNN, "ttnn-to-python").decode()
    assert "keepdim=True" in script
    verdicts: dict[str, Verdict] = {}
    for keeps in ("True", "False"):
        path = tmp_path / f"{keeps}.py"
        path.write_text(script.replace("keepdim=True", f"keepdim={keeps}"))
        verdicts[keeps] = validation.compare(ALONE, path)[0]
    assert verdicts["True"].is_right
    assert said(verdicts["False"]) == ("ttir.sum", WORD, Kind.WRONG)
