"""Files made from a result: Model Explorer graphs and node data, TT-NN visualizer, Perfetto,
SVG.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html import escape
from typing import Any

from ttmlir_py import compiler
from ttmlir_py.explorer.graph import Graph, GraphNode, as_dict
from ttmlir_py.explorer.html import html_text
from ttmlir_py.explorer.layout import NODE_HEIGHT, NODE_WIDTH, layout
from ttmlir_py.explorer.session import Result
from ttmlir_py.explorer.sources import sources
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.instrumentation import PRE_PIPELINE
from ttmlir_py.runtime.architectures import ESTIMATE
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.events import RunEvents, combine_hooks
from ttmlir_py.runtime.observers.svg import WHITE, heat_color, opening
from ttmlir_py.runtime.observers.trace_events import (
    Event,
    counter_event,
    file_lines,
    name_event,
    slice_event,
)
from ttmlir_py.ttrt.perf_model import Estimate

_TRACKS = ("compute", "DRAM", "NoC", "PCIe", "ethernet", "latency")
"""Resources that limit operations. Perfetto shows a track for each."""
_LETTERS = 24
"""Largest number of characters of a label in a picture."""


def with_sources(result: Result, graph: Graph) -> Graph:
    """Return the graph with the texts of the program, and the lines of each operation in these
    texts.
    """
    found = sources(result)
    nodes = [
        replace(
            node,
            lines={
                name: each.lines[node.id] for name, each in found.items() if node.id in each.lines
            },
        )
        for node in graph.nodes
    ]
    texts = {name: each.text for name, each in found.items()}
    return replace(graph, nodes=nodes, source=texts, cppCode=texts.get("cpp"))


def graph_json(result: Result, graph: Graph) -> str:
    """Return the graph with all known data as JSON, for Model Explorer and TT-NN visualizer."""
    said = {"label": result.model.name, "graphs": [as_dict(with_sources(result, graph))]}
    return json.dumps(said, indent=1) + "\n"


def node_data_json(_: Result, graph: Graph) -> str:
    """Return the overlays as a node data file: by name, then by graph."""
    return json.dumps(as_dict(graph.overlays or {}), indent=1) + "\n"


def perfetto_json(result: Result, graph: Graph) -> str:
    """Return the estimated operations one after another, as a Perfetto trace.

    Each operation is on the track of its limiting resource. Memory is shown as counters.
    """
    about = {"source": ESTIMATE, "model": result.model.name}
    return "\n".join(file_lines(_events(result, graph), about=about)) + "\n"


def _events(result: Result, graph: Graph) -> Iterator[Event]:
    yield name_event("process", f"{result.model.name}: {ESTIMATE}", 0)
    for number, track in enumerate(_TRACKS):
        yield name_event("thread", f"bound by {track}", 0, number)
    estimates: Mapping[str, Estimate] = result.main.estimates if result.main else {}
    labels = {node.id: node.label for node in graph.nodes}
    before: dict[str, Any] = {}
    for entry in graph.timeline or ():
        start, node = entry["start"] / 1000, entry["node"]
        estimate = estimates.get(node)
        if estimate is not None:
            details = {"node": node, "bound": estimate.bound, "cores": estimate.cores}
            duration = entry["duration"] / 1000
            track = {"tid": _TRACKS.index(estimate.bound)}
            yield slice_event(labels[node], ESTIMATE, start, duration, details, **track)
        for key, name in (("l1", "L1 bytes per bank"), ("dram", "DRAM bytes per bank")):
            if key in entry and before.get(key) != entry[key]:
                before[key] = entry[key]
                yield counter_event(name, start, {"used": entry[key]})


def named_source(result: Result, _: Graph) -> str:
    """Return the TTIR program with the names that overrides use, as input for the shown command.

    Raises ValueError if there is no TTIR program.
    """
    if result.ttir is None:
        raise ValueError(f"{result.model.name} is not compiled from TTIR")
    return print_operation(result.ttir, PrintOptions(debug_info=True))


def svg_picture(result: Result, graph: Graph) -> str:
    """Return a picture of the operations as boxes, colored by estimated time. Raises
    `LayoutError`.
    """
    hidden = set(graph.nodeLabelsToHide)
    nodes = [node for node in graph.nodes if node.label not in hidden]
    number = {node.id: index for index, node in enumerate(nodes)}
    edges = [
        (number[edge.sourceNodeId], index)
        for index, node in enumerate(nodes)
        for edge in node.incomingEdges
        if edge.sourceNodeId in number
    ]
    placed = layout(len(nodes), edges)
    width, height = placed.size
    estimates: Mapping[str, Estimate] = result.main.estimates if result.main else {}
    most = max((each.duration for each in estimates.values()), default=1.0)
    lines = [opening(width + 20, height + 40), WHITE]
    lines.append(f'<text x="10" y="16">{escape(_title(result))}</text>')
    lines.append('<g transform="translate(10,30)">')
    for route in placed.routes:
        points = [
            (
                placed.places[route.source][0] + NODE_WIDTH // 2,
                placed.places[route.source][1] + NODE_HEIGHT,
            ),
            *route.points,
            (placed.places[route.target][0] + NODE_WIDTH // 2, placed.places[route.target][1]),
        ]
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="#667788"/>')
    for node, (x, y) in zip(nodes, placed.places, strict=True):
        estimate = estimates.get(node.id)
        lines += _box(node, x, y, estimate.duration / most if estimate else 0.0, estimate)
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def _title(result: Result) -> str:
    if result.main is None:
        return result.model.name
    return f"{result.model.name}: {result.main.nanoseconds / 1000:.3f} us, {ESTIMATE}"


def _box(
    node: GraphNode, x: float, y: float, share: float, estimate: Estimate | None
) -> Iterator[str]:
    color = heat_color(share) if estimate else "#eef1f5"
    ink = "white" if share > 0.6 else "black"
    values = {each.key: each.value for each in node.attrs}
    texts = [node.label, values.get("shape", "")]
    if estimate:
        texts.append(f"{estimate.duration / 1000:.3f} us, {estimate.bound}")
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{NODE_WIDTH}" height="{NODE_HEIGHT}" rx="4" '
        f'fill="{color}" stroke="#445566">'
        f"<title>{escape(node.id)}</title></rect>"
    )
    for line, text in enumerate(texts):
        shown = text if len(text) <= _LETTERS else f"{text[:_LETTERS]}..."
        yield f'<text x="{x + 8:g}" y="{y + 18 + 17 * line:g}" fill="{ink}">{escape(shown)}</text>'


TEXTS: Mapping[str, Callable[[Result, Graph], str]] = {
    "html": html_text,
    "json": graph_json,
    "node-data": node_data_json,
    "perfetto": perfetto_json,
    "source": named_source,
    "svg": svg_picture,
}
"""Maps formats to functions that return the file's text for a result and its graph."""


def binary(result: Result) -> bytes:
    """Return the binary with its source program, which the explorer shows when it opens the binary.

    Raises ValueError if there is no binary.
    """
    if result.data is None:
        raise ValueError(f"{result.model.name} has no binary")
    if result.ttir is None:
        return result.data
    stages = [(PRE_PIPELINE, print_operation(result.ttir, PrintOptions(debug_info=True)))]
    return compiler.translate(result.module, stages=stages)


def write_report(result: Result, folder: str | os.PathLike[str]) -> None:
    """Write a report for TT-NN visualizer with estimated times, without running anything.

    Raises OSError, and ValueError for a model without a program for the device.
    """
    from ttmlir_py.traces.graph.report import ReportRecorder

    if result.binary is None or result.main is None:
        raise ValueError(f"{result.model.name} has no binary to report on")
    times = {each.operation.index: each.duration for each in result.main.estimates.values()}
    recorder = ReportRecorder(result.binary.system_desc, durations=times)
    hooks = combine_hooks(recorder.hooks, RunEvents(computes=False))
    try:
        with recorder.recording(folder):
            result.binary.run(None, result.main.program.index, hooks=hooks)
    except SimulationError as error:
        raise ValueError(str(error)) from None
