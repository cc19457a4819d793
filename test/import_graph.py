"""The import graph of the package: imports at the top, in functions, for type checkers, and by
names in strings.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Literal, NamedTuple

_MODULE_NAME = re.compile(r"ttmlir_py(?:\.\w+)+")
_QUOTED_NAME = re.compile(rf"[\"']{_MODULE_NAME.pattern}")


def module_name(path: Path, package: Path) -> str:
    """Return the dotted module name of the file `path` of `package`."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Import(NamedTuple):
    """A module that another one imports, or names in a string."""

    target: str
    line: int
    kind: Literal["immediate", "delayed", "name"]
    """A delayed import is in a function, or for type checkers only. A name is in a string."""


@cache
def imports_of(package: Path) -> dict[str, list[Import]]:
    """Return the imports of each module of `package` from the package, ordered by line."""
    files = {module_name(path, package): path for path in sorted(package.rglob("*.py"))}
    found: dict[str, list[Import]] = {}
    for name, path in files.items():
        found[name] = []
        for each in sorted(_imports(path.read_text()), key=itemgetter(1)):
            target = each.target
            while target not in files and "." in target:
                target = target.rpartition(".")[0]
            if target in files and target not in ("ttmlir_py", name):
                found[name].append(each._replace(target=target))
    return found


@cache
def import_graph(package: Path) -> dict[str, dict[str, int]]:
    """Return, for each module of `package`, the modules that it imports, each with the line of the
    first import.
    """
    return {
        name: {each.target: each.line for each in reversed(imports)}
        for name, imports in imports_of(package).items()
    }


def needless_delays(package: Path) -> list[str]:
    """Return the delayed imports of modules that the import of their module loads anyway.

    A module is not loaded anyway if it imports the other one, or if it loads names on demand.
    """
    graph = {
        name: {each.target for each in imports if each.kind == "immediate"}
        for name, imports in imports_of(package).items()
    }
    loaded = {name: _reachable(graph, name) for name in graph}
    on_demand = {name for name in graph if _has_getattr(package, name)}
    return [
        f"{name}:{each.line}: {each.target}"
        for name, imports in imports_of(package).items()
        for each in imports
        if each.kind == "delayed"
        and each.target in loaded[name]
        and each.target not in on_demand
        and name not in loaded[each.target]
    ]


def _reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    """Return the modules that the import of `start` loads, without `start`."""
    found: set[str] = set()
    pending = [start]
    while pending:
        name = pending.pop()
        parent = name.rpartition(".")[0]
        new = {*graph[name], *([parent] if parent in graph else [])} - found
        found |= new
        pending += new
    return found


def _has_getattr(package: Path, name: str) -> bool:
    init = package.parent.joinpath(*name.split("."), "__init__.py")
    return init.exists() and "def __getattr__" in init.read_text()


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a module, including nested statements, but not the expressions."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        for field in ("body", "orelse", "handlers", "finalbody", "cases"):
            inner = getattr(node, field, [])
            yield from inner
            pending += inner


def strings(nodes: Iterable[ast.AST]) -> Iterator[ast.Constant]:
    """Yield the string constants among `nodes` that are not docstrings. A parent must come before
    its children in `nodes`.
    """
    documentation: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documentation.add(id(node.value))
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation
        ):
            yield node


def _imports(text: str) -> Iterator[Import]:
    tree = ast.parse(text)
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        kind = "delayed" if node.col_offset else "immediate"
        yield from (Import(name, node.lineno, kind) for name in names)
    if not _QUOTED_NAME.search(text):
        return
    for node in strings(ast.walk(tree)):
        if found := _MODULE_NAME.match(str(node.value)):
            yield Import(found[0], node.lineno, "name")


def circles(graph: dict[str, dict[str, int]]) -> list[set[str]]:
    """Return the import cycles of `graph`, each as its set of modules (Tarjan's strongly connected
    components with more than one module).
    """
    found: list[set[str]] = []
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        open_.append(name)
        for target in graph[name]:
            if target not in numbers:
                visit(target)
                lowest[name] = min(lowest[name], lowest[target])
            elif target in open_:
                lowest[name] = min(lowest[name], numbers[target])
        if lowest[name] == numbers[name]:
            start = open_.index(name)
            if len(component := set(open_[start:])) > 1:
                found.append(component)
            del open_[start:]

    for name in graph:
        if name not in numbers:
            visit(name)
    return found
