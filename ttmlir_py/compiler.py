"""The compilation driver: parse a program, run passes on it, and translate the result.

module = compiler.parse(text)
compiler.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
binary = compiler.translate(module, "ttnn-to-flatbuffer")

`compile` is these steps in one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from xdsl.ir import Operation

from ttmlir_py.common.contents import is_path
from ttmlir_py.common.files import read_file
from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.common.warning_kinds import WarningControl, WarningKind
from ttmlir_py.dialects import registry
from ttmlir_py.dialects.revisions import load_dialect
from ttmlir_py.ir.checking.verifier import verify_or_raise
from ttmlir_py.ir.context import MlirContext, ProgramEstimate
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic, OperationError, Severity, note
from ttmlir_py.ir.locations import SourceMap
from ttmlir_py.ir.memo import Kinds
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import parse_module, parse_operation_text
from ttmlir_py.passes.running import manager
from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager
from ttmlir_py.revisions import (
    INTERNAL,
    REGISTRY,
    identify,
    require_written,
    without_destinations,
    without_destinations_from,
)

if TYPE_CHECKING:
    from ttmlir_py.dialects.tt.system import SystemDescAttr

__all__ = [
    "DEFAULT_PIPELINE",
    "DEFAULT_TRANSLATION",
    "CompilationError",
    "PassManager",
    "compile",
    "convert_revision",
    "create_context",
    "diagnosed",
    "import_binary",
    "lower_revision",
    "parse",
    "parse_operation",
    "read_system_desc",
    "revision_of",
    "set_revision",
    "system_desc",
    "translate",
]


DEFAULT_PIPELINE = "ttir-to-ttnn-backend-pipeline"
DEFAULT_TRANSLATION = "ttnn-to-flatbuffer"

_TO_STEPS = "builtin.module(ttnn-decompose-layouts,ttnn-deallocate)"
"""The passes between the optimizer and a binary."""
_ANCHORED = re.compile(r"\s*[\w.-]+\s*\(")
"""Matches the start of a complete pipeline: the name of its anchor operation, and `(`."""
_MAY_BE_BIAS = re.compile(r'"tt(?:ir|nn)\.(?:conv2d|conv_transpose2d|linear)"')
"""Operations whose last operand is a bias in one revision and a destination in another."""


def read_system_desc(data: bytes) -> SystemDescAttr:
    """Read the system descriptor in the bytes of a `.ttsys` file. Raises ValueError for other
    bytes.
    """
    from ttmlir_py.target.flatbuffer.system_desc import read_system_desc

    return read_system_desc(data)


def op_constraints(*query: Any) -> tuple[int, int, int]:
    """Return the L1 per core that a function needs; see `traces.graph.constraints`.

    The module is imported on first use.
    """
    from ttmlir_py.traces.graph.constraints import op_constraints

    return op_constraints(*query)


def estimate(module: Operation) -> ProgramEstimate:
    """Return the estimated time of the programs of a module in TTNN, see `ProgramEstimator`.

    The modules for this are imported on first use.
    """
    from ttmlir_py.ttrt.estimates import estimate_binary

    assert isinstance(module, ModuleOp)
    copy = module.clone()
    try:
        if not any(op.name == "ttnn.deallocate" for op in copy.walk()):
            PassManager(_TO_STEPS).run(copy)
        return ProgramEstimate(*estimate_binary(translate(copy)))
    except CompilationError as error:
        raise ValueError(str(error)) from None


def _serve(context: MlirContext) -> None:
    """Set the services of `context` that passes may not import, unless the context already has
    them.
    """
    context.system_desc_reader = context.system_desc_reader or read_system_desc
    context.op_constraints = context.op_constraints or op_constraints
    context.estimate = context.estimate or estimate


def create_context(*, allow_unregistered: bool = False, revision: str | None = None) -> MlirContext:
    """Return a context that knows all dialects of the tools and reads system descriptor files.

    `revision` is the one that texts are in: an identifier of `ttmlir_py.revisions.REGISTRY`, or a
    date such as `2025-07-14`. By default the revision of each text is detected. Raises ValueError
    for an unknown one.
    """
    context = MlirContext(registry(), allow_unregistered=allow_unregistered)
    context.revision = INTERNAL
    context.requested_revision = None if revision is None else identify(revision)
    _serve(context)
    return context


def choose_revision(text: str, context: MlirContext, file_name: str) -> None:
    """Load into `context` the dialects of the revision in which `text` is written."""
    from ttmlir_py.dialects.revisions.detection import MixedRevisionsError, find_revision

    try:
        set_revision(context, context.requested_revision or find_revision(text))
    except MixedRevisionsError as error:
        places = SourceMap(text, file_name)
        context.diagnostics.register_source(file_name, text)
        context.diagnostics.emit_error(
            places.location(error.newer.offset),
            str(error),
            [
                note(
                    places.location(error.older.offset),
                    f"the other one is here, of {error.older.dates}",
                )
            ],
        )
        raise CompilationError from None


def set_revision(context: MlirContext, revision: str) -> None:
    """Load into `context` the dialects of `revision`."""
    before, after = REGISTRY[context.revision or INTERNAL], REGISTRY[revision]
    if before.id != after.id:
        context.replace_dialects(
            before.dialects,
            {name: partial(load_dialect, revision, name) for name in after.dialects},
        )
        context.refuses_unknown_properties = after.refuses_unknown_properties
    context.revision = revision


_MISSING_OPERAND = re.compile(r"'ttir\.\w+' op expected (\d+) operands, but found (\d+)")


def _with_destination() -> str:
    later = next(each for each in REGISTRY if each in without_destinations())
    return (
        f"in text of tt-mlir {INTERNAL} the last operand is the destination, such as "
        f"`%0 = tensor.empty() : ...`; for text without destinations, choose --tt-mlir={later}"
    )


@contextmanager
def explained(text: str, context: MlirContext, file_name: str) -> Generator[None]:
    """Add notes to the errors that the block emits about `text`.

    They state why the revision was guessed, and which operations lack a destination operand.
    """
    if "ttir." not in text:
        yield
        return
    is_internal = context.revision in ("", INTERNAL)
    is_guess = not is_internal and context.requested_revision is None and "ttir.empty" in text
    shown = False

    def explain(diagnostic: Diagnostic) -> Diagnostic:
        nonlocal shown
        if diagnostic.severity is not Severity.ERROR or shown:
            return diagnostic
        if is_guess:
            from ttmlir_py.dialects.revisions.detection import reason_for

            offset, why = reason_for(text, context.revision)
            reason = note(SourceMap(text, file_name).location(offset), why)
        elif is_internal and (counts := _MISSING_OPERAND.match(diagnostic.message)) is not None:
            if int(counts[1]) != int(counts[2]) + 1:
                return diagnostic
            reason = note(diagnostic.location, _with_destination())
        else:
            return diagnostic
        shown = True
        return replace(diagnostic, notes=(*diagnostic.notes, reason))

    with context.diagnostics.rewriting(explain):
        yield


def convert_revision(module: ModuleOp, to: str, *, context: MlirContext | None = None) -> ModuleOp:
    """Convert `module` in place to the revision `to`, such as `2026-08`, and return it.

    Raises ValueError for a revision that cannot be written, and CompilationError like `parse` for
    an operation or attribute that the revision lacks.
    """
    to = require_written(to)
    from ttmlir_py.passes.revisions.conversion import convert_module

    with diagnosed(context) as context:
        source = revision_of(module, context)
        _emitting(partial(convert_module, module, source, to), module, context)
        set_revision(context, to)
        module.revision = to
        verify_or_raise(module, context)
    return module


def revision_of(op: Operation, context: MlirContext | None = None) -> str:
    """Return the revision of the operations in `op`.

    A module records its revision. For other programs, return the revision of the context that
    parsed them, or else the one implied by the first operation that only a later revision defines.
    """
    if isinstance(op, ModuleOp):
        if op.revision:
            return op.revision
    elif context is not None and context.revision not in ("", INTERNAL):
        return context.revision
    found = (getattr(each, "REVISION", "") for each in op.walk())
    return next(filter(None, found), INTERNAL)


def lower_revision(
    op: Operation,
    pipeline: OpPassManager,
    context: MlirContext,
    *,
    is_for_reference: bool = False,
) -> None:
    """Convert a program of a later revision to the internal revision, with element types of
    devices.

    Pass options in `pipeline` are set to the semantics of the program's revision: integers have
    signs, and the mesh is the module's. With `is_for_reference`, the program is only run by its
    reference semantics: operations of StableHLO stand for those that the internal revision lacks.
    """
    from ttmlir_py.passes.revisions.conversion import convert_before_lowering
    from ttmlir_py.passes.revisions.indices import index_arguments
    from ttmlir_py.passes.revisions.lowering import (
        adapt,
        boolean_arguments,
        boolean_results,
        losses,
        lower,
        mesh_of,
    )

    source = revision_of(op, context)
    if isinstance(op, ModuleOp):
        op.boolean_arguments = boolean_arguments(op)
        op.boolean_results = boolean_results(op)
        op.index_arguments = index_arguments(op)
    prepare = partial(convert_before_lowering, is_for_reference=is_for_reference)
    _emitting(partial(prepare, op, source), op, context)
    for kind, where, why in losses(op):
        context.diagnostics.warn(kind, where, why)
    mesh = adapt(pipeline, mesh_of(op))
    _emitting(partial(lower, op, mesh, is_for_reference=is_for_reference), op, context)
    set_revision(context, INTERNAL)
    if isinstance(op, ModuleOp):
        op.revision = INTERNAL
    verify_or_raise(op, context)


def _emitting(run: Callable[[], None], op: Operation, context: MlirContext) -> None:
    """Call `run`. Emit its OperationError as a diagnostic, and raise CompilationError instead."""
    try:
        run()
    except OperationError as error:
        if error.op is op:
            context.diagnostics.print_op_on_diagnostic = False
        error.emit(context.diagnostics)
        raise CompilationError from None


def system_desc(name: str) -> SystemDescAttr:
    """Return the system descriptor of a board such as `n300`.

    Raises ValueError, with the list of boards, for an unknown one.

    >>> module.attributes["tt.system_desc"] = ttmlir_py.system_desc("n300")
    """
    from ttmlir_py.dialects.tt.presets import preset

    return preset(name)


def parse_operation(
    text: str,
    context: MlirContext,
    *,
    file_name: str = "<stdin>",
    implicit_module: bool = True,
    kinds: Kinds | None = None,
) -> Operation:
    """Parse and verify a text that holds one operation.

    With `implicit_module`, other texts are wrapped in a module. The known kinds of operations are
    added to `kinds`, for the printer. Raises CompilationError with the diagnostics.
    """
    kinds = {} if kinds is None else kinds
    with context.diagnostics.raising():
        choose_revision(text, context, file_name)
        with explained(text, context, file_name):
            op = parse_operation_text(
                text, context, file_name, implicit_module=implicit_module, kinds=kinds
            )
            verify_or_raise(op, context, kinds)
        warn_of_misreadings(text, op, context)
    return op


def parse(
    text: str,
    *,
    context: MlirContext | None = None,
    file_name: str = "<stdin>",
    verify: bool = True,
) -> ModuleOp:
    """Parse and verify a module. Text that is not one module is wrapped in one.

    Raises CompilationError. Without a context of the caller, the error holds the diagnostics and
    their text.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(
            f"expected MLIR text, found {type(text).__name__}; read a file with read_text()"
        )
    with diagnosed(context) as context, _path_explained(text, context):
        choose_revision(text, context, file_name)
        with explained(text, context, file_name):
            module = parse_module(text, context, file_name=file_name, verify=verify)
        warn_of_misreadings(text, module, context)
        return module


