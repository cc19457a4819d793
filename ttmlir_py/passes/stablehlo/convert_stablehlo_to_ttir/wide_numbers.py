"""Warnings about 64-bit numbers that may not fit in the 32-bit numbers that they become.

Constants that do not fit are errors, and so are arguments when a program runs. For results, integer
ranges are propagated from their sources (constants, sizes, comparisons) to the ops that compute
with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import ceil, floor, isfinite, prod
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    LocationAttr,
    Signedness,
    f64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.common.warning_kinds import Kind, WarningKind
from ttmlir_py.dialects import chlo, stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.stablehlo.enums import ComparisonDirection
from ttmlir_py.dialects.tensor_types import integers, is_splat, shape_of
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.ir.locations import find_file_location, location_name
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type, is_tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.combiners import combiner
from ttmlir_py.rewriting.control_flow import ops_in, ops_of


class Interval(NamedTuple):
    """The smallest and the largest possible value of an integer."""

    low: float
    high: float

    def union(self, other: Interval) -> Interval:
        """Return the smallest interval that contains this one and `other`."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def contains(self, other: Interval) -> bool:
        """Whether this interval contains `other`."""
        return self.low <= other.low and other.high <= self.high


def warn_of_wide_numbers(root: Operation, diagnostics: DiagnosticEngine) -> None:
    """Warn about 64-bit numbers inside of `root`, which become 32-bit numbers.

    Floats are reported at functions with f64 arguments or results, where digits are lost. They are
    not reported inside of functions, because front ends compute values in f64 that start and end as
    f32. An exception is the conversion of f64 to integers, with which torch divides integers.
    Integers are reported at ops whose results may not fit.
    """
    for function in ops_in(root.regions):
        if not isinstance(function, FuncOp):
            continue
        if not function.is_private and (place := _wide_float(function)) is not None:
            where, what = place
            message = f"{what} 64-bit floats, which are computed in f32"
            diagnostics.warn(WarningKind.WIDE_FLOATS, where, message)
        if _has_wide_numbers(function):
            for kind, op, message in _Ranges(function).losses():
                diagnostics.warn(kind, op, message)


def _wide_float(function: FuncOp) -> tuple[LocationAttr, str] | None:
    """Return the location and the name of the first f64 argument or result of `function`, or None.

    Some front ends give arguments names but no locations; then the location of the first use is
    returned.
    """
    if not any(_element_of(each) == f64 for each in _signature(function)):
        return None
    block = function.body.blocks.first
    for index, argument in enumerate(block.args if block is not None else ()):
        if _element_of(argument.type) == f64:
            places: list[LocationAttr] = [argument.location]
            places += [use.operation.location for use in argument.uses]
            placed = filter(find_file_location, places)
            name = location_name(argument.location)
            what = f"argument '{name}' has" if name else f"argument #{index} has"
            return next(placed, function.location), what
    terminator = block.last_op if block is not None else None
    for index, value in enumerate(terminator.operands if terminator is not None else ()):
        if _element_of(value.type) == f64 and isinstance(value.owner, Operation):
            return value.owner.location, f"result #{index} has"
    return function.location, "its type has"


def _signature(function: FuncOp) -> Iterator[Attribute]:
    return chain(function.function_type.inputs, function.function_type.outputs)


def _has_wide_numbers(function: FuncOp) -> bool:
    return any(
        op.__class__ in _RULES and any(_element_of(each.type) in _WIDE for each in op.results)
        for op in _ops_of(function)
    )


def _ops_of(function: FuncOp) -> Iterator[Operation]:
    """Return the top-level ops of a function."""
    return (op for block in function.body.blocks for op in ops_of(block))


_WIDE = frozenset((f64, *(IntegerType(64, sign) for sign in Signedness)))


def _element_of(type_: Attribute) -> Attribute | None:
    """Return the element type of a tensor type, or None for other types."""
    return type_.element_type if is_tensor_type(type_) else None


def _integer(value: SSAValue) -> IntegerType | None:
    """Return the element type of `value` if it is a tensor of integers, otherwise None."""
    element = _element_of(value.type)
    return element if is_integer_type(element) else None


def _stored(element: IntegerType) -> Interval:
    """Return the range of integers of type `element` after the conversion, which makes 64-bit
    integers 32 bits wide.
    """
    width = min(element.width.data, 32)
    if width == 1 or element.signedness.data is Signedness.UNSIGNED:
        return Interval(0, (1 << width) - 1)
    return Interval(-(1 << (width - 1)), (1 << (width - 1)) - 1)


