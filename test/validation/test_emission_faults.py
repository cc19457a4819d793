"""Tests that validation reports faults in the writers of C++ and Python with the operation, the
line and the call.
"""

import shutil
from pathlib import Path

import pytest
from emission_faults import (
    CPP_FAULTS,
    PYTHON_FAULTS,
    TO_TTNN,
    Wrong,
    misnamed_cpp,
    unnamed_python,
)
from faults import PROGRAM, Fault

import ttmlir_py
from ttmlir_py import validation
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.standalone.lines import with_lines
from ttmlir_py.tools import ttnn_standalone

pytestmark = pytest.mark.slow


def test_emission_fault_list_covers_every_kind():
    assert {each.fault for each in CPP_FAULTS} == set(Fault)
    assert {each.fault for each in PYTHON_FAULTS} == set(Fault)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
def test_verification_names_fault_in_emitted_cpp(tmp_path: Path):
    assert misnamed_cpp(tmp_path) == []


@pytest.mark.parametrize("fault", PYTHON_FAULTS, ids=str)
def test_verification_names_fault_in_emitted_python(fault: Wrong, tmp_path: Path):
    assert unnamed_python(fault, tmp_path) == ""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("script") / "m.py"
    path.with_suffix(".mlir").write_text(PROGRAM)
    path.write_bytes(ttmlir_py.compile(PROGRAM, TO_TTNN, "ttnn-to-python"))
    return path


def changed(script: Path, old: str, new: str) -> tuple[Path, int]:
    """Return a script with a replaced text, and the line of the replacement."""
    text = script.read_text()
    line = text[: text.index(old)].count("\n") + 1
    path = script.with_name("changed.py")
    path.write_text(text.replace(old, new))
    return path, line


def test_verify_command_names_line_of_fault(script: Path, capsys: pytest.CaptureFixture[str]):
    path, line = changed(script, "ttnn.relu(", "ttnn.abs(")
    source = script.with_suffix(".mlir")
    assert ttnn_standalone.main(["run", str(path), "--verify", str(source)]) == 1
    shown = f"changed.py:{line} ttnn.abs f32"
    row = next(each for each in capsys.readouterr().out.splitlines() if shown in each)
    assert "ttir.relu" in row
    assert "WRONG" in row


def test_verification_names_omitted_operation_and_first_wrong_call(script: Path):
    path, _ = changed(script, "relu = ttnn.relu(multiply, output_tensor=empty)", "relu = multiply")
    (verdict,) = validation.compare(script.with_suffix(".mlir"), path, "randn:0")
    assert verdict.first is not None
    assert verdict.first.op == "ttir.relu"
    assert verdict.first.note.startswith("left out, as ttir.subtract")
    assert verdict.first.computed_as.endswith("ttnn.subtract f32")


def test_validation_reports_emission_that_loses_bits_but_accepts_it(script: Path):
    path, _ = changed(script, "dtype=ttnn.float32", "dtype=ttnn.bfloat16")
    (verdict,) = validation.compare(script.with_suffix(".mlir"), path, "randn:0")
    assert verdict.is_right
    assert "ttir.maximum" in {row.op for row in verdict.rows}
    (right,) = validation.compare(script.with_suffix(".mlir"), script, "randn:0")
    assert right.rows == []


def test_validated_script_that_raises_is_named_with_line(script: Path):
    path, line = changed(script, "ttnn.matmul(subtract", "ttnn.matmul(softmax")
    with pytest.raises(SimulationError, match=rf"changed\.py:{line}: ttnn\.matmul: .*deallocated"):
        validation.compare(script.with_suffix(".mlir"), path, "randn:0")
    path, line = changed(script, "ttnn.relu(", "nothing.relu(")
    with pytest.raises(SimulationError, match=rf"changed\.py:{line}: NameError"):
        validation.compare(script.with_suffix(".mlir"), path, "randn:0")


ADDED = """
func.func @NAME(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.add"(%a, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
"""


@pytest.mark.parametrize("name", ["f", "main"])
def test_validated_script_with_list_arguments_is_compared(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    source, path = tmp_path / "m.mlir", tmp_path / "m.py"
    source.write_text(ADDED.replace("NAME", name))
    module = ttmlir_py.parse(source.read_text())
    ttmlir_py.PassManager(TO_TTNN).run(module)
    written = ttmlir_py.translate(module, "ttnn-to-python", revision="2026-08").decode()
    for call, code in (("ttnn.add(", 0), ("ttnn.multiply(", 1)):
        path.write_text(written.replace("ttnn.add(", call))
        assert ttnn_standalone.main(["run", str(path), "--verify", str(source)]) == code
        assert ("WRONG" in capsys.readouterr().out) == bool(code)
    path.write_text("import nothing_there")
    assert ttnn_standalone.main(["run", str(path), "--verify", str(source)]) == 1
    assert capsys.readouterr().err.count("error:") == 1


def test_script_line_tracking_leaves_line_numbers_unchanged():
    text = (
        "ttnn::Tensor main(ttnn::Tensor v1) {\n"
        "  ttnn::Shape v2 = ttnn::Shape({32, 32});\n"
        "  ttnn::Tensor v3 = ttnn::relu(v1);\n"
        "  ttnn::deallocate(v1, false);\n"
        "  if (v2)\n"
        "    ttnn::deallocate(v3, false);\n"
        "  // ttnn::relu(v1)\n"
        "  return ttnn::abs(v3);\n"
        "}\n"
    )
    assert with_lines(text).splitlines() == [
        "ttnn::Tensor main(ttnn::Tensor v1) {",
        "  ttnn::Shape v2 = ttnn::Shape({32, 32});",
        "  ttnn::Tensor v3 = ttnn::host::At{3}->*ttnn::relu(v1);",
        "  ttnn::host::At{4}, ttnn::deallocate(v1, false);",
        "  if (v2)",
        "    ttnn::deallocate(v3, false);",
        "  // ttnn::relu(v1)",
        "  return ttnn::host::At{8}->*ttnn::abs(v3);",
        "}",
    ]
