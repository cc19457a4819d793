"""The pass `convert-ttir-to-ttmetal`: `to_layout`, `generic` and `fill` lower one kind of programs each.

`transfers` has the data movement of both, `compute` the computations with tiles, `loops` the loops over them, `scaler` the factor
of reductions, `memory` addresses, and `building` what all kernels and programs are made of.
"""

from typing import TYPE_CHECKING

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.dialects.ttir import TTIR, AllocOp, DeallocOp
from ttmlir_py.dialects.ttmetal.ops import CreateBufferOp, DeallocateBufferOp
from ttmlir_py.passes.base import Pass
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

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext

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

    Requires a system descriptor, a device, metal layouts and addresses (`ttir-allocate`). Allocations become buffers, changes of
    layout programs that move the data between cores and memories or turn rows into tiles and back, each `ttir.generic` a program
    whose kernel computes its tiles on all cores of its grid, with kernels that stream operands of other grids. Fails at the first
    op that has no such form, with the reason.
    """

    name = "convert-ttir-to-ttmetal"
    cpp_name = "ConvertTTIRToTTMetal"

    @override
    def run(self, context: "MlirContext", op: Operation) -> None:
        apply_full_conversion(op, _TARGET, LOWERINGS, None, context)
