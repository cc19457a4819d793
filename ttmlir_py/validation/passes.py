"""Validates every pass: which one made the program mean something else."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation

from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.base import Pass
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.validation.comparing import DEFAULT_INPUTS, Inputs, compare_modules
from ttmlir_py.validation.verdict import Verdict


@dataclass
class PassValidation:
    """Compares the module with its source after each pass that changed it, until it is wrong.

    An instrumentation of pass managers; `source` is what `mark` gave before the first pass.
    """

    source: ModuleOp
    module: ModuleOp
    inputs: Inputs = DEFAULT_INPUTS
    verdicts: Sequence[Verdict] = ()
    """Those of the first pass that broke the program."""
    checked: list[str] = field(default_factory=list[str])
    """The passes after which the module was compared."""
    broken_by: str | None = None
    """The first of the last passes after which it could not run; None if it runs."""
    _text: str = ""

    def before_pass(self, each: Pass, op: Operation) -> None:
        """Nothing is done before a pass."""

    def after_pass(self, each: Pass, op: Operation, *, failed: bool) -> None:
        """Compare, if the pass changed something and all was right before."""
        text = print_operation(self.module, PrintOptions(generic=True))
        if failed or self.verdicts or text == self._text:
            return
        self._text = text
        try:
            verdicts = compare_modules(self.source, self.module, self.inputs, rounded=False)
        except (CompilationError, OperationError, SimulationError):
            self.broken_by = self.broken_by or each.name
            return
        self.broken_by = None
        self.checked.append(each.name)
        if not all(verdict.is_right for verdict in verdicts):
            self.verdicts = verdicts
            for verdict in verdicts:
                verdict.first_pass = each.name

    def before_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no passes."""

    def after_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no passes."""
