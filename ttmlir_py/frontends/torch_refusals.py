"""Errors for graphs that torch-mlir does not lower.

Each operator is lowered on its own, to name those that fail at their locations in the user's files.
torch-mlir itself may report only a value at an unknown location.
"""

import operator
import re
import traceback
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr, StringAttr

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.frontends.torch_random import is_random
from ttmlir_py.frontends.torch_tensors import is_tensor, torch
from ttmlir_py.ir.diagnostics import CompilationError, note
from ttmlir_py.ir.locations import file_location

Message = tuple[str, str]
"""An error message, and its location as MLIR text or as a stack trace."""

_REMEDY = "choose between tensors (torch.where), or compute the value outside and pass it"
_PLACE = re.compile(r'"([^"]+)"(?:, line |:)(\d+)(?::(\d+))?')
_CONVERSIONS = frozenset({"guard_float", "guard_int"})
"""PyTorch's functions that make a Python number of a symbol."""
_FACTORIZATION = re.compile(r"linalg_|cholesky|svd|qr|eig|lu_factor|triangular_solve")
"""Linear algebra operators that factorize a matrix, or solve equations with the factors."""
_MOST = 100
"""Largest number of kinds of operators that are lowered individually."""


def refuse(messages: Sequence[Message]) -> NoReturn:
    """Raise CompilationError with the first message. The others become notes."""
    (message, where), *others = messages
    with compiler.diagnosed() as context:
        context.diagnostics.shows_lines_without_column = True
        notes = [note(location_of(place), text) for text, place in others]
        context.diagnostics.emit_error(location_of(where), message, notes)
        raise CompilationError
    raise AssertionError


def location_of(text: str) -> LocationAttr:
    """Return the innermost location in `text`, which is an MLIR location or a stack trace."""
    places = _PLACE.findall(text)
    if not places:
        return UNKNOWN_LOC
    file, line, column = places[-1] if text.lstrip().startswith("File") else places[0]
    return file_location(StringAttr(file), int(line), int(column or 0))


def place_of(trace: str) -> str:
    """Return the innermost place in a stack trace, as `FILE:LINE`."""
    places = _PLACE.findall(trace)
    return "{}:{}".format(*places[-1]) if places else "<unknown>"


def data_dependent(graph_module: Any) -> list[Message]:
    """Return a message for the first operator whose result depends on data in its shape, or is a
    Python number, or no messages.
    """
    for node in graph_module.graph.nodes:
        if node.target is torch().ops.aten._local_scalar_dense.default:
            message = (
                "'.item()' gives a Python number, which depends on data: leave it out, and compute "
                "with the tensor"
            )
            return [(message, node.meta["stack_trace"])]
        shape = getattr(node.meta.get("val"), "shape", ())
        if any(not isinstance(size, int) for size in shape):
            source = node.args[0] if node.target is operator.getitem else node
            message = f"the shape of what '{source.target}' gives depends on data: {_REMEDY}"
            return [(message, node.meta["stack_trace"])]
    return []


def refuse_python_value(error: BaseException) -> None:
    """Raise CompilationError at the user's line if `error` says that tracing needs a Python value
    that depends on data.
    """
    if what := _dependence(error):
        frames = traceback.extract_tb(error.__traceback__)
        if _CONVERSIONS.intersection(frame.name for frame in frames):
            what = "Python needs a number that depends on data"
        refuse([(f"{what.format(error)}: {_REMEDY}", _users_line(error))])


def depends_on_data(error: BaseException) -> bool:
    """Whether `error` says that tracing needs a Python value or a shape that depends on data."""
    return _dependence(error) is not None


def _dependence(error: BaseException) -> str | None:
    """Return what depends on data if `error` says so, with `{}` for its text."""
    if _UNKNOWN_SIZE in str(error):
        return "a size depends on data"
    return _DEPENDENCES.get(type(error).__name__)


_UNKNOWN_SIZE = "SymIntArrayRef expected to contain only concrete integers"
_DEPENDENCES = {
    "DataDependentOutputException": "'{}' gives a Python value that depends on data",
    "DynamicOutputShapeException": "the shape of what '{}' gives depends on data",
    "GuardOnDataDependentSymNode": "a Python condition depends on data",
    "PendingUnbackedSymbolNotFound": "the number of elements that a mask selects depends on data",
}


def _users_line(error: BaseException) -> str:
    """Return the innermost line of the user's code in the traceback of `error`, as in a stack
    trace.
    """
    own = {str(Path(module.__file__ or "").parent) for module in (torch(), ttmlir_py)}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not any(str(folder) in own for folder in Path(frame.filename).parents):
            return f'File "{frame.filename}", line {frame.lineno}'
    return ""


_FUNCTION = re.compile(r", line \d+, in (\S+)\s*(?:\n|$)")


def random(graph_module: Any) -> list[Message]:
    """Return a message for the first operator that draws random numbers, or no messages."""
    for node in graph_module.graph.nodes:
        if is_random(node):
            trace = node.meta["stack_trace"]
            message = (
                f"'{node.target}' draws random numbers{caller_in(trace)}, which depend on values "
                "of the graph: draw them outside, and pass them"
            )
            return [(message, trace)]
    return []


def caller_in(trace: str) -> str:
    """Return ` in 'NAME'` for the innermost function of a stack trace, or an empty text."""
    functions = _FUNCTION.findall(trace)
    return f" in '{functions[-1]}'" if functions else ""


