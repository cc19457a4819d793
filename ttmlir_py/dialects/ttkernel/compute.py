"""TTKernel: ops of the math engine: registers, arithmetic on tiles, and initialization."""

from xdsl.irdl import operand_def, prop_def

from ttmlir_py.dialects.ttkernel.interfaces import (
    CB,
    I32,
    TT_DataType,
    TTKernel_BcastTypeAttr,
    TTKernel_ReduceDimAttr,
    TTKernel_ReduceTypeAttr,
    TTKernelOperation,
)
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class PackSetDataTypeOp(TTKernelOperation):
    """Set the data type that the packer writes."""

    name = "ttkernel.pack_set_data_type"
    data_type = prop_def(TT_DataType)


@op_definition
class UnpackSetDataTypeOp(TTKernelOperation):
    """Set the data types that the unpacker reads from its two sources."""

    name = "ttkernel.unpack_set_data_type"
    data_type_a = prop_def(TT_DataType)
    data_type_b = prop_def(TT_DataType)


@op_definition
class PackOp(TTKernelOperation):
    """Write a tile of the DST registers to a circular buffer."""

    name = "ttkernel.pack"
    dst_index = operand_def(I32)
    out_cb = operand_def(CB)
    out_index = operand_def(I32)


@op_definition
class UnpackAOp(TTKernelOperation):
    """Read a tile of a circular buffer into source register A."""

    name = "ttkernel.unpack_a"
    cb = operand_def(CB)
    src_index = operand_def(I32)


@op_definition
class UnpackABOp(TTKernelOperation):
    """Read tiles of two circular buffers into source registers A and B."""

    name = "ttkernel.unpack_ab"
    cb_a = operand_def(CB)
    src_a_index = operand_def(I32)
    cb_b = operand_def(CB)
    src_b_index = operand_def(I32)


@op_definition
class TileRegsAcquireOp(TTKernelOperation):
    """Acquire the DST registers for the math thread."""

    name = "ttkernel.tile_regs_acquire"


@op_definition
class TileRegsCommitOp(TTKernelOperation):
    """Hand the DST registers over from the math thread to the packer."""

    name = "ttkernel.tile_regs_commit"


@op_definition
class TileRegsWaitOp(TTKernelOperation):
    """Wait in the pack thread until the DST registers are handed over."""

    name = "ttkernel.tile_regs_wait"


@op_definition
class TileRegsReleaseOp(TTKernelOperation):
    """Release the DST registers from the pack thread."""

    name = "ttkernel.tile_regs_release"


@op_definition
class PackTileOp(TTKernelOperation):
    """Copy the tile at `dst_index` of the DST registers to page `out_index` of a circular
    buffer.
    """

    name = "ttkernel.pack_tile"
    dst_index = operand_def(I32)
    out_cb = operand_def(CB)
    out_index = operand_def(I32)


@op_definition
class CopyTileInitOp(TTKernelOperation):
    """Prepare `copy_tile` without changing the data types of the unpacker."""

    name = "ttkernel.copy_tile_init"
    cb0 = operand_def(CB)


@op_definition
class CopyTileOp(TTKernelOperation):
    """Copy a tile of a circular buffer to the DST registers."""

    name = "ttkernel.copy_tile"
    cb0 = operand_def(CB)
    tile_index_cb = operand_def(I32)
    tile_index_dst = operand_def(I32)


@op_definition
class AddOp(TTKernelOperation):
    """Add source registers A and B into a DST register."""

    name = "ttkernel.add"
    dst_index = operand_def(I32)


@op_definition
class SubOp(TTKernelOperation):
    """Subtract source register B from A into a DST register."""

    name = "ttkernel.sub"
    dst_index = operand_def(I32)


@op_definition
class MulOp(TTKernelOperation):
    """Multiply source registers A and B, element by element, into a DST register."""

    name = "ttkernel.mul"
    dst_index = operand_def(I32)


@op_definition
class MaxOp(TTKernelOperation):
    """Store the element-wise maximum of source registers A and B in a DST register."""

    name = "ttkernel.max"
    dst_index = operand_def(I32)


@op_definition
class MatmulOp(TTKernelOperation):
    """Multiply source registers A and B as matrices into a DST register."""

    name = "ttkernel.matmul"
    dst_index = operand_def(I32)


@op_definition
class BinaryOpInitCommonOp(TTKernelOperation):
    """Prepare ops on two circular buffers; the op's own preparation follows."""

    name = "ttkernel.binary_op_init_common"
    in0_cb = operand_def(CB)
    in1_cb = operand_def(CB)
    out_cb = operand_def(CB)


