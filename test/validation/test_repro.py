"""Tests of scripts and small programs that contain only the wrong operation: the same operation is
wrong in them.
"""

import runpy
from pathlib import Path

import numpy as np
import pytest
from test_validation_tools import RIGHT, WRONG, tool

import ttmlir_py
from ttmlir_py import compiler, validation
from ttmlir_py.compiler import import_binary
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.validation import repro

pytestmark = pytest.mark.slow

PASSES = "--ttir-to-ttnn-backend-pipeline"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "right.mlir").write_text(RIGHT)
    (tmp_path / "wrong.mlir").write_text(WRONG)
    return tmp_path


def run_script(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(folder / "out.py"))
    return end.value.code, capsys.readouterr().out


def test_repro_of_wrong_pass_reproduces_wrong_operation(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    flags = ("-w", "--verify-numerics", "--repro=out.py", "--reduce=out.mlir")
    code, _, errors = tool(folder, "ttopt", *flags, PASSES, "wrong.mlir")
    assert code == 1, errors
    text = (folder / "out.py").read_text()
    assert "ttir.remainder wrong.mlir:4:8 is WRONG after convert-ttir-to-ttnn." in text
    assert "ttir.add" not in text
    assert "ttir.transpose" not in text
    code, table = run_script(folder, capsys)
    assert (code, "1 operations compared" in table) == (1, True)
    right = text.replace('"ttir.remainder"', '"ttir.subtract"')
    (folder / "out.py").write_text(right)
    assert run_script(folder, capsys)[0] == 0

    assert "ttopt: 5 operations became 1" in errors
    assert "error: 'ttir.remainder' does not mean what it did" in errors
    module = ttmlir_py.parse((folder / "out.mlir").read_text())
    assert [op.name for op in module.walk() if op.name.startswith("ttir")] == ["ttir.remainder"]


def test_repro_script_contains_original_operand_values(folder: Path):
    """The operand of the remainder is the sum of both inputs."""
    arrays = np.random.default_rng(3).integers(-99, 99, (2, 4, 8)).astype(np.float32)
    np.savez(folder / "in.npz", *arrays)
    arguments = ("--verify-numerics=in.npz", PASSES, "wrong.mlir", "--repro=out.py")
    assert tool(folder, "ttopt", "-w", *arguments)[0] == 1
    text = (folder / "out.py").read_text()
    for wanted in (arrays[0] + arrays[1], arrays[1]):
        assert f"np.array({wanted.astype(np.float64).tolist()}, 'float64')" in text


def compiled(folder: Path, text: str, name: str) -> str:
    """Return the name of the file with the compiled program. Locations are those of
    `wrong.mlir`.
    """
    module = ttmlir_py.parse(text, file_name="wrong.mlir")
    binary = ttmlir_py.compile(module, warnings=["-w"])
    if name.endswith(".ttnn"):
        (folder / name).write_bytes(binary)
        return name
    located = print_operation(import_binary(binary), PrintOptions(debug_info=True))
    (folder / name).write_text(located)
    return name


@pytest.mark.parametrize("name", ["target.ttnn", "target.mlir"])
def test_repro_of_wrong_target_contains_only_wrong_operation(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
):
    """The script contains only the operation and its compiled operation. If both are replaced by
    others, it reports no fault.
    """
    target = compiled(folder, WRONG, name)
    assert tool(folder, "ttmlir_verify", "wrong.mlir", target, "--repro=out.py")[0] == 1
    text = (folder / "out.py").read_text()
    assert '"ttnn.remainder"' in text
    assert not [other for other in ("add", "transpose", "deallocate") if f".{other}" in text]
    code, table = run_script(folder, capsys)
    assert (code, "1 operations compared" in table) == (1, True)
    assert "ttir.remainder wrong.mlir:4:8" in table
    (folder / "out.py").write_text(text.replace('.remainder"', '.subtract"'))
    assert run_script(folder, capsys)[0] == 0


def test_repro_of_wrong_target_includes_producers_of_its_operands(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """The operations between the inputs and the wrong one are included, so that it reads the same
    operand.
    """
    older = WRONG.replace('"ttir.remainder"(%1, %b', '"ttir.multiply"(%a, %b')
    source = WRONG.replace('"ttir.remainder"', '"ttir.multiply"')
    (folder / "wrong.mlir").write_text(source)
    target = compiled(folder, older, "target.ttnn")
    assert tool(folder, "ttmlir_verify", "wrong.mlir", target, "--repro=out.py")[0] == 1
    text = (folder / "out.py").read_text()
    assert '"ttir.add"' in text
    assert '"ttnn.multiply"' in text
    assert '"ttir.transpose"' not in text
    code, table = run_script(folder, capsys)
    assert (code, "ttir.multiply wrong.mlir:4:8" in table) == (1, True)


def test_repro_of_target_without_locations_matches_operations_by_value(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """Counterparts are found by their values, and the script contains all following operations up
    to the output.
    """
    located = compiled(folder, WRONG, "target.mlir")
    module = ttmlir_py.parse((folder / located).read_text())
    (folder / located).write_text(print_operation(module))
    assert tool(folder, "ttmlir_verify", "wrong.mlir", located, "--repro=out.py")[0] == 1
    text = (folder / "out.py").read_text()
    assert '"ttir.add"' not in text
    code, table = run_script(folder, capsys)
    assert (code, "ttir.remainder wrong.mlir:4:8" in table) == (1, True)


def test_repro_of_wrong_binary_contains_whole_binary(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):

    def refuse(*_: object, **__: object) -> None:
        raise CompilationError

    target = compiled(folder, WRONG, "target.ttnn")
    binary = (folder / target).read_bytes()
    source = ttmlir_py.parse(WRONG, file_name="wrong.mlir")
    (verdict,) = validation.compare(source, binary, "randn:0")
    monkeypatch.setattr(compiler, "import_binary", refuse)
    script = repro.script_of_target(source, binary, "randn:0", verdict)
    assert "TARGET = zlib.decompress" in script
    (folder / "out.py").write_text(script)
    assert run_script(folder, capsys)[0] == 1


def test_repro_option_on_faultless_program_writes_no_file(folder: Path):
    arguments = ("--verify-numerics", PASSES, "right.mlir", "--repro=out.py", "--reduce=out.mlir")
    assert tool(folder, "ttopt", *arguments)[0] == 0
    assert sorted(each.name for each in folder.glob("out*")) == []


def test_repro_script_escapes_names(folder: Path, capsys: pytest.CaptureFixture[str]):
    name = "'''\"\"\" + broken.mlir"
    (folder / name).write_text(WRONG)
    arguments = ("-w", "--verify-numerics", "--repro=out.py", PASSES, name)
    assert tool(folder, "ttopt", *arguments)[0] == 1
    assert run_script(folder, capsys)[0] == 1
