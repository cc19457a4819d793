"""The picture of packages in docs/architecture.md, which is drawn from the imports.

`make docs` writes the picture, and test_architecture.py compares it.
"""

from pathlib import Path

from import_graph import import_graph

import ttmlir_py

PACKAGE = Path(ttmlir_py.__file__).parent
PAGE = PACKAGE.parent / "docs" / "architecture.md"
START, END = "```mermaid\n", "```\n"
OPENED_WHEN_CALLED = {
    ("result_cache", "tools"),
    ("ttrt", "validation"),
    ("warm_server", "compiler"),
    ("warm_server", "dialects"),
    ("warm_server", "passes"),
    ("warm_server", "tools"),
}
"""The pairs (importing package, imported package) whose imports run only when a user calls one
function, or only in a server. The picture draws them as dashed arrows; the other arrows form no
cycle.
"""

Edge = tuple[str, str]


def package_edges() -> set[Edge]:
    """Return the pairs (importing package, imported package). The module `compiler` counts as a
    package.
    """
    packages = {each.parent.name for each in PACKAGE.glob("*/__init__.py")} | {"compiler"}
    edges: set[Edge] = set()
    for module, imports in import_graph(PACKAGE).items():
        for imported in imports:
            edge = (module.split(".")[1], imported.split(".")[1]) if "." in module else ("", "")
            if edge[0] != edge[1] and set(edge) <= packages:
                edges.add(edge)
    return edges


def reachable(edges: set[Edge], start: str) -> set[str]:
    """Return the packages that `start` imports, directly or through other packages."""
    found: set[str] = set()
    pending = [start]
    while pending:
        package = pending.pop()
        following = {target for source, target in edges if source == package} - found
        found |= following
        pending += following
    return found


def reduced(edges: set[Edge]) -> set[Edge]:
    """Return `edges` without each edge that a path of other edges already implies."""
    return {
        (source, target)
        for source, target in edges
        if not any(
            target in reachable(edges, other)
            for from_, other in edges
            if from_ == source and other != target
        )
    }


def picture() -> str:
    """Return the picture of packages as a Mermaid flow chart."""
    edges = package_edges()
    lines = ["flowchart TD"]
    lines += [
        f"  {source} --> {target}" for source, target in sorted(reduced(edges - OPENED_WHEN_CALLED))
    ]
    lines += [f"  {source} -.-> {target}" for source, target in sorted(edges & OPENED_WHEN_CALLED)]
    return "\n".join(lines) + "\n"


def in_page(page: str) -> str:
    """Return the text of `page` with the current picture in its Mermaid block."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    return before + start + picture() + end + after


if __name__ == "__main__":
    PAGE.write_text(in_page(PAGE.read_text()))
