"""Pictures of graph traces: Graphviz, SVG with or without Graphviz, and Perfetto's JSON."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from html import escape
from itertools import chain
from pathlib import Path

from ttmlir_py.common.files import write_file
from ttmlir_py.runtime.observers.svg import WHITE, opening
from ttmlir_py.runtime.observers.trace_events import (
    Event,
    counter_event,
    file_lines,
    name_event,
    slice_event,
)
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.node import Node, NodeType, Trace, function_ends, nesting, shortened
from ttmlir_py.traces.graph.queries import l1_usage
from ttmlir_py.traces.graph.reading import of_nodes

COLORS = ("#ffd8b1", "#aaffc3", "#fffac8", "#e6beff", "#fabebe", "#a9d6ff")
"""Background colors of functions, by depth."""
_NODE_COLOR = "#DCDCDC"
_RENDERED = (".svg", ".png", ".pdf")
_GRAPHVIZ_SECONDS = 60
_GRAPHVIZ_NODES = 2000
"""Largest number of nodes for Graphviz, if there is an alternative.

Its time grows with the square of the number, to about 10 s for this one.
"""

NodeLook = Callable[[Node], dict[str, str]]
Note = Callable[[str], None]
EdgeLook = Callable[[Node, Node], dict[str, str]]


def _quoted(text: str) -> str:
    """Return a quoted text for Graphviz, which decodes HTML entities, so `&` is escaped."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text.replace("&", "&amp;")}"'


def _attributes(values: dict[str, str]) -> str:
    return ", ".join(f"{key}={_quoted(value)}" for key, value in values.items())


def label(node: Node) -> str:
    """Return the label of a node: its type, and the function's name or the tensor's id."""
    second = _printable(node.name or node.params.get("tensor_id", ""))
    return f"{node.node_type}\n{second}" if second else node.node_type


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def dot_lines(
    trace: Trace,
    visualize_node: NodeLook | None = None,
    visualize_edge: EdgeLook | None = None,
) -> Iterator[str]:
    """Yield the trace as a Graphviz digraph, with a box per node and a cluster per function.

    `visualize_node` and `visualize_edge` may return additional attributes.
    """
    yield "digraph {"
    yield "  rankdir=TB; ordering=in;"
    yield f'  node [shape=box, style=filled, fillcolor="{_NODE_COLOR}"];'
    ended = set(function_ends(trace).values())
    number, depth = 0, 0
    for node, opened in nesting(trace):
        is_start = node.node_type == NodeType.FUNCTION_START
        is_end = node.node_type == NodeType.FUNCTION_END
        inside = len(opened) - is_start + is_end  # a function's end is drawn inside its cluster
        while depth > inside:
            depth -= 1
            yield "  " * (depth + 1) + "}"
        if is_start:
            title = _printable(node.name) + ("" if node.counter in ended else " (no end)")
            indent = "  " * (depth + 1)
            color = COLORS[depth % len(COLORS)]
            look = {"label": title, "style": "filled", "fillcolor": color}
            yield f"{indent}subgraph cluster_{number} {{ // subgraph_{number}"
            yield f"{indent}  " + "; ".join(f"{k}={_quoted(v)}" for k, v in look.items())
            number, depth = number + 1, depth + 1
        look = {"label": label(node)} | (visualize_node(node) if visualize_node else {})
        yield "  " * (depth + 1) + f"node_{node.counter} [{_attributes(look)}];"
        if is_end and depth:
            depth -= 1
            yield "  " * (depth + 1) + "}"
    for node in trace:
        for to in node.connections:
            look = visualize_edge(node, trace[to]) if visualize_edge else {}
            ending = f" [{_attributes(look)}]" if look else ""
            yield f"  node_{node.counter} -> node_{to}{ending};"
    yield "}"


@of_nodes
def visualize(
    trace: Trace,
    file_name: str | os.PathLike[str] | None = None,
    visualize_node: NodeLook | None = None,
    visualize_edge: EdgeLook | None = None,
) -> str:
    """Return the trace as Graphviz text, and write a picture if `file_name` is given.

    The suffix selects the format: `.dot` for the text, or `.svg`, `.png` and `.pdf` drawn by
    Graphviz. `.svg` also works without Graphviz, see `svg_text`. Raises ValueError for other
    suffixes, and `TraceError` if Graphviz cannot draw the picture.
    """
    text = "\n".join(dot_lines(trace, visualize_node, visualize_edge)) + "\n"
    if file_name is not None:
        suffix = Path(file_name).suffix
        if suffix == ".dot":
            write_file(file_name, text)
        elif suffix not in _RENDERED:
            raise ValueError(
                f"'{suffix}' is not a picture suffix: expected .svg, .png, .pdf or .dot"
            )
        elif suffix == ".svg":
            write_file(file_name, _svg_text(trace, text) + "\n")
        else:
            write_file(file_name, _drawn(text, suffix))
    return text


def svg_text(trace: Trace, note: Note | None = None) -> str:
    """Return the trace as SVG, drawn by Graphviz if possible, else by `svg_lines`.

    `note` receives the reason if Graphviz is installed but did not draw the picture.
    """
    return _svg_text(trace, "\n".join(dot_lines(trace)), note)


