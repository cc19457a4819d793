"""Lowering of layout changes: moves between cores or memories, and conversions of tiles
and rows.
"""

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap

from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.dialects.tt.device import DeviceAttr, scope_device
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr, volume
from ttmlir_py.dialects.ttir import ToLayoutOp
from ttmlir_py.dialects.ttir.layout import LayoutChanges
from ttmlir_py.dialects.ttkernel.circular_buffers import (
    CBPopFrontOp,
    CBPushBackOp,
    TilizeBlockOp,
    TilizeInitOp,
    UntilizeBlockOp,
    UntilizeInitOp,
)
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.types import CBType
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.dialects.ttmetal.ops import EnqueueReadBufferOp
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    NOC_CONFIG,
    Kernel,
    KernelBuilder,
    core_range,
    end_kernel,
    new_block,
    replace_by_program,
    system_desc_of,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import address_of
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import (
    Chunks,
    Core,
    DataMovement,
    Movement,
    PhysicalCores,
    Route,
    Rows,
)
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE, metal_layout_of
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError
from ttmlir_py.rewriting.mutation import supersede

MOST_DRAM_ELEMENTS = 98304
"""The maximum number of elements of a tensor in DRAM: a page for each of 12 channels.

Further elements are mapped onto earlier ones, because `#tt.device` does not count pages.
"""


def _lower_to_layout(op: ToLayoutOp, state: None) -> None:
    source, target = metal_layout_of(op.input.type), metal_layout_of(op.output.type)
    changes = LayoutChanges.between(source, target)
    if _changes_rows(changes, source, target):
        size = (tensor_type(op.input).get_shape() or (1,))[-1]
        count = prod(tensor_type(op.input).get_shape()) // size
        move_chunks(op, [op.input], op.output, size, np.arange(count).reshape(-1, 1))
        return
    if changes.grid != (source.get_scalar_shard_shape() != target.get_scalar_shard_shape()):
        reason = (
            "the shards change with the grid, and only with it: rows and columns that do not fill "
            "tiles are not supported"
        )
        raise UnsupportedError(reason)
    if changes.memory_layout:
        raise UnsupportedError("Memory layout is not used in direct to metal path")
    if changes.needs_several_programs:
        raise UnsupportedError("Only one change is allowed")
    if source.is_system_memory_space() and changes.memory_space:
        raise UnsupportedError("System memory to device memory is not supported yet")
    if target.is_system_memory_space() and changes.memory_space:
        supersede(op, EnqueueReadBufferOp, {})
    elif changes.memory_space or changes.linear or changes.grid:
        _relayout(op, source, target)
    elif changes.format:
        _reformat(op, source, target)
    else:
        raise UnsupportedError("the layout does not change")


def _relayout(op: ToLayoutOp, source: MetalLayoutAttr, target: MetalLayoutAttr) -> None:
    """Replace `op` by kernels that move a tensor between cores or memories."""
    shape = tensor_type(op.input).get_shape()
    if source.is_tiled():
        shape = source.get_tiled_shape(shape)
    route = _route(op, source, target)
    remote = (source if route.reads else target).get_memory_space()
    _replace(op, [(op.input, route.movement(shape))], op.output, remote, reads=route.reads)


def _changes_rows(changes: LayoutChanges, source: MetalLayoutAttr, target: MetalLayoutAttr) -> bool:
    """Whether rows in L1 are moved to other cores, and columns stay."""
    same_columns = (
        source.grid.shape[1:] == target.grid.shape[1:]
        and source.get_shard_shape()[1:] == target.get_shard_shape()[1:]
    )
    is_of_rows = _is_of_rows(source) and _is_of_rows(target)
    return changes.linear and not changes.format and is_of_rows and same_columns


def _is_of_rows(layout: MetalLayoutAttr) -> bool:
    """Whether a tensor is row-major in L1, with columns that fill tiles."""
    return (
        not layout.is_tiled()
        and layout.get_memory_space() is MemorySpace.DeviceL1
        and layout.get_shard_shape()[-1] % TILE_SIZE == 0
    )


def move_chunks(
    op: DestinationStyle,
    inputs: Sequence[SSAValue],
    output: SSAValue,
    size: int,
    origins: NDArray[np.int64],
) -> None:
    """Replace `op` by a program in which each core reads the elements of its shard in chunks.

    A chunk is `size` elements of a row. `origins` has a row for each row of the output, with the
    numbers of the chunks among those of all inputs.
    """
    rows = [Rows(shape_of(each), metal_layout_of(each.type)) for each in (*inputs, output)]
    if not all(_is_of_rows(each.layout) for each in rows):
        raise UnsupportedError(
            "only rows in L1 can be moved, whose columns are whole tiles (see --ttir-layout)"
        )
    *sources, target = rows
    if len({each.layout.get_element_type() for each in rows}) > 1:
        raise UnsupportedError(
            "tensors of several element types can be moved only if they have no layouts"
        )
    moved = Chunks(sources, target, size, origins).movements()
    _replace(op, list(zip(inputs, moved, strict=True)), output, MemorySpace.DeviceL1, reads=True)


