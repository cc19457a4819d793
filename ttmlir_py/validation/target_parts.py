"""Extraction of the compiled part of some source operations from a TTNN program."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.testcase_reduction.cutting import extract
from ttmlir_py.validation.checking import Source
from ttmlir_py.validation.counterparts import counterparts, counterparts_by_value
from ttmlir_py.validation.execution import Asked, Lowered, Places, of_name


@dataclass(frozen=True)
class CompiledPart:
    """Some source operations as a program, their compiled program, and the values that both
    take.
    """

    source: ModuleOp
    target: ModuleOp
    taken: Sequence[SSAValue]


@dataclass
class CompiledParts:
    """A source function and its TTNN program, with pairs of values known to be equal."""

    source: Source
    target: ModuleOp

    def __post_init__(self) -> None:
        name = self.source.function.sym_name.data
        execution = Lowered(self.target.clone()).run(name, self.source.inputs, Asked())
        steps = counterparts(self.source, execution, Places(self.source.operations, by_text=True))
        steps = steps or counterparts_by_value(self.source, execution)
        ops = [op for op in self._function.body.block.ops if not isinstance(op, ReturnOp)]
        ours = self.source.function.body.block
        theirs = self._function.body.block
        self._pairs: dict[SSAValue, SSAValue] = dict(zip(ours.args, theirs.args, strict=True))
        for value, step in steps.items():
            if step.index is not None and len(ops[step.index].results) == 1:
                self._pairs[value] = ops[step.index].results[0]
        if ours.last_op is not None and theirs.last_op is not None:
            self._pairs |= zip(ours.last_op.operands, theirs.last_op.operands, strict=True)

    @cached_property
    def _function(self) -> FuncOp:
        functions = [op for op in self.target.walk() if isinstance(op, FuncOp)]
        named = [(each.sym_name.data, each) for each in functions]
        return of_name(named, self.source.function.sym_name.data, 0)

    def of(self, chosen: Collection[Operation]) -> CompiledPart | None:
        """Return the operations `chosen` and the target's operations between the same values.

        Return None if these values are unknown.
        """
        made = [value for op in chosen for value in op.results]
        returned = [each for each in made if self._is_read_outside(each, chosen)]
        if not returned or any(each not in self._pairs for each in returned):
            return None
        _, taken = extract(self.source.function, chosen, returned=returned)
        ends = {theirs: ours for ours, theirs in self._pairs.items() if ours not in made}
        compiled, begins = self._between(ends, [self._pairs[each] for each in returned])
        taken += [each for each in map(ends.__getitem__, begins) if each not in taken]
        if any(each not in self._pairs for each in taken):
            return None
        part, _ = extract(self.source.function, chosen, taken, returned)
        theirs = ([self._pairs[each] for each in values] for values in (taken, returned))
        target, _ = extract(self._function, compiled, *theirs)
        return CompiledPart(part, target, taken)

    def _is_read_outside(self, value: SSAValue, chosen: Collection[Operation]) -> bool:
        return not value.uses or any(use.operation not in chosen for use in value.uses)

    def _between(
        self, ends: Collection[SSAValue], returned: Sequence[SSAValue]
    ) -> tuple[set[Operation], list[SSAValue]]:
        """Return the operations from which `returned` is computed, starting at the values `ends`.
        Also return those of `ends` that are used.
        """
        found, begins, left = set[Operation](), list[SSAValue](), list(returned)
        while left:
            value = left.pop()
            if value in ends:
                begins.append(value)
            elif isinstance(value.owner, Operation) and value.owner not in found:
                found.add(value.owner)
                left += value.owner.operands
        return found, begins
