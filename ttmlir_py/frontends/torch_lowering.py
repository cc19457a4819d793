"""Lowering of PyTorch graphs to StableHLO by torch-mlir, with locations in the user's files."""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.signature import Array
from ttmlir_py.frontends.torch_complex import without_complex_numbers
from ttmlir_py.frontends.torch_constants import constant_result, is_large
from ttmlir_py.frontends.torch_decompositions import decompositions
from ttmlir_py.frontends.torch_random import Draw, is_drawn_on_host
from ttmlir_py.frontends.torch_refusals import (
    Message,
    control_flow,
    crashing,
    culprits,
    data_dependent,
    random,
    refuse,
)
from ttmlir_py.frontends.torch_tensors import array_of, dtype_of, is_tensor, torch
from ttmlir_py.frontends.unsigned_integers import correct_unsigned_integers

_PIPELINE = (
    "builtin.module(func.func(torch-match-quantized-custom-ops),"
    "torchdynamo-export-to-torch-backend-pipeline{extra-library=},"
    "torch-backend-to-stablehlo-backend-pipeline{allow-non-finites=true})"
)
_FRAME = re.compile(r'^  *File "([^"]+)", line \d+,.*(?:\n(?! *File ).*)*', re.MULTILINE)

Trace = Callable[[int, str], str]
"""Receives a node's number and stack trace, and returns the stack trace to use as its location."""


def torch_mlir(name: str) -> Any:
    """Return a module of torch-mlir. Raise ImportError with installation advice if it is
    missing.
    """
    return library(f"torch_mlir.{name}", "torch")


def users_frames(number: int, trace: str) -> str:
    """Return `trace` without the frames of PyTorch, of the code that it generates, and of this
    package. If no frames remain, return `trace` unchanged.
    """
    frames = list(_FRAME.finditer("  " + trace.lstrip()))
    own = [each[0] for each in frames if not each[1].startswith(_installed())]
    return "\n".join(own) if own else trace


@cache
def _installed() -> tuple[str, ...]:
    own = (os.path.dirname(file) + os.sep for file in (torch().__file__, __file__))
    return *own, "<eval_with_key>"


@dataclass(frozen=True)
class Fixed:
    """A graph result that is not a tensor, and is the same in every call."""

    value: Any


@dataclass(frozen=True)
class TensorGraph:
    """A graph whose arguments and results are all tensors."""

    module: Any
    names: Sequence[str]
    """Names of the arguments."""
    fixed: Sequence[Fixed | None]
    """One entry per result of the original graph: its constant value, or None if it is computed."""
    is_complex: Sequence[bool]
    """For each result of the original graph, whether a tensor of this graph has its real and
    imaginary parts.
    """
    steps: Sequence[int] = ()
    """Numbers, in the original graph, of the nodes whose results follow the graph's own results."""
    draws: Sequence[Draw] = ()
    """Draws of random numbers, whose named results are the last arguments."""

    weights: Mapping[str, Array] = field(default_factory=dict[str, Array])
    """Large constants, which are arguments of `module` after all others, by name."""

    def drawn(self) -> list[Any]:
        """Draw the random numbers of a call. Return those that are arguments."""
        return [value for each in self.draws for value in [each.tensor()] if each.name is not None]

    def restore(self, tensors: Iterable[Any]) -> list[Any]:
        """Return all results of the original graph. `tensors` are the results of this graph."""
        given = iter(tensors)
        results = [next(given) if each is None else each.value for each in self.fixed]
        pairs = zip(results, self.is_complex, strict=True)
        return [torch().view_as_complex(each) if joined else each for each, joined in pairs]