@contextmanager
def _path_explained(text: str, context: MlirContext) -> Generator[None]:
    """Add a note to the errors that the block emits if `text` is the path of a file."""
    if "\n" in text.rstrip() or not is_path(text):
        yield
        return

    def explain(diagnostic: Diagnostic) -> Diagnostic:
        advice = f"this text is a path; pass the file's text, Path({text.strip()!r}).read_text()"
        return replace(diagnostic, notes=(note(diagnostic.location, advice), *diagnostic.notes))

    with context.diagnostics.rewriting(explain):
        yield


def warn_of_misreadings(text: str, op: Operation, context: MlirContext) -> None:
    """Warn of empty tensors used as inputs, and of destinations that another revision reads as
    biases.
    """
    revision = context.revision or INTERNAL
    may_be_empty = ".empty" in text and "ttir." in text
    has_destinations = REGISTRY[revision].has_destinations
    may_be_bias = has_destinations and _MAY_BE_BIAS.search(text) is not None
    if not may_be_empty and not may_be_bias:
        return
    from ttmlir_py.passes.revisions.misreadings import doubtful_destinations, empty_operands

    if may_be_empty:
        for user, message in empty_operands(op, revision):
            context.diagnostics.warn(WarningKind.UNINITIALIZED_OPERAND, user, message)
    if may_be_bias and not context.requested_revision:
        for user, message in doubtful_destinations(op, revision):
            context.diagnostics.warn(WarningKind.DOUBTFUL_DESTINATION, user, message)


