"""Validates every pass: which one made the program mean something else."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation

from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.base import Pass
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.validation.comparing import DEFAULT_INPUTS, Inputs, Known, compare_modules
from ttmlir_py.validation.verdict import Verdict


class OnlyPasses:
    """An instrumentation that is told of passes alone."""

    def before_pass(self, each: Pass, op: Operation) -> None:
        """Nothing is done before a pass."""

    def before_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no passes."""

    def after_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no passes."""


@dataclass
class PassValidation(OnlyPasses):
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
    known: Known = field(default_factory=Known)
    """What the comparisons have in common."""

    def after_pass(self, each: Pass, op: Operation, *, failed: bool) -> None:
        """Compare, if the pass changed something and all was right before."""
        text = print_operation(self.module, PrintOptions(generic=True))
        if failed or self.verdicts or text == self._text:
            return
        self._text = text
        try:
            verdicts = compare_modules(
                self.source, self.module, self.inputs, rounded=False, known=self.known
            )
        except (CompilationError, OperationError, SimulationError):
            self.broken_by = self.broken_by or each.name
            return
        self.broken_by = None
        self.checked.append(each.name)
        if not all(verdict.is_right for verdict in verdicts):
            self.verdicts = verdicts
            for verdict in verdicts:
                verdict.found_after(each.name)


@dataclass
class PassBisection(OnlyPasses):
    """Keeps what the module is after each pass that changed it, and finds the first wrong one by few comparisons.

    An instrumentation of pass managers; `source` is what `mark` gave before the first pass.
    """

    source: ModuleOp
    module: ModuleOp
    inputs: Inputs = DEFAULT_INPUTS
    compared: int = 0
    """How many modules were compared."""
    _kept: list[tuple[str, ModuleOp]] = field(default_factory=list[tuple[str, ModuleOp]])
    _text: str = ""
    _known: Known = field(default_factory=Known)

    def after_pass(self, each: Pass, op: Operation, *, failed: bool) -> None:
        """Keep the module, if the pass changed something."""
        text = print_operation(self.module, PrintOptions(generic=True))
        if not failed and text != self._text:
            self._text = text
            self._kept.append((each.name, self.module.clone()))

    def verdicts(self) -> Sequence[Verdict]:
        """Those of the first pass after which the program is wrong, if it is wrong in the end; else none."""
        right, wrong = -1, len(self._kept)
        broken = set[int]()
        found: Sequence[Verdict] = ()
        candidates = [wrong - 1]
        while candidates:
            for number in candidates:
                verdicts = self._compared(number)
                if verdicts is not None:
                    break
                broken.add(number)
            else:
                break  # none of them runs: the first that does is as near as it gets
            if all(verdict.is_right for verdict in verdicts):
                right = number
            else:
                wrong, found = number, verdicts
            middle = (right + wrong) // 2
            between = set(range(right + 1, wrong)) - broken
            candidates = sorted(between, key=lambda number: (abs(number - middle), number))
        for verdict in found:
            verdict.found_after(self._kept[wrong][0])
        return found

    def _compared(self, number: int) -> list[Verdict] | None:
        """The verdicts of a module that was kept; None if it cannot run."""
        self.compared += 1
        try:
            return compare_modules(
                self.source, self._kept[number][1], self.inputs, rounded=False, known=self._known
            )
        except (CompilationError, OperationError, SimulationError):
            return None
