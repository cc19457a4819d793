"""The registry of the functions that define ops, and the rules that match an op with its function.

A function's parameters have the names of the op's operands and, after the `*`, of its attributes.
Operands that results are written into (`output`, `outputs`) are ignored. A region is a `Body` with
the region's name. A function may also take `result_shape`, the `least` number of the result's type,
its number of `bits`, and the `mesh` of devices, (rows, columns).
"""

from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.reference.numbers import Array

Devices = list[Array]
"""The value of each device, row of the mesh by row."""
Mesh = tuple[int, int]
Numbers = Sequence[int]
Body = Callable[..., list[Array]]
"""A region that combines numbers.

It returns the yielded values for arrays of arguments, which broadcast.
"""

MEANINGS: dict[str, Callable[..., Any]] = {}
"""The functions of all ops that are not computed number by number, by the op's name."""


def op(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function as the semantics of an op."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        MEANINGS[name] = function
        return function

    return register


SEVERAL_RESULTS = {
    *("ttir.all_reduce", "ttir.pooling"),
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all"),
    *("stablehlo.optimization_barrier", "stablehlo.reduce", "stablehlo.reduce_window"),
    *("stablehlo.scatter", "stablehlo.sort", "chlo.top_k"),
}
"""Ops whose functions return a list with a value for each result."""
ON_MESHES = {
    *("ttir.all_gather", "ttir.all_reduce", "ttir.mesh_shard"),
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all"),
    *("stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.partition_id"),
    *("stablehlo.cross-replica-sum", "stablehlo.custom_call", "stablehlo.reduce_scatter"),
}
"""Ops whose functions take the values of all devices."""
