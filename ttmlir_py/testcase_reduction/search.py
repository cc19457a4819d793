"""The search for the parts of a program that can be removed while the test still passes.

The algorithm is delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
failure-inducing input", 2002). Parts are divided into halves, quarters and so on; each group is
first kept alone, then removed. Candidates are tested ahead in parallel. The first one in order that
passes is taken, so the result does not depend on the number of parallel tests.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, pairwise

from ttmlir_py import compiler
from ttmlir_py.ir.checking.verifier import is_valid
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.rewriting.symbols import symbol_name
from ttmlir_py.testcase_reduction.commands import Job, Test
from ttmlir_py.testcase_reduction.cutting import is_terminator, operations
from ttmlir_py.testcase_reduction.steps import STEPS, Edit, Parts, Step

SUBSETS = 8
"""The maximum number of groups for which each group is kept alone. In finer divisions, single
groups are too small to be interesting.
"""


@dataclass(frozen=True)
class Progress:
    """The progress of a reduction."""

    operations: int
    """The number of operations in the smallest program so far, without modules, functions and
    terminators.
    """
    tests: int
    step: str


def count_operations(module: ModuleOp) -> int:
    """Return the number of operations except modules, symbols and terminators."""
    return sum(
        not is_terminator(op) and symbol_name(op) is None and not isinstance(op, ModuleOp)
        for op in operations(module)
    )


class Reduction:
    """The reduction of one program. `text` is the smallest version so far, which is always valid.

    `jobs` tests run at a time. Raises CompilationError, after diagnostics, for a program that does
    not parse or verify.
    """

    def __init__(
        self,
        text: str,
        test: Test,
        *,
        jobs: int = 1,
        context: MlirContext | None = None,
        file_name: str = "<stdin>",
        options: PrintOptions | None = None,
    ) -> None:
        self._context = context or compiler.create_context()
        self._options = options or PrintOptions()
        self._module = compiler.parse(text, context=self._context, file_name=file_name)
        self._test, self._jobs = test, jobs
        self.observe: Callable[[Progress], None] = lambda _: None
        """A function that is called with the progress after each step."""
        self.improved: Callable[[str], None] = lambda _: None
        """A function that is called with each smaller program."""
        self._known: set[bytes] = set()
        self._tests = 0
        self._step = ""
        self.text = self._print(self._module)
        self.original = self.operations

    @property
    def operations(self) -> int:
        """The number of operations in the smallest program so far."""
        return count_operations(self._module)

    @property
    def tests(self) -> int:
        """The number of tests that were run."""
        return self._tests

    def run(self) -> str:
        """Reduce the program until nothing more can be removed, and return its text.

        Raises NotInterestingError if the program itself does not pass the test.
        """
        self._test.learn(self.text)
        self._tests += 1
        while True:
            before = self.text
            for step in STEPS:
                self._step = step.__name__.replace("_", " ")
                self._reduce(step)
            if self.text == before:
                return self.text

    def _reduce(self, step: Step) -> None:
        found = step(self._module)
        if isinstance(found, Parts):
            self._remove_parts(found)
            return
        while self._take_first(found):
            found = step(self._module)
            assert not isinstance(found, Parts)

    def _remove_parts(self, parts: Parts) -> None:
        """Remove as many of `parts` as possible by delta debugging.

        Parts keep the numbers that they have in the first module of the step.
        """
        base = self._module
        left = list(range(parts.count))
        groups = 1
        while left:
            taken = self._first(
                self._removal(base, parts, left, kept) for kept in _candidates(left, groups)
            )
            if taken is not None:
                kept = list(_candidates(left, groups))[taken]
                alone = len(kept) * 2 <= len(left) + 1
                groups = min(2 if alone else max(groups - 1, 2), len(kept))
                left = kept
            elif groups >= len(left):
                return
            else:
                groups = min(groups * 2, len(left))

    def _removal(
        self, base: ModuleOp, parts: Parts, left: Collection[int], kept: Collection[int]
    ) -> str | None:
        gone = {*range(parts.count)} - {*kept}
        return self._edited(base, lambda other: parts.remove(other, gone)) if left else None

    def _take_first(self, edits: Iterator[Edit]) -> bool:
        """Make the first edit that passes the test. Return whether there was one."""
        base = self._module
        return self._first(self._edited(base, edit) for edit in edits) is not None

    def _edited(self, base: ModuleOp, edit: Edit) -> str | None:
        """Return the text of `base` after an edit, or None if the result is not a valid program."""
        module = base.clone()
        with self._context.diagnostics.collect():
            try:
                edit(module)
                return self._print(module) if is_valid(module) else None
            except Exception:  # If an edit does not apply, there is no candidate.
                return None

    def _print(self, module: ModuleOp) -> str:
        return print_operation(module, self._options) + "\n"

    def _first(self, candidates: Iterable[str | None]) -> int | None:
        """Make the first interesting candidate the current program. Return its index, or None."""
        running: list[tuple[int, str, Job]] = []
        numbered = chain(enumerate(candidates), [None])
        try:
            for each in numbered:
                if each is not None and each[1] is not None and self._is_new(each[1]):
                    running.append((each[0], each[1], self._test.start(each[1])))
                while running and (each is None or len(running) >= self._jobs):
                    number, text, job = running.pop(0)
                    self._tests += 1
                    if job.wait() and self._take(text):
                        return number
                self.observe(Progress(self.operations, self._tests, self._step))
            return None
        finally:
            for _, text, job in running:
                # Forget the text, so that it may be tested again.
                self._known.discard(_digest(text))
                job.stop()

    def _is_new(self, text: str) -> bool:
        digest = _digest(text)
        if digest in self._known or text == self.text:
            return False
        self._known.add(digest)
        return True

    def _take(self, text: str) -> bool:
        """Make `text` the smallest program so far if it is a valid program. Return whether it
        is.
        """
        with self._context.diagnostics.collect(), suppress(CompilationError):
            self._module = compiler.parse(text, context=self._context)
            self.text = text
            self.improved(text)
            return True
        return False


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _candidates(left: list[int], groups: int) -> Iterator[list[int]]:
    """Yield the sets of parts to keep: the empty set, each group alone, all but each group."""
    if groups == 1:
        yield []
        return
    bounds = [len(left) * i // groups for i in range(groups + 1)]
    pieces = list(pairwise(bounds))
    if groups <= SUBSETS:
        for start, end in pieces:
            yield left[start:end]
    if groups > 2:
        for start, end in reversed(pieces):
            yield left[:start] + left[end:]