@contextmanager
def diagnosed(
    context: MlirContext | None = None, warnings: Iterable[str] | None = None
) -> Generator[MlirContext]:
    """Yield `context`, or a new context, whose errors raise CompilationError with the diagnostics.

    Warnings are shown at the end of the block, if it succeeds. `warnings` are the flags for the
    block, as on the command line.
    """
    context = context or create_context()
    with context.diagnostics.raising(), _warning(context, warnings):
        yield context


@contextmanager
def _warning(context: MlirContext, flags: Iterable[str] | None) -> Generator[None]:
    """Show the warnings of one run at its end, as selected by `flags` or else by the context's
    flags.
    """
    engine = context.diagnostics
    before = engine.warnings
    if flags is not None:
        engine.warnings = WarningControl(flags)
    try:
        with engine.run():
            yield
    finally:
        engine.warnings = before


class PassManager(manager.PassManager):
    """Builds the passes of a textual pipeline and runs them on modules.

    >>> ttmlir_py.PassManager("builtin.module(canonicalize)").run(module)

    Failures raise CompilationError with the diagnostics, which the context's handler receives as
    well. `warnings` are flags as on the command line, such as
    `["-Werror", "-Wno-unknown-override"]`. Raises ValueError for an unknown flag.
    """

    def __init__(
        self,
        pipeline: str | OpPassManager,
        *,
        context: MlirContext | None = None,
        verify_each: bool = True,
        instrumentations: Sequence[Instrumentation] = (),
        warnings: Iterable[str] | None = None,
    ):
        context = context or create_context()
        _serve(context)
        super().__init__(
            pipeline, context=context, verify_each=verify_each, instrumentations=instrumentations
        )
        if warnings is not None:
            context.diagnostics.warnings = WarningControl(warnings)

    def run(self, op: Operation, *, verified: bool = False, kinds: Kinds | None = None) -> None:
        """Run the pipeline on `op`. A program of a later revision is first converted to the
        internal one.

        `verified` states that `op` was verified, as by `parse`, and not changed since. `kinds`
        holds the known kinds of the operations inside `op`.
        """
        diagnostics = self._context.diagnostics
        with diagnostics.raising():
            if self.passes.passes and revision_of(op, self._context) != INTERNAL:
                lower_revision(op, self.passes, self._context)
                if kinds is not None:
                    kinds.clear()
            with diagnostics.rewriting(partial(_with_advice, str(self.passes))):
                super().run(op, verified=verified, kinds=kinds)


