"""`tools.in_process` runs programs in this process as `subprocess` runs them in a new one."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ttmlir_py.tools import in_process

TOOLS = Path(sys.executable).parent
MODULE = "func.func @f() {\n  return\n}\n"
FILES = {"good.mlir": MODULE, "bad.mlir": "func.func @f(", "check.txt": "CHECK: @f"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def settings(folder: Path, **others: Any) -> dict[str, Any]:
    """Return the settings of a process as lit gives them."""
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    text = {"close_fds": True, "universal_newlines": True, "errors": "replace"}
    return {"cwd": str(folder), "env": {"HOME": "/nowhere"}, **streams, **text, **others}


@pytest.mark.parametrize(
    "command",
    [
        ["ttopt", "good.mlir"],
        ["ttopt", "bad.mlir"],
        ["ttopt", "--no-such-flag"],
        ["ttmlir-opt", "-"],
        ["tttranslate", "--ttnn-to-flatbuffer", "good.mlir", "-o", "missing/out.ttnn"],
        ["ttrt", "read", "missing.ttnn"],
        ["filecheck", "check.txt", "--input-file", "good.mlir"],
        ["filecheck", "check.txt", "--input-file", "bad.mlir"],
    ],
    ids=" ".join,
)
def test_run_in_process_has_output_and_exit_code_of_process(folder: Path, command: list[str]):
    words = [str(TOOLS / command[0]), *command[1:]]
    here, variables, streams = os.getcwd(), dict(os.environ), (sys.stdout, sys.stderr, sys.argv)
    run = in_process.start_program(words, **settings(folder))
    run.stdin.close()
    assert isinstance(run, in_process.Run)
    assert (os.getcwd(), dict(os.environ)) == (here, variables)
    assert (sys.stdout, sys.stderr, sys.argv) == streams
    process = subprocess.run(
        words, cwd=folder, input="", capture_output=True, text=True, check=False
    )
    assert (*run.communicate(), run.wait()) == (
        *(process.stdout, process.stderr),
        process.returncode,
    )


def test_run_in_process_reads_output_of_previous_run(folder: Path):
    first = in_process.start_program([str(TOOLS / "ttopt"), "good.mlir"], **settings(folder))
    check = [str(TOOLS / "filecheck"), "check.txt"]
    second = in_process.start_program(check, **settings(folder, stdin=first.stdout))
    assert second.communicate() == ("", "")
    assert second.wait() == 0


def test_run_in_process_writes_errors_into_output(folder: Path):
    with (folder / "out.txt").open("w+") as file:
        streams = {"stdout": file, "stderr": subprocess.STDOUT}
        words = [str(TOOLS / "ttopt"), "bad.mlir"]
        run = in_process.start_program(words, **settings(folder, **streams))
    assert run.communicate() == (None, None)
    assert "bad.mlir:1:13: error:" in (folder / "out.txt").read_text()


def test_program_that_is_not_a_tool_runs_in_new_process(folder: Path):
    run = in_process.start_program(["cat", "good.mlir"], **settings(folder))
    assert run.communicate() == (MODULE, "")
    assert run.pid != os.getpid()


def test_tool_in_another_folder_runs_in_new_process(folder: Path):
    (folder / "ttopt").write_text("#!/bin/sh\necho other\n")
    (folder / "ttopt").chmod(0o755)
    run = in_process.start_program([str(folder / "ttopt")], **settings(folder))
    assert run.communicate() == ("other\n", "")
