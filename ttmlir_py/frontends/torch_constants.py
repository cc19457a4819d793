"""What PyTorch computes while a graph is compiled: results that depend on constants only.

torch-mlir would fold some of them, and gets signs wrong (`torch.full((2,), 2.0) < -1`).
"""

from collections.abc import Mapping, Sequence
from operator import getitem
from typing import Any, cast

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_MOST_ELEMENTS = 1 << 16
"""Of tensors that something is computed from: weights are not computed with, but by the device."""


def constant_result(node: Any, values: Mapping[Any, Any]) -> Any:
    """The tensor or tensors that a node always gives, `values` being what others always give; None if that is not known."""
    if not _is_foldable(node):
        return None
    if (empty := _empty_result(node.meta.get("val"))) is not None:
        return empty
    if any(each not in values or _is_large(values[each]) for each in node.all_input_nodes):
        return None
    with torch().no_grad(), no_modes():
        if node.target.__name__.startswith(("empty", "new_empty")):
            value = node.meta["val"]
            return torch().zeros(value.shape, dtype=value.dtype)
        args, kwargs = torch().fx.node.map_arg((node.args, node.kwargs), values.__getitem__)
        return node.target(*args, **kwargs)


def _empty_result(value: Any) -> Any:
    """Return a tensor without elements, or several, if that is what `value` stands for; None for any other value."""
    if isinstance(value, list | tuple):
        results = [_empty_result(each) for each in cast(Sequence[Any], value)]
        is_empty = results and all(each is not None for each in results)
        return tuple(results) if is_empty else None
    if not is_tensor(value) or not all(type(size) is int for size in value.shape):
        return None
    if 0 not in value.shape:
        return None
    with torch().no_grad(), no_modes():
        return torch().zeros(value.shape, dtype=value.dtype)


def _is_foldable(node: Any) -> bool:
    """Whether a node gives the same for the same."""
    if node.op != "call_function":
        return False
    if node.target is getitem:
        return True
    seeded = torch().Tag.nondeterministic_seeded
    return isinstance(node.target, torch()._ops.OpOverload) and seeded not in node.target.tags


def _is_large(value: Any) -> bool:
    return is_tensor(value) and value.numel() > _MOST_ELEMENTS


def no_modes() -> Any:
    """Return a context manager that suspends the modes that PyTorch traces in, such as the fake tensors of `aot_autograd`."""
    return library("torch.utils._python_dispatch", "torch")._disable_current_modes()
