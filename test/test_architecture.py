"""The rules of docs/architecture.md that a program can check."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.dialects import get_all_dialects

import ttmlir_py
from ttmlir_py.dialects import dialect_names
from ttmlir_py.dialects.upstream import EXTERNAL_MODELS
from ttmlir_py.schemas import load_schema

PACKAGE = Path(ttmlir_py.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
# Tables that import nothing.
TABLES = {"boards", "formats"}
ALLOWED = {
    **{table: set[str]() for table in TABLES},
    "ir": {"ir"},
    "dialects": {"dialects", "ir", *TABLES},
    "rewriting": {"rewriting", "dialects", "ir"},
    "passes": {"passes", "rewriting", "dialects", "ir", *TABLES},
    "schemas": {"schemas"},
    "target": {"target", "passes", "rewriting", "dialects", "ir", "schemas", *TABLES},
    "building": {"building", "dialects", "ir"},
    "compiler": {"compiler", "target", "passes", "dialects", "ir"},
    "lit": {"dialects"},
    "universe": {"passes", "dialects"},
    "runtime": {"runtime", "schemas", *TABLES},
    "ttnn": {"ttnn", "runtime", *TABLES},
    "standalone": {"standalone", "ttnn", "runtime"},
    "ttrt": {"ttrt", "standalone", "target", "runtime", "schemas", *TABLES},
    "tools": {
        *("tools", "compiler", "ttrt", "standalone", "target", "runtime"),
        *("schemas", "passes", "rewriting", "dialects", "ir", *TABLES),
    },
}
# The package's front door opens the rest by name, when asked.
LAZY = {
    ("__init__.py", "ir"),
    ("__init__.py", "compiler"),
    ("__init__.py", "runtime"),
}
# What knows MLIR, and nothing of Tenstorrent.
MLIR_DIALECTS = ("emitc", "func", "tensor")
TENSTORRENT_DIALECTS = ("tt", "ttir", "ttkernel", "ttmetal", "ttnn")
MODULE_LINES, FUNCTION_LINES = 800, 60
# In which packages that holds.
MLIR_ONLY = ("ir", "rewriting", "passes/mlir", "dialects/upstream")
BLANK_TOKENS = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
# Lines of code: what documents the code, docstrings, comments and blank lines, costs nothing. The compiler proper has
# 18,000; what LLVM, TT-NN and generated code are to the original has budgets of its own. A module counts where the
# longest path that it is under is named.
BUDGETS = {
    ("dialects", "passes", "target", *sorted(TABLES)): 18_000,
    (*MLIR_ONLY, *(f"dialects/{name}" for name in MLIR_DIALECTS), "target/cpp"): 14_000,
    ("runtime",): 4_500,
    ("schemas",): 1_300,
    ("tools",): 2_000,
    ("ttrt",): 1_800,
    ("ttnn", "standalone"): 1_300,
    ("building",): 1_700,
}


def imported_packages(module: Path) -> list[tuple[str, int]]:
    """First-level packages of the project that a module imports, with line numbers."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(module.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: relative import"
            base = node.module or ""
            names = (
                [f"{base}.{alias.name}" for alias in node.names] if base == "ttmlir_py" else [base]
            )
        found += [
            (name.split(".")[1], node.lineno)
            for name in names
            if name.startswith("ttmlir_py.") and name.split(".")[1] in ALLOWED
        ]
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(module: Path):
    where = module.relative_to(PACKAGE).as_posix()
    allowed = ALLOWED.get(where.removesuffix(".py").split("/")[0], set())
    wrong = [
        f"{where}:{line}: imports ttmlir_py.{package}"
        for package, line in imported_packages(module)
        if package not in allowed and (where, package) not in LAZY
    ]
    assert not wrong


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_and_functions_are_small(module: Path):
    text = module.read_text()
    assert len(text.splitlines()) <= MODULE_LINES
    long = [
        f"{node.name} has {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= FUNCTION_LINES
    ]
    assert not long


def code_lines(module: Path) -> int:
    """The number of lines that hold code: neither blank, nor comment, nor docstring."""
    text = module.read_text()
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BLANK_TOKENS:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def counted_under(module: Path) -> str:
    """The longest path in `BUDGETS` that a module is under."""
    name = module.relative_to(PACKAGE).with_suffix("").as_posix()
    paths = [path for budget in BUDGETS for path in budget if f"{name}/".startswith(f"{path}/")]
    return max(paths, key=len, default="")


@pytest.mark.parametrize("paths", BUDGETS, ids=lambda paths: paths[0])
def test_packages_stay_within_their_budgets(paths: tuple[str, ...]):
    modules = [module for module in MODULES if counted_under(module) in paths]
    assert modules
    assert sum(map(code_lines, modules)) <= BUDGETS[paths]


