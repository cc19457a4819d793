"""Folders of `arith`: MLIR's folders for scalars, given the known operands.

xDSL's folders cover a few ops and see only operands that constant ops define. These folders also
serve passes that have found more constants, such as `sccp`.
"""

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

from ttmlir_py.dialects.upstream.arith_floats import FLOAT_FOLDERS, Constants, to_float, to_integer
from ttmlir_py.ir.external_models import FoldResult
from ttmlir_py.ir.narrowing import is_integer_type

Compute = Callable[[int, int, int], int | None]
"""A function of two integers from 0 to 2^width - 1 and of the width; None if the result is
undefined.
"""

INDEX_WIDTH = 64


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _on_signed(compute: Callable[[int, int], int]) -> Compute:
    return lambda a, b, width: compute(_signed(a, width), _signed(b, width))


def _divide(rounded: Callable[[int, int], int]) -> Compute:
    """Return a function for signed division, which returns None for overflow and division by
    zero.
    """

    def compute(a: int, b: int, width: int) -> int | None:
        x, y = _signed(a, width), _signed(b, width)
        lowest = -(1 << (width - 1))
        return None if y == 0 or (x == lowest and y == -1) else rounded(x, y)

    return compute


def _truncated(x: int, y: int) -> int:
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


_INTEGERS: dict[type[Operation], Compute] = {
    arith.AddiOp: lambda a, b, w: a + b,
    arith.SubiOp: lambda a, b, w: a - b,
    arith.MuliOp: lambda a, b, w: a * b,
    arith.DivUIOp: lambda a, b, w: a // b if b else None,
    arith.DivSIOp: _divide(_truncated),
    arith.FloorDivSIOp: _divide(lambda x, y: x // y),
    arith.CeilDivSIOp: _divide(lambda x, y: -(-x // y)),
    arith.CeilDivUIOp: lambda a, b, w: -(-a // b) if b else None,
    arith.RemUIOp: lambda a, b, w: a % b if b else None,
    arith.RemSIOp: _divide(lambda x, y: x - _truncated(x, y) * y),
    arith.AndIOp: lambda a, b, w: a & b,
    arith.OrIOp: lambda a, b, w: a | b,
    arith.XOrIOp: lambda a, b, w: a ^ b,
    arith.ShLIOp: lambda a, b, w: a << b if b < w else None,
    arith.ShRUIOp: lambda a, b, w: a >> b if b < w else None,
    arith.ShRSIOp: lambda a, b, w: _signed(a, w) >> b if b < w else None,
    arith.MinUIOp: lambda a, b, w: min(a, b),
    arith.MaxUIOp: lambda a, b, w: max(a, b),
    arith.MinSIOp: _on_signed(min),
    arith.MaxSIOp: _on_signed(max),
}

_LOWEST, _HIGHEST = "lowest", "highest"
"""Markers for the lowest and the highest signed integer of a width."""

_RIGHT_UNIT: dict[type[Operation], int | str] = {
    **dict.fromkeys((arith.AddiOp, arith.SubiOp, arith.OrIOp, arith.XOrIOp, arith.MaxUIOp), 0),
    **dict.fromkeys((arith.ShLIOp, arith.ShRUIOp, arith.ShRSIOp), 0),
    **dict.fromkeys((arith.MuliOp, arith.DivUIOp, arith.DivSIOp, arith.FloorDivSIOp), 1),
    **dict.fromkeys((arith.CeilDivSIOp, arith.CeilDivUIOp), 1),
    **dict.fromkeys((arith.AndIOp, arith.MinUIOp), -1),
    arith.MinSIOp: _HIGHEST,
    arith.MaxSIOp: _LOWEST,
}
"""Maps operations to a number `unit` for which `op(x, unit)` is `x`."""

_RIGHT_ZERO: dict[type[Operation], int | str] = {
    **dict.fromkeys((arith.MuliOp, arith.AndIOp, arith.MinUIOp), 0),
    **dict.fromkeys((arith.OrIOp, arith.MaxUIOp), -1),
    arith.MinSIOp: _LOWEST,
    arith.MaxSIOp: _HIGHEST,
}
"""Maps operations to a number `zero` for which `op(x, zero)` is `zero`."""

_IDEMPOTENT = (arith.AndIOp, arith.OrIOp)
"""Idempotent operations whose folders combine two constants, even if both are equal, before they
test for equal operands. The folders of other idempotent operations test for equal operands first.
"""
_EXTREMES = (
    arith.MinUIOp,
    arith.MaxUIOp,
    arith.MinSIOp,
    arith.MaxSIOp,
)
_PREDICATES: tuple[Callable[[int, int, int, int], bool], ...] = (
    lambda a, b, x, y: a == b,
    lambda a, b, x, y: a != b,
    lambda a, b, x, y: x < y,
    lambda a, b, x, y: x <= y,
    lambda a, b, x, y: x > y,
    lambda a, b, x, y: x >= y,
    lambda a, b, x, y: a < b,
    lambda a, b, x, y: a <= b,
    lambda a, b, x, y: a > b,
    lambda a, b, x, y: a >= b,
)
"""The predicates of `arith.cmpi`, as functions of unsigned (a, b) and signed (x, y) values."""
_MIRRORED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
"""For each predicate of `arith.cmpi`, the predicate for exchanged operands."""
INVERTED_PREDICATES = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""For each predicate of `arith.cmpi`, the predicate that is true exactly where it is false."""


def width_of(type_: Attribute) -> int:
    """Return the width in bits of the integer or index type `type_`."""
    return type_.width.data if is_integer_type(type_) else INDEX_WIDTH


def integer_of(attribute: Attribute | None) -> int | None:
    """Return the value of a scalar integer constant from 0 to 2^width - 1, or None for others."""
    if not isinstance(attribute, IntegerAttr):
        return None
    integer = cast("IntegerAttr[Any]", attribute)
    return integer.value.data & ((1 << width_of(integer.type)) - 1)


def integer_attr(value: int, type_: Attribute) -> Attribute:
    """Return the scalar integer constant `value` of type `type_`; the value wraps around."""
    wrapped = value & ((1 << width_of(type_)) - 1)
    if width_of(type_) > 1:
        wrapped = _signed(wrapped, width_of(type_))
    return IntegerAttr(wrapped, cast(Any, type_))


def _special(value: int | str | None, width: int) -> int | None:
    if isinstance(value, str):
        return 1 << (width - 1) if value == _LOWEST else (1 << (width - 1)) - 1
    return None if value is None else value & ((1 << width) - 1)


def _fold_integers(op: Operation, constants: Constants) -> FoldResult | None:
    (lhs, rhs), cls, type_ = op.operands, op.__class__, op.results[0].type
    if not is_integer_type(type_) and type_.name != "index":
        return None
    width = width_of(type_)
    a, b = map(integer_of, constants)
    if lhs is rhs and cls is arith.SubiOp:
        return [integer_attr(0, type_)]
    if b is not None:
        if b == _special(_RIGHT_UNIT.get(cls), width):
            return [lhs]
        if b == _special(_RIGHT_ZERO.get(cls), width):
            return [integer_attr(b, type_)] if cls is arith.OrIOp else [rhs]
        if b == 1 and cls in (arith.RemUIOp, arith.RemSIOp):
            return [integer_attr(0, type_)]
    if lhs is rhs and cls is arith.XOrIOp:
        return [integer_attr(0, type_)]
    if lhs is rhs and cls in _EXTREMES:
        return [lhs]
    if a is not None and b is not None:
        result = _INTEGERS[cls](a, b, width)
        return None if result is None else [integer_attr(result, type_)]
    if lhs is rhs and cls in _IDEMPOTENT:
        return [lhs]
    return _fold_inverse(op)


def _fold_inverse(op: Operation) -> FoldResult | None:
    """Return the value that remains if `op` undoes or repeats the operation that computes one of
    its operands, or None.

    Examples: `(a - b) + b` and `(a & b) & b`.
    """
    lhs, rhs = op.operands
    if isinstance(op, arith.AddiOp):
        for difference, other in ((lhs.owner, rhs), (rhs.owner, lhs)):
            if isinstance(difference, arith.SubiOp) and difference.rhs is other:
                return [difference.lhs]
    if isinstance(op, arith.SubiOp) and isinstance(lhs.owner, arith.AddiOp):
        return _other_operand(lhs.owner, rhs)
    if isinstance(op, arith.XOrIOp):
        for value, other in ((lhs, rhs), (rhs, lhs)):
            if isinstance(value.owner, arith.XOrIOp) and other in value.owner.operands:
                return _other_operand(value.owner, other)
    return _fold_complement(op) if isinstance(op, arith.AndIOp | arith.OrIOp) else None


def _other_operand(op: Operation, operand: SSAValue) -> FoldResult | None:
    """Return the other operand of a binary operation, or None if `operand` is not an operand."""
    first, second = op.operands
    if second is operand:
        return [first]
    return [second] if first is operand else None


def _fold_complement(op: arith.AndIOp | arith.OrIOp) -> FoldResult | None:
    """Return the folded value of `x & ~x`, `x | ~x` or `(x & y) & y`, otherwise None."""
    for value, other in ((op.rhs, op.lhs), (op.lhs, op.rhs)):
        if complement_of(value) is other:
            return [integer_attr(0 if isinstance(op, arith.AndIOp) else -1, op.result.type)]
    for value, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        inner = value.owner
        repeats = isinstance(inner, arith.AndIOp) and other in inner.operands
        if repeats and isinstance(op, arith.AndIOp):
            return [value]
    return None


def complement_of(value: SSAValue) -> SSAValue | None:
    """Return `x` if `value` is `x ^ -1`, otherwise None."""
    owner = value.owner
    if not isinstance(owner, arith.XOrIOp):
        return None
    mask = integer_of(ConstantLike.get_constant_value(owner.rhs))
    return owner.lhs if mask is not None and mask == (1 << width_of(value.type)) - 1 else None


def _fold_cmpi(op: arith.CmpiOp, constants: Constants) -> FoldResult | None:
    type_ = op.lhs.type
    if not is_integer_type(type_) and type_.name != "index":
        return None
    a, b = map(integer_of, constants)
    width = width_of(type_)
    extension = op.lhs.owner
    if op.lhs is op.rhs:
        a = b = 0
    elif op.predicate.value.data == 1 and b == 0:
        is_extended = isinstance(extension, arith.ExtSIOp | arith.ExtUIOp)
        if is_extended and width_of(extension.input.type) == 1:
            return [extension.input]
    if a is None or b is None:
        return None
    holds = _PREDICATES[op.predicate.value.data](a, b, _signed(a, width), _signed(b, width))
    return [IntegerAttr.from_bool(holds)]


def _fold_select(op: arith.SelectOp, constants: Constants) -> FoldResult | None:
    if op.lhs is op.rhs:
        return [op.lhs]
    condition, if_true, if_false = map(integer_of, constants)
    if condition is not None:
        return [op.lhs if condition else op.rhs]
    if op.result.type == IntegerType(1) and (if_true, if_false) == (1, 0):
        return [op.cond]
    compared = op.cond.owner
    if isinstance(compared, arith.CmpiOp) and set(compared.operands) == {op.lhs, op.rhs}:
        equal, different = compared.predicate.value.data == 0, compared.predicate.value.data == 1
        if equal or different:
            return [op.lhs if different else op.rhs]
    return None


def _fold_cast(op: Operation, constants: Constants) -> FoldResult | None:
    """Return the cast of a constant, or the value before an extension that is truncated back; or
    None.
    """
    value, type_ = integer_of(constants[0]), op.results[0].type
    source = op.operands[0]
    inner = source.owner
    is_extended = isinstance(inner, arith.ExtSIOp | arith.ExtUIOp)
    if isinstance(op, arith.TruncIOp) and is_extended and inner.input.type == type_:
        return [inner.input]
    if value is None or not (is_integer_type(type_) or type_.name == "index"):
        return None
    signed = isinstance(op, arith.ExtSIOp | arith.IndexCastOp)
    return [integer_attr(_signed(value, width_of(source.type)) if signed else value, type_)]


def _fold_to_float(op: Operation, constants: Constants) -> FoldResult | None:
    value = integer_of(constants[0])
    if value is None:
        return None
    if isinstance(op, arith.SIToFPOp):
        value = _signed(value, width_of(op.operands[0].type))
    return to_float(value, op.results[0].type)


def _fold_to_integer(op: Operation, constants: Constants) -> FoldResult | None:
    type_ = op.results[0].type
    if not is_integer_type(type_):
        return None
    signed = isinstance(op, arith.FPToSIOp)
    value = to_integer(constants[0], type_.width.data, signed=signed)
    return None if value is None else [integer_attr(value, type_)]


FOLDERS: dict[type[Operation], Callable[[Any, Constants], FoldResult | None]] = {
    **dict.fromkeys(_INTEGERS, _fold_integers),
    **FLOAT_FOLDERS,
    **dict.fromkeys((arith.ExtSIOp, arith.ExtUIOp, arith.TruncIOp), _fold_cast),
    arith.IndexCastOp: _fold_cast,
    **dict.fromkeys((arith.SIToFPOp, arith.UIToFPOp), _fold_to_float),
    **dict.fromkeys((arith.FPToSIOp, arith.FPToUIOp), _fold_to_integer),
    arith.CmpiOp: _fold_cmpi,
    arith.SelectOp: _fold_select,
}
"""Maps operations to folders.

A folder gets the operation and the constants of its operands, and returns the equal values or
attributes, or None.
"""


def _skip_extension(op: Operation) -> bool:
    """Let `op` read the value before an extension or truncation. Return whether `op` was
    changed.
    """
    inner = op.operands[0].owner
    if isinstance(op, arith.TruncIOp) and isinstance(inner, arith.ExtSIOp | arith.ExtUIOp):
        skipped = width_of(inner.input.type) > width_of(op.results[0].type)
    else:
        skipped = isinstance(inner, op.__class__)
    if skipped and isinstance(inner, Operation):
        op.operands = inner.operands
    return skipped


def _constant_second(op: arith.CmpiOp) -> None:
    """Exchange the operands of a comparison if the first one is a constant."""
    predicate = cast("IntegerAttr[IntegerType]", op.predicate)
    op.operands = op.operands[::-1]
    mirrored = _MIRRORED[predicate.value.data]
    op.properties["predicate"] = IntegerAttr(mirrored, predicate.type)


def fold_arith(op: Operation) -> FoldResult | None:
    """Return the folded value of `op`, whose constant operands are results of constant ops.

    Some ops are changed in place.
    """
    constants = [ConstantLike.get_constant_value(operand) for operand in op.operands]
    folded = FOLDERS[op.__class__](op, constants)
    if folded is not None:
        return folded
    if isinstance(op, arith.CmpiOp) and None not in constants[:1]:
        _constant_second(op)
        return []
    if isinstance(op, arith.ExtSIOp | arith.ExtUIOp | arith.TruncIOp) and _skip_extension(op):
        return []
    return None
