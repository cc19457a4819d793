"""The driver: what takes a program from text through passes into another form, for tools and Python users alike.

module = compiler.parse(text)
compiler.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
binary = compiler.translate(module, "ttnn-to-flatbuffer")

`compile` is these steps in one.
"""

import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.contents import is_path
from ttmlir_py.common.files import read_file
from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.common.warning_kinds import WarningControl, WarningKind
from ttmlir_py.dialects import registry
from ttmlir_py.dialects.revisions import DIALECTS, load_dialect
from ttmlir_py.ir.checking.verifier import verify_or_raise
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic, OperationError, Severity, note
from ttmlir_py.ir.locations import SourceMap
from ttmlir_py.ir.memo import Kinds
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.reading.parser import parse_module, parse_operation_text
from ttmlir_py.passes.running import manager
from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager
from ttmlir_py.revisions import BETWEEN, CURRENT, PINNED, REVISIONS, WRITTEN

if TYPE_CHECKING:
    from xdsl.ir import Operation

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
    "is_current",
    "lower_revision",
    "parse",
    "parse_operation",
    "read_system_desc",
    "set_revision",
    "system_desc",
    "translate",
]


DEFAULT_PIPELINE = "ttir-to-ttnn-backend-pipeline"
DEFAULT_TRANSLATION = "ttnn-to-flatbuffer"

_ANCHORED = re.compile(r"\s*[\w.-]+\s*\(")
"""How a whole pipeline starts: with the operation that it is for."""
_MAY_BE_BIAS = re.compile(r'"tt(?:ir|nn)\.(?:conv2d|conv_transpose2d|linear)"')
"""Operations in which a bias comes last in one revision, and a destination in another."""


def read_system_desc(data: bytes) -> "SystemDescAttr":
    """The system description in the bytes of a `.ttsys` file; ValueError if it is none."""
    from ttmlir_py.target.flatbuffer.system_desc import read_system_desc

    return read_system_desc(data)


def op_constraints(*query: Any) -> tuple[int, int, int]:
    """What a function takes of a core's L1; see `traces.graph.constraints`, which is imported when it is first asked."""
    from ttmlir_py.traces.graph.constraints import op_constraints

    return op_constraints(*query)


def _serve(context: MlirContext) -> None:
    """Give a context what passes may ask for and may not know, unless it has its own."""
    context.system_desc_reader = context.system_desc_reader or read_system_desc
    context.op_constraints = context.op_constraints or op_constraints


def create_context(*, allow_unregistered: bool = False, revision: str | None = None) -> MlirContext:
    """A context that knows all dialects of the tools, and whose passes can read system descriptor files.

    `revision` is the one that texts are in, one of `ttmlir_py.revisions.REVISIONS`; by default it is found in each text. ValueError for another.
    """
    if revision is not None and revision not in REVISIONS:
        raise ValueError(f"there is no revision '{revision}', but {', '.join(REVISIONS)}")
    context = MlirContext(registry(), allow_unregistered=allow_unregistered)
    context.requested_revision = revision
    _serve(context)
    return context


def _choose_revision(text: str, context: MlirContext, file_name: str) -> None:
    """Let a context know the dialects as the text's revision has them."""
    from ttmlir_py.dialects.revisions.detection import MixedRevisionsError, find_revision

    try:
        set_revision(context, context.requested_revision or find_revision(text))
    except MixedRevisionsError as error:
        places = SourceMap(text, file_name)
        context.diagnostics.register_source(file_name, text)
        context.diagnostics.emit_error(
            places.location(error.current.offset),
            str(error),
            [
                note(
                    places.location(error.pinned.offset),
                    f"the other one is here, of {error.pinned.dates}",
                )
            ],
        )
        raise CompilationError from None


