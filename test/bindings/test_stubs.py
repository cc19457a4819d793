"""The stub packages of `ttmlir` and `pykernel`, which type checkers read."""

import ast
import json
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ttmlir_py.bindings import ir
from ttmlir_py.documentation.binding_stubs import PACKAGES, main, stubs

pytestmark = pytest.mark.slow

PROGRAM = """\
from pykernel.types import CircularBuffer
from ttmlir.dialects import arith, func, linalg, memref, tt, ttir, ttnn
from ttmlir.extras import types as T
from ttmlir.ir import Context, F32Type, InsertionPoint, Location, Module, RankedTensorType
from ttmlir.passes import ttir_to_ttnn_backend_pipeline
from ttmlir.passmanager import PassManager

with Context() as context, Location.unknown():
    module = Module.create()
    f32 = F32Type.get()
    kind = RankedTensorType.get([32, 32], f32)
    with InsertionPoint(module.body):
        function = func.FuncOp("f", ([kind], [kind]))
        with InsertionPoint(function.add_entry_block()):
            first = function.arguments[0]
            added = ttir.add([kind], [first, first], [first])
            summed = ttir.SumOp(kind, first, first, True, dim_arg=[1])
            print(summed.input, summed.keep_dim, tt.DataType.Float32, tt.ir.DataTypeAttr)
            func.ReturnOp([added])
    ttir_to_ttnn_backend_pipeline(module, "")
    PassManager.parse("builtin.module(cse)").run(module.operation)
    print(linalg.fill(first, outs=[first]), memref.load(first, [first]), T.i32())
    arith.constant(T.i32(), 1)
    F32Type.get("x")
    ttir.SumOp(kind, first, 1, True)
    ttir.SumOp(kind, first, first, True, dims=[1])
    ttir.no_such_op(first)
    ttnn.SumOp(kind, first)
    tt.DataType.NoSuch
    context.no_such_member
    PassManager.parse(1)
    arith.AddIOp(first)
"""
"""The errors begin in the line after `arith.constant`."""


def test_stored_stub_packages_are_current():
    files = {path: path.read_text() for path in PACKAGES.rglob("*.pyi")}
    assert files == stubs(), "run `make generated`"


@pytest.mark.parametrize("dialect", ["arith", "linalg", "memref", "scf", "tt", "ttir", "ttnn"])
def test_stub_of_dialect_declares_the_names_of_its_module(dialect: str):
    module: Any = import_module(f"ttmlir_py.bindings.dialects.{dialect}")
    declared: set[str] = set()
    for name in (f"_{dialect}_ops_gen", dialect):
        path = PACKAGES / "ttmlir-stubs" / "dialects" / f"{name}.pyi"
        for each in ast.parse(path.read_text()).body:
            if isinstance(each, ast.FunctionDef | ast.ClassDef):
                declared.add(each.name)
            elif isinstance(each, ast.ImportFrom):
                declared |= {alias.asname or alias.name for alias in each.names}
            elif isinstance(each, ast.Assign):
                declared |= {ast.unparse(target) for target in each.targets}
    assert {*module.__all__} <= declared


LATER_PROGRAM = """\
from ttmlir.dialects import func, ttcore, ttir, ttnn
from ttmlir.ir import Context, F32Type, InsertionPoint, Location, Module, RankedTensorType

with Context() as context, Location.unknown():
    module = Module.create()
    kind = RankedTensorType.get([32, 32], F32Type.get())
    with InsertionPoint(module.body):
        function = func.FuncOp("f", ([kind], [kind]))
        with InsertionPoint(function.add_entry_block()):
            first = function.arguments[0]
            added = ttir.add(kind, first, first)
            summed = ttir.SumOp(kind, first, True, dim_arg=[1])
            print(summed.input, ttcore.DataType.Float32, ttnn.Layout.Tile)
            func.ReturnOp([added])
    ttir.SumOp(kind, 1, True)
    ttir.SumOp(kind, first, True, dims=[1])
    ttir.no_such_op(first)
    ttnn.SumOp(kind)
    ttnn.Layout.NoSuch
    ttnn.ir.BufferTypeAttr.get(context, 1).no_such_member
    ttnn.ir.NoSuchAttr
"""
"""The errors begin in the line after `func.ReturnOp`."""


@pytest.fixture(name="later_stubs", scope="module")
def written_later_stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("later") / "typings"
    main(["--tt-mlir=2026-08", str(folder)])
    return folder


def test_type_checker_reads_stubs_of_later_revision(later_stubs: Path):
    errors = errors_of(LATER_PROGRAM, later_stubs.parent, {})
    first = LATER_PROGRAM.splitlines().index("    ttir.SumOp(kind, 1, True)")
    assert errors == [*range(first, len(LATER_PROGRAM.splitlines()))]