class _Ranges:
    """The ranges of the integers in one function."""

    def __init__(self, function: FuncOp):
        self._function = function
        self._known: dict[SSAValue, Interval] = {}

    def losses(self) -> Iterator[tuple[Kind, Operation, str]]:
        """Yield the ops whose results may not fit in 32 bits, in order, with the kind and text of
        the warning.
        """
        for op in _ops_of(self._function):
            rule = _RULES.get(op.__class__)
            if rule is None or len(op.results) != 1:
                continue
            found, element = rule(op, self), _integer(op.results[0])
            if found is None:
                continue
            if element is not None and (loss := _loss(op, element, found)) is not None:
                kind, message = loss
                yield kind, op, message
            if element is None or _stored(element).contains(found):
                self._known[op.results[0]] = found

    def of(self, value: SSAValue) -> Interval | None:
        """Return the range of the elements of `value`, or None for floats of unknown range."""
        known = self._known.get(value)
        if known is None and (element := _integer(value)) is not None:
            return _stored(element)
        return known

    def all_of(self, values: Sequence[SSAValue]) -> list[Interval]:
        """Return the ranges of `values`, without unknown ones."""
        return [found for each in values if (found := self.of(each)) is not None]


def _loss(op: Operation, element: IntegerType, found: Interval) -> tuple[Kind, str] | None:
    """Return the kind and the text of the warning, or None if all numbers in the range `found` fit
    in `element`.
    """
    width = element.width.data
    if width == 64 and not _stored(element).contains(found):
        stored = "ui32" if _is_unsigned(op) else "i32"
        message = (
            f"64-bit integers are computed in {stored}: results that do not fit wrap around or "
            "saturate"
        )
        return WarningKind.WIDE_INTEGERS, message
    if width >= 32 and _is_of_computed_doubles(op) and not _EXACT.contains(found):
        message = (
            "converts 64-bit floats to integers, but computes in f32, which cannot represent "
            "all integers beyond 2^24"
        )
        return WarningKind.WIDE_FLOATS, message
    return None


def _is_of_computed_doubles(op: Operation) -> bool:
    """Whether `op` converts f64 values to integers that were not just made from integers."""
    if not isinstance(op, stablehlo.ConvertOp) or _element_of(op.operands[0].type) != f64:
        return False
    source = _unshaped(op.operands[0]).owner
    return not isinstance(source, stablehlo.ConvertOp) or _integer(source.operands[0]) is not None


_Rule = Callable[[Any, _Ranges], Interval | None]
"""A function that returns the range of an op's results before wrapping.

None means that the range is unknown but assumed to fit.
"""

_EXACT = Interval(-(1 << 24), 1 << 24)
"""The range in which f32 represents all integers exactly."""

_NEVER = Interval(-(1 << 64), 1 << 64)
"""A range of integers that never fits in 32 bits."""


def _hull(numbers: Iterable[float]) -> Interval:
    numbers = list(numbers)
    return Interval(min(numbers), max(numbers))


def _of_corners(compute: Callable[..., float]) -> _Rule:
    """Return a rule for ops that compute the function `compute`, which must be monotone in each
    operand.

    The bounds of the result are then at the corners of the operands' ranges.
    """

    def rule(op: Operation, ranges: _Ranges) -> Interval | None:
        found = ranges.all_of(op.operands)
        if len(found) < len(op.operands):
            return None
        return _hull(compute(*each) for each in product(*found))

    return rule


def _chosen(first: int, last: int | None) -> _Rule:
    """Return a rule for ops that return elements of operands `first` to `last` (exclusive)."""

    def rule(op: Operation, ranges: _Ranges) -> Interval | None:
        chosen = op.operands[first:last]
        found = ranges.all_of(chosen)
        return _hull(chain(*found)) if len(found) == len(chosen) else None

    return rule


def _add(op: stablehlo.AddOp, ranges: _Ranges) -> Interval | None:
    """Return the range of a sum.

    If only negative elements of the sum are used, as when JAX makes indices from the end positive,
    the range covers only these.
    """
    found = ranges.all_of(op.operands)
    if len(found) < 2:
        return None
    left, right = found
    if _is_for_negative(op):
        left = Interval(min(left.low, -1), -1)
    return Interval(left.low + right.low, left.high + right.high)


