"""`ttopt`: parse IR, run passes in command-line order, print IR; MLIR's `mlir-opt` for this project's dialects."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ttmlir_py.boards import BOARDS
from ttmlir_py.passes.registry import PASSES, PIPELINES, foreign_passes
from ttmlir_py.tools.driver import (
    COMMON_FLAGS,
    SPLIT_MARKER,
    WARNING_FLAGS,
    Chunk,
    CommandLine,
    Flag,
    ToolError,
    compile_input,
    print_information,
    run_tool,
    scan,
    write_output,
)

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.writing.printer import PrintOptions
    from ttmlir_py.passes.base import Instrumentation, OpPassManager
    from ttmlir_py.passes.running.instrumentation import Timing

FLAGS = COMMON_FLAGS | {
    "dump-pass-pipeline": Flag("Print the pipeline that will be run"),
    "mlir-disable-threading": Flag("Accepted for compatibility; passes never run in parallel"),
    "mlir-elide-elementsattrs-if-larger": Flag(
        "Elide elements attributes that have more elements than this", "uint"
    ),
    "mlir-elide-resource-strings-if-larger": Flag(
        "Leave out resources whose text has more characters than this", "uint"
    ),
    "mlir-pretty-debuginfo": Flag("With --mlir-print-debuginfo: locations without loc(...)"),
    "mlir-print-assume-verified": Flag("Print invalid operations in their own form, too"),
    "mlir-print-debuginfo": Flag("Print locations"),
    "mlir-print-elementsattrs-with-hex-if-larger": Flag(
        "Print elements attributes that have more elements than this as a hex string (-1: never)",
        "long",
        "100",
    ),
    "mlir-print-ir-after": Flag("Print IR after these passes", "pass,...", takes_next=False),
    "mlir-print-ir-after-all": Flag("Print IR after each pass"),
    "mlir-print-ir-after-change": Flag("Of the dumps after passes, print only those that changed"),
    "mlir-print-ir-after-failure": Flag("Print IR after a pass only if it failed"),
    "mlir-print-ir-before": Flag("Print IR before these passes", "pass,...", takes_next=False),
    "mlir-print-ir-before-all": Flag("Print IR before each pass"),
    "mlir-print-ir-module-scope": Flag("Always dump the top-level operation"),
    "mlir-print-local-scope": Flag("Print attributes, types and locations inline, without aliases"),
    "mlir-print-op-generic": Flag("Print operations in their generic form"),
    "mlir-print-op-on-diagnostic": Flag(
        "Show the operation in a note when a diagnostic is about one", default="true"
    ),
    "mlir-print-skip-regions": Flag("Print regions as {...}"),
    "mlir-print-stacktrace-on-diagnostic": Flag(
        "Show in a note where in the program each diagnostic comes from"
    ),
    "mlir-print-unique-ssa-ids": Flag("Number values uniquely over all regions"),
    "mlir-print-value-users": Flag("Print who uses each value as a comment"),
    "mlir-timing": Flag("Print execution times"),
    "mlir-timing-display": Flag("Show times as a list or tree", "list|tree", "tree"),
    "no-implicit-module": Flag("Do not wrap the input in a module"),
    "output-split-marker": Flag(
        "What separates the outputs of a split input", "string", SPLIT_MARKER
    ),
    "pass-pipeline": Flag("The passes to run, as builtin.module(a,func.func(b{x=1}))", "string"),
    "show-dialects": Flag("Print the names of the registered dialects"),
    "system-desc": Flag(f"Compile for this board: {', '.join(BOARDS)}", "name"),
    "ttnn-optimizer-report": Flag(
        "Explain the optimizer's choices in this file: JSON, or a table if it ends in .txt or is -",
        "filename",
    ),
    "verify-each": Flag("Verify after each pass", default="true"),
}

ALL_FLAGS = FLAGS | WARNING_FLAGS | {name: Flag("") for name in (*PASSES, *PIPELINES)}


ResultT = TypeVar("ResultT")
ParametersT = ParamSpec("ParametersT")


@dataclass(frozen=True, eq=False, repr=False)
class Session:
    """What stays the same for all chunks of an input."""

    line: CommandLine
    print_options: "PrintOptions"
    timing: "Timing | None"

    def timed(
        self,
        name: str,
        work: Callable[ParametersT, ResultT],
        *args: ParametersT.args,
        **kwargs: ParametersT.kwargs,
    ) -> ResultT:
        """Do some work, with a line in the timing report."""
        if self.timing is None:
            return work(*args, **kwargs)
        self.timing.start(name)
        try:
            return work(*args, **kwargs)
        finally:
            self.timing.stop()


def run(program: str, arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit code."""
    line = scan(program, arguments, _known_flags(arguments))
    if print_information(line, ALL_FLAGS, _help_text):
        return 0
    if line.flag("show-dialects"):
        from ttmlir_py.compiler import create_context

        names = ",".join(create_context().dialect_names())
        write_output("-", f"Available Dialects: {names}\n")
        return 0
    return _process(line)


