"""The registry of the functions that define ops, and the rules for calling them.

A function's parameters have the names of the op's operands and, after the `*`, of its attributes.
Operands that results are written into (`output`, `outputs`) are ignored. A region is a `Body` with
the region's name. A function may also take `result_shape`, the `least` number of the result's type,
its number of `bits`, the `elements` (the element types of the first operand and of the result), and
the `mesh` of devices, (rows, columns).
"""

from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.reference.numbers import Array

Devices = list[Array]
"""A list with the value of each device, in the row-major order of the mesh."""
Mesh = tuple[int, int]
Numbers = Sequence[int]
Body = Callable[..., list[Array]]
"""A region that combines numbers, as a function.

It takes arrays, which broadcast, and returns the values that the region yields.
"""

MEANINGS: dict[str, Callable[..., Any]] = {}
"""Maps op names to functions, for all ops except element-wise ones."""


def op(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that registers a function as the semantics of the op `name`."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        MEANINGS[name] = function
        return function

    return register


SEVERAL_RESULTS = {
    *("ttir.all_reduce", "ttir.pooling"),
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all"),
    *("stablehlo.optimization_barrier", "stablehlo.reduce", "stablehlo.reduce_window"),
    *("stablehlo.batch_norm_grad", "stablehlo.batch_norm_training"),
    *("stablehlo.scatter", "stablehlo.sort", "chlo.top_k"),
}
"""Names of ops whose functions return a list with a value for each result."""
ON_MESHES = {
    *("ttir.all_gather", "ttir.all_reduce", "ttir.mesh_shard"),
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all"),
    *("stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.partition_id"),
    *("stablehlo.cross-replica-sum", "stablehlo.custom_call", "stablehlo.reduce_scatter"),
}
"""Names of ops whose functions take the values of all devices."""
