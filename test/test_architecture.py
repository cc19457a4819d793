"""The rules of docs/architecture.md that a program can check."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from architecture_picture import PAGE, in_page
from import_graph import circles, import_graph, needless_delays, statements, strings
from xdsl.dialects import get_all_dialects

import ttmlir_py
from ttmlir_py import startup
from ttmlir_py.dialects import dialect_names, ttir, ttnn
from ttmlir_py.dialects.upstream import EXTERNAL_MODELS
from ttmlir_py.schemas import load_schema

PACKAGE = Path(ttmlir_py.__file__).parent
ROOT = Path(__file__).parents[1]
MODULES = sorted(PACKAGE.rglob("*.py"))
# Packages that every other package may import.
TABLES = {"common", "revisions"}
ALLOWED = {
    "revisions": {"common"},
    "common": {"common"},
    "startup": {"startup"},
    "ir": {"ir", "common"},
    "dialects": {"dialects", "ir", *TABLES},
    "rewriting": {"rewriting", "dialects", "ir"},
    "passes": {"passes", "rewriting", "dialects", "ir", *TABLES},
    "schemas": {"schemas", *TABLES},
    "target": {"target", "building", "passes", "rewriting", "dialects", "ir", "schemas", *TABLES},
    "building": {"building", "dialects", "ir", *TABLES},
    # The reference must not depend on the code that is checked against it.
    "reference": {"reference", "dialects", "ir", *TABLES},
    "compiler": {"compiler", "target", "traces", "ttrt", "passes", "dialects", "ir", *TABLES},
    "lit": {"dialects", "tools"},
    "universe": {"passes", "dialects"},
    "runtime": {"runtime", "schemas", *TABLES},
    "tensix": {"tensix", "runtime", "schemas", *TABLES},
    "traces": {
        *("traces", "target", "building", "passes", "dialects", "ir"),
        *("runtime", "schemas", *TABLES),
    },
    "ttnn": {"ttnn", "traces", "runtime", *TABLES},
    "standalone": {"standalone", "ttnn", "runtime", *TABLES},
    "ttrt": {
        *("ttrt", "traces", "tensix", "standalone", "target"),
        *("runtime", "schemas", *TABLES),
    },
    "validation": {
        *("validation", "testcase_reduction", "compiler", "reference", "runtime", "schemas"),
        *("standalone", "tensix", "ttnn", "passes", "dialects", "ir", *TABLES),
    },
    "testcase_reduction": {
        *("testcase_reduction", "compiler", "rewriting", "dialects", "ir", *TABLES),
    },
    "documentation": {
        *("documentation", "bindings", "validation", "ttnn", "target", "reference", "runtime"),
        *("building", "passes", "dialects", "ir", *TABLES),
    },
    "warm_server": {"warm_server", *TABLES},
    "result_cache": {"result_cache", "warm_server", *TABLES},
    "frontends": {
        *("frontends", "compiler", "ttrt", "traces", "runtime", "rewriting"),
        *("target", "building", "passes", "dialects", "ir", *TABLES),
    },
    "explorer": {
        *(
            "explorer",
            "compiler",
            "ttrt",
            "traces",
            "frontends",
            "runtime",
            "schemas",
            "validation",
        ),
        *("target", "passes", "dialects", "ir", *TABLES),
    },
    "editing": {
        *("editing", "frontends", "compiler", "ttrt", "runtime", "schemas", "building", "target"),
        *("passes", "dialects", "ir", *TABLES),
    },
    "language_server": {"language_server", "editing", "ir", "revisions"},
    "sweep": {
        *("sweep", "validation", "frontends", "testcase_reduction", "compiler", "reference"),
        *("tensix", "traces", "result_cache", "runtime", "schemas", "rewriting", "dialects"),
        *("ir", *TABLES),
    },
    "mcp_server": {
        *("mcp_server", "editing", "compiler", "runtime", "schemas", "passes", "dialects"),
        *("ir", *TABLES),
    },
    # The bindings may import everything, and no package imports them.
    "bindings": {
        *(
            "bindings",
            "frontends",
            "compiler",
            "tensix",
            "ttrt",
            "ttnn",
            "runtime",
            "reference",
            "target",
            "building",
        ),
        *("passes", "rewriting", "dialects", "ir", *TABLES),
    },
    "tools": {
        *("tools", "explorer", "frontends", "compiler", "ttrt", "traces", "standalone", "target"),
        *(
            "validation",
            "testcase_reduction",
            "warm_server",
            "result_cache",
            "language_server",
            "mcp_server",
            "sweep",
            "reference",
            "runtime",
            "schemas",
            "passes",
            "rewriting",
            "dialects",
            "ir",
            "startup",
            *TABLES,
        ),
    },
}
# Imports inside functions: the semantics of a source program, which only golden comparison needs.
OPENED = {
    "ttmlir_py.ttrt.execution": {"validation"},
    "ttmlir_py.result_cache.recording": {"tools"},
    # Another compiler's program is compared with its source, and errors of its files are reported.
    "ttmlir_py.frontends.tt_xla": {"validation", "schemas"},
    # The server runs the tools in the same way as their console scripts do.
    "ttmlir_py.warm_server.preparation": {"tools", "compiler"},
    "ttmlir_py.warm_server.server": {"tools"},
    "ttmlir_py.warm_server.worker": {"tools"},
}
# Modules that `ttmlir_py/__init__.py` imports when an attribute of the package is first used.
ROOT_IMPORTS = {"compiler", "ir", "runtime"}
TENSTORRENT_DIALECTS = ("tt", "ttir", "ttkernel", "ttmetal", "ttnn")
MODULE_LINES, FUNCTION_LINES = 800, 60
CODE_COLUMNS = 100
# Packages that implement MLIR in general and name no Tenstorrent dialect.
MLIR_ONLY = ("ir", "rewriting", "passes/mlir", "dialects/upstream")


def first_level(module: str) -> str:
    """Return the package, or the top-level module, of this project that contains `module`."""
    return module.partition("ttmlir_py.")[2].partition(".")[0]


def allowed_imports(module: str) -> set[str]:
    """Return the packages that `module` may import."""
    package = first_level(module)
    return (ALLOWED[package] if package else ROOT_IMPORTS) | OPENED.get(module, set())


def test_package_imports_follow_allowed_directions():
    """Imports inside functions, imports for type checkers and module names in strings count,
    too.
    """
    wrong = [
        f"{module}, line {line}: {imported}"
        for module, imports in import_graph(PACKAGE).items()
        for imported, line in imports.items()
        if first_level(imported) not in allowed_imports(module)
    ]
    assert not wrong


def test_startup_is_imported_by_tools_only():
    """Other packages work without the start-up changes, so a user of the library gets plain Python
    and plain xDSL.
    """
    users = {
        module
        for module, imports in import_graph(PACKAGE).items()
        if any(first_level(imported) == "startup" for imported in imports)
        and first_level(module) != "startup"
    }
    assert users == {"ttmlir_py.tools.start", "ttmlir_py.tools.driver"}
    for module in users:
        imported = {
            each for each in import_graph(PACKAGE)[module] if first_level(each) == "startup"
        }
        assert imported == {"ttmlir_py.startup"}, module
    assert {name for name in vars(startup) if not name.startswith("_")} >= {"install", "keep"}


NAME_OF_CLASS = re.compile(r"_?[A-Z]\w*[a-z]\w*")
NAME_OF_MODULE = re.compile(r"(xdsl|ttmlir_py)(\.\w+)+")
QUOTED_MODULE = re.compile(rf"[\"']{NAME_OF_MODULE.pattern}[\"']")


def test_no_pair_of_strings_names_a_module_and_its_class():
    """Import a class where it is needed; a string escapes type checkers and editors."""
    wrong = [
        f"{module.relative_to(PACKAGE)}:{node.lineno}"
        for module in MODULES
        if QUOTED_MODULE.search(text := module.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Tuple) and names_class([*strings(iter(node.elts))])
    ]
    assert not wrong


def names_class(words: list[ast.Constant]) -> bool:
    """Return whether two strings are the name of a module and the name of a class in it."""
    texts = [str(word.value) for word in words]
    return (
        len(texts) == 2
        and NAME_OF_MODULE.fullmatch(texts[0]) is not None
        and NAME_OF_CLASS.fullmatch(texts[1]) is not None
    )


def test_type_checking_is_imported_from_typing():
    assigned = re.compile(r"^TYPE_CHECKING\b.*=", re.MULTILINE)
    assert not [module for module in MODULES if assigned.search(module.read_text())]


# Modules with classes whose annotations are evaluated when the class is made: attributes, which
# xDSL and `FormatAttribute` read, and named tuples, for which `typing` would compile each text.
EVALUATED_ANNOTATIONS = {
    "dialects/sdy/attributes",
    "dialects/tt/device",
    "dialects/tt/layout",
    "dialects/tt/system",
    "dialects/tt/tile",
    "dialects/ttkernel/types",
    "dialects/ttmetal/attributes",
    "dialects/ttnn/attributes",
    "ir/definition/attribute_format",
    "ir/external_models",
    "tools/driver",
}
MAY_HAVE_QUOTES = re.compile(r"""(?m)^[^#"'\n{]*(?:->|\w:) [\w\[, .|]*"[A-Za-z_]""")


def has_quoted_annotation(text: str) -> bool:
    annotations: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            annotations.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            annotations.append(node.annotation)
    return any(
        isinstance(part, ast.Constant) and isinstance(part.value, str)
        for each in annotations
        if each is not None
        and "Literal[" not in ast.unparse(each)
        and "Annotated[" not in ast.unparse(each)
        for part in ast.walk(each)
    )


def test_annotations_have_no_quotes():
    """With `from __future__ import annotations`, ruff removes the quotes."""
    texts = {
        module.relative_to(PACKAGE).with_suffix("").as_posix(): module.read_text()
        for module in MODULES
    }
    quoted = {
        name
        for name, text in texts.items()
        if "import annotations" not in text
        and MAY_HAVE_QUOTES.search(text)
        and has_quoted_annotation(text)
    }
    assert quoted == EVALUATED_ANNOTATIONS


def test_picture_of_packages_is_current():
    """If this test fails after a change of imports between packages, run `make docs`."""
    page = PAGE.read_text()
    assert page == in_page(page)


# Modules that may use private fields of xDSL's objects. Strict type checks forbid it elsewhere.
ALLOWED_PRIVATE = {
    "ir/construction": "makes operations without xDSL's constructors",
    "ir/reading/known_lines": "gives results the types that the text has met before, in the parser's hottest loop",
    "ir/checking/verifier": "walks blocks in its hottest loop",
    "ir/memo": "reads types in the hottest loops of verifier and printer",
    "ir/writing/names": "walks blocks in its hottest loop",
    "ir/writing/printer": "walks blocks in its hottest loop",
    "rewriting/control_flow": "walks IR that changes meanwhile",
    "rewriting/mutation": "changes operations without re-deriving what the caller knows",
}
PRIVATE_USAGE = "# pyright: reportPrivateUsage=false\n"


def test_only_listed_modules_touch_private_fields():
    found = {
        module.relative_to(PACKAGE).with_suffix("").as_posix()
        for module in MODULES
        if PRIVATE_USAGE in module.read_text()
    }
    assert found == set(ALLOWED_PRIVATE)


def is_op_and_its_patterns(circle: set[str]) -> bool:
    """Return whether an import cycle has only modules of one dialect, one of them
    `canonicalization`. Such cycles are allowed, because ops import their canonicalization patterns
    inside a function.
    """
    (dialect, *others) = {module.rpartition(".")[0] for module in circle}
    return not others and f"{dialect}.canonicalization" in circle and ".dialects." in dialect


def test_module_imports_have_no_cycle():
    assert [
        circle for circle in circles(import_graph(PACKAGE)) if not is_op_and_its_patterns(circle)
    ] == []


def test_imports_without_cost_are_at_top_of_module():
    """An import in a function, or for type checkers only, avoids a circle or the loading of a
    module.
    """
    assert needless_delays(PACKAGE) == []


def test_modules_and_functions_are_within_size_limits():
    long: list[str] = []
    for module in MODULES:
        text, name = module.read_text(), module.relative_to(PACKAGE)
        if (lines := len(text.splitlines())) > MODULE_LINES:
            long.append(f"{name} has {lines} lines")
        long += [
            f"{name}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
            for node in statements(ast.parse(text))
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= FUNCTION_LINES
        ]
    assert not long


def columns(file: Path) -> dict[int, int]:
    """Return the width of each line of `file`, without string literals, such as IR texts, if a line
    is too long with them.
    """
    source = file.read_text()
    widths = {
        number: len(re.sub(r"  # (type|pyright|noqa|fmt):.*", "", line))
        for number, line in enumerate(source.splitlines(), 1)
    }
    if max(widths.values(), default=0) <= CODE_COLUMNS:
        return widths
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        ):
            first, last = node.lineno, node.end_lineno or node.lineno
            if first == last:
                widths[first] -= (node.end_col_offset or 0) - node.col_offset
            for number in range(first, last + 1) if last > first else ():
                widths[number] = 0
    return widths


