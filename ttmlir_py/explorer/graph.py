"""Graphs of modules in Model Explorer's format, with additions of this explorer.

Each operation is a node, and so is each argument of a function or region. Functions and regions are
layers, and so are the names in locations, so that everything derived from one operation is grouped.
The id of a node consists of its function, its name or location, the operation's name and a number:
`main/matmul_1/ttnn.matmul__0`. Ids are deterministic, and do not change when other nodes appear or
disappear.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, cast

from xdsl.dialects.builtin import NameLoc, StringAttr
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from ttmlir_py.explorer.attributes import AttributeTexts
from ttmlir_py.ir.locations import find_file_location, nested_locations
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import DEFAULT_OPTIONS
from ttmlir_py.ir.writing.names import ValueNames
from ttmlir_py.ir.writing.printer import value_names

GRAPH_ID = "tt-graph"
"""Upstream's id of its graph."""

HIDDEN_LABELS = ("ttnn.deallocate", "ttnn.get_device", "ttnn.empty", "tensor.empty", "ttir.empty")
"""Labels of operations that a viewer hides by default."""

INPUTS = "Inputs"
"""Name of the layer of arguments."""


@dataclass(frozen=True, slots=True)
class KeyValue:
    """An attribute of a node. `editable` describes how the user can change it, as in upstream's
    explorer.
    """

    key: str
    value: str
    editable: Mapping[str, Any] | None = None
    display_type: str | None = None
    """`memory` if the value is a number from 0 to 1 that upstream's newer explorer shows as a bar;
    otherwise None.
    """


@dataclass(frozen=True, slots=True)
class IncomingEdge:
    """An edge from the node that produces an operand.

    Ids of outputs and inputs are their indices.
    """

    sourceNodeId: str
    sourceNodeOutputId: str = "0"
    targetNodeInputId: str = "0"


@dataclass(frozen=True, slots=True)
class MetadataItem:
    """The data shown for an input or output of a node."""

    id: str
    attrs: Sequence[KeyValue]


@dataclass(frozen=True, slots=True)
class GraphNodeStyle:
    """The colors of a node."""

    backgroundColor: str | None = None
    borderColor: str | None = None
    hoveredBorderColor: str | None = None


@dataclass(frozen=True, slots=True)
class GraphNodeConfig:
    """The settings of a node for its layout."""

    pinToGroupTop: bool = False


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node. `namespace` is its layer.

    Fields after `config` are additions of this explorer, which are omitted if unknown.
    """

    id: str
    label: str
    namespace: str = ""
    attrs: Sequence[KeyValue] = ()
    incomingEdges: Sequence[IncomingEdge] = ()
    outputsMetadata: Sequence[MetadataItem] = ()
    inputsMetadata: Sequence[MetadataItem] = ()
    subgraphIds: Sequence[str] = ()
    style: GraphNodeStyle | None = None
    config: GraphNodeConfig | None = None
    lines: Mapping[str, int] | None = None
    """Maps the texts in `Graph.source` to the line of the operation in each."""
    estimate: Mapping[str, Any] | None = None
    """Estimate of the performance model.

    It has times in nanoseconds, the limiting resource, cores, FLOP and bytes of DRAM.
    """
    accuracy: Mapping[str, Any] | None = None
    """Deviation of the simulator's result from the exact one; see `simulation.Accuracy`."""
    verdict: Mapping[str, Any] | None = None
    """Validation result: its class, errors, and the first expected and computed numbers; see
    `verdicts`.
    """
    legal: Sequence[str] | None = None
    """Legal layouts of the result, spelled as in overrides."""
    refused: Sequence[Mapping[str, Any]] | None = None
    """Layouts that the optimizer rejected, with reasons."""
    reason: str | None = None
    """Why the result has its layout."""
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class NodeDataResult:
    """The value of a node in an overlay."""

    value: float | str
    bgColor: str | None = None
    textColor: str | None = None


@dataclass(frozen=True, slots=True)
class ThresholdItem:
    """The color of values up to a threshold."""

    value: float
    bgColor: str
    textColor: str | None = None


@dataclass(frozen=True, slots=True)
class GradientItem:
    """The color at a position from 0 (the smallest value) to 1 (the largest value)."""

    stop: float
    bgColor: str
    textColor: str | None = None


