"""The public names of the package, as `help`, `dir` and type checkers show them."""

import ast
import json
import pydoc
import runpy
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py import ttnn
from ttmlir_py.documentation.type_stubs import stubs

pytestmark = pytest.mark.slow

MODULES = [
    "ttmlir_py",
    "ttmlir_py.building",
    "ttmlir_py.building.ttir",
    "ttmlir_py.building.ttnn",
    "ttmlir_py.compiler",
    "ttmlir_py.frontends.model",
    "ttmlir_py.lit",
    "ttmlir_py.testcase_reduction",
    "ttmlir_py.reference",
    "ttmlir_py.runtime",
    "ttmlir_py.schemas",
    "ttmlir_py.target",
    "ttmlir_py.tensix",
    "ttmlir_py.ttrt.common.util",
    "ttmlir_py.universe",
    "ttmlir_py.validation",
]
DIALECTS = ["ttmlir_py.dialects.ttir", "ttmlir_py.dialects.ttnn"]


@pytest.mark.parametrize("name", MODULES)
def test_dir_of_public_module_shows_its_public_names(name: str) -> None:
    module = import_module(name)
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, each) for each in module.__all__)


@pytest.mark.parametrize("name", ["jax", "torch"])
def test_dir_of_front_end_shows_its_public_names(name: str) -> None:
    pytest.importorskip(name)
    module = import_module(f"ttmlir_py.frontends.{name}")
    assert dir(module) == sorted(module.__all__)


@pytest.mark.parametrize("name", DIALECTS)
def test_dir_of_dialect_shows_its_operations(name: str) -> None:
    module = import_module(name)
    names = dir(module)
    assert "AddOp" in names
    assert all(each.endswith("Op") or each in ("TTIR", "TTNN") for each in names)
    assert all(hasattr(module, each) for each in names)


def test_dir_of_ttnn_shows_its_public_names() -> None:
    names = dir(ttnn)
    lazy = {"graph", "graph_tracer_utils", "tensor_trace"}
    of_torch = {"model_preprocessing", "tracer"} if find_spec("torch") else set()
    assert {*ttnn.__all__, *lazy, *of_torch} == {*names}
    assert {"add", "matmul", "open_device", "bfloat16"} <= {*names}
    assert not {"Callable", "TYPE_CHECKING", "import_module"} & {*names}
    assert "open_device" in pydoc.render_doc(ttnn, renderer=pydoc.plaintext)


@pytest.mark.parametrize("path", stubs(), ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_stored_package_stub_is_current(path: Path) -> None:
    assert path.read_text() == stubs()[path], f"{path} is stale: run `make generated`"


def test_public_names_and_signatures_equal_stored_file() -> None:
    """A removed or changed line breaks programs of users: docs/install.md says what it needs."""
    stored = (Path(__file__).parent / "public_names.txt").read_text().splitlines()
    script = runpy.run_path(str(Path(__file__).parents[1] / "site" / "public_names.py"))
    current = script["text_of_public_names"]().splitlines()
    broken = sorted({*stored} - {*current})
    assert not broken, f"removed or changed, which needs a new minor version: {broken}"
    assert stored == current, "new names: run `make generated`"


def test_help_of_the_package_shows_its_functions() -> None:
    code = "import ttmlir_py; help(ttmlir_py)"
    text = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    _, _, functions = text.stdout.partition("\nFUNCTIONS")
    for name in ("compile", "create_context", "parse", "system_desc", "translate"):
        assert f"\n    {name}(" in functions
    assert "class PassManager" in text.stdout


CHECKED = """import ttmlir_py
import ttmlir_py.runtime
from ttmlir_py import ttrt
from ttmlir_py import ttnn as library
from ttmlir_py.building import ttir as build_ttir, ttnn as build_ttnn
from ttmlir_py.dialects import tensor, ttir, ttnn
from ttmlir_py.ttrt.common import util

module = ttmlir_py.parse("")
binary = ttmlir_py.runtime.load(b"")
ttmlir_py.no_such_name
ttmlir_py.runtime.no_such_name
ttrt.no_such_name
ttir.NoSuchOp
ttnn.NoSuchOp
tensor.NoSuchOp
library.no_such_function
library.Callable
library.tensor_trace.no_such_function
build_ttir.no_such_op
build_ttnn.no_such_op
ttrt.runtime.no_such_name
util.no_such_name
functions = (library.add, library.matmul, library.open_device, library.bfloat16, library.test)
functions = (build_ttir.add, build_ttir.yield_, build_ttnn.add, build_ttnn.get_device)
others = (library.tensor_trace.init, ttrt.runtime.submit, util.Binary)
classes = (ttir.AddOp, ttnn.AddOp, tensor.EmptyOp, tensor.CastOp, ttrt.runtime, ttmlir_py.__version__)
"""


def test_type_checker_refuses_unknown_attributes_of_modules(tmp_path: Path) -> None:
    pyright = Path(sys.executable).with_name("pyright")
    command = str(pyright) if pyright.exists() else shutil.which("pyright")
    if command is None:
        pytest.skip("pyright is not installed")
    (tmp_path / "program.py").write_text(CHECKED)
    root = Path(ttmlir_py.__file__).parents[1]
    settings = {"extraPaths": [str(root)], "reportUnusedExpression": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    arguments = [command, "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    process = subprocess.run(arguments, capture_output=True, text=True)
    found = json.loads(process.stdout)["generalDiagnostics"]
    lines = [each["range"]["start"]["line"] for each in found if each["severity"] == "error"]
    assert lines == [*range(10, 23)]


def test_stub_of_package_declares_its_public_names() -> None:
    stub = ast.parse((Path(ttmlir_py.__file__).parent / "__init__.pyi").read_text())
    declared: set[str] = set()
    public: list[str] = []
    for statement in stub.body:
        if isinstance(statement, ast.ImportFrom):
            declared |= {alias.asname or alias.name for alias in statement.names}
            for alias in statement.names:
                home = import_module(statement.module or "")
                assert getattr(home, alias.name) is getattr(ttmlir_py, alias.name)
        elif isinstance(statement, ast.AnnAssign):
            declared.add(ast.unparse(statement.target))
        elif isinstance(statement, ast.Assign):
            public = ast.literal_eval(statement.value)
    assert public == ttmlir_py.__all__
    assert declared == set(public)
