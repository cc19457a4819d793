"""Diagnosis of wrong outputs when every compared operation seems right.

Two effects hide a fault. First, a difference may be small relative to the largest number of a
result, but large for a later operation. An example is a floor of numbers between 0 and 1e9 that is
followed by a logarithm. Second, operations such as a typecast or a reshape have the numbers of
their operand. If counterparts are found by values, the operand's step is mistaken for theirs.

An operation explains the outputs under one condition: the rest of the source, computed by reference
semantics from the target's value of the operation, gives the target's outputs.
"""

from collections.abc import Mapping

from xdsl.ir import Operation, SSAValue

from ttmlir_py import reference
from ttmlir_py.dialects.func import ReturnOp
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.reference.programs import Value
from ttmlir_py.validation.checking import (
    CONVERSIONS,
    Comparison,
    Source,
    counterpart_value,
    is_compared,
    place_text,
)
from ttmlir_py.validation.execution import Execution, Step
from ttmlir_py.validation.memory import read_operands
from ttmlir_py.validation.numbers import (
    EXACT,
    SINGLE,
    as_source,
    devices,
    difference,
    difference_of_shapes,
    has_other_shape,
    relative_difference,
)
from ttmlir_py.validation.verdict import Kind, Row


class HiddenFaults:
    """A search for source operations that explain the wrong outputs of a target."""

    def __init__(
        self, source: Source, execution: Execution, comparison: Comparison, *, by_values: bool
    ) -> None:
        self._source = source
        self._execution = execution
        self._comparison = comparison
        self._by_values = by_values

    def row(self) -> Row | None:
        """Return a row for the first operation that explains the outputs, or None."""
        found: list[tuple[Operation, Step]] = []
        for op in self._source.operations:
            if not is_compared(op) or len(op.results) != 1 or not reference.is_function(op):
                continue
            if self._has_small_fault(op):
                return self._named(op, self._comparison.steps[op.results[0]])
            if self._by_values and self._passes_on(op):
                if step := self._inserted(op):
                    found.append((op, step))
            elif found:
                break
        # Of several such operations in sequence, prefer the one whose operand has the format of the
        # inserted operation.
        for op, step in found:
            if _element(read_operands(op)[0]) == step.format:
                return self._named(op, step)
        return self._named(*found[0]) if found else None

    def returned(self) -> Row | None:
        """Return a row for an operation whose right result is not returned, or None.

        A value that the source never has is returned instead.
        """
        (end,) = (op for op in self._source.operations if isinstance(op, ReturnOp))
        for value, computed in zip(end.operands, self._execution.outputs, strict=True):
            op, ours = value.owner, self._source.results[value]
            if not isinstance(op, Operation) or not is_compared(op):
                continue
            if has_other_shape(ours, computed) or self._is_known(computed):
                continue
            error = difference_of_shapes(ours, computed)
            note = "its result is right, but what is returned is another value"
            return Row(op.name, place_text(op), "", error, Kind.WRONG, note, location=op.location)
        return None

    def _named(self, op: Operation, step: Step) -> Row:
        (result,) = op.results
        error = difference(self._source.results[result], counterpart_value(result, step))
        label = f"{step.label} {step.format}".rstrip()
        note = "an operation in front of it, or itself" if _same_numbers(self._source, op) else ""
        place = place_text(op)
        return Row(op.name, place, label, error, Kind.WRONG, note, location=op.location)

    def _has_small_fault(self, op: Operation) -> bool:
        """Whether a few wrong numbers in the result of `op` explain the outputs. The differences
        may be small relative to the largest number of the result.
        """
        (result,) = op.results
        if result not in self._comparison.simulated:
            return False
        computed = self._comparison.simulated[result]
        try:
            expected = self._comparison.expected(op, result)
        except OperationError:
            return False
        return relative_difference(expected, computed) > SINGLE and (
            self._explains({result: computed}) is not None
        )

    def _passes_on(self, op: Operation) -> bool:
        """Whether `op` only passes on the numbers of its operand, and no step of the target belongs
        to `op` alone.

        The numbers may be converted to another type.
        """
        (result,) = op.results
        steps = self._comparison.steps
        # A conversion counts as passing on its operand, because comparisons convert numbers first.
        is_conversion = op.name in CONVERSIONS
        if result not in steps or not (is_conversion or _same_numbers(self._source, op)):
            return False
        operand = read_operands(op)[0]
        if operand not in steps:
            return True  # The target has no step for an argument.
        order = {id(step): number for number, step in enumerate(self._execution.steps)}
        return order[id(steps[result])] <= order[id(steps[operand])]

    def _inserted(self, op: Operation) -> Step | None:
        """Return the first step that does not belong to the source and explains the outputs, or
        None.

        The source never has the step's numbers. If they are taken as the result of `op`, the
        target's outputs follow.
        """
        (result,) = op.results
        for step in self._execution.steps:
            if devices(step.value)[0].size != devices(self._source.results[result])[0].size:
                continue
            if self._is_known(step.value):
                continue
            value = counterpart_value(result, step)
            results = self._explains({result: value})
            if results is not None and self._is_apart(op, value, results):
                return step
        return None

    def _is_apart(self, op: Operation, value: Value, results: Mapping[SSAValue, Value]) -> bool:
        """Whether the target has the numbers `value` more often than later operations of the source
        do.

        If it does not, `value` is the result of a later operation that was replaced. If a pass
        turned a relu into an abs, for example, no abs was inserted in front of the relu.
        """
        same = [each.value for each in self._execution.steps]
        count = sum(difference_of_shapes(value, each) <= EXACT for each in same)
        (own,) = op.results
        later = [
            each
            for each, made in results.items()
            if each is not own
            and isinstance(each.owner, Operation)
            and not _same_numbers(self._source, each.owner)
            and difference_of_shapes(value, made) <= EXACT
        ]
        return count > len(later)

    def _explains(self, forced: Mapping[SSAValue, Value]) -> Mapping[SSAValue, Value] | None:
        """Return the source's values that follow if some operations have the results `forced`.
        Return None if these values do not include the target's outputs.
        """
        results: dict[SSAValue, Value] = dict(forced)

        def held(value: SSAValue) -> Value:
            return results.get(value, self._source.results[value])

        for op in self._source.operations:
            if isinstance(op, ReturnOp):
                pairs = zip(op.operands, self._execution.outputs, strict=True)
                right = all(
                    _distance(value, held(value), theirs) <= SINGLE for value, theirs in pairs
                )
                return results if right else None
            if not any(each in results for each in op.operands) or any(
                each in forced for each in op.results
            ):
                continue
            if not reference.is_function(op):
                return None
            try:
                made = reference.compute(op, held, self._source.mesh)
            except OperationError:
                return None
            results.update(zip(op.results, made, strict=True))
        return None

    def _is_known(self, value: Value) -> bool:
        return any(_is_same(each, value) for each in self._source.results.values())


