"""Warnings about signed integers that are stored as unsigned integers.

The passes `ttnn-layout` and `ttir-layout` emit them.
"""

from collections.abc import Callable
from typing import cast

from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute, Operation

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tt.tile import element_type_to_data_type, without_sign
from ttmlir_py.dialects.ttir.known_ranges import inputs_of, known_range
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.ttir.warnings import warn_at
from ttmlir_py.rewriting.mutation import for_each_op

_MAKERS = ("ttir.constant", "ttir.fill", "ttir.arange")
_SENSITIVE = frozenset(
    (
        *("ttir.abs", "ttir.relu", "ttir.leaky_relu", "ttir.sign", "ttir.clamp"),
        *("ttir.cbrt", "ttir.sqrt", "ttir.rsqrt", "ttir.reciprocal", "ttir.gelu", "ttir.sigmoid"),
        *("ttir.sin", "ttir.cos", "ttir.tan", "ttir.tanh"),
        *("ttir.exp", "ttir.expm1", "ttir.log", "ttir.log1p"),
        *("ttir.div", "ttir.remainder", "ttir.power", "ttir.maximum", "ttir.minimum"),
        *("ttir.ge", "ttir.gt", "ttir.le", "ttir.lt"),
        *("ttir.max", "ttir.min", "ttir.mean", "ttir.cumsum", "ttir.softmax"),
        *("ttir.max_pool2d", "ttir.pooling"),
        *("ttir.concat", "ttir.typecast", "ttir.all_reduce", "ttir.pad", *_MAKERS),
    )
)
"""Names of ops whose results are wrong if a negative number is read as an unsigned one.

All other ops compute modulo 2^n, or only move numbers.
"""
_MOVED_IN_FLOATS = frozenset(("ttir.concat", "ttir.cumsum", "ttir.pad", *_MAKERS))
"""Names of ops with wrong results only because TTNN passes their numbers as floats."""


def warn_of_signed_integers(
    root: Operation,
    diagnostics: DiagnosticEngine,
    is_kept: Callable[[IntegerType], bool],
    remedy: str,
    *,
    keeps_bits: bool = False,
) -> None:
    """Warn about the ops inside of `root` whose results are wrong if a signed integer is negative.

    `is_kept` says which types will keep their sign. `remedy` names an option that keeps the sign of
    other 32-bit types. `keeps_bits` says whether all bits of integers are kept where they are only
    moved.
    """
    signed_element = IdentityMemo[Attribute, IntegerType | None](
        lambda type_: _signed_element(type_, is_kept)
    )

    def check(op: Operation) -> None:
        if keeps_bits and _works_on_bits(op, signed_element):
            return
        types = filter(None, (signed_element(each.type) for each in (*op.operands, *op.results)))
        if (type_ := next(types, None)) is not None and _may_be_negative(op):
            stored = element_type_to_data_type(without_sign(type_)).keyword
            hint = f"; {remedy} keeps their sign" if type_.bitwidth == 32 else ""
            warn_at(
                diagnostics,
                WarningKind.SIGNED_INTEGERS,
                op,
                f"signed {type_.bitwidth}-bit integers are stored as {stored}: "
                f"{_effect(op, type_)}{hint}",
            )

    for_each_op(root, check, _SENSITIVE)


def _signed_element(type_: Attribute, is_kept: Callable[[IntegerType], bool]) -> IntegerType | None:
    """Return the integer element type of a tensor type if its sign gets lost, otherwise None.

    MLIR's signless integers count as signed.
    """
    element = getattr(type_, "element_type", None)
    if not is_integer_type(element) or element.bitwidth not in (8, 16, 32) or is_kept(element):
        return None
    return None if element.signedness.data is Signedness.UNSIGNED else element


def _works_on_bits(
    op: Operation, signed_element: Callable[[Attribute], IntegerType | None]
) -> bool:
    """Whether the bits of the result of `op` are right if it gets the right bits of its
    operands.
    """
    if op.name != "ttir.typecast":
        return op.name in _MOVED_IN_FLOATS
    source, target = (
        getattr(each.type, "element_type", None) for each in (op.operands[0], op.results[0])
    )
    if not is_integer_type(source) or not is_integer_type(target):
        return False
    return signed_element(op.operands[0].type) is None or target.bitwidth <= source.bitwidth


def _effect(op: Operation, type_: IntegerType) -> str:
    """Return a phrase that says what happens to negative values of type `type_` in `op`.

    TTNN makes a constant of one repeated value from a float, which saturates, except for 8 bits.
    """
    known = known_range(op.results[0]) if op.name in _MAKERS and type_.bitwidth > 8 else None
    if known is not None and (op.name == "ttir.arange" or known.low == known.high):
        return "negative values become 0"
    return "negative values are taken for large positive ones"


def _may_be_negative(op: Operation) -> bool:
    """Whether a number that `op` reads or creates may be negative."""
    if op.name == "ttir.pad":
        return cast("ttir.PadOp", op).value.value.data < 0
    if op.name in _MAKERS:
        known = known_range(op.results[0])
        return known is not None and known.low < 0
    ranges = map(known_range, inputs_of(op))
    return any(each is None or each.low < 0 for each in ranges)