def crashing(graph_module: Any) -> list[Message]:
    """Return a message for the first operator that crashes torch-mlir: a cumulative sum of 8
    bits, or an operator along a dimension of a tensor without dimensions.
    """
    aten, narrow = torch().ops.aten, (torch().int8, torch().uint8)
    along = (aten.var.correction, aten._softmax.default, aten._log_softmax.default)
    for node in graph_module.graph.nodes:
        if node.target in along and not node.args[0].meta["val"].dim():
            message = (
                f"torch-mlir does not lower '{node.target}' of a tensor without dimensions: leave "
                "it out, or give the tensor a dimension"
            )
            return [(message, node.meta["stack_trace"])]
        if node.target is aten.cumsum.default and node.meta["val"].dtype in narrow:
            message = (
                f"torch-mlir does not lower '{node.target}' in 8 bits: sum in more, and convert "
                "the result"
            )
            return [(message, node.meta["stack_trace"])]
    return []


def mixed_types(graph: Any, users_frames: Callable[[int, str], str]) -> list[Message]:
    """Return a message for the first operator that PyTorch does not compute on operands of
    different float types, or no messages. `users_frames` selects frames of its stack trace.

    Tracing accepts such operators, because only PyTorch's kernels check the types. Each kind is
    therefore run on zeros. It must work if all floats have one type, so that the error is about the
    types.
    """
    tried = set[Any]()
    for node in graph.nodes:
        if not isinstance(node.target, torch()._ops.OpOverload):
            continue
        values = [each.meta.get("val") for each in node.all_input_nodes]
        tensors = [each for each in values if is_tensor(each)]
        floats = {each.dtype for each in tensors if each.is_floating_point()}
        kind = node.target, tuple((each.dtype, each.dim()) for each in tensors)
        if len(floats) < 2 or len(tensors) < len(values) or kind in tried:
            continue
        tried.add(kind)
        error = _error_on_zeros(node, None)
        if error is not None and _error_on_zeros(node, min(floats, key=str)) is None:
            trace = users_frames(0, node.meta.get("stack_trace") or "")
            message = f"'{node.target}'{caller_in(trace)}: {error.rstrip('.')}: {_CONVERSION}"
            return [(message, trace)]
    return []


_CONVERSION = "convert the operands to one type, for example with '.float()'"


def _error_on_zeros(node: Any, dtype: Any) -> str | None:
    """Return the first line of PyTorch's error when the operator of `node` gets zeros, or None.

    With `dtype`, all floats get this type.
    """

    def zeros(each: Any) -> Any:
        value = each.meta["val"]
        other = value.is_floating_point() and dtype is not None
        return torch().zeros(value.shape, dtype=dtype if other else value.dtype)

    args, kwargs = torch().fx.node.map_arg((node.args, node.kwargs), zeros)
    try:
        node.target(*args, **kwargs)
    except (RuntimeError, TypeError, ValueError) as error:
        return str(error).partition("\n")[0]
    return None


def control_flow(graph_module: Any) -> list[Message]:
    """Return a message for the first operator that calls functions, such as `torch.cond`, or no
    messages.
    """
    for node in graph_module.graph.nodes:
        if isinstance(node.target, torch()._ops.HigherOrderOperator):
            name = node.target.name()
            trace = node.meta["stack_trace"]
            remedy = _WITHOUT_FUNCTIONS.get(name, "compute it outside, and pass the results")
            message = f"torch-mlir does not lower '{name}' to StableHLO{caller_in(trace)}: {remedy}"
            return [(message, trace)]
    return []


_LOOP = "write a Python loop with a fixed number of iterations, which is unrolled"
_WITHOUT_FUNCTIONS = {
    "cond": "compute both results, and choose with torch.where",
    "flex_attention": "use torch.nn.functional.scaled_dot_product_attention with a mask",
    "map_impl": "use torch.vmap",
    **dict.fromkeys(("associative_scan", "scan", "while_loop"), _LOOP),
}
"""Maps operators that call functions to what to write instead."""


def culprits(graph_module: Any, lower: Callable[[Any], tuple[Any, Any]]) -> list[Message]:
    """Return a message for each kind of operator that `lower` fails on individually.

    Each message has the stack trace of the first operator of its kind.
    """
    kinds = {
        _kind(node): node
        for node in reversed(graph_module.graph.nodes)
        if isinstance(node.target, torch()._ops.OpOverload) and node.meta.get("val") is not None
    }
    return [
        (_not_lowered(node), node.meta["stack_trace"])
        for node in islice(reversed(kinds.values()), _MOST)
        if lower(_alone(node))[1]
    ]


def _not_lowered(node: Any) -> str:
    """Return the message about an operator that torch-mlir does not lower, with advice."""
    message = f"torch-mlir does not lower '{node.target}' to StableHLO"
    factors = _FACTORIZATION.search(str(node.target)) is not None
    remedy = ": compute it outside, and pass the results" if factors else ""
    return message + caller_in(node.meta["stack_trace"]) + remedy


def _kind(node: Any) -> tuple[Any, str]:
    """Return a key that equal operators share: the operator's name, and its operands' types."""

    def described(each: Any) -> str:
        return str(each.meta.get("val"))

    return node.target, str(torch().fx.node.map_arg((node.args, node.kwargs), described))


def _alone(node: Any) -> Any:
    """Return a graph that contains only `node`. Its operands become arguments, and constant
    operands stay constants.
    """
    graph, root, copies = torch().fx.Graph(), torch().nn.Module(), dict[Any, Any]()
    for each in node.all_input_nodes:
        if each.op == "get_attr":
            setattr(root, each.target, getattr(node.graph.owning_module, each.target))
            copies[each] = graph.node_copy(each)
        else:
            copies[each] = graph.placeholder(each.name)
            copies[each].meta = each.meta
    copies[node] = copy = graph.node_copy(node, copies.__getitem__)
    results = [copy]
    if isinstance(node.meta.get("val"), tuple | list):
        results = [graph.node_copy(user, copies.__getitem__) for user in node.users]
    graph.output(tuple(results))
    return torch().fx.GraphModule(root, graph).graph
