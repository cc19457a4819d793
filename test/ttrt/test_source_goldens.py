"""`ttrt run --golden ttir|stablehlo[=FILE]` compares a run with the semantics of its source
program.
"""

from pathlib import Path
from typing import Any

import pytest

import ttmlir_py

T = "tensor<8x16xf32>"
TTIR = f"""func.func @main(%a: {T}, %b: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = "ttir.add"(%a, %b, %e) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({T}, {T}, {T}) -> {T}
  %1 = "ttir.remainder"(%0, %b, %e) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({T}, {T}, {T}) -> {T}
  %2 = "ttir.exp"(%0, %e) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({T}, {T}) -> {T}
  return %2 : {T}
}}
"""
STABLEHLO = f"""func.func @main(%a: {T}, %b: {T}) -> {T} {{
  %0 = stablehlo.add %a, %b : {T}
  %1 = stablehlo.exponential %0 : {T}
  return %1 : {T}
}}
"""
FROM_STABLEHLO = "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline)"


def test_golden_from_source_in_binary_is_compared(tmp_path: Path, tt: Any):
    binary = tmp_path / "m.ttnn"
    binary.write_bytes(ttmlir_py.compile(STABLEHLO, FROM_STABLEHLO, stages=True))
    code, out, err = tt("run", binary, "--golden", "stablehlo")
    assert (code, err) == (0, "")
    assert "EltwiseOp(Add)" in out
    assert "EltwiseOp(Exp)" in out
    code, _, err = tt("run", binary, "--golden", "ttir")
    assert code != 0
    assert "the source is StableHLO, and not TTIR" in err


def test_golden_from_source_file_is_compared(tmp_path: Path, tt: Any):
    source, binary = tmp_path / "m.mlir", tmp_path / "m.ttnn"
    source.write_text(TTIR.replace("return %2", "return %1"))
    binary.write_bytes(ttmlir_py.compile(source))
    # TTNN's remainder differs from TTIR's for negative numbers.
    code, out, _ = tt("run", binary, "--golden", f"ttir={source}")
    assert code != 0
    assert any("EltwiseOp(Remainder)" in line and "FAILED" in line for line in out.splitlines())
    assert not any("EltwiseOp(Add)" in line and "FAILED" in line for line in out.splitlines())


@pytest.mark.parametrize(
    ("golden", "message"),
    [
        ("ttir", "the binary does not keep its source: name the file, --golden ttir=FILE"),
        ("ttir=nowhere.mlir", "cannot open 'nowhere.mlir': No such file or directory"),
        ("ttir=other.mlir", "the source other.mlir has no function main"),
        ("ttir=broken.mlir", "the source: "),
    ],
)
def test_golden_source_that_does_not_match_binary_is_refused(
    tmp_path: Path, tt: Any, monkeypatch: pytest.MonkeyPatch, golden: str, message: str
):
    monkeypatch.chdir(tmp_path)
    Path("m.ttnn").write_bytes(ttmlir_py.compile(TTIR))
    Path("other.mlir").write_text(TTIR.replace("@main", "@other"))
    Path("broken.mlir").write_text("func.func @main(")
    code, _, err = tt("run", "m.ttnn", "--golden", golden)
    assert code != 0
    assert message in err


@pytest.mark.parametrize("golden", ["f64=x", "ttir=", "torch"])
def test_unknown_golden_source_is_refused(tt: Any, golden: str):
    with pytest.raises(SystemExit) as stopped:
        tt("run", "m.ttnn", "--golden", golden)
    assert stopped.value.code == 2
