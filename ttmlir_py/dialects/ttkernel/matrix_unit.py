"""TTKernel ops of the matrix unit for products and transpositions, named as in later tt-mlir."""

from typing import Final

from xdsl.irdl import operand_def

from ttmlir_py.dialects.ttkernel.interfaces import CB, I32, TTKernelOperation
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class MatmulInitOp(TTKernelOperation):
    """Prepare `matmul_tiles` once per kernel; a nonzero `transpose` transposes tiles of the second
    operand.
    """

    name = "ttkernel.mm_init"
    in0_cb = operand_def(CB)
    in1_cb = operand_def(CB)
    out_cb = operand_def(CB)
    transpose = operand_def(I32)


@op_definition
class MatmulInitShortOp(TTKernelOperation):
    """Prepare `matmul_tiles` again after another op was prepared."""

    name = "ttkernel.mm_init_short"
    in0_cb = operand_def(CB)
    in1_cb = operand_def(CB)
    transpose = operand_def(I32)


@op_definition
class MatmulTilesOp(TTKernelOperation):
    """Add the product of tiles of two circular buffers to a DST register."""

    name = "ttkernel.matmul_tiles"
    in0_cb_id = operand_def(CB)
    in1_cb_id = operand_def(CB)
    in0_tile_idx = operand_def(I32)
    in1_tile_idx = operand_def(I32)
    dst_tile_idx = operand_def(I32)


@op_definition
class TransposeInitOp(TTKernelOperation):
    """Prepare `transpose_wh_tile`."""

    name = "ttkernel.transpose_wh_init"
    cbIn = operand_def(CB)
    cbOut = operand_def(CB)


@op_definition
class TransposeTileOp(TTKernelOperation):
    """Copy a tile of a circular buffer to a DST register, transposed."""

    name = "ttkernel.transpose_wh_tile"
    icb = operand_def(CB)
    itile = operand_def(I32)
    idst = operand_def(I32)


MATRIX_UNIT_OPS: Final = (
    MatmulInitOp,
    MatmulInitShortOp,
    MatmulTilesOp,
    TransposeInitOp,
    TransposeTileOp,
)
"""The op classes, in the order in which the dialect lists them."""
