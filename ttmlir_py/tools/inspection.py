"""Instrumentation of a `ttopt` run: IR dumps, timing, statistics, reproducers and actions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TextIO, TypeVar

from ttmlir_py.passes.registry import PASSES, foreign_passes
from ttmlir_py.tools.driver import (
    CommandLine,
    Flag,
    ToolError,
    display_name,
    version_text,
    write_output,
)

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from ttmlir_py.explorer.recording import CompilationRecorder
    from ttmlir_py.ir.actions import ActionHandler, ActionObserver
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.memo import Kinds
    from ttmlir_py.ir.writing.printer import PrintOptions
    from ttmlir_py.passes.running.action_observers import DebugCounters, Place
    from ttmlir_py.passes.running.instrumentation import IRPrinting, Timing
    from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager
    from ttmlir_py.passes.running.reproducer import CrashReproducer, ReproducerFile
    from ttmlir_py.validation import Verdict

INSPECTION_FLAGS = {
    "log-actions-to": Flag("Log passes and patterns as they are run to a file", "filename"),
    "log-mlir-actions-filter": Flag(
        "Log only actions on operations with these locations", "file:line:column,..."
    ),
    "mlir-debug-counter": Flag(
        (
            "Skip the first M actions of a kind, execute the next N, and skip all others: "
            "apply-pattern-skip=M,apply-pattern-count=N"
        ),
        "kind-skip=M,kind-count=N",
    ),
    "mlir-generate-reproducer": Flag(
        "Write the input and the pipeline to a file for --run-reproducer", "filename"
    ),
    "mlir-output-format": Flag("Format of times", "text|json", "text"),
    "mlir-pass-pipeline-crash-reproducer": Flag(
        "Write a file for --run-reproducer if a pass fails or crashes", "filename"
    ),
    "mlir-pass-pipeline-local-reproducer": Flag(
        "In that file, write the IR before the failing pass, and only this pass"
    ),
    "mlir-pass-statistics": Flag("Print the statistics of passes"),
    "mlir-pass-statistics-display": Flag(
        "Show statistics as a list, or nested like the pipeline", "list|pipeline", "pipeline"
    ),
    "mlir-print-debug-counter": Flag("Print the counters of --mlir-debug-counter"),
    "mlir-print-ir-after": Flag("Print IR after these passes", "pass,...", takes_next=False),
    "mlir-print-ir-after-all": Flag("Print IR after each pass"),
    "mlir-print-ir-after-change": Flag("Print a dump after a pass only if the IR has changed"),
    "mlir-print-ir-after-failure": Flag("Print IR after a pass only if the pass failed"),
    "mlir-print-ir-before": Flag("Print IR before these passes", "pass,...", takes_next=False),
    "mlir-print-ir-before-all": Flag("Print IR before each pass"),
    "mlir-print-ir-module-scope": Flag("Always dump the top-level operation"),
    "mlir-print-ir-tree-dir": Flag("Write each IR dump into a file below this folder", "folder"),
    "mlir-timing": Flag("Print execution times"),
    "mlir-timing-display": Flag("Show times as a list or tree", "list|tree", "tree"),
    "profile-actions-to": Flag(
        "Write when passes and patterns run to a file, as a trace for Chrome or Perfetto",
        "filename",
    ),
    "report": Flag(
        "Write an HTML page that shows what each pass did, also if the compilation fails",
        "filename",
    ),
    "report-times": Flag(
        "Show times in the page of --report; without times, the same input gives the same page",
        default="true",
    ),
}

_ACTION_FILES = ("log-actions-to", "profile-actions-to")

ResultT = TypeVar("ResultT")
ParametersT = ParamSpec("ParametersT")


@dataclass(eq=False, repr=False)
class Inspection:
    """The instrumentation that the flags request, for all chunks of an input.

    `print_options` apply to IR dumps.
    """

    line: CommandLine
    print_options: PrintOptions
    timing: Timing | None = None
    _dumps: IRPrinting | None = None
    _actions: ActionHandler | None = None
    _files: ExitStack = field(default_factory=ExitStack)
    _counters: DebugCounters | None = None
    _recorder: CompilationRecorder | None = None

    def __post_init__(self) -> None:
        if self.line.text("report"):
            self._recorder = _recorder(self.line, self.print_options)
        if self.line.flag("mlir-timing"):
            from ttmlir_py.passes.running.instrumentation import Timing

            self.timing = Timing()
        self.line.choice("mlir-output-format", ("text", "json"))
        self.line.choice("mlir-timing-display", ("tree", "list"))
        self.line.choice("mlir-pass-statistics-display", ("pipeline", "list"))
        self._dumps = _dumps(self.line, self.print_options)
        self._actions = self._action_handler()

    def attach(self, context: MlirContext) -> None:
        """Connect the instrumentation to a context."""
        context.actions = self._actions
        context.diagnostics.print_options = self.print_options
        context.diagnostics.print_stack_trace_on_diagnostic = self.line.flag(
            "mlir-print-stacktrace-on-diagnostic"
        )
        if any(self.line.text(name) for name in _ACTION_FILES):
            sys.stderr.write("ExecutionContext registered on the context\n")

    @contextmanager
    def recorded(self, text: str, context: MlirContext) -> Generator[list[Operation]]:
        """Yield a list to which the block adds the parsed operation, and write the requested report
        after it.

        The report is also written if the block raises, and exceptions pass through.
        """
        parsed: list[Operation] = []
        recorder = self._recorder
        if recorder is None:
            yield parsed
            return
        recorder.record_input(text)
        succeeded = False
        try:
            with recorder.watching(context):
                yield parsed
            succeeded = True
        except Exception as error:
            recorder.record_failure(error)
            raise
        finally:
            self._write_report(recorder, parsed, succeeded)

    def record_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Add validation results to the report, if a report is requested."""
        if self._recorder is not None:
            self._recorder.record_verdicts([verdict.as_dict() for verdict in verdicts])

    def _write_report(
        self, recorder: CompilationRecorder, parsed: list[Operation], succeeded: bool
    ) -> None:
        from ttmlir_py.explorer.report import Heading, report_page

        line = self.line
        name = display_name(line.input_file())
        heading = Heading(
            name, line.command(), version_text(), succeeded and not recorder.has_errors
        )
        page = report_page(recorder, parsed[0] if parsed else None, heading)
        write_output(line.text("report"), page)

    def timed(
        self,
        name: str,
        work: Callable[ParametersT, ResultT],
        *args: ParametersT.args,
        **kwargs: ParametersT.kwargs,
    ) -> ResultT:
        """Return `work(*args, **kwargs)`, and add a line called `name` to the timing report."""
        if self.timing is None:
            return work(*args, **kwargs)
        self.timing.start(name)
        try:
            return work(*args, **kwargs)
        finally:
            self.timing.stop()

    def run(
        self,
        pipeline: OpPassManager,
        op: Operation,
        context: MlirContext,
        verify_each: bool,
        others: Sequence[Instrumentation] = (),
        *,
        verified: bool,
        kinds: Kinds,
    ) -> None:
        """Run a pipeline with this instrumentation and `others`.

        `verified` states that `op` was verified and has not changed since. `kinds` holds the known
        kinds of the operations inside `op`.
        """
        from ttmlir_py.compiler import PassManager

        line = self.line
        if path := line.text("mlir-generate-reproducer"):
            _generate_reproducer(self._reproducer_file(path, verify_each), pipeline, op)
        reproducer = self._crash_reproducer(context, verify_each)
        watchers: list[Instrumentation | None] = [
            self._dumps,
            self.timing,
            reproducer,
            self._recorder,
        ]
        manager = PassManager(
            pipeline,
            context=context,
            verify_each=verify_each,
            instrumentations=[*filter(None, watchers), *others],
        )
        try:
            with ExitStack() as guards:
                if reproducer is not None:
                    guards.enter_context(reproducer.guard(pipeline, op))
                manager.run(op, verified=verified, kinds=kinds)
        finally:
            if line.flag("mlir-pass-statistics"):
                as_list = line.text("mlir-pass-statistics-display") == "list"
                sys.stderr.write(manager.statistics(as_list=as_list))

    def close(self) -> None:
        """Close the files that are written during the run. Raises ToolError if that fails."""
        with _writing("the log of actions"):
            self._files.close()

    def report(self) -> None:
        """Write the reports that are written after the run, such as timing and statistics."""
        if self._counters is not None and self.line.flag("mlir-print-debug-counter"):
            sys.stderr.write(self._counters.report())
        if self.timing is not None:
            as_list = self.line.text("mlir-timing-display") == "list"
            as_json = self.line.text("mlir-output-format") == "json"
            sys.stderr.write(self.timing.report(as_list=as_list, as_json=as_json))

    def _reproducer_file(self, path: str, verify_each: bool) -> ReproducerFile:
        from ttmlir_py.passes.running.reproducer import ReproducerFile

        threading = self.line.flag("mlir-disable-threading")
        return ReproducerFile(path, _try_write, self.print_options, verify_each, threading)

    def _crash_reproducer(self, context: MlirContext, verify_each: bool) -> CrashReproducer | None:
        name = "mlir-pass-pipeline-crash-reproducer"
        if self.line.last(name) is None:
            return None
        from ttmlir_py.passes.running.reproducer import CrashReproducer

        file = self._reproducer_file(self.line.text(name), verify_each)
        local = self.line.flag("mlir-pass-pipeline-local-reproducer")
        return CrashReproducer(file, context.diagnostics, local)

    def _action_handler(self) -> ActionHandler | None:
        """Return the handler of MLIR actions, or None if no flag needs one."""
        line = self.line
        counting = any(
            line.last(name) for name in ("mlir-debug-counter", "mlir-print-debug-counter")
        )
        if not (counting or self._recorder or any(line.text(name) for name in _ACTION_FILES)):
            return None
        from ttmlir_py.ir.actions import ActionHandler
        from ttmlir_py.passes.running.action_observers import DebugCounters

        observers = self._action_observers()
        if not counting:
            return ActionHandler(observers)
        try:
            self._counters = DebugCounters.parse(line.items("mlir-debug-counter"))
        except ValueError as error:
            raise ToolError(f"error: {error}") from None
        return ActionHandler(observers, self._counters.allows)

    def _action_observers(self) -> list[ActionObserver]:
        from ttmlir_py.passes.running.action_observers import ActionLogger, ActionProfiler

        observers: list[ActionObserver] = []
        if path := self.line.text("log-actions-to"):
            write = self._log_file(path, "log-actions-to")
            observers.append(ActionLogger(write, self.line.program[:15], self._places()))
        if path := self.line.text("profile-actions-to"):
            write = self._log_file(path, "profile-actions-to")
            profiler = ActionProfiler(write)
            self._files.callback(profiler.finish)
            observers.append(profiler)
        if self._recorder is not None:
            observers.append(self._recorder)
        return observers

    def _log_file(self, path: str, flag: str) -> Callable[[str], object]:
        """Return a function that writes to a file during the run, or to standard output for `-`.

        Raises ToolError if the file cannot be written.
        """
        stream: TextIO = sys.stdout
        if path != "-":
            try:
                stream = self._files.enter_context(_opened(path))
            except OSError as error:
                problem = f"cannot open output file '{path}': {error.strerror}"
                raise ToolError(f"error: Opening file for --{flag} failed: {problem}") from None

        def write(text: str) -> None:
            with _writing(f"'{path}'"):
                stream.write(text)
                if stream is sys.stdout:
                    stream.flush()  # the tool's own output bypasses the buffer of this stream

        return write

    def _places(self) -> list[Place]:
        from ttmlir_py.passes.running.action_observers import Place

        name = "log-mlir-actions-filter"
        try:
            return [Place.parse(text) for text in self.line.items(name)]
        except ValueError as error:
            raise self.line.bad_value(name, str(error)) from None


