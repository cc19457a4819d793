"""`--ttkernel-to-cpp-noc` and `--ttkernel-to-cpp-tensix`: write kernels as C++.

Each translation writes the C++ for one kind of thread.
"""

import re
from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Operation, Region

from ttmlir_py.dialects.emitc.functions import IncludeOp, VerbatimOp
from ttmlir_py.dialects.emitc.operators import CallOpaqueOp
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.ttkernel.enums import ThreadType
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import convert_kernels
from ttmlir_py.rewriting.mutation import insert_before
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
_UNARY = f"{_COMPUTE_API}/eltwise_unary"
HEADERS = {
    f"{_UNARY}/sqrt.h": "sqrt_tile",
    f"{_UNARY}/rsqrt.h": "rsqrt_tile",
    f"{_UNARY}/negative.h": "negative_tile",
    f"{_UNARY}/relu.h": "relu_tile|leaky_relu_tile",
    f"{_UNARY}/cbrt.h": "cbrt_tile",
    f"{_UNARY}/isinf_isnan.h": "isfinite_tile",
    f"{_UNARY}/gelu.h": "gelu_tile",
    f"{_UNARY}/log1p.h": "log1p_tile",
    f"{_UNARY}/trigonometry.h": "sin_tile|cos_tile|tan_tile",
    f"{_UNARY}/rounding.h": "ceil_tile|floor_tile|rounding_op_tile",
    f"{_UNARY}/comp.h": "eqz_tile|nez_tile",
    f"{_UNARY}/bitwise_not.h": "bitwise_not_tile",
    f"{_UNARY}/logical_not.h": "logical_not_tile",
    f"{_UNARY}/typecast.h": "typecast_tile",
    f"{_UNARY}/clamp.h": "clamp_tile",
    f"{_UNARY}/where.h": "where_tile",
    f"{_COMPUTE_API}/eltwise_binary_sfpu.h": "(add|mul|power|eq|ne|gt|ge|lt|le)_binary_tile",
    f"{_COMPUTE_API}/binary_max_min.h": "binary_(max|min)(_u?int32)?_tile",
    f"{_COMPUTE_API}/binary_comp.h": "(gt|ge|lt|le)_int32_tile",
    f"{_COMPUTE_API}/binary_remainder.h": "remainder_(binary|int32)_tile",
    f"{_COMPUTE_API}/div_int32_floor.h": "div_int32_trunc_tile",
    f"{_COMPUTE_API}/binary_bitwise_sfpu.h": "binary_bitwise_tile|bitwise_(and|or|xor)_binary_tile",
    f"{_COMPUTE_API}/add_int_sfpu.h": "add_int_tile",
    f"{_COMPUTE_API}/sub_int_sfpu.h": "sub_int_tile",
    f"{_COMPUTE_API}/mul_int_sfpu.h": "mul_int_tile",
    f"{_COMPUTE_API}/bcast.h": "unary_bcast",
    f"{_COMPUTE_API}/matmul.h": "mm_init|mm_init_short|matmul_tiles",
    f"{_COMPUTE_API}/transpose_wh.h": "transpose_wh_init|transpose_wh_tile",
}
"""Maps headers to the functions that need them.

A header is included only if one of its functions, or its `_init` or `_int32` variant, is called.
"""
_REDUCTION_DEFAULTS = (
    "#define REDUCE_OP PoolType::SUM",
    "#define REDUCE_DIM ReduceDim::REDUCE_COL",
)
"""Macros that are defined before the header of reductions is included, whose template defaults use
them.
"""


def translate(
    module: Operation,
    thread: str,
    *,
    declare_variables_at_top: bool = False,
    emit_source_locations: bool = False,
) -> str:
    """Return the C++ of all functions that a module defines.

    Each function becomes a program for the kind of thread `thread`: `Noc` or `Tensix`.
    """
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
    """Return the C++ of a kernel. Raise OperationError for an operation that has no C++
    equivalent.
    """
    opening, closing = _frame(thread)
    entry = region.blocks.first
    types = [] if entry is None else [argument.type for argument in entry.args]
    function = FuncOp("kernel_main", FunctionType.from_lists(types, []), region.clone())
    wrapper = ModuleOp([*opening, function, *closing])
    owner = region.parent_op()
    if owner is not None:
        wrapper.location = function.location = owner.location
    convert_kernels(wrapper)
    behind = next((op for op in opening if isinstance(op, VerbatimOp)), function)
    for header in _further_headers(wrapper):
        insert_before(behind, IncludeOp(header))
    return emitter.translate(
        wrapper,
        declare_variables_at_top=declare_variables_at_top,
        emit_source_locations=emit_source_locations,
    )


def _further_headers(wrapper: ModuleOp) -> Iterator[str]:
    """Yield the headers of called functions that the common headers do not declare."""
    callees = {op.callee.data for op in wrapper.walk() if isinstance(op, CallOpaqueOp)}
    for header, functions in HEADERS.items():
        if any(re.fullmatch(f"({functions})(_init|_int32)?", callee) for callee in callees):
            yield header


def _frame(thread: ThreadType) -> tuple[Sequence[Operation], Sequence[Operation]]:
    """Return the operations that come before and after a kernel's function, such as includes."""
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