def _replace(
    op: DestinationStyle,
    moved: Sequence[tuple[SSAValue, Movement]],
    output: SSAValue,
    remote: MemorySpace,
    *,
    reads: bool,
) -> None:
    """Replace `op` by a program with a kernel for each core that moves elements.

    `remote` is the memory of the other end of each move.
    """
    device, system_desc = scope_device(op), system_desc_of(op)
    cores = PhysicalCores(device, system_desc, remote)
    alignment = system_desc.get_address_align_bytes()
    movements = [
        (DataMovement(address_of(value), address_of(output), alignment, cores, reads), transfers)
        for value, transfers in moved
    ]
    workers = PhysicalCores(device, system_desc, MemorySpace.DeviceL1)

    def kernel(core: Core) -> Kernel:
        workers.position(core)
        block = new_block(op, ())
        for movement, transfers in movements:
            if core in transfers:
                movement.build(KernelBuilder.at_end(block, op.location), transfers[core])
        end_kernel(block, op)
        return Kernel(NOC_CONFIG, CoreRangeAttr((core.y, core.x), (1, 1)), block)

    movers = dict.fromkeys(core for _, transfers in moved for core in transfers)
    replace_by_program(op, list(map(kernel, movers)), [value for value, _ in moved], (output,))


def _route(op: ToLayoutOp, source: MetalLayoutAttr, target: MetalLayoutAttr) -> Route:
    """Return the route of the elements from the layout `source` to the layout `target`."""
    shape = tensor_type(op.input).get_shape()
    if source.get_physical_shape(shape) != target.get_physical_shape(shape):
        raise UnsupportedError("Physical shapes must match for now")
    if source.is_tiled() and source.linear != target.linear:
        raise UnsupportedError(
            "tiles are moved as they are: the maps of both layouts must be the same"
        )
    spaces = source.get_memory_space(), target.get_memory_space()
    if MemorySpace.DeviceL1 not in spaces:
        raise UnsupportedError("DRAM <-> DRAM is not supported yet")
    device = scope_device(op)
    for layout in (source, target):
        _check_channels(layout, device)

    return Route(
        places(source, device),
        places(target, device),
        target.get_memory_space() is MemorySpace.DeviceL1,
        source.get_element_size_bytes(),
        target.get_shard_size_in_bytes(),
    )


def places(layout: MetalLayoutAttr, device: DeviceAttr) -> AffineMap:
    """Return the map from the indices of an element to its device, y, x and offset."""
    linear = layout.get_identity_tile_linear_map() if layout.is_tiled() else layout.linear
    return layout.project_onto(linear, device.get_map_for_memory_space(layout.get_memory_space()))


def _check_channels(layout: MetalLayoutAttr, device: DeviceAttr) -> None:
    """Raise UnsupportedError for a tensor in DRAM whose elements may overlap.

    Shards are numbered like the device's cores.
    """
    if layout.get_memory_space() is not MemorySpace.DeviceDRAM:
        return
    shards = 0
    for cores, available in zip(layout.grid.shape, device.workerGrid.shape, strict=True):
        shards = shards * available + cores - 1
    elements = volume(layout.get_shard_shape()) * (shards + 1)
    if elements > MOST_DRAM_ELEMENTS:
        reason = (
            f"elements in DRAM would overlap each other: they reach to {elements} of "
            f"{MOST_DRAM_ELEMENTS}"
        )
        raise UnsupportedError(reason)


def _reformat(op: ToLayoutOp, source: MetalLayoutAttr, target: MetalLayoutAttr) -> None:
    """Replace `op` by a kernel that converts the rows of each shard to tiles, or its tiles to
    rows.
    """
    if source.is_tiled() == target.is_tiled():
        raise UnsupportedError("only conversions between tiles and rows are supported")
    tiled = target if target.is_tiled() else source
    if source.get_data_type() is not target.get_data_type():
        raise UnsupportedError("a conversion between tiles and rows cannot change the element type")
    cores = core_range(source.grid, scope_device(op).workerGrid)
    page = tiled.get_element_size_bytes()
    read = CBType(CBPort.In0, address_of(op.input), source.memref, page, 1)
    written = CBType(CBPort.Out0, address_of(op.output), target.memref, page, 1)
    block = new_block(op, (read, written))
    *_, tiles_in_row = tiled.get_shard_shape()
    blocks = volume(tiled.get_shard_shape()) // tiles_in_row
    _build_reformat(
        KernelBuilder.at_end(block, op.location), tiles_in_row, blocks, tilize=target.is_tiled()
    )
    end_kernel(block, op)
    replace_by_program(op, [Kernel(tensix_config(op), cores, block)], (op.input,), (op.output,))


def _build_reformat(kernel: KernelBuilder, tiles_in_row: int, blocks: int, *, tilize: bool) -> None:
    """Insert the conversion of each row of tiles."""
    source, target = kernel.block.args
    count = kernel.i32(tiles_in_row)
    if tilize:
        kernel.call(TilizeInitOp, source, count, target)
    else:
        kernel.call(UntilizeInitOp, source, target)
    for _ in range(blocks):
        kernel.call(TilizeBlockOp if tilize else UntilizeBlockOp, source, count, target)
        kernel.call(CBPopFrontOp, source, count)
        kernel.call(CBPushBackOp, target, count)


LOWERINGS: Lowerings[None] = {ToLayoutOp: _lower_to_layout}