def test_code_of_tests_has_at_most_100_columns():
    assert not [
        f"{file}:{number}: {width} columns"
        for file in sorted((ROOT / "test").rglob("*.py"))
        for number, width in columns(file).items()
        if width > CODE_COLUMNS
    ]


def test_mlir_modules_do_not_name_tenstorrent_dialects():
    for module in MODULES:
        name = module.relative_to(PACKAGE).with_suffix("").as_posix()
        if not any(f"{name}/".startswith(f"{package}/") for package in MLIR_ONLY):
            continue
        known = re.findall(r"ttmlir_py\.dialects\.(\w+)", module.read_text())
        assert not set(known) & set(TENSTORRENT_DIALECTS), module


# Packages whose code must not name a dialect, and type keywords that are names of dialects, too.
DIALECT_FREE = ("ir", "rewriting")
TYPE_KEYWORDS = {"complex", "index", "memref", "tensor", "vector"}
DIALECTS = {*get_all_dialects(), *dialect_names()} - {"builtin"}
DIALECT_NAME = re.compile(rf"(?<![\w.-])(?:{'|'.join(sorted(DIALECTS))})\.[a-z_]")


@pytest.mark.parametrize("package", DIALECT_FREE)
def test_packages_for_all_dialects_name_no_dialect(package: str):
    """The test checks strings and imports from xDSL. The dialect `builtin` is an exception."""
    wrong: list[str] = []
    for module in MODULES:
        where = module.relative_to(PACKAGE).as_posix()
        if not where.startswith(f"{package}/"):
            continue
        tree = ast.parse(module.read_text())
        wrong += [
            f"{where}:{string.lineno}: {string.value!r}"
            for string in strings(ast.walk(tree))
            if DIALECT_NAME.search(str(string.value)) or string.value in DIALECTS - TYPE_KEYWORDS
        ]
        wrong += [
            f"{where}: imports {name}"
            for name in re.findall(r"\bxdsl\.dialects(?:\.| import )(\w+)", module.read_text())
            if name in DIALECTS
        ]
    assert not wrong


