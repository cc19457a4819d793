"""Compares a model with what PyTorch computes: its outputs, and the result of every node of its graph.

For the nodes, the graph is compiled once more with the number of each in its locations, by which the operations of a run are found.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ttmlir_py.frontends.check import Report, compare_operations, compare_outputs
from ttmlir_py.frontends.model import Compiled
from ttmlir_py.frontends.torch_export import Exported, pytrees
from ttmlir_py.frontends.torch_lowering import stablehlo, users_frames
from ttmlir_py.frontends.torch_tensors import array_of, dtype_of, is_tensor, torch

if TYPE_CHECKING:
    from ttmlir_py.runtime.observers.goldens import GoldenReport

_FILE = re.compile(r'File "([^"]*)"')
_NUMBER = re.compile(r'#(\d+)(?="?:\d+:\d+)')


@dataclass(frozen=True)
class Call:
    """A call that is checked."""

    module: Any
    exported: Exported
    state: Mapping[str, Any]
    """The tensors of the module that are arguments of the model."""
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    inputs: Sequence[Any]
    """The arrays in the state and in the arguments, in the order of the model's."""


def check(model: Compiled, call: Call, *, pcc: float, operations: bool) -> Report:
    """See `TorchModel.check`."""
    with torch().no_grad():
        found = _call(call)
    expected = [
        (pytrees().keystr(path) or "result", array_of(each))
        for path, each in pytrees().tree_flatten_with_path(found)[0]
        if is_tensor(each)
    ]
    rows = compare_outputs(model, call.inputs, expected, pcc)
    return Report("PyTorch", rows, _operations(model, call, pcc) if operations else None)


def _call(call: Call) -> Any:
    """What the module itself gives, with the state that the model has."""
    module = call.module
    if not call.state or not isinstance(module, torch().nn.Module):
        return module(*call.args, **call.kwargs)
    own = {name for name, _ in (*module.named_parameters(), *module.named_buffers())}
    state = {name: each for name, each in call.state.items() if name in own}
    return torch().func.functional_call(module, state, tuple(call.args), dict(call.kwargs))


def _operations(model: Compiled, call: Call, pcc: float) -> "GoldenReport":
    """Run the graph once more, compiled with a location for each of its nodes; PyTorch's values are the goldens."""
    graph = call.exported.tensors(state_as_arguments=bool(call.state), trace=_numbered)
    again = Compiled(stablehlo(graph), model.settings)
    recorded = call.exported.recorded(call.args, call.kwargs, call.state)
    values = {n: array_of(each) for n, each in recorded.items() if dtype_of(each) is not None}
    return compare_operations(again, call.inputs, values, _NUMBER, pcc)


def _numbered(number: int, trace: str) -> str:
    """A stack trace whose file names end with a node's number."""
    named = _FILE.sub(rf'File "\1#{number}"', users_frames(number, trace))
    return named or f'File "#{number}", line 0, in graph'
