"""`ttmlir_py.lit` runs lit tests written for MLIR, in this project and in other folders."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ttmlir_py.lit import file_check

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CONFIGURATION = "import ttmlir_py.lit\nttmlir_py.lit.configure(config)\n"
PROGRAM = """
func.func @forward(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // CHECK: "ttnn.relu"
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.relu"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
"""
LOWER = 'ttmlir-opt --ttir-to-ttnn-backend-pipeline="system-desc-path=%system_desc_path%" %s'


def lit(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    run = [Path(sys.executable).with_name("lit"), "-v", *arguments]
    return subprocess.run(
        run,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "lit.cfg").write_text(CONFIGURATION)
    (tmp_path / "nested").mkdir()
    (tmp_path / "good.mlir").write_text(f"// RUN: {LOWER} | FileCheck %s\n{PROGRAM}")
    (tmp_path / "nested" / "bad.mlir").write_text(
        f"// RUN: {LOWER} | FileCheck %s\n{PROGRAM.replace('ttnn.relu', 'ttnn.gelu')}"
    )
    return tmp_path


def test_lit_runs_own_test_folder(suite: Path):
    done = lit(".", cwd=suite)
    assert done.returncode == 1
    assert f"PASS: {suite.name} :: good.mlir" in done.stdout
    assert f"FAIL: {suite.name} :: nested/bad.mlir" in done.stdout


def test_lit_runs_one_file(suite: Path):
    done = lit(suite / "good.mlir", cwd=ROOT)
    assert (done.returncode, done.stdout.count("PASS: ")) == (0, 1)


def test_lit_test_writes_and_runs_binary(suite: Path):
    (suite / "nested" / "bad.mlir").write_text(
        f"// RUN: {LOWER} > %t.mlir\n"
        "// RUN: ttmlir-translate --ttnn-to-flatbuffer %t.mlir -o %t.ttnn\n"
        "// RUN: ttrt run %t.ttnn --result-file '' | FileCheck %s --check-prefix=OUT\n"
        "// RUN: %python -c 'print(\"%basename_t\")' | FileCheck %s --check-prefix=NAME\n"
        f"// OUT-LABEL: program 0 'forward'\n// NAME: bad.mlir{PROGRAM}"
    )
    done = lit(".", cwd=suite)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASS: ") == 2


def test_lit_requires_marks_tests_unsupported(suite: Path):
    head = f"// RUN: {LOWER} | FileCheck %s\n{PROGRAM}"
    (suite / "nested" / "bad.mlir").write_text(f"// REQUIRES: no-such-thing\n{head}")
    (suite / "nested" / "ttnn.mlir").write_text(f"// REQUIRES: ttnn\n{head}")
    done = lit(".", cwd=suite)
    assert done.returncode == 0, done.stdout
    assert f"UNSUPPORTED: {suite.name} :: nested/bad.mlir" in done.stdout
    assert f"PASS: {suite.name} :: nested/ttnn.mlir" in done.stdout


def test_lit_reads_system_descriptor_from_environment(suite: Path):
    (suite / "nested" / "bad.mlir").unlink()
    done = lit(".", cwd=suite, SYSTEM_DESC_PATH="missing.ttsys")
    assert done.returncode == 1
    assert "cannot open system descriptor 'missing.ttsys'" in done.stdout


def test_lit_outputs_are_not_collected_as_tests(suite: Path):
    (suite / "nested" / "bad.mlir").write_text("// RUN: cp %s %basename_t.mlir\n")
    for _ in range(2):
        done = lit(".", cwd=suite)
        assert done.returncode == 0, done.stdout
        assert done.stdout.count("PASS: ") == 2
    assert (suite / "out" / "lit" / "nested" / "bad.mlir.mlir").exists()


def executables(folder: Path, *names: str) -> str:
    folder.mkdir()
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return str(folder)


def test_lit_uses_newest_llvm_filecheck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    old = executables(tmp_path / "a", "FileCheck-9", "FileCheck-14")
    new = executables(tmp_path / "b", "FileCheck-100", "FileCheck-x")
    plain = executables(tmp_path / "c", "FileCheck")
    monkeypatch.setenv("PATH", f"{old}:{new}:{tmp_path}/missing")
    assert file_check() == f"{new}/FileCheck-100"
    monkeypatch.setenv("PATH", f"{old}:{new}:{plain}")
    assert file_check() == f"{plain}/FileCheck"
    monkeypatch.setenv("PATH", "")
    assert file_check() == str(Path(sys.executable).with_name("filecheck"))


def test_lit_runs_with_filecheck_of_pypi(suite: Path, tmp_path: Path):
    (suite / "nested" / "bad.mlir").unlink()
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "env"):
        (tools / name).symlink_to(f"/bin/{name}" if name == "sh" else "/usr/bin/env")
    done = lit("-a", ".", cwd=suite, PATH=str(tools))
    assert done.returncode == 0, done.stdout
    assert f"{Path(sys.executable).with_name('filecheck')} " in done.stdout


def ttrt(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    run = [Path(sys.executable).with_name("ttrt"), *arguments, "--result-file", ""]
    return subprocess.run(run, cwd=cwd, capture_output=True, text=True, check=False)


def test_documented_lit_and_emitc_workflow_passes(tmp_path: Path):
    shutil.copytree(
        ROOT / "examples" / "lit", tmp_path / "lit", ignore=shutil.ignore_patterns("out")
    )
    done = lit("lit", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    ran = ttrt("run", "lit/out/lit", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "2 results: 2 pass" in ran.stdout
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    compared = ttrt("run", "--emitc", "lit/out/lit/EmitC", cwd=tmp_path)
    assert compared.returncode == 0, compared.stderr
    assert "gate.mlir.so returns the same outputs, bit for bit" in compared.stdout


def test_lit_finds_folders_and_files_of_project():
    listed = lit("--show-tests", "test/passes/ttnn-layout", cwd=ROOT).stdout
    assert f"{ROOT.name} :: test/passes/ttnn-layout/creation.mlir" in listed
    one = lit("--show-tests", "test/passes/ttnn-layout/creation.mlir", cwd=ROOT).stdout
    assert one.count(" :: ") == 1
