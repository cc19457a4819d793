"""Tests of compiled modules in one file: an import gives the same module as Python's own import."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ttmlir_py.startup import compiled_modules
from ttmlir_py.startup.compiled_modules import CompiledModules

pytestmark = pytest.mark.slow

SOURCE = (
    "func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> { return %a : tensor<32x32xf32> }"
)
# Imports modules of a package. Prints the loader, a value and the file of each module.
PROGRAM = """
import os, sys
from importlib.machinery import PathFinder
from ttmlir_py.startup import compiled_modules
compiled_modules.PACKAGES = {"sample"}
sys.path[:0] = sys.argv[2:]
modules = compiled_modules.CompiledModules(sys.argv[1])
sys.meta_path.insert(sys.meta_path.index(PathFinder), modules)
sys.dont_write_bytecode = False
try:
    import sample, sample.part
    for each in (sample, sample.part):
        kept = type(each.__spec__.loader) is compiled_modules._Loader
        print("kept" if kept else "found", each.VALUE, each.__file__, list(getattr(each, "__path__", "")))
    import inspect
    assert sample.part.__cached__ == each.__spec__.cached and os.path.exists(sample.part.__cached__)
    assert inspect.getsource(sample.part.function) == "def function(): return 1 / 0\\n"
    sample.part.function()
except ZeroDivisionError as error:
    import traceback
    last = traceback.extract_tb(error.__traceback__)[-1]
    assert (last.filename, last.line) == (sample.part.__file__, "def function(): return 1 / 0")
except ImportError as error:
    print(error)
