"""`--ttkernel-to-cpp-noc` and `--ttkernel-to-cpp-tensix`: kernels as the C++ that is compiled for one kind of thread."""

from collections.abc import Sequence

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Operation, Region

from ttmlir_py.dialects.emitc.functions import IncludeOp, VerbatimOp
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.ttkernel.enums import ThreadType
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import convert_kernels
from ttmlir_py.target.cpp import emitter

_COMPUTE_API = "compute_kernel_api"
_TENSIX_INCLUDES = (
    "llk_defs.h",
    f"{_COMPUTE_API}/common.h",
    f"{_COMPUTE_API}/tilize.h",
    f"{_COMPUTE_API}/untilize.h",
    f"{_COMPUTE_API}/eltwise_binary.h",
    f"{_COMPUTE_API}.h",
    f"{_COMPUTE_API}/tile_move_copy.h",
    f"{_COMPUTE_API}/eltwise_unary/eltwise_unary.h",
    f"{_COMPUTE_API}/eltwise_unary/exp.h",
    f"{_COMPUTE_API}/eltwise_unary/sfpu_split_includes.h",
    f"{_COMPUTE_API}/eltwise_unary/recip.h",
)
_REDUCTION_DEFAULTS = (
    "#define REDUCE_OP PoolType::SUM",
    "#define REDUCE_DIM ReduceDim::REDUCE_COL",
)
"""Macros that the header of reductions, which is included last, has as defaults of its templates."""


def translate(
    module: Operation,
    thread: str,
    *,
    declare_variables_at_top: bool = False,
    emit_source_locations: bool = False,
) -> str:
    """The C++ of all functions that a module defines, each a program for threads of a kind: `Noc` or `Tensix`."""
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    regions = [function.body for function in functions if not function.is_declaration]
    return "".join(
        kernel_text(
            region,
            ThreadType[thread],
            declare_variables_at_top=declare_variables_at_top,
            emit_source_locations=emit_source_locations,
        )
        for region in regions
    )


def kernel_text(
    region: Region,
    thread: ThreadType,
    *,
    declare_variables_at_top: bool = False,
    emit_source_locations: bool = False,
) -> str:
    """The C++ of a kernel; OperationError if an op of it has no counterpart."""
    opening, closing = _frame(thread)
    entry = region.blocks.first
    types = [] if entry is None else [argument.type for argument in entry.args]
    function = FuncOp("kernel_main", FunctionType.from_lists(types, []), region.clone())
    wrapper = ModuleOp([*opening, function, *closing])
    owner = region.parent_op()
    if owner is not None:
        wrapper.location = function.location = owner.location
    convert_kernels(wrapper)
    return emitter.translate(
        wrapper,
        declare_variables_at_top=declare_variables_at_top,
        emit_source_locations=emit_source_locations,
    )


def _frame(thread: ThreadType) -> tuple[Sequence[Operation], Sequence[Operation]]:
    """What stands before and behind the function of a kernel."""
    standard = IncludeOp("cstdint", standard=True)
    match thread:
        case ThreadType.Noc:
            return [standard, IncludeOp("dataflow_api.h")], []
        case ThreadType.Tensix:
            opening: list[Operation] = [standard, *map(IncludeOp, _TENSIX_INCLUDES)]
            opening += map(VerbatimOp, _REDUCTION_DEFAULTS)
            opening += [IncludeOp(f"{_COMPUTE_API}/reduce.h"), VerbatimOp("namespace NAMESPACE {")]
            return opening, [VerbatimOp("void MAIN { kernel_main(); }"), VerbatimOp("}")]
        case _:
            return [standard], []
