"""xDSL's `arith` dialect: folders, syntax, suggested names, words of the verifier, and effects.

The folders are MLIR's for scalars, given what is known of the operands. xDSL's own cover a few ops and see only operands that
constant ops define; these also serve passes that know more.
"""

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import Float32Type, Float64Type, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation
from xdsl.traits import ConstantLike

from ttmlir_py.dialects.upstream.syntax import (
    attributes_text,
    print_overflowing_binary,
    values_text,
)
from ttmlir_py.ir.external_models import (
    ExternalModels,
    FoldResult,
    OdsWords,
    OpPrinter,
    ResultGroups,
)
from ttmlir_py.ir.narrowing import is_integer_attr, is_integer_type
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.ir.writing.names import signed_value
from ttmlir_py.ir.writing.printer import MlirPrinter

Constants = Sequence[Attribute | None]
Compute = Callable[[int, int, int], int | None]
"""The result of two integers of 0 to 2^width - 1, and the width; None if it is undefined."""

INDEX_WIDTH = 64


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _on_signed(compute: Callable[[int, int], int]) -> Compute:
    return lambda a, b, width: compute(_signed(a, width), _signed(b, width))


def _divide(rounded: Callable[[int, int], int]) -> Compute:
    """Signed division; overflow and division by zero are not folded."""

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
"""The least and greatest signed integer of a width."""

_RIGHT_UNIT: dict[type[Operation], int | str] = {
    **dict.fromkeys((arith.AddiOp, arith.SubiOp, arith.OrIOp, arith.XOrIOp, arith.MaxUIOp), 0),
    **dict.fromkeys((arith.ShLIOp, arith.ShRUIOp, arith.ShRSIOp), 0),
    **dict.fromkeys((arith.MuliOp, arith.DivUIOp, arith.DivSIOp, arith.FloorDivSIOp), 1),
    **dict.fromkeys((arith.CeilDivSIOp, arith.CeilDivUIOp), 1),
    **dict.fromkeys((arith.AndIOp, arith.MinUIOp), -1),
    arith.MinSIOp: _HIGHEST,
    arith.MaxSIOp: _LOWEST,
}
"""`op(x, unit)` is `x`."""

_RIGHT_ZERO: dict[type[Operation], int | str] = {
    **dict.fromkeys((arith.MuliOp, arith.AndIOp, arith.MinUIOp), 0),
    **dict.fromkeys((arith.OrIOp, arith.MaxUIOp), -1),
    arith.MinSIOp: _LOWEST,
    arith.MaxSIOp: _HIGHEST,
}
"""`op(x, zero)` is the zero."""

