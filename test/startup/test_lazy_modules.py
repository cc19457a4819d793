"""Tests of modules that the tools load on first use: they have the contents of Python's and xDSL's
modules.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from ttmlir_py.startup import lazy_modules

pytestmark = pytest.mark.slow


def _run(code: str, folder: Path | None = None) -> str:
    """Return the output of a Python process in which the stand-ins are installed."""
    install = "import sys\nfrom ttmlir_py.startup import lazy_modules\nlazy_modules.install()\n"
    done = subprocess.run(
        [sys.executable, "-c", install + code], capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_lazy_module_loads_at_first_attribute() -> None:
    out = _run(
        "import ast, ctypes, string, threading, inspect, dataclasses\n"
        "stand_ins = [n for n, m in sys.modules.items() if isinstance(m, lazy_modules.StandIn)]\n"
        "print(sorted(stand_ins), '_ast' in sys.modules, '_ctypes' in sys.modules)\n"
        "assert ctypes.c_float(0.5).value == 0.5\n"
        "import ctypes as loaded\n"
        "assert loaded is not ctypes and loaded.c_float is ctypes.c_float\n"
        "import ctypes.util\n"
        "assert ctypes is loaded\n"
        "assert ast.literal_eval('[1]') == [1]\n"
        "from string import ascii_letters, hexdigits\n"
        "assert ascii_letters[0] == 'a' and hexdigits == string.hexdigits\n"
        "try: ast.nothing\n"
        "except AttributeError as error: print(error)\n"
    )
    names = ["ast", "bz2", "ctypes", "dis", "ipaddress", "lzma", "string", "threading", "tokenize"]
    names += ["xdsl.utils.dialect_loader"]
    assert out.splitlines() == [f"{names} False False", "module 'ast' has no attribute 'nothing'"]


def test_inspect_getsource_works_with_lazy_module(tmp_path: Path) -> None:
    (tmp_path / "sample.py").write_text("X = 1\nclass A:\n    class B:\n        y = 2\n")
    out = _run("import inspect, sample\nprint(inspect.getsource(sample.A.B), end='')", tmp_path)
    assert out == "    class B:\n        y = 2\n"


def test_inspect_constants_with_lazy_dis_module_equal_those_of_dis() -> None:
    import dis

    assert sys.version_info >= (3, 14) or lazy_modules.COMPILER_FLAGS == dis.COMPILER_FLAG_NAMES
    out = _run(
        "import dis, inspect\n"
        "assert inspect.CO_COROUTINE == 128 and dis.COMPILER_FLAG_NAMES[128] == 'COROUTINE'\n"
        "print(*{i.opname for i in dis.get_instructions(lambda: 0)} & {'LOAD_CONST', 'RETURN_CONST'})\n"
    )
    assert out.strip() in ("LOAD_CONST", "RETURN_CONST")


def test_threads_that_import_lazy_module_get_same_module() -> None:
    out = _run(
        "import ast, threading\n"
        "seen = []\n"
        "ready = threading.Barrier(8)\n"
        "def ask():\n"
        "    ready.wait()\n"
        "    seen.append(ast.Module)\n"
        "threads = [threading.Thread(target=ask) for _ in range(8)]\n"
        "[t.start() for t in threads], [t.join() for t in threads]\n"
        "print(len(seen), len(set(seen)))\n"
    )
    assert out == "8 1\n"


def test_irdl_dialects_are_found_in_folder_with_irdl_files(tmp_path: Path) -> None:
    """xDSL's own finder looks for a folder with `.irdl` files and builds the imported module from
    them.
    """
    (tmp_path / "tiny.irdl").write_text(
        "builtin.module {\n  irdl.dialect @tiny {\n    irdl.operation @op {}\n  }\n}\n"
    )
    out = _run(
        "import xdsl.dialects\n"
        "assert 'xdsl.utils.dialect_stub' not in sys.modules\n"
        "import tiny\n"
        "print(tiny.Tiny.name, [op.name for op in tiny.Tiny.operations])\n"
        "assert 'xdsl.utils.dialect_stub' in sys.modules\n"
        "try: import small\n"
        "except ModuleNotFoundError as error: print(error)\n",
        tmp_path,
    )
    assert out.splitlines() == ["tiny ['tiny.op']", "No module named 'small'"]


def test_modules_loaded_before_lazy_import_stay_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    import ast
    import ctypes
    import string

    before = dict(sys.modules)
    lazy_modules.install()
    assert (sys.modules["ast"], sys.modules["ctypes"], sys.modules["string"]) == (
        *(ast, ctypes),
        string,
    )
    assert all(sys.modules[name] is module for name, module in before.items())


def _loaded(tool: str, *arguments: str | Path) -> set[str]:
    """Return the modules that a tool has loaded when it ends."""
    code = (
        "import os, sys\n"
        "def leave(code):\n"
        "    loaded = [n for n, m in sys.modules.items() if type(m).__name__ != 'StandIn']\n"
        "    print(*loaded, sep='\\n', file=sys.stderr)\n"
        "    sys.stderr.flush()\n"
        "    leave_now(code)\n"
        "leave_now, os._exit = os._exit, leave\n"
        f"from ttmlir_py.tools.start import {tool}\n"
        f"sys.argv = {[tool, *map(str, arguments)]!r}\n"
        f"{tool}()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_ttopt_on_small_input_loads_few_modules(tmp_path: Path) -> None:
    """Neither modules that only few runs use are loaded, nor those that xDSL and FlatBuffers import
    without using them.
    """
    source, lowered, binary = (tmp_path / name for name in ("a.mlir", "b.mlir", "c.ttnn"))
    source.write_text(
        "func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> { return %a : tensor<2x2xf32> }"
    )
    rare = {
        *("_ast", "_ctypes", "_string", "dis", "importlib.abc", "lark", "ml_dtypes", "numpy"),
        *("pathlib", "random", "shutil", "signal", "subprocess", "tempfile", "threading"),
        *("ttmlir_py.dialects.ttir", "ttmlir_py.passes.registry.ttir"),
        *("xdsl.dialects.irdl", "xdsl.utils.dialect_stub"),
    }
    unwanted = rare | {"argparse", "json", "ttmlir_py.dialects.ttnn"}
    assert not unwanted & _loaded("ttopt", source, "-o", tmp_path / "printed.mlir")
    _loaded("ttopt", "--ttir-to-ttnn-backend-pipeline", source, "-o", lowered)
    assert not rare & _loaded("tttranslate", "--ttnn-to-flatbuffer", lowered, "-o", binary)
    assert binary.read_bytes()[8:12] == b"TTNN"
