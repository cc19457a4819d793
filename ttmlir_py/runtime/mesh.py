"""Meshes of devices, which the simulator runs one after another in one process.

A tensor holds one value for the host or all devices, or one value for each device of a mesh. In the
second case its array has a leading dimension of devices, in row-major order of the mesh. An
operation runs on each device separately, except for the collective operations
(`kernels/collective.py`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.tensor import Tensor
from ttmlir_py.schemas import BinaryError, TableView

Operand = Tensor | list[Tensor] | None


@dataclass(frozen=True, slots=True)
class Mesh:
    """Devices in rows and columns, numbered row by row."""

    rows: int
    columns: int

    @property
    def sides(self) -> tuple[int, int]:
        """Return the numbers of rows and columns."""
        return self.rows, self.columns

    @property
    def devices(self) -> int:
        """Return the number of devices."""
        return self.rows * self.columns

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"


def read_mesh(table: TableView) -> Mesh:
    """Return the mesh of a `GetDeviceOp`. Raise `BinaryError` unless each position has a chip."""
    sides = table.mesh
    mesh = Mesh(sides.y, sides.x) if sides else Mesh(1, 1)
    chips: list[int] = [] if table.chip_ids is None else table.chip_ids.tolist()
    if min(mesh.sides) < 1:
        raise BinaryError(f"a mesh of {mesh} is empty")
    if len(set(chips)) != len(chips):
        raise BinaryError(f"a chip is named twice: {chips}")
    if mesh.devices > max(len(chips), 1):
        raise BinaryError(f"a mesh of {mesh} needs {mesh.devices} chips, the op names {len(chips)}")
    return mesh


def result_copies(tensors: Sequence[Tensor], mesh: Mesh | None, *, joins: bool) -> int:
    """Return how many values an operation's result may have: one per device, or 1 if `joins`.

    `mesh` is given for collective operations. Raises `KernelError` if operands are on different
    meshes.
    """
    counts = {len(tensor.values) for tensor in tensors if tensor.per_device}
    if len(counts) > 1:
        raise KernelError(f"operands are on meshes of {sorted(counts)} devices")
    return 1 if joins else max([1, *counts, *([mesh.devices] if mesh else [])])


def run_on_devices(
    compute: Callable[..., Array], operands: Sequence[Operand], devices: int
) -> list[Array]:
    """Return the results of a kernel on each of the `devices` devices."""
    return [
        compute(tuple(_on_device(operand, device) for operand in operands))
        for device in range(devices)
    ]


def _on_device(operand: Operand, device: int) -> Array | list[Array] | None:
    if operand is None:
        return None
    if isinstance(operand, list):
        return [_value(tensor, device) for tensor in operand]
    return _value(operand, device)


def _value(tensor: Tensor, device: int) -> Array:
    return tensor.values[device] if tensor.per_device else tensor.values


def run_collective(compute: Callable[..., Array], tensor: Tensor, mesh: Mesh) -> list[Array]:
    """Return the results of a collective kernel for each device, or one if all devices get the
    same.
    """
    values = tensor.values
    if not tensor.per_device:
        stack = np.broadcast_to(values, (*mesh.sides, *values.shape))
    elif len(values) == mesh.devices:
        stack = values.reshape(*mesh.sides, *values.shape[1:])
    else:
        raise KernelError(f"a tensor on {len(values)} devices is used on a mesh of {mesh}")
    result = compute((stack,), mesh=mesh)
    if result.ndim < stack.ndim:
        return [result]
    return list(result.reshape(mesh.devices, *result.shape[2:]))
