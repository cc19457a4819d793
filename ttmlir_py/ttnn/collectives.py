"""Functions that move tensors between the devices of a mesh."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.collective import REDUCERS
from ttmlir_py.runtime.kernels.collective import all_gather as gathered
from ttmlir_py.runtime.kernels.collective import reduce_scatter as scattered
from ttmlir_py.runtime.mesh import Mesh
from ttmlir_py.ttnn.mesh import aggregate_as_tensor, get_device_tensors
from ttmlir_py.ttnn.mesh_tensors import DeviceMesh, MeshTensor, mesh_tensor
from ttmlir_py.ttnn.tensor import (
    Tensor,
    TtnnError,
    make,
    refusals,
    require_kind,
    require_tensor,
    require_untraced,
)
from ttmlir_py.ttnn.types import Device, MemoryConfig


class Topology(Enum):
    """The order in which devices exchange data. It changes nothing in the simulator."""

    Ring = 0
    Linear = 1


class ReduceType(Enum):
    """The function that combines the elements of devices."""

    Sum = 0
    Mean = 1
    Max = 2
    Min = 3
    Std = 4
    Var = 5


def all_gather(
    input_tensor: Tensor | Sequence[Tensor],
    dim: int,
    cluster_axis: int | None = None,
    mesh_device: Device | None = None,
    *,
    num_links: int | None = 1,
    memory_config: MemoryConfig | None = None,
    num_workers: int | None = None,
    num_buffers_per_channel: int | None = None,
    topology: Topology | None = Topology.Ring,
) -> Tensor | list[Tensor]:
    """Give every device the parts of all devices, joined along `dim`.

    With `cluster_axis` 1, only devices in the same row exchange their parts, and with 0 only those
    in the same column. A list of parts is also accepted, and the result is then a list. The numbers
    of links, workers and buffers, and the topology, change nothing.
    """

    def join(stack: Array, mesh: Mesh) -> Sequence[Array]:
        axis = _dimension("all_gather", dim, stack.ndim - 2)
        shape = list(stack.shape[2:])
        shape[axis] *= mesh.columns
        made = gathered(stack, mesh=mesh, dim=axis, result_shape=tuple(shape))
        return [made] * mesh.columns

    if isinstance(input_tensor, Tensor):
        return _exchanged(
            "all_gather", input_tensor, cluster_axis, mesh_device, memory_config, topology, join
        )
    whole = aggregate_as_tensor(input_tensor)
    return get_device_tensors(
        _exchanged("all_gather", whole, cluster_axis, mesh_device, memory_config, topology, join)
    )


def reduce_scatter(
    input_tensor: Tensor,
    dim: int,
    cluster_axis: int | ReduceType | None = None,
    mesh_device: Device | None = None,
    math_op: ReduceType = ReduceType.Sum,
    *,
    num_links: int | None = 1,
    memory_config: MemoryConfig | None = None,
    num_workers: int | None = None,
    num_buffers_per_channel: int | None = None,
    topology: Topology | None = Topology.Ring,
) -> Tensor:
    """Combine the tensors of all devices. Each device gets its part of the result along `dim`.

    `cluster_axis` and the other arguments are those of `all_gather`. Without them, the third
    argument is `math_op`, as in TT-NN.
    """
    if isinstance(cluster_axis, ReduceType):
        cluster_axis, math_op = None, cluster_axis
    _require_reducer("reduce_scatter", math_op)

    def reduce(stack: Array, mesh: Mesh) -> Sequence[Array]:
        axis = _dimension("reduce_scatter", dim, stack.ndim - 2)
        return [*scattered(stack, mesh=mesh, dim=axis, math_op=math_op.value)[0]]

    return _exchanged(
        "reduce_scatter", input_tensor, cluster_axis, mesh_device, memory_config, topology, reduce
    )


def all_reduce(
    input_tensor: Tensor,
    cluster_axis: int | None = None,
    mesh_device: Device | None = None,
    *,
    math_op: ReduceType = ReduceType.Sum,
    subdevice_id: object = None,
    memory_config: MemoryConfig | None = None,
    num_links: int | None = None,
    topology: Topology | None = None,
) -> Tensor:
    """Combine the tensors of all devices, and give every device the result.

    `cluster_axis` and the other arguments are those of `all_gather`. Without `cluster_axis`, all
    devices of the mesh take part.
    """
    _require_reducer("all_reduce", math_op)

    def reduce(stack: Array, mesh: Mesh) -> Sequence[Array]:
        made: Any = REDUCERS[math_op.value].reduce(stack[0], axis=0, dtype=stack.dtype)
        return [made] * mesh.columns

    return _exchanged(
        "all_reduce", input_tensor, cluster_axis, mesh_device, memory_config, topology, reduce
    )


def _require_reducer(name: str, math_op: ReduceType) -> None:
    require_kind(name, "math_op", math_op, ReduceType, may_be_none=False)
    if math_op.value not in REDUCERS:
        raise TtnnError(f"ttnn.{name}: math_op is {math_op.name}, expected Sum, Max or Min")


def _dimension(name: str, dim: int, rank: int) -> int:
    if not -rank <= dim < rank:
        raise TtnnError(f"ttnn.{name}: dimension {dim} of a tensor of rank {rank}")
    return dim % rank


def _exchanged(
    name: str,
    tensor: Tensor,
    cluster_axis: int | None,
    mesh_device: Device | None,
    memory_config: MemoryConfig | None,
    topology: Topology | None,
    combine: Callable[[Array, Mesh], Sequence[Array]],
) -> Tensor:
    """Return the tensor with the parts that `combine` makes of the parts of each group of devices.

    It receives them as an array of shape 1 x devices x tensor shape.
    """
    require_tensor(name, tensor)
    require_untraced(name)
    require_kind(name, "mesh_device", mesh_device, Device)
    require_kind(name, "topology", topology, Topology)
    mesh = tensor.on_device
    if not isinstance(tensor, MeshTensor) or not isinstance(mesh, DeviceMesh):
        raise TtnnError(
            f"ttnn.{name}: the tensor is not on several devices: open a mesh with"
            " ttnn.open_mesh_device, and move it there with a mapper such as ShardTensorToMesh"
        )
    if mesh_device is not None and mesh_device != mesh:
        raise TtnnError(f"ttnn.{name}: the tensor is on another mesh than mesh_device")
    results: dict[int, Tensor] = {}
    for group in _groups(name, mesh.sides, cluster_axis):
        parts = [tensor.parts[device] for device in group]
        with refusals(name):
            stack = np.stack([each.values for each in parts])[None]
            made = combine(stack, Mesh(1, len(group)))
        for device, part, values in zip(group, parts, made, strict=True):
            config = memory_config or part.config
            results[device] = make(values, part.dtype, part.layout, part.on_device, config)
    ordered = [results[device] for device in range(len(tensor.parts))]
    return mesh_tensor(ordered)


def _groups(name: str, sides: tuple[int, int], axis: int | None) -> list[list[int]]:
    """Return the groups of devices that exchange their parts."""
    rows, columns = sides
    numbers = np.arange(rows * columns).reshape(sides)
    if axis is None:
        if min(sides) > 1 and name != "all_reduce":
            raise TtnnError(f"ttnn.{name}: a mesh of {rows}x{columns} devices: give cluster_axis")
        return [numbers.reshape(-1).tolist()]
    if axis not in (0, 1):
        raise TtnnError(f"ttnn.{name}: cluster_axis is {axis}, expected 0 or 1")
    return (numbers if axis == 1 else numbers.T).tolist()
