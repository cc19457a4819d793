"""The import graph of the package: imports at the top, in functions, for type checkers, and by
names in strings.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from operator import itemgetter
from pathlib import Path

_MODULE_NAME = re.compile(r"ttmlir_py(?:\.\w+)+")
_QUOTED_NAME = re.compile(rf"[\"']{_MODULE_NAME.pattern}")


def module_name(path: Path, package: Path) -> str:
    """Return the dotted module name of the file `path` of `package`."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def import_graph(package: Path) -> dict[str, dict[str, int]]:
    """Return, for each module of `package`, the modules that it imports, each with the line of the
    first import.
    """
    files = {module_name(path, package): path for path in sorted(package.rglob("*.py"))}
    graph: dict[str, dict[str, int]] = {}
    for name, path in files.items():
        imported: dict[str, int] = {}
        for target, line in sorted(_imports(path.read_text()), key=itemgetter(1)):
            while target not in files and "." in target:
                target = target.rpartition(".")[0]
            if target in files and target not in ("ttmlir_py", name):
                imported.setdefault(target, line)
        graph[name] = imported
    return graph


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


def _imports(text: str) -> Iterator[tuple[str, int]]:
    tree = ast.parse(text)
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
    if not _QUOTED_NAME.search(text):
        return
    for node in strings(ast.walk(tree)):
        if found := _MODULE_NAME.match(str(node.value)):
            yield found[0], node.lineno


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
