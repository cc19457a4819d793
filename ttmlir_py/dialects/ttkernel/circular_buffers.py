"""TTKernel ops on circular buffers, which pass pages between the threads of a core."""

from xdsl.irdl import operand_def, result_def

from ttmlir_py.dialects.ttkernel.interfaces import (
    CB,
    I32,
    PagesOp,
    TilizeOp,
    TTKernelOperation,
    UntilizeOp,
)
from ttmlir_py.ir.definition.operations import op_definition


@op_definition
class CBPushBackOp(PagesOp):
    """Make written pages visible to the reader of a circular buffer."""

    name = "ttkernel.cb_push_back"


@op_definition
class CBPopFrontOp(PagesOp):
    """Free read pages of a circular buffer."""

    name = "ttkernel.cb_pop_front"


@op_definition
class CBReserveBackOp(PagesOp):
    """Wait until a circular buffer has room for the given number of pages."""

    name = "ttkernel.cb_reserve_back"


@op_definition
class CBWaitFrontOp(PagesOp):
    """Wait until a circular buffer holds the given number of pages."""

    name = "ttkernel.cb_wait_front"


@op_definition
class TilizeInitOp(TilizeOp):
    """Prepare `tilize_block`."""

    name = "ttkernel.tilize_init"
    cbIn = operand_def(CB)
    numTiles = operand_def(I32)
    cbOut = operand_def(CB)


@op_definition
class UntilizeInitOp(UntilizeOp):
    """Prepare `untilize_block`."""

    name = "ttkernel.untilize_init"
    cbIn = operand_def(CB)
    cbOut = operand_def(CB)


@op_definition
class TilizeBlockOp(TilizeOp):
    """Turn rows of scalars in one circular buffer into tiles in another."""

    name = "ttkernel.tilize_block"
    cbIn = operand_def(CB)
    numTiles = operand_def(I32)
    cbOut = operand_def(CB)


@op_definition
class UntilizeBlockOp(UntilizeOp):
    """Turn tiles in one circular buffer into rows of scalars in another."""

    name = "ttkernel.untilize_block"
    cbIn = operand_def(CB)
    numTiles = operand_def(I32)
    cbOut = operand_def(CB)


@op_definition
class GetWritePtrOp(TTKernelOperation):
    """The L1 address of the next page to write to a circular buffer."""

    name = "ttkernel.get_write_ptr"
    cb = operand_def(CB)
    writePtr = result_def(I32)


@op_definition
class GetReadPtrOp(TTKernelOperation):
    """The L1 address of the next page to read from a circular buffer."""

    name = "ttkernel.get_read_ptr"
    cb = operand_def(CB)
    readPtr = result_def(I32)


@op_definition
class GetTileSizeOp(TTKernelOperation):
    """The size in bytes of a tile of a circular buffer."""

    name = "ttkernel.get_tile_size"
    cb = operand_def(CB)
    tileSizeBytes = result_def(I32)