NAME_OF_OP = re.compile(r"(ttir|ttnn)\.\w+")
OPS = [op for dialect in (ttir.TTIR, ttnn.TTNN) for op in dialect.operations]
NAMES_OF_OPS = {f"{op.name.partition('.')[0]}.{op.__name__}" for op in OPS} | {
    op.name for op in OPS
}


@pytest.mark.parametrize("family", ["ttir", "ttnn"])
def test_passes_name_existing_ops(family: str):
    """A pattern that names an op, or its class in quotes, with a typing error would silently match
    nothing.
    """
    wrong = [
        f"{module}:{string.lineno}: {string.value!r}"
        for module in sorted((PACKAGE / "passes" / family).rglob("*.py"))
        for string in strings(ast.walk(ast.parse(module.read_text())))
        if NAME_OF_OP.fullmatch(str(string.value)) and string.value not in NAMES_OF_OPS
    ]
    assert not wrong


SMALL = "func.func @f(%a: tensor<4xf32>) { %0 = tensor.empty() : tensor<4xf32> return }"

ELEMENTWISE = (
    "func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {"
    "  %0 = tensor.empty() : tensor<4x4xf32>"
    '  %1 = "ttir.relu"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}>'
    " : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>"
    "  return %1 : tensor<4x4xf32> }"
)
TO_TTNN = "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn"
# The modules that a program of element-wise ops may import. `generic` has the base class of most
# element-wise ops, `creation` has `ttnn.empty`.
USED_OF_TTIR, USED_OF_TTNN = {"elementwise", "generic"}, {"creation", "elementwise", "layout"}


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        (
            f"import ttmlir_py; print(ttmlir_py.parse('{SMALL}'))",
            {f"ttmlir_py.dialects.upstream.{name}" for name in EXTERNAL_MODELS},
        ),
        (
            f"import ttmlir_py; module = ttmlir_py.parse('{ELEMENTWISE}'); "
            "ttmlir_py.PassManager('builtin.module(ttir-to-ttnn-backend-pipeline)').run(module)",
            {
                *(
                    f"ttmlir_py.dialects.ttir.{each}"
                    for each in {*ttir.TTIR.declarations} - USED_OF_TTIR
                ),
                *(
                    f"ttmlir_py.dialects.ttnn.{each}"
                    for each in {*ttnn.TTNN.declarations} - USED_OF_TTNN
                ),
                *(f"{TO_TTNN}.{each}" for each in {*ttir.TTIR.declarations} - USED_OF_TTIR),
            },
        ),
        (
            "import ttmlir_py",
            {"xdsl.dialects.builtin", "numpy", "lark", "flatbuffers", "ml_dtypes"},
        ),
        (
            f"import ttmlir_py; ttmlir_py.parse('{ELEMENTWISE}')",
            {"ttmlir_py.dialects.revisions.definitions", "ttmlir_py.passes.revisions.destinations"},
        ),
        ("import ttmlir_py.tools.ttopt", {"numpy", "lark", "flatbuffers", "ml_dtypes", "argparse"}),
        ("import ttmlir_py.tools.ttreduce", {"numpy", "lark", "xdsl", "ml_dtypes", "subprocess"}),
        ("import ttmlir_py.tools.ttmlir_compile", {"numpy", "lark", "xdsl", "ml_dtypes"}),
        ("import ttmlir_py.frontends.jax", {"jax", "jaxlib"}),
        ("import ttmlir_py.frontends.torch", {"torch", "torch_mlir"}),
        ("import ttmlir_py.tools.ttrt", {"numpy", "lark", "xdsl", "ml_dtypes", "ttmlir_py.traces"}),
        ("import ttmlir_py.runtime", {"xdsl", "lark"}),
        ("import ttmlir_py.tensix", {"xdsl", "lark", "numpy"}),
        ("import ttmlir_py.tools.ttnn_standalone", {"numpy", "lark", "xdsl", "ml_dtypes"}),
        ("import ttmlir_py.ttnn", {"xdsl", "ttmlir_py.traces"}),
    ],
)
def test_import_of_light_module_loads_no_heavy_library(statement: str, unwanted: set[str]):
    program = f"import sys; {statement}; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not unwanted & set(done.stdout.split())


