"""`view-op-graph`: print the operations and values of a program as a Graphviz graph."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple, cast

from typing_extensions import override
from xdsl.dialects.builtin import ArrayAttr, DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.elements import splat_data
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.ir.writing.attributes import PrintOptions, attribute_text
from ttmlir_py.passes.base import Pass, option

_MOST_ELEMENTS = 16
"""Attributes with more elements than this are left out, unless a tool option sets another limit."""


@dataclass(frozen=True)
class ViewOpGraphPass(Pass):
    """Print Graphviz visualization of an operation

    Writes a graph in the DOT language to standard error. It has a node for each operation and block
    argument, a cluster for each block and each operation with regions, and an edge from the
    definition of a value to each operation that uses it. Nothing changes.
    """

    name = "view-op-graph"
    cpp_name = "ViewOpGraph"
    anchor = None

    max_label_len: int = option(20, "Limit attribute/type length to number of chars")
    print_attrs: bool = option(True, "Print attributes of operations")
    print_control_flow_edges: bool = option(False, "Print control flow edges")
    print_data_flow_edges: bool = option(True, "Print data flow edges")
    print_result_types: bool = option(True, "Print result types of operations")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        graph = _Graph(self, context.diagnostics.print_options, _colors(op))
        sys.stderr.write(graph.text(op))
        return False


def _colors(root: Operation) -> dict[str, str]:
    """Map each operation name to a color.

    Colors are assigned in the order of a walk that visits inner operations first.
    """
    names: dict[str, None] = {}

    def visit(op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    visit(inner)
        names.setdefault(operation_name(op))

    visit(root)
    return {name: f"{index / len(names):.6f} 1.0 1.0" for index, name in enumerate(names)}


class _Node(NamedTuple):
    """A node of the graph. If it represents a cluster, edges end at the node, because edges cannot
    point to a cluster.
    """

    number: int
    cluster: int | None = None


@dataclass
class _Graph:
    """The text of a graph in the DOT language."""

    options: ViewOpGraphPass
    print_options: PrintOptions
    colors: Mapping[str, str]
    _lines: list[str] = field(default_factory=list[str])
    _edges: list[str] = field(default_factory=list[str])
    _uses: list[tuple[SSAValue, _Node, str]] = field(
        default_factory=list[tuple[SSAValue, _Node, str]]
    )
    _nodes: dict[SSAValue, _Node] = field(default_factory=dict[SSAValue, _Node])
    _count: int = 0
    _depth: int = 1

    def text(self, op: Operation) -> str:
        """Return the text of the graph of `op`."""
        self._write("compound = true;")
        self._operation(op)
        if self.options.print_data_flow_edges:
            for value, user, label in self._uses:
                self._edge(self._nodes[value], user, label, "solid")
        for edge in self._edges:
            self._write(f"{edge};")
        return "\n".join(["digraph G {", *self._lines, "}", ""])

    def _write(self, line: str) -> None:
        self._lines.append("  " * self._depth + line)

    def _node(self, label: str, shape: str = "ellipse", color: str = "") -> _Node:
        self._count += 1
        attributes = {"label": _quoted(label), "shape": shape}
        if color:
            attributes |= {"style": "filled", "fillcolor": f'"{color}"'}
        self._write(f"v{self._count} {_list_text(attributes)};")
        return _Node(self._count)

    def _cluster(self, label: str, build: Callable[[], None]) -> _Node:
        self._count += 1
        number = self._count
        self._write(f"subgraph cluster_{number} {{")
        self._depth += 1
        anchor = self._node(" ", "plain")
        self._write(f"label = {_quoted(label)};")
        build()
        self._depth -= 1
        self._write("}")
        return _Node(anchor.number, number)

    def _edge(self, source: _Node, target: _Node, label: str, style: str) -> None:
        attributes = {"style": style}
        if source.cluster is None and target.cluster is None:
            attributes["label"] = _quoted(label)
        if source.cluster is not None:
            attributes["ltail"] = f"cluster_{source.cluster}"
        if target.cluster is not None:
            attributes["lhead"] = f"cluster_{target.cluster}"
        self._edges.append(f"v{source.number} -> v{target.number} {_list_text(attributes)}")

    def _operation(self, op: Operation) -> _Node:
        label = self._label(op)
        if op.regions:
            node = self._cluster(label, lambda: self._regions(op.regions))
        else:
            node = self._node(label, color=self.colors[operation_name(op)])
        for index, operand in enumerate(op.operands):
            self._uses.append((operand, node, "" if len(op.operands) == 1 else str(index)))
        for result in op.results:
            self._nodes[result] = node
        return node

    def _regions(self, regions: tuple[Region, ...]) -> None:
        for region in regions:
            for block in region.blocks:
                self._block(block)

    def _block(self, block: Block) -> None:
        def build() -> None:
            for argument in block.args:
                self._nodes[argument] = self._node(f"arg{argument.index}")
            previous: _Node | None = None
            for op in block.ops:
                node = self._operation(op)
                if previous is not None and self.options.print_control_flow_edges:
                    self._edge(previous, node, "", "dashed")
                previous = node

        self._cluster("", build)

    def _label(self, op: Operation) -> str:
        text = operation_name(op)
        if self.options.print_result_types:
            types = ", ".join(self._attribute(type) for type in op.result_types)
            text += f" : ({self._shortened(types)})"
        if self.options.print_attrs:
            text += "\n"
            attributes = {**op.properties, **op.attributes}
            attributes.pop("op_name__", None)
            for name in sorted(attributes):
                text += f"\n{name}: {self._elided(attributes[name])}"
        return text

    def _elided(self, attribute: Attribute) -> str:
        limit = self.print_options.elide_elements_if_larger
        limit = _MOST_ELEMENTS if limit is None else limit
        if isinstance(attribute, DenseIntOrFPElementsAttr):
            elements = cast("DenseIntOrFPElementsAttr[Any]", attribute)
            if splat_data(elements) is not None:
                return self._attribute(elements)
            shape = elements.get_shape()
            if prod(shape) > limit:
                brackets = len(shape)
                type = self._attribute(elements.get_type())
                return f"{'[' * brackets}...{']' * brackets} : {type}"
        elif isinstance(attribute, ArrayAttr) and len(cast("ArrayAttr[Any]", attribute)) > limit:
            return "[...]"
        return self._shortened(attribute_text(cast(Attribute, attribute)))

    def _attribute(self, attribute: Attribute) -> str:
        return attribute_text(attribute)

    def _shortened(self, text: str) -> str:
        limit = self.options.max_label_len
        return text if len(text) <= limit else f"{text[:limit]}..."


def _list_text(attributes: Mapping[str, str]) -> str:
    return f"[{', '.join(f'{name} = {attributes[name]}' for name in sorted(attributes))}]"


_ESCAPES = {ord("\\"): "\\\\", ord("\t"): "\\t", ord("\n"): "\\n", ord('"'): '\\"'}


def _quoted(text: str) -> str:
    """Return `text` as a quoted DOT string. Unprintable bytes are written in octal."""
    letters = [
        _ESCAPES.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")
        for byte in text.encode()
    ]
    return f'"{"".join(letters)}"'
