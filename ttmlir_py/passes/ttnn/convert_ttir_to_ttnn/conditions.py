"""Checks that TTNN's op has the semantics of the TTIR op.

An op that would compute something else is an error, and one that may is a warning. The checks run
before the lowering, so that operands still come from TTIR ops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType
from xdsl.ir import Operation

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.shape_rules.mesh import all_gather_problem, mesh_shard_problem
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import DataType, ReduceType
from ttmlir_py.dialects.ttir.known_ranges import known_range
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.passes.ttir import typecasts
from ttmlir_py.passes.ttir.warnings import warn_at
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.exact_integers import is_si32
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import round_to_f32
from ttmlir_py.rewriting.mutation import for_each_op

Condition = Callable[[Any, DiagnosticEngine], None]
"""A function that raises OperationError for an op that TTNN would compute wrongly.

It warns about an op whose values may be wrong.
"""


_REDUCTIONS = (ReduceType.Sum, ReduceType.Max, ReduceType.Min)


def check_conditions(
    root: Operation, diagnostics: DiagnosticEngine, *, exact_integers: bool = False
) -> None:
    """Check every op inside of `root`.

    `exact_integers` means that integers keep every bit, so that some warnings do not apply.
    """
    for_each_op(root, lambda op: CONDITIONS[op.name](op, diagnostics), CONDITIONS)
    if not exact_integers:
        for_each_op(root, lambda op: ON_INTEGERS[op.name](op, diagnostics), ON_INTEGERS)


def _scatter(op: ttir.ScatterOp, diagnostics: DiagnosticEngine) -> None:
    """Check that the update is written at index 0 of the tensor, as by TTNN's scatter."""
    source, update = shape_of(op.input), shape_of(op.update)
    inserted, window_dims = integers(op.inserted_window_dims), integers(op.update_window_dims)
    if any(not 0 <= dim < len(update) for dim in window_dims):
        raise OperationError(
            op, f"update_window_dims {[*window_dims]} are not dimensions of update"
        )
    window = iter(update[dim] for dim in window_dims)
    corner = tuple(1 if dim in inserted else next(window) for dim in range(len(source)))
    if corner != update or any(part > whole for part, whole in zip(update, source, strict=True)):
        raise OperationError(
            op,
            f"is lowered to one write into the leading corner of its input: an update of shape "
            f"{[*update]} does not say where in {[*source]} it goes",
        )
    index = known_range(op.scatter_indices)
    problem = "writes its update at index 0"
    if index is None or index.low < 0 < index.high:
        diagnostics.warn(WarningKind.SCATTER_INDEX, op, f"{problem}, whatever scatter_indices hold")
    elif (index.low, index.high) != (0, 0):
        raise OperationError(op, f"{problem}; other scatter_indices cannot be lowered")


def _all_reduce(op: ttir.AllReduceOp, diagnostics: DiagnosticEngine) -> None:
    """Check that the reduction is along the rows of the mesh, as in TTNN.

    On one device this check is unnecessary, because the runtime reports an error.
    """
    mesh = scope_device(op).meshShape
    if prod(mesh) == 1:
        return
    if op.reduce_type.value not in _REDUCTIONS:
        problem = (
            "TTNN reduces between devices by sum, max and min, not by "
            f"{op.reduce_type.value.keyword}"
        )
        raise OperationError(op, problem)
    groups = cast(DenseIntOrFPElementsAttr[IntegerType], op.replica_groups)
    given = _rows(groups.get_values(), groups.get_shape()[-1])
    expected = _rows(range(prod(mesh)), mesh[-1])
    if {frozenset(group) for group in given} != {frozenset(row) for row in expected}:
        raise OperationError(
            op,
            f"reduces along the rows of the mesh, {expected} of {'x'.join(map(str, mesh))} "
            "devices; "
            f"replica_groups {given} cannot be lowered",
        )


def _result_shape(op: Any, _: DiagnosticEngine) -> None:
    """Check that the result has the shape that follows from the attributes.

    TTNN's verifier requires this, and TTIR's does not.
    """
    doubt = op.doubt()
    if doubt is not None:
        raise OperationError(op, doubt)


def _extreme(op: ttir.MaxOp | ttir.MinOp, diagnostics: DiagnosticEngine) -> None:
    """Check that a maximum or minimum is of at least one element.

    Otherwise the runtime reports an error.
    """
    _result_shape(op, diagnostics)
    if 0 in shape_of(op.input) and 0 not in shape_of(op.result):
        raise OperationError(op, f"reduces no elements, of a tensor of {[*shape_of(op.input)]}")


def _mesh_shard(op: ttir.MeshShardOp, diagnostics: DiagnosticEngine) -> None:
    """Check that the mesh has as many devices as there are shards.

    Upstream does not check this. The runtime stops, and so does a translation.
    """
    problem = mesh_shard_problem(
        shape_of(op.input),
        shape_of(op.output),
        op.shard_type.value,
        op.shard_direction.value,
        integers(op.shard_dims),
        _mesh(op),
    )
    _warn_of_mesh(op, problem, diagnostics)


def _all_gather(op: ttir.AllGatherOp, diagnostics: DiagnosticEngine) -> None:
    """Check that a row of the mesh has as many devices as there are shards to gather."""
    dim = op.dim.value.data
    problem = all_gather_problem(shape_of(op.input), shape_of(op.output), dim, _mesh(op))
    _warn_of_mesh(op, problem, diagnostics)


