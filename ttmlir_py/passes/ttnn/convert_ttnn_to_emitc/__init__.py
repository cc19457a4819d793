"""The pass `convert-ttnn-to-emitc`: TTNN as calls of the TTNN library's C++ functions."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import complete, structure, table
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_full_conversion
from ttmlir_py.rewriting.mutation import for_each_op
from ttmlir_py.warning_kinds import WarningKind

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.diagnostics import DiagnosticEngine

LOWERINGS = {**structure.LOWERINGS, **table.LOWERINGS}
COMPLETE_LOWERINGS = {**LOWERINGS, **complete.LOWERINGS}
INCOMPLETE = {cls.name for cls in complete.LOWERINGS if cls in LOWERINGS}
"""The ops whose calls leave something out."""


@dataclass(frozen=True)
class ConvertTTNNToEmitCPass(Pass):
    """Convert TTNN dialect to EmitC dialect.

    Each TTNN op becomes a call of the TTNN library's C++ function of its name, tensors become `ttnn::Tensor`, tuples of
    them `std::vector<ttnn::Tensor>`, devices `ttnn::IDevice*`. Modules lose their attributes, and the outermost includes
    the library's header. Ops of other dialects than builtin, func, emitc, arith (constants) and tt (tuples) are errors, as
    are TTNN ops that upstream does not convert (`ttnn.alloc`, `ttnn.all_reduce`, `ttnn.upsample`). Some of upstream's calls
    lack arguments, of which a warning says; `complete-calls` passes them.
    """

    name = "convert-ttnn-to-emitc"
    cpp_name = "ConvertTTNNToEmitC"

    complete_calls: bool = option(
        False, "Pass the arguments that upstream's calls leave out, too.", own=True
    )

    @override
    def run(self, context: "MlirContext", op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        if not self.complete_calls:
            _warn_of_incomplete_calls(op, context.diagnostics)
        convert(op, complete_calls=self.complete_calls)


def _warn_of_incomplete_calls(module: ModuleOp, diagnostics: "DiagnosticEngine") -> None:
    def warn(op: Operation) -> None:
        advice = "complete-calls=true passes them"
        message = f"the call in C++ leaves out attributes of the operation; {advice}"
        diagnostics.warn(WarningKind.INCOMPLETE_CALL, op, message)

    for_each_op(module, warn, INCOMPLETE)


def convert(
    module: ModuleOp, *, complete_calls: bool = False, elide_elements_if_larger: int | None = None
) -> None:
    """Convert a module. Raises OperationError at the first op that cannot be converted; the module is then of no use.

    Constants of more elements than `elide_elements_if_larger` have `__elided__` in their place, which no compiler takes.
    """
    structure.include_header(module)
    lowerings = COMPLETE_LOWERINGS if complete_calls else LOWERINGS
    if elide_elements_if_larger is not None:
        constant = complete.lower_constant(elide_elements_if_larger)
        lowerings = {**lowerings, ttnn.ConstantOp: constant}
    apply_full_conversion(module, ConversionTarget(legal=("emitc",)), lowerings, None)
    structure.convert_types(module)
