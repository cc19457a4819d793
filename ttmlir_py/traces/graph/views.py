"""Text views of graph traces, selected by name."""

from ttmlir_py.traces.graph import files, pictures, tables
from ttmlir_py.traces.graph.levelized import LevelizedGraph
from ttmlir_py.traces.graph.node import Trace


def view_text(trace: Trace, view: str) -> str:
    """Return the text of a view: json, table, tree, dot, levelized or levelized:2.

    Raises ValueError for other names.
    """
    name, _, level = view.partition(":")
    match name:
        case "json":
            return files.dump(trace)
        case "levelized":
            return LevelizedGraph(trace, int(level or 1)).dump()
        case "table":
            lines = tables.table_lines(trace)
        case "tree":
            lines = tables.tree_lines(trace)
        case "dot":
            lines = pictures.dot_lines(trace)
        case _:
            raise ValueError(f"there is no view '{view}'")
    return "".join(f"{line}\n" for line in lines)
