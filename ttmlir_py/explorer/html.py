"""The explorer's page for a graph in a single, read-only file. It needs no server and no
network.
"""

from collections.abc import Iterator, Mapping

from ttmlir_py.explorer.graph import Graph, as_dict
from ttmlir_py.explorer.layout import NODE_HEIGHT, NODE_WIDTH, views
from ttmlir_py.explorer.pages import self_contained
from ttmlir_py.explorer.session import Json, Result
from ttmlir_py.explorer.sources import sources
from ttmlir_py.explorer.stages import stage_graph, stages_of


def with_views(graph: Mapping[str, object]) -> Json:
    """Return a graph with its views (see `layout.views`) and the size of a node in pixels.

    Raises `LayoutError` if the graph cannot be laid out.
    """
    return {**graph, "views": views(graph), "node_size": [NODE_WIDTH, NODE_HEIGHT]}


def html_page(graph: Graph, **rest: object) -> str:
    """Return the page of a graph.

    `rest` holds `sources` and `stages`, as the commands of these names return them, with a `graph`
    per stage. Raises `LayoutError`.
    """
    title = str((graph.summary or {}).get("model", graph.id))
    data = {"graph": with_views(as_dict(graph)), **rest}
    return self_contained("index.html", data, f"{title}: tt-explorer")


def html_text(result: Result, graph: Graph) -> str:
    """Return the page of a result with its texts and compilation stages.

    Raises `LayoutError`, and `CompilationError` like `stages_of`.
    """
    texts = {
        name: {"text": each.text, "lines": each.lines} for name, each in sources(result).items()
    }
    return html_page(graph, sources=texts, stages=list(_stages(result)))


def _stages(result: Result) -> Iterator[Json]:
    """Yield the stages of a result.

    A stage that changed nothing has no graph, because it equals the previous one.
    """
    stages = stages_of(result)
    for number, stage in enumerate(stages):
        said: Json = {"name": stage.name, "changed": stage.changed}
        if stage.changed:
            drawn = as_dict(stage_graph(result.model, stages, number))
            said["graph"] = with_views(drawn)
        yield said