def _recorder(line: CommandLine, print_options: PrintOptions) -> CompilationRecorder:
    from ttmlir_py.explorer.recording import CompilationRecorder

    if line.last("split-input-file"):
        raise line.bad_value("report", "one page cannot show the compilation of several inputs")
    return CompilationRecorder(print_options, times=line.flag("report-times", True))


def _opened(path: str) -> TextIO:
    from pathlib import Path

    return Path(path).open("w", encoding="utf-8", errors="surrogateescape")


def _generate_reproducer(file: ReproducerFile, pipeline: OpPassManager, op: Operation) -> None:
    problem = file.write(file.path, file.text(op, pipeline.merged_texts()))
    if problem is not None:
        raise ToolError(problem)


def _pass_list(line: CommandLine, when: str) -> frozenset[str] | None:
    """Return the names of the passes before or after which IR is dumped; None for all passes."""
    if line.flag(f"mlir-print-ir-{when}-all"):
        return None
    if when == "after" and line.flag("mlir-print-ir-after-failure"):
        return None
    flag = f"mlir-print-ir-{when}"
    names = line.items(flag)
    for name in names:
        if name not in PASSES and name not in foreign_passes():
            raise line.bad_value(flag, f"Cannot find option named '{name}'!")
    return frozenset(names)


