"""The backend of `torch.compile(network, backend="ttmlir")`.

Graphs that PyTorch traces are compiled and run on the simulator. Gradients use `aot_autograd`: both
the forward and the backward graph are compiled. At a graph break, PyTorch runs the code between two
graphs.
"""

from __future__ import annotations

import warnings as python_warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import DEFAULT_SYSTEM, Compiled, Settings
from ttmlir_py.frontends.torch_constants import no_modes
from ttmlir_py.frontends.torch_decompositions import decompositions
from ttmlir_py.frontends.torch_export import tracing
from ttmlir_py.frontends.torch_lowering import stablehlo, tensor_graph
from ttmlir_py.frontends.torch_tensors import array_of, is_tensor, tensor_of, torch
from ttmlir_py.frontends.torch_traced import training
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.errors import SimulationError

Call = Callable[..., Any]
_ERRORS = CompilationError, SimulationError, TypeError, ValueError
"""Errors for graphs and options that this backend refuses."""


def ttmlir(
    graph_module: Any,
    example_inputs: Sequence[Any],
    *,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Call:
    """Compile a dynamo graph. `options` has `system`, `warnings`, `fallback` and pipeline options.

    Sizes that PyTorch treats as variable are fixed per call: the graph is compiled once for each
    combination of sizes. A graph that cannot be compiled raises CompilationError with the location,
    or ValueError or TypeError for unsupported types. With `fallback=True` it is a warning, and
    PyTorch runs that graph. Raise ValueError for unknown options.
    """
    try:
        if mode not in (None, "default"):
            raise ValueError(f"the backend ttmlir has no modes, but got mode='{mode}': use options")
        backend = _Backend.of(options or {})
        if all(is_tensor(each) and not _is_symbolic(each) for each in example_inputs):
            return backend.compile(graph_module, example_inputs)
        return _BySizes(backend, graph_module)
    except _ERRORS as error:
        if isinstance(error, _shown_as_is()):
            raise
        raise _as_is(error) from None


def _shown_as_is() -> Any:
    """Return the base class of errors that dynamo does not wrap in errors of its own."""
    return library("torch._dynamo.exc", "torch").ShortenTraceback


def _as_is(error: Exception) -> Exception:
    """Return `error` in a class that dynamo raises as it is, without its own text and frames."""
    refusal = _refusal(type(error))()
    refusal.__dict__.update(vars(error))
    refusal.text = str(error)
    return refusal


@cache
def _refusal(kind: type[Exception]) -> Any:
    """Return a subclass of `kind` for errors that dynamo does not wrap."""

    def init(self: Any) -> None:
        _shown_as_is().__init__(self, first_useful_frame=None)

    def text(self: Any) -> str:
        return self.text

    def without_frames(self: Any) -> Any:
        return self.with_traceback(None)

    members: dict[str, Any] = {
        "__init__": init,
        "__str__": text,
        "__module__": kind.__module__,
        "remove_dynamo_frames": without_frames,
    }
    return type(kind.__name__, (kind, _shown_as_is()), members)


def _is_symbolic(tensor: Any) -> bool:
    return any(isinstance(size, torch().SymInt) for size in tensor.shape)


@dataclass(frozen=True)
class _Backend:
    """The settings with which dynamo graphs are compiled."""

    settings: Settings
    fallback: bool

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> _Backend:
        """Return a backend with these options. Raise ValueError for an unknown option, board or
        warning.
        """
        rest = dict(options)
        system, flags = rest.pop("system", DEFAULT_SYSTEM), tuple(rest.pop("warnings", ()))
        fallback = bool(rest.pop("fallback", False))
        settings = Settings(system, rest, flags)
        settings.check()
        return cls(settings, fallback)

    def compile(self, graph_module: Any, inputs: Sequence[Any]) -> Call:
        """Compile a dynamo graph for the shapes and types of `inputs`."""
        aot = library("torch._dynamo.backends.common", "torch").aot_autograd
        autograd = aot(
            fw_compiler=self.lower, bw_compiler=self.lower, decompositions=decompositions()
        )
        state = [*graph_module.parameters(), *inputs]
        has_gradients = torch().is_grad_enabled() and any(
            is_tensor(each) and each.requires_grad for each in state
        )
        with tracing(), training(value=has_gradients):
            return autograd(graph_module, list(inputs))

    def lower(self, graph_module: Any, inputs: Sequence[Any]) -> Call:
        """Compile autograd's graph of functional operators, outside of autograd's tracing modes."""
        boxed = library("functorch.compile", "torch").make_boxed_func
        names = [node.name for node in graph_module.graph.nodes if node.op == "placeholder"]
        try:
            with no_modes():
                graph = tensor_graph(graph_module, {}, names)
                text, weights = stablehlo(graph), graph.weights
                model = Compiled(text, self.settings, "<torch.compile>", weights)
        except _ERRORS as error:
            if not self.fallback:
                raise
            python_warnings.warn(
                f"PyTorch runs a graph that ttmlir cannot compile:\n{error}", stacklevel=2
            )
            return boxed(graph_module.forward)

        def call(*args: Any) -> list[Any]:
            arrays = list(map(array_of, (*args, *graph.drawn())))
            return graph.restore(map(tensor_of, model.run(arrays)))

        return boxed(call)


class _BySizes:
    """A dynamo graph with size arguments, which is compiled for each combination of their
    values.
    """

    def __init__(self, backend: _Backend, graph_module: Any):
        self._backend = backend
        self._graph_module = graph_module
        self._compiled: dict[Any, Call] = {}

    def __call__(self, *args: Any) -> Any:
        key = tuple(
            (tuple(each.shape), each.dtype, each.requires_grad) if is_tensor(each) else each
            for each in args
        )
        tensors = [each for each in args if is_tensor(each)]
        if key not in self._compiled:
            graph_module = self._of_sizes(args)
            self._compiled[key] = self._backend.compile(graph_module, tensors)
        return self._compiled[key](*tensors)

    def _of_sizes(self, args: Sequence[Any]) -> Any:
        """Return a copy of the graph in which placeholders for sizes are replaced by numbers from
        `args`.
        """
        nodes = [node for node in self._graph_module.graph.nodes if node.op == "placeholder"]
        known = {node: each for node, each in zip(nodes, args, strict=True) if not is_tensor(each)}
        graph, copies = torch().fx.Graph(), dict[Any, Any](known)
        for node in self._graph_module.graph.nodes:
            if node not in known:
                copies[node] = graph.node_copy(node, copies.__getitem__)
        return torch().fx.GraphModule(self._graph_module, graph)
