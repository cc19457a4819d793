"""Replacement of loops and branches, which TTIR lacks, by straight-line ops.

Counted loops are unrolled. All branches are computed, and one result is selected. Integer scalars
with known values are tracked through a loop, so that its trip count and slices at its counter are
known.

Other loops are unrolled to a given number of iterations. An iteration takes effect if the loop's
condition holds before it. The function returns one more result, which tells whether a loop would
have gone on.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerType,
    LocationAttr,
    Signedness,
    TensorType,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.stablehlo.attributes import ComparisonDirectionAttr
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type, is_tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    Elements,
    Lowering,
    Lowerings,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import is_boolean, takes_other_sign
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.effects import is_memory_effect_free
from ttmlir_py.rewriting.mutation import copy, create, insert_before, replace

LONGEST_LOOP = 4096
"""The maximum number of iterations that are unrolled."""
MOST_OPS = 100_000
"""The maximum number of ops that the loops of a program may be unrolled to."""


class Known(NamedTuple):
    """The number and the type of an integer scalar that is known at compile time."""

    number: int
    type: RankedTensor


Mapped = SSAValue | Known


def flatten_control_flow(root: Operation, conversion: Conversion) -> None:
    """Replace loops and branches inside of `root` by straight-line ops.

    Control flow that cannot be replaced remains, and the reason is recorded in `conversion`.
    """
    left = MOST_OPS
    cut: dict[Operation, list[SSAValue]] = {}
    for op in ops_in(root.regions):
        if isinstance(op, stablehlo.WhileOp | stablehlo.IfOp | stablehlo.CaseOp):
            function = op.parent_op()
            is_entry = isinstance(function, FuncOp) and not function.is_private
            flat = _Straight(left, conversion.loop_bound if is_entry else None)
            try:
                results = [flat.value(each) for each in flat.emit(op, {})]
            except UnsupportedError as error:
                conversion.kept_control_flow[op] = str(error)
                flat.drop()
                continue
            left -= len(flat.ops)
            for each in flat.ops:
                insert_before(op, each)
            if flat.goes_on:
                assert function is not None
                cut.setdefault(function, []).extend(flat.goes_on)
                bound, kind = conversion.loop_bound, WarningKind.LOOP_BOUND
                conversion.diagnostics.warn(kind, op, _CUT.format(bound))
            replace(op, results)
    for function, conditions in cut.items():
        _return_also(cast(FuncOp, function), conditions)


_CUT = (
    "is computed for at most {} iterations: one more result of the function is true if a loop "
    "would have gone on"
)


def _return_also(function: FuncOp, conditions: Sequence[SSAValue]) -> None:
    """Return as last result of `function` whether one of `conditions` is true."""
    terminator = function.body.block.last_op
    assert terminator is not None
    builder = Builder(terminator)
    found = conditions[0]
    for each in conditions[1:]:
        found = builder.value(stablehlo.OrOp, (found, each), found.type)
    terminator.operands = (*terminator.operands, found)
    if function.res_attrs is not None:
        function.res_attrs = ArrayAttr([*function.res_attrs.data, DictionaryAttr({})])
    function.update_function_type()


class _Straight:
    """A list of straight-line ops that are not in a block yet. They compute the results of other
    ops.
    """

    def __init__(self, limit: int, bound: int | None):
        """Allow `limit` ops, and `bound` iterations of other loops than counted ones. It is None in
        private functions, whose calls expect no further result.
        """
        self._limit = limit
        self._bound = bound
        self._location: LocationAttr = UnknownLoc()
        self._active: SSAValue | None = None
        """The condition under which the emitted ops take effect, or None if they always do."""
        self.ops: list[Operation] = []
        self.goes_on: list[SSAValue] = []
        """Conditions that are true if a loop would have gone on after its last iteration."""

    def drop(self) -> None:
        """Discard the ops in the list."""
        for op in reversed(self.ops):
            op.drop_all_references()

    def _append(self, op: Operation) -> None:
        if len(self.ops) >= self._limit:
            raise UnsupportedError(
                f"unrolled, the loops would have more than {MOST_OPS} operations"
            )
        self.ops.append(op)

    def _create(
        self,
        cls: type[Operation],
        operands: Sequence[SSAValue],
        type_: Attribute,
        properties: dict[str, Attribute],
        location: LocationAttr,
    ) -> SSAValue:
        op = create(cls, operands, (type_,), properties, location)
        self._append(op)
        return op.results[0]

    def value(self, mapped: Mapped, location: LocationAttr | None = None) -> SSAValue:
        """Return `mapped` if it is a value, or the result of a new constant if it is a known
        number.
        """
        if isinstance(mapped, SSAValue):
            return mapped
        elements = DenseIntOrFPElementsAttr.from_list(cast(Any, mapped.type), [mapped.number])
        where = location or self._location
        return self._create(stablehlo.ConstantOp, (), mapped.type, {"value": elements}, where)

    def emit(self, op: Operation, values: Mapping[SSAValue, Mapped]) -> list[Mapped]:
        """Append ops that compute the results of `op`, and return the results.

        `values` maps operands to their replacements. No op is appended for results that are known
        numbers. Raises UnsupportedError for a loop without a known trip count.
        """
        self._location = op.location
        operands = [_mapped(operand, values) for operand in op.operands]
        if isinstance(op, stablehlo.WhileOp):
            return self._emit_loop(op, operands, values)
        if isinstance(op, stablehlo.IfOp):
            truth = operands[0]
            if isinstance(truth, Known):
                truth = Known(int(not truth.number), truth.type)
            return self._emit_branches(op, truth, [op.true_branch, op.false_branch], values)
        if isinstance(op, stablehlo.CaseOp):
            branches = list(op.branches)
            if len(branches) == 2 and (source := _converted_truth(op.operands[0])) is not None:
                truth = _mapped(source, values)
                if not isinstance(truth, Known):
                    return self._emit_branches(op, truth, branches[::-1], values)
            return self._emit_branches(op, operands[0], branches, values)
        if isinstance(op, stablehlo.OptimizationBarrierOp):
            return operands
        known = _folded(op, operands)
        if known is not None:
            return [known]
        return self._emit_copy(op, values)

    def _emit_copy(self, op: Operation, values: Mapping[SSAValue, Mapped]) -> list[Mapped]:
        """Append a copy of `op`, and return its results.

        Regions of `op` may use values from outside, so known numbers among these become constants.
        """
        used = {v for each in (op, *ops_in(op.regions)) for v in each.operands if v in values}
        mapped = {v: self.value(values[v], op.location) for v in used}
        new = copy(op, mapped)
        self._append(new)
        return list(new.results)

    def _emit_block(
        self, block: Block, arguments: Sequence[Mapped], values: Mapping[SSAValue, Mapped]
    ) -> list[Mapped]:
        """Append the ops of `block` with its arguments replaced by `arguments`. Return the operands
        of its terminator.
        """
        inner = dict(values)
        inner.update(zip(block.args, arguments, strict=True))
        for op in ops_of(block):
            if isinstance(op, stablehlo.ReturnOp):
                return [_mapped(operand, inner) for operand in op.operands]
            inner.update(zip(op.results, self.emit(op, inner), strict=True))
        raise UnsupportedError("one of its regions has no return")

    def _emit_loop(
        self, op: stablehlo.WhileOp, state: list[Mapped], values: Mapping[SSAValue, Mapped]
    ) -> list[Mapped]:
        for _ in range(LONGEST_LOOP + 1):
            (goes_on,) = self._emit_block(op.cond.block, state, values)
            if not isinstance(goes_on, Known):
                return self._emit_bounded(op, state, goes_on, values)
            if not goes_on.number:
                return state
            state = self._emit_block(op.body.block, state, values)
        raise UnsupportedError(f"the loop runs more than {LONGEST_LOOP} times")

    def _emit_bounded(
        self,
        op: stablehlo.WhileOp,
        state: list[Mapped],
        goes_on: SSAValue,
        values: Mapping[SSAValue, Mapped],
    ) -> list[Mapped]:
        """Append `bound` iterations of a loop. The state does not change after its end."""
        if not self._bound:
            remedy = "loop-bound=N computes at most N"
            if self._bound is None:
                remedy += " in a public function, so inline calls first"
            raise UnsupportedError(f"the number of iterations depends on data: {remedy}")
        if not is_memory_effect_free(op):
            raise UnsupportedError("it has effects, so that no iteration may run after its end")
        outer = self._active
        for _ in range(self._bound):
            self._active = self._both(op, outer, goes_on)
            after = self._emit_block(op.body.block, state, values)
            state = [
                self._select(op, goes_on, new, old) for new, old in zip(after, state, strict=True)
            ]
            (condition,) = self._emit_block(op.cond.block, state, values)
            goes_on = self.value(condition, op.location)
        self._active = outer
        self.goes_on.append(self._both(op, outer, goes_on))
        return state

    def _both(self, op: Operation, outer: SSAValue | None, inner: SSAValue) -> SSAValue:
        """Return whether both conditions hold."""
        if outer is None:
            return inner
        return self._create(stablehlo.AndOp, (outer, inner), inner.type, {}, op.location)

    def _emit_branches(
        self,
        op: Operation,
        index: Mapped,
        regions: Sequence[Any],
        values: Mapping[SSAValue, Mapped],
    ) -> list[Mapped]:
        """Append the branch that `index` selects, or all branches and selections of their results.

        Return the results.
        """
        last = len(regions) - 1
        if isinstance(index, Known):
            number = index.number if 0 <= index.number <= last else last
            return self._emit_block(regions[number].block, (), values)
        if not is_memory_effect_free(op):
            raise UnsupportedError("its branches have effects, so that not all of them may run")
        conditions = [self._condition(op, index, number) for number in range(last)]
        branches = [
            self._emit_branch(op, number, conditions, region.block, values)
            for number, region in enumerate(regions)
        ]
        chosen = branches[last]
        for number in reversed(range(last)):
            chosen = [
                self._select(op, conditions[number], one, other)
                for one, other in zip(branches[number], chosen, strict=True)
            ]
        return chosen

    def _emit_branch(
        self,
        op: Operation,
        number: int,
        conditions: Sequence[SSAValue],
        block: Block,
        values: Mapping[SSAValue, Mapped],
    ) -> list[Mapped]:
        """Append branch `number`. The last branch runs if no condition of the others holds."""
        if not self._bound or not any(
            isinstance(each, stablehlo.WhileOp) for each in ops_of(block)
        ):
            return self._emit_block(block, (), values)
        outer = self._active
        if number < len(conditions):
            self._active = self._both(op, outer, conditions[number])
        else:
            for each in conditions:
                no = self._create(stablehlo.NotOp, (each,), each.type, {}, op.location)
                self._active = self._both(op, self._active, no)
        results = self._emit_block(block, (), values)
        self._active = outer
        return results

    def _condition(self, op: Operation, index: SSAValue, number: int) -> SSAValue:
        """Return the condition for branch `number`.

        It is `index` itself if that is a boolean, otherwise a comparison of `index` with the
        number.
        """
        if is_boolean(tensor_type(index).element_type):
            return index
        wanted = self.value(Known(number, tensor_type(index)), op.location)
        return self._create(
            stablehlo.CompareOp,
            (index, wanted),
            TensorType(IntegerType(1), []),
            {"comparison_direction": ComparisonDirectionAttr(ComparisonDirection.EQ)},
            op.location,
        )

    def _select(self, op: Operation, condition: SSAValue, one: Mapped, other: Mapped) -> Mapped:
        if one == other:
            return one
        operands = (condition, self.value(one, op.location), self.value(other, op.location))
        return self._create(stablehlo.SelectOp, operands, operands[1].type, {}, op.location)


def _mapped(value: SSAValue, values: Mapping[SSAValue, Mapped]) -> Mapped:
    """Return the value or known number that replaces `value`.

    Constants that are defined outside of the region become known numbers.
    """
    mapped = values.get(value, value)
    if isinstance(mapped, SSAValue) and isinstance(mapped.owner, stablehlo.ConstantOp):
        return _known_constant(mapped.owner) or mapped
    return mapped


def _converted_truth(value: SSAValue) -> SSAValue | None:
    """Return the boolean that `value` is a conversion of, or None for other values."""
    if not isinstance(value.owner, stablehlo.ConvertOp):
        return None
    source = value.owner.operands[0]
    return source if is_boolean(tensor_type(source).element_type) else None


def _scalar_type(value: SSAValue) -> RankedTensor | None:
    """Return the type of `value` if it is an integer scalar, otherwise None."""
    type_ = value.type
    if not is_tensor_type(type_) or type_.get_shape():
        return None
    return type_ if is_integer_type(type_.element_type) else None


def _known_constant(op: stablehlo.ConstantOp) -> Known | None:
    type_, value = _scalar_type(op.output), op.properties["value"]
    if type_ is None or not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    (number,) = cast(Elements, value).get_values()
    return _wrapped(int(number), type_)


def _wrapped(number: int, type_: RankedTensor) -> Known:
    """Return `number` wrapped to the range of `type_`. Booleans are 0 and 1."""
    element = type_.element_type
    assert is_integer_type(element)
    width = element.width.data
    number &= (1 << width) - 1
    is_signed = width > 1 and element.signedness.data is not Signedness.UNSIGNED
    if is_signed and number >> (width - 1):
        number -= 1 << width
    return Known(number, type_)


def _quotient(a: int, b: int) -> int | None:
    """Return the quotient of `a` and `b`, rounded towards 0; None if `b` is 0."""
    if not b:
        return None
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int | None:
    quotient = _quotient(a, b)
    return None if quotient is None else a - quotient * b


def _larger(a: int, b: int) -> int:
    return max(a, b)


def _smaller(a: int, b: int) -> int:
    return min(a, b)


def _selected(condition: int, a: int, b: int) -> int:
    return a if condition else b


def _clamped(low: int, number: int, high: int) -> int:
    return min(max(low, number), high)


_FOLDED: dict[type[Operation], Callable[..., int | None]] = {
    stablehlo.AddOp: int.__add__,
    stablehlo.SubtractOp: int.__sub__,
    stablehlo.MulOp: int.__mul__,
    stablehlo.DivOp: _quotient,
    stablehlo.RemOp: _remainder,
    stablehlo.MaxOp: _larger,
    stablehlo.MinOp: _smaller,
    stablehlo.NegOp: int.__neg__,
    stablehlo.AbsOp: int.__abs__,
    stablehlo.AndOp: int.__and__,
    stablehlo.OrOp: int.__or__,
    stablehlo.XorOp: int.__xor__,
    stablehlo.NotOp: int.__invert__,
    stablehlo.ReshapeOp: int,
    stablehlo.SelectOp: _selected,
    stablehlo.ClampOp: _clamped,
}
_COMPARED: dict[ComparisonDirection, Callable[[int, int], bool]] = {
    ComparisonDirection.EQ: operator.eq,
    ComparisonDirection.NE: operator.ne,
    ComparisonDirection.GE: operator.ge,
    ComparisonDirection.GT: operator.gt,
    ComparisonDirection.LE: operator.le,
    ComparisonDirection.LT: operator.lt,
}


def _folded(op: Operation, operands: Sequence[Mapped]) -> Known | None:
    """Return the integer scalar that `op` computes from `operands`, or None if they are not all
    known.
    """
    if isinstance(op, stablehlo.ConstantOp):
        return _known_constant(op)
    known = [each for each in operands if isinstance(each, Known)]
    if not known or len(known) != len(operands) or len(op.results) != 1:
        return None
    type_ = _scalar_type(op.results[0])
    if type_ is None:
        return None
    numbers = [each.number for each in known]
    if isinstance(op, stablehlo.CompareOp):
        if takes_other_sign(op):
            return None
        compare = _COMPARED[op.comparison_direction.value]
        return Known(int(compare(numbers[0], numbers[1])), type_)
    if isinstance(op, stablehlo.ConvertOp):
        is_truth = cast(IntegerType, type_.element_type).width.data == 1
        return _wrapped(int(numbers[0] != 0) if is_truth else numbers[0], type_)
    fold = _FOLDED.get(op.__class__)
    number = None if fold is None else fold(*numbers)
    return None if number is None else _wrapped(number, type_)


def _refused(default: str) -> Lowering:
    """Return a lowering that reports why control flow was not replaced; `default` if no reason is
    recorded.
    """

    def lower(op: Operation, conversion: Conversion) -> None:
        raise UnsupportedError(conversion.kept_control_flow.get(op, default))

    return lower


LOWERINGS: Lowerings = {
    cls: _refused("it is inside of a region that is kept")
    for cls in (stablehlo.WhileOp, stablehlo.IfOp, stablehlo.CaseOp)
}
