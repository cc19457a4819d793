"""Search for the call of a C++ or Python program that computes a source operation.

It is used for operations for which no value of the program was found.
"""

from collections.abc import Mapping
from math import inf

import numpy as np
from xdsl.ir import Operation, SSAValue

from ttmlir_py import reference
from ttmlir_py.dialects.tensor_types import shape_of
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.reference.programs import Value
from ttmlir_py.validation.checking import Source, counterpart_value, is_compared, named
from ttmlir_py.validation.execution import Execution, Step
from ttmlir_py.validation.numbers import EXACT, devices, difference


class Calls:
    """The calls of a program and its source, with the values known in both."""

    def __init__(self, source: Source, execution: Execution) -> None:
        self._source = source
        self._known = {
            value: devices(numbers)[0]
            for value, numbers in source.results.items()
            if not _is_unwritten(value)
        }
        self._steps = [each for each in execution.steps if not each.label.endswith(" ttnn.empty")]

    def blamed(self, op: Operation) -> tuple[Step | None, str]:
        """Return the call that computes `op` wrongly. If no call computes `op`, return a call that
        shows this.

        Also return a note for the report.
        """
        (result,) = op.results
        for use in result.uses:
            if step := self._without(op, result, use.operation):
                return step, f"left out, as {named(use.operation)} shows"
        found = [step for step in self._steps if self._may_be(step, op, result)]
        return max(found, key=lambda step: self._likeness(step, op), default=None), ""

    def error(self, op: Operation, step: Step) -> float:
        """Return the error of a call's result if it is taken as the result of `op`. It is infinite
        if the numbers of elements differ.
        """
        (result,) = op.results
        if devices(step.value)[0].size != self._known[result].size:
            return inf
        return difference(self._source.results[result], counterpart_value(result, step))

    def _may_be(self, step: Step, op: Operation, result: SSAValue) -> bool:
        """Whether a call may compute `op`: its numbers are new, and it reads the operands of `op`.

        If `op` has no operands, the call must read no values. The call must return as many numbers
        as `op`, unless the function has the name of `op`.
        """
        if self._is_known(step.value):
            return False
        if not self._read(op):
            return not step.read
        if self._is_namesake(step, op):
            return True
        return (
            devices(step.value)[0].size == self._known[result].size and self._shared(step, op) > 0
        )

    def _likeness(self, step: Step, op: Operation) -> tuple[int, bool, int, float]:
        shared = self._shared(step, op)
        foreign = len(step.read) - shared
        return shared, self._is_namesake(step, op), -foreign, -self.error(op, step)

    def _read(self, op: Operation) -> list[SSAValue]:
        """Return the operands of `op` whose values are known. Destinations have no known value."""
        return [each for each in op.operands if each in self._known]

    def _shared(self, step: Step, op: Operation) -> int:
        """Return the number of operands of `op` that the call `step` reads."""
        held = [self._known[each] for each in self._read(op)]
        return sum(any(_is_same(a, devices(b)[0]) for b in step.read) for a in held)

    def _is_known(self, value: Value) -> bool:
        numbers = devices(value)[0]
        return any(_is_same(each, numbers) for each in self._known.values())

    def _is_namesake(self, step: Step, op: Operation) -> bool:
        return step.label.rpartition(".")[2] == op.name.rpartition(".")[2]

    def _without(self, op: Operation, result: SSAValue, user: Operation) -> Step | None:
        """Return the call that computes `user` correctly if `op` is skipped, so that it returns its
        operand; otherwise None.
        """
        if not is_compared(user) or len(user.results) != 1 or not reference.is_function(user):
            return None
        for passed in self._read(op):
            if shape_of(passed) != shape_of(result):
                continue

            def held(each: SSAValue, passed: SSAValue = passed) -> Value:
                return self._source.results[passed if each is result else each]

            try:
                made = reference.compute(user, held, self._source.mesh)[0]
            except OperationError:
                continue
            for step in self._steps:
                if _is_same(devices(made)[0], devices(step.value)[0]):
                    return step
        return None


def again(
    found: Mapping[SSAValue, Step], execution: Execution, other: Execution
) -> dict[SSAValue, Step]:
    """Return the map of values to steps in `found` for another run of the same program.

    It is empty if that run has other steps.
    """
    if len(execution.steps) != len(other.steps):
        return {}
    numbers = {id(step): number for number, step in enumerate(execution.steps)}
    return {value: other.steps[numbers[id(step)]] for value, step in found.items()}


def _is_unwritten(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and value.owner.name in ("tensor.empty", "ttir.alloc")


def _is_same(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two arrays have equal numbers, in any shape."""
    return first.size == second.size and difference(first.ravel(), second.ravel()) <= EXACT
