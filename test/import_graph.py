"""Which file of the package imports which: at the top, in functions, for type checkers, and by names written as strings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

_MODULE_NAME = re.compile(r"ttmlir_py(?:\.\w+)+")


def module_name(path: Path, package: Path) -> str:
    """The dotted name of a file of the package."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(package: Path) -> dict[str, dict[str, int]]:
    """For each module the modules that it imports, with the line where it first does."""
    files = {module_name(path, package): path for path in sorted(package.rglob("*.py"))}
    graph: dict[str, dict[str, int]] = {}
    for name, path in files.items():
        imported: dict[str, int] = {}
        for target, line in _imports(ast.parse(path.read_text())):
            while target not in files and "." in target:
                target = target.rpartition(".")[0]
            if target in files and target not in ("ttmlir_py", name):
                imported.setdefault(target, line)
        graph[name] = imported
    return graph


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        elif (
            isinstance(node, ast.Constant)
            and id(node) not in documentation
            and (found := _MODULE_NAME.match(str(node.value)))
        ):
            yield found[0], node.lineno


def circles(graph: dict[str, dict[str, int]]) -> list[set[str]]:
    """The sets of modules that reach one another (Tarjan's strongly connected components of more than one)."""
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