def _known_flags(arguments: Sequence[str]) -> Mapping[str, Flag]:
    """All flags; passes of other packages are looked for only if one is not known without."""
    given = (each.lstrip("-").partition("=")[0] for each in arguments if each.startswith("-"))
    if all(name in ALL_FLAGS for name in given if name):
        return ALL_FLAGS
    return ALL_FLAGS | {flag: Flag("") for flag in foreign_passes()}


def _help_text(program: str) -> str:
    from ttmlir_py.tools.help import help_text

    return help_text(program, "ttmlir optimizer driver", "[options] <input file>", FLAGS)


def _process(line: CommandLine) -> int:
    """Run the passes on every chunk of the input and write what they give."""
    display = line.choice("mlir-timing-display", ("tree", "list"))
    session = Session(line, _print_options(line), _timing(line))
    code = compile_input(line, partial(_compile, session), SPLIT_MARKER)
    if session.timing is not None:
        sys.stderr.write(session.timing.report(as_list=display == "list"))
    return code


def _compile(session: Session, chunk: Chunk, context: "MlirContext") -> str:
    """Parse, run the passes, print."""
    from ttmlir_py.compiler import PassManager, parse_operation
    from ttmlir_py.ir.writing.printer import print_operation
    from ttmlir_py.passes.running.instrumentation import unverified_text

    line = session.line
    context.diagnostics.print_options = session.print_options
    context.diagnostics.print_stack_trace_on_diagnostic = line.flag(
        "mlir-print-stacktrace-on-diagnostic"
    )
    wrap = not line.flag("no-implicit-module")
    op = session.timed(
        "Parser",
        parse_operation,
        chunk.text,
        context,
        file_name=chunk.name,
        implicit_module=wrap,
    )
    if name := line.text("system-desc"):
        _set_system_desc(line, op, name)
    pipeline = _build_pipeline(line, op.name)
    if file_name := line.text("ttnn-optimizer-report"):
        _report_optimizer(line, pipeline, file_name)
    if line.flag("dump-pass-pipeline"):
        sys.stderr.write(f"Pass Manager with {len(pipeline.passes)} passes:\n{pipeline}\n\n")
    verify_each = line.flag("verify-each", True)
    PassManager(
        pipeline,
        context=context,
        verify_each=verify_each,
        instrumentations=_instrumentations(session),
    ).run(op)
    write = print_operation if verify_each else unverified_text
    return session.timed("Output", write, op, session.print_options) + "\n"


def _set_system_desc(line: CommandLine, op: "Operation", name: str) -> None:
    """Give the module the system description of a board, whatever it had."""
    from ttmlir_py.compiler import system_desc

    if op.name != "builtin.module":
        raise line.bad_value("system-desc", f"'{op.name}' is no module")
    try:
        description = system_desc(name)
    except ValueError as error:
        raise line.bad_value("system-desc", str(error)) from None
    op.attributes[description.name] = description


def _build_pipeline(line: CommandLine, anchor: str) -> "OpPassManager":
    """The pass manager that the flags describe; ToolError in MLIR's words."""
    from ttmlir_py.passes.base import OpPassManager, OptionError
    from ttmlir_py.passes.running.manager import add_flag, build_pipeline
    from ttmlir_py.passes.running.pipeline_text import PipelineError

    own = FLAGS | WARNING_FLAGS
    given = [each for each in line.given if each.name not in own]
    try:
        if line.last("pass-pipeline") is not None:
            if given:
                raise PipelineError(
                    "'-pass-pipeline' option can't be used with individual pass options"
                )
            return build_pipeline(line.text("pass-pipeline"))
        manager = OpPassManager(anchor)
        for each in given:
            add_flag(manager, each.name, each.value or "")
        return manager
    except OptionError as error:
        lines = [each for each in error.message.split("\n") if each]
        if lines:
            lines[0] = f"<unknown>:0: error: {lines[0]}"
        if error.complaint:
            lines.insert(0, f"{line.program}: {error.complaint}")
        raise ToolError("\n".join(lines)) from None
    except PipelineError as error:
        raise ToolError(f"<unknown>:0: error: {error}") from None


