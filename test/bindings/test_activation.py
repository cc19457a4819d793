"""The three ways in which a program can import the bindings as `ttmlir`: the command, `activate`,
and the pytest plugin.
"""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """\
import sys
from ttmlir.dialects import _arith_ops_gen as generated, arith
from ttmlir.ir import Context, Module

assert generated is arith
print(sys.argv[1:], __name__)
with Context():
    print(Module.parse("module {}"))
if "fail" in sys.argv:
    raise KeyError("own error")
"""


def run(*arguments: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=cwd)


def test_activate_command_runs_program_with_its_arguments(tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = run("-m", "ttmlir_py.bindings", str(program), "a", "--b")
    assert done.stdout == "['a', '--b'] __main__\nmodule {\n}\n\n", done.stderr


def test_activate_command_with_m_option_runs_module(tmp_path: Path):
    (tmp_path / "some_program.py").write_text(PROGRAM)
    done = run("-m", "ttmlir_py.bindings", "-m", "some_program", "a", cwd=tmp_path)
    assert done.stdout.startswith("['a'] __main__\n"), done.stderr


def test_traceback_of_activated_program_omits_frames_of_activate_command(tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = run("-m", "ttmlir_py.bindings", str(program), "fail")
    assert done.returncode == 1
    assert "KeyError: 'own error'" in done.stderr
    assert f'File "{program}", line 10, in <module>' in done.stderr
    assert "run_path" not in done.stderr


def test_activate_command_with_missing_program_reports_missing_file(tmp_path):
    done = run("-m", "ttmlir_py.bindings", "missing.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "ttmlir_py.bindings: error: missing.py: No such file or directory\n"


def test_activate_command_without_program_shows_usage():
    done = run("-m", "ttmlir_py.bindings")
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m ttmlir_py.bindings")


def test_import_of_ttmlir_without_activation_fails():
    done = run("-c", "import ttmlir_py, ttmlir_py.bindings, ttmlir")
    assert "No module named 'ttmlir'" in done.stderr


def test_activation_keeps_installed_ttmlir_unless_replacement_is_requested(tmp_path: Path):
    (tmp_path / "ttmlir").mkdir()
    (tmp_path / "ttmlir" / "__init__.py").write_text("REAL = True")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import ttmlir_py.bindings as b;"
        " b.activate({}); import ttmlir; print(hasattr(ttmlir, 'REAL'))"
    )
    assert run("-c", program.format("")).stdout == "True\n"
    assert run("-c", program.format("replace_installed=True")).stdout == "False\n"


def test_pytest_plugin_makes_ttmlir_package_importable(tmp_path: Path):
    (tmp_path / "test_it.py").write_text("def test_it():\n    import ttmlir.ir\n")
    done = run("-m", "pytest", "-q", "-p", "ttmlir_py.bindings.pytest_plugin", str(tmp_path))
    assert done.returncode == 0, done.stdout