def _is_for_negative(op: stablehlo.AddOp) -> bool:
    """Whether the sum is used only by a selection that takes it where the sum's left operand is
    negative.
    """
    result = op.results[0]
    while (use := result.get_user_of_unique_use()) is not None and isinstance(use, _SHAPING):
        result = use.results[0]
    if not isinstance(use, stablehlo.SelectOp) or use.on_true is not result:
        return False
    condition = _unshaped(use.pred).owner
    return (
        isinstance(condition, stablehlo.CompareOp)
        and condition.comparison_direction.value is ComparisonDirection.LT
        and _unshaped(condition.lhs) is _unshaped(op.operands[0])
        and isinstance(zero := _unshaped(condition.rhs).owner, stablehlo.ConstantOp)
        and _constant(zero, None) == Interval(0, 0)
    )


_SHAPING = (stablehlo.ReshapeOp, stablehlo.BroadcastInDimOp)


def _unshaped(value: SSAValue) -> SSAValue:
    """Return the value before reshapes: the input of the first reshape if `value` is the result of
    reshapes, else `value` itself.
    """
    while isinstance(value.owner, _SHAPING):
        value = value.owner.operands[0]
    return value


def _constant(op: stablehlo.ConstantOp | chlo.ConstantOp, _: _Ranges | None) -> Interval | None:
    """Return the range of those elements of a constant that fit in 32 bits; the others are reported
    elsewhere.

    Floats have a range only if all are equal.
    """
    elements = op.properties["value"]
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        return None
    dense = cast(DenseIntOrFPElementsAttr[IntegerType], elements)
    element = _integer(op.results[0])
    if is_complex_type(dense.get_element_type()):
        return None
    one = is_splat(dense)
    if not one and element is None:
        return None
    numbers = dense.get_values()
    numbers = numbers[:1] if one else numbers
    if not numbers or not all(map(isfinite, numbers)):
        return None
    found = _hull(numbers)
    return found if element is None or _stored(element).contains(found) else None


def _iota(op: stablehlo.IotaOp | stablehlo.DynamicIotaOp, _: _Ranges) -> Interval:
    return Interval(0, max(shape_of(op.results[0])[op.iota_dimension.value.data] - 1, 0))


def _convert(op: stablehlo.ConvertOp, ranges: _Ranges) -> Interval | None:
    """Return the range of a conversion. A float of unknown range may become any integer."""
    found = ranges.of(op.operands[0])
    if _integer(op.results[0]) is None:
        return found
    return _NEVER if found is None else Interval(floor(found.low), ceil(found.high))


def _not(op: stablehlo.NotOp, ranges: _Ranges) -> Interval | None:
    """Return the range of a bitwise complement. For unsigned 64-bit integers, the range never fits
    in 32 bits.
    """
    return _NEVER if _is_unsigned(op) else None


def _is_unsigned(op: Operation) -> bool:
    element = _integer(op.results[0])
    return element is not None and element.signedness.data is Signedness.UNSIGNED


def _divide(op: stablehlo.DivOp, ranges: _Ranges) -> Interval | None:
    """Return the range of a quotient.

    An integer divided by 0 has all bits set. For unsigned 64-bit integers, that does not fit in 32
    bits.
    """
    found = ranges.all_of(op.operands)
    if len(found) < 2:
        return None
    dividend, divisor = found
    if _integer(op.results[0]) is None:
        return _of_corners(_quotient)(op, ranges) if divisor.low > 0 else None
    numbers = [0, *dividend]
    if divisor.contains(Interval(0, 0)):
        numbers.append(_NEVER.high if _is_unsigned(op) else -1)
    if divisor.contains(Interval(-1, -1)):
        numbers += [-each for each in dividend]
    return _hull(numbers)


def _power(op: stablehlo.PowOp, ranges: _Ranges) -> Interval | None:
    if _integer(op.results[0]) is None:
        return None
    base, exponent = ranges.all_of(op.operands)
    largest = max(abs(base.low), abs(base.high))
    if largest > 1 and exponent.high > 64:
        return _NEVER
    bound = largest ** max(exponent.high, 0)
    return Interval(-bound if base.low < 0 else 0, max(bound, 1))


def _shift_left(op: stablehlo.ShiftLeftOp, ranges: _Ranges) -> Interval:
    shifted, places = ranges.all_of(op.operands)
    if places.low < 0 or places.high >= 64:
        return _NEVER
    return _hull(number * 2**count for number, count in product(shifted, places))


