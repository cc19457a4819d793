"""Preparation of ONNX models for torch-mlir: fixed shapes, constants computed, functions inlined.

torch-mlir lowers the operators of a graph one by one, and needs the shape of every tensor.
Exporters compute shapes with operators, so the nodes with constant operands are evaluated first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.onnx_functions import EXPANSIONS, expansion
from ttmlir_py.frontends.onnx_grids import GRIDS
from ttmlir_py.frontends.onnx_loops import LOOPS
from ttmlir_py.frontends.signature import Array

Sizes = Mapping[str, Sequence[int]]
"""Maps the names of inputs to their shapes."""

_MOST_FOLDED = 2**20
"""Largest number of elements that an evaluated node may read or write."""
_OPSET = 18
"""The oldest version of ONNX's operators to which models are converted."""
_MOST_ROUNDS = 20
"""Largest number of times that functions are expanded, one inside of another."""
_LARGE = 1024
"""Smallest number of elements of a constant that torch-mlir does not read.

torch-mlir needs the values of small constants, such as axes, and would copy large ones.
"""
_RANDOM = frozenset(
    {"Bernoulli", "Multinomial"}
    | {"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}
)
_SUBGRAPHS = ("If", "Loop", "Scan", "SequenceMap")


class GraphError(ValueError):
    """An error for a model that cannot be compiled.

    `node` is the number of the node at which the error is reported, or 0 for the whole graph.
    """

    def __init__(self, message: str, node: int = 0):
        super().__init__(message)
        self.node = node


def onnx() -> Any:
    """Return the ONNX library. Raise ImportError with installation advice if it is missing."""
    return library("onnx", "onnx")


@dataclass
class Graph:
    """A prepared model. The name of each node is the number of its node in the user's graph."""

    model: Any
    """The prepared `ModelProto`. Its large constants are inputs, after those of the user."""
    weights: dict[str, Array]
    """The large constants, by name, in the order of the inputs."""
    inputs: Sequence[str]
    """The names of the user's inputs."""
    outputs: Sequence[str]
    listing: str
    """A text with one line for each node of the user's graph."""
    fixed: Any = None
    """The user's model with fixed shapes, inlined, for comparisons."""


def prepared(model: Any, sizes: Sizes, constants: Mapping[str, Any]) -> Graph:
    """Return `model` with fixed shapes, evaluated constants, and only operators that torch-mlir
    can lower if possible. `model` is not changed.

    `sizes` are the shapes of inputs, `constants` the values of inputs that are fixed. Raise
    GraphError for unknown names, dynamic dimensions and random numbers, and if ONNX finds the model
    invalid.
    """
    copied = onnx().ModelProto()
    copied.CopyFrom(model)
    if copied.functions:
        copied = library("onnx.inliner", "onnx").inline_local_functions(copied)
    _bind(copied.graph, constants)
    _fix_shapes(copied.graph, sizes)
    text = listing(copied.graph)
    for number, node in enumerate(copied.graph.node, 1):
        node.name = str(number)
        if node.op_type in _RANDOM:
            raise GraphError(
                f"'{node.op_type}' draws random numbers, which the device does not: "
                "draw them outside, and pass them",
                number,
            )
    fixed = inferred(copied)
    simple = _simplified(fixed)
    for node in simple.graph.node:
        if node.domain not in ("", "ai.onnx"):
            raise GraphError(
                f"operator '{node.op_type}' of the domain '{node.domain}' is not one of ONNX's: "
                "export the model with ONNX's own operators, or with the function that defines it",
                int(node.name),
            )
    _refuse_dynamic(simple)
    weights = _separated(simple.graph)
    names = [each.name for each in copied.graph.input if each.name not in weights]
    given = _initialized(copied.graph)
    return Graph(
        simple,
        weights,
        [name for name in names if name not in given],
        [each.name for each in copied.graph.output],
        text,
        fixed,
    )


def _converted(model: Any) -> Any:
    """Return `model` with operators of version `_OPSET` or later, if ONNX can convert it.

    torch-mlir lowers more of the operators with operands than of their older forms with attributes.
    """
    version = max((each.version for each in model.opset_import if not each.domain), default=1)
    if version >= _OPSET:
        return model
    try:
        converted = library("onnx.version_converter", "onnx").convert_version(model, _OPSET)
    except Exception:  # ONNX raises several classes for operators without a conversion
        return model
    for node in converted.graph.node:
        node.name = node.name or "0"
    return inferred(converted)


def _initialized(graph: Any) -> set[str]:
    return {each.name for each in graph.initializer}


def _bind(graph: Any, constants: Mapping[str, Any]) -> None:
    """Make the inputs in `constants` initializers with these values."""
    for name, value in constants.items():
        found = next((each for each in graph.input if each.name == name), None)
        if found is None:
            raise GraphError(f"constants: {_unknown(name, graph)}")
        array = np.asarray(value)
        dtype = onnx().helper.tensor_dtype_to_np_dtype(found.type.tensor_type.elem_type)
        graph.initializer.append(onnx().numpy_helper.from_array(array.astype(dtype), name))
        graph.input.remove(found)


def _unknown(name: str, graph: Any) -> str:
    names = ", ".join(f"'{each.name}'" for each in graph.input)
    return f"the graph has no input '{name}', expected one of {names}"


def _fix_shapes(graph: Any, sizes: Sizes) -> None:
    """Set the shapes of the inputs to `sizes`. Raise GraphError for a dimension without a size."""
    given = _initialized(graph)
    inputs = {each.name: each for each in graph.input if each.name not in given}
    if unknown := [name for name in sizes if name not in inputs]:
        raise GraphError(f"input_shapes: {_unknown(unknown[0], graph)}")
    named: dict[str, int] = {}
    for name, each in inputs.items():
        if each.type.WhichOneof("value") != "tensor_type":
            kind = str(each.type.WhichOneof("value")).removesuffix("_type").replace("_", " ")
            raise GraphError(f"input '{name}' is a {kind}, expected a tensor")
        dims = each.type.tensor_type.shape.dim
        if name in sizes:
            _set_shape(each, sizes[name])
            named |= {
                dim.dim_param: size
                for dim, size in zip(dims, sizes[name], strict=False)
                if dim.dim_param
            }
    for each in inputs.values():
        if each.name not in sizes:
            _require_shape(each, named)


def _set_shape(value: Any, sizes: Sequence[int]) -> None:
    """Set the shape of an input. Raise GraphError if it contradicts the graph."""
    tensor = value.type.tensor_type
    known = [dim.dim_value if dim.HasField("dim_value") else -1 for dim in tensor.shape.dim]
    fits = len(known) == len(sizes) and all(
        old in (-1, 0, new) for old, new in zip(known, sizes, strict=True)
    )
    if tensor.HasField("shape") and not fits:
        raise GraphError(
            f"input_shapes: input '{value.name}' has the shape {_shape_text(tensor)}, "
            f"which {list(sizes)} does not fit"
        )
    element = tensor.elem_type
    tensor.CopyFrom(onnx().helper.make_tensor_type_proto(element, list(sizes)).tensor_type)


def _require_shape(value: Any, named: Mapping[str, int]) -> None:
    """Give the named dimensions of an input the sizes in `named`. Raise GraphError for a dimension
    without a size.
    """
    tensor = value.type.tensor_type
    shown = _shape_text(tensor)
    for dim in tensor.shape.dim:
        if dim.dim_param in named:
            dim.dim_value = named[dim.dim_param]
    if tensor.HasField("shape") and all(dim.HasField("dim_value") for dim in tensor.shape.dim):
        return
    sizes = [dim.dim_value or 1 for dim in tensor.shape.dim] or [1]
    example, flag = ", ".join(map(str, sizes)), "x".join(map(str, sizes))
    raise GraphError(
        f"input '{value.name}' has the shape {shown}, but a model is compiled for fixed sizes: "
        f"pass its shape, for example input_shapes={{'{value.name}': [{example}]}}, "
        f"or --input-shapes={value.name}={flag}"
    )


def _shape_text(tensor: Any) -> str:
    if not tensor.HasField("shape"):
        return "[?, ...]"
    dims = [
        str(dim.dim_value) if dim.HasField("dim_value") else dim.dim_param or "?"
        for dim in tensor.shape.dim
    ]
    return f"[{', '.join(dims)}]"


def listing(graph: Any) -> str:
    """Return a text with one line for each node of a graph."""
    return "".join(f"{_described(node)}\n" for node in graph.node)


def _described(node: Any) -> str:
    """Return a line that describes a node: its name, operator, operands and results."""
    name = f"{node.name}: " if node.name else ""
    domain = f"{node.domain}." if node.domain else ""
    operands = ", ".join(each or "-" for each in node.input)
    return f"{name}{', '.join(node.output)} = {domain}{node.op_type}({operands})"


def inferred(model: Any) -> Any:
    """Return a copy of `model` with the shapes that ONNX infers from those of the inputs.

    Stated shapes of other tensors are dropped, because they may contain names for dimensions.
    Raise GraphError if the model is inconsistent.
    """
    copied = onnx().ModelProto()
    copied.CopyFrom(model)
    del copied.graph.value_info[:]
    kept = {each.name: each for each in model.graph.value_info if is_static(each)}
    for each in copied.graph.output:
        if each.type.WhichOneof("value") == "tensor_type" and not is_static(each):
            each.type.tensor_type.ClearField("shape")
    try:
        copied = onnx().shape_inference.infer_shapes(copied, strict_mode=True, data_prop=True)
    except Exception as error:  # ONNX raises several classes, also for unknown operators
        if "node name: " in str(error) and "Inferred shape" in str(error):
            raise GraphError(f"ONNX finds the graph inconsistent: {_first_line(error)}") from None
        try:
            copied = onnx().shape_inference.infer_shapes(copied, data_prop=True)
        except Exception as again:  # ONNX raises several classes here too
            message = f"ONNX does not infer the graph's types: {_first_line(again)}"
            raise GraphError(message) from None
    found = {each.name for each in copied.graph.value_info if is_static(each)}
    _replace(
        copied.graph.value_info,
        [each for each in copied.graph.value_info if each.name in found or each.name not in kept]
        + [each for name, each in kept.items() if name not in found],
    )
    return copied


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def is_static(value: Any) -> bool:
    """Whether the shape of a value is known."""
    if value.type.WhichOneof("value") != "tensor_type":
        return False
    tensor = value.type.tensor_type
    return tensor.HasField("shape") and all(dim.HasField("dim_value") for dim in tensor.shape.dim)


def _replace(repeated: Any, items: Sequence[Any]) -> None:
    """Replace the items of a repeated field of a protobuf message."""
    kept = [type(each)() for each in items]
    for copy, each in zip(kept, items, strict=True):
        copy.CopyFrom(each)
    del repeated[:]
    repeated.extend(kept)


def _simplified(model: Any) -> Any:
    """Return `model` without nodes whose results are constant, and with functions expanded."""
    for _ in range(_MOST_ROUNDS):
        model = _converted(model)
        folding = _Folding(model)
        nodes = list(folding.run(model.graph.node))
        grown = False
        replaced: list[Any] = []
        for node in nodes:
            bodies = expansion(node, folding, {**EXPANSIONS, **GRIDS, **LOOPS})
            grown = grown or bodies is not None
            replaced += [node] if bodies is None else bodies
        changed = onnx().ModelProto()
        changed.CopyFrom(model)
        _replace(changed.graph.node, replaced)
        folding.write(changed.graph)
        _remove_unused(changed.graph)
        model = inferred(changed)
        if not grown and len(nodes) == len(folding.seen):
            break
    return model


@dataclass
class _Folding:
    """The evaluation of the nodes of a graph that have constant operands."""

    model: Any
    seen: list[Any] = field(default_factory=list[Any])
    """The nodes that were visited."""

    def __post_init__(self) -> None:
        graph = self.model.graph
        self._initializers = {each.name: each for each in graph.initializer}
        self.values: dict[str, Array] = {}
        """The values of evaluated nodes, by name."""
        infos = (*graph.input, *graph.value_info, *graph.output)
        self.types = {each.name: each for each in infos}
        """The types of the graph's tensors, by name."""
        self._opsets = list(self.model.opset_import)

    @property
    def opset(self) -> int:
        """Return the version of ONNX's own operators."""
        return max((each.version for each in self._opsets if not each.domain), default=1)

    def shape(self, name: str) -> tuple[int, ...] | None:
        """Return the shape of a tensor, or None if it is unknown."""
        if name in self._initializers:
            return tuple(self._initializers[name].dims)
        if name in self.values:
            return self.values[name].shape
        info = self.types.get(name)
        if info is None or not is_static(info):
            return None
        return tuple(dim.dim_value for dim in info.type.tensor_type.shape.dim)

    def element(self, name: str) -> int | None:
        """Return ONNX's number for the element type of a tensor, or None if it is unknown."""
        if name in self._initializers:
            return int(self._initializers[name].data_type)
        if name in self.values:
            return int(onnx().helper.np_dtype_to_tensor_dtype(self.values[name].dtype))
        info = self.types.get(name)
        return int(info.type.tensor_type.elem_type) if info is not None else None

    def value(self, name: str) -> Array | None:
        """Return the value of a small constant, or None for other tensors."""
        if name in self.values:
            return self.values[name]
        tensor = self._initializers.get(name)
        if tensor is None or prod(tensor.dims) > _MOST_FOLDED:
            return None
        try:
            self.values[name] = onnx().numpy_helper.to_array(tensor)
        except Exception:  # numpy lacks the type of the elements
            return None
        return self.values[name]

    def run(self, nodes: Iterable[Any]) -> Iterator[Any]:
        """Yield the nodes whose results are not constant."""
        for node in nodes:
            self.seen.append(node)
            if self._fold(node):
                continue
            branch = self._chosen(node)
            if branch is None:
                yield node
            else:
                yield from self.run(branch)

    def _fold(self, node: Any) -> bool:
        """Whether a node has constant results, which are then recorded."""
        if node.op_type in ("Shape", "Size") and not node.domain:
            shape = self.shape(node.input[0])
            if shape is None:
                return False
            # these operators read only the shape, so the array may have any values
            return self._evaluate(node, [np.broadcast_to(np.float32(0), shape)])
        if node.op_type in (*_RANDOM, *_SUBGRAPHS) or node.domain not in ("", "ai.onnx"):
            return False
        values = [self.value(name) if name else None for name in node.input]
        if any(value is None for name, value in zip(node.input, values, strict=True) if name):
            return False
        if any(prod(self.shape(name) or ()) > _MOST_FOLDED for name in node.output if name):
            return False
        return self._evaluate(node, values)

    def _evaluate(self, node: Any, operands: Sequence[Any]) -> bool:
        """Evaluate a node with ONNX's reference implementation. Return False if it fails."""
        helper = onnx().helper
        given = [(name, each) for name, each in zip(node.input, operands, strict=True) if name]
        try:
            model = helper.make_model(
                helper.make_graph(
                    [node],
                    "node",
                    [helper.make_value_info(name, onnx().TypeProto()) for name, _ in given],
                    [helper.make_value_info(name, onnx().TypeProto()) for name in node.output],
                ),
                opset_imports=self._opsets,
            )
            evaluator = library("onnx.reference", "onnx").ReferenceEvaluator(model)
            results = evaluator.run(list(node.output), dict(given))
        except Exception:  # torch-mlir may lower what the reference implementation lacks
            return False
        arrays = [np.asarray(each) for each in results]
        if any(each.dtype.kind not in "biuf" or each.size > _MOST_FOLDED for each in arrays):
            return False
        self.values |= dict(zip(node.output, arrays, strict=True))
        return True

    def _chosen(self, node: Any) -> list[Any] | None:
        """Return the nodes of the branch of an `If` whose condition is constant, else None."""
        if node.op_type != "If":
            return None
        condition = self.value(node.input[0])
        if condition is None:
            return None
        name = "then_branch" if condition.reshape(-1)[0] else "else_branch"
        (branch,) = (each.g for each in node.attribute if each.name == name)
        for each in branch.initializer:
            self._initializers[each.name] = each
        helper = onnx().helper
        ends = [
            helper.make_node("Identity", [inner.name], [outer])
            for inner, outer in zip(branch.output, node.output, strict=True)
        ]
        nodes = [*branch.node, *ends]
        for each in nodes:
            each.name = node.name
        return nodes

    def write(self, graph: Any) -> None:
        """Make the recorded values initializers of `graph`."""
        held = _initialized(graph)
        new = [each for name, each in self._initializers.items() if name not in held]
        graph.initializer.extend(new)
        held |= {each.name for each in new}
        for name, value in self.values.items():
            if name not in held:
                # `from_array` also accepts bfloat16 and the 8-bit floats
                graph.initializer.append(onnx().numpy_helper.from_array(value.copy(), name))


def _remove_unused(graph: Any) -> None:
    """Remove the nodes and constants of a graph that no output needs."""
    needed = {each.name for each in graph.output}
    kept: list[Any] = []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            kept.append(node)
            needed.update(_operands(node))
    _replace(graph.node, kept[::-1])
    _replace(graph.initializer, [each for each in graph.initializer if each.name in needed])


def _operands(node: Any) -> Iterator[str]:
    """Yield the names that a node reads, also those that its subgraphs read."""
    yield from node.input
    for attribute in node.attribute:
        if attribute.HasField("g"):
            yield from (each.name for each in attribute.g.output)
            for inner in attribute.g.node:
                yield from _operands(inner)


def _refuse_dynamic(model: Any) -> None:
    """Raise GraphError for the first result whose shape remains unknown."""
    types = {each.name: each for each in (*model.graph.value_info, *model.graph.output)}
    for node in model.graph.node:
        for name in node.output:
            info = types.get(name)
            if name and info is not None and info.type.WhichOneof("value") == "tensor_type":
                if is_static(info):
                    continue
                raise GraphError(
                    f"the shape of '{name}', a result of '{node.op_type}', depends on values: "
                    "a model is compiled for fixed sizes. If they follow from an input, pass its "
                    "value: constants={name: value}",
                    int(node.name),
                )


def _separated(graph: Any) -> dict[str, Array]:
    """Make the large constants of a graph inputs, and return their values."""
    helper, kept, weights = onnx().helper, list[Any](), dict[str, Array]()
    floats = (onnx().TensorProto.FLOAT, onnx().TensorProto.FLOAT16, onnx().TensorProto.DOUBLE)
    floats += (onnx().TensorProto.BFLOAT16,)
    outputs = {each.name for each in graph.output}
    for tensor in graph.initializer:
        is_weight = prod(tensor.dims) >= _LARGE and tensor.data_type in floats
        if not is_weight or tensor.name in outputs:
            kept.append(tensor)
            continue
        weights[tensor.name] = onnx().numpy_helper.to_array(tensor)
    _replace(graph.initializer, kept)
    given = {each.name for each in graph.input}
    inputs = [each for each in graph.input if each.name not in weights]
    assert given.issuperset(each.name for each in inputs)
    for name, array in weights.items():
        element = helper.np_dtype_to_tensor_dtype(array.dtype)
        inputs.append(helper.make_tensor_value_info(name, element, array.shape))
    _replace(graph.input, inputs)
    return weights