def _svg_text(trace: Trace, text: str, note: Note | None = None) -> str:
    """Return the trace as SVG. `text` is the trace as Graphviz text."""
    if shutil.which("dot") is None:
        return "\n".join(svg_lines(trace))
    try:
        if len(trace) > _GRAPHVIZ_NODES:
            raise TraceError(f"{len(trace):,} nodes are too many for Graphviz")
        return _drawn(text, ".svg").decode().rstrip("\n")
    except TraceError as error:
        if note:
            note(f"{error}: drawn without it, a row for each node")
        return "\n".join(svg_lines(trace))


def _drawn(text: str, suffix: str) -> bytes:
    try:
        done = subprocess.run(
            ["dot", f"-T{suffix[1:]}"],
            input=text.encode("utf-8", "replace"),
            capture_output=True,
            timeout=_GRAPHVIZ_SECONDS,
            check=True,
        )
    except FileNotFoundError:
        raise TraceError(f"Graphviz is needed for {suffix}: there is no program 'dot'") from None
    except subprocess.TimeoutExpired:
        message = f"Graphviz takes more than {_GRAPHVIZ_SECONDS} s: the trace is too large for it"
        raise TraceError(message) from None
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip().splitlines()
        raise TraceError(f"Graphviz fails: {reason[0] if reason else error.returncode}") from None
    return done.stdout


_ROW, _STEP, _BOX, _MARGIN = 26, 28, 300, 10


def svg_lines(trace: Trace) -> Iterator[str]:
    """Yield the trace as SVG: one row per node in event order, with frames around functions.

    Edges are curves to the right of the boxes, and bend out more if they span more rows. Repeated
    edges are drawn once.
    """
    depths = [
        len(opened) - (n.node_type == NodeType.FUNCTION_START) for n, opened in nesting(trace)
    ]
    deepest = max(depths, default=0)
    width = 2 * _MARGIN + _STEP * (deepest + 1) + _BOX + 260
    height = 2 * _MARGIN + _ROW * len(trace)
    yield opening(width, height)
    yield WHITE
    ends = {start: end for end, start in function_ends(trace).items()}
    right = _MARGIN + _STEP * (deepest + 1) + _BOX
    for node, depth in zip(trace, depths, strict=True):
        if node.node_type == NodeType.FUNCTION_START:
            last = ends.get(node.counter, len(trace) - 1)
            x, y = _MARGIN + _STEP * depth, _MARGIN + _ROW * node.counter
            size = f'width="{right - x}" height="{_ROW * (last - node.counter + 1) - 2}"'
            color = COLORS[depth % len(COLORS)]
            yield f'<rect x="{x}" y="{y}" {size} rx="4" fill="{color}" stroke="gray"/>'
    for node, depth in zip(trace, depths, strict=True):
        x, y = _MARGIN + _STEP * depth + 4, _MARGIN + _ROW * node.counter + 2
        size = f'width="{_BOX - 8}" height="{_ROW - 6}"'
        text = escape(shortened(f"{node.counter}  " + ": ".join(label(node).split("\n")), 50))
        yield f'<rect x="{x}" y="{y}" {size} fill="{_NODE_COLOR}" stroke="gray"/>'
        yield f'<text x="{x + 6}" y="{y + 14}">{text}</text>'
    for node in trace:
        for to in dict.fromkeys(node.connections):
            a, b = (_MARGIN + _ROW * each + _ROW // 2 for each in (node.counter, to))
            bend = right + min(20 + 4 * abs(to - node.counter), 250)
            curve = f"M{right},{a} C{bend},{a} {bend},{b} {right},{b}"
            yield f'<path d="{curve}" fill="none" stroke="#4060a0" stroke-opacity="0.5"/>'
    yield "</svg>"


def perfetto_lines(trace: Trace) -> Iterator[str]:
    """Yield the trace as a file for Perfetto and chrome://tracing.

    Functions are slices; L1 in buffers and in circular buffers are counters. Times are node
    counters in microseconds, because a graph trace has the order of events but not their times. A
    slice is written when its function ends, so only open functions are in memory. A function
    without an end stops with its caller, or before the next node outside it.
    """
    process = name_event("process", "graph trace", 0)
    return file_lines(chain([process], _perfetto_events(trace)), "ms")


def _perfetto_events(trace: Trace) -> Iterator[Event]:
    before = None
    opened: list[Node] = []
    for node, buffers, circular in l1_usage(trace):
        kind, level = node.node_type, node.stacking_level
        is_function = kind in (NodeType.FUNCTION_START, NodeType.FUNCTION_END)
        yield from _closed_slices(opened, level - 1 if is_function else level, node)
        if kind == NodeType.FUNCTION_START:
            opened.append(node)
        usage = {"buffers": buffers, "circular_buffers": circular}
        if usage != before:
            yield counter_event("L1 bytes", node.counter, usage)
        before = usage


def _closed_slices(opened: list[Node], level: int, by: Node) -> Iterator[Event]:
    """Yield slices of the functions deeper than `level`, which the node `by` closes."""
    while opened and opened[-1].stacking_level > level:
        start = opened.pop()
        arguments = {"arguments": start.arguments}
        duration = by.counter - start.counter
        yield slice_event(start.name, "function", start.counter, duration, arguments)
