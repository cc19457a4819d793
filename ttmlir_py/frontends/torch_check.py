"""Comparison of a model with PyTorch: its outputs, and the results of its graph's nodes.

For the nodes, the graph is compiled again with their results as additional outputs. Locations in
this program include the node's number.
"""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ttmlir_py.frontends.check import Library, Report, Values, compare_outputs, compare_steps
from ttmlir_py.frontends.model import Compiled
from ttmlir_py.frontends.torch_export import Exported, pytrees
from ttmlir_py.frontends.torch_lowering import stablehlo, users_frames
from ttmlir_py.frontends.torch_refusals import place_of
from ttmlir_py.frontends.torch_tensors import array_of, is_tensor, torch

_FILE = re.compile(r'File "([^"]*)"')


@dataclass(frozen=True)
class Call:
    """The module call that is checked, with the model's arguments."""

    module: Any
    exported: Exported
    state: Mapping[str, Any]
    """Maps names to the module's tensors that are arguments of the model."""
    state_as_arguments: bool
    """Whether all of the state is arguments, or only what the module changes."""
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    inputs: Sequence[Any]
    """Arrays of the state, followed by those of the call, in the order of the model's arguments."""
    random: Any
    """State of PyTorch's generator before the random numbers of `inputs` were drawn."""


def check(model: Compiled, call: Call, *, pcc: float, numerics: str, operations: bool) -> Report:
    """Compare a model with PyTorch; see `TorchModel.check`."""
    with torch().no_grad(), _generator(call.random):
        results, changed = _call(call)
    found = [(path, each) for path, each in leaves_with_paths(results) if is_tensor(each)]
    found = [*changed, *found, *_assumed(call.exported)]

    def run(rounding: int | None) -> Values:
        rounded = None if rounding is None else _Rounding(rounding)
        with _generator(call.random):
            outputs, steps = call.exported.recorded(call.args, call.kwargs, call.state, rounded)
        return Values(list(map(array_of, outputs)), [array_of(steps[each]) for each in numbers])

    graph = call.exported.tensors(
        state_as_arguments=call.state_as_arguments, trace=_numbered, steps=True
    )
    numbers = graph.steps
    values = Library([array_of(each) for _, each in found], run)
    paths = [path or "result" for path, _ in found]
    rows = compare_outputs(model, call.inputs, paths, values, pcc, numerics)
    if not operations:
        return Report("PyTorch", rows, None)
    again = Compiled(stablehlo(graph), model.settings.quiet(), weights=graph.weights)
    return Report("PyTorch", rows, compare_steps(again, call.inputs, values, pcc, numerics))


def leaves_with_paths(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each leaf of a pytree with its path in Python's syntax, such as `['x'][0]`.

    Children of a type without named keys are numbered.
    """

    def is_child(each: Any) -> bool:
        return each is not tree

    children, spec = pytrees().tree_flatten(tree, is_leaf=is_child)
    if spec.is_leaf():
        yield path, tree
        return
    try:
        named, _ = pytrees().tree_flatten_with_path(tree, is_leaf=is_child)
        keys = [pytrees().keystr(key) for key, _ in named]
    except ValueError:  # the pytree type was registered without a function for its keys
        keys = [f"[{index}]" for index in range(len(children))]
    for key, child in zip(keys, children, strict=True):
        yield from leaves_with_paths(child, path + key)


def _assumed(exported: Exported) -> list[tuple[str, Any]]:
    """Return the numbers that the program returns because they were taken from the examples."""
    pairs = zip(exported.assumptions, exported.assumed, strict=True)
    return [(f"{each.what} ({place_of(each.trace)})", found) for each, found in pairs]


class _Rounding:
    """A change of tensors by one unit in the last place, up or down. Integers do not change."""

    def __init__(self, number: int):
        self._generator = torch().Generator().manual_seed(number)

    def __call__(self, value: Any) -> Any:
        if not is_tensor(value) or not value.dtype.is_floating_point:
            return value
        unit = max(torch().finfo(each).eps for each in (value.dtype, torch().float32))
        ups = torch().randint(0, 2, value.shape, generator=self._generator)
        moved = (value.double() * (1 + unit * (2 * ups - 1))).to(value.dtype)
        return torch().where(value == value.round(), value, moved)


@contextmanager
def _generator(state: Any) -> Generator[None]:
    """Set the state of PyTorch's generator in the block."""
    with torch().random.fork_rng(devices=()):
        torch().set_rng_state(state)
        yield


def _call(call: Call) -> tuple[Any, list[tuple[str, Any]]]:
    """Return the results of the PyTorch module itself, run with the model's state, and the changed
    tensors with their names.

    Tensors that the module changes are copied before.
    """
    module, changed = call.module, call.exported.changed
    state = {name: each.clone() if name in changed else each for name, each in call.state.items()}
    leaves, tree = pytrees().tree_flatten((tuple(call.args), dict(call.kwargs)))
    if any(not isinstance(each, str) for each in changed):
        leaves = [each.clone() if is_tensor(each) else each for each in leaves]
    args, kwargs = pytrees().tree_unflatten(leaves, tree)
    if state and isinstance(module, torch().nn.Module):
        own = {name for name, _ in (*module.named_parameters(), *module.named_buffers())}
        state = {name: each for name, each in state.items() if name in own}
        results = torch().func.functional_call(module, state, args, kwargs)
    else:
        results = module(*args, **kwargs)
    tensors = call.exported.flatten(args, kwargs) if changed else []
    return results, [
        (each, state[each]) if isinstance(each, str) else (f"argument {each}", tensors[each])
        for each in changed
    ]


def _numbered(number: int, trace: str) -> str:
    """Return the stack trace of node `number`, with the number appended to each file name."""
    named = _FILE.sub(rf'File "\1#{number}"', users_frames(number, trace))
    return named or f'File "#{number}", line 0, in graph'