def set_revision(context: MlirContext, revision: str) -> None:
    """Let a context know the dialects as a revision has them."""
    if (context.revision or PINNED) != revision:
        context.replace_dialects(
            DIALECTS[context.revision or PINNED],
            {name: partial(load_dialect, revision, name) for name in DIALECTS[revision]},
        )
        context.revision = revision
        context.refuses_unknown_properties = revision in BETWEEN


_MISSING_OPERAND = re.compile(r"'ttir\.\w+' op expected (\d+) operands, but found (\d+)")
_WITH_DESTINATION = (
    f"in text of tt-mlir {PINNED} the last operand is the destination, such as "
    f"`%0 = tensor.empty() : ...`; for text without destinations, choose --tt-mlir={CURRENT}"
)


@contextmanager
def _explained(text: str, context: MlirContext, file_name: str) -> Generator[None]:
    """Add notes to the errors of a text: why its revision was guessed, and where a destination is missing."""
    if "ttir." not in text:
        yield
        return
    is_pinned = context.revision in ("", PINNED)
    is_guess = not is_pinned and context.requested_revision is None and "ttir.empty" in text
    shown = False

    def explain(diagnostic: Diagnostic) -> Diagnostic:
        nonlocal shown
        if diagnostic.severity is not Severity.ERROR or shown:
            return diagnostic
        if is_guess:
            from ttmlir_py.dialects.revisions.detection import reason_for

            offset, why = reason_for(text, context.revision)
            reason = note(SourceMap(text, file_name).location(offset), why)
        elif is_pinned and (counts := _MISSING_OPERAND.match(diagnostic.message)) is not None:
            if int(counts[1]) != int(counts[2]) + 1:
                return diagnostic
            reason = note(diagnostic.location, _WITH_DESTINATION)
        else:
            return diagnostic
        shown = True
        return replace(diagnostic, notes=(*diagnostic.notes, reason))

    with context.diagnostics.rewriting(explain):
        yield


def convert_revision(module: ModuleOp, to: str, *, context: MlirContext | None = None) -> ModuleOp:
    """The module in another revision of tt-mlir, `2025-02` or `2026-08`; it is changed in place and given back.

    Raises ValueError for another revision, and CompilationError, as `parse` does, for what has no counterpart.
    """
    if to in BETWEEN:
        raise ValueError(f"revision '{to}' is only read: expected {' or '.join(WRITTEN)}")
    if to not in WRITTEN:
        raise ValueError(f"there is no revision '{to}', but {', '.join(WRITTEN)}")
    from ttmlir_py.passes.revisions.conversion import convert_module

    with diagnosed(context) as context:
        _emitting(partial(convert_module, module, to), module, context)
        set_revision(context, to)
        verify_or_raise(module, context)
    return module


def is_current(op: "Operation") -> bool:
    """Whether a program is in a later revision: has anything of it."""
    definitions = sys.modules.get("ttmlir_py.dialects.revisions.definitions")
    if definitions is None:
        return False
    kinds = (definitions.RevisionOperation,)
    return any(isinstance(each, kinds) or each.name.startswith("ttcore.") for each in op.walk())


def lower_revision(op: "Operation", pipeline: OpPassManager, context: MlirContext) -> None:
    """Take a program of a later revision to the form in which passes work, its element types to those that devices have.

    Passes that have the options are told what that revision means: integers have signs, and the mesh is the module's.
    """
    from ttmlir_py.passes.revisions.lowering import adapt, losses, lower, mesh_of

    for kind, where, why in losses(op):
        context.diagnostics.warn(kind, where, why)
    mesh = adapt(pipeline, mesh_of(op))
    _emitting(partial(lower, op, mesh), op, context)
    set_revision(context, PINNED)
    verify_or_raise(op, context)


def _emitting(run: Callable[[], None], op: "Operation", context: MlirContext) -> None:
    """Run; what it raises becomes diagnostics."""
    try:
        run()
    except OperationError as error:
        if error.op is op:
            context.diagnostics.print_op_on_diagnostic = False
        error.emit(context.diagnostics)
        raise CompilationError from None


