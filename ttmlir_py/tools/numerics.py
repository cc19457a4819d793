"""`ttopt --verify-numerics`: compares the values that a program computes before and after
passes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ttmlir_py.tools.driver import CommandLine, Flag, write_output

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.module import ModuleOp
    from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager
    from ttmlir_py.validation import PassValidation, Verdict

INPUTS = "FILE.npz|randn[:SEED]|edge:SEED|ties:SEED"
NUMERICS_FLAGS = {
    "verify-numerics": Flag(
        (
            "Run the result of the passes and the input on these inputs, and report the "
            "first wrong operation and pass"
        ),
        INPUTS,
        "randn",
        takes_next=False,
    ),
    "verify-numerics-each": Flag(
        "Compare after every pass that changes the program", INPUTS, "randn:0", takes_next=False
    ),
    "reduce": Flag(
        (
            "With --verify-numerics: write to this file the smallest program that is wrong "
            "in the same way"
        ),
        "filename",
    ),
    "repro": Flag(
        "With --verify-numerics: write a script that reproduces the wrong operation",
        "filename",
    ),
    "verify-numerics-json": Flag("Write the result of validation as JSON to this file", "filename"),
}


def json_text(verdicts: Sequence[Verdict]) -> str:
    """Return verdicts as JSON text."""
    import json

    return json.dumps([verdict.as_dict() for verdict in verdicts], indent=1) + "\n"


@dataclass(eq=False, repr=False)
class NumericsCheck:
    """The comparison of a module before and after a run of passes. Create it before the first
    pass.
    """

    line: CommandLine
    module: ModuleOp
    context: MlirContext
    tell: Callable[[Sequence[Verdict]], object]
    """Called with the verdicts, including those of a wrong program."""
    _source: ModuleOp = field(init=False)
    _each: PassValidation | None = None

    def __post_init__(self) -> None:
        from ttmlir_py.validation import PassValidation, mark

        self._source = mark(self.module)
        self._inputs = self.line.text("verify-numerics") or "randn"
        if self.line.last("verify-numerics-each"):
            self._inputs = self.line.text("verify-numerics-each") or "randn:0"
            self._each = PassValidation(self._source, self.module, self._inputs)

    @property
    def watchers(self) -> list[Instrumentation]:
        """Return the instrumentation that compares after each pass, if requested."""
        return [] if self._each is None else [self._each]

    def finish(self, pipeline: OpPassManager) -> None:
        """Compare the module after the passes with the original one.

        Raises CompilationError after a diagnostic if it computes other values or cannot be
        compared.
        """
        from ttmlir_py.ir.diagnostics import CompilationError, OperationError
        from ttmlir_py.runtime.errors import InputError, SimulationError
        from ttmlir_py.schemas import BinaryError
        from ttmlir_py.validation import compare_modules

        engine = self.context.diagnostics
        verdicts: Sequence[Verdict] = () if self._each is None else self._each.verdicts
        try:
            known = None if self._each is None else self._each.known
            verdicts = verdicts or compare_modules(
                self._source, self.module, self._inputs, known=known
            )
            if self._each is None and not all(verdict.is_right for verdict in verdicts):
                self._inputs = verdicts[0].inputs or self._inputs
                verdicts = self._bisected(pipeline) or verdicts
        except OperationError as error:
            error.emit(engine)
            raise CompilationError from None
        except InputError as error:
            engine.emit_error(self.module.location, str(error))
            raise CompilationError from None
        except (BinaryError, SimulationError) as error:
            watcher = self._each or self._watched(pipeline)
            since = f" since {watcher.broken_by}" if watcher.broken_by else ""
            engine.emit_error(self.module.location, f"the program cannot be run{since}: {error}")
            raise CompilationError from None
        if name := self.line.text("verify-numerics-json"):
            write_output(name, json_text(verdicts))
        sys.stderr.write("".join(f"{verdict}\n" for verdict in verdicts))
        self.tell(verdicts)
        self._cut_out(verdicts, pipeline)
        self._complain(verdicts)

    def _bisected(self, pipeline: OpPassManager) -> Sequence[Verdict]:
        """Return the verdicts after the first wrong pass.

        The passes run again on a copy of the original module, and only some of their results are
        compared.
        """
        from ttmlir_py.compiler import PassManager
        from ttmlir_py.validation import PassBisection, mark

        module = self._source.clone()
        watcher = PassBisection(mark(module), module, self._inputs)
        with self.context.diagnostics.collect():
            PassManager(pipeline, context=self.context, instrumentations=[watcher]).run(module)
            return watcher.verdicts()

    def _watched(self, pipeline: OpPassManager) -> PassValidation:
        """Run the passes again on a copy of the original module, and compare after each pass."""
        from ttmlir_py.compiler import PassManager
        from ttmlir_py.validation import PassValidation, mark

        module = self._source.clone()
        watcher = PassValidation(mark(module), module, self._inputs)
        with self.context.diagnostics.collect():
            PassManager(pipeline, context=self.context, instrumentations=[watcher]).run(module)
        return watcher

    def _cut_out(self, verdicts: Sequence[Verdict], pipeline: OpPassManager) -> None:
        """Write the requested smallest wrong program, and the script that reproduces the
        difference.
        """
        wrong = next((verdict for verdict in verdicts if not verdict.is_right), None)
        if wrong is None:
            return
        from ttmlir_py.ir.writing.printer import print_operation
        from ttmlir_py.tools.ttreduce import finish
        from ttmlir_py.validation import repro

        if name := self.line.text("repro"):
            write_output(name, repro.script_of_passes(self._source, self._inputs, wrong, pipeline))
        if name := self.line.text("reduce"):
            from ttmlir_py.testcase_reduction import FunctionTest, Reduction

            text = print_operation(self._source)
            test = FunctionTest(repro.same_fault(wrong, pipeline, self._inputs))
            if code := finish(Reduction(text, test, context=self.context), self.line.program, name):
                sys.exit(code)

    def _complain(self, verdicts: Sequence[Verdict]) -> None:
        from ttmlir_py.ir.diagnostics import CompilationError

        wrong = [verdict for verdict in verdicts if not verdict.is_right]
        for verdict in wrong:
            row = verdict.first
            assert row is not None
            after = f" after {verdict.first_pass}" if verdict.first_pass and not row.behind else ""
            behind = f", behind the passes: {row.behind}" if row.behind else ""
            self.context.diagnostics.emit_error(
                row.location or self.module.location,
                (
                    f"'{row.op}' does not mean what it did{after}: {row.kind.value}, error "
                    f"{row.error:.1e}{behind}"
                ),
            )
        if wrong:
            raise CompilationError
