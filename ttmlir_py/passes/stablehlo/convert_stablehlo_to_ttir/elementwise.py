"""Lowering of element-wise ops."""

from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness, i32
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import (
    known_number,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.narrow_integers import (
    is_narrow_signed,
    narrowed,
    widened,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowering,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.total_order import (
    compare,
    keys_of_floats,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean, takes_other_sign
from ttmlir_py.rewriting.attributes import ALL_EXACT_IN_F32, f32_attr, is_exact_in_f32
from ttmlir_py.rewriting.conversion import UnsupportedError

RENAMED: dict[type[Operation], type[Operation]] = {
    stablehlo.AbsOp: ttir.AbsOp,
    stablehlo.CbrtOp: ttir.CbrtOp,
    stablehlo.CeilOp: ttir.CeilOp,
    stablehlo.CosineOp: ttir.CosOp,
    stablehlo.ExpOp: ttir.ExpOp,
    stablehlo.Expm1Op: ttir.Expm1Op,
    stablehlo.FloorOp: ttir.FloorOp,
    stablehlo.IsFiniteOp: ttir.IsFiniteOp,
    stablehlo.LogOp: ttir.LogOp,
    stablehlo.Log1pOp: ttir.Log1pOp,
    stablehlo.LogisticOp: ttir.SigmoidOp,
    stablehlo.NegOp: ttir.NegOp,
    stablehlo.RsqrtOp: ttir.RsqrtOp,
    stablehlo.SignOp: ttir.SignOp,
    stablehlo.SineOp: ttir.SinOp,
    stablehlo.SqrtOp: ttir.SqrtOp,
    stablehlo.TanOp: ttir.TanOp,
    stablehlo.TanhOp: ttir.TanhOp,
    stablehlo.SubtractOp: ttir.SubtractOp,
    stablehlo.DivOp: ttir.DivOp,
    stablehlo.MaxOp: ttir.MaximumOp,
    stablehlo.MinOp: ttir.MinimumOp,
    stablehlo.PowOp: ttir.PowerOp,
    stablehlo.SelectOp: ttir.WhereOp,
}
"""Maps StableHLO ops to TTIR ops with the same operands and semantics."""

ON_BOOLEANS: dict[type[Operation], tuple[type[Operation], type[Operation]]] = {
    stablehlo.AddOp: (ttir.LogicalOrOp, ttir.AddOp),
    stablehlo.AndOp: (ttir.LogicalAndOp, ttir.BitwiseAndOp),
    stablehlo.OrOp: (ttir.LogicalOrOp, ttir.BitwiseOrOp),
    stablehlo.XorOp: (ttir.LogicalXorOp, ttir.BitwiseXorOp),
    stablehlo.NotOp: (ttir.LogicalNotOp, ttir.BitwiseNotOp),
}
"""Maps StableHLO ops to two TTIR ops: for booleans, and for other elements."""

COMPARISONS: dict[ComparisonDirection, type[Operation]] = {
    ComparisonDirection.EQ: ttir.EqualOp,
    ComparisonDirection.NE: ttir.NotEqualOp,
    ComparisonDirection.GE: ttir.GreaterEqualOp,
    ComparisonDirection.GT: ttir.GreaterThanOp,
    ComparisonDirection.LE: ttir.LessEqualOp,
    ComparisonDirection.LT: ttir.LessThanOp,
}


def _lower_elementwise(
    op: Operation, cls: type[Operation], operands: tuple[SSAValue, ...], conversion: Conversion
) -> None:
    value = ConversionBuilder(op).into(cls, operands, result_type(op))
    conversion.replace(op, value)


def _renamed(cls: type[Operation]) -> Lowering:
    """Return a lowering to the op class `cls` with the same operands."""

    def lower(op: Operation, conversion: Conversion) -> None:
        _lower_elementwise(op, cls, tuple(op.operands), conversion)

    return lower


def _by_kind(on_booleans: type[Operation], otherwise: type[Operation]) -> Lowering:
    """Return a lowering to `on_booleans` for boolean elements and to `otherwise` for others."""

    def lower(op: Operation, conversion: Conversion) -> None:
        has_booleans = is_boolean(tensor_type(op.results[0]).element_type)
        cls = on_booleans if has_booleans else otherwise
        _lower_elementwise(op, cls, tuple(op.operands), conversion)

    return lower


def lower_compare(op: stablehlo.CompareOp, conversion: Conversion) -> None:
    """Lower `compare`.

    The total order of floats, where -0 comes before 0 and NaN equals NaN, is supported.
    """
    if takes_other_sign(op):
        raise UnsupportedError(
            "it compares signed integers as unsigned, or unsigned ones as signed"
        )
    kind = op.compare_type.value if op.compare_type is not None else ComparisonType.NOTYPE
    direction, element = op.comparison_direction.value, tensor_type(op.lhs).element_type
    if kind is ComparisonType.TOTALORDER and isinstance(element, AnyFloat):
        builder = ConversionBuilder(op)
        keys = [keys_of_floats(builder, each, tells_zeros=True) for each in op.operands]
        conversion.replace(op, compare(builder, direction, *keys))
        return
    _lower_elementwise(op, COMPARISONS[direction], tuple(op.operands), conversion)


def lower_remainder(op: stablehlo.RemOp, conversion: Conversion) -> None:
    """Lower `remainder`, whose result has the sign of the dividend.

    TTNN's remainder has the sign of the divisor. With exact remainders, the remainder of floats is
    therefore computed from absolute values.
    """
    operands, type_ = tuple(op.operands), result_type(op)
    if not conversion.has_exact_remainders or not isinstance(type_.element_type, AnyFloat):
        _lower_elementwise(op, ttir.RemainderOp, operands, conversion)
        return
    builder = ConversionBuilder(op)
    sizes = [builder.unary(ttir.AbsOp, each) for each in operands]
    size = builder.into(ttir.RemainderOp, sizes, type_)
    is_negative = builder.truth(ttir.LessThanOp, operands[0], builder.scalar(0, type_.element_type))
    negated = builder.unary(ttir.NegOp, size)
    conversion.replace(op, builder.where(is_negative, negated, size))


def lower_convert(op: stablehlo.ConvertOp, conversion: Conversion) -> None:
    """Lower `convert` to a typecast.

    A conversion to booleans, which are stored as bf16, becomes a comparison with 0.
    """
    builder, type_ = ConversionBuilder(op), result_type(op)
    operand = op.operands[0]
    becomes_boolean = is_boolean(tensor_type(op.results[0]).element_type)
    if becomes_boolean and not is_boolean(conversion.types.of(operand).element_type):
        zero = builder.scalar(0, tensor_type(operand).element_type)
        conversion.replace(op, builder.into(ttir.NotEqualOp, (operand, zero), type_))
        return
    if conversion.has_exact_conversions:
        element = type_.element_type
        if element != tensor_type(operand).element_type:
            operand = widened(builder, operand)
        is_truth = is_boolean(conversion.types.of(op.operands[0]).element_type)
        if is_truth and is_integer_type(element) and element.bitwidth < i32.bitwidth:
            # 0 and 1 have the same bits if unsigned. TTNN rounds floats to u16, not integers.
            bits = IntegerType(element.bitwidth, Signedness.UNSIGNED)
            operand = builder.typecast(builder.typecast(operand, i32), bits)
        elif is_integer_type(element) and not is_truth:
            operand = _as_integers(builder, operand, element)
    conversion.replace(op, builder.into(ttir.TypecastOp, (operand,), type_))


def _as_integers(builder: ConversionBuilder, value: SSAValue, element: IntegerType) -> SSAValue:
    """Return `value` converted to integers as XLA does.

    NaN becomes 0, other floats saturate, and integers keep their low bits. TTNN saturates at the
    limits of 32 bits only. For u16 it rounds floats and saturates integers.
    """
    width = element.bitwidth
    limit = (1 << width) - 1
    is_unsigned = element.signedness.data is Signedness.UNSIGNED
    if is_integer_type(source := tensor_type(value).element_type):
        if is_narrow_signed(element) and source.bitwidth == i32.bitwidth:
            return narrowed(builder, value, element)
        if not is_unsigned or width != 16 or source.bitwidth <= width:
            return value
        return builder.binary(ttir.BitwiseAndOp, value, builder.scalar(limit, source))
    is_nan = builder.truth(ttir.NotEqualOp, value, value)
    value = builder.where(is_nan, builder.scalar(0, source), value)
    if width >= 32 or not (is_unsigned or is_narrow_signed(element)):
        return value
    low, high = (0, limit) if is_unsigned else (-(limit // 2) - 1, limit // 2)
    value = builder.typecast(value, i32)
    value = builder.binary(ttir.MaximumOp, value, builder.scalar(low, i32))
    value = builder.binary(ttir.MinimumOp, value, builder.scalar(high, i32))
    return value if is_unsigned else narrowed(builder, value, element)


def lower_clamp(op: stablehlo.ClampOp, conversion: Conversion) -> None:
    """Lower `clamp`.

    Bounds that f32 holds become `ttir.clamp`. Other bounds become a maximum and a minimum; bounds
    that 32-bit integers cannot exceed are dropped.
    """
    builder, type_ = ConversionBuilder(op), result_type(op)
    low, value, high = op.operands
    bounds = [_bound(bound, conversion) for bound in (low, high)]
    if all(bound is not None for bound in bounds):
        attributes = [f32_attr(bound) for bound in bounds if bound is not None]
        value = builder.into(ttir.ClampOp, (value,), type_, min=attributes[0], max=attributes[1])
    else:
        if not _is_beyond(low, -1, conversion):
            value = builder.into(ttir.MaximumOp, (low, value), type_)
        if not _is_beyond(high, 1, conversion):
            value = builder.into(ttir.MinimumOp, (value, high), type_)
    conversion.replace(op, value)


def _is_beyond(bound: SSAValue, sign: int, conversion: Conversion) -> bool:
    """Whether `bound` is a 64-bit integer that no 32-bit integer exceeds.

    `sign` is 1 for bounds that are too large, and -1 for bounds that are too small.
    """
    element = tensor_type(bound).element_type
    if not is_integer_type(element) or element.bitwidth != 64:
        return False
    number = known_number(bound, conversion)
    if number is None or element.signedness.data is Signedness.UNSIGNED:
        return False
    return number >= 2**31 if sign > 0 else number < -(2**31)


def _bound(value: SSAValue, conversion: Conversion) -> float | None:
    """Return the number that all elements of `value` equal, or None. `ttir.clamp` requires that f32
    holds the number exactly.
    """
    if not isinstance(value.owner, ttir.ConstantOp):
        return None
    number = known_number(value, conversion)
    if number is None or not is_exact_in_f32(number):
        return None
    # f32 must represent the integers between the bounds exactly as well.
    is_integer = isinstance(tensor_type(value).element_type, IntegerType)
    return None if is_integer and abs(number) > ALL_EXACT_IN_F32 else number


LOWERINGS: Lowerings = {
    **{source: _renamed(target) for source, target in RENAMED.items()},
    **{source: _by_kind(*targets) for source, targets in ON_BOOLEANS.items()},
    stablehlo.CompareOp: lower_compare,
    stablehlo.RemOp: lower_remainder,
    stablehlo.ConvertOp: lower_convert,
    stablehlo.ClampOp: lower_clamp,
}
