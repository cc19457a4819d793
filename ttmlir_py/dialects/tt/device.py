"""The device attribute, which maps logical grids and memories of chips to physical ones."""

from collections.abc import Sequence
from itertools import product
from typing import Annotated

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr, volume
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.ir import affine
from ttmlir_py.ir.definition.attribute_format import FormatAttribute, FormatType, Unsigned
from ttmlir_py.ir.diagnostics import OperationError

DRAM_PAGE_SIZE = 8192
"""The number of bytes in a page, the unit in which data is distributed over DRAM channels."""

_MOST_CORES = 1 << 16
"""A number of cores that no chip has, as a limit for invalid programs."""
_PHYSICAL_GRID_RESULTS = 3
"""The number of results of a grid mapping: device, core y, core x."""
_MEMORY_MAP_RESULTS = 4
"""The number of results of a memory map: device, core y, core x or channel, offset in the bank."""


class DeviceAttr(FormatAttribute):
    """A device made of one or more chips.

    `workerGrid` is the grid of all cores with its mapping to (device, core y, core x). `l1Map` and
    `dramMap` map an index of a layout's physical space to (device, y, x, offset); their symbols are
    the sizes of a shard. The chips are listed row-major over `meshShape`.
    """

    name = "tt.device"
    assembly_format = """`<` `workerGrid` `=` qualified($workerGrid) `,` `l1Map` `=` qualified($l1Map) `,`
        `dramMap` `=` qualified($dramMap) `,` `meshShape` `=` custom<DimensionList>($meshShape) `,`
        `chipIds` `=` `[` $chipIds `]` `>`"""  # noqa: E501
    workerGrid: Annotated[GridAttr, "::mlir::tt::GridAttr"]
    l1Map: AffineMap
    dramMap: AffineMap
    meshShape: tuple[int, ...]
    chipIds: tuple[Unsigned, ...]

    def alias_name(self) -> str:
        """Return the name of aliases, `device`."""
        return "device"

    def verify(self) -> None:
        """Check `tt.device`: the chips fill the mesh and the maps have the right results."""
        if not self.chipIds:
            raise VerifyException("expected at least one chip")
        if len(self.chipIds) != volume(self.meshShape):
            raise VerifyException("expected chipIds size to match the volume of meshShape")
        if any(size <= 0 for size in self.workerGrid.shape):
            raise VerifyException("expected positive grid dimensions")
        if len(self.workerGrid.mapping.results) != _PHYSICAL_GRID_RESULTS:
            raise VerifyException(
                "expected physical grid mapping to have PhysGridResultIdx::NumIndices results"
            )
        for name, memory_map in (("l1Map", self.l1Map), ("dramMap", self.dramMap)):
            if len(memory_map.results) != _MEMORY_MAP_RESULTS:
                raise VerifyException(
                    f"expected {name} to have MemoryMapResultIdx::NumIndices results"
                )

    @classmethod
    def get(
        cls,
        system_desc: SystemDescAttr,
        mesh_shape: Sequence[int] = (),
        chip_ids: Sequence[int] | None = None,
        *,
        mesh_modulus: bool = False,
    ) -> "DeviceAttr":
        """Return the device of the chips `chip_ids`, by default the first ones, arranged as a mesh.

        Its grid is the largest that every chip has. With `mesh_modulus`, core coordinates are taken
        modulo the mesh's size, as in upstream's code and programs. Otherwise they are taken modulo
        the chip's size, as in upstream's specification. Raises ValueError if the system has too few
        chips, or if these do not have 2D grids of cores with the same number of DRAM cores.
        """
        if chip_ids is None:
            chip_ids = range(volume(mesh_shape))
        chips = [system_desc.get_chip_desc(chip_id) for chip_id in chip_ids]
        if any(len(chip.grid) != 2 for chip in chips):
            raise ValueError("expected 2D grid")
        for chip_id, chip in zip(chip_ids, chips, strict=True):
            if min(chip.grid) <= 0:
                grid = "x".join(map(str, chip.grid))
                raise ValueError(
                    f"expected positive grid dimensions, but chip {chip_id} has {grid}"
                )
        height = min(chip.grid[0] for chip in chips)
        width = min(chip.grid[1] for chip in chips)
        channels = {len(chip.chipPhysicalCores.dram) for chip in chips}
        if len(channels) != 1 or channels == {0}:
            raise ValueError("expected the same number of dram cores, not 0, on every chip")
        worker_grid = _worker_grid((height, width), tuple(mesh_shape), mesh_modulus)
        return cls(
            worker_grid,
            _l1_map(worker_grid),
            _dram_map(worker_grid, channels.pop()),
            tuple(mesh_shape),
            tuple(chip_ids),
        )

    def get_chip_grid(self) -> GridAttr:
        """Return the grid of one chip of the mesh, because a tensor is distributed over one chip
        only.
        """
        if len(self.chipIds) == 1 and len(self.workerGrid.shape) == 2:
            return self.workerGrid
        mesh = (1, 1, *self.meshShape)[-2:]
        height, width = (
            cores // chips for cores, chips in zip(self.workerGrid.shape[-2:], mesh, strict=True)
        )
        return _worker_grid((height, width), (), mesh_modulus=False)

    def get_map_for_memory_space(self, memory_space: MemorySpace) -> AffineMap:
        """Return the map of the memory `memory_space` of the device. Raises ValueError for host
        memory.
        """
        if memory_space == MemorySpace.DeviceL1:
            return self.l1Map
        if memory_space == MemorySpace.DeviceDRAM:
            return self.dramMap
        raise ValueError(f"'{memory_space}' is not a memory of the device")

    def get_layout_size_bytes(
        self, tensor_shape: Sequence[int], layout: MetalLayoutAttr, memory_space: MemorySpace
    ) -> int:
        """Return the bytes per bank that a tensor with this layout takes in `memory_space`."""
        memory_map = self.get_map_for_memory_space(memory_space)
        return layout.get_size_in_memory(tensor_shape, memory_map)


