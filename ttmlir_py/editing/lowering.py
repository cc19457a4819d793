"""Compile a text, and report its warnings and the time and memory of its operations.

This runs in a process of its own, so that an editor stays responsive while a model compiles:
`python -m ttmlir_py.editing.lowering` reads the text from stdin and writes a `Report` as JSON.
"""

import json
import re
import sys
from dataclasses import asdict
from typing import Any

from ttmlir_py import compiler
from ttmlir_py.editing.analysis import Lines, Part, analyse, read_parts
from ttmlir_py.editing.costs import Cost, Report
from ttmlir_py.frontends.levels import Level, lower
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic, OperationError, Severity
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.schemas import BinaryError
from ttmlir_py.ttrt.perf_model import Machine, estimate_program

MAX_OPERATIONS = 20_000
"""Modules with more operations than this are not compiled for an editor."""
_PLACE = re.compile(r'loc\("<text>":(\d+):(\d+)\)')


def report(text: str, revision: str | None = None) -> Report:
    """Compile `text` for the default card, and return the warnings and costs of its operations.

    `revision` is that of the text; by default it is detected.
    """
    found = Report()
    for part in analyse(read_parts(Lines().read(text)), revision=revision).parts:
        _report(part, found)
    return found


def _report(part: Part, found: Report) -> None:
    module, context = part.module, part.context
    has_errors = any(each.severity is Severity.ERROR for each in part.problems)
    if module is None or context is None or has_errors:
        found.error = "the text has errors"
        return
    if sum(1 for _ in module.walk()) > MAX_OPERATIONS:
        found.error = f"more than {MAX_OPERATIONS:,} operations"
        return
    engine = context.diagnostics
    with engine.collect() as diagnostics, engine.run():
        try:
            lower(module, Level.TTNN, context, options={})
            binary = compiler.translate(module, context=context)
        except (CompilationError, OperationError, ValueError, LookupError) as error:
            found.error = str(error).partition("\n")[0] or "the text does not compile"
            binary = b""
    found.warnings += [_as_json(part, each) for each in diagnostics]
    if binary:
        _estimate(part, TTNNBinary.load(binary), found)


def _as_json(part: Part, diagnostic: Diagnostic) -> dict[str, Any]:
    problem = part.problem(diagnostic)
    return {
        "line": problem.line,
        "start": problem.start,
        "end": problem.end,
        "severity": problem.severity.value,
        "message": problem.message,
    }


def _estimate(part: Part, binary: TTNNBinary, found: Report) -> None:
    for program in binary.programs:
        try:
            machine = Machine.of(binary.system_desc)
            for each in estimate_program(program, machine):
                cost = _cost(part, each.operation.location, found.costs)
                found.nanoseconds += each.duration
                if cost is not None:
                    if each.duration >= cost.nanoseconds:
                        cost.bound = each.bound
                    cost.nanoseconds += each.duration
                    cost.operations.append(each.operation.label)
            tracker = MemoryTracker(binary.system_desc)
            tracker.follow(program)
        except (SimulationError, BinaryError) as error:
            found.error = str(error)
            continue
        for row in tracker.report.rows:
            cost = _cost(part, row.operation.location, found.costs)
            if cost is not None:
                cost.l1 = max(cost.l1, row.during["L1"])


def _cost(part: Part, location: str, costs: dict[str, Cost]) -> Cost | None:
    """Return the entry of the operation of the text at `location`, or None."""
    match = _PLACE.search(location)
    if match is None:
        return None
    key = f"{int(match[1]) - 1 + part.first_line}:{int(match[2]) - 1}"
    return costs.setdefault(key, Cost())


def main() -> int:
    """Write the report on the text of stdin to stdout. The revision may be an argument."""
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    json.dump(asdict(report(text, *sys.argv[1:])), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
