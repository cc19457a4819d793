"""The steps of a target that compute the values of a source, found by location or by value."""

from xdsl.ir import SSAValue

from ttmlir_py.validation.checking import Source, counterpart_value, is_compared
from ttmlir_py.validation.execution import Execution, Places, Step
from ttmlir_py.validation.memory import read_operands
from ttmlir_py.validation.numbers import EXACT, devices, difference, digest


def counterparts(source: Source, execution: Execution, places: Places) -> dict[SSAValue, Step]:
    """Map each source value to its step: the last step at its operation's location with the same
    number of elements.

    If only some steps have the location's name, the others are parts of operations, such as the
    transposition of an operand. They count only if they have the value. If operations share a
    location, a step with the value comes first, because compilers reorder operations. A step with
    the value of another one of them does not count.
    """
    by_number: dict[int, list[Step]] = {}
    parts = set[int]()
    for step in execution.steps:
        if step.label.startswith("EmptyOp"):  # its numbers are not a result
            continue
        number = places.number(step.place)
        if number is not None:
            by_number.setdefault(number, []).append(step)
            if places.is_renamed(step.place):
                parts.add(id(step))
    if len(parts) == sum(map(len, by_number.values())):
        parts.clear()
    found: dict[SSAValue, Step] = {}
    operations = list(source.operations)
    for number, op in enumerate(operations):
        if len(op.results) != 1 or not is_compared(op):
            continue
        (result,) = op.results
        steps = [s for s in reversed(by_number.get(number, [])) if _fits(result, source, s)]
        if steps and (others := places.sharing(number)):
            exact = [s for s in steps if _has_value(result, source, s)]
            values = () if exact else [v for n in others for v in operations[n].results]
            taken = {digest(source.results[v]) for v in values}
            steps = exact or [s for s in steps if digest(s.value) not in taken]
        for step in steps:
            if id(step) not in parts or _has_value(result, source, step):
                found[result] = step
                break
    return found


def counterparts_by_value(source: Source, execution: Execution) -> dict[SSAValue, Step]:
    """Map each source value to the step whose result has the same numbers.

    Steps after those of the value's operands are searched first, in order, and then earlier steps,
    the nearest first.
    """
    found: dict[SSAValue, Step] = {}
    places: dict[SSAValue, int] = {}
    for op in source.operations:
        if len(op.results) != 1 or not is_compared(op):
            continue
        (result,) = op.results
        start = 1 + max((places[each] for each in read_operands(op) if each in places), default=-1)
        for number in (*range(start, len(execution.steps)), *reversed(range(start))):
            step = execution.steps[number]
            if not _fits(result, source, step):
                continue
            if _has_value(result, source, step):
                found[result], places[result] = step, number
                break
    return found


def _has_value(result: SSAValue, source: Source, step: Step) -> bool:
    return difference(source.results[result], counterpart_value(result, step)) <= EXACT


def _fits(result: SSAValue, source: Source, step: Step) -> bool:
    ours, theirs = devices(source.results[result]), devices(step.value)
    return (ours[0].size == theirs[0].size and len(ours) % len(theirs) == 0) or (
        ours[0].size == theirs[0].size and len(theirs) % len(ours) == 0
    )
