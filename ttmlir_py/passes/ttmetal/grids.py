"""The choice of grids of cores for tensors that do not fit on one core."""

from collections.abc import Callable, Sequence
from math import prod

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import func
from ttmlir_py.dialects.tensor_types import RankedTensor, shape_of, tensor_type, without_encoding
from ttmlir_py.dialects.tt.device import get_current_scope_system_desc, scope_device
from ttmlir_py.dialects.tt.enums import DataType, MemorySpace
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir import MatmulOp, TransposeOp
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.ttmetal.layouts import (
    TILE_SIZE,
    default_layout,
    metal_layout_of,
    padded_to_tiles,
)
from ttmlir_py.passes.ttmetal.matrices import matrix_layout, works_on_matrices
from ttmlir_py.passes.ttmetal.moves import MOVES

_STREAMING = (ReductionOp, MatmulOp, TransposeOp)
_STREAMED_TILES = 24
"""The number of f32 tiles in the circular buffers of a kernel that reads tiles from other cores.

These are two streams of eight tiles, constants, and intermediates.
"""

LayoutFor = Callable[[RankedTensor], MetalLayoutAttr]
"""A function that returns the layout for a tensor type."""


def spread(root: Operation, layout_for: LayoutFor) -> LayoutFor:
    """Return the function that chooses the layouts of tensors in `root`.

    It is `layout_for`, which places a tensor on one core, unless one core cannot hold the tensors
    of a function. Then tensors are spread over as many cores as divide their number of tiles. If
    these do not suffice, the shards are as small as possible.
    """
    functions = [op for op in root.walk() if isinstance(op, func.FuncOp)]
    capacity = _capacity(root)
    if capacity is None:
        return layout_for
    chosen = layout_for
    for chosen in (
        layout_for,
        _on_a_grid(root, layout_for, _dividing_cores),
        _on_a_grid(root, layout_for, _most_cores),
    ):
        if all(_needed(each, chosen) <= capacity for each in functions):
            break
    return chosen