def system_desc(name: str) -> "SystemDescAttr":
    """The system description of a board such as `n300`; ValueError, which lists the boards, if it is not known.

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
) -> "Operation":
    """Parse and verify the operation that a text is; with `implicit_module`, a module around what is not one.

    To `kinds` is added what the parser came to know of operations, for whoever prints them as they are.
    Raises CompilationError with the diagnostics.
    """
    kinds = {} if kinds is None else kinds
    with context.diagnostics.raising():
        _choose_revision(text, context, file_name)
        with _explained(text, context, file_name):
            op = parse_operation_text(
                text, context, file_name, implicit_module=implicit_module, kinds=kinds
            )
            verify_or_raise(op, context, kinds)
        _warn_of_misreadings(text, op, context)
    return op


def parse(
    text: str,
    *,
    context: MlirContext | None = None,
    file_name: str = "<stdin>",
    verify: bool = True,
) -> ModuleOp:
    """Parse and verify a module; what is not one module is wrapped in one.

    Raises CompilationError; without a context of the caller's, the error holds the diagnostics and their text.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(
            f"expected MLIR text, found {type(text).__name__}; read a file with read_text()"
        )
    with diagnosed(context) as context, _path_explained(text, context):
        _choose_revision(text, context, file_name)
        with _explained(text, context, file_name):
            module = parse_module(text, context, file_name=file_name, verify=verify)
        _warn_of_misreadings(text, module, context)
        return module


@contextmanager
def _path_explained(text: str, context: MlirContext) -> Generator[None]:
    """Add a note to the errors of a text that is the path of a file."""
    if "\n" in text.rstrip() or not is_path(text):
        yield
        return

    def explain(diagnostic: Diagnostic) -> Diagnostic:
        advice = f"this text is a path; pass the file's text, Path({text.strip()!r}).read_text()"
        return replace(diagnostic, notes=(note(diagnostic.location, advice), *diagnostic.notes))

    with context.diagnostics.rewriting(explain):
        yield


def _warn_of_misreadings(text: str, op: "Operation", context: MlirContext) -> None:
    """Warn of inputs that are empty tensors, and of destinations that another revision takes for a bias."""
    revision = context.revision or PINNED
    may_be_empty = ".empty" in text and "ttir." in text
    may_be_bias = revision != CURRENT and _MAY_BE_BIAS.search(text) is not None
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
    """The caller's context, or a new one; a CompilationError holds the diagnostics. Warnings are shown if all goes well.

    What happens meanwhile is one run, with the warnings that flags ask for, if given.
    """
    context = context or create_context()
    with context.diagnostics.raising(), _warning(context, warnings):
        yield context


@contextmanager
def _warning(context: MlirContext, flags: Iterable[str] | None) -> Generator[None]:
    """One run with the warnings that flags ask for; those of the context without."""
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

    Failures raise CompilationError with the diagnostics, which the context's handler gets as well.
    `warnings` are flags as on the command line, `["-Werror", "-Wno-unknown-override"]`; ValueError for another flag.
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

    def run(self, op: "Operation", *, verified: bool = False, kinds: Kinds | None = None) -> None:
        """Run on an operation; one of a later revision is taken to the form in which passes work before.

        `verified` says that it was verified, as by `parse`, and has not changed since; `kinds` is what is known of operations within.
        """
        diagnostics = self._context.diagnostics
        with diagnostics.raising():
            if self.passes.passes and (
                self._context.revision not in ("", PINNED) or is_current(op)
            ):
                lower_revision(op, self.passes, self._context)
                if kinds is not None:
                    kinds.clear()
            with diagnostics.rewriting(partial(_with_advice, self.passes)):
                super().run(op, verified=verified, kinds=kinds)


