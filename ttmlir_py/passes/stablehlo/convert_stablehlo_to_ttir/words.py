"""Computation of ops on integers of 8 and 16 bits in i32, before the conversion to TTIR.

TTNN stores signed integers of these widths as unsigned integers, and pools only floats. The
operands of an op that depends on the sign are therefore converted to i32, and its results back.
"""

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import chlo, stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import RankedTensor, shape_of, tensor_type
from ttmlir_py.ir.elements import all_values
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import (
    combiner,
    neutral_element,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import known_number
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.narrow_integers import is_narrow_signed
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import Conversion, Elements
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.mutation import replace_uses, set_operand, set_type

Op = type[Operation]
_EXTREMES: tuple[Op, ...] = (stablehlo.MaxOp, stablehlo.MinOp)


def _always(op: Operation) -> bool:
    return True


def _is_ordering(op: Operation) -> bool:
    """Whether the region of `op` only compares and selects its arguments."""
    block = op.regions[0].block
    known: set[SSAValue] = {*block.args}
    for each in ops_of(block):
        if not isinstance(each, _ORDERING) or not known.issuperset(each.operands):
            return False
        known.update(each.results)
    return True


_ORDERING = (
    *(stablehlo.CompareOp, stablehlo.SelectOp, stablehlo.MaxOp, stablehlo.MinOp),
    *(stablehlo.AndOp, stablehlo.OrOp, stablehlo.NotOp, stablehlo.ReturnOp),
)


def _combines(*classes: Op) -> Callable[[Operation], bool]:
    """Return a condition: the op has elements, and combines them by one of `classes`."""

    def condition(op: Operation) -> bool:
        is_combined = len(op.results) == 1 and combiner(op.regions[0].block) in classes
        return is_combined and 0 not in shape_of(op.operands[0])

    return condition


def _is_extreme(op: Operation) -> bool:
    """Whether the reduction `op` selects the largest or smallest element, or its position."""
    if len(op.results) != 2:
        return _combines(*_EXTREMES)(op)
    return 0 not in shape_of(op.operands[0]) and _is_ordering(op)


_IN_WORDS: dict[Op, Callable[[Operation], bool]] = {
    **dict.fromkeys(
        (
            *(stablehlo.AbsOp, stablehlo.SignOp, stablehlo.DivOp, stablehlo.RemOp),
            *(stablehlo.MaxOp, stablehlo.MinOp, stablehlo.ClampOp, stablehlo.CompareOp),
            *(stablehlo.PowOp, chlo.TopKOp),
        ),
        _always,
    ),
    stablehlo.SortOp: _is_ordering,
    stablehlo.ReduceOp: _is_extreme,
    stablehlo.ScatterOp: _combines(*_EXTREMES),
    stablehlo.ReduceWindowOp: _combines(*_EXTREMES, stablehlo.AddOp, stablehlo.MulOp),
}
"""Maps the ops that may be computed in i32 to conditions on their regions."""
_WRAPPING = (stablehlo.AbsOp, stablehlo.DivOp, stablehlo.PowOp, stablehlo.ReduceWindowOp)
"""Ops whose results in i32 may exceed the narrow type."""
_BODIES = (FuncOp, stablehlo.IfOp, stablehlo.CaseOp, stablehlo.WhileOp)
"""Ops with regions of tensor ops. The regions of other ops describe a combination of elements."""


def compute_in_words(root: Operation, conversion: Conversion) -> None:
    """Let ops in `root` that depend on the sign of integers of 8 and 16 bits compute in i32.

    Windows of unsigned integers are computed in i32 as well.
    """
    words: dict[tuple[Block | None, SSAValue], SSAValue] = {}
    for op in tuple(ops_in(root.regions)):
        condition = _IN_WORDS.get(op.__class__)
        if condition is None or not isinstance(op.parent_op(), _BODIES):
            continue
        if any(_is_narrow(op, each.type) for each in op.operands) and condition(op):
            _compute_in_words(op, words, conversion)


def _is_narrow(op: Operation, type_: Attribute) -> bool:
    """Whether a value of type `type_` that `op` uses or defines must become i32."""
    if not isinstance(type_, TensorType):
        return False
    element = cast(RankedTensor, type_).element_type
    if isinstance(op, stablehlo.ReduceWindowOp):
        return is_integer_type(element) and element.bitwidth in (8, 16)
    return is_narrow_signed(element)


def _compute_in_words(
    op: Operation, words: dict[tuple[Block | None, SSAValue], SSAValue], conversion: Conversion
) -> None:
    """Let `op` compute in i32.

    `words` maps values in a block to i32 tensors of the same integers.
    """
    builder, extremes = Builder(op), _extremes(op)
    for index, value in enumerate(op.operands):
        if not _is_narrow(op, value.type):
            continue
        operand = _limit(builder, value, extremes, conversion)
        if operand is None:
            operand = words.get((op.parent, value)) or _word(builder, value, conversion)
            words[op.parent, value] = operand
        set_operand(op, index, operand)
    builder = Builder.after(op)
    for result in op.results:
        if not _is_narrow(op, type_ := tensor_type(result)):
            continue
        set_type(result, _word_type(type_))
        is_pooling = isinstance(op, stablehlo.ReduceWindowOp) and bool(extremes)
        word = _saturated(builder, result, type_.element_type) if is_pooling else result
        narrow = builder.value(stablehlo.ConvertOp, (word,), type_)
        reader = narrow if word is result else word
        replace_uses(result, narrow, unless_user=cast(Operation, reader.owner))
        if not isinstance(op, _WRAPPING):
            words[op.parent, narrow] = word
    for region in op.regions:
        inner = ops_of(region.block)
        for value in (*region.block.args, *(each for one in inner for each in one.results)):
            if _is_narrow(op, value.type):
                set_type(value, _word_type(tensor_type(value)))


def _word_type(type_: RankedTensor) -> RankedTensor:
    return TensorType(i32, type_.shape, type_.encoding)


def _word(builder: Builder, value: SSAValue, conversion: Conversion) -> SSAValue:
    """Return the narrow integers `value` as i32."""
    type_, owner = _word_type(tensor_type(value)), value.owner
    if (number := known_number(value, conversion)) is not None:
        return _constant(builder, type_, number)
    elements = owner.properties["value"] if isinstance(owner, stablehlo.ConstantOp) else None
    if isinstance(elements, DenseIntOrFPElementsAttr):
        return _constant(builder, type_, *all_values(cast(Elements, elements)))
    return builder.value(stablehlo.ConvertOp, (value,), type_)


def _constant(builder: Builder, type_: RankedTensor, *numbers: float) -> SSAValue:
    value: Attribute = DenseIntOrFPElementsAttr.from_list(cast(Any, type_), numbers)
    return builder.value(stablehlo.ConstantOp, (), type_, value=value)


def _extremes(op: Operation) -> tuple[Op, ...]:
    """Return the ops among maximum and minimum that the reduction `op` may apply to its elements
    and its initial value.
    """
    if not isinstance(op, stablehlo.ReduceOp | stablehlo.ReduceWindowOp):
        return ()
    if len(op.results) == 2:
        return _EXTREMES
    cls = combiner(op.body.block)
    return (cls,) if cls in _EXTREMES else ()


def _limit(
    builder: Builder, init: SSAValue, extremes: tuple[Op, ...], conversion: Conversion
) -> SSAValue | None:
    """Return the neutral element of i32 if `init` is that of its type for one of `extremes`,
    otherwise None.
    """
    type_ = tensor_type(init)
    if not extremes or type_.get_shape():
        return None
    number = known_number(init, conversion)
    for cls in extremes:
        if number is not None and number == neutral_element(cls, type_.element_type):
            limit = neutral_element(cls, i32)
            assert limit is not None
            return _constant(builder, _word_type(type_), limit)
    return None


def _saturated(builder: Builder, word: SSAValue, element: Attribute) -> SSAValue:
    """Return the i32 integers `word` limited to those of the type `element`.

    The maximum of a window outside of the tensor is the smallest integer of i32.
    """
    scalar = TensorType(i32, ())
    low, high = (
        _constant(builder, scalar, number)
        for cls in _EXTREMES
        if (number := neutral_element(cls, element)) is not None
    )
    return builder.value(stablehlo.ClampOp, (low, word, high), word.type)
