"""The pass `convert-ttir-to-ttmetal`.

Most modules lower one kind of op each. `transfers` moves data, `compute` computes on tiles, and
`loops` loops over tiles. `scaler` makes the factor of reductions, `memory` has addresses, and
`building` has builders of kernels and programs.
"""

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.dialects.ttir import TTIR, AllocOp, DeallocOp
from ttmlir_py.dialects.ttmetal.ops import CreateBufferOp, DeallocateBufferOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import (
    HAS_DEVICE,
    HAS_SYSTEM_DESC,
    TTIR_WITH_METAL_LAYOUTS,
    without_dialects,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal import (
    broadcast,
    elementwise,
    fill,
    generic,
    matmul,
    rearranging,
    reductions,
    to_layout,
)
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    Lowerings,
    UnsupportedError,
    apply_full_conversion,
)
from ttmlir_py.rewriting.mutation import supersede

_TARGET = ConversionTarget(legal=("builtin", "func", "ttmetal", "ttkernel"))


def _lower_alloc(op: AllocOp, state: None) -> None:
    supersede(op, CreateBufferOp, op.properties)


def _lower_dealloc(op: DeallocOp, state: None) -> None:
    supersede(op, DeallocateBufferOp, {})


def _refuse(op: Operation, state: None) -> None:
    raise UnsupportedError("no kernel computes it")


LOWERINGS: Lowerings[None] = {
    **dict.fromkeys(TTIR.operations, _refuse),
    **elementwise.LOWERINGS,
    **broadcast.LOWERINGS,
    AllocOp: _lower_alloc,
    DeallocOp: _lower_dealloc,
    **fill.LOWERINGS,
    **to_layout.LOWERINGS,
    **generic.LOWERINGS,
    **matmul.LOWERINGS,
    **rearranging.LOWERINGS,
    **reductions.LOWERINGS,
}


class ConvertTTIRToTTMetalPass(Pass):
    """Lower TTIR to TTMetal: buffers, and programs whose kernels are TTKernel ops.

    Requires a system descriptor, a device, metal layouts and addresses (`ttir-allocate`).
    Allocations become buffers. Layout changes become programs that move data between cores and
    memories, or convert between rows and tiles. Each `ttir.generic` becomes a program. Its compute
    kernel works on the tiles of each core of its grid, and other kernels stream operands from other
    grids. The pass fails at the first op that cannot be lowered, with the reason.
    """

    name = "convert-ttir-to-ttmetal"
    cpp_name = "ConvertTTIRToTTMetal"
    requires = (HAS_SYSTEM_DESC, HAS_DEVICE, TTIR_WITH_METAL_LAYOUTS)
    ensures = (without_dialects("ttir"),)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        apply_full_conversion(op, _TARGET, LOWERINGS, None, context)
