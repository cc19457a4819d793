"""Detection of faulty kernels in the simulator.

The compiled program has the source's semantics, but its run gave another result.
"""

from collections.abc import Collection
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.dialects.func import ReturnOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.reference.numbers import converted
from ttmlir_py.reference.programs import Lookup, Value, mapped
from ttmlir_py.validation.checking import Comparison, counterpart_value
from ttmlir_py.validation.execution import Step
from ttmlir_py.validation.lowered_meanings import has_meaning, meaning
from ttmlir_py.validation.numbers import EXACT, devices, difference


@dataclass
class Replay:
    """A TTNN function that ran, with its operations recomputed by TTIR's reference semantics."""

    block: Block
    comparison: Comparison

    def __post_init__(self) -> None:
        steps = {each.index: each for each in self.comparison.execution.steps}
        ops = (op for op in self.block.ops if not isinstance(op, ReturnOp))
        self._steps = {op: steps[index] for index, op in enumerate(ops) if index in steps}
        self._arguments: dict[SSAValue, int] = {each: each.index for each in self.block.args}
        self._made: dict[Operation, Value] = {}

    def wrong_kernel(self, wrong: Operation, again: Collection[Operation]) -> str:
        """Return the kernel, such as `EltwiseOp(Relu)`, that alone causes the fault of a source
        operation.

        That is the case if the source's result follows when the operations in `again` are
        recomputed from the run's values. Return an empty string if there is no such kernel.
        """
        (result,) = wrong.results
        last = self.comparison.steps.get(result)
        op = next((each for each, step in self._steps.items() if step is last), None)
        if op is None or last is None:
            return ""
        try:
            made = Step(last.place, last.label, self._again(op, again))
            expected = self.comparison.expected(wrong, result)
            if difference(expected, counterpart_value(result, made)) > EXACT:
                return ""
            wrong_ones = (self._steps[each].label for each in again if self._differs(each))
            return next(wrong_ones, "")
        except (KeyError, OperationError, ValueError):
            return ""

    def _again(self, op: Operation, again: Collection[Operation]) -> Value:
        """Return the result of `op` after the operations on which it depends were recomputed."""
        if op not in again or not has_meaning(op):
            return self._steps[op].value
        if op not in self._made:

            def held(value: SSAValue) -> Value:
                owner = value.owner
                is_made = isinstance(owner, Operation)
                return self._again(owner, again) if is_made else self._held(value)

            self._made[op] = self._meaning(op, held)
        return self._made[op]

    def _differs(self, op: Operation) -> bool:
        """Whether the result of `op` in the run differs from its reference result for the same
        operands.
        """
        if op not in self._steps or not has_meaning(op):
            return False
        return difference(self._meaning(op, self._held), self._steps[op].value) > EXACT

    def _meaning(self, op: Operation, held: Lookup) -> Value:
        """Return the reference result of `op` in its data format, which may be narrower than its
        type.

        Raises OperationError.
        """
        (stored, *_) = devices(self._steps[op].value)
        if stored.dtype.kind == "f":
            return meaning(op, held)
        sign = Signedness.SIGNED if stored.dtype.kind == "i" else Signedness.UNSIGNED
        format_ = IntegerType(8 * stored.dtype.itemsize, sign)
        return mapped(lambda x: converted(x, format_), meaning(op, held))

    def _held(self, value: SSAValue) -> Value:
        """Return the value that the run recorded for `value`. Raises KeyError if it recorded no
        value.
        """
        if isinstance(value.owner, Operation):
            return self._steps[value.owner].value
        element = tensor_type(value).element_type
        argument = self.comparison.argument(self._arguments[value])
        return mapped(lambda x: converted(x, element), argument)
