"""Compares a model with what PyTorch computes: its outputs, and the result of every node of its graph.

For the nodes, the graph is compiled once more with the number of each in its locations, by which the operations of a run are found.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ttmlir_py.frontends.check import Report, compare_operations, compare_outputs
from ttmlir_py.frontends.model import Compiled
from ttmlir_py.frontends.torch_export import pytrees
from ttmlir_py.frontends.torch_lowering import stablehlo, users_frames
from ttmlir_py.frontends.torch_tensors import array_of, dtype_of, is_tensor, torch

if TYPE_CHECKING:
    from ttmlir_py.frontends.torch import TorchModel
    from ttmlir_py.runtime.observers.goldens import GoldenReport

_FILE = re.compile(r'File "([^"]*)"')
_NUMBER = re.compile(r'#(\d+)(?="?:\d+:\d+)')


def check(
    model: "TorchModel",
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    *,
    pcc: float,
    operations: bool,
) -> Report:
    """See `TorchModel.check`."""
    inputs = model.flatten(args, kwargs)
    with torch().no_grad():
        found = _call(model, args, kwargs)
    expected = [
        (pytrees().keystr(path) or "result", array_of(each))
        for path, each in pytrees().tree_flatten_with_path(found)[0]
        if is_tensor(each)
    ]
    rows = compare_outputs(model, inputs, expected, pcc)
    report = _operations(model, inputs, args, kwargs, pcc) if operations else None
    return Report("PyTorch", rows, report)


def _call(model: "TorchModel", args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """What the module itself gives, with the state that the model has."""
    module = model.module
    if not model.state or not isinstance(module, torch().nn.Module):
        return module(*args, **kwargs)
    own = {name for name, _ in (*module.named_parameters(), *module.named_buffers())}
    state = {name: each for name, each in model.state.items() if name in own}
    return torch().func.functional_call(module, state, tuple(args), dict(kwargs))


def _operations(
    model: "TorchModel",
    inputs: Sequence[Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    pcc: float,
) -> "GoldenReport":
    """Run the graph once more, compiled with a location for each of its nodes; PyTorch's values are the goldens."""
    exported = model.exported
    graph = exported.tensors(state_as_arguments=bool(model.state), trace=_numbered)
    again = Compiled(stablehlo(graph), model.settings)
    recorded = exported.recorded(args, kwargs, model.state)
    values = {n: array_of(each) for n, each in recorded.items() if dtype_of(each) is not None}
    return compare_operations(again, inputs, values, _NUMBER, pcc)


def _numbered(number: int, trace: str) -> str:
    """A stack trace whose file names end with a node's number."""
    named = _FILE.sub(rf'File "\1#{number}"', users_frames(number, trace))
    return named or f'File "#{number}", line 0, in graph'
