"""The command line of ttnn-standalone, and its CMake project."""

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from emitted_programs import PROGRAMS, Compiled

from ttmlir_py.standalone import server
from ttmlir_py.standalone.run import shared_object
from ttmlir_py.standalone.toolchain import INCLUDE, StandaloneError, find_compiler
from ttmlir_py.tools.ttnn_standalone import main

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2] / "tools" / "ttnn-standalone"
WITH_MAIN = "ttnn-create-input-gens"


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "two.cpp"
    path.write_text(Compiled(PROGRAMS["two"]).cpp(WITH_MAIN))
    return path


@pytest.fixture
def script(tmp_path):
    text = PROGRAMS["two"] + MAIN
    path = tmp_path / "two.py"
    path.write_text(Compiled(text).script)
    return path


MAIN = """
func.func @main() -> tensor<2x2xbf16> {
  %0 = "ttir.ones"() <{shape = array<i32: 2, 2>}> : () -> tensor<2x2xbf16>
  return %0 : tensor<2x2xbf16>
}
"""
RELU = "ttnn.relu(64x128xf32) -> 64x128xf32 [1. 1. 1. ... 1. 1. 1.]"


def test_standalone_run_builds_and_runs_program(program, tmp_path, compiler, capfd):
    kept = tmp_path / "kept"
    assert main(["run", "--trace", "--keep", str(kept), str(program)]) == 0
    captured = capfd.readouterr()
    assert captured.out == ""
    assert RELU in captured.err.splitlines()
    assert os.access(kept / "two", os.X_OK)


def test_standalone_run_reads_standard_input_and_forwards_exit_code(
    tmp_path, compiler, capfd, monkeypatch
):
    path = tmp_path / "seven.cpp"
    path.write_text(
        '#include "ttnn-precompiled.hpp"\nint main() { std::cout << 3 << std::endl; return 7; }'
    )
    monkeypatch.setattr(sys, "stdin", open(path))  # noqa: SIM115
    assert main(["run", "-"]) == 7
    assert capfd.readouterr().out == "3\n"


def test_uncaught_cpp_exception_is_reported_as_error(tmp_path, compiler, capfd):
    path = tmp_path / "bad.cpp"
    path.write_text(
        '#include "ttnn-precompiled.hpp"\n'
        "int main() {\n"
        "  ttnn::Tensor x = ttnn::ones(ttnn::Shape({2, 2}));\n"
        "  std::cout << x << std::endl;\n"
        "  ttnn::add(x, ttnn::zeros(ttnn::Shape({3, 3})));\n}\n"
    )
    assert main(["run", str(path)]) == 1
    captured = capfd.readouterr()
    assert captured.out == "2x2xbf16 [1. 1. 1. 1.]\n"
    assert captured.err == "error: ttnn.add: operands of shapes 2x2, 3x3 do not broadcast\n"


def failure(capfd, *arguments):
    assert main([str(each) for each in arguments]) == 1
    captured = capfd.readouterr()
    assert captured.out == ""
    return captured.err


def test_standalone_with_wrong_command_line_reports_error(tmp_path, capfd, monkeypatch):
    assert "cannot open input file 'nothing'" in failure(capfd, "run", "nothing")
    path = tmp_path / "x.cpp"
    path.write_text("\n")
    assert "x.cpp: there is no program in the input" in failure(capfd, "run", path)
    path.write_text("#include <vector>\nvoid f() {}\n")
    assert "x.cpp has no main" in failure(capfd, "run", path)
    path.write_text("#include <vector>\nint main() { return x; }\n")
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert "no-such-compiler, which CXX names, is missing" in failure(capfd, "run", path)
    assert "no TTNN in" in failure(capfd, "run", "--ttnn", tmp_path / "nothing", path)
    path.write_text("int main( {\n")  # C++ by its name
    assert "no-such-compiler" in failure(capfd, "build", path, "-o", tmp_path / "x")
    for output in (tmp_path, tmp_path / "none" / "x"):
        assert "cannot open output file" in failure(capfd, "build", path, "-o", output)
    script = tmp_path / "x.py"
    script.write_text("1 / 0\n")
    assert "x.py is not a C++ program" in failure(capfd, "build", script, "-o", tmp_path / "x")
    monkeypatch.setenv("CXX", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StandaloneError, match="none was found"):
        find_compiler()


def test_program_that_exits_during_call_causes_no_server_error():
    program, server_end = socket.socketpair()
    request = {"function": "ones", "arguments": [[2, 2]], "keywords": {}, "released": []}
    program.sendall(f"{json.dumps(request)}\n".encode() * 2)
    program.close()
    server.main([str(server_end.detach())])


def test_cpp_compiler_messages_that_are_not_utf_8_are_printed(tmp_path, compiler, capfd):
    path = tmp_path / "x.cpp"
    path.write_bytes(b"int main() { return \xe9; }\n")
    assert "x.cpp does not compile" in failure(capfd, "run", path)


# ---- scripts -------------------------------------------------------------------------------------


def test_standalone_run_executes_script_on_simulator(script, capfd):
    assert main(["run", "--trace", str(script)]) != 0
    assert "ttnn.ones() -> 2x2xbf16 [1. 1. 1. 1.]" in capfd.readouterr().err