def test_what_knows_mlir_knows_nothing_of_tenstorrent():
    for module in MODULES:
        if counted_under(module) not in MLIR_ONLY:
            continue
        known = re.findall(r"ttmlir_py\.dialects\.(\w+)", module.read_text())
        assert not set(known) & set(TENSTORRENT_DIALECTS), module


# What asks for external models instead of naming dialects, and keywords of types that are names of dialects too.
DIALECT_FREE = ("ir", "rewriting")
TYPE_KEYWORDS = {"complex", "index", "memref", "tensor", "vector"}
DIALECTS = {*get_all_dialects(), *dialect_names()} - {"builtin"}
DIALECT_NAME = re.compile(rf"(?<![\w.-])(?:{'|'.join(sorted(DIALECTS))})\.[a-z_]")


def strings_of(tree: ast.Module) -> Iterator[ast.Constant]:
    """The string constants of a module, those in format strings too, but not its docstrings."""
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation
        ):
            yield node


@pytest.mark.parametrize("package", DIALECT_FREE)
def test_no_dialect_is_named(package: str):
    """But for builtin: neither in a string, nor in an import of xDSL's."""
    wrong: list[str] = []
    for module in MODULES:
        where = module.relative_to(PACKAGE).as_posix()
        if not where.startswith(f"{package}/"):
            continue
        tree = ast.parse(module.read_text())
        wrong += [
            f"{where}:{string.lineno}: {string.value!r}"
            for string in strings_of(tree)
            if DIALECT_NAME.search(str(string.value)) or string.value in DIALECTS - TYPE_KEYWORDS
        ]
        wrong += [
            f"{where}: imports {name}"
            for name in re.findall(r"\bxdsl\.dialects(?:\.| import )(\w+)", module.read_text())
            if name in DIALECTS
        ]
    assert not wrong


def imported_modules(module: Path) -> set[Path]:
    """The modules of the project that a module imports, wherever the import stands and whatever it is for."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    paths = (PACKAGE.parent / f"{name.replace('.', '/')}.py" for name in names)
    return {path for path in paths if path.is_file()}


@pytest.mark.parametrize("package", ["ir", "runtime", "ttnn", "ttrt"])
def test_no_circle_of_files(package: str):
    """Lazy imports and those for type checking count."""
    left = {module: imported_modules(module) for module in (PACKAGE / package).rglob("*.py")}
    while free := {module for module, imported in left.items() if not imported & left.keys()}:
        left = {module: imported for module, imported in left.items() if module not in free}
    assert not left


SMALL = "func.func @f(%a: tensor<4xf32>) { %0 = tensor.empty() : tensor<4xf32> return }"


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        (
            f"import ttmlir_py; print(ttmlir_py.parse('{SMALL}'))",
            {f"ttmlir_py.dialects.upstream.{name}" for name in EXTERNAL_MODELS},
        ),
        (
            "import ttmlir_py",
            {"xdsl.dialects.builtin", "numpy", "lark", "flatbuffers", "ml_dtypes"},
        ),
        ("import ttmlir_py.tools.ttopt", {"numpy", "lark", "flatbuffers", "ml_dtypes", "argparse"}),
        ("import ttmlir_py.tools.ttrt", {"numpy", "lark", "xdsl", "ml_dtypes"}),
        ("import ttmlir_py.runtime", {"xdsl", "lark"}),
        ("import ttmlir_py.tools.ttnn_standalone", {"numpy", "lark", "xdsl", "ml_dtypes"}),
        ("import ttmlir_py.ttnn", {"xdsl"}),
    ],
)
def test_light_imports_stay_light(statement: str, unwanted: set[str]):
    program = f"import sys; {statement}; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not unwanted & set(done.stdout.split())


def test_facts_about_ops_stand_in_kernel_rows():
    """What runs programs decides by the columns of a kernel's row, never by the name of an op."""
    ops = set(load_schema("TTNN/binary.fbs").types["tt.target.ttnn.OpType"].tag.values) - {"NONE"}
    for module in MODULES:
        package, *rest = module.relative_to(PACKAGE).parts
        if package not in ("runtime", "ttrt") or rest[0] == "kernels":
            continue
        nodes = ast.walk(ast.parse(module.read_text()))
        named = {node.value for node in nodes if isinstance(node, ast.Constant)} & ops
        assert not named, f"{module} names {named}: make what it must know a column of `Kernel`"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_groups_are_repeated_atomically(module: Path):
    """Python before 3.11.5 mismatches `(?:...)*+`; `(?>(?:...)*)` says the same (see ir/reading/lexer.py)."""
    strings = [
        node.value
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "`" not in node.value
    ]
    assert not [text for text in strings if re.search(r"[^\\]\)[*+?]\+", text)]