def _report_optimizer(line: CommandLine, pipeline: "OpPassManager", file_name: str) -> None:
    """Make the optimizer explain itself."""
    from ttmlir_py.passes.base import OpPassManager
    from ttmlir_py.passes.ttnn.ttnn_optimizer import TTNNOptimizerPass

    def explain(manager: OpPassManager) -> bool:
        found = False
        for index, each in enumerate(manager.passes):
            if isinstance(each, OpPassManager):
                found |= explain(each)
            elif isinstance(each, TTNNOptimizerPass):
                manager.passes[index] = replace(each, report=file_name)
                found = True
        return found

    if line.last("split-input-file") and file_name != "-":
        raise line.bad_value(
            "ttnn-optimizer-report", "one file cannot hold the reports of several inputs"
        )
    if not explain(pipeline):
        message = "ttnn-optimizer does not run; did you mean enable-optimizer=true?"
        raise line.bad_value("ttnn-optimizer-report", message)


def _print_options(line: CommandLine) -> "PrintOptions":
    """How operations are printed, both in dumps and at the end."""
    from ttmlir_py.ir.writing.printer import PrintOptions

    return PrintOptions(
        generic=line.flag("mlir-print-op-generic"),
        debug_info=line.flag("mlir-print-debuginfo"),
        pretty_debug_info=line.flag("mlir-pretty-debuginfo"),
        local_scope=line.flag("mlir-print-local-scope"),
        elide_elements_if_larger=line.integer("mlir-elide-elementsattrs-if-larger"),
        hex_elements_if_larger=line.integer("mlir-print-elementsattrs-with-hex-if-larger", "long"),
        elide_resources_if_larger=line.integer("mlir-elide-resource-strings-if-larger"),
        skip_regions=line.flag("mlir-print-skip-regions"),
        unique_ssa_ids=line.flag("mlir-print-unique-ssa-ids"),
        assume_verified=line.flag("mlir-print-assume-verified"),
        value_users=line.flag("mlir-print-value-users"),
    )


def _timing(line: CommandLine) -> "Timing | None":
    if not line.flag("mlir-timing"):
        return None
    from ttmlir_py.passes.running.instrumentation import Timing

    return Timing()


def _pass_list(line: CommandLine, when: str) -> "frozenset[str] | None":
    """The passes to dump before or after; None for all."""
    if line.flag(f"mlir-print-ir-{when}-all"):
        return None
    if when == "after" and line.flag("mlir-print-ir-after-failure"):
        return None
    flag = f"mlir-print-ir-{when}"
    names = [
        name for each in line.given if each.name == flag for name in (each.value or "").split(",")
    ]
    for name in names:
        if name not in PASSES and name not in foreign_passes():
            raise line.bad_value(flag, f"Cannot find option named '{name}'!")
    return frozenset(names)


def _instrumentations(session: Session) -> "list[Instrumentation]":
    """The IR dumps and timers that the flags ask for."""
    line = session.line
    before, after = _pass_list(line, "before"), _pass_list(line, "after")
    result: list[Instrumentation] = []
    if before is None or after is None or before or after:
        from ttmlir_py.passes.running.instrumentation import DumpOptions, IRPrinting

        options = DumpOptions(
            before,
            after,
            only_on_change=line.flag("mlir-print-ir-after-change"),
            only_on_failure=line.flag("mlir-print-ir-after-failure"),
            module_scope=line.flag("mlir-print-ir-module-scope"),
            verified=line.flag("verify-each", True),
        )
        result.append(IRPrinting(options, session.print_options))
    if session.timing is not None:
        result.append(session.timing)
    return result


def main() -> None:
    """Entry point of the console script."""
    run_tool(run)


if __name__ == "__main__":
    main()