_IDEMPOTENT = (
    arith.AndIOp,
    arith.OrIOp,
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
"""`arith.cmpi` by predicate, on unsigned (a, b) and signed (x, y) values."""
_MIRRORED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
"""The predicate that says the same with the operands exchanged."""


def _width(type_: Attribute) -> int:
    return type_.width.data if is_integer_type(type_) else INDEX_WIDTH


def integer_of(attribute: Attribute | None) -> int | None:
    """The value of a scalar integer constant as 0 to 2^width - 1."""
    if not isinstance(attribute, IntegerAttr):
        return None
    integer = cast("IntegerAttr[Any]", attribute)
    return integer.value.data & ((1 << _width(integer.type)) - 1)


def integer_attr(value: int, type_: Attribute) -> Attribute:
    """A scalar integer constant; the value wraps around."""
    wrapped = value & ((1 << _width(type_)) - 1)
    if _width(type_) > 1:
        wrapped = _signed(wrapped, _width(type_))
    return IntegerAttr(wrapped, cast(Any, type_))


def _special(value: int | str | None, width: int) -> int | None:
    if isinstance(value, str):
        return 1 << (width - 1) if value == _LOWEST else (1 << (width - 1)) - 1
    return None if value is None else value & ((1 << width) - 1)


def _fold_integers(op: Operation, constants: Constants) -> FoldResult | None:
    (lhs, rhs), cls, type_ = op.operands, op.__class__, op.results[0].type
    if not is_integer_type(type_) and type_.name != "index":
        return None
    width = _width(type_)
    a, b = map(integer_of, constants)
    if b is not None:
        if b == _special(_RIGHT_UNIT.get(cls), width):
            return [lhs]
        if b == _special(_RIGHT_ZERO.get(cls), width):
            return [rhs]
        if b == 1 and cls in (arith.RemUIOp, arith.RemSIOp):
            return [integer_attr(0, type_)]
    if lhs is rhs:
        if cls in (arith.SubiOp, arith.XOrIOp):
            return [integer_attr(0, type_)]
        if cls in _IDEMPOTENT:
            return [lhs]
    if a is not None and b is not None:
        result = _INTEGERS[cls](a, b, width)
        return None if result is None else [integer_attr(result, type_)]
    return _fold_inverse(op)


def _fold_inverse(op: Operation) -> FoldResult | None:
    """`(a - b) + b`, `b + (a - b)`, `(a + b) - b`, `(a + b) - a` and `(a ^ b) ^ b`."""
    lhs, rhs = op.operands
    if isinstance(op, arith.AddiOp):
        for difference, other in ((lhs.owner, rhs), (rhs.owner, lhs)):
            if isinstance(difference, arith.SubiOp) and difference.rhs is other:
                return [difference.lhs]
    inner = arith.AddiOp if isinstance(op, arith.SubiOp) else arith.XOrIOp
    if isinstance(op, arith.SubiOp | arith.XOrIOp) and isinstance(lhs.owner, inner):
        if lhs.owner.rhs is rhs:
            return [lhs.owner.lhs]
        if lhs.owner.lhs is rhs:
            return [lhs.owner.rhs]
    return None


def _fold_cmpi(op: arith.CmpiOp, constants: Constants) -> FoldResult | None:
    type_ = op.lhs.type
    if not is_integer_type(type_) and type_.name != "index":
        return None
    a, b = map(integer_of, constants)
    if op.lhs is op.rhs:
        a = b = 0
    if a is None or b is None:
        return None
    width = _width(type_)
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


_FLOATS: dict[type[Operation], Callable[[float, float], float]] = {
    arith.AddfOp: lambda a, b: a + b,
    arith.SubfOp: lambda a, b: a - b,
    arith.MulfOp: lambda a, b: a * b,
    arith.DivfOp: lambda a, b: a / b,
}
_FLOAT_UNIT: dict[type[Operation], float] = {
    arith.AddfOp: -0.0,
    arith.SubfOp: 0.0,
    arith.MulfOp: 1.0,
    arith.DivfOp: 1.0,
}


def _fold_floats(op: Operation, constants: Constants) -> FoldResult | None:
    """Fold finite f32 and f64; what overflows or divides by zero is left to run."""
    type_ = op.results[0].type
    if not isinstance(type_, Float32Type | Float64Type):
        return None
    values = [
        cast("FloatAttr[Any]", each).value.data if isinstance(each, FloatAttr) else None
        for each in constants
    ]
    a, b = values
    unit = _FLOAT_UNIT[op.__class__]
    if b == unit and b is not None and math.copysign(1, b) == math.copysign(1, unit):
        return [op.operands[0]]
    if a is None or b is None:
        return None
    try:
        result = _FLOATS[op.__class__](a, b)
        if isinstance(type_, Float32Type):
            result = struct.unpack("<f", struct.pack("<f", result))[0]
    except (OverflowError, ZeroDivisionError):
        return None
    return [FloatAttr(result, type_)] if math.isfinite(result) else None


def _fold_cast(op: Operation, constants: Constants) -> FoldResult | None:
    """Integer casts of constants, and truncations of extensions back to the type that they came from."""
    value, type_ = integer_of(constants[0]), op.results[0].type
    source = op.operands[0]
    if value is not None:
        signed = isinstance(op, arith.ExtSIOp | arith.IndexCastOp)
        return [integer_attr(_signed(value, _width(source.type)) if signed else value, type_)]
    inner = source.owner
    if isinstance(op, arith.TruncIOp) and isinstance(inner, arith.ExtSIOp | arith.ExtUIOp):
        return [inner.operands[0]] if inner.operands[0].type == type_ else None
    return None


FOLDERS: dict[type[Operation], Callable[[Any, Constants], FoldResult | None]] = {
    **dict.fromkeys(_INTEGERS, _fold_integers),
    **dict.fromkeys(_FLOATS, _fold_floats),
    **dict.fromkeys((arith.ExtSIOp, arith.ExtUIOp, arith.TruncIOp), _fold_cast),
    arith.IndexCastOp: _fold_cast,
    arith.CmpiOp: _fold_cmpi,
    arith.SelectOp: _fold_select,
}
"""What an op is equal to: values or attributes, given the constants that its operands are; None if unknown."""


def fold_arith(op: Operation) -> FoldResult | None:
    """Fold an op by the constant ops that define its operands; a comparison may be turned around in place."""
    constants = [ConstantLike.get_constant_value(operand) for operand in op.operands]
    folded = FOLDERS[op.__class__](op, constants)
    if folded is None and isinstance(op, arith.CmpiOp) and None not in constants[:1]:
        predicate = cast("IntegerAttr[IntegerType]", op.predicate)
        op.operands = op.operands[::-1]
        mirrored = _MIRRORED[predicate.value.data]
        op.properties["predicate"] = IntegerAttr(mirrored, predicate.type)
        return []
    return folded


# ---- syntax, names and words


def _print_comparison(names: str) -> OpPrinter:
    predicates: list[str] = names.split()

    def print_form(printer: MlirPrinter, op: Any) -> None:
        predicate = predicates[int(op.predicate.value.data)]
        flags = op.properties.get("fastmath")
        fastmath = ""
        if flags is not None and flags.data:
            fast = len(flags.data) == 7
            fastmath = (
                f" fastmath<{'fast' if fast else ','.join(flag.value for flag in flags.data)}>"
            )
        operands = values_text(printer, op.operands)
        attributes = attributes_text(printer, op.attributes)
        type = printer.attribute_text(op.operands[0].type)
        printer.print_string(f" {predicate}, {operands}{fastmath}{attributes} : {type}")

    return print_form


def _constant_name(op: Operation) -> str:
    value = op.properties.get("value")
    if not is_integer_attr(value):
        return "cst"
    number, type = value.value.data, value.type
    if not is_integer_type(type):
        return f"c{number}"
    if type.width.data == 1:
        return "true" if number else "false"
    return f"c{signed_value(number, type)}_i{type.width.data}"


def _sum_groups(op: Operation) -> ResultGroups:
    return (("sum", 1), ("overflow", 1))


def _product_groups(op: Operation) -> ResultGroups:
    return (("low", 1), ("high", 1))


def _constant_error(op: Operation) -> str:
    return "failed to verify that all of {value, result} have same type"


def _cast_error(op: Operation) -> str:
    source, result = quoted(op.operands[0].type), quoted(op.results[0].type)
    return f"operand type {source} and result type {result} are cast incompatible"


_OVERFLOWING = ("arith.addi", "arith.subi", "arith.muli", "arith.shli")
_INDEX_CASTS = ("arith.index_cast", "arith.index_castui")
_CASTS = (*_INDEX_CASTS, "arith.bitcast", "arith.extsi", "arith.extui", "arith.trunci")
_COMPARISONS = ("arith.cmpi", "arith.cmpf")

_WORDS = OdsWords(
    attributes={
        "arith.fastmath": "Floating point fast math flags",
        "arith.overflow": "Integer overflow arith flags",
    },
    fields={("arith.constant", "value"): "TypedAttr instance"},
    enum_cases={("arith.cmpi", "predicate"): 10, ("arith.cmpf", "predicate"): 16},
    or_types=dict.fromkeys(_INDEX_CASTS, "memref of signless-integer"),
    is_elementwise=True,
    same_type=dict.fromkeys(_COMPARISONS, ((0, 1), "requires all operands to have the same type")),
    same_type_fields={"arith.select": "true_value, false_value, result"},
    not_valid={
        "arith.constant": _constant_error,
        **dict.fromkeys(_CASTS, _cast_error),
    },
)

MODELS = ExternalModels(
    printers={
        **dict.fromkeys(_OVERFLOWING, print_overflowing_binary),
        "arith.cmpf": _print_comparison(
            "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"
        ),
        "arith.cmpi": _print_comparison("eq ne slt sle sgt sge ult ule ugt uge"),
    },
    result_names={
        "arith.addui_extended": _sum_groups,
        "arith.constant": _constant_name,
        "arith.mulsi_extended": _product_groups,
        "arith.mului_extended": _product_groups,
    },
    words=_WORDS,
    verifiers_are_local=True,
    folders={cls.name: fold_arith for cls in FOLDERS},
    are_effect_free=True,
)