def test_stubs_of_later_revision_declare_the_names_of_modules(later_stubs: Path):
    program = (
        "from ttmlir_py.bindings import activate; activate(revision='2026-08')\n"
        "from ttmlir.dialects import ttcore, ttir, ttnn\n"
        "for each in (ttcore, ttir, ttnn): print(*sorted(each.__all__))\n"
        "for each in (ttcore, ttir, ttnn):\n"
        "    classes = [(n, c) for n, c in vars(each.ir).items() if hasattr(c, 'XDSL')]\n"
        "    print(*[f'{n}.{m}' for n, c in classes for m, f in vars(c).items()"
        " if isinstance(f, property)])"
    )
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    dialects, lines = ("ttcore", "ttir", "ttnn"), output.splitlines()
    for dialect, line in zip(dialects, lines[3:], strict=True):
        tree = ast.parse((later_stubs / "ttmlir" / "dialects" / f"_{dialect}_ir.pyi").read_text())
        classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
        properties = [
            f"{each.name}.{member.name}"
            for each in classes
            for member in each.body
            if isinstance(member, ast.FunctionDef) and member.name != "get"
        ]
        assert properties == line.split()
    for dialect, line in zip(dialects, lines[:3], strict=True):
        declared = {"ir"}
        for name in (f"_{dialect}_ops_gen.pyi", f"{dialect}.pyi"):
            tree = ast.parse((later_stubs / "ttmlir" / "dialects" / name).read_text())
            declared |= {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
        assert declared == {*line.split()}


@pytest.mark.parametrize("arguments", [["x"], ["--tt-mlir=2026-08"], ["--tt-mlir=1999", "x"]])
def test_wrong_arguments_of_generator_are_reported(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    message = capsys.readouterr().err or str(stopped.value.code)
    assert "usage:" in message or "error: unknown revision '1999'" in message


@pytest.mark.parametrize("dialect", ["ttcore", "ttir", "ttnn"])
def test_stubs_of_later_revision_have_parameters_of_tablegen(later_stubs: Path, dialect: str):
    path = later_stubs / "ttmlir" / "dialects" / f"_{dialect}_ops_gen.pyi"
    found: dict[str, list[str]] = {}
    for each in ast.parse(path.read_text()).body:
        if isinstance(each, ast.ClassDef):
            made = next(one for one in each.body if isinstance(one, ast.FunctionDef))
            arguments = [*made.args.args[1:], *made.args.kwonlyargs]
            found[each.name] = [argument.arg for argument in arguments]
    expected: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("signatures_2026_08.txt").read_text().splitlines():
        if line.startswith(f"{dialect} "):
            _, name, _, parameters = line.split(" ", 3)
            names = [each.partition("=")[0] for each in parameters.split(", ")]
            expected[name] = [each for each in names if each != "*"]
    assert expected
    assert found == expected


def test_stub_parameters_equal_class_parameters():
    path = PACKAGES / "ttmlir-stubs" / "dialects" / "_ttir_ops_gen.pyi"
    module: Any = import_module("ttmlir_py.bindings.dialects.ttir")
    compared = 0
    for each in ast.parse(path.read_text()).body:
        if isinstance(each, ast.ClassDef):
            init = next(member for member in each.body if isinstance(member, ast.FunctionDef))
            code = getattr(module, each.name).__init__.__code__
            names = [a.arg for a in (*init.args.args, *init.args.kwonlyargs)]
            assert names == list(code.co_varnames[: len(names)])
            assert len(init.args.kwonlyargs) == code.co_kwonlyargcount
            compared += 1
    assert compared > 90


def test_stub_of_ir_declares_every_listed_class():
    text = (PACKAGES / "ttmlir-stubs" / "ir.pyi").read_text()
    declared = {each.name for each in ast.parse(text).body if isinstance(each, ast.ClassDef)}
    floats = {name for name in dir(ir) if name.startswith(("F", "BF")) and name.endswith("Type")}
    floats -= {"FloatType", "FunctionType"}
    assert floats == declared


def test_type_checker_reads_stubs_and_reports_wrong_arguments(tmp_path: Path):
    roots = [str(PACKAGES), str(PACKAGES.parents[2])]
    first = PROGRAM.splitlines().index('    F32Type.get("x")')
    errors = errors_of(PROGRAM, tmp_path, {"extraPaths": roots})
    assert errors == [*range(first, len(PROGRAM.splitlines()))]


def errors_of(program: str, folder: Path, settings: dict[str, Any]) -> list[int]:
    """Return the lines where pyright reports errors."""
    pyright = Path(sys.executable).with_name("pyright")
    command = str(pyright) if pyright.exists() else shutil.which("pyright")
    if command is None:
        pytest.skip("pyright is not installed")
    (folder / "program.py").write_text(program)
    settings = {**settings, "include": ["program.py"], "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    arguments = [command, "--outputjson", "--pythonpath", sys.executable, "-p", str(folder)]
    process = subprocess.run(arguments, capture_output=True, text=True)
    found = json.loads(process.stdout)["generalDiagnostics"]
    return [each["range"]["start"]["line"] for each in found if each["severity"] == "error"]
