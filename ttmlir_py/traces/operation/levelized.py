"""Conversion of a graph trace to an op-execution graph: operations, linked by the levelized
graph.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.kernels import Elementwise, Kernel, find_kernel
from ttmlir_py.runtime.tensor import ROW_MAJOR, TILE, Layout, TensorDesc
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.arguments import ArgumentError, read_argument
from ttmlir_py.traces.graph.functions import given_texts
from ttmlir_py.traces.graph.levelized import LevelizedGraph, Vertex
from ttmlir_py.traces.graph.operations import buffer_info
from ttmlir_py.traces.operation.fields import OPERATIONS, keyword_properties
from ttmlir_py.traces.operation.node import ARRAY, PLACEHOLDER, GraphData, OperationNode, Variable

_PREFIX = "ttnn::"
_FORMATS = {format_.library_name.upper(): format_ for format_ in FORMATS.values()}
_SIZES = re.compile(r"\[([\d, ]*)\]")
_MOVED = {"ToDeviceOp": "DeviceDRAM", "FromDeviceOp": "System"}
_CONVERTING = ("ToLayoutOp", "TypecastOp", "ToDTypeOp", "ToMemoryConfigOp")
"""Operations whose result has another format or placement than their operand."""


def graph_of(levelized: LevelizedGraph) -> GraphData:
    """Return the operations of a levelized graph.

    If a function calls only operations on a deeper level, these replace the function. Tensors
    without producers are placeholders; functions without users give the results. A graph trace
    describes a tensor where it is used. The last results are assumed to have the common format of
    their function's operands, if this agrees with the size of their buffers.

    Raises `TraceError` for functions that are not operations, and for incomplete traces.
    """
    return _Reader(levelized).graph()


class _Reader:
    def __init__(self, levelized: LevelizedGraph) -> None:
        self._levelized = levelized
        self._vertices = levelized.vertices()
        functions = (v for v in self._vertices if not v.is_tensor and v.stacking_level == 1)
        self._functions = [each for vertex in functions for each in self._expanded(vertex)]
        self._graph = GraphData()
        self._descs = self._described()
        self._current: dict[int, str] = {}
        """Maps counters of tensor nodes to the name of the variable that currently holds the
        tensor.
        """

    def graph(self) -> GraphData:
        graph = self._graph
        made = {each for vertex in self._functions for each in self._outputs(vertex)}
        for vertex in self._vertices:
            tensor = self._levelized.node_counter(vertex.counter)
            if vertex.is_tensor and tensor not in made:
                name = f"input_{len(graph.placeholders)}"
                graph.placeholders.append(name)
                self._add(name, PLACEHOLDER, tensor, vertex)
        for vertex in self._functions:
            self._function(vertex)
        taken: set[str] = set()
        for node in graph.nodes:
            if not find_kernel(node.type_name, node.function).device.frees:
                taken.update(node.inputs)
            taken.add(node.destination)
        written = (name for node in graph.nodes for name in node.outputs)
        graph.results = [name for name in written if name not in taken]
        return graph

    def _expanded(self, vertex: Vertex) -> list[Vertex]:
        """Return the function, or the functions that it calls if all of these are operations."""
        inner = [self._vertices[each] for each in vertex.internals]
        if not inner or not all(_is_operation(each) for each in inner):
            return [vertex]
        return [function for each in inner for function in self._expanded(each)]

    def _outputs(self, vertex: Vertex) -> list[int]:
        return self._levelized.output_tensors(vertex.counter)

    def _add(self, name: str, kind: str, tensor: int, vertex: Vertex) -> None:
        desc = self._descs.get(tensor)
        if desc is None:
            raise TraceError(
                f"'{vertex.name}': the trace has no description of its result, because nothing "
                "takes it"
            )
        made = Variable(name, kind, desc.shape, desc.data_type.name, desc.layout)
        made.identity = tensor + 1
        self._graph.variables[name] = made
        self._current[tensor] = name

    def _function(self, vertex: Vertex) -> None:
        op_type, function = _operation(vertex)
        kernel = find_kernel(op_type, function)
        if kernel.holds_data:
            raise TraceError(f"'{vertex.name}': a graph trace does not hold its elements")
        base = vertex.name.removeprefix(_PREFIX)
        name = f"{base}_{vertex.counter}"
        taken, outputs = self._levelized.input_tensors(vertex.counter), self._outputs(vertex)
        try:
            inputs = tuple(self._current[each] for each in taken)
        except KeyError:
            raise TraceError(f"'{vertex.name}' takes a tensor from inside of a function") from None
        if len(outputs) > 1:
            raise TraceError(f"'{vertex.name}' has several results")
        into = [self._current.get(each, "") for each in outputs if each not in taken]
        for tensor in outputs:
            self._add(name, ARRAY, tensor, vertex)
        node = OperationNode(
            name,
            base,
            f"{op_type}({function})" if function else op_type,
            inputs,
            (name,) * len(outputs),
            keyword_properties(op_type, kernel, _keywords(vertex, kernel)),
            destination="".join(into),
        )
        self._graph.nodes.append(node)

    # ---- types of tensors

    def _described(self) -> dict[int, TensorDesc]:
        """Return tensor descriptors by node counter, from functions that take or return the
        tensors.
        """
        found: dict[int, TensorDesc] = {}
        for vertex in self._vertices:
            tensors = [each for text in vertex.arguments for each in _tensors(text)]
            taken = [] if vertex.is_tensor else self._levelized.input_tensors(vertex.counter)
            if len(tensors) == len(taken):
                for counter, tensor in zip(taken, tensors, strict=True):
                    if counter not in found and (desc := _desc(tensor)) is not None:
                        found[counter] = desc
        for vertex in reversed(self._functions):
            for tensor in self._outputs(vertex):
                if tensor not in found and (desc := self._made_by(vertex, tensor)) is not None:
                    found[tensor] = desc
        return found

    def _made_by(self, vertex: Vertex, tensor: int) -> TensorDesc | None:
        """Return the descriptor of a result if all operands have the same format, else None.

        Raises `TraceError` if this disagrees with the size of the result's buffer.
        """
        op_type, _ = _operation(vertex)
        operands = [_desc(t) for text in vertex.arguments for t in _tensors(text)]
        formats = {each and each.data_type for each in operands}
        like = operands[0] if len(formats) == 1 and op_type not in _CONVERTING else None
        shape = _SIZES.search(self._levelized.shape_text(tensor))
        if like is None or shape is None:
            return None
        layout = replace(like.layout, memory_space=_MOVED.get(op_type, like.memory_space))
        sizes = tuple(int(each) for each in shape[1].split(",") if each.strip())
        desc = TensorDesc(sizes, layout)
        found, expected = self._levelized.buffer_bytes(tensor), buffer_info(0, desc)
        if found is not None and expected is not None and found != expected.size:
            raise TraceError(
                f"'{vertex.name}': its result takes {found} bytes, as {desc.type_text} it would "
                f"take {expected.size}"
            )
        return desc


def _operation(vertex: Vertex) -> tuple[str, str | None]:
    """Return the table of a function, and its function within the table or None. Raises
    `TraceError`.
    """
    if not _is_operation(vertex):
        raise TraceError(f"there is no operation for the function '{vertex.name}'")
    return OPERATIONS[vertex.name.removeprefix(_PREFIX)]


def _is_operation(vertex: Vertex) -> bool:
    return vertex.name.startswith(_PREFIX) and vertex.name.removeprefix(_PREFIX) in OPERATIONS


def _tensors(text: str) -> Iterator[Any]:
    """Yield the tensors in the text of a parameter, as values."""
    if "Tensor(" not in text:
        return
    try:
        value = read_argument(text)
    except ArgumentError:
        return
    for each in cast(list[Any], value) if isinstance(value, list) else [value]:
        if isinstance(each, dict) and "Tensor" in each:
            yield cast(Any, each)["Tensor"]


def _desc(tensor: Any) -> TensorDesc | None:
    """Return the descriptor of a tensor value, or None if it is incomplete or sharded."""
    try:
        spec = tensor["tensor_spec"]
        layout, shape = spec["tensor_layout"], tuple(spec["logical_shape"])
        memory = layout["memory_config"]
        format_ = _FORMATS[layout["dtype"].rpartition("::")[2]]
        is_tiled = "tile" in layout["page_config"]["config"]
        place = memory["buffer_type"].rpartition("::")[2]
        is_interleaved = memory["memory_layout"].rpartition("::")[2] == "INTERLEAVED"
    except (KeyError, TypeError, AttributeError):
        return None
    if not is_interleaved or not all(isinstance(each, int) for each in shape):
        return None
    where = "System" if place == "SYSTEM_MEMORY" else f"Device{place}"
    spread = "None" if where == "System" else "Interleaved"
    return TensorDesc(shape, Layout(format_, TILE if is_tiled else ROW_MAJOR, where, spread))


def _keywords(vertex: Vertex, kernel: Kernel) -> dict[str, Any]:
    """Return the attributes of a call: its arguments without tensors, named like the kernel's."""
    arity = kernel.arity if isinstance(kernel, Elementwise) else 0
    name = vertex.name.removeprefix(_PREFIX)
    shown = given_texts(name, arity, vertex.arguments)
    texts = [text for text in shown if "Tensor(" not in text]
    if len(texts) != len(kernel.attributes):
        raise TraceError(
            f"'{vertex.name}' has {len(texts)} attributes in the trace, the operation has "
            f"{len(kernel.attributes)}"
        )
    values = {name: _value(text) for name, text in zip(kernel.attributes, texts, strict=True)}
    return {name: value for name, value in values.items() if value is not None}


def _value(text: str) -> Any:
    """Return the Python value that the text of a parameter represents."""
    if text == "nullopt":
        return None
    if text[-1:] in ("]", ")"):
        try:
            value = read_argument(text)
        except ArgumentError as error:
            raise TraceError(str(error)) from None
        if isinstance(value, dict) and len(cast(dict[str, Any], value)) == 1:
            (value,) = cast(dict[str, Any], value).values()
        return tuple(cast(Sequence[Any], value)) if isinstance(value, list) else text
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text
