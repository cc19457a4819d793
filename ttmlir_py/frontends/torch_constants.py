"""What PyTorch computes while a graph is compiled: results that depend on constants only.

torch-mlir would fold some of them, and gets signs wrong (`torch.full((2,), 2.0) < -1`).
"""

from collections.abc import Mapping
from operator import getitem
from typing import Any

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_MOST_ELEMENTS = 1 << 16
"""Of tensors that something is computed from: weights are not computed with, but by the device."""


def constant_result(node: Any, values: Mapping[Any, Any]) -> Any:
    """The tensor or tensors that a node always gives, `values` being what others always give; None if that is not known."""
    if not _is_foldable(node):
        return None
    if any(each not in values or _is_large(values[each]) for each in node.all_input_nodes):
        return None
    with torch().no_grad(), no_modes():
        if node.target.__name__.startswith(("empty", "new_empty")):
            value = node.meta["val"]
            return torch().zeros(value.shape, dtype=value.dtype)
        args, kwargs = torch().fx.node.map_arg((node.args, node.kwargs), values.__getitem__)
        return node.target(*args, **kwargs)


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
