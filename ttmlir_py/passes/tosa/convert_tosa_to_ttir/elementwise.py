"""Conversion of element-wise ops."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness
from xdsl.ir import Operation, SSAValue

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import tosa, ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.tosa.convert_tosa_to_ttir.builder import Conversion, TosaBuilder
from ttmlir_py.rewriting.attributes import ALL_EXACT_IN_F32, f32_attr, int_value
from ttmlir_py.rewriting.conversion import UnsupportedError

ONE_TO_ONE: Mapping[type[Operation], type[Operation]] = {
    tosa.AbsOp: ttir.AbsOp,
    tosa.AddOp: ttir.AddOp,
    tosa.BitwiseAndOp: ttir.BitwiseAndOp,
    tosa.BitwiseNotOp: ttir.BitwiseNotOp,
    tosa.BitwiseOrOp: ttir.BitwiseOrOp,
    tosa.BitwiseXorOp: ttir.BitwiseXorOp,
    tosa.CeilOp: ttir.CeilOp,
    tosa.CosOp: ttir.CosOp,
    tosa.EqualOp: ttir.EqualOp,
    tosa.ExpOp: ttir.ExpOp,
    tosa.FloorOp: ttir.FloorOp,
    tosa.GreaterEqualOp: ttir.GreaterEqualOp,
    tosa.GreaterOp: ttir.GreaterThanOp,
    tosa.LogOp: ttir.LogOp,
    tosa.LogicalAndOp: ttir.LogicalAndOp,
    tosa.LogicalNotOp: ttir.LogicalNotOp,
    tosa.LogicalOrOp: ttir.LogicalOrOp,
    tosa.LogicalXorOp: ttir.LogicalXorOp,
    tosa.MaximumOp: ttir.MaximumOp,
    tosa.MinimumOp: ttir.MinimumOp,
    tosa.PowOp: ttir.PowerOp,
    tosa.ReciprocalOp: ttir.ReciprocalOp,
    tosa.RsqrtOp: ttir.RsqrtOp,
    tosa.SelectOp: ttir.WhereOp,
    tosa.SigmoidOp: ttir.SigmoidOp,
    tosa.SinOp: ttir.SinOp,
    tosa.SubOp: ttir.SubtractOp,
    tosa.TanhOp: ttir.TanhOp,
}
"""Maps TOSA ops to TTIR ops with the same operands and semantics."""


def _same_operands(cls: type[Operation]) -> Conversion:
    """Return a conversion to the op class `cls` with the same operands."""
    return lambda op, builder: builder.into(cls, op.operands, op.results[0].type)


def _identity(op: tosa.IdentityOp, builder: TosaBuilder) -> SSAValue:
    """Return the input itself."""
    if op.input1.type != op.output.type:
        raise UnsupportedError("the types of input and output differ")
    return op.input1


def _negate(op: tosa.NegateOp, builder: TosaBuilder) -> SSAValue:
    """Return the negated input. Zero points must be 0; upstream ignores them."""
    zero_points = op.quantization_info
    if zero_points is not None and (zero_points.input_zp or zero_points.output_zp):
        raise OperationError(op, "has zero points, which TTIR's neg does not support")
    return builder.into(ttir.NegOp, op.operands, op.output.type)


def _multiply(op: tosa.MulOp, builder: TosaBuilder) -> SSAValue:
    """Return the product. The shift must be 0."""
    if int_value(op.shift) != 0:
        raise UnsupportedError("TTIR's multiply does not shift")
    return builder.into(ttir.MultiplyOp, op.operands, op.output.type)


def _cast(op: tosa.CastOp, builder: TosaBuilder) -> SSAValue:
    """Return a typecast, or a comparison with 0 for casts to booleans.

    A typecast from floats to integers rounds differently, so it gives a warning.
    """
    source, target = tensor_type(op.input), tensor_type(op.output)
    if source.element_type == target.element_type:
        return op.input
    if target.element_type == IntegerType(1):
        zero = builder.constant(cast(Any, source), [0])
        return builder.into(ttir.NotEqualOp, (op.input, zero), target)
    if isinstance(source.element_type, AnyFloat) and isinstance(target.element_type, IntegerType):
        builder.constants.context.diagnostics.warn(
            WarningKind.TYPECAST_ROUNDING,
            op,
            "rounds to the nearest even integer; the typecast that it becomes may truncate",
        )
    return builder.into(ttir.TypecastOp, op.operands, target)


def _clamp(op: tosa.ClampOp, builder: TosaBuilder) -> SSAValue:
    """Return the clamped input.

    Integer bounds that f32 does not hold become comparisons with constants.
    """
    element = tensor_type(op.input).element_type
    if not isinstance(element, IntegerType):
        return _clamp_by(op, builder, op.min_fp.value.data, op.max_fp.value.data)
    low, high = int_value(op.min_int), int_value(op.max_int)
    if max(abs(low), abs(high)) <= ALL_EXACT_IN_F32:
        return _clamp_by(op, builder, low, high)
    return _clamp_integers(op, builder, low, high)


def _clamp_by(op: tosa.ClampOp, builder: TosaBuilder, low: float, high: float) -> SSAValue:
    bounds = {"min": f32_attr(low), "max": f32_attr(high)}
    return builder.into(ttir.ClampOp, (op.input,), op.output.type, **bounds)


def _clamp_integers(op: tosa.ClampOp, builder: TosaBuilder, low: int, high: int) -> SSAValue:
    type = tensor_type(op.input)
    element = cast(IntegerType, type.element_type)
    is_unsigned = element.signedness.data is Signedness.UNSIGNED
    bits = element.bitwidth
    least, greatest = (0, 2**bits - 1) if is_unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    value = op.input
    if low > least:
        bound = builder.constant(cast(Any, type), [min(low, greatest)])
        value = builder.into(ttir.MaximumOp, (value, bound), type)
    if high < greatest:
        bound = builder.constant(cast(Any, type), [max(high, least)])
        value = builder.into(ttir.MinimumOp, (value, bound), type)
    return value


_OTHERS: Mapping[type[Operation], Callable[[Any, TosaBuilder], SSAValue]] = {
    tosa.CastOp: _cast,
    tosa.ClampOp: _clamp,
    tosa.IdentityOp: _identity,
    tosa.MulOp: _multiply,
    tosa.NegateOp: _negate,
}
CONVERSIONS = {
    **{source: _same_operands(target) for source, target in ONE_TO_ONE.items()},
    **_OTHERS,
}
