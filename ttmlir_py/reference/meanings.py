"""Where the functions that say what ops mean are kept, and how an op is matched with its function.

A function's parameters are named as the op's operands and, behind the `*`, as its attributes. Operands in which results are
written (`output`, `outputs`) have no meaning. Beside attributes a function may ask for `result_shape`, for the `least` number of
the result's type, and for the `mesh` of devices, (rows, columns).
"""

from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.reference.numbers import Array

Devices = list[Array]
"""What each device has, row of the mesh by row."""
Mesh = tuple[int, int]
Numbers = Sequence[int]

MEANINGS: dict[str, Callable[..., Any]] = {}
"""The function of every other op, by its name within the dialect."""


def op(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say that a function is the meaning of an op."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        MEANINGS[name] = function
        return function

    return register


SEVERAL_RESULTS = {"all_reduce", "pooling"}
"""Ops whose functions return a list, of a result for each of their inputs."""
ON_MESHES = {"all_gather", "all_reduce", "mesh_shard"}
"""Ops whose functions get what all devices have."""