class DeviceType(FormatType):
    """The type of a handle to an open device."""

    name = "tt.device"
    ods_name = "TT_Device"
    assembly_format = "`<` $desc `>`"
    desc: Annotated[DeviceAttr, "::mlir::tt::DeviceAttr"]


def _worker_grid(
    chip_grid: tuple[int, int], mesh_shape: tuple[int, ...], mesh_modulus: bool
) -> GridAttr:
    """Return the grid of a mesh of chips, with its mapping to (device, core y, core x).

    The inner two mesh dimensions extend the core grid, so the device index increases at the edges
    of a chip. Outer mesh dimensions are separate dimensions.
    """
    mesh = mesh_shape + (1,) * (2 - len(mesh_shape))
    rank = len(mesh)
    grid = [*(1,) * (rank - 2), *chip_grid]
    shape = [cores * chips for cores, chips in zip(grid, mesh, strict=True)]

    device = affine.constant(0)
    core = {d: affine.dim(d) for d in (rank - 2, rank - 1)}
    stride = 1
    for d, chip_size in ((rank - 1, chip_grid[1]), (rank - 2, chip_grid[0])):
        if mesh[d] > 1:
            index = affine.mul(
                affine.floordiv(core[d], affine.constant(chip_size)), affine.constant(stride)
            )
            device = affine.add(index, device)
            modulus = mesh[d] if mesh_modulus else chip_size
            core[d] = affine.mod(core[d], affine.constant(modulus))
        stride *= mesh[d]
    for d in range(rank - 3, -1, -1):
        device = affine.add(affine.mul(affine.dim(d), affine.constant(stride)), device)
        stride *= mesh[d]
    return GridAttr(tuple(shape), affine.make_map(rank, device, core[rank - 2], core[rank - 1]))


def _shard_offset(rank: int) -> tuple[AffineExpr, AffineExpr]:
    """Return the row-major offset of an index in its shard, and the number of elements of a
    shard.
    """
    offset, size = affine.constant(0), affine.constant(1)
    for i in range(rank - 1, -1, -1):
        within = affine.mod(affine.dim(i), affine.symbol(i))
        offset = affine.add(affine.mul(within, size), offset)
        size = affine.mul(size, affine.symbol(i))
    return offset, size