def test_code_that_runs_programs_names_no_op():
    """Executors decide by the columns of the kernel table, never by the name of an op."""
    ops = set(load_schema("TTNN/binary.fbs").types["tt.target.ttnn.OpType"].tag.values) - {"NONE"}
    for module in MODULES:
        package, *rest = module.relative_to(PACKAGE).parts
        if package not in ("runtime", "ttrt") or rest[0] == "kernels":
            continue
        nodes = ast.walk(ast.parse(module.read_text()))
        named = {node.value for node in nodes if isinstance(node, ast.Constant)} & ops
        assert not named, f"{module} names {named}: make what it must know a column of `Kernel`"


POSSESSIVE_GROUP = re.compile(r"[^\\]\)[*+?]\+")


def test_possessive_groups_are_not_used_in_regular_expressions():
    """Python before 3.11.5 matches `(?:...)*+` wrongly; use `(?>(?:...)*)` instead (see
    ir/reading/lexer.py).
    """
    wrong = [
        f"{module}:{string.lineno}: {string.value!r}"
        for module in MODULES
        if POSSESSIVE_GROUP.search(text := module.read_text())
        for string in ast.walk(ast.parse(text))
        if isinstance(string, ast.Constant)
        and "`" not in str(string.value)
        and POSSESSIVE_GROUP.search(str(string.value))
    ]
    assert not wrong
