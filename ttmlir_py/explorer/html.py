"""The explorer's page in one file, with a graph in it: everything can be looked at, nothing changed. It needs no server and no network."""

from collections.abc import Iterator, Mapping

from ttmlir_py.explorer.graph import Graph, as_dict
from ttmlir_py.explorer.layout import NODE_HEIGHT, NODE_WIDTH, views
from ttmlir_py.explorer.pages import self_contained
from ttmlir_py.explorer.session import Json, Result
from ttmlir_py.explorer.sources import sources
from ttmlir_py.explorer.stages import stage_graph, stages_of


def with_views(graph: Mapping[str, object]) -> Json:
    """A graph, as JSON has it, with its pictures, see `layout.views`, and the size of a node in pixels.

    Raises `LayoutError` where graphs cannot be laid out.
    """
    return {**graph, "views": views(graph), "node_size": [NODE_WIDTH, NODE_HEIGHT]}


def html_page(graph: Graph, **rest: object) -> str:
    """The page for a graph; `rest` are `sources` and `stages`, as the commands of these names answer, each stage with its `graph`.

    Raises `LayoutError`.
    """
    title = str((graph.summary or {}).get("model", graph.id))
    data = {"graph": with_views(as_dict(graph)), **rest}
    return self_contained("index.html", data, f"{title}: tt-explorer")


def html_text(result: Result, graph: Graph) -> str:
    """The page for a result, its texts and the stages of its compilation. Raises `LayoutError`, and `CompilationError` as `stages_of` does."""
    texts = {
        name: {"text": each.text, "lines": each.lines} for name, each in sources(result).items()
    }
    return html_page(graph, sources=texts, stages=list(_stages(result)))


def _stages(result: Result) -> Iterator[Json]:
    """The stages; the graph of one that has changed nothing is that of the one before, and left out."""
    stages = stages_of(result)
    for number, stage in enumerate(stages):
        said: Json = {"name": stage.name, "changed": stage.changed}
        if stage.changed:
            drawn = as_dict(stage_graph(result.model, stages, number))
            said["graph"] = with_views(drawn)
        yield said
