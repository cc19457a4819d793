"""Validation after every pass, which finds the pass that changed a program's semantics."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation

from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.pass_manager import AnyPass
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.validation.comparing import DEFAULT_INPUTS, Inputs, Known, compare_modules
from ttmlir_py.validation.verdict import Verdict

Key = tuple[str, int]
"""The name of a function, and its index among functions of that name."""


class OnlyPasses:
    """Base class of observers of passes that ignore pipelines."""

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Do nothing before a pass."""

    def before_pipeline(self, name: str | None) -> None:
        """Do nothing before a nested pipeline."""

    def after_pipeline(self, name: str | None) -> None:
        """Do nothing after a nested pipeline."""


@dataclass
class PassValidation(OnlyPasses):
    """An observer that compares the module with its source after each pass that changed it.

    It stops when all functions are wrong. `source` is the result of `mark` before the first pass.
    """

    source: ModuleOp
    module: ModuleOp
    inputs: Inputs = DEFAULT_INPUTS
    checked: list[str] = field(default_factory=list[str])
    """The names of the passes after which the module was compared."""
    broken_by: str | None = None
    """The first pass since which the module cannot run; None if it runs."""
    _text: str = ""
    known: Known = field(default_factory=Known)
    """The data that all comparisons share."""
    _found: dict[Key, Verdict] = field(default_factory=dict[Key, Verdict])

    @property
    def verdicts(self) -> Sequence[Verdict]:
        """The verdict on each function if any function is wrong, otherwise empty.

        A wrong function has the verdict after the pass that broke it first, any other function that
        after the last pass.
        """
        found = list(self._found.values())
        return () if all(verdict.is_right for verdict in found) else found

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Compare the module with the source if the pass changed it, unless all functions were
        already wrong.
        """
        if failed or self._all_wrong():
            return
        text = print_operation(self.module, PrintOptions(generic=True))
        if text == self._text:
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
        for key, verdict in _by_function(verdicts).items():
            if key not in self._found or self._found[key].is_right:
                verdict.found_after(each.name)
                self._found[key] = verdict

    def _all_wrong(self) -> bool:
        """Whether every function is wrong."""
        return bool(self._found) and not any(each.is_right for each in self._found.values())


@dataclass
class PassBisection(OnlyPasses):
    """An observer that records the module after each pass, to find the first wrong one with few
    comparisons.

    `source` is the result of `mark` before the first pass.
    """

    source: ModuleOp
    module: ModuleOp
    inputs: Inputs = DEFAULT_INPUTS
    _kept: list[tuple[str, ModuleOp]] = field(default_factory=list[tuple[str, ModuleOp]])
    _text: str = ""
    _known: Known = field(default_factory=Known)
    _compared: dict[int, Mapping[Key, Verdict] | None] = field(
        default_factory=dict[int, "Mapping[Key, Verdict] | None"]
    )
    """Maps the index of a recorded module to its verdicts; None if it cannot run."""

    @property
    def compared(self) -> int:
        """The number of modules that were compared."""
        return len(self._compared)

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Record the module if the pass changed it."""
        text = print_operation(self.module, PrintOptions(generic=True))
        if not failed and text != self._text:
            self._text = text
            self._kept.append((each.name, self.module.clone()))

    def verdicts(self) -> Sequence[Verdict]:
        """Return the verdict on each function if the final program is wrong, otherwise nothing.

        A wrong function has the verdict after the first pass that broke it.
        """
        final = self._of(len(self._kept) - 1) if self._kept else None
        if final is None or all(verdict.is_right for verdict in final.values()):
            return ()
        return [
            verdict if verdict.is_right else self._first_wrong(key)
            for key, verdict in final.items()
        ]

    def _first_wrong(self, key: Key) -> Verdict:
        """Return the verdict on function `key` after the first pass that broke it."""
        right, wrong = -1, len(self._kept) - 1
        while True:
            middle = (right + wrong) // 2
            between = sorted(range(right + 1, wrong), key=lambda each: (abs(each - middle), each))
            found = next(((each, x) for each in between if (x := self._of(each)) is not None), None)
            if found is None:
                break  # no module between the right one and the wrong one can be run
            number, verdicts = found
            if key not in verdicts or verdicts[key].is_right:
                right = number
            else:
                wrong = number
        verdicts = self._of(wrong)
        assert verdicts is not None
        verdicts[key].found_after(self._kept[wrong][0])
        return verdicts[key]

    def _of(self, number: int) -> Mapping[Key, Verdict] | None:
        """Return the verdicts on recorded module `number`, or None if it cannot run."""
        if number not in self._compared:
            self._compared[number] = self._compare(self._kept[number][1])
        return self._compared[number]

    def _compare(self, module: ModuleOp) -> Mapping[Key, Verdict] | None:
        try:
            verdicts = compare_modules(
                self.source, module, self.inputs, rounded=False, known=self._known
            )
        except (CompilationError, OperationError, SimulationError):
            return None
        return _by_function(verdicts)


def _by_function(verdicts: Sequence[Verdict]) -> Mapping[Key, Verdict]:
    """Map function names to verdicts; nested modules can have several functions of one name."""
    seen: Counter[str] = Counter()
    found: dict[Key, Verdict] = {}
    for verdict in verdicts:
        found[verdict.target, seen[verdict.target]] = verdict
        seen[verdict.target] += 1
    return found