def _l1_map(worker_grid: GridAttr) -> AffineMap:
    """Return the map that puts each shard completely into the L1 of its core.

    It is `(d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, offset)`.
    """
    rank = len(worker_grid.shape)
    cores = [affine.floordiv(affine.dim(i), affine.symbol(i)) for i in range(rank)]
    offset, _ = _shard_offset(rank)
    projection = affine.compose(
        worker_grid.mapping, affine.make_map(rank, *cores, num_symbols=rank)
    )
    return affine.make_map(rank, *projection.results, offset, num_symbols=rank)


def _dram_map(worker_grid: GridAttr, num_channels: int) -> AffineMap:
    """Return the map that cuts consecutive shards into pages, assigned to the DRAM channels in
    turn.

    `(d0, d1)[s0, s1] -> (device, 0, address floordiv page mod channels, address floordiv (page *
    channels) + address mod page)`
    """
    rank = len(worker_grid.shape)
    shard, cores = affine.constant(0), affine.constant(1)
    for i in range(rank - 1, -1, -1):
        index = affine.floordiv(affine.dim(i), affine.symbol(i))
        shard = affine.add(affine.mul(index, cores), shard)
        cores = affine.mul(cores, affine.constant(worker_grid.shape[i]))
    offset, shard_volume = _shard_offset(rank)
    address = affine.add(affine.mul(shard, shard_volume), offset)

    page, channels = affine.constant(DRAM_PAGE_SIZE), affine.constant(num_channels)
    channel = affine.mod(affine.floordiv(address, page), channels)
    in_channel = affine.add(
        affine.floordiv(address, affine.mul(page, channels)), affine.mod(address, page)
    )
    device = worker_grid.mapping.results[0]
    results = (device, affine.constant(0), channel, in_channel)
    return affine.make_map(rank, *results, num_symbols=rank)


def get_current_scope_device(op: Operation) -> DeviceAttr | None:
    """Return the device in the attribute `tt.device` of `op` or of the nearest op around it, or
    None.
    """
    scope: Operation | None = op
    while scope is not None:
        device = scope.attributes.get(DeviceAttr.name)
        if isinstance(device, DeviceAttr):
            return device
        scope = scope.parent_op()
    return None


def scope_device(op: Operation) -> DeviceAttr:
    """Return the device that `op` or an op around it declares.

    Raises OperationError if there is no device.
    """
    device = get_current_scope_device(op)
    if device is None:
        raise OperationError(
            op, "requires a device (see --ttir-implicit-device): there is no `tt.device` in scope"
        )
    return device


def get_current_scope_system_desc(op: Operation) -> SystemDescAttr | None:
    """Return the system descriptor in `tt.system_desc` of `op` or of the nearest op around it, or
    None.
    """
    scope: Operation | None = op
    while scope is not None and not isinstance(scope, ModuleOp):
        scope = scope.parent_op()
    desc = scope.attributes.get(SystemDescAttr.name) if scope is not None else None
    return desc if isinstance(desc, SystemDescAttr) else None


def core_rectangles(shape: Sequence[int], mapping: AffineMap) -> list[tuple[int, int, int, int]]:
    """Return the rectangles of physical cores that a grid of cores occupies: x, y, width, height.

    Cores are visited in row-major order of the grid, and `mapping` gives the device, y and x of
    each. A core to the right of the last rectangle extends it. A row below an equally wide
    rectangle is merged into it. Raises ValueError for a grid on several devices, and for one that
    is larger than all chips.
    """
    if volume(shape) > _MOST_CORES:
        raise ValueError(f"a tensor's grid has {volume(shape)} cores")
    if len(mapping.results) != _PHYSICAL_GRID_RESULTS:
        raise ValueError(f"a tensor's grid is mapped to {len(mapping.results)} numbers per core")
    rectangles: list[tuple[int, int, int, int]] = []
    for virtual in product(*map(range, shape)):
        device, y, x = affine.evaluate(mapping, virtual)
        if device != 0:
            raise ValueError("a tensor's grid spans several devices")
        left, top, width, height = rectangles[-1] if rectangles else (-1, -1, 0, 0)
        if top == y and left + width == x:
            rectangles[-1] = (left, top, width + 1, height)
        else:
            rectangles.append((x, y, 1, 1))
        if len(rectangles) > 1:
            (left, top, width, height), below = rectangles[-2:]
            if (below[0], below[2]) == (left, width) and below[1] == top + height:
                rectangles[-2:] = [(left, top, width, height + 1)]
    return rectangles
