"""The pass `convert-ttnn-to-emitc`: convert TTNN to calls of the TTNN library's C++ functions."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.const_eval import is_const_eval
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import without_dialects
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import complete, structure, table
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_full_conversion
from ttmlir_py.rewriting.mutation import for_each_op

LOWERINGS = {**structure.LOWERINGS, **table.LOWERINGS}
COMPLETE_LOWERINGS = {**LOWERINGS, **complete.LOWERINGS}
COMMUNICATION = {cls.name for cls in (ttnn.AllGatherOp, ttnn.MeshShardOp, ttnn.ReduceScatterOp)}
"""Names of ops for which the library has no function that takes all of their attributes."""
INCOMPLETE = ({cls.name for cls in complete.LOWERINGS if cls in LOWERINGS} | COMMUNICATION) - {
    ttnn.ConstantOp.name
}
"""Names of ops whose calls may leave out attributes."""


@dataclass(frozen=True)
class ConvertTTNNToEmitCPass(Pass):
    """Convert TTNN dialect to EmitC dialect.

    Each TTNN op becomes a call of the C++ function of its name in the TTNN library. Tensors become
    `ttnn::Tensor`, tuples of them `std::vector<ttnn::Tensor>`, and devices `ttnn::IDevice*`.
    Modules lose their attributes, and the outermost one includes the library's header. Ops of
    dialects other than builtin, func, emitc, arith (constants) and tt (tuples) are errors. So are
    TTNN ops that upstream does not convert (`ttnn.alloc`, `ttnn.all_reduce`, `ttnn.upsample`). Some
    of upstream's calls lack arguments. Each of these gets a warning, and `complete-calls` passes
    the arguments.
    """

    name = "convert-ttnn-to-emitc"
    cpp_name = "ConvertTTNNToEmitC"
    ensures = (without_dialects("ttnn"),)

    complete_calls: bool = option(
        False, "Pass the arguments that upstream's calls omit as well.", own=True
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        _warn_of_incomplete_calls(op, context.diagnostics, complete_calls=self.complete_calls)
        convert(op, complete_calls=self.complete_calls)


def _warn_of_incomplete_calls(
    module: ModuleOp, diagnostics: DiagnosticEngine, *, complete_calls: bool
) -> None:
    """Warn about each call that leaves out attributes of its op."""

    def warn(op: Operation) -> None:
        missing = _left_out(op)
        if missing:
            listed = ", ".join(f"'{name}'" for name in missing)
            remedy = (
                "no call of the library has them"
                if op.name in COMMUNICATION
                else "complete-calls=true passes them"
            )
            message = f"the call in C++ leaves out {listed}; {remedy}"
            diagnostics.warn(WarningKind.INCOMPLETE_CALL, op, message)

    for_each_op(module, warn, COMMUNICATION if complete_calls else INCOMPLETE)


_PASSED = {"ttnn.mean": ("dim_arg", "keep_dim")}
"""Maps ops to the attributes that upstream's calls pass, for ops whose calls leave out others."""
_PLACES = ("memory_config", "operandSegmentSizes", "use_multicore")
"""Names of attributes that affect where and how a result is computed, but not its values."""


def _left_out(op: Operation) -> list[str]:
    """Return the names of the attributes of `op` that upstream's call leaves out.

    `bias` is one of them if a destination is passed instead.
    """
    if isinstance(op, ttnn.LinearOp):
        return ["bias"] if op.bias is None else []
    passed = (*_PASSED.get(op.name, ()), *_PLACES)
    missing = [name for name in op.properties if name not in passed]
    if isinstance(op, ttnn.MeanOp) and op.dim_arg is None:
        missing.append("dim_arg")
    return missing or (["shape"] if isinstance(op, ttnn.FullOp) else [])


def convert(
    module: ModuleOp, *, complete_calls: bool = False, elide_elements_if_larger: int | None = None
) -> None:
    """Convert `module`. Raises OperationError for the first op that cannot be converted.

    After an error the module must not be used. Constants of more elements than
    `elide_elements_if_larger` become `__elided__`, which no compiler accepts.
    """
    for op in module.walk():
        if is_const_eval(op):
            raise OperationError(
                op.location,
                "a function that computes constants once for all runs cannot become C++ or "
                "Python: compile with const-eval=false",
            )
    structure.include_header(module)
    lowerings = COMPLETE_LOWERINGS if complete_calls else LOWERINGS
    if elide_elements_if_larger is not None:
        constant = complete.lower_constant(elide_elements_if_larger)
        lowerings = {**lowerings, ttnn.ConstantOp: constant}
    apply_full_conversion(module, ConversionTarget(legal=("emitc",)), lowerings, None)
    structure.convert_types(module)