_FOREIGN_OPERATION = re.compile(r"'(stablehlo|chlo|tosa)\.\w+'")
_CONVERSIONS = {
    "stablehlo": ("StableHLO", "convert-stablehlo-to-ttir", "--stablehlo-to-ttir-pipeline"),
    "chlo": ("StableHLO", "convert-stablehlo-to-ttir", "--stablehlo-to-ttir-pipeline"),
    "tosa": ("TOSA", "convert-tosa-to-ttir", "--convert-tosa-to-ttir"),
}


def _with_advice(passes: str, diagnostic: Diagnostic) -> Diagnostic:
    """Return an error of passes for TTIR or TTNN with a hint if the program is still in StableHLO
    or TOSA.

    `passes` is the text of the pipeline or the name of the translation.
    """
    found = _FOREIGN_OPERATION.search(diagnostic.message)
    if found is None or diagnostic.severity is not Severity.ERROR:
        return diagnostic
    title, conversion, flag = _CONVERSIONS[found[1]]
    expected = next((each for each in ("ttir", "ttnn", "cpp") if each in passes), None)
    if expected is None or conversion in passes:
        return diagnostic
    if expected == "ttir":
        reason = f"but the passes are for TTIR: run {flag} first, or "
    else:
        reason = "but it must be lowered to TTNN first: use "
    advice = f"the program is in {title}, {reason}ttmlir-compile, which takes {title}"
    return replace(diagnostic, notes=(*diagnostic.notes, note(diagnostic.location, advice)))


