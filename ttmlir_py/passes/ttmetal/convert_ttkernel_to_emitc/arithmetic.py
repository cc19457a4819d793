"""Lowering of arith ops to C's operators.

Operations that C leaves undefined for signed numbers are computed on unsigned numbers. An op that
folds is replaced by its folded value, because MLIR's conversions fold first.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.dialects.emitc.attributes import CmpPredicate
from ttmlir_py.dialects.emitc.control_flow import ExpressionOp, YieldOp
from ttmlir_py.dialects.emitc.operators import (
    AddOp,
    BitwiseAndOp,
    BitwiseLeftShiftOp,
    BitwiseOrOp,
    BitwiseRightShiftOp,
    BitwiseXorOp,
    CallOpaqueOp,
    CastOp,
    CmpOp,
    ConditionalOp,
    DivOp,
    LogicalAndOp,
    LogicalOrOp,
    MulOp,
    RemOp,
    SubOp,
    UnaryMinusOp,
)
from ttmlir_py.dialects.emitc.types import (
    PtrDiffTType,
    is_pointer_wide,
    is_supported_float,
    is_supported_integer,
)
from ttmlir_py.dialects.emitc.variables import ConstantOp
from ttmlir_py.dialects.upstream.arith_folding import FOLDERS
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc.building import (
    EmitCBuilder,
    Tables,
    converted_type,
    number,
    replace_result,
    unsigned,
)

I1 = IntegerType(1)
PTRDIFF = PtrDiffTType()
_COMMUTATIVE = frozenset(
    f"arith.{name}" for name in ("addf", "addi", "andi", "mulf", "muli", "ori", "xori")
)
_ABSORBING = frozenset(("arith.andi", "arith.muli"))

Lower = Callable[[Any, EmitCBuilder], SSAValue | None]


def _constant_of(value: SSAValue) -> Attribute | None:
    """Return the value of the constant op that defines `value`, or None."""
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "builtin.unrealized_conversion_cast":
        owner = owner.operands[0].owner
    return owner.value if isinstance(owner, ConstantOp) else None


def _fold(op: Operation) -> SSAValue | Attribute | None:
    """Return the folded value of `op`, or None.

    The constant operand of a commutative op is moved to the right.
    """
    constants = [_constant_of(operand) for operand in op.operands]
    if op.name in _COMMUTATIVE and constants[0] is not None and constants[1] is None:
        op.operands = op.operands[::-1]
        constants.reverse()
    fold = FOLDERS.get(op.__class__)
    folded = fold(op, constants) if fold is not None else None
    if not folded:
        if isinstance(op, arith.CmpiOp) and constants[0] is not None and constants[1] is None:
            op.operands = op.operands[::-1]
            op.properties["predicate"] = IntegerAttr(_MIRRORED[_predicate(op)], 64)
        return None
    if op.name in _ABSORBING and constants[0] is None and folded[0] == constants[1]:
        return op.operands[1]
    return folded[0]


def _lowering(lower: Lower) -> Callable[[Operation, Tables], bool | None]:
    """Return a lowering that folds an op, or replaces it by the value that `lower` returns."""

    def convert(op: Operation, tables: Tables) -> bool | None:
        builder = EmitCBuilder(op)
        value = _fold(op)
        if isinstance(value, Attribute):
            value = builder.constant(value, converted_type(op.results[0].type))
        elif value is None:
            value = lower(op, builder)
        if value is None:
            return False
        replace_result(op, value)
        return None

    return convert


def _lower_constant(op: Any, tables: Tables) -> None:
    builder = EmitCBuilder(op)
    replace_result(op, builder.constant(op.value, converted_type(op.results[0].type)))


def _operands(op: Operation, builder: EmitCBuilder) -> list[SSAValue]:
    return [builder.operand(operand) for operand in op.operands]


def _is_number(type: Attribute) -> bool:
    """Whether `type` is an integer type other than i1."""
    return (is_integer_type(type) and type != I1) or is_pointer_wide(type)


def _direct(cls: type[Operation], op: Operation, builder: EmitCBuilder) -> SSAValue:
    return builder.value(cls, _operands(op, builder), converted_type(op.results[0].type))


def _wrapping(cls: type[Operation], op: Any, builder: EmitCBuilder) -> SSAValue | None:
    """Return integer arithmetic on unsigned numbers, unless `op` is marked not to overflow."""
    type = converted_type(op.results[0].type)
    if not _is_number(type):
        return None
    flags = op.properties.get("overflowFlags")
    never_wraps = flags is not None and "nsw" in {str(flag.value) for flag in flags.data}
    computed = type if never_wraps else unsigned(type)
    operands = [builder.cast(operand, computed) for operand in _operands(op, builder)]
    return builder.cast(builder.value(cls, operands, computed), type)


def _bitwise(cls: type[Operation], op: Operation, builder: EmitCBuilder) -> SSAValue | None:
    type = converted_type(op.results[0].type)
    if not is_integer_type(type):
        return None
    computed = type if type == I1 else unsigned(type)
    operands = [builder.cast(operand, computed) for operand in op.operands]
    return builder.cast(builder.value(cls, operands, computed), type)


def _shift(
    cls: type[Operation], is_signed: bool, op: Operation, builder: EmitCBuilder
) -> SSAValue | None:
    """Return the shifted value.

    A shift by the width or more, which C leaves undefined, gives zero.
    """
    type = converted_type(op.results[0].type)
    if not _is_number(type):
        return None
    value, amount = _operands(op, builder)
    is_size = is_pointer_wide(type)
    computed = unsigned(type) if not is_signed else PTRDIFF if is_size else type
    value, amount = (
        builder.cast(value, computed),
        builder.cast(amount, unsigned(converted_type(amount.type))),
    )
    if is_integer_type(type):
        width = builder.constant(number(type.width.data, unsigned(type)), unsigned(type))
    else:
        byte = builder.constant(number(8, type), type)
        size = CallOpaqueOp([type], "sizeof", [byte])
        width = builder.value(MulOp, [byte, builder.insert(size).results[0]], type)
    fits = builder.value(CmpOp, [amount, width], I1, predicate=_predicate_attr(CmpPredicate.lt))
    zero = builder.constant(number(0, computed), computed)
    shifted = cls.create(operands=[value, amount], result_types=[computed])
    chosen = ConditionalOp.create(
        operands=[fits, shifted.results[0], zero], result_types=[computed]
    )
    ops = [shifted, chosen, YieldOp.create(operands=chosen.results)]
    for each in ops:
        each.location = op.location
    expression = ExpressionOp.create(result_types=[computed], regions=[Region(Block(ops))])
    return builder.cast(builder.insert(expression).results[0], type)


_EQ, _NE, _LT, _LE, _GT, _GE = tuple(CmpPredicate)[:6]
_INTEGER_PREDICATES = (_EQ, _NE, _LT, _LE, _GT, _GE, _LT, _LE, _GT, _GE)
_FIRST_UNSIGNED = 6
_MIRRORED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
_FLOAT_PREDICATES = (_EQ, _GT, _GE, _LT, _LE, _NE)
"""Ordered comparisons, numbered from 1 in `arith`; unordered ones follow in the same order from
8.
"""
_FALSE, _ORDERED, _UNORDERED, _TRUE = 0, 7, 14, 15


def _predicate(op: Any) -> int:
    return int(op.predicate.value.data)


def _predicate_attr(predicate: CmpPredicate) -> IntegerAttr[Any]:
    return IntegerAttr(predicate.value, 64)


def _compare_integers(op: Any, builder: EmitCBuilder) -> SSAValue | None:
    predicate = _predicate(op)
    type = converted_type(op.operands[0].type)
    if not (is_integer_type(type) or is_pointer_wide(type)):
        return None
    if predicate >= _FIRST_UNSIGNED:
        type = unsigned(type)
    elif is_pointer_wide(type):
        type = PTRDIFF
    operands = [builder.cast(operand, type) for operand in _operands(op, builder)]
    chosen = _predicate_attr(_INTEGER_PREDICATES[predicate])
    return builder.value(CmpOp, operands, I1, predicate=chosen)


def _compare_floats(op: Any, builder: EmitCBuilder) -> SSAValue | None:
    """Return the result of a float comparison. NaN is detected by comparing an operand with
    itself.
    """
    predicate = _predicate(op)
    if not is_supported_float(op.operands[0].type):
        return None
    if predicate in (_FALSE, _TRUE):
        return builder.constant(IntegerAttr(int(predicate == _TRUE), I1), I1)
    is_ordered = predicate <= _ORDERED

    def compare(a: SSAValue, b: SSAValue, how: CmpPredicate) -> SSAValue:
        return builder.value(CmpOp, [a, b], I1, predicate=_predicate_attr(how))

    lhs, rhs = op.operands
    compared = None
    if predicate not in (_ORDERED, _UNORDERED):
        position = predicate - 1 if is_ordered else predicate - _ORDERED - 1
        compared = compare(lhs, rhs, _FLOAT_PREDICATES[position])
    tests = [compare(each, each, _EQ if is_ordered else _NE) for each in (lhs, rhs)]
    combine = LogicalAndOp if is_ordered else LogicalOrOp
    result = builder.value(combine, tests, I1)
    return result if compared is None else builder.value(combine, [result, compared], I1)


def _convert_integer(is_signed: bool, op: Operation, builder: EmitCBuilder) -> SSAValue | None:
    """Return the converted integer or index: extended, truncated or cast.

    The casts go through types of one signedness.
    """
    (value,) = _operands(op, builder)
    source, target = converted_type(value.type), converted_type(op.results[0].type)
    if not all(is_integer_type(each) or is_pointer_wide(each) for each in (source, target)):
        return None
    if is_signed and I1 in (source, target):
        return None
    if op.name == "arith.trunci" and target == I1:
        one = builder.constant(number(1, source), source)
        return builder.value(CastOp, [builder.value(BitwiseAndOp, [value, one], source)], I1)
    for type in (source, target):
        pointer_wide = PTRDIFF if is_signed else type
        value = builder.cast(
            value, pointer_wide if is_pointer_wide(type) else type if is_signed else unsigned(type)
        )
    return builder.cast(value, target)


def _integer_to_float(is_signed: bool, op: Operation, builder: EmitCBuilder) -> SSAValue | None:
    (value,) = op.operands
    if not (is_supported_integer(value.type) and is_supported_float(op.results[0].type)):
        return None
    value = builder.cast(value, value.type if is_signed else unsigned(converted_type(value.type)))
    return builder.cast(value, op.results[0].type)


def _float_to_integer(is_signed: bool, op: Operation, builder: EmitCBuilder) -> SSAValue | None:
    (value,), type = op.operands, converted_type(op.results[0].type)
    if type == I1 or not (is_supported_integer(type) and is_supported_float(value.type)):
        return None
    return builder.cast(builder.cast(value, type if is_signed else unsigned(type)), type)


def _select(op: Operation, builder: EmitCBuilder) -> SSAValue | None:
    return _direct(ConditionalOp, op, builder) if op.operands[0].type == I1 else None


_LOWERINGS: dict[str, Lower] = {
    **{
        f"arith.{name}": partial(_wrapping, cls)
        for name, cls in (("addi", AddOp), ("muli", MulOp), ("subi", SubOp))
    },
    **{
        f"arith.{name}": partial(_direct, cls)
        for name, cls in (
            ("addf", AddOp),
            ("divf", DivOp),
            ("divsi", DivOp),
            ("mulf", MulOp),
            ("negf", UnaryMinusOp),
            ("remsi", RemOp),
            ("subf", SubOp),
        )
    },
    "arith.andi": partial(_bitwise, BitwiseAndOp),
    "arith.ori": partial(_bitwise, BitwiseOrOp),
    "arith.xori": partial(_bitwise, BitwiseXorOp),
    "arith.shli": partial(_shift, BitwiseLeftShiftOp, False),
    "arith.shrui": partial(_shift, BitwiseRightShiftOp, False),
    "arith.shrsi": partial(_shift, BitwiseRightShiftOp, True),
    "arith.cmpf": _compare_floats,
    "arith.cmpi": _compare_integers,
    "arith.extsi": partial(_convert_integer, True),
    "arith.extui": partial(_convert_integer, False),
    "arith.index_cast": partial(_convert_integer, True),
    "arith.index_castui": partial(_convert_integer, False),
    "arith.trunci": partial(_convert_integer, False),
    "arith.fptosi": partial(_float_to_integer, True),
    "arith.fptoui": partial(_float_to_integer, False),
    "arith.sitofp": partial(_integer_to_float, True),
    "arith.uitofp": partial(_integer_to_float, False),
    "arith.select": _select,
}

LOWERINGS: dict[str, Callable[[Any, Tables], bool | None]] = {
    "arith.constant": _lower_constant,
    **{name: _lowering(lower) for name, lower in _LOWERINGS.items()},
}
