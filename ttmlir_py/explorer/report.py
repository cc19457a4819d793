"""The report of one compilation: a page that shows what each pass did, in one file that needs nothing else.

recorder = CompilationRecorder()
with recorder.watching(context):
    ...  # parse and run passes, with `recorder` as an instrumentation and as an observer of actions
write_file("report.html", report_page(recorder, module, heading))
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.explorer.pages import self_contained
from ttmlir_py.explorer.recording import ELIDED_ELEMENTS, CompilationRecorder
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp

Json = dict[str, Any]


@dataclass(frozen=True)
class Heading:
    """What stands above a report: the input's name, the command, the version, and whether the compilation succeeded."""

    input_name: str
    command: str
    version: str
    succeeded: bool


def report_page(recorder: CompilationRecorder, result: Operation | None, heading: Heading) -> str:
    """The text of the page; `result` is what the last pass left, None if nothing could be parsed."""
    programs, problem = _programs(result) if heading.succeeded else ([], None)
    data = {
        "input_name": heading.input_name,
        "command": heading.command,
        "version": heading.version,
        "outcome": "ok" if heading.succeeded else "failed",
        "elided": ELIDED_ELEMENTS,
        "programs": programs,
        "schedule_problem": problem,
        **recorder.as_dict(),
    }
    return self_contained("report.html", data, f"{heading.input_name}: compilation report")


def _programs(result: Operation | None) -> tuple[list[Json], str | None]:
    """The schedules of a module that is ready for TTNN's runtime, and why there are none where it is nearly so."""
    if not isinstance(result, ModuleOp) or not _is_ttnn(result.walk()):
        return [], None
    from ttmlir_py import compiler
    from ttmlir_py.explorer.schedule import schedules
    from ttmlir_py.runtime import SimulationError
    from ttmlir_py.runtime.binary import TTNNBinary
    from ttmlir_py.schemas import BinaryError

    try:
        return list(schedules(TTNNBinary.load(compiler.translate(result)))), None
    except (CompilationError, SimulationError, BinaryError) as error:
        return [], f"The program cannot be followed:\n{error}"


def _is_ttnn(ops: Iterable[Operation]) -> bool:
    names = {op.name.partition(".")[0] for op in ops}
    return "ttnn" in names and "ttir" not in names