@dataclass(frozen=True, slots=True)
class GraphNodeData:
    """An overlay: values of nodes by id, and their colors."""

    results: Mapping[str, NodeDataResult]
    name: str | None = None
    thresholds: Sequence[ThresholdItem] | None = None
    gradient: Sequence[GradientItem] | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph.

    Fields after `nodeLabelsToHide` are additions of upstream or of this explorer.
    """

    id: str
    nodes: Sequence[GraphNode]
    groupNodeAttributes: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict[str, Mapping[str, str]]
    )
    nodeLabelsToHide: Sequence[str] = HIDDEN_LABELS
    perf_data: Mapping[str, GraphNodeData] | None = None
    overlays: Mapping[str, Mapping[str, GraphNodeData]] | None = None
    overrides: Mapping[str, Any] | None = None
    cppCode: str | None = None
    source: Mapping[str, str] | None = None
    """Maps the forms of the program (ttir, ttnn, cpp, python) to texts."""
    timeline: Sequence[Mapping[str, Any]] | None = None
    """Operations of the main function in order.

    Each has its start and duration in estimated nanoseconds, and memory in bytes per bank.
    """
    summary: Mapping[str, Any] | None = None
    """Summary of the result: model, board, policy, estimated time, peak L1, option string.

    See `Result.summary`.
    """


@dataclass(frozen=True, slots=True)
class GraphCollection:
    """A list of graphs with a title."""

    label: str
    graphs: Sequence[Graph]


@cache
def _field_names(class_: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(class_))


def as_dict(value: Any) -> Any:
    """Return a graph, or a part of one, as JSON data: fields by name, without those that are
    None.
    """
    if is_dataclass(value):
        given = ((name, getattr(value, name)) for name in _field_names(type(value)))
        return {name: as_dict(each) for name, each in given if each is not None}
    if isinstance(value, Mapping):
        return {key: as_dict(each) for key, each in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, tuple | list):
        return [as_dict(each) for each in cast("Sequence[Any]", value)]
    return value


@dataclass(frozen=True, slots=True)
class Conversion:
    """A graph, and the id of the node of each operation except functions and modules."""

    graph: Graph
    ids: Mapping[Operation, str]


def convert(module: ModuleOp, *, graph_id: str = GRAPH_ID) -> Conversion:
    """Return the graph of a module of any dialects.

    It includes operations that viewers hide, so that all edges have both ends.
    """
    converter = _Converter(module)
    converter.place(module)
    graph = Graph(graph_id, converter.nodes(), converter.layers)
    return Conversion(graph, converter.ids)


def location_name(op: Operation) -> str | None:
    """Return the first name in the location of an operation, or None."""
    found = (each for each in nested_locations(op.location) if isinstance(each, NameLoc))
    return next((each.desc.data for each in found), None)


def symbol_of(op: Operation) -> str | None:
    """Return the symbol that an operation with regions, such as a function, defines; or None."""
    symbol = op.get_attr_or_prop("sym_name")
    return symbol.data if isinstance(symbol, StringAttr) and op.regions else None


def _place_text(op: Operation) -> str:
    """Return the name in the location of an operation, or its line and column."""
    name = location_name(op)
    if name is not None:
        return name
    place = find_file_location(op.location)
    return "" if place is None else f"{place.line.data}:{place.column.data}"


@dataclass(frozen=True, slots=True)
class _Argument:
    """A node for an argument, before it is created."""

    id: str
    layer: str
    value: BlockArgument


class _Converter:
    """A conversion in two steps: `place` assigns ids and layers, and `nodes` creates the nodes."""

    def __init__(self, module: ModuleOp):
        self.ids: dict[Operation, str] = {}
        self.layers: dict[str, dict[str, str]] = {}
        self._texts = AttributeTexts.new()
        self._names: ValueNames = value_names(module, DEFAULT_OPTIONS)
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._sources: dict[SSAValue, tuple[str, str]] = {}
        self._planned: list[tuple[Operation, str] | _Argument] = []
        functions = [op for op in module.walk() if op is not module and symbol_of(op) is not None]
        self._one_function = sum(not isinstance(op, ModuleOp) for op in functions) <= 1

    def place(self, module: ModuleOp) -> None:
        """Assign an id and a layer to everything in a module."""
        self._symbol(module, "", "")

    def nodes(self) -> list[GraphNode]:
        """Return the nodes in the order of the text."""
        numbers = iter(range(len(self._planned)))
        return [
            self._argument_node(each)
            if isinstance(each, _Argument)
            else self._node(*each, schedule=next(numbers))
            for each in self._planned
        ]

    # Methods that plan the ids and layers of nodes.

    def _unique(self, stem: str) -> str:
        number = self._counts[stem]
        self._counts[stem] = number + 1
        return f"{stem}__{number}"

    def _symbol(self, op: Operation, prefix: str, layer: str) -> None:
        """Assign ids and layers in a module or function. Its attributes become those of the
        layer.
        """
        values = dict(self._texts.operation_values(op))
        if values:
            self.layers.setdefault(layer, {}).update(values)
        for region in op.regions:
            self._region(region, prefix, layer, prefix)

    def _region(self, region: Region, prefix: str, layer: str, stem: str) -> None:
        for number, block in enumerate(region.blocks):
            part = f"{stem}/^bb{number}" if number else stem
            for argument in block.args:
                self._argument(argument, f"{part}/arg{argument.index}".lstrip("/"), layer)
            for op in block.ops:
                self._operation(op, prefix, layer)

    def _argument(self, argument: BlockArgument, id: str, layer: str) -> None:
        self._sources[argument] = id, "0"
        self._planned.append(_Argument(id, _joined(layer, INPUTS), argument))

    def _operation(self, op: Operation, prefix: str, layer: str) -> None:
        symbol = symbol_of(op)
        if symbol is not None:
            is_alone = self._one_function or isinstance(op, ModuleOp)
            inner = layer if is_alone else _joined(layer, symbol)
            self._symbol(op, _joined(prefix, symbol), inner)
            return
        if isinstance(op, ModuleOp) or (
            op.regions and not op.results and not op.operands and _holds_symbols(op)
        ):
            self._symbol(op, prefix, layer)
            return
        place = _place_text(op)
        id = self._unique("/".join(filter(None, (prefix, place, op.name))))
        self.ids[op] = id
        own = _joined(layer, *(location_name(op) or "").split("/"))
        if any(region.blocks for region in op.regions):
            own = _joined(own, id.rpartition("/")[2])
        self._planned.append((op, own))
        for number, result in enumerate(op.results):
            self._sources[result] = id, str(number)
        for number, region in enumerate(op.regions):
            inner = own if len(op.regions) == 1 else _joined(own, f"region {number}")
            self._region(region, id, inner, f"{id}/region{number}")

    # Methods that create nodes.

    def _node(self, op: Operation, layer: str, *, schedule: int) -> GraphNode:
        attrs = [KeyValue(key, value) for key, value in self._values(op)]
        attrs.append(KeyValue("schedule", str(schedule)))
        return GraphNode(
            self.ids[op],
            op.name,
            layer,
            attrs,
            [
                IncomingEdge(*self._sources[operand], str(number))
                for number, operand in enumerate(op.operands)
                if operand in self._sources
            ],
            [self._metadata(number, result) for number, result in enumerate(op.results)],
            [MetadataItem(str(n), [self._tag(each)]) for n, each in enumerate(op.operands)],
            config=GraphNodeConfig(pinToGroupTop=True) if op.regions else None,
        )

    def _values(self, op: Operation) -> Iterator[tuple[str, str]]:
        yield from self._texts.operation_values(op)
        if isinstance(op.location, NameLoc):
            yield "named_location", op.location.desc.data
        yield "full_location", self._texts.text(op.location)
        if op.results:
            yield from self._texts.value_values(op.results[0])

    def _argument_node(self, argument: _Argument) -> GraphNode:
        value = argument.value
        attrs = [KeyValue(*each) for each in self._texts.value_values(value)]
        edges = [
            IncomingEdge(self.ids[op], "0", str(number))
            for number, op in enumerate(_branches_to(value.block))
            if op in self.ids
        ]
        label = self._names.value(value)
        return GraphNode(
            argument.id, label, argument.layer, attrs, edges, [self._metadata(0, value)]
        )

    def _tag(self, value: SSAValue) -> KeyValue:
        """Return the label of a tensor, which Model Explorer shows on the edge."""
        return KeyValue("__tensor_tag", self._names.value(value))

    def _metadata(self, number: int, value: SSAValue) -> MetadataItem:
        values = [KeyValue(*each) for each in self._texts.value_values(value)]
        return MetadataItem(str(number), [self._tag(value), *values])


def _holds_symbols(op: Operation) -> bool:
    """Whether an operation contains functions or modules, as a device module does."""
    held = (each for region in op.regions for block in region.blocks for each in block.ops)
    return any(isinstance(each, ModuleOp) or symbol_of(each) is not None for each in held)


def _branches_to(block: Block) -> list[Operation]:
    """Return the terminators that branch to a block."""
    region = block.parent
    if region is None or region.blocks.first is block:
        return []
    last = (each.last_op for each in region.blocks)
    return [op for op in last if op is not None and block in op.successors]


def _joined(*parts: str) -> str:
    """Return the layer path of nested names. Empty names are skipped."""
    return "/".join(filter(None, parts))