def _on_a_grid(
    root: Operation, layout_for: LayoutFor, cores_for: Callable[[int, int], int]
) -> LayoutFor:
    device_grid = scope_device(root).get_chip_grid()

    def layout(type_: RankedTensor) -> MetalLayoutAttr:
        layout, shape = layout_for(type_), type_.get_shape()
        tiles = [-(-size // TILE_SIZE) for size in layout.get_physical_shape(shape)]
        sizes = zip(tiles, device_grid.shape, strict=True)
        grid = GridAttr(tuple(cores_for(count, cores) for count, cores in sizes))
        return padded_to_tiles(layout.with_grid(shape, grid))

    return layout


def fills_cores(root: Operation, shape: Sequence[int]) -> bool:
    """Whether the tiles of a tensor of this shape fill all shards, on any grid that `spread` may
    choose.
    """
    tiles = [-(-size // TILE_SIZE) for size in (prod(shape[:-1]), (shape or (1,))[-1])]
    sizes = zip(tiles, scope_device(root).get_chip_grid().shape, strict=True)
    return all(count % _most_cores(count, cores) == 0 for count, cores in sizes)


def is_streamed_whole(root: Operation, type_: RankedTensor) -> bool:
    """Whether a core can hold all tiles of a tensor in a circular buffer of a `ttir.generic`."""
    capacity = _capacity(root)
    layout = default_layout(root, MemorySpace.DeviceL1)(type_)
    return capacity is None or 2 * padded_to_tiles(layout).get_shard_size_in_bytes() <= capacity


def _dividing_cores(tiles: int, most: int) -> int:
    """Return the largest number of cores, up to `most`, that divides `tiles`, or 1 if `tiles` is
    0.
    """
    return max((each for each in range(1, most + 1) if tiles and tiles % each == 0), default=1)


def _most_cores(tiles: int, most: int) -> int:
    """Return the number of cores, up to `most`, that gives the smallest possible shards.

    The shard on the last core may have padding.
    """
    shard = max(-(-tiles // most), 1)
    return max(-(-tiles // shard), 1)


def _capacity(root: Operation) -> int | None:
    """Return the bytes of L1 per core for tensors, or None if the module has no system
    descriptor.
    """
    system_desc = get_current_scope_system_desc(root)
    if system_desc is None:
        return None
    chip = system_desc.chipDescs[0]
    return chip.get_scratch_l1_region_address() - chip.l1UnreservedBase


def streaming_bytes(function: func.FuncOp) -> int:
    """Return the bytes per core for circular buffers of kernels that read tiles from other cores.

    It is 0 if the function has no such kernel.
    """
    if not any(isinstance(op, _STREAMING) for op in function.walk()):
        return 0
    return _STREAMED_TILES * TileType((TILE_SIZE, TILE_SIZE), DataType.Float32).get_size_bytes()


def is_multiplied_from_rows(op: Operation) -> bool:
    """Whether `op` is a product of row-major matrices in f32 that is computed from rows, because
    the matrices would be too large for L1 as tiles.

    Partial sums are stored between the steps along the inner dimension. In f32 this causes no
    rounding.
    """
    if not isinstance(op, MatmulOp):
        return False
    operands = [tensor_type(value) for value in (op.a, op.b, op.output)]
    layouts = [metal_layout_of(each) for each in operands]
    is_in_l1 = all(each.get_memory_space() is MemorySpace.DeviceL1 for each in layouts)
    if not is_in_l1 or any(each.is_tiled() for each in layouts[:2]):
        return False
    if any(each.get_num_dims() != 2 or each.element_type != f32 for each in operands):
        return False
    function, capacity = op.parent_op(), _capacity(op)
    if not isinstance(function, func.FuncOp) or capacity is None:
        return False
    returned = function.get_return_op()
    stay = [value.type for value in (*function.args, *(returned.operands if returned else ()))]
    tiles = sum(padded_to_tiles(each).get_shard_size_in_bytes() for each in layouts)
    return tiles + sum(metal_layout_of(each).get_shard_size_in_bytes() for each in stay) > capacity


def _needed(function: func.FuncOp, layout_for: LayoutFor) -> int:
    """Return the bytes per core that the tensors of a function without layouts need.

    Tensors are not freed before the function ends. Arguments are row-major, and become tiles
    wherever an op reads them. Results of ops are in tiles, and become row-major when they are
    returned.
    """

    def size(type_: Attribute) -> int:
        ranked = without_encoding(type_)
        return 0 if ranked is None else layout_for(ranked).get_shard_size_in_bytes()

    def aligned(type_: Attribute) -> int:
        ranked = without_encoding(type_)
        if ranked is None:
            return 0
        layout = layout_for(ranked)
        matrices = matrix_layout(ranked.get_shape(), layout)
        return 0 if matrices == layout else matrices.get_shard_size_in_bytes()

    arguments = set(function.args)
    needed = sum(size(argument.type) for argument in arguments)
    needed += streaming_bytes(function)
    for op in function.walk():
        if isinstance(op, func.ReturnOp):
            needed += sum(size(value.type) for value in op.operands if value not in arguments)
        elif isinstance(op, DestinationStyle):
            needed += sum(size(value.type) for value in op.dps_inputs if value in arguments)
            needed += sum(size(value.type) for value in op.dps_inits)
            # For an op on matrices, each tensor exists in three layouts: as rows, as rows aligned
            # to tiles, and as tiles.
            if works_on_matrices(op):
                needed += sum(size(value.type) + 2 * aligned(value.type) for value in op.operands)
        if isinstance(op, MOVES):
            # For an op that copies rows, each tensor exists as rows in addition to the tiles.
            needed += sum(2 * size(value.type) for value in op.dps_inits)
            needed += sum(size(value.type) for value in op.dps_inputs)
        if isinstance(op, ElementwiseOp) and op.results:
            # Operands of another shape are broadcast as rows, which then become tiles.
            stretched = [
                each for each in op.dps_inputs if shape_of(each) != shape_of(op.results[0])
            ]
            needed += 2 * len(stretched) * size(op.results[0].type)
    return needed