def _mesh(op: Operation) -> tuple[int, ...]:
    return scope_device(op).meshShape or (1, 1)


def _warn_of_mesh(op: Operation, problem: str, diagnostics: DiagnosticEngine) -> None:
    if problem:
        diagnostics.warn(WarningKind.MESH_SHAPE, op, problem)


def _remainder(op: ttir.RemainderOp, diagnostics: DiagnosticEngine) -> None:
    """Warn about floats whose remainder may get the sign of the divisor, as in TTNN.

    For unsigned integers, `ttnn-layout` warns.
    """
    dividend, divisor = map(known_range, op.operands[:2])
    alike = dividend and divisor and dividend.low >= 0 and divisor.low >= 0
    if not alike and not isinstance(tensor_type(op.operands[0]).element_type, IntegerType):
        diagnostics.warn(
            WarningKind.REMAINDER_SIGN,
            op,
            "is lowered to a modulo: where the operands' signs differ, the result has the "
            "divisor's sign "
            "instead of the dividend's",
        )


def _constant(op: ttir.ConstantOp | ttir.FillOp, diagnostics: DiagnosticEngine) -> None:
    """Warn about integers that f32 cannot represent, because TTNN's full takes an f32.

    For si32, and for constants of several numbers, the lowering is exact.
    """
    result = tensor_type(op.result)
    if isinstance(result.element_type, IntegerType) and not is_si32(result):
        known = known_range(op.result)
        repeated = [known.low] if known is not None and known.low == known.high else []
        _warn_unless_exact(op, repeated, diagnostics)


def _arange(op: ttir.ArangeOp, diagnostics: DiagnosticEngine) -> None:
    """Warn about an arange with numbers that f32, their type in binaries, cannot represent.

    For si32 the lowering is exact.
    """
    if is_si32(tensor_type(op.result)):
        return
    _warn_unless_exact(
        op, [op.start.value.data, op.end.value.data, op.step.value.data], diagnostics
    )


def _warn_unless_exact(
    op: Operation, numbers: Sequence[float], diagnostics: DiagnosticEngine
) -> None:
    for number in numbers:
        rounded = round_to_f32(number)
        if rounded != number:
            message = f"passes {number} as f32, which makes it {rounded:.0f}"
            warn_at(diagnostics, WarningKind.INEXACT_CONSTANT, op, message)
            return


_LONGEST_SUMS = {DataType.BFloat16: 256, DataType.Float16: 2048, DataType.Float32: 4096}
"""Maps formats to the numbers of terms above which running sums are inexact.

In formats of 16 bits, a sum of more ones than that no longer grows if partial sums are rounded.
"""


def _cumsum(op: ttir.CumSumOp, diagnostics: DiagnosticEngine) -> None:
    """Warn about running sums that TTNN computes inexactly: of u16, which saturate in f32, and of
    many floats, which it adds one after the other.
    """
    type_ = tensor_type(op.results[0])
    data_type = layout_of(type_).get_data_type()
    length = type_.get_shape()[op.dim.value.data]
    if data_type is DataType.UInt16:
        message = "is computed in f32: sums beyond 65535 become 65535, instead of wrapping around"
    elif length <= _LONGEST_SUMS.get(data_type, length):
        return
    elif data_type is DataType.Float32:
        message = (
            f"adds {length} numbers of f32 one after the other, so that rounding errors add up"
        )
    else:
        message = (
            f"adds {length} numbers, and runtime libraries before April 2026 round each partial sum"
            f" to {data_type}: to keep more bits, convert the operand to f32"
        )
    diagnostics.warn(WarningKind.REDUCED_PRECISION, op, message)


def _typecast(warn: typecasts.Warn) -> Condition:
    """Return the condition that calls `warn` with the data types of a typecast."""

    def check(op: ttir.TypecastOp, diagnostics: DiagnosticEngine) -> None:
        source, target = (
            layout_of(tensor_type(each)).get_data_type() for each in (op.operands[0], op.results[0])
        )
        warn(op, source, target, diagnostics)

    return check


def _rows(numbers: Sequence[int], length: int) -> list[list[int]]:
    return [[*numbers[i : i + length]] for i in range(0, len(numbers), length)]


CONDITIONS: dict[str, Condition] = {
    "ttir.scatter": _scatter,
    "ttir.all_reduce": _all_reduce,
    "ttir.mesh_shard": _mesh_shard,
    "ttir.all_gather": _all_gather,
    "ttir.remainder": _remainder,
    "ttir.typecast": _typecast(typecasts.warn_of_rounding),
    "ttir.max": _extreme,
    "ttir.min": _extreme,
    **dict.fromkeys(
        ("ttir.cumsum", "ttir.mean", "ttir.prod", "ttir.reduce_and", "ttir.sum"), _result_shape
    ),
}
ON_INTEGERS: dict[str, Condition] = {
    "ttir.constant": _constant,
    "ttir.fill": _constant,
    "ttir.arange": _arange,
    "ttir.cumsum": _cumsum,
    "ttir.typecast": _typecast(typecasts.warn_of_saturation),
}
"""Maps op names to conditions that do not apply if integers are exact."""