def first_other_step(first: Execution, second: Execution) -> tuple[Step, str] | None:
    """Return the first step of a run whose numbers the other run never has, and a note; otherwise
    return None.

    A step that passes its operand's numbers on, such as a typecast, also counts if the other run
    has them less often and then computes other ones.
    """
    ours, theirs = ([each for each in run.steps if _is_written(each)] for run in (first, second))
    for index, step in enumerate(ours):
        places = [n for n, each in enumerate(theirs) if _is_close(step, each)]
        if not places:
            return step, "its value is nowhere in the target"
        before = sum(_is_close(step, each) for each in ours[:index])
        if len(places) <= before:
            following = theirs[places[-1] + 1 : places[-1] + 2]
            if following and not any(_is_close(following[0], each) for each in ours):
                return step, "the target goes on with other numbers"
    return None


def _is_written(step: Step) -> bool:
    return not step.label.startswith("EmptyOp")


def _is_close(first: Step, second: Step) -> bool:
    """Whether two steps have the same numbers in any shape, up to f32 rounding."""
    a, b = ([each.ravel() for each in devices(step.value)] for step in (first, second))
    sizes = [[each.size for each in side] for side in (a, b)]
    return sizes[0] == sizes[1] and relative_difference(a, b) <= SINGLE


def _same_numbers(source: Source, op: Operation) -> bool:
    """Whether `op` has one operand and returns its numbers, like a typecast in exact arithmetic."""
    operands, (result,) = list(read_operands(op)), op.results
    return len(operands) == 1 and _is_same(source.results[operands[0]], source.results[result])


def _is_same(first: Value, second: Value) -> bool:
    sizes = [[each.size for each in devices(value)] for value in (first, second)]
    return sizes[0] == sizes[1] and difference_of_shapes(first, second) <= EXACT


def _distance(value: SSAValue, ours: Value, theirs: Value) -> float:
    """Return how much the target's output `theirs` differs from the source's `ours`."""
    try:
        return difference(ours, as_source(theirs, shape_of(value), tensor_type(value).element_type))
    except ValueError:
        return float("inf")


def _element(value: SSAValue) -> str:
    return str(tensor_type(value).element_type)
