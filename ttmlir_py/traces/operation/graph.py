"""A collected op-execution trace: its operations, text output, files, conversion to a program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import new_file, read_file
from ttmlir_py.traces.operation.collect import Nested, collect
from ttmlir_py.traces.operation.files import from_bytes, to_bytes
from ttmlir_py.traces.operation.node import GraphData, OperationNode, Variable
from ttmlir_py.traces.operation.recorder import OperationRecorder

if TYPE_CHECKING:
    from ttmlir_py.ir.module import ModuleOp


class OperationGraph:
    """A graph of executed operations, linked by their tensors."""

    def __init__(self, data: GraphData | None = None) -> None:
        self.data = data or GraphData()

    @classmethod
    def of(cls, recorder: OperationRecorder, nested: Nested = "all") -> OperationGraph:
        """Return the graph of a recorder's records.

        `nested` selects operations; see `collect`. Raises ValueError for an unknown value.
        """
        if nested not in ("all", "leaves", "top"):
            raise ValueError(f"nested must be 'all', 'leaves' or 'top', not {nested!r}")
        return cls(collect(recorder.records, recorder.runs, nested))

    def ops(self) -> list[OperationNode]:
        """Return the operations in the order in which they started."""
        return self.data.nodes

    def variables(self) -> list[Variable]:
        """Return the placeholders, followed by the results of operations."""
        return list(self.data.variables.values())

    @property
    def placeholders(self) -> list[str]:
        """Return the names of the variables that no operation creates."""
        return self.data.placeholders

    @property
    def results(self) -> list[str]:
        """Return the names of the variables that are results of the program."""
        return self.data.results

    def forks(self) -> list[str]:
        """Return the names of the variables that several operations take."""
        takers: dict[str, set[str]] = {}
        for node in self.data.nodes:
            for name in node.inputs:
                takers.setdefault(name, set()).add(node.name)
        return [name for name in self.data.variables if len(takers.get(name, ())) > 1]

    def joins(self) -> list[str]:
        """Return the names of the operations that take several variables."""
        return [node.name for node in self.data.nodes if len(set(node.inputs)) > 1]

    def summary(self) -> str:
        """Return a text with counts, and tables of variables and operations."""
        return "\n".join(summary_lines(self.data))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the graph to a file. Raises OSError."""
        with new_file(path) as file:
            file.write(to_bytes(self.data))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> OperationGraph:
        """Return the graph in a saved file. Raises OSError, and `TraceError` for invalid files."""
        return cls(from_bytes(read_file(path)))

    def to_mlir(self, **options: Any) -> ModuleOp:
        """Return the executed program as a module. Raises `TraceError`.

        `options` are those of `programs.to_mlir`, which is imported here because a recorder does
        not need the compiler.
        """
        from ttmlir_py.traces.programs import to_mlir

        return to_mlir(self.data, **options)

    def __repr__(self) -> str:
        return f"<graph of {len(self.data.nodes)} operations>"


def summary_lines(data: GraphData) -> Iterator[str]:
    """Yield the lines of `tttrace summary` for a graph; see `lines_of_summary`."""
    made = {name: node.name for node in data.nodes for name in node.outputs}
    takers: dict[str, list[str]] = {}
    for node in data.nodes:
        for name in dict.fromkeys(node.inputs):
            takers.setdefault(name, []).append(node.name)
    return lines_of_summary(
        len(data.variables),
        len(data.placeholders),
        data.results,
        lambda: ((v, made.get(v.name), takers.get(v.name, ())) for v in data.variables.values()),
        len(data.nodes),
        lambda: data.nodes,
    )


def lines_of_summary(
    variable_count: int,
    placeholder_count: int,
    results: Iterable[str],
    variables: Callable[[], Iterable[tuple[Variable, str | None, Iterable[str]]]],
    node_count: int,
    nodes: Callable[[], Iterable[OperationNode]],
) -> Iterator[str]:
    """Yield counts, variables with the operations that create and take them, and operations.

    `variables` and `nodes` are each called twice.
    """
    yield f"Variables:    {variable_count}"
    yield f"Placeholders: {placeholder_count}"
    yield f"Operations:   {node_count}"
    yield f"Results:      {', '.join(results) or 'none'}"
    yield ""
    yield from _columns(lambda: map(_variable_row, variables()), _VARIABLE_COLUMNS)
    yield ""
    yield from _columns(lambda: map(_node_row, nodes()), _NODE_COLUMNS)


_VARIABLE_COLUMNS = ("Variable", "Type", "Kind", "Made by", "Taken by")
_NODE_COLUMNS = ("Operation", "Op", "Inputs", "Outputs", "Part of", "Attributes")


def _variable_row(described: tuple[Variable, str | None, Iterable[str]]) -> Sequence[str]:
    each, made_by, takers = described
    return each.name, each.type_text, each.kind, made_by or "-", ", ".join(takers) or "-"


def _node_row(node: OperationNode) -> Sequence[str]:
    lists = (", ".join(each) or "-" for each in (node.inputs, node.outputs))
    attributes = " ".join(map(str, node.properties)) or "-"
    return node.name, node.op_name, *lists, node.scope or "-", attributes


_WIDEST = 40


def _columns(rows: Callable[[], Iterable[Sequence[str]]], head: Sequence[str]) -> Iterator[str]:
    """Yield rows as columns below `head`. A text wider than its column moves the rest to the
    right.
    """
    widths = [*map(len, head)]
    for row in rows():
        widths = [*map(max, widths, map(len, row))]
    widths = [min(each, _WIDEST) for each in widths]
    yield _line(head, widths)
    yield "  ".join("-" * width for width in widths)
    for row in rows():
        yield _line(row, widths)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(map(str.ljust, row, widths)).rstrip()


def entry(node: OperationNode) -> dict[str, Any]:
    """Return an operation as a dictionary for JSON."""
    return {
        "name": node.name,
        "op_name": node.op_name,
        "op_type": node.op_type,
        "inputs": list(node.inputs),
        "outputs": list(node.outputs),
        "attributes": dict(node.attributes),
        "scope_name": node.scope,
    }