def tensor_graph(
    graph_module: Any,
    known: Mapping[Any, Any],
    names: Sequence[str],
    trace: Trace = users_frames,
    *,
    steps: bool = False,
) -> TensorGraph:
    """Return a copy of a graph in which each placeholder in `known` is replaced by its value.

    The remaining placeholders are called `names`. With `steps`, the results are followed by those
    of all nodes that compute a used tensor.
    """
    copy, results = _Copy(known), list[Any]()
    computed: dict[int, Any] = {}
    for number, node in enumerate(graph_module.graph.nodes):
        if node.op == "output":
            results = [copy.argument(each) for each in node.args[0]]
        elif node not in known:
            copied = copy.add(node, trace(number, _stack_trace(node)))
            is_computed = copied is not None and copied.op != "placeholder"
            if steps and is_computed and _is_step(node):
                computed[number] = copied
    is_given = [isinstance(each, torch().fx.Node) for each in results]
    pairs = list(zip(results, is_given, strict=True))
    copy.graph.output((*(each for each, given in pairs if given), *computed.values()))
    fixed = [None if given else Fixed(each) for each, given in pairs]
    module = torch().fx.GraphModule(copy.root, copy.graph)
    values: list[Any] = [each.meta["val"] if given else None for each, given in pairs]
    is_complex = [is_tensor(value) and value.is_complex() for value in values]
    module = without_complex_numbers(module, decompositions())
    drawn = [each.name for each in copy.draws if each.name is not None]
    weights = _separate_weights(module)
    names = [*names, *drawn, *weights]
    return TensorGraph(module, names, fixed, is_complex, list(computed), copy.draws, weights)


def _separate_weights(module: Any) -> dict[str, Array]:
    """Replace large constants of floats by arguments, and return their values by name."""
    graph, weights, arguments = module.graph, dict[str, Array](), dict[str, Any]()
    last: Any = None
    for node in list(graph.nodes):
        if node.op == "placeholder":
            last = node
        if node.op != "get_attr" or not _is_weight(value := getattr(module, node.target)):
            continue
        if node.target not in arguments:
            inserting = graph.inserting_after(last) if last else graph.inserting_before()
            with inserting:
                last = arguments[node.target] = graph.placeholder(node.target)
            last.meta = dict(node.meta)
            weights[f"<{node.target}>"] = array_of(value, "a constant")
        node.replace_all_uses_with(arguments[node.target])
        graph.erase_node(node)
    return weights


def _is_weight(value: Any) -> bool:
    return is_large(value) and value.is_floating_point() and dtype_of(value) is not None


def _is_step(node: Any) -> bool:
    """Whether a node computes a non-empty, used tensor of a type that a model can return."""
    value = node.meta.get("val")
    is_computed = node.op == "call_function" and len(node.users) > 0 and is_tensor(value)
    return is_computed and value.numel() > 0 and dtype_of(value) is not None


def _stack_trace(node: Any) -> str:
    """Return the stack trace of a node.

    A node may lack one, for example in a compiled `nn.Linear`. Then return a frame for the
    `forward` method of the module's class.
    """
    if trace := node.meta.get("stack_trace"):
        return trace
    calls: Any = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    owners: list[Any] = [owner for _, owner in calls.values()]
    for owner in reversed(owners):
        code: Any = getattr(getattr(owner, "forward", None), "__code__", None)
        if code is not None:
            return f'File "{code.co_filename}", line {code.co_firstlineno}, in forward'
    return ""


class _Copy:
    """A copy of a graph, made node by node. Nodes with constant results are replaced by
    constants.
    """

    def __init__(self, known: Mapping[Any, Any]):
        self.graph, self.root = torch().fx.Graph(), torch().nn.Module()
        self.draws: list[Draw] = []
        self._last_argument: Any = None
        self._values = dict(known)
        self._copies: dict[Any, Any] = {}
        self._shapes = library("torch._subclasses", "torch").FakeTensorMode()

    def add(self, node: Any, stack_trace: str) -> Any:
        """Copy a node and return the copy. If its result is constant, record the value and return
        None.
        """
        value = constant_result(node, self._values)
        if value is not None:
            self._values[node] = value
            return None
        if is_drawn_on_host(node):
            return self._draw(node, stack_trace)
        self._copies[node] = copy = self.graph.node_copy(node, self.argument)
        copy.meta["stack_trace"] = stack_trace
        if node.op == "get_attr":
            setattr(self.root, node.target, getattr(node.graph.owning_module, node.target))
        if node.op == "placeholder":
            self._last_argument = copy
        return copy

    def _draw(self, node: Any, stack_trace: str) -> Any:
        """Record a node's draw. Return the new argument for its numbers, or None if it is
        unused.
        """
        if not node.users:
            self.draws.append(Draw(node, stack_trace, None))
            return None
        with self.graph.inserting_after(self._last_argument):
            argument = self.graph.placeholder(node.name)
        argument.meta = {"val": node.meta["val"], "stack_trace": stack_trace}
        self._copies[node] = self._last_argument = argument
        self.draws.append(Draw(node, stack_trace, argument.name))
        return argument

    def argument(self, each: Any) -> Any:
        """Return the replacement of an operand: a copied node, a constant, or a new node for a
        tensor.
        """
        if not isinstance(each, torch().fx.Node):
            return each
        if each in self._copies:
            return self._copies[each]
        value = self._values[each]
        if not is_tensor(value):
            return value
        name = f"constant_of_{each.name}"
        setattr(self.root, name, value)
        node = self.graph.create_node("get_attr", name)
        node.meta["val"] = self._shapes.from_tensor(value)
        return node


