"""Random numbers of PyTorch graphs, which the host draws in each call of a compiled graph.

A node that draws is replaced by an argument. PyTorch itself draws the argument's value, in the
order of the graph, so that the results equal those of PyTorch under the same seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ttmlir_py.frontends.torch_tensors import is_tensor, torch

_DRAWN = (
    *(
        "bernoulli",
        "cauchy",
        "exponential",
        "geometric",
        "log_normal",
        "normal",
        "normal_functional",
    ),
    *("rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm", "uniform"),
)
"""Operators that read only the shapes and types of their operands."""


def random_decompositions() -> dict[Any, Any]:
    """Return decompositions of operators that draw into draws that depend on shapes only.

    They draw the same numbers as PyTorch's CPU kernels.
    """
    aten = torch().ops.aten
    return {
        aten.native_dropout.default: _dropout,
        aten.bernoulli.default: _bernoulli,
        aten.bernoulli.Tensor: _bernoulli_like,
        aten.normal.Tensor_float: _normal,
        aten.normal.float_Tensor: _normal,
        aten.normal.Tensor_Tensor: _normal,
    }


def _dropout(x: Any, p: float, train: bool | None) -> Any:
    """Return `x` with random elements set to zero, and the mask of the other elements."""
    if train is False or p == 0:
        return x.clone(), torch().ones_like(x, dtype=torch().bool)
    if p == 1:
        return torch().zeros_like(x), torch().zeros_like(x, dtype=torch().bool)
    kept = torch().ops.aten.bernoulli.p(x, 1 - p)
    return x * (kept / (1 - p)), kept.to(torch().bool)


def _bernoulli(p: Any, *, generator: Any = None) -> Any:
    """Return 1 with the probabilities `p`, otherwise 0."""
    wide = torch().float64 if p.dtype == torch().float64 else torch().float32
    return (torch().rand(p.shape, dtype=wide) < p).to(p.dtype)


def _bernoulli_like(x: Any, p: Any, *, generator: Any = None) -> Any:
    return _bernoulli(p.expand(x.shape)).to(x.dtype)


def _normal(mean: Any, std: Any, *, generator: Any = None) -> Any:
    """Return normal numbers with a mean and deviation for each element."""
    shape = torch().broadcast_shapes(*(each.shape for each in (mean, std) if is_tensor(each)))
    like = mean if is_tensor(mean) else std
    empty = torch().empty(shape, dtype=like.dtype)
    return torch().ops.aten.normal_functional(empty, 0.0, 1.0) * std + mean


def is_random(node: Any) -> bool:
    """Whether a node draws random numbers."""
    seeded = torch().Tag.nondeterministic_seeded
    return isinstance(node.target, torch()._ops.OpOverload) and seeded in node.target.tags


@dataclass(frozen=True)
class Draw:
    """A draw of random numbers in each call of a graph."""

    node: Any
    """The node of the original graph."""
    trace: str
    """Its stack trace."""
    name: str | None
    """Name of the argument with the numbers, or None if no operator uses them."""

    def tensor(self) -> Any:
        """Draw with PyTorch's default generator. Return the numbers."""
        operands = (self.node.args, self.node.kwargs)
        args, kwargs = torch().fx.node.map_arg(operands, _empty)
        if self.node.target is torch().ops.aten.bernoulli.p:  # graphs have it for `bernoulli_`, too
            return args[0].bernoulli_(*args[1:], **kwargs)
        return self.node.target(*args, **kwargs)


def is_drawn_on_host(node: Any) -> bool:
    """Whether a node draws random numbers that do not depend on values in the graph."""
    return (
        is_random(node)
        and node.target.overloadpacket.__name__ in _DRAWN
        and node.target not in random_decompositions()
        and node.kwargs.get("generator") is None
    )


def _empty(node: Any) -> Any:
    """Return an empty tensor like a node's result: its memory layout decides the order of draws."""
    value = node.meta["val"]
    return torch().empty_strided(value.shape, value.stride(), dtype=value.dtype)
