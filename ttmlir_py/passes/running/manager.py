"""Pass managers built from pipeline texts, which run on modules.

PassManager("builtin.module(canonicalize,func.func(cse))", context=context).run(module)
"""

from collections.abc import Sequence

from xdsl.ir import Operation

from ttmlir_py.common.suggestions import question
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.memo import Kinds
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.registry import PASSES, PIPELINES, UnknownPassError, create_passes
from ttmlir_py.passes.running.option_text import OptionError
from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager, PassRunner
from ttmlir_py.passes.running.pipeline_text import (
    PipelineElement,
    PipelineError,
    PipelineText,
    parse_elements,
    parse_pipeline,
)


def add_flag(manager: OpPassManager, flag: str, options: str) -> None:
    """Append the passes of a command-line flag. Passes for inner operations are nested."""
    try:
        for each in create_passes(flag, options):
            manager.add(each, implicit_nesting=True)
    except UnknownPassError as error:
        raise PipelineError(str(error)) from None


def _add_elements(
    manager: OpPassManager, text: PipelineText, elements: Sequence[PipelineElement]
) -> None:
    """Append the elements of a textual pipeline.

    Passes of a named pipeline that run on inner operations are nested.
    """
    for element in elements:
        if element.inner is not None:
            nested = manager.nest(None if element.name == "any" else element.name)
            _add_elements(nested, text, element.inner)
            continue
        nests = element.name in PIPELINES and manager.anchor == "builtin.module"
        try:
            for each in create_passes(element.name, element.options or ""):
                manager.add(each, implicit_nesting=nests)
        except UnknownPassError as error:
            if str(error) != str(UnknownPassError(element.name)):
                raise PipelineError(str(error)) from None
            unknown = text.error(element.offset, str(error))
            if advice := question(element.name, (*PASSES, *PIPELINES)):
                unknown.add_note(advice)
            raise unknown from None
        except OptionError as error:
            failure = f"failed to add `{element.name}` with options `{element.options}`"
            raise error.within(failure) from None


def build_pipeline(text: str) -> OpPassManager:
    """Return the pass manager for a textual pipeline with an anchor, `builtin.module(...)`."""
    parsed = parse_pipeline(text)
    manager = OpPassManager(None if parsed.anchor == "any" else parsed.anchor)
    _add_elements(manager, parsed, parsed.elements)
    return manager


def build_nested_pipeline(anchor: str, text: str) -> OpPassManager:
    """Return the pass manager for `anchor` from a pipeline text without anchor, such as
    `cse,canonicalize`.
    """
    manager = OpPassManager(anchor)
    parsed = parse_elements(anchor, text)
    _add_elements(manager, parsed, parsed.elements)
    return manager


class PassManager:
    """Builds the passes of a textual pipeline and runs them on modules.

    >>> PassManager("builtin.module(canonicalize)", context=context).run(module)

    Failures raise CompilationError with the diagnostics, which the context's handler gets as well.
    """

    def __init__(
        self,
        pipeline: str | OpPassManager,
        *,
        context: MlirContext,
        verify_each: bool = True,
        instrumentations: Sequence[Instrumentation] = (),
    ):
        self.passes = build_pipeline(pipeline) if isinstance(pipeline, str) else pipeline
        self._context = context
        self._verify_each = verify_each
        self._instrumentations = instrumentations

    def run(self, op: Operation, *, verified: bool = False, kinds: Kinds | None = None) -> None:
        """Run the pipeline on `op`. Raises CompilationError with the diagnostics.

        `verified` means that `op` was verified and has not changed since, so that only changes by
        passes are verified. `kinds` maps operations inside of `op` to their kinds, as far as known;
        the run updates it.
        """
        with self._context.diagnostics.raising():
            self._run(op, verified, kinds)

    def _run(self, op: Operation, verified: bool, kinds: Kinds | None) -> None:
        anchor = self.passes.anchor
        name = operation_name(op)
        if anchor not in (None, name):
            self._context.diagnostics.emit_error(
                op.location, f"can't run '{anchor}' pass manager on '{name}' op"
            )
            raise CompilationError
        runner = PassRunner(self._context, self._verify_each, self._instrumentations)
        if kinds is not None:
            runner.kinds = kinds
        if verified:
            runner.assume_verified(op)
        with self._context.diagnostics.run():
            self.passes.run(runner, op)

    def statistics(self, *, as_list: bool = False) -> str:
        """Return the statistics of all runs so far.

        They are nested like the pipeline, or with `as_list` sorted by name.
        """
        from ttmlir_py.passes.running.statistics_report import statistics_report

        return statistics_report(self.passes, as_list=as_list)

    def __str__(self) -> str:
        return str(self.passes)
