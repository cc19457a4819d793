"""The report of one compilation: a self-contained page that shows the effect of each pass.

recorder = CompilationRecorder()
with recorder.watching(context):
    ...  # run passes with `recorder` as instrumentation and as observer of actions
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
from ttmlir_py.runtime import SimulationError

Json = dict[str, Any]


@dataclass(frozen=True)
class Heading:
    """The heading of a report: the input's name, the command, the version, and whether it
    succeeded.
    """

    input_name: str
    command: str
    version: str
    succeeded: bool


def report_page(recorder: CompilationRecorder, result: Operation | None, heading: Heading) -> str:
    """Return the text of the page. `result` is the module after the last pass, or None if parsing
    failed.
    """
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
    """Return the schedules of a module, and a problem or None.

    There are no schedules unless the module is ready for TTNN's runtime. If it is almost ready, the
    problem says why it is not.
    """
    if not isinstance(result, ModuleOp) or not _is_ttnn(result.walk()):
        return [], None
    from ttmlir_py import compiler
    from ttmlir_py.explorer.schedule import schedules
    from ttmlir_py.runtime.binary import TTNNBinary
    from ttmlir_py.schemas import BinaryError

    try:
        return list(schedules(TTNNBinary.load(compiler.translate(result)))), None
    except (CompilationError, SimulationError, BinaryError) as error:
        return [], f"The program cannot be followed:\n{error}"


def _is_ttnn(ops: Iterable[Operation]) -> bool:
    names = {op.name.partition(".")[0] for op in ops}
    return "ttnn" in names and "ttir" not in names