def translate(
    module: ModuleOp,
    translation: str = DEFAULT_TRANSLATION,
    *,
    context: MlirContext | None = None,
    **options: Any,
) -> bytes:
    """Translate a verified module with a translation of `tttranslate`. `options` are those of
    `target.TRANSLATIONS`.

    Warns of a key of a `golden_map` that is not the location of an operation. Raises LookupError
    for an unknown translation, and CompilationError like `parse`.
    """
    from ttmlir_py.target import get_translation

    run = get_translation(translation)
    with diagnosed(context) as context:
        if (own := revision_of(module)) != INTERNAL:
            # Goldens, stages and another revision need the program in the internal revision.
            is_plain = not (options.get("golden_map") or options.get("stages"))
            is_plain &= options.get("revision", INTERNAL) in (INTERNAL, own)
            is_binary = translation == DEFAULT_TRANSLATION
            if is_binary and is_plain and (data := own_binary(module, context)):
                return data
            convert_revision(module, INTERNAL, context=context)
        if golden_map := options.get("golden_map"):
            _warn_of_unused_goldens(module, golden_map, context)
        try:
            return run(module, **options)
        except OperationError as error:
            if error.op is module:  # a note that shows the whole module would not help
                context.diagnostics.print_op_on_diagnostic = False
            with context.diagnostics.rewriting(partial(_with_advice, translation)):
                error.emit(context.diagnostics)
            raise CompilationError from None


def own_binary(module: ModuleOp, context: MlirContext) -> bytes:
    """Return the binary of a program of a later revision's ttnn dialect; empty for others.

    Raises CompilationError if an operation cannot be translated.
    """
    from ttmlir_py.target.flatbuffer.later_ttnn import is_own_program, translate

    revision = revision_of(module, context)
    if revision == INTERNAL:
        return b""
    has_destinations = REGISTRY[revision].has_destinations
    written = without_destinations_from(revision) if has_destinations else revision
    if not is_own_program(module, written):
        return b""
    data = b""

    def run() -> None:
        nonlocal data
        if has_destinations:
            from ttmlir_py.passes.revisions.ttnn_of_2025 import convert_ttnn

            convert_ttnn(module, revision)
        data = translate(module, written)

    _emitting(run, module, context)
    return data