_FOREIGN_OPERATION = re.compile(r"'(stablehlo|chlo|tosa)\.\w+'")
_CONVERSIONS = {
    "stablehlo": ("StableHLO", "convert-stablehlo-to-ttir", "--stablehlo-to-ttir-pipeline"),
    "chlo": ("StableHLO", "convert-stablehlo-to-ttir", "--stablehlo-to-ttir-pipeline"),
    "tosa": ("TOSA", "convert-tosa-to-ttir", "--convert-tosa-to-ttir"),
}


def _with_advice(passes: OpPassManager, diagnostic: Diagnostic) -> Diagnostic:
    """Add to an error of passes for TTIR on a program in StableHLO or TOSA how to convert the program first."""
    found = _FOREIGN_OPERATION.search(diagnostic.message)
    if found is None or diagnostic.severity is not Severity.ERROR:
        return diagnostic
    title, conversion, flag = _CONVERSIONS[found[1]]
    text = str(passes)
    if "ttir" not in text or conversion in text:
        return diagnostic
    advice = (
        f"the program is in {title}, but the passes are for TTIR: run {flag} first, or "
        f"ttmlir-compile, which takes {title}"
    )
    return replace(diagnostic, notes=(*diagnostic.notes, note(diagnostic.location, advice)))


def translate(
    module: ModuleOp,
    translation: str = DEFAULT_TRANSLATION,
    *,
    context: MlirContext | None = None,
    **options: Any,
) -> bytes:
    """What a translation of `tttranslate` makes of a verified module, `options` being those of `target.TRANSLATIONS`.

    Warns of a key of a `golden_map` that is no operation's location. Raises LookupError for a translation that does not exist, and CompilationError, as `parse` does.
    """
    from ttmlir_py.target import get_translation

    run = get_translation(translation)
    with diagnosed(context) as context:
        if is_current(module):
            convert_revision(module, PINNED, context=context)
        if golden_map := options.get("golden_map"):
            _warn_of_unused_goldens(module, golden_map, context)
        try:
            return run(module, **options)
        except OperationError as error:
            if error.op is module:  # a note that shows the whole input would help nobody
                context.diagnostics.print_op_on_diagnostic = False
            error.emit(context.diagnostics)
            raise CompilationError from None


def import_binary(
    data: bytes,
    translation: str = "flatbuffer-to-ttnn",
    *,
    context: MlirContext | None = None,
    file_name: str = "<stdin>",
) -> ModuleOp:
    """The module that a file holds, by a translation of `target.IMPORTS`: the way back from what `translate` makes.

    Raises LookupError for a translation that does not exist, and CompilationError, as `parse` does.
    """
    from ttmlir_py.target import IMPORTS

    if translation not in IMPORTS:
        raise LookupError(unknown_name("translation", translation, IMPORTS))
    if isinstance(data, str):
        raise TypeError("expected the bytes of a binary, found text; read a file with read_bytes()")
    with diagnosed(context) as context:
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
    """Compile a program: parse it if it is text or in a file, run a pipeline on it, translate the result.

    `source` is a module, which is changed in place, MLIR text, or the path of a file. `pipeline` is a flag of `ttopt` or a
    whole textual pipeline, `builtin.module(...)`. `system` names the board to compile for, such as `n300`. Into the debug
    info of a TTNN binary go `goldens`, arrays of expected values by location (`loc("add")`; also `input_0`, ...), and with
    `stages` the text of the module after each pass. `warnings` are flags as on the command line, such as `["-Werror"]`.

    >>> ttmlir_py.compile(Path("model.mlir"), system="n300")

    Raises OSError for a file that cannot be read, ValueError for an unknown board or flag, or for stages or goldens that the
    result cannot hold, LookupError for an unknown translation, PipelineError or OptionError for a pipeline that does not parse, and CompilationError, as `parse` does.
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
    """The module of a source."""
    if isinstance(source, ModuleOp):
        return source
    if isinstance(source, str):
        return parse(source, context=context)
    text = read_file(source).decode("utf-8", "surrogateescape")
    return parse(text, context=context, file_name=os.fspath(source))


def __dir__() -> list[str]:
    return sorted(__all__)
