"""An interrupt ends every tool with exit code 130 and without a traceback, also while the tool is
loading.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ttmlir_py.common import files, interrupts

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SCRIPTS = {each.name: each.read_text().split()[-1][:-2] for each in (ROOT / "scripts").iterdir()}
"""Maps each script to the function that it calls."""

# Interrupts the process when the module named `module` is imported, and starts the tool.
PROGRAM = """
import os, signal, sys
class Finder:
    @staticmethod
    def find_spec(name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
sys.argv[1:] = {arguments!r}
from ttmlir_py.tools.start import {function}
{function}()
"""
INPUTS = {
    "ttopt": ["-"],
    "tttranslate": ["--mlir-to-cpp", "-"],
    "ttmlir_compile": ["-", "--emit=ttir"],
    "ttrt": ["read", "missing.ttnn"],
    "tttrace": ["display", "missing.json"],
    "ttnn_standalone": ["run", "missing.cpp"],
    "ttmlir_verify": ["missing.mlir", "missing.ttnn"],
    "ttreduce": ["-", "--test", "true {}"],
    "tt_explorer": ["compare", "missing.mlir"],
    "ttmlir_server": ["status"],
    "ttmlir_cache": ["--version"],
    "ttmlir_lsp": [],
    "ttmlir_mcp": [],
    "ttmlir": ["doctor"],
    "ttmlir_ops": ["extract", "missing.mlir"],
    "ttmlir_sweep": ["run", "missing.toml"],
}
LATER = {
    "ttopt": "ttmlir_py.compiler",
    "tttranslate": "ttmlir_py.compiler",
    "ttmlir_compile": "ttmlir_py.compiler",
    "ttrt": "ttmlir_py.ttrt.common.read",
    "tttrace": "ttmlir_py.traces.commands",
    "ttnn_standalone": "ttmlir_py.runtime.errors",
    "ttmlir_verify": "ttmlir_py.validation.comparing",
    "ttreduce": "ttmlir_py.compiler",
    "tt_explorer": "ttmlir_py.explorer.session",
    "ttmlir_lsp": "ttmlir_py.language_server.files",
    "ttmlir_mcp": "ttmlir_py.mcp_server.answers",
    "ttmlir": "ttmlir_py.tools.doctor",
    "ttmlir_ops": "ttmlir_py.sweep.operations",
    "ttmlir_sweep": "ttmlir_py.sweep.engines",
}
"""Maps each tool to a module that it imports only while it works."""


def interrupted(script: str, module: str, **options) -> subprocess.CompletedProcess[str]:
    function = SCRIPTS[script]
    program = PROGRAM.format(module=module, function=function, arguments=INPUTS[function])
    return subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, **options
    )


@pytest.mark.parametrize("script", SCRIPTS)
def test_interrupt_while_tool_loads_exits_with_130(script: str):
    for module in ("dataclasses", f"ttmlir_py.tools.{SCRIPTS[script]}"):
        done = interrupted(script, module)
        assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("tool", LATER)
def test_interrupt_while_tool_works_exits_with_130(tool: str):
    done = interrupted(tool.replace("_", "-"), LATER[tool])
    assert (done.returncode, done.stderr) == (130, "")


def test_tool_started_with_ignored_interrupt_ignores_interrupt():
    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    done = interrupted("ttopt", "ttmlir_py.tools.ttopt", preexec_fn=ignore)
    assert (done.returncode, done.stderr) == (0, "")


def test_exception_caused_by_interrupt_is_recognised():
    """An exception in `__set_name__` reaches the caller as the cause of a RuntimeError."""
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()
    assert interrupts.caused(caught.value)
    assert not interrupts.caused(RuntimeError())


def test_interrupt_while_object_is_destroyed_exits_with_130():
    program = """
import os, signal, time
from ttmlir_py.common import files
from ttmlir_py.common import interrupts
class Object:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100):
            pass
interrupts.leave_at_once()
interrupts.raise_interrupts()
try:
    Object()
    time.sleep(60)
except KeyboardInterrupt:
    os._exit(130)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (130, "")


# Writes half a file, receives a signal, and would write the rest.
HALF = """
import os, signal
signal.signal({number}, signal.SIG_DFL)
from ttmlir_py.common.files import new_file
with new_file("whole.txt") as file:
    file.write(b"half")
    file.flush()
    assert len(os.listdir()) == 1
    os.kill(os.getpid(), {number})
    file.write(b"more")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_fatal_signal_leaves_no_partial_file(number: int, tmp_path: Path):
    done = subprocess.run([sys.executable, "-c", HALF.format(number=int(number))], cwd=tmp_path)
    assert done.returncode == -number
    assert not list(tmp_path.iterdir())


def test_signal_handlers_are_restored_after_write(tmp_path: Path):
    def said(*_: object) -> None:
        raise AssertionError

    before = signal.signal(signal.SIGHUP, said)
    try:
        with files.replacement(tmp_path / "a"), files.replacement(tmp_path / "b"):
            assert signal.getsignal(signal.SIGHUP) is said
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)
