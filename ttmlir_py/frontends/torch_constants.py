"""Constant folding with PyTorch before a graph is lowered.

torch-mlir would fold some constants with wrong signs, such as `torch.full((2,), 2.0) < -1`.
"""

from collections.abc import Mapping, Sequence
from operator import getitem
from typing import Any, cast

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_MOST_ELEMENTS = 1 << 16
"""Largest number of elements of a folded tensor. Larger ones are computed on the device."""


def constant_result(node: Any, values: Mapping[Any, Any]) -> Any:
    """Return the tensor or tensors that `node` computes from constants, or None if they vary.

    `values` maps nodes to their known constant results.
    """
    if not _is_foldable(node):
        return None
    if (empty := _empty_result(node.meta.get("val"))) is not None:
        return empty
    if any(each not in values or is_large(values[each]) for each in node.all_input_nodes):
        return None
    with torch().no_grad(), no_modes():
        if node.target.__name__.startswith(("empty", "new_empty")):
            value = node.meta["val"]
            return torch().zeros(value.shape, dtype=value.dtype)
        args, kwargs = torch().fx.node.map_arg((node.args, node.kwargs), values.__getitem__)
        return node.target(*args, **kwargs)


def _empty_result(value: Any) -> Any:
    """Return empty tensors like `value` (a tensor or a sequence) if it has no elements, else
    None.
    """
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
    """Whether a node is a deterministic operator call, so that its result may be folded."""
    if node.op != "call_function":
        return False
    if node.target is getitem:
        return True
    seeded = torch().Tag.nondeterministic_seeded
    return isinstance(node.target, torch()._ops.OpOverload) and seeded not in node.target.tags


def is_large(value: Any) -> bool:
    """Whether a value is a tensor that is not folded."""
    return is_tensor(value) and value.numel() > _MOST_ELEMENTS


def no_modes() -> Any:
    """Return a context manager that suspends PyTorch's tracing modes.

    An example is the mode for fake tensors of `aot_autograd`.
    """
    return library("torch.utils._python_dispatch", "torch")._disable_current_modes()