def test_standalone_run_of_failing_script_names_line(tmp_path, capfd):
    path = tmp_path / "bad.py"
    path.write_text("import ttnn\n\nx = ttnn.ones([2, 2])\nttnn.reshape(x, [3])\n")
    assert f"error: {path}:4: ttnn.reshape: cannot reshape 2x2 to 3" in failure(capfd, "run", path)
    path.write_text("import ttnn\nttnn.(\n")
    assert f"error: {path}:2: " in failure(capfd, "run", path)
    path.write_text("def f():\n    return 1 / 0\nf()\n")
    assert failure(capfd, "run", path).endswith(f"{path}:2: ZeroDivisionError: division by zero\n")
    path.write_bytes(b"x\0")
    assert f"error: {path}: " in failure(capfd, "run", path)
    path.write_text("import ttnn\nraise SystemExit(5)\n")
    assert main(["run", str(path)]) == 5
    assert "ttnn" not in sys.modules


# ---- shared objects ------------------------------------------------------------------------------


def test_outdated_shared_object_is_rebuilt(tmp_path, compiler):
    binary, source = tmp_path / "two.ttnn", tmp_path / "two.cpp"
    with pytest.raises(StandaloneError, match=r"two\.ttnn: expected two\.cpp in the same folder"):
        shared_object(binary)
    source.write_text("int f() { return 1; }\n")
    library = shared_object(binary)
    first = library.stat().st_mtime_ns
    assert shared_object(binary).stat().st_mtime_ns == first
    os.utime(source, ns=(first + 1, first + 1))
    assert shared_object(binary).stat().st_mtime_ns > first
    source.unlink()
    assert shared_object(binary) == library


def test_standalone_build_writes_requested_output(program, tmp_path, compiler):
    assert main(["build", str(program), "-o", str(tmp_path / "x")]) == 0
    assert main(["build", "--shared", str(program), "-o", str(tmp_path / "x.so")]) == 0
    assert subprocess.run([tmp_path / "x"], check=False).returncode == 0


# ---- TTNN, and CMake -----------------------------------------------------------------------------


@pytest.fixture
def installation(tmp_path, monkeypatch):
    """Return a source tree like TTNN's, with a compiler that reports its arguments."""
    home = tmp_path / "metal"
    for folder in ("ttnn/cpp/ttnn", "build/lib", ".cpmcache/fmt/73b5/include"):
        (home / folder).mkdir(parents=True)
    (home / "build/lib/_ttnn.so").touch()
    compiler = tmp_path / "compiler"
    compiler.write_text('#!/bin/sh\necho "$@" >&2\nexit 1\n')
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CXX", str(compiler))
    monkeypatch.delenv("ARCH_NAME", raising=False)
    monkeypatch.delenv("TT_METAL_BUILD_HOME", raising=False)
    return home


def test_standalone_ttnn_option_finds_source_tree(installation, tmp_path, capfd, monkeypatch):
    path = tmp_path / "x.cpp"
    path.write_text("#include <vector>\nint main() {}\n")
    command = failure(capfd, "run", "--ttnn", installation, path)
    for each in (
        "-DTTNN_STANDALONE_INSTALLED",
        f"-I{installation}/ttnn/cpp/ttnn",
        f"-I{installation}/.cpmcache/fmt/73b5/include",
        f"-I{installation}/tt_metal/hw/inc/wormhole/wormhole_b0_defines",
        f"-L{installation}/build/lib",
    ):
        assert each in command.split()
    assert "TTNN_HOST_PYTHON" not in command
    monkeypatch.setenv("ARCH_NAME", "pentium")
    assert "unknown architecture pentium" in failure(capfd, "run", "--ttnn", installation, path)
    monkeypatch.setenv("TT_METAL_BUILD_HOME", str(tmp_path))
    monkeypatch.setenv("ARCH_NAME", "blackhole")
    assert "TTNN is not built" in failure(capfd, "run", "--ttnn", installation, path)


def test_standalone_flags_are_printed_as_cmake_lists(installation, capfd):
    assert main(["flags", "include-folders"]) == 0
    assert capfd.readouterr().out == f"{INCLUDE}\n"
    assert main(["flags", "link", "--ttnn", str(installation)]) == 0
    assert capfd.readouterr().out.split(";")[0] == f"-L{installation}/build/lib"


def test_cmake_project_with_emitted_cpp_builds_and_runs(program, tmp_path, compiler):
    if not shutil.which("cmake"):
        pytest.skip("no cmake")
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns("build"))
    tools = tmp_path / "bin"
    tools.mkdir()
    command = tools / "ttnn-standalone"
    command.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m ttmlir_py.tools.ttnn_standalone "$@"\n'
    )
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "TTNN_HOST_TRACE": "1"}
    environment.pop("TT_METAL_HOME", None)

    def run():
        return subprocess.run(
            [folder / "run"], env=environment, capture_output=True, text=True, check=False
        )

    assert "There is no program" in run().stderr
    shutil.copy(program, folder / "ttnn-standalone.cpp")
    done = run()
    assert done.returncode == 0, done.stderr
    assert RELU in done.stderr.splitlines()
    assert "warning" not in done.stderr
