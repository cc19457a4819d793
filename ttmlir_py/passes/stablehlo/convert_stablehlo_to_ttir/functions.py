"""Lowering of StableHLO and CHLO functions by formulas, and of gelu written with erf."""

from collections.abc import Sequence
from math import inf, isclose, sqrt
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat, StringAttr, bf16, f16
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import chlo, later, stablehlo, ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.ttir.interfaces import TTIROperation
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import formulas
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowering,
    Lowerings,
    result_type,
)
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.effects import is_unused
from ttmlir_py.rewriting.mutation import erase

FUNCTIONS: dict[type[Operation], formulas.Function] = {
    chlo.AcosOp: formulas.acos,
    chlo.AcoshOp: formulas.acosh,
    chlo.AsinOp: formulas.asin,
    chlo.AsinhOp: formulas.asinh,
    chlo.AtanOp: formulas.atan,
    chlo.AtanhOp: formulas.atanh,
    chlo.CoshOp: formulas.cosh,
    chlo.DigammaOp: formulas.digamma,
    chlo.ErfInvOp: formulas.erf_inv,
    chlo.ErfOp: formulas.erf,
    chlo.ErfcOp: formulas.erfc,
    chlo.LgammaOp: formulas.lgamma,
    chlo.SinhOp: formulas.sinh,
    stablehlo.Atan2Op: formulas.atan2,
    stablehlo.RoundNearestEvenOp: formulas.round_nearest_even,
    stablehlo.RoundOp: formulas.round_away_from_zero,
}

_LATER_FUNCTIONS: dict[type[Operation], str] = {
    chlo.AcosOp: "Acos",
    chlo.AsinOp: "Asin",
    chlo.AsinhOp: "Asinh",
    chlo.AtanOp: "Atan",
    chlo.ErfOp: "Erf",
    chlo.ErfcOp: "Erfc",
    stablehlo.Atan2Op: "Atan2",
    stablehlo.RoundNearestEvenOp: "Round",
}
"""Functions of later revisions, which compute them inside in f32."""


def _by_formula(function: formulas.Function) -> Lowering:
    """Return a lowering of floats that computes `function`."""

    def lower(op: Operation, conversion: Conversion) -> None:
        element = tensor_type(op.operands[0]).element_type
        if not isinstance(element, AnyFloat):
            raise UnsupportedError(f"it is supported only for floats, not for '{element}'")
        operand, builder = op.operands[0], ConversionBuilder(op)
        if conversion.is_for_later and (name := _LATER_FUNCTIONS.get(op.__class__)):
            cls = later.UnaryOp if len(op.operands) == 1 else later.BinaryOp
            type_ = result_type(op)
            value = builder.value(cls, tuple(op.operands), type_, function=StringAttr(name))
        else:
            value = formulas.apply_in_f32(builder, function, op.operands)
        conversion.replace(op, value)
        conversion.functions[value] = (op.__class__, operand)

    return lower


def _renamed(cls: type[Operation]) -> Lowering:
    def lower(op: Operation, conversion: Conversion) -> None:
        conversion.replace(op, ConversionBuilder(op).into(cls, op.operands, result_type(op)))

    return lower


def _equal_to(number: float) -> Lowering:
    """Return a lowering for ops that test whether elements equal `number`.

    `chlo.is_inf` compares the absolute value.
    """

    def lower(op: Operation, conversion: Conversion) -> None:
        builder = ConversionBuilder(op)
        value = op.operands[0]
        if isinstance(op, chlo.IsInfOp):
            value = builder.unary(ttir.AbsOp, value)
        wanted = builder.scalar(number, tensor_type(value).element_type)
        conversion.replace(op, builder.into(ttir.EqualOp, (value, wanted), result_type(op)))

    return lower


def lower_multiply(op: stablehlo.MulOp, conversion: Conversion) -> None:
    """Lower `multiply`.

    If it is the last product of a gelu that is written with erf or erfc, the result is `ttir.gelu`.
    """
    builder, type_ = ConversionBuilder(op), result_type(op)
    operands = tuple(op.operands)
    if conversion.functions and (value := _gelu_operand(operands, conversion)) is not None:
        conversion.replace(op, builder.into(ttir.GeluOp, (value,), type_))
        for operand in operands:
            _erase_unused(operand)
        return
    conversion.replace(op, builder.into(ttir.MultiplyOp, operands, type_))