def stablehlo(graph: TensorGraph) -> str:
    """Return the StableHLO text of a graph, with locations and argument names.

    Raise CompilationError for operators that torch-mlir does not lower, and for shapes that depend
    on data.
    """
    graph_module = graph.module
    if found := random(graph_module) or data_dependent(graph_module) or crashing(graph_module):
        refuse(found)
    module, messages = lower(graph.module.graph)
    if messages:
        refuse(control_flow(graph.module) or culprits(graph.module, lower) or messages)
    correct_unsigned_integers(module.operation)
    (function,) = module.body.operations
    for argument, name in zip(function.regions[0].blocks[0].arguments, graph.names, strict=True):
        argument.set_location(torch_mlir("ir").Location.name(name, context=module.context))
    return module.operation.get_asm(enable_debug_info=True)


def lower(graph: Any) -> tuple[Any, list[Message]]:
    """Return the StableHLO module of a graph, and torch-mlir's errors with their locations.

    If there are errors, the module must not be used.
    """
    ir, importer = torch_mlir("ir"), torch_mlir("extras.fx_importer")
    context, messages = ir.Context(), list[Message]()

    def keep(diagnostic: Any) -> bool:
        if str(diagnostic.severity).endswith("ERROR"):
            messages.append((diagnostic.message, str(diagnostic.location)))
        return True

    torch_mlir("dialects.torch").register_dialect(context)
    context.emit_error_diagnostics = True
    handler = context.attach_diagnostic_handler(keep)
    fx_importer = importer.FxImporter(context=context, hooks=_hooks()())
    try:
        fx_importer.import_stateless_graph(graph, func_name="main")
        with context:
            torch_mlir("passmanager").PassManager.parse(_PIPELINE).run(fx_importer.module_op)
    except (
        Exception
    ) as error:  # torch-mlir raises many classes, for unknown operators and its own bugs
        messages = messages or [(f"torch-mlir: {type(error).__name__}: {error}", "")]
    finally:
        handler.detach()
    return fx_importer.module, messages


@cache
def _hooks() -> Any:
    """Return importer hooks that create constants directly from the bytes of tensors.

    The importer would convert all elements to Python numbers first.
    """
    ir, importer = torch_mlir("ir"), torch_mlir("extras.fx_importer")

    class Hooks(importer.FxImporterHooks):
        def __init__(self) -> None:
            self._elements: dict[int, tuple[Any, Any]] = {}

        def resolve_literal(self, gni: Any, literal: Any, info: Any) -> Any:
            if not is_tensor(literal) or literal.numel() < 2:
                return None
            if id(literal) not in self._elements:
                data = np.frombuffer(array_of(literal, "a constant").tobytes(), np.uint8)
                type_ = importer.create_mlir_tensor_type(literal)
                name = f"constant_{len(self._elements)}"
                elements = ir.DenseResourceElementsAttr.get_from_buffer(data, name, type_)
                self._elements[id(literal)] = elements, literal  # keeps the id of `literal` in use
            return ir.Operation.create(
                "torch.vtensor.literal",
                results=[gni._cc.tensor_to_vtensor_type(literal)],
                attributes={"value": self._elements[id(literal)][0]},
            ).result

    return Hooks
