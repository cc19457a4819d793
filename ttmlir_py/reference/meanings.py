"""Where the functions that say what ops mean are kept, and how an op is matched with its function.

A function's parameters are named as the op's operands and, behind the `*`, as its attributes. Operands in which results are
written (`output`, `outputs`) have no meaning. A region is a `Body` of the region's name. Beside these a function may ask for
`result_shape`, for the `least` number of the result's type and how many `bits` it has, and for the `mesh` of devices, (rows, columns).
"""

from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.reference.numbers import Array

Devices = list[Array]
"""What each device has, row of the mesh by row."""
Mesh = tuple[int, int]
Numbers = Sequence[int]
Body = Callable[..., list[Array]]
"""A region that combines numbers: what it yields, for the numbers at each place of its arguments, which broadcast."""

MEANINGS: dict[str, Callable[..., Any]] = {}
"""The function of every op that is not computed number by number, by the op's name."""


def op(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say that a function is the meaning of an op."""

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
"""Ops whose functions return a list, of a value for each of their results."""
ON_MESHES = {
    *("ttir.all_gather", "ttir.all_reduce", "ttir.mesh_shard"),
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all"),
    *("stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.partition_id"),
    *("stablehlo.cross-replica-sum", "stablehlo.custom_call", "stablehlo.reduce_scatter"),
}
"""Ops whose functions get what all devices have."""