class _Product(NamedTuple):
    """A product of a known number and tensors."""

    number: float
    factors: tuple[SSAValue, ...]


def _product_of(values: Sequence[SSAValue], conversion: Conversion, depth: int = 3) -> _Product:
    """Return the factors of the product of `values`.

    Factors that are products, negations or quotients by a known number are split further, down to
    `depth`.
    """
    number, factors = 1.0, list[SSAValue]()
    for value in values:
        known = known_number(value, conversion)
        if known is not None:
            number *= known
            continue
        inner = _Product(1.0, (value,))
        owner = value.owner
        if depth and isinstance(owner, ttir.MultiplyOp):
            inner = _product_of(owner.inputs, conversion, depth - 1)
        elif depth and isinstance(owner, ttir.NegOp):
            sign, rest = _product_of(owner.inputs, conversion, depth - 1)
            inner = _Product(-sign, rest)
        elif (
            depth
            and isinstance(owner, ttir.DivOp)
            and (divisor := known_number(owner.inputs[1], conversion))
        ):
            times, rest = _product_of(owner.inputs[:1], conversion, depth - 1)
            inner = _Product(times / divisor, rest)
        number *= inner.number
        factors += inner.factors
    return _Product(number, tuple(factors))


_TOLERANCES: dict[Attribute, float] = {bf16: 2.0**-8, f16: 2.0**-11}
"""Maps an element type to the relative tolerance of a factor, its rounding error."""
_TOLERANCE = 1e-6
"""The relative tolerance of a factor in f32, which covers a product of several rounded factors."""


def _gelu_operand(operands: Sequence[SSAValue], conversion: Conversion) -> SSAValue | None:
    """Return x if the product is x * (1 + erf(x / sqrt(2))) / 2 or x * erfc(-x / sqrt(2)) / 2.

    Otherwise return None.
    """
    tolerance = _TOLERANCES.get(tensor_type(operands[0]).element_type, _TOLERANCE)
    number, factors = _product_of(operands, conversion)
    if len(factors) != 2 or not isclose(number, 0.5, rel_tol=tolerance):
        return None
    for x, other in (factors, factors[::-1]):
        sign, argument = _tail_argument(other, conversion)
        if argument is None:
            continue
        scale, bases = _product_of((argument,), conversion)
        if bases == (x,) and isclose(scale, sign * sqrt(0.5), rel_tol=tolerance):
            return x
    return None


def _tail_argument(value: SSAValue, conversion: Conversion) -> tuple[int, SSAValue | None]:
    """Return the sign and the argument t of `value`, a factor of a gelu.

    They are 1 and t if `value` is `1 + erf(t)`, -1 and t if it is `erfc(t)`, and otherwise 0 and
    None.
    """
    cls, argument = conversion.functions.get(value, (None, None))
    if cls is chlo.ErfcOp:
        return -1, argument
    if isinstance(value.owner, ttir.AddOp):
        for function, one in (value.owner.inputs, value.owner.inputs[::-1]):
            cls, argument = conversion.functions.get(function, (None, None))
            if cls is chlo.ErfOp and known_number(one, conversion) == 1:
                return 1, argument
    return 0, None


def _erase_unused(value: SSAValue) -> None:
    """Erase the ops that compute `value`, as far as their results have no other uses."""
    pending = [value]
    while pending:
        owner = pending.pop().owner
        is_there = (
            isinstance(owner, TTIROperation | EmptyOp | later.LaterOperation)
            and owner.parent is not None
        )
        if isinstance(owner, Operation) and is_there and is_unused(owner):
            pending += owner.operands
            erase(owner)


def lower_square(op: chlo.SquareOp, conversion: Conversion) -> None:
    """Lower `chlo.square` to a product."""
    operands = (op.operand, op.operand)
    value = ConversionBuilder(op).into(ttir.MultiplyOp, operands, result_type(op))
    conversion.replace(op, value)


LOWERINGS: Lowerings = {
    stablehlo.MulOp: lower_multiply,
    **{source: _by_formula(function) for source, function in FUNCTIONS.items()},
    chlo.SquareOp: lower_square,
    chlo.TanOp: _renamed(ttir.TanOp),
    chlo.IsInfOp: _equal_to(inf),
    chlo.IsPosInfOp: _equal_to(inf),
    chlo.IsNegInfOp: _equal_to(-inf),
}
