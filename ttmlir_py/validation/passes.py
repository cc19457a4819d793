"""Validates every pass: which one made the program mean something else."""

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
"""A function's name, and which one of those that have it."""


class OnlyPasses:
    """An instrumentation that is told of passes alone."""

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Nothing is done before a pass."""

    def before_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no passes."""

    def after_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no passes."""


@dataclass
class PassValidation(OnlyPasses):
    """Compares the module with its source after each pass that changed it, until all functions are wrong.

    An instrumentation of pass managers; `source` is what `mark` gave before the first pass.
    """

    source: ModuleOp
    module: ModuleOp
    inputs: Inputs = DEFAULT_INPUTS
    checked: list[str] = field(default_factory=list[str])
    """The passes after which the module was compared."""
    broken_by: str | None = None
    """The first of the last passes after which it could not run; None if it runs."""
    _text: str = ""
    known: Known = field(default_factory=Known)
    """What the comparisons have in common."""
    _found: dict[Key, Verdict] = field(default_factory=dict[Key, Verdict])

    @property
    def verdicts(self) -> Sequence[Verdict]:
        """If a function is wrong, one for each: of the first pass that broke it, else of the last pass; otherwise none."""
        found = list(self._found.values())
        return () if all(verdict.is_right for verdict in found) else found

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Compare, if the pass changed something and a function was right before."""
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
        """Whether each function is wrong since some pass."""
        return bool(self._found) and not any(each.is_right for each in self._found.values())


@dataclass
class PassBisection(OnlyPasses):
    """Keeps what the module is after each pass that changed it, and finds the first wrong one by few comparisons.

    An instrumentation of pass managers; `source` is what `mark` gave before the first pass.
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
    """What is known of the modules that were kept: None of those that cannot run."""

    @property
    def compared(self) -> int:
        """How many modules were compared."""
        return len(self._compared)

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Keep the module, if the pass changed something."""
        text = print_operation(self.module, PrintOptions(generic=True))
        if not failed and text != self._text:
            self._text = text
            self._kept.append((each.name, self.module.clone()))

    def verdicts(self) -> Sequence[Verdict]:
        """If the program is wrong in the end, one for each function: of the first pass after which it is wrong; else none."""
        final = self._of(len(self._kept) - 1) if self._kept else None
        if final is None or all(verdict.is_right for verdict in final.values()):
            return ()
        return [
            verdict if verdict.is_right else self._first_wrong(key)
            for key, verdict in final.items()
        ]

    def _first_wrong(self, key: Key) -> Verdict:
        """The verdict on a function, wrong in the end, after the first pass that broke it."""
        right, wrong = -1, len(self._kept) - 1
        while True:
            middle = (right + wrong) // 2
            between = sorted(range(right + 1, wrong), key=lambda each: (abs(each - middle), each))
            found = next(((each, x) for each in between if (x := self._of(each)) is not None), None)
            if found is None:
                break  # none of them runs: this is as near as it gets
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
        """The verdicts of a module that was kept; None if it cannot run."""
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
    """Verdicts by the names of the functions, of which modules in a module may have several."""
    seen: Counter[str] = Counter()
    found: dict[Key, Verdict] = {}
    for verdict in verdicts:
        found[verdict.target, seen[verdict.target]] = verdict
        seen[verdict.target] += 1
    return found