def _reduce(op: stablehlo.ReduceOp | stablehlo.ReduceWindowOp, ranges: _Ranges) -> Interval | None:
    """Return the range of a reduction, which depends on the number of elements per result."""
    if len(op.operands) != 2 or _integer(op.results[0]) is None:
        return None
    value, init = ranges.all_of(op.operands)
    return _combined(combiner(op.body.block), _count_reduced(op), value, init)


def _count_reduced(op: stablehlo.ReduceOp | stablehlo.ReduceWindowOp) -> int:
    if isinstance(op, stablehlo.ReduceWindowOp):
        return prod(integers(op.window_dimensions))
    shape = shape_of(op.operands[0])
    return prod(shape[dim] for dim in integers(op.dimensions))


def _combined(
    cls: type[Operation] | None, count: int, value: Interval, init: Interval
) -> Interval | None:
    """Return the range of `count` elements in `value` and an initial value in `init`, combined by
    `cls`.
    """
    if cls is stablehlo.AddOp:
        return Interval(
            init.low + count * min(value.low, 0), init.high + count * max(value.high, 0)
        )
    if cls is stablehlo.MulOp:
        largest = max(map(abs, (*value, 1)))
        return None if largest == 1 else _NEVER
    return value.union(init)


def _scatter(op: stablehlo.ScatterOp, ranges: _Ranges) -> Interval | None:
    if len(op.operands) != 3 or _integer(op.results[0]) is None:
        return None
    table, _, updates = op.operands
    before, update = ranges.all_of((table, updates))
    return _combined(combiner(op.update_computation.block), prod(shape_of(updates)), update, before)


def _dot(op: stablehlo.DotOp | stablehlo.DotGeneralOp, ranges: _Ranges) -> Interval | None:
    """Return the range of a matrix product. The smaller operand bounds the number of summands."""
    found = ranges.all_of(op.operands)
    if len(found) < 2:
        return None
    products = _hull(a * b for a, b in product(*found))
    count = min(prod(shape_of(each)) for each in op.operands)
    return Interval(count * min(products.low, 0), count * max(products.high, 0))


def _abs(op: stablehlo.AbsOp, ranges: _Ranges) -> Interval | None:
    found = ranges.of(op.operands[0])
    return None if found is None else Interval(0, max(map(abs, found)))


def _negated(number: float) -> float:
    return -number


def _difference(left: float, right: float) -> float:
    return left - right


def _product(left: float, right: float) -> float:
    return left * right


def _quotient(dividend: float, divisor: float) -> float:
    return dividend / divisor


def _clamped(low: float, number: float, high: float) -> float:
    return min(max(low, number), high)


_RULES: Mapping[type[Operation], _Rule] = {
    stablehlo.ConstantOp: _constant,
    chlo.ConstantOp: _constant,
    stablehlo.IotaOp: _iota,
    stablehlo.DynamicIotaOp: _iota,
    stablehlo.ConvertOp: _convert,
    stablehlo.AddOp: _add,
    stablehlo.SubtractOp: _of_corners(_difference),
    stablehlo.MulOp: _of_corners(_product),
    stablehlo.MaxOp: _of_corners(max),
    stablehlo.MinOp: _of_corners(min),
    stablehlo.ClampOp: _of_corners(_clamped),
    stablehlo.NegOp: _of_corners(_negated),
    stablehlo.NotOp: _not,
    stablehlo.AbsOp: _abs,
    stablehlo.CeilOp: _of_corners(ceil),
    stablehlo.FloorOp: _of_corners(floor),
    stablehlo.DivOp: _divide,
    stablehlo.PowOp: _power,
    stablehlo.ShiftLeftOp: _shift_left,
    stablehlo.ReduceOp: _reduce,
    stablehlo.ReduceWindowOp: _reduce,
    stablehlo.ScatterOp: _scatter,
    stablehlo.DotOp: _dot,
    stablehlo.DotGeneralOp: _dot,
    stablehlo.SelectOp: _chosen(1, None),
    stablehlo.SliceOp: _chosen(0, 1),
    stablehlo.DynamicSliceOp: _chosen(0, 1),
    stablehlo.DynamicUpdateSliceOp: _chosen(0, 2),
    stablehlo.GatherOp: _chosen(0, 1),
    stablehlo.ConcatenateOp: _chosen(0, None),
    stablehlo.PadOp: _chosen(0, None),
    **dict.fromkeys(
        (
            *(stablehlo.ReshapeOp, stablehlo.TransposeOp, stablehlo.BroadcastOp),
            *(stablehlo.BroadcastInDimOp, stablehlo.ReverseOp),
        ),
        _chosen(0, 1),
    ),
}
