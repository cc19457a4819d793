"""Meshes of several devices, and tensors with a part on each device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ttmlir_py.runtime.kernels.registry import shape_text
from ttmlir_py.ttnn.deadlines import TtnnError
from ttmlir_py.ttnn.spreading import Spread
from ttmlir_py.ttnn.tensor import Buffer, Tensor, on_each_device
from ttmlir_py.ttnn.types import Device, Layout, MemoryConfig, MeshShape, Shape


@dataclass(frozen=True, slots=True)
class DeviceMesh(Device, Spread):
    """A mesh of several devices, numbered row by row."""

    parts: Sequence[Device] = ()  # pyrefly: ignore[bad-override]
    sides: tuple[int, int] = (1, 1)
    parents: Sequence[DeviceMesh] = field(default=(), compare=False, repr=False)
    """The mesh that this mesh is a part of, if there is one."""
    submeshes: list[Device] = field(default_factory=list[Device], compare=False, repr=False)
    """The parts that `create_submesh` has returned."""

    @property
    def shape(self) -> MeshShape:
        """Return the numbers of rows and columns."""
        return MeshShape(self.sides)

    def get_num_devices(self) -> int:
        """Return the number of devices."""
        return len(self.parts)

    def get_device_ids(self) -> list[int]:
        """Return the numbers of the devices."""
        return [each.device_id for each in self.parts]

    def get_devices(self) -> list[Device]:
        """Return the devices, row by row."""
        return [*self.parts]

    def create_submesh(
        self,
        submesh_shape: Sequence[int],
        offset: Sequence[int] | None = None,
        mesh_type: object = None,
    ) -> Device:
        """Return the part of the mesh with the given shape, from a row and a column on.

        The mesh and its parts have the same devices. Closing the mesh closes them.
        """
        shape = tuple(submesh_shape)
        start = (0, 0) if offset is None else tuple(offset)
        numbers: list[Any] = [*shape, *start]
        if len(shape) != 2 or len(start) != 2 or not all(isinstance(n, int) for n in numbers):
            raise TtnnError("ttnn.create_submesh: expected rows x columns, and a row and a column")
        rows, columns = self.sides
        is_inside = (
            min(start) >= 0 and start[0] + shape[0] <= rows and start[1] + shape[1] <= columns
        )
        if min(shape) < 1 or not is_inside:
            raise TtnnError(
                f"ttnn.create_submesh: {shape[0]}x{shape[1]} devices from row {start[0]} and column"
                f" {start[1]} on are not in a mesh of {rows}x{columns}"
            )
        devices = [
            self.parts[row * columns + column]
            for row in range(start[0], start[0] + shape[0])
            for column in range(start[1], start[1] + shape[1])
        ]
        part = devices[0]
        if len(devices) > 1:
            part = add_mesh(devices, (shape[0], shape[1]), (self,))
        self.submeshes.append(part)
        return part

    def create_submeshes(
        self, submesh_shape: Sequence[int], mesh_type: object = None
    ) -> list[Device]:
        """Return the parts of one shape that the mesh consists of, row by row."""
        (rows, columns), shape = self.sides, tuple(submesh_shape)
        if len(shape) != 2 or min(shape) < 1 or rows % shape[0] or columns % shape[1]:
            raise TtnnError(
                f"ttnn.create_submeshes: a mesh of {rows}x{columns} does not consist of parts of"
                f" {'x'.join(map(str, shape))}"
            )
        return [
            self.create_submesh(shape, (row, column))
            for row in range(0, rows, shape[0])
            for column in range(0, columns, shape[1])
        ]

    def get_submeshes(self) -> list[Device]:
        """Return the parts that were created."""
        return [*self.submeshes]


_opened: dict[tuple[Device, ...], DeviceMesh] = {}
"""The open meshes, by their devices."""


def add_mesh(
    devices: Sequence[Device], sides: tuple[int, int], parents: Sequence[DeviceMesh] = ()
) -> DeviceMesh:
    """Return a mesh of open devices."""
    first = devices[0]
    mesh = DeviceMesh(
        first.device_id,
        None,
        first.cores,
        first.l1_base,
        first.is_described,
        first.arch_name,
        tuple(devices),
        sides,
        parents,
    )
    _opened[tuple(devices)] = mesh
    return mesh


def remove_mesh(mesh: DeviceMesh) -> None:
    """Forget a mesh that is closed, and its parts."""
    _opened.pop(tuple(mesh.parts), None)
    for each in mesh.submeshes:
        if isinstance(each, DeviceMesh):
            remove_mesh(each)


@dataclass(frozen=True, slots=True, weakref_slot=False, eq=False, repr=False)
class MeshTensor(Tensor, Spread):
    """A tensor with a part on each device of a mesh, or a host tensor with a part for each.

    Functions are called with each part. Functions that read all elements refuse it.
    """

    parts: Sequence[Tensor] = field(  # pyrefly: ignore[bad-override]
        default=(), repr=False
    )

    @property
    def values(self) -> NoReturn:
        """Raise TtnnError, because there is no array of all parts."""
        raise TtnnError(
            f"a tensor on a mesh of {len(self.parts)} devices is not one array: call ttnn.to_torch "
            "with mesh_composer, or use the parts from ttnn.get_device_tensors"
        )

    def is_allocated(self) -> bool:
        """Whether all parts are still allocated."""
        return all(each.is_allocated() for each in self.parts)

    def buffer_address(self) -> int:
        """Return the address of the first part in each memory bank, or 0 on the host."""
        return self.parts[0].buffer_address()

    def to(self, place: Device | Layout, memory_config: MemoryConfig | None = None) -> Tensor:
        """Return the tensor on a mesh of as many devices, or in another layout."""
        if isinstance(place, Device) and not isinstance(place, Spread):
            raise TtnnError(
                f"ttnn.Tensor.to: {len(self.parts)} parts for 1 device: choose a mesh, or a part "
                "from ttnn.get_device_tensors"
            )
        return self._each("to", place, memory_config)

    def cpu(self) -> Tensor:
        """Return a copy of the parts on the host."""
        return self._each("cpu")

    def cpu_sharded(self) -> Tensor:
        """Return a copy of the parts on the host, like `cpu`."""
        return self._each("cpu_sharded")

    def reshape(self, *sizes: int | Sequence[int]) -> Tensor:
        """Return the tensor with another shape of all parts."""
        return self._each("reshape", *sizes)

    def pad(self, output_shape: Sequence[int], input_start: Sequence[int], value: float) -> Tensor:
        """Return host tensors of `output_shape`, filled with `value` around the elements."""
        return self._each("pad", output_shape, input_start, value)

    def unpad(self, start: Sequence[int], end: Sequence[int]) -> Tensor:
        """Return host tensors with the elements from `start` up to and excluding `end`."""
        return self._each("unpad", start, end)

    def _each(self, name: str, *arguments: Any) -> Any:
        return on_each_device(f"Tensor.{name}", getattr(Tensor, name), (self, *arguments))

    def __repr__(self) -> str:
        parts = enumerate(self.parts)
        return "\n".join(f"device_id: {device}\n{part!r}" for device, part in parts)


def mesh_tensor(parts: Sequence[Tensor]) -> Tensor:
    """Return the tensor with these parts. Raises TtnnError unless they are on the devices of an
    open mesh, or on the host, and have one shape, format and layout.
    """
    first = parts[0]
    for each in parts:
        require_like(first, each)
    devices = tuple(each.on_device for each in parts if each.on_device is not None)
    mesh = _opened.get(devices)
    if mesh is None and devices:
        numbers = ", ".join(str(each.device_id) for each in devices)
        raise TtnnError(f"parts are on the devices {numbers}, which do not form an open mesh")
    return MeshTensor(
        Buffer(None),
        Shape(first.shape),
        first.dtype,
        first.layout,
        mesh,
        first.config,
        tuple(parts),
    )


def require_like(first: Tensor, other: Tensor) -> None:
    """Raise TtnnError for parts of one tensor that differ in shape, format or layout."""
    if first.shape != other.shape:
        shapes = f"{shape_text(first.shape)} and {shape_text(other.shape)}"
        raise TtnnError(f"parts of a tensor have the shapes {shapes}")
    if (first.dtype, first.layout) != (other.dtype, other.layout):
        raise TtnnError(
            f"parts of a tensor are {first.dtype.name} in {first.layout.name} and "
            f"{other.dtype.name} in {other.layout.name}"
        )