class TilesInitOp(TTKernelOperation):
    """An op that prepares a `TilesOp`, such as `add_tiles`, for two circular buffers."""

    in0_cb = operand_def(CB)
    in1_cb = operand_def(CB)


class TilesOp(TTKernelOperation):
    """A function of one tile of each of two circular buffers, into a DST register."""

    in0_cb = operand_def(CB)
    in1_cb = operand_def(CB)
    in0_tile_index = operand_def(I32)
    in1_tile_index = operand_def(I32)
    dst_index = operand_def(I32)


@op_definition
class AddTilesInitOp(TilesInitOp):
    """Prepare `add_tiles`."""

    name = "ttkernel.add_tiles_init"


@op_definition
class AddTilesOp(TilesOp):
    """Add tiles of two circular buffers into a DST register."""

    name = "ttkernel.add_tiles"


@op_definition
class SubTilesInitOp(TilesInitOp):
    """Prepare `sub_tiles`."""

    name = "ttkernel.sub_tiles_init"


@op_definition
class SubTilesOp(TilesOp):
    """Subtract a tile of the second circular buffer from one of the first, into a DST register."""

    name = "ttkernel.sub_tiles"


@op_definition
class UnaryBcastInitOp(TTKernelOperation):
    """Prepare `unary_bcast`."""

    name = "ttkernel.unary_bcast_init"
    in_cb = operand_def(CB)
    out_cb = operand_def(CB)
    bcast_type = prop_def(TTKernel_BcastTypeAttr)


@op_definition
class UnaryBcastTileOp(TTKernelOperation):
    """Broadcast the first column, row or element of a tile of a circular buffer to a whole DST
    register.
    """

    name = "ttkernel.unary_bcast"
    in_cb = operand_def(CB)
    in_tile_index = operand_def(I32)
    dst_tile_index = operand_def(I32)
    bcast_type = prop_def(TTKernel_BcastTypeAttr)


@op_definition
class MulTilesInitOp(TilesInitOp):
    """Prepare `mul_tiles`."""

    name = "ttkernel.mul_tiles_init"


@op_definition
class MulTilesInitFOp(TTKernelOperation):
    """Prepare only the math thread for `mul_tiles`."""

    name = "ttkernel.mul_tiles_init_f"


@op_definition
class MulTilesOp(TilesOp):
    """Multiply tiles of two circular buffers, element by element, into a DST register."""

    name = "ttkernel.mul_tiles"


@op_definition
class UnaryOpInitCommonOp(TTKernelOperation):
    """Prepare ops on one circular buffer."""

    name = "ttkernel.unary_op_init_common"
    icb = operand_def(CB)
    ocb = operand_def(CB)


@op_definition
class ExpTileInitOp(TTKernelOperation):
    """Prepare `exp_tile`."""

    name = "ttkernel.exp_tile_init"


@op_definition
class ExpTileOp(TTKernelOperation):
    """Replace a tile of the DST registers by its exponential."""

    name = "ttkernel.exp_tile"
    tile_index = operand_def(I32)


@op_definition
class RecipTileInitOp(TTKernelOperation):
    """Prepare `recip_tile`."""

    name = "ttkernel.recip_tile_init"


@op_definition
class RecipTileOp(TTKernelOperation):
    """Replace a tile of the DST registers by its reciprocal."""

    name = "ttkernel.recip_tile"
    tile_index = operand_def(I32)


@op_definition
class ReduceInitOp(TTKernelOperation):
    """Prepare `reduce_tile`."""

    name = "ttkernel.reduce_init"
    in_cb = operand_def(CB)
    scaling_cb = operand_def(CB)
    out_cb = operand_def(CB)
    reduce_type = prop_def(TTKernel_ReduceTypeAttr)
    reduce_dim = prop_def(TTKernel_ReduceDimAttr)


@op_definition
class ReduceTileOp(TTKernelOperation):
    """Reduce a tile along rows, columns or both, multiplied by a scaling tile, into a DST
    register.
    """

    name = "ttkernel.reduce_tile"
    in_cb = operand_def(CB)
    scaling_cb = operand_def(CB)
    in_tile_index = operand_def(I32)
    scaling_tile_index = operand_def(I32)
    dst_index = operand_def(I32)
    reduce_type = prop_def(TTKernel_ReduceTypeAttr)
    reduce_dim = prop_def(TTKernel_ReduceDimAttr)


@op_definition
class MaxTilesInitOp(TTKernelOperation):
    """Prepare `max_tile`."""

    name = "ttkernel.max_tile_init"


@op_definition
class MaxTilesOp(TTKernelOperation):
    """Store the element-wise maximum of two tiles of the DST registers in the first."""

    name = "ttkernel.max_tile"
    dst0_index = operand_def(I32)
    dst1_index = operand_def(I32)
