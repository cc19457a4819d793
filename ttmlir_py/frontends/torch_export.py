"""PyTorch modules as graphs from `torch.export`, with their arguments, state and constants."""

import inspect
import io
import logging
import re
import sys
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
from functools import cached_property
from typing import Any, cast

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.signature import wrong_arguments
from ttmlir_py.frontends.torch_caches import register_caches
from ttmlir_py.frontends.torch_constants import constant_result
from ttmlir_py.frontends.torch_decompositions import decompositions
from ttmlir_py.frontends.torch_examples import (
    Assumption,
    depends_on_examples,
    with_example_values,
)
from ttmlir_py.frontends.torch_known import with_constant_numbers, with_constant_selections
from ttmlir_py.frontends.torch_lowering import (
    Fixed,
    TensorGraph,
    Trace,
    tensor_graph,
    users_frames,
)
from ttmlir_py.frontends.torch_refusals import (
    caller_in,
    depends_on_data,
    mixed_types,
    refuse,
    refuse_python_value,
)
from ttmlir_py.frontends.torch_resampling import as_operators
from ttmlir_py.frontends.torch_tensors import dtype_of, is_tensor, torch
from ttmlir_py.runtime.errors import InputError


class Exported:
    """A PyTorch module as a graph of functional operators, for fixed shapes and types.

    Raises the errors of `torch.export.export`, CompilationError where Python needs a value that
    depends on data or the module has side effects other than changes of tensors, and TypeError for
    arguments of unsupported types.
    """

    def __init__(
        self,
        module: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        *,
        has_constant_state: bool = True,
    ):
        register_caches()
        with torch().no_grad(), tracing(), warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # PyTorch warns about its own code
            export = library("torch.export", "torch").export
            module = _as_module(module)

            def trace() -> Any:
                with _quiet():
                    return export(module, tuple(args), dict(kwargs), strict=False)

            def trace_constants() -> Any:
                leaves = pytrees().tree_leaves((args, kwargs))
                program = with_constant_numbers(trace, module, leaves)
                return with_constant_selections(program)

            self.assumptions: Sequence[Assumption] = ()
            """Numbers that were taken from the examples. The last results give those of a call."""
            try:
                program = trace_constants() if has_constant_state else trace()
            except Exception as error:
                _refuse_unknown_output(error)
                found = with_example_values(trace) if depends_on_data(error) else None
                if found is None:
                    refuse_python_value(error)
                    raise
                program, self.assumptions = found
            else:
                if depends_on_examples(program) and (found := with_example_values(trace)):
                    program, self.assumptions = found
            if self.assumptions and has_constant_state:
                program = with_constant_selections(program)
            self._program = program.run_decompositions(decompositions())
        if mixed := mixed_types(program.graph, users_frames):
            refuse(mixed)
        _refuse_effects(self._program)
        self.in_tree, self.out_tree = program.call_spec.in_spec, program.call_spec.out_spec
        if self.assumptions:
            self.out_tree, _ = self.out_tree.children()
        self._keywords = list(kwargs)
        leaves, _ = pytrees().tree_flatten((tuple(args), dict(kwargs)))
        self._leaves = [each if is_tensor(each) else Fixed(each) for each in leaves]
        self._refuse_types()
        if self.assumptions and has_constant_state:
            self._forget_constants()

    @property
    def examples(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The positional and keyword arguments that the module was exported for."""
        leaves = [each.value if isinstance(each, Fixed) else each for each in self._leaves]
        return pytrees().tree_unflatten(leaves, self.in_tree)

    @cached_property
    def _inputs(self) -> list[tuple[Any, str | None]]:
        """Return the graph's placeholders, each with its name in the state, or None for an
        argument.
        """
        program = self._program
        nodes = [node for node in program.graph.nodes if node.op == "placeholder"]
        specs = program.graph_signature.input_specs
        return [(node, spec.target) for node, spec in zip(nodes, specs, strict=True)]

    def _forget_constants(self) -> None:
        """Remove assumptions on numbers that depend only on constants."""
        graph, signature = self._program.graph, self._program.graph_signature
        known = {
            node: self._held(target)
            for node, target in self._inputs
            if target is not None and target not in self.changed
        }
        for node in graph.nodes:
            if (value := constant_result(node, known)) is not None:
                known[node] = value
        (output,) = graph.find_nodes(op="output")
        start = len(output.args[0]) - len(self.assumptions)
        results, numbers = output.args[0][:start], output.args[0][start:]
        specs = signature.output_specs
        rows = list(zip(self.assumptions, numbers, specs[start:], strict=True))
        rows = [row for row in rows if row[1] not in known]
        self.assumptions = [each for each, _, _ in rows]
        output.args = ((*results, *(each for _, each, _ in rows)),)
        specs[start:] = [each for _, _, each in rows]
        graph.eliminate_dead_code()

    @property
    def assumed(self) -> list[Any]:
        """Return tensors of the numbers that were taken from the examples, as in the results."""
        if not self.assumptions:
            return []
        (output,) = self._program.graph.find_nodes(op="output")
        pairs = zip(self.assumptions, output.args[0][-len(self.assumptions) :], strict=True)
        return [torch().tensor(each.value, dtype=node.meta["val"].dtype) for each, node in pairs]

    def _refuse_types(self) -> None:
        """Raise TypeError for an argument of an unsupported type."""
        users = [node.name for node, target in self._inputs if target is None]
        for name, leaf in zip(users, self._leaves, strict=True):
            if not isinstance(leaf, Fixed) and dtype_of(leaf) is None:
                raise TypeError(
                    f"argument ({name}) has type {leaf.dtype}, which a compiled model does not take"
                )

    @cached_property
    def state(self) -> dict[str, Any]:
        """Return the parameters, buffers and constants that the graph uses or changes, by their
        names in the module.
        """
        return {
            target: self._held(target)
            for node, target in self._inputs
            if target and (node.users or target in self.changed)
        }

    @cached_property
    def changed(self) -> list[str | int]:
        """Return the tensors that the module changes, which are the first results of the graph:
        names in the state, and positions in the list of tensors that `flatten` returns.
        """
        signature = self._program.graph_signature
        users = [node.name for node, target in self._inputs if target is None]
        pairs = zip(users, self._leaves, strict=True)
        tensors = [name for name, leaf in pairs if not isinstance(leaf, Fixed)]
        return [
            spec.target if spec.kind.name == "BUFFER_MUTATION" else tensors.index(spec.target)
            for spec in signature.output_specs
            if spec.kind.name in ("BUFFER_MUTATION", "USER_INPUT_MUTATION")
        ]

    def _held(self, target: str) -> Any:
        found = self._program.state_dict.get(target)
        return self._program.constants[target] if found is None else found

    def tensors(
        self, *, state_as_arguments: bool, trace: Trace = users_frames, steps: bool = False
    ) -> TensorGraph:
        """Return the graph with tensor arguments and results only.

        Its arguments are the state, if requested, otherwise the part that the module changes, and
        the tensors of a call. With `steps`, it also returns the results of all nodes.
        """
        known: dict[Any, Any] = {}
        names: dict[Any, str] = {}
        leaves = iter(self._leaves)
        for node, target in self._inputs:
            leaf = None if target else next(leaves)
            if isinstance(leaf, Fixed):
                known[node] = leaf.value
            elif target is None:
                names[node] = node.name
            elif target in (self.state if state_as_arguments else self.changed):
                names[node] = target
            else:
                known[node] = self._held(target)
        graph_module = self._program.graph_module
        return tensor_graph(graph_module, known, list(names.values()), trace, steps=steps)

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """Return the tensors in `args` and `kwargs`, in the order of the graph's arguments.

        Raise `InputError` for a different pytree structure, or if other leaves have different
        values than at export.
        """
        if sorted(kwargs) == sorted(self._keywords):
            kwargs = {name: kwargs[name] for name in self._keywords}
        leaves, tree = pytrees().tree_flatten((tuple(args), dict(kwargs)))
        users = [node.name for node, target in self._inputs if target is None]
        if tree != self.in_tree:
            expected = dict(zip(_places(self.in_tree), users, strict=True))
            raise InputError(
                wrong_arguments(_places(tree), expected)
                or f"the arguments are {tree}, but the model was compiled for {self.in_tree}"
            )
        for name, leaf, known in zip(users, leaves, self._leaves, strict=True):
            if isinstance(known, Fixed) and (is_tensor(leaf) or leaf != known.value):
                raise InputError(
                    f"argument ({name}) is {leaf!r}, but the model was compiled for "
                    f"{known.value!r}: arguments that are not tensors are fixed"
                )
            example = cast(Any, known)
            if is_tensor(leaf) and leaf.is_complex() != example.is_complex():
                expected = f"expected {example.dtype}"
                raise InputError(f"argument ({name}) has type {leaf.dtype}, {expected}")
        pairs = zip(leaves, self._leaves, strict=True)
        return [leaf for leaf, known in pairs if not isinstance(known, Fixed)]

    def recorded(
        self,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        state: Mapping[str, Any],
        rounding: Callable[[Any], Any] | None = None,
    ) -> tuple[list[Any], dict[int, Any]]:
        """Run the graph in PyTorch. Return its results, and the results of nodes by node number.

        Only nodes with one result tensor are included. `state` overrides the state at compile time.
        The function `rounding` is applied to the inputs and to each node's result.
        """
        program, values = self._program, dict[int, Any]()
        numbers = {node: number for number, node in enumerate(program.graph.nodes)}

        class Recorder(torch().fx.Interpreter):  # pyrefly: ignore[invalid-inheritance]
            def run_node(self, n: Any) -> Any:
                result: Any = super().run_node(n)  # pyright: ignore
                if not is_tensor(result):
                    return cast(Any, result)
                values[numbers[n]] = result if rounding is None else rounding(result)
                return values[numbers[n]]

        leaves = iter(pytrees().tree_leaves((tuple(args), dict(kwargs))))
        held = [
            next(leaves) if name is None else state.get(name, self._held(name))
            for _, name in self._inputs
        ]
        with torch().no_grad():
            results = Recorder(program.graph_module).run(*held)
        return [each for each in results if is_tensor(each)], values


@contextmanager
def _quiet() -> Generator[None]:
    """Drop what PyTorch logs and writes to stderr about an export that fails: the graph so far.

    The error that the caller raises has the user's line.
    """

    def drop(_: logging.LogRecord) -> bool:
        return False

    loggers, written = [logging.getLogger(name) for name in _LOGGERS], io.StringIO()
    for logger in loggers:
        logger.addFilter(drop)
    try:
        with redirect_stderr(written):
            yield
        sys.stderr.write(written.getvalue())
    finally:
        for logger in loggers:
            logger.removeFilter(drop)


_LOGGERS = (
    "torch._subclasses.fake_tensor",
    "torch.export._trace",
    "torch.fx.experimental.symbolic_shapes",
)


@contextmanager
def tracing() -> Generator[None]:
    """Trace operators in the block that have a decomposition or lowering.

    Attention becomes matrix products and softmax. Otherwise PyTorch chooses fused operators of its
    CPU kernels, which have no lowering.
    """
    attention = library("torch.nn.attention", "torch")
    export = library("torch.export._trace", "torch")
    export.print = _print_nothing  # it prints the graph before an error
    try:
        with attention.sdpa_kernel(attention.SDPBackend.MATH), as_operators():
            yield
    finally:
        del export.print


def _print_nothing(*args: Any, **kwargs: Any) -> None:
    pass


def pytrees() -> Any:
    """Return PyTorch's pytree module."""
    return library("torch.utils._pytree", "torch")


def _places(tree: Any) -> list[str]:
    """Return the place of each leaf in the pytree of a call's arguments, such as `args[0]['w']`."""
    trees = pytrees()
    args, kwargs = trees.tree_unflatten(list(range(tree.num_leaves)), tree)
    return [
        name + trees.keystr(path)
        for name, part in (("args", args), ("kwargs", kwargs))
        for path, _ in trees.tree_flatten_with_path(part)[0]
    ]


def _as_module(function: Callable[..., Any]) -> Any:
    """Return a module whose `forward` calls `function`. A module is returned unchanged."""
    if isinstance(function, torch().nn.Module):
        return function

    def forward(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    with suppress(ValueError):  # a C function has no signature
        forward.__signature__ = inspect.signature(function)  # pyrefly: ignore[missing-attribute]

    # PyTorch keeps only the frames of functions named `forward`, and of registered functions.
    announce = getattr(torch().fx.proxy, "_register_stack_trace_anchor", None)
    if announce is not None:
        announce(function)
    module = torch().nn.Module()
    module.forward = forward
    return module.eval()


def _refuse_unknown_output(error: Exception) -> None:
    """Raise TypeError if `error` says that the module returns objects other than pytrees."""
    if found := _UNKNOWN_OUTPUT.search(str(error)):
        raise TypeError(
            f"the module returns a {found[1]}, which is not a pytree of tensors: return tensors "
            "only (for a cache: use_cache=False), or register the class with "
            "torch.utils._pytree.register_pytree_node"
        ) from None


_UNKNOWN_OUTPUT = re.compile(r"Found <class '([^']+)'> in output, which is not a known type")


def _refuse_effects(program: Any) -> None:
    """Raise CompilationError if the module has side effects other than changes of tensors."""
    signature = program.graph_signature
    if any(spec.kind.name not in _KINDS for spec in signature.input_specs):
        effects = [
            (str(each), users_frames(0, node.meta.get("stack_trace") or ""))
            for node in program.graph.nodes
            for each in node.args
            if str(node.target) == "with_effects" and not hasattr(each, "users")
        ]
        name, trace = effects[0] if effects else ("", "")
        caller = f"{caller_in(trace).strip()}: ".removeprefix(": ")
        message = f"{caller}the module does more than compute on tensors: {name}: {_OUTSIDE}"
        refuse([(message, trace)])


_OUTSIDE = "compute that outside, and pass its results"
_KINDS = ("USER_INPUT", "PARAMETER", "BUFFER", "CONSTANT_TENSOR")
