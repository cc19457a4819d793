"""`ttopt`: parses IR, runs passes in command-line order, and prints IR, like MLIR's `mlir-opt`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ttmlir_py.common.boards import BOARDS
from ttmlir_py.passes.registry import PASSES, PIPELINES, foreign_passes
from ttmlir_py.passes.running.option_text import OptionError
from ttmlir_py.revisions import INTERNAL
from ttmlir_py.tools.driver import (
    COMMON_FLAGS,
    SPLIT_MARKER,
    WARNING_FLAGS,
    Chunk,
    CommandLine,
    Flag,
    HelpStyle,
    ToolError,
    compile_input,
    print_information,
    run_tool,
    scan,
    write_output,
)
from ttmlir_py.tools.inspection import INSPECTION_FLAGS, Inspection
from ttmlir_py.tools.numerics import NUMERICS_FLAGS, NumericsCheck

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.memo import Kinds
    from ttmlir_py.ir.writing.printer import PrintOptions
    from ttmlir_py.passes.running.pass_manager import OpPassManager
    from ttmlir_py.passes.running.reproducer import ReproducerOptions

_NO_BYTECODE = "bytecode is not written; write text, which other tools of MLIR turn into bytecode"

REFUSED = {
    "elide-resource-data-from-bytecode": _NO_BYTECODE,
    "emit-bytecode": _NO_BYTECODE,
    "emit-bytecode-version": _NO_BYTECODE,
    "irdl-file": (
        "definitions in IRDL are not read; --allow-unregistered-dialect takes any operation"
    ),
    "load-dialect-plugin": (
        "plugins in C++ cannot be loaded; --allow-unregistered-dialect takes any operation"
    ),
    "load-pass-plugin": (
        "plugins in C++ cannot be loaded; packages of Python bring passes by entry points"
    ),
    "mlir-enable-debugger-hook": (
        "there is no debugger hook; run python -m pdb -m ttmlir_py.tools.ttopt"
    ),
}
"""Flags of mlir-opt and ttmlir-opt that are not supported. Maps each to the reason or
alternative.
"""
_REFUSED_VALUES = {
    "emit-bytecode-version": "version",
    "irdl-file": "filename",
    "load-dialect-plugin": "filename",
    "load-pass-plugin": "filename",
}

FLAGS = {
    **COMMON_FLAGS,
    **{
        name: Flag(f"Refused: {advice}", _REFUSED_VALUES.get(name), hidden=True)
        for name, advice in REFUSED.items()
    },
    **INSPECTION_FLAGS,
    **NUMERICS_FLAGS,
    "dump-pass-pipeline": Flag("Print the pipeline that will be run"),
    "mlir-disable-threading": Flag("Accepted for compatibility; passes never run in parallel"),
    "mlir-elide-elementsattrs-if-larger": Flag(
        "Elide elements attributes that have more elements than this", "uint"
    ),
    "mlir-elide-resource-strings-if-larger": Flag(
        "Leave out resources whose text has more characters than this", "uint"
    ),
    "mlir-pretty-debuginfo": Flag("With --mlir-print-debuginfo: locations without loc(...)"),
    "mlir-print-assume-verified": Flag(
        "Print invalid operations in their own form, too", hidden=True
    ),
    "mlir-print-debuginfo": Flag("Print locations"),
    "mlir-print-elementsattrs-with-hex-if-larger": Flag(
        "Print elements attributes that have more elements than this as a hex string (-1: never)",
        "long",
        "100",
    ),
    "mlir-print-local-scope": Flag("Print attributes, types and locations inline, without aliases"),
    "mlir-print-op-generic": Flag("Print operations in their generic form"),
    "mlir-print-op-on-diagnostic": Flag(
        "Show the operation in a note when a diagnostic is about one", default="true"
    ),
    "mlir-print-skip-regions": Flag("Print regions as {...}"),
    "mlir-print-stacktrace-on-diagnostic": Flag(
        "Show in a note which code of the tool emitted each diagnostic"
    ),
    "mlir-print-unique-ssa-ids": Flag("Number values uniquely over all regions"),
    "mlir-print-value-users": Flag("Print the users of each value in comments"),
    "no-implicit-module": Flag("Do not wrap the input in a module"),
    "output-split-marker": Flag(
        "Text between the outputs of a split input", "string", SPLIT_MARKER
    ),
    "p": Flag("Alias for --pass-pipeline", "string", alias="pass-pipeline", hidden=True),
    "pass-pipeline": Flag("Passes to run, as in builtin.module(a,func.func(b{x=1}))", "string"),
    "run-reproducer": Flag("Run the pipeline in the input, which is a reproducer"),
    "show-dialects": Flag("Print the names of the registered dialects"),
    "system-desc": Flag(f"Compile for this board: {', '.join(BOARDS)}", "name"),
    "ttnn-optimizer-report": Flag(
        "Explain the optimizer's choices in this file: JSON, or a table if it ends in .txt or is -",
        "filename",
    ),
    "verify-each": Flag(
        "Verify after each pass. If given, also check what passes require and ensure",
        default="true",
    ),
    "verify-roundtrip": Flag("Check that the text of the input can be printed and parsed again"),
}

ALL_FLAGS = FLAGS | WARNING_FLAGS | {name: Flag("") for name in (*PASSES, *PIPELINES)}


def run(program: str, arguments: Sequence[str]) -> int:
    """Run the command line, and return the exit code."""
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
    """Return all flags.

    Passes of other packages are loaded only if an argument is not a known flag.
    """
    given = (each.lstrip("-").partition("=")[0] for each in arguments if each.startswith("-"))
    if all(name in ALL_FLAGS for name in given if name):
        return ALL_FLAGS
    return ALL_FLAGS | {flag: Flag("") for flag in foreign_passes()}


def _help_text(program: str, style: HelpStyle) -> str:
    from ttmlir_py.tools.help import help_text

    return help_text(program, "ttmlir optimizer driver", "[options] <input file>", FLAGS, style)


def _process(line: CommandLine) -> int:
    """Run the passes on every chunk of the input, write the results, and return the exit code."""
    for name, advice in REFUSED.items():
        if line.last(name) and (name in _REFUSED_VALUES or line.flag(name)):
            raise line.bad_value(name, advice)
    inspection = Inspection(line, _print_options(line))
    try:
        code = compile_input(line, partial(_compile, inspection), SPLIT_MARKER, "\n")
    finally:
        inspection.close()
    inspection.report()
    return code


def _compile(inspection: Inspection, chunk: Chunk, context: MlirContext) -> str:
    """Parse a chunk, run the passes, and return the printed result."""
    inspection.attach(context)
    with inspection.recorded(chunk.text, context) as parsed:
        return _compiled(inspection, chunk, context, parsed)


def _compiled(
    inspection: Inspection, chunk: Chunk, context: MlirContext, parsed: list[Operation]
) -> str:
    """Return the output for a chunk. The parsed operation is appended to `parsed`."""
    from ttmlir_py.compiler import parse_operation
    from ttmlir_py.ir.writing.printer import print_operation

    line = inspection.line
    reproducer = _read_reproducer(context) if line.flag("run-reproducer") else None
    kinds: Kinds = {}
    op = inspection.timed(
        "Parser",
        parse_operation,
        chunk.text,
        context,
        file_name=chunk.name,
        implicit_module=not line.flag("no-implicit-module"),
        kinds=kinds,
    )
    parsed.append(op)
    if line.flag("verify-roundtrip"):
        _verify_roundtrip(op, context)
    if name := line.text("system-desc"):
        _set_system_desc(line, op, name)
    pipeline = _build_pipeline(line, op.name, None if reproducer is None else reproducer.pipeline)
    if file_name := line.text("ttnn-optimizer-report"):
        _report_optimizer(line, pipeline, file_name)
    if line.flag("dump-pass-pipeline"):
        sys.stderr.write(f"Pass Manager with {len(pipeline.passes)} passes:\n{pipeline}\n\n")
    verify_each = None if reproducer is None else reproducer.verify_each
    if verify_each is None:
        verify_each = line.flag("verify-each", True)
    check = _numerics_check(inspection, op, context, pipeline)
    watchers = [*(check.watchers if check else ())]
    if verify_each and line.last("verify-each"):
        from ttmlir_py.passes.contracts import ContractChecks

        watchers.insert(0, ContractChecks(context))
    verified = not line.text("system-desc")
    # The check has converted a program of a later revision in place, so `kinds` is outdated.
    if check:
        kinds.clear()
    inspection.run(pipeline, op, context, verify_each, watchers, verified=verified, kinds=kinds)
    if check:
        check.finish(pipeline)
    write = partial(print_operation, kinds=kinds) if verify_each else _unverified_text
    return inspection.timed("Output", write, op, inspection.print_options)


def _numerics_check(
    inspection: Inspection, op: Operation, context: MlirContext, pipeline: OpPassManager
) -> NumericsCheck | None:
    """Return the comparison of the module before and after the passes, or None if not requested.

    A program of a later revision is first converted to the internal revision.
    """
    from ttmlir_py.compiler import lower_revision, revision_of
    from ttmlir_py.ir.module import ModuleOp

    line = inspection.line
    given = [name for name in NUMERICS_FLAGS if line.last(name)]
    if not given:
        return None
    if not isinstance(op, ModuleOp):
        raise line.bad_value(given[0], f"'{op.name}' is not a module")
    if revision_of(op, context) != INTERNAL:
        lower_revision(op, pipeline, context)
    return NumericsCheck(line, op, context, inspection.record_verdicts)


def _read_reproducer(context: MlirContext) -> ReproducerOptions:
    """Return the options of a reproducer, which parsing the input sets."""
    from ttmlir_py.passes.running.reproducer import RESOURCE, ReproducerOptions

    options = ReproducerOptions()
    context.resource_readers[RESOURCE] = options.read
    return options


def _unverified_text(op: Operation, options: PrintOptions) -> str:
    from ttmlir_py.passes.running.instrumentation import unverified_text

    return unverified_text(op, options)


def _verify_roundtrip(op: Operation, context: MlirContext) -> None:
    """Raise CompilationError unless the generic form, with locations, parses to the same
    operation.
    """
    from ttmlir_py.compiler import create_context, parse_operation
    from ttmlir_py.ir.diagnostics import CompilationError
    from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

    options = PrintOptions(generic=True, debug_info=True)
    reference = print_operation(op, options)
    other = create_context(allow_unregistered=context.allow_unregistered)
    other.diagnostics.prints = True
    try:
        parsed = parse_operation(reference, other, file_name="-", implicit_module=False)
    except CompilationError:
        problem = "failed to parse textual content back, cannot verify round-trip.\n"
        context.diagnostics.emit_error(op, problem)
        raise
    if (text := print_operation(parsed, options)) != reference:
        problem = "textual roundTrip testing roundtripped module differs from reference:\n"
        shown = f"<<<<<<Reference\n{reference}\n=====\n{text}\n>>>>>roundtripped\n"
        context.diagnostics.emit_error(op, problem + shown)
        raise CompilationError


def _set_system_desc(line: CommandLine, op: Operation, name: str) -> None:
    """Set the system descriptor of the module `op` to that of the board `name`."""
    from ttmlir_py.compiler import system_desc

    if op.name != "builtin.module":
        raise line.bad_value("system-desc", f"'{op.name}' is not a module")
    try:
        description = system_desc(name)
    except ValueError as error:
        raise line.bad_value("system-desc", str(error)) from None
    op.attributes[description.name] = description


def _build_pipeline(line: CommandLine, anchor: str, reproducer: str | None) -> OpPassManager:
    """Return the pass manager for the flags, preceded by the passes of a reproducer.

    Raises ToolError with MLIR's messages.
    """
    from ttmlir_py.passes.running.manager import add_flag, build_pipeline
    from ttmlir_py.passes.running.pass_manager import OpPassManager
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
        manager = OpPassManager(anchor) if reproducer is None else _reproduced(reproducer)
        for each in given:
            add_flag(manager, each.name, each.value or "")
        return manager
    except OptionError as error:
        lines = [each for each in error.message.split("\n") if each]
        if lines:
            lines[0] = f"<unknown>:0: error: {lines[0]}"
        if error.complaint:
            lines.insert(0, f"{line.program}: {error.complaint}")
        lines += [f"<unknown>:0: note: {each}" for each in error.advice.splitlines()]
        raise ToolError("\n".join(lines)) from None
    except PipelineError as error:
        notes = [f"<unknown>:0: note: {each}" for each in getattr(error, "__notes__", ())]
        raise ToolError("\n".join((f"<unknown>:0: error: {error}", *notes))) from None


def _reproduced(pipeline: str) -> OpPassManager:
    """Return the pass manager of a reproducer's pipeline. Raises ToolError with MLIR's messages."""
    from ttmlir_py.passes.running.manager import build_pipeline
    from ttmlir_py.passes.running.pipeline_text import PipelineError

    try:
        return build_pipeline(pipeline)
    except PipelineError as error:
        raise ToolError(str(error).removesuffix("\n")) from None


def _report_optimizer(line: CommandLine, pipeline: OpPassManager, file_name: str) -> None:
    """Let the optimizer write its report, if requested."""
    from ttmlir_py.passes.running.pass_manager import OpPassManager
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


def _print_options(line: CommandLine) -> PrintOptions:
    """Return the options for printing IR, which apply to dumps and to the output."""
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


def main() -> None:
    """Run the console script."""
    run_tool(run, "ttopt")


if __name__ == "__main__":
    main()