def import_binary(
    data: bytes,
    translation: str = "flatbuffer-to-ttnn",
    *,
    context: MlirContext | None = None,
    file_name: str = "<stdin>",
) -> ModuleOp:
    """Return the module in the binary `data`, converted by a translation of `target.IMPORTS`.

    This is the inverse of `translate`. Raises LookupError for an unknown translation, and
    CompilationError like `parse`.
    """
    from ttmlir_py.target import IMPORTS

    if translation not in IMPORTS:
        raise LookupError(unknown_name("translation", translation, IMPORTS))
    if isinstance(data, str):
        raise TypeError("expected the bytes of a binary, found text; read a file with read_bytes()")
    with diagnosed(context) as context:
        set_revision(context, INTERNAL)
        try:
            module = IMPORTS[translation].run(data, context)
        except ValueError as error:
            context.diagnostics.emit_error(SourceMap("", file_name).origin(), str(error))
            raise CompilationError from None
        verify_or_raise(module, context)
        return module


def _warn_of_unused_goldens(
    module: ModuleOp, golden_map: Mapping[str, Any], context: MlirContext
) -> None:
    from ttmlir_py.target.flatbuffer.goldens import unused_keys

    for key, meant in unused_keys(module, golden_map):
        hint = f"; did you mean '{meant}'?" if meant else ""
        message = f"no operation has the location of the golden '{key}'{hint}"
        context.diagnostics.report(Severity.WARNING, module.location, message)


def compile(
    source: ModuleOp | str | PathLike[str],
    pipeline: str = DEFAULT_PIPELINE,
    translation: str = DEFAULT_TRANSLATION,
    *,
    system: str | None = None,
    goldens: Mapping[str, Any] | None = None,
    stages: bool = False,
    warnings: Iterable[str] | None = None,
    context: MlirContext | None = None,
) -> bytes:
    """Compile a program: parse it if needed, run a pipeline on it, and translate the result.

    `source` is a module, which is changed in place, MLIR text, or the path of a file. `pipeline` is
    a flag of `ttopt` or a complete pipeline, `builtin.module(...)`. `system` names the target
    board, such as `n300`. `goldens` are arrays of expected values by location (`loc("add")`, also
    `input_0`, ...), which the debug info of a TTNN binary holds. With `stages` it also holds the
    text of the module after each pass. `warnings` are flags as on the command line, such as
    `["-Werror"]`.

    >>> ttmlir_py.compile(Path("model.mlir"), system="n300")

    Raises OSError for a file that cannot be read, and ValueError for an unknown board or flag, or
    if the result cannot hold stages or goldens. Raises LookupError for an unknown translation,
    PipelineError or OptionError for a pipeline that does not parse, and CompilationError like
    `parse`.
    """
    from ttmlir_py.target import get_translation

    get_translation(translation)
    if (stages or goldens) and translation != DEFAULT_TRANSLATION:
        raise ValueError(f"only what --{DEFAULT_TRANSLATION} writes holds stages and goldens")
    with diagnosed(context, warnings) as context:
        text = pipeline if _ANCHORED.match(pipeline) else f"builtin.module({pipeline})"
        options: dict[str, Any] = {}
        recorders: list[manager.Instrumentation] = []
        if stages:
            from ttmlir_py.passes.running.instrumentation import StageRecorder

            recorders.append(recorder := StageRecorder())
            options["stages"] = recorder.stages
        passes = PassManager(text, context=context, instrumentations=recorders)
        module = _module(source, context)
        if system is not None:
            description = system_desc(system)
            module.attributes[description.name] = description
        passes.run(module, verified=system is None and not isinstance(source, ModuleOp))
        if goldens:
            options["golden_map"] = goldens
        return translate(module, translation, context=context, **options)


def _module(source: ModuleOp | str | PathLike[str], context: MlirContext) -> ModuleOp:
    """Return `source` if it is a module, or else parse its text or file."""
    if isinstance(source, ModuleOp):
        return source
    if isinstance(source, str):
        return parse(source, context=context)
    text = read_file(source).decode("utf-8", "surrogateescape")
    return parse(text, context=context, file_name=os.fspath(source))


def __dir__() -> list[str]:
    return sorted(__all__)
