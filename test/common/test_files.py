"""A file is written completely or keeps its old contents."""

import ast
import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py.common import files
from ttmlir_py.common.files import read_file, replacement, write_file

pytestmark = pytest.mark.slow

PACKAGE = Path(ttmlir_py.__file__).parent


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_file_is_written_whole_without_leftovers(tmp_path: Path):
    path = tmp_path / ("n" * 250)
    write_file(path, "größer\udcff\n")
    assert path.read_bytes() == "größer".encode() + b"\xff\n"
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert names_in(tmp_path) == [path.name]


def test_overwritten_file_keeps_permissions_and_symbolic_link(tmp_path: Path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to("file")
    write_file(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    old = os.umask(0o027)
    try:
        write_file(tmp_path / "other", b"")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o640


def write_and_fail(path: Path, error: BaseException):
    with replacement(path) as name:
        Path(name).write_bytes(b"new")
        raise error


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()]
)
def test_interrupted_write_keeps_old_file_contents(tmp_path: Path, error: BaseException):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(type(error)):
        write_and_fail(path, error)
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["file"]
    assert not isinstance(error, OSError) or error.filename == str(path)


def test_write_to_device_or_pipe_is_done_in_place(tmp_path: Path):
    write_file("/dev/null", b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_file("/dev/full", b"new")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert names_in(tmp_path) == ["pipe"]


def test_write_to_unopenable_file_is_reported(tmp_path: Path):
    with pytest.raises(IsADirectoryError):
        write_file(tmp_path, b"")
    with pytest.raises(FileNotFoundError) as found:
        write_file(tmp_path / "none" / "file", b"")
    assert found.value.filename == str(tmp_path / "none" / "file")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anything")
def test_write_without_permission_for_file_or_folder_is_reported(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_file(path, b"new")
    path.chmod(0o644)
    tmp_path.chmod(0o555)
    write_file(path, b"new")
    with pytest.raises(PermissionError):
        write_file(tmp_path / "other", b"new")
    tmp_path.chmod(0o755)
    assert path.read_bytes() == b"new"


def test_error_while_reading_names_the_file():
    with pytest.raises(OSError) as caught:
        read_file("/proc/self/mem")
    assert caught.value.filename == "/proc/self/mem"


def test_process_killed_while_writing_keeps_old_file_contents(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    program = (
        "import sys, time\n"
        "from ttmlir_py.common.files import new_file\n"
        "with new_file(sys.argv[1]) as file:\n"
        "    file.write(b'x' * 100_000)\n"
        "    print('half', flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert path.read_bytes() == b"old"


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))


@pytest.mark.parametrize(
    ("tool", "flags"),
    [("ttopt", []), ("tttranslate", ["--mlir-to-cpp"])],
)
def test_write_on_full_disk_keeps_old_file_contents(tmp_path: Path, tool: str, flags: list[str]):
    source, target = tmp_path / "in.mlir", tmp_path / "out"
    source.write_text('emitc.include "a_file_with_a_long_name.h"\n')
    target.write_text("old")
    command = [sys.executable, "-m", f"ttmlir_py.tools.{tool}", *flags, str(source)]
    done = subprocess.run(
        [*command, "-o", str(target)],
        capture_output=True,
        text=True,
        preexec_fn=limit_files,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"cannot write output file '{target}': File too large\n"
    assert target.read_text() == "old"
    assert names_in(tmp_path) == ["in.mlir", "out"]


WRITERS = {"save", "savez", "tofile", "write_bytes", "write_text"}


def writes_by_name(node: ast.AST) -> bool:
    """Return whether `node` is a call that opens or writes a file by its name."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in WRITERS:
        return "file" not in [getattr(each, "id", "") for each in node.args]
    is_open = isinstance(node.func, ast.Name) and node.func.id == "open"
    modes = [each.value for each in node.args if isinstance(each, ast.Constant)]
    return is_open and any(set(str(mode)) & set("wax+") for mode in modes)


STANDALONE = "tt_xla_child.py"
"""A script that another interpreter runs, where this package may be missing."""


def test_package_writes_files_through_files_module_only():
    found = {
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if any(f"{name}(" in path.read_text() for name in ("open", *WRITERS))
        for node in ast.walk(ast.parse(path.read_text()))
        if writes_by_name(node) and path.name not in ("files.py", STANDALONE)
    }
    assert not found


def test_read_of_endless_file_stops_at_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "DEVICE_LIMIT", 3 << 20)
    with pytest.raises(OSError, match="File too large"):
        read_file("/dev/zero")
    assert read_file("/dev/null") == b""


def test_read_of_pipe_continues_to_end():
    reading, writing = os.pipe()
    os.write(writing, b"x" * 5000)
    os.close(writing)
    assert read_file(f"/dev/fd/{reading}") == b"x" * 5000
    os.close(reading)
