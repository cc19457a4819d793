"""The tools run without the functions that Windows lacks, and its wheel starts them."""

import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WITHOUT_POSIX = """
import os, signal, sys
for name in ("fcntl", "resource", "pwd", "termios", "grp", "tty", "pty"):
    sys.modules[name] = None
for module, names in (
    (os, "fork geteuid getuid sched_getaffinity memfd_create O_CLOEXEC O_NOFOLLOW O_NONBLOCK"),
    (os, "O_DIRECTORY killpg setsid pipe2 pread pwrite posix_fallocate"),
    (signal, "SIGKILL SIGHUP SIGPIPE SIGQUIT SIGCHLD SIGTSTP SIGALRM pthread_sigmask"),
):
    for name in names.split():
        delattr(module, name)
tool = sys.argv.pop(1)
from ttmlir_py.tools import start
start.start(tool)
"""
"""A program that removes what Windows lacks, and then starts the tool that its argument names."""


def run_without_posix(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *arguments],
        cwd=folder,
        env={"TTMLIR_CACHE": str(folder / "cache"), "TTMLIR_WARM": "1", "SYSTEMROOT": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_compile_without_posix_writes_same_binary_as_with_it(tmp_path: Path):
    source = str(ROOT / "examples" / "attention_weights.mlir")
    done = run_without_posix(tmp_path, "ttmlir_compile", source, "-o", "windows.ttnn")
    assert (done.returncode, done.stderr) == (0, "")
    subprocess.run(
        [sys.executable, "-m", "ttmlir_py.tools.ttmlir_compile", source, "-o", "here.ttnn"],
        cwd=tmp_path,
        check=True,
    )
    written = (tmp_path / "windows.ttnn").read_bytes()
    assert written == (tmp_path / "here.ttnn").read_bytes()
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("tool", ["ttreduce", "ttmlir_server"])
def test_tool_that_forks_is_refused_without_fork(tool: str, tmp_path: Path):
    done = run_without_posix(tmp_path, tool, "--version")
    assert done.returncode == 1
    assert "Windows cannot run this tool" in done.stderr


def test_windows_wheel_has_an_entry_point_for_each_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("hatchling", reason="builds a wheel (pip install 'ttmlir-py[dist]')")
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("TTMLIR_WHEEL", "windows")
    from hatchling.builders.wheel import WheelBuilder

    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    runpy.run_path(str(ROOT / "tools" / "release" / "dist.py"))["check_wheel"](Path(wheel))
    with zipfile.ZipFile(wheel) as opened:
        assert not [name for name in opened.namelist() if ".data/" in name]
