"""The order in which the operations of a program with loops run.

A loop has three control operations. `BeginLoopOp` and `EndLoopOp` enclose the operations that
repeat, and `ExitLoopOp` leaves the loop if its condition is 0.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.operation import Operation

BEGIN: Final = "BeginLoopOp"
EXIT: Final = "ExitLoopOp"
END: Final = "EndLoopOp"
MOST_ITERATIONS: Final = 1 << 16
"""The number of iterations after which a run gives up, because the loop may never end."""

Jumps = dict[int, int]
"""Maps the index of each operation that may jump to the index where the run continues."""


def jumps(operations: Sequence[Operation]) -> Jumps:
    """Return the jumps of a program: from `EndLoopOp` to the start, and from `ExitLoopOp` behind
    the end. Raises `SimulationError` for loops that are not nested.
    """
    found: Jumps = {}
    open_loops: list[tuple[int, int, list[int]]] = []
    for operation in operations:
        if operation.op_type not in (BEGIN, EXIT, END):
            continue
        number = operation.view.require("type").loop
        if operation.op_type == BEGIN:
            open_loops.append((number, operation.index, []))
        elif not open_loops or open_loops[-1][0] != number:
            raise SimulationError(f"{operation.label} does not belong to the innermost loop")
        elif operation.op_type == EXIT:
            open_loops[-1][2].append(operation.index)
        else:
            _, start, exits = open_loops.pop()
            found[operation.index] = start
            found.update(dict.fromkeys(exits, operation.index + 1))
    if open_loops:
        raise SimulationError("a loop has no end")
    return found


def ordered(
    operations: Sequence[Operation], jumps: Jumps, holds: Callable[[Operation], bool | None]
) -> Iterator[Operation]:
    """Yield the operations in the order in which they run.

    `holds` returns the condition of an `ExitLoopOp` that was yielded, or None if no values are
    computed. The loop then runs once. Raises `SimulationError` for a loop that does not end.
    """
    index = 0
    iterations: dict[int, int] = {}
    once: set[int] = set()
    while index < len(operations):
        operation = operations[index]
        yield operation
        target = jumps.get(index)
        index += 1
        if target is None:
            if operation.op_type == BEGIN:
                iterations[operation.index] = 0
            continue
        if operation.op_type == EXIT:
            goes_on = holds(operation)
            if goes_on is None:
                goes_on = operation.index not in once
                once ^= {operation.index}
            if not goes_on:
                index = target
            continue
        iterations[target] += 1
        if iterations[target] >= MOST_ITERATIONS:
            raise SimulationError(f"the loop has not ended after {MOST_ITERATIONS} iterations")
        index = target + 1
