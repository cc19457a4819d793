"""A graph trace as text: the table of memory after each event, and the tree of calls."""

from collections.abc import Iterator
from typing import Any

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.node import Node, NodeType, Trace, buffer_of, nesting, number
from ttmlir_py.traces.graph.queries import values_at
from ttmlir_py.traces.graph.reading import of_nodes

_LEGACY_EVENTS = {NodeType.FUNCTION_START: "begin_op"}
_SILENT = (NodeType.TENSOR, NodeType.BUFFER, NodeType.CAPTURE_END)
"""Types of nodes that have no row in the table."""


@of_nodes
def process_allocations(trace: Trace, *, legacy: bool = False, as_frame: bool = False) -> Any:
    """Return rows with the memory in use after each event inside functions.

    Rows are `current_op, event, total_cb, total_buffer, info`. Totals are bytes of DRAM and L1
    together; inputs of outermost functions are counted when they first occur. `legacy` selects the
    older format: `begin_op` for starts, no rows for ends, `addr` for addresses of circular buffers.
    `as_frame` returns a pandas DataFrame. Raises `TraceError` if pandas is not installed.
    """
    rows = list(allocation_rows(trace, legacy=legacy))
    if not as_frame:
        return rows
    try:
        import pandas  # pyright: ignore[reportMissingImports, reportMissingModuleSource]
    except ImportError:
        raise TraceError("as_frame needs pandas: pip install pandas") from None
    columns = ["current_op", "event", "total_cb", "total_buffer", "info"]
    return pandas.DataFrame(rows, columns=columns)  # pyright: ignore


def allocation_rows(trace: Trace, *, legacy: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the rows of `process_allocations`, as dictionaries."""
    total_cb = total_buffer = 0
    for node, opened in nesting(trace):
        kind = node.node_type
        if kind == NodeType.FUNCTION_START and len(opened) == 1:
            inputs = (each for each in values_at(trace, node) if each.node_type == NodeType.BUFFER)
            total_buffer += sum(number(each, "size") for each in inputs)
        elif kind == NodeType.CIRCULAR_BUFFER_ALLOCATE:
            total_cb += number(node, "size")
        elif kind == NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL:
            total_cb = 0
        elif kind == NodeType.BUFFER_ALLOCATE:
            total_buffer += number(node, "size")
        elif kind == NodeType.BUFFER_DEALLOCATE:
            total_buffer -= number(buffer_of(trace, node), "size")
        if kind in _SILENT or not opened or (legacy and kind == NodeType.FUNCTION_END):
            continue
        yield {
            "current_op": opened[-1].name,
            "event": _LEGACY_EVENTS.get(NodeType(kind), kind) if legacy else kind,
            "total_cb": total_cb,
            "total_buffer": total_buffer,
            "info": _legacy_info(node) if legacy else dict(node.params),
        }


def _legacy_info(node: Node) -> dict[str, str]:
    """Return the parameters of a node as in the older format, with `addr` for circular buffers."""
    is_circular = node.node_type == NodeType.CIRCULAR_BUFFER_ALLOCATE
    names = {"address": "addr"} if is_circular else {}
    return {names.get(name, name): value for name, value in node.params.items()}


def table_lines(trace: Trace, *, legacy: bool = False) -> Iterator[str]:
    """Yield the table as lines of text, with a header."""
    yield f"{'current_op':<40} {'event':<30} {'total_cb':>12} {'total_buffer':>14}  info"
    for row in allocation_rows(trace, legacy=legacy):
        info = ", ".join(f"{key}={value}" for key, value in row["info"].items())
        numbers = f"{row['total_cb']:>12,} {row['total_buffer']:>14,}"
        yield f"{row['current_op']:<40} {row['event']:<30} {numbers}  {info}".rstrip()


_LABELS = {
    NodeType.CAPTURE_START: "Capture Start",
    NodeType.CAPTURE_END: "Capture End",
    NodeType.BUFFER: "Add Device Buffer",
    NodeType.BUFFER_ALLOCATE: "Allocate Device Buffer",
    NodeType.BUFFER_DEALLOCATE: "Deallocate Device Buffer",
    NodeType.CIRCULAR_BUFFER_ALLOCATE: "Allocate Circular Buffer",
    NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL: "Deallocate All Circular Buffers",
}


def _label(node: Node) -> str:
    match node.node_type:
        case NodeType.FUNCTION_START:
            return f"Begin: {node.name}"
        case NodeType.FUNCTION_END:
            return f"End:   {node.name}"
        case NodeType.TENSOR:
            return f"Add Tensor: {node.params.get('tensor_id', '-1')}"
        case NodeType.ERROR:
            kind = node.params.get("error_type", "error")
            return f"Error: {kind}: {node.params.get('error_message', '')}".rstrip()
        case kind if kind in _LABELS:
            return _LABELS[NodeType(kind)]
        case kind:
            raise ValueError(f"unknown node type '{kind}'")


def tree_lines(trace: Trace) -> Iterator[str]:
    """Yield one line per node, indented by 4 blanks per open function.

    Raises ValueError for an unknown node type.
    """
    for node, opened in nesting(trace):
        depth = len(opened) - (node.node_type == NodeType.FUNCTION_START)
        yield " " * (4 * depth) + " ".join(_label(node).splitlines())


@of_nodes
def pretty_print(trace: Trace) -> str:
    """Return the tree of calls as text."""
    return "\n".join(tree_lines(trace))