modules.keep()
"""


class Sample:
    """A package in a folder, and a file with its compiled modules."""

    def __init__(self, folder: Path):
        self.folder, self.earlier = folder / "later", folder / "earlier"
        self.package = self.folder / "sample"
        self.file = folder / "modules.pyc"
        self.package.mkdir(parents=True)
        self.earlier.mkdir()
        self.write(self.package / "__init__.py", 0)
        self.write(self.package / "part.py", 1)
        self.run()
        self.settle()  # the folder for compiled modules is new in the package's

    def write(self, path: Path, value: int) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"VALUE = {value}\ndef function(): return 1 / 0\n")

    def settle(self) -> None:
        """Set the times of all folders to one hour ago."""
        hour_ago = time.time() - 3600
        for path in self.folder.parent.rglob("*"):
            if path.is_dir():
                os.utime(path, (hour_ago, hour_ago))

    def run(self, *path: Path) -> list[list[str]]:
        """Return the loader and the value of each of the two modules."""
        search = path or (self.earlier, self.folder)
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, self.file, *search], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return [line.split()[:2] for line in done.stdout.splitlines()]


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return Sample(tmp_path)


FOUND, KEPT = [["found", "0"], ["found", "1"]], [["kept", "0"], ["kept", "1"]]


def test_compiled_modules_are_reused_by_next_process(sample: Sample) -> None:
    assert sample.run() == FOUND
    written = sample.file.stat().st_mtime_ns
    assert sample.run() == KEPT
    assert sample.file.stat().st_mtime_ns == written, "there is nothing to write"


def test_modules_compiled_under_different_path_report_current_file(sample: Sample) -> None:
    """The modules are compiled by `python -m compileall` in a folder that is then moved, or under a
    relative path.
    """
    command = [sys.executable, "-m", "compileall", "-q", "-f", "sample"]
    subprocess.run(command, cwd=sample.folder, check=True)
    sample.settle()
    assert sample.run() == FOUND
    assert sample.run() == KEPT


def change_source(sample: Sample) -> None:
    sample.write(sample.package / "part.py", 2)
    os.utime(sample.package / "part.py", (1, 1))  # of the same length: another time


def add_earlier(sample: Sample) -> None:
    sample.write(sample.earlier / "sample" / "__init__.py", 0)
    sample.write(sample.earlier / "sample" / "part.py", 2)


def add_package(sample: Sample) -> None:
    """Add a package with the name of a module. Python prefers the package."""
    sample.write(sample.package / "part" / "__init__.py", 2)


@pytest.mark.parametrize("change", [change_source, add_earlier, add_package])
def test_changed_module_is_recompiled_despite_cache(
    sample: Sample, change: Callable[[Sample], None]
) -> None:
    sample.run()
    change(sample)
    assert sample.run()[1] == ["found", "2"]
    sample.settle()
    assert sample.run()[1] == ["found", "2"]
    assert sample.run() == [["kept", "0"], ["kept", "2"]]


def test_deleted_module_is_not_imported_from_cache(sample: Sample) -> None:
    sample.run()
    (sample.package / "part.py").unlink()
    os.utime(sample.package, (1, 1))
    assert sample.run()[-1][:2] == ["No", "module"]
    sample.settle()
    sample.write(sample.package / "part.py", 30)
    assert sample.run() == [["found", "0"], ["found", "30"]]


def test_process_with_another_search_path_does_not_reuse_modules(sample: Sample) -> None:
    sample.run()
    assert sample.run(sample.folder) == FOUND
    assert sample.run(sample.folder) == KEPT, "it has the file from now on"
    assert sample.run() == FOUND


def test_modules_of_recently_changed_folder_are_not_cached(sample: Sample) -> None:
    """A later change could have the same time stamp."""
    os.utime(sample.package)
    assert sample.run() == FOUND
    assert sample.run() == [["kept", "0"], ["found", "1"]], "the package is in another folder"


@pytest.mark.parametrize("length", [0, 5, 20, -1])
def test_damaged_module_cache_file_is_ignored(sample: Sample, length: int) -> None:
    sample.run()
    data = sample.file.read_bytes()
    sample.file.write_bytes(data[:length])
    assert sample.run() == FOUND
    assert sample.run() == KEPT
    sample.file.write_bytes(bytes(8) + data[8:])
    assert sample.run() == FOUND, "of another version"


def test_process_without_write_permission_writes_no_module_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "modules.pyc"
    modules = CompiledModules(str(path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    modules._others.clear()
    modules.keep()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    if not (child := os.fork()):
        modules.keep()
        os._exit(0)
    os.waitpid(child, 0)
    assert not path.exists()
    modules.keep()
    assert path.exists()


def test_module_cache_file_does_not_grow_without_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = str(tmp_path / "many.pyc")
    monkeypatch.setitem(sys.modules, "json.alias", sys.modules["inspect"])
    monkeypatch.setitem(sys.modules, "nowhere.inspect", sys.modules["inspect"])
    modules = CompiledModules(path)
    modules._others.clear()
    modules.keep()
    kept = CompiledModules(path)
    assert "inspect" in kept._kept
    assert not {"pytest", "json.alias", "nowhere.inspect"} & kept._kept.keys()
    monkeypatch.setattr(compiled_modules, "MAX_MODULES", len(kept._kept))
    kept._others = set(sys.modules) - {"inspect"}
    kept._kept["another"] = kept._kept.pop("inspect")
    kept.keep()
    assert list(CompiledModules(path)._kept) == ["inspect"]


def test_process_with_custom_search_path_uses_normal_import(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = list(sys.meta_path)
    monkeypatch.setattr(compiled_modules, "_installed", [])
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    compiled_modules.install("ttopt")
    monkeypatch.delenv("PYTHONPATH")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    compiled_modules.install("ttopt")
    assert sys.meta_path == before


def test_tool_caches_modules_that_it_loads(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH"):
        environment.pop(name, None)
    code = (
        "import sys\n"
        "from ttmlir_py.startup import compiled_modules\n"
        "keep = compiled_modules.keep\n"
        "def count():\n"
        "    keep()\n"
        "    kept = [n for n, m in sys.modules.items() if type(getattr(getattr(m, '__spec__', 0), 'loader', 0)) is compiled_modules._Loader]\n"
        "    print('xdsl.dialects.builtin' in kept, 'ttmlir_py.ir.reading.parser' in kept, file=sys.stderr)\n"
        "compiled_modules.keep = count\n"
        "sys.path.remove('')\n"
        "sys.argv = ['ttopt', '-']\n"
        "from ttmlir_py.tools.start import ttopt\n"
        "ttopt()\n"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", code],
            input=SOURCE,
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        for _ in range(2)
    )
    assert first.stdout == second.stdout
    assert (first.stderr, second.stderr) == ("False False\n", "True True\n")


def test_keeping_without_installation_loads_no_module() -> None:
    """A run of the warm server ends with `keep`, and must not wait for an import."""
    code = (
        "import sys\n"
        "from ttmlir_py import startup\n"
        "loaded = set(sys.modules)\n"
        "startup.keep()\n"
        "print(sorted(set(sys.modules) - loaded))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
