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


_opened: dict[tuple[Device, ...], DeviceMesh] = {}
"""The open meshes, by their devices."""


def add_mesh(devices: Sequence[Device], sides: tuple[int, int]) -> DeviceMesh:
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
    )
    _opened[tuple(devices)] = mesh
    return mesh


def remove_mesh(mesh: DeviceMesh) -> None:
    """Forget a mesh that is closed."""
    _opened.pop(tuple(mesh.parts), None)


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
