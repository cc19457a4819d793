"""`ttnn.tracer`: graphs of the functions of PyTorch and TT-NN that a program calls.

with trace():
    output = ttnn.to_torch(ttnn.exp(ttnn.from_torch(x)))
visualize(output, file_name="graph.dot")
"""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from typing import Any, cast

from ttmlir_py.common.files import write_file
from ttmlir_py.ttnn import conversion
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, observed_by

try:
    torch: Any = import_module("torch")
    _overrides: Any = import_module("torch.overrides")
except ImportError:
    raise ImportError("ttnn.tracer needs PyTorch, which is not installed: install torch") from None


_name_of: Any = _overrides.resolve_name


@dataclass(slots=True, eq=False)
class Node:
    """A call: its name, the calls that made its inputs, and the text of its outputs."""

    name: str
    inputs: list[Node] = field(default_factory=list["Node"])
    outputs: list[str] = field(default_factory=list[str])


@dataclass(slots=True, eq=False)
class TracedGraph:
    """The calls on which a value depends, inputs first, as Graphviz draws them."""

    nodes: list[Node]

    @property
    def source(self) -> str:
        """The graph in Graphviz's language."""
        numbers = {id(node): number for number, node in enumerate(self.nodes)}
        lines = ["digraph {", '  node [shape=box fontname="monospace"]']
        for node in self.nodes:
            text = "\\n".join(_dot_text(each) for each in (node.name, *node.outputs))
            lines.append(f'  n{numbers[id(node)]} [label="{text}"]')
            lines += [f"  n{numbers[id(each)]} -> n{numbers[id(node)]}" for each in node.inputs]
        return "\n".join([*lines, "}", ""])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.source)}</pre>"


def _dot_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


class _Trace:
    """The calls of an open trace. Implements `observers.CallWatcher`.

    Values are kept alive, so that identities are not reused.
    """

    def __init__(self) -> None:
        self._makers: dict[int, Node] = {}
        self._alive: list[object] = []
        self._depth = 0

    def node_of(self, value: object) -> Node:
        """Return the call that made a tensor. For a tensor from outside the trace, return a node
        that represents the tensor.
        """
        key = id(value.buffer) if isinstance(value, Tensor) else id(value)
        if key not in self._makers:
            library = "ttnn" if isinstance(value, Tensor) else "torch"
            self._makers[key] = Node(f"{library}_input", [], [_described(value)])
            self._alive.append(value)
        return self._makers[key]

    def record(self, name: str, inputs: Sequence[object], result: object) -> None:
        """Add a call, unless its results are its inputs."""
        node = Node(name, [self.node_of(each) for each in inputs])
        for each in _tensors(result):
            key = id(each.buffer) if isinstance(each, Tensor) else id(each)
            node.outputs.append(_described(each))
            self._makers[key] = node
            self._alive.append(each)

    def convert(self, name: str, operand: object, result: object) -> None:
        """Add a conversion between the libraries."""
        self.record(name, [*_tensors(operand)], result)

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        """Observe the start of a TT-NN function."""
        self._depth += 1

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """Observe the return of a TT-NN function. Functions inside others are not recorded."""
        self._depth -= 1
        if self._depth == 0:
            self.record(f"ttnn.{name}", [*_tensors(operands)], result)

    def fail(self, error: BaseException) -> None:
        """Observe an error of a TT-NN function."""
        self._depth -= 1


def _described(value: Any) -> str:
    kind = str(value.dtype).removeprefix("torch.")
    return f"{tuple(value.shape)} {kind}"


def _tensors(value: object) -> Iterator[Any]:
    """Yield the tensors of both libraries in a value, its lists and its mappings."""
    if isinstance(value, Tensor | torch.Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for each in cast(Sequence[object], value):
            yield from _tensors(each)
    elif isinstance(value, Mapping):
        for each in cast(Mapping[object, object], value).values():
            yield from _tensors(each)


class _TorchCalls(_overrides.TorchFunctionMode):
    """Records the functions of PyTorch that a program calls."""

    def __init__(self, traced: _Trace) -> None:
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self._traced = traced

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        made = [*_tensors(result)]
        name = _name_of(func) or getattr(func, "__name__", str(func))
        if made and not name.endswith("__get__"):
            self._traced.record(name, [*_tensors(args), *_tensors(kwargs or {})], result)
        return result


_last: list[_Trace] = []
_TEXTS = (".dot", ".gv")
"""Suffixes of files in Graphviz's language."""


@contextmanager
def trace() -> Generator[None]:
    """Within the block, record the calls of PyTorch and TT-NN, for `visualize`."""
    traced = _Trace()
    _last[:] = [traced]
    conversion.observers.append(traced.convert)
    try:
        with observed_by(traced), _TorchCalls(traced):
            yield
    finally:
        conversion.observers.remove(traced.convert)


def get_graph(value: object) -> TracedGraph:
    """Return the calls of the last trace on which a value depends.

    Raises TtnnError if there was no trace, or if the value holds no tensor.
    """
    tensors = [*_tensors(value)]
    if not _last:
        raise TtnnError("ttnn.tracer: there was no trace")
    if not tensors:
        raise TtnnError(f"ttnn.tracer: {type(value).__name__} holds no tensor")
    return TracedGraph(_ordered([_last[0].node_of(each) for each in tensors]))


def _ordered(roots: Sequence[Node]) -> list[Node]:
    """Return `roots` and all nodes on which these depend, each after its inputs."""
    found: dict[int, Node] = {}
    stack = [(node, False) for node in reversed(roots)]
    while stack:
        node, is_done = stack.pop()
        if id(node) in found:
            continue
        if is_done:
            found[id(node)] = node
        else:
            stack.append((node, True))
            stack += [(each, False) for each in reversed(node.inputs) if id(each) not in found]
    return [*found.values()]


def visualize(
    value: object, *, file_name: str | os.PathLike[str] | None = None, **options: object
) -> TracedGraph:
    """Return the graph of a value's calls, and write it to a file if named.

    A file with the suffix `.dot` or `.gv` gets Graphviz's language. For pictures, such as `.svg`,
    Graphviz must be installed, else there is a warning and no file. `options` of TT-NN's function
    change nothing.
    """
    found = get_graph(value)
    if file_name is None:
        return found
    path = os.fspath(file_name)
    suffix = os.path.splitext(path)[1]
    if suffix in _TEXTS:
        write_file(path, found.source)
    elif (dot := shutil.which("dot")) is not None:
        command = [dot, f"-T{suffix.removeprefix('.')}", "-o", path]
        subprocess.run(command, input=found.source, text=True, check=True)
    else:
        warnings.warn(f"Graphviz is not installed: {path} is not written", stacklevel=2)
    return found