def _dumps(line: CommandLine, print_options: PrintOptions) -> IRPrinting | None:
    """Return the IR dumps that the flags request, or None."""
    before, after = _pass_list(line, "before"), _pass_list(line, "after")
    if not (before is None or after is None or before or after):
        return None
    from ttmlir_py.passes.running.instrumentation import DumpOptions, IRPrinting
    from ttmlir_py.passes.running.ir_tree import IRTree

    options = DumpOptions(
        before,
        after,
        only_on_change=line.flag("mlir-print-ir-after-change"),
        only_on_failure=line.flag("mlir-print-ir-after-failure"),
        module_scope=line.flag("mlir-print-ir-module-scope"),
        verified=line.flag("verify-each", True),
    )
    folder = line.text("mlir-print-ir-tree-dir")
    tree = IRTree(folder, partial(_write_below, folder)) if folder else None
    return IRPrinting(options, print_options, tree=tree)


def _write_below(root: str, path: str, text: str) -> None:
    """Write a file below the folder `root`, creating folders as needed."""
    folders = os.path.relpath(os.path.dirname(path), root).split(os.sep)
    folder = root
    for name in ("", *folders):
        folder = os.path.join(folder, name) if name else folder
        try:
            os.mkdir(folder)
        except FileExistsError:
            pass
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise ToolError(f"Error while creating directory {folder}: {problem}") from None
    if (problem := _try_write(path, text)) is not None:
        raise ToolError(f"Error opening output file {path}: {problem}")


def _try_write(path: str, text: str) -> str | None:
    """Write a file. Return an error message, or None on success."""
    try:
        write_output(path, text)
    except ToolError as error:
        return str(error)
    return None


@contextmanager
def _writing(what: str) -> Generator[None]:
    """Convert operating system errors in the block to ToolError. `what` names what is written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ToolError(f"cannot write {what}: {error.strerror}") from None
