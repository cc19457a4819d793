"""What can be observed of a pass pipeline: IR dumps, the text of each stage, and execution times.

Dumps and times are printed to standard error in MLIR's layout.
"""

import json
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TextIO

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py.ir.checking.verifier import is_valid
from ttmlir_py.ir.writing.attributes import BINARY_OPTIONS
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.ir.writing.resources import Resources
from ttmlir_py.passes.running.ir_tree import IRTree
from ttmlir_py.passes.running.pass_manager import AnyPass


@dataclass(frozen=True)
class DumpOptions:
    """Which IR dumps are wanted; `before` and `after` hold flags of passes, None stands for all."""

    before: Collection[str] | None = ()
    after: Collection[str] | None = ()
    only_on_change: bool = False
    only_on_failure: bool = False
    module_scope: bool = False
    verified: bool = True
    """Whether the IR is verified after each pass."""


@dataclass
class IRPrinting:
    """Prints the IR before and after passes, all to one stream or each into a file of a tree."""

    options: DumpOptions
    print_options: PrintOptions = field(default_factory=PrintOptions)
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    tree: IRTree | None = None
    _fingerprints: list[str] = field(default_factory=list[str])

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Dump before a pass, and remember the IR if changes are to be found."""
        if self.options.only_on_change:
            self._fingerprints.append(self._fingerprint(op))
        if _selects(self.options.before, each):
            self._dump(each, op, "Before")

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Dump after a pass, if it is to be dumped."""
        before = self._fingerprints.pop() if self.options.only_on_change else None
        if not _selects(self.options.after, each):
            return
        if failed:
            self._dump(each, op, "After", " Failed")
        elif not self.options.only_on_failure and (
            before is None or before != self._fingerprint(op)
        ):
            self._dump(each, op, "After")

    def before_pipeline(self, name: str | None) -> None:
        """Nested pipelines are not dumped themselves."""

    def after_pipeline(self, name: str | None) -> None:
        """Nested pipelines are not dumped themselves."""

    def _fingerprint(self, op: Operation) -> str:
        return print_operation(op, replace(self.print_options, generic=True, debug_info=True))

    def _dump(self, each: AnyPass, op: Operation, when: str, suffix: str = "") -> None:
        header = f"// -----// IR Dump {when} {each.cpp_name}{suffix} ({each.name})"
        options = self.print_options
        top = op
        if self.options.module_scope:
            symbol = op.get_attr_or_prop("sym_name")
            name = f": @{symbol.data}" if isinstance(symbol, StringAttr) else ""
            header += f" ('{op.name}' operation{name})"
            top = op.get_toplevel_object()
            assert isinstance(top, Operation)
        elif op.parent is not None:
            options = replace(options, local_scope=True)
        write = print_operation if self.options.verified and not suffix else unverified_text
        text = f"{header} //----- //\n{write(top, options, dialect_resources(top))}\n\n"
        if self.tree is not None:
            self.tree.write(each, op, text)
            return
        self.stream.write(text)
        self.stream.flush()


PRE_PIPELINE = "PRE-PIPELINE"
"""What upstream calls the stage before the first pass."""


@dataclass
class StageRecorder:
    """Keeps the text of the whole module before the first pass and after each that succeeded, as binaries hold it."""

    print_options: PrintOptions = BINARY_OPTIONS
    stages: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """`PRE_PIPELINE`, or the pass's C++ name, as IR dumps have it, and the text."""

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Record what the pipeline was given."""
        if not self.stages:
            self._record(PRE_PIPELINE, op)

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Record the module."""
        if not failed:
            self._record(each.cpp_name, op)

    def _record(self, name: str, op: Operation) -> None:
        top = op.get_toplevel_object()
        assert isinstance(top, Operation)
        self.stages.append((name, print_operation(top, self.print_options)))

    def before_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no stages themselves."""

    def after_pipeline(self, name: str | None) -> None:
        """Nested pipelines are no stages themselves."""


def dialect_resources(op: Operation) -> Resources:
    """The resources of a file without those that are not the dialects': they are left alone until the end of a tool."""
    resources: Resources = getattr(op, "resources", {})
    return {name: group for name, group in resources.items() if name == "dialect_resources"}


def unverified_text(
    op: Operation, options: PrintOptions, resources: Resources | None = None
) -> str:
    """The text of an operation that may be invalid, which cannot be trusted to print itself in its custom form then."""
    if not (options.generic or options.assume_verified or is_valid(op)):
        options = replace(options, generic=True)
    return print_operation(op, options, resources)


def _selects(flags: Collection[str] | None, each: AnyPass) -> bool:
    return flags is None or each.name in flags


@dataclass
class Timer:
    """Wall time of a named activity, without and with what is nested in it."""

    name: str
    seconds: float = 0.0
    children: "dict[str, Timer]" = field(default_factory=dict[str, "Timer"])

    def child(self, name: str) -> "Timer":
        """The nested timer of that name; repeated activities add up."""
        return self.children.setdefault(name, Timer(name))


class Timing:
    """Measures passes and other named activities; nests as they do."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter):
        self.root = Timer("root")
        self._clock = clock
        self._stack = [(self.root, clock())]

    def start(self, name: str) -> None:
        """Begin an activity inside the running one."""
        self._stack.append((self._stack[-1][0].child(name), self._clock()))

    def stop(self) -> None:
        """End the running activity."""
        timer, start = self._stack.pop()
        timer.seconds += self._clock() - start

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Start the pass's timer."""
        self.start(each.cpp_name)

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Stop the pass's timer."""
        self.stop()

    def before_pipeline(self, name: str | None) -> None:
        """Start the timer that holds the nested passes."""
        self.start(f"'{name or 'any'}' Pipeline")

    def after_pipeline(self, name: str | None) -> None:
        """Stop the timer that holds the nested passes."""
        self.stop()

    def report(self, *, as_list: bool = False, as_json: bool = False) -> str:
        """MLIR's table: as a tree in order of execution, or as a list by time; or the same in JSON."""
        self.stop()
        total = self.root.seconds
        rest = Timer("Rest", total - sum(each.seconds for each in self.root.children.values()))
        if as_json:
            texts = [_json_entry(timer, total) for _, timer in _flat(self.root)]
            if not as_list:
                texts = [_json_tree(each, total, 0) for each in self.root.children.values()]
            texts += [_json_entry(each, total) for each in (rest, Timer("Total", total))]
            return "[\n" + ",\n".join(texts) + "\n]\n"
        rows = _flat(self.root) if as_list else _tree(self.root, 0)
        rows += [(0, rest), (0, Timer("Total", total))]
        rule = f"==={'-' * 73}===\n"
        title = "... Execution time report ...".rjust(54)
        return (
            f"{rule}{title}\n{rule}  Total Execution Time: {total:.4f} seconds\n\n"
            "  ----Wall Time----  ----Name----\n"
            + "".join(_row(depth, timer, total) for depth, timer in rows)
        )


def _json_entry(timer: Timer, total: float, rest: str = "") -> str:
    share = 100.0 * timer.seconds / total if total else 0.0
    wall = f'{{"duration": {timer.seconds:8.4f}, "percentage": {share:5.1f}}}'
    return f'{{"wall": {wall}, "name": {json.dumps(timer.name)}{rest}}}'


def _json_tree(timer: Timer, total: float, depth: int) -> str:
    """A timer with those nested in it, whose list an empty object ends, as in MLIR."""
    indent = "  " * depth
    nested = [_json_tree(each, total, depth + 1) for each in timer.children.values()]
    passes = ",\n".join([*nested, f"{indent}{{}}"])
    return indent + _json_entry(timer, total, f', "passes": [\n{passes}]')


def _row(depth: int, timer: Timer, total: float) -> str:
    share = 100.0 * timer.seconds / total if total else 0.0
    return f"  {timer.seconds:8.4f} ({share:5.1f}%)  {'  ' * depth}{timer.name}\n"


def _tree(timer: Timer, depth: int) -> list[tuple[int, Timer]]:
    rows: list[tuple[int, Timer]] = []
    for child in timer.children.values():
        rows += [(depth, child), *_tree(child, depth + 1)]
    return rows


def _flat(root: Timer) -> list[tuple[int, Timer]]:
    """All timers by name, the slowest first."""
    merged: dict[str, Timer] = {"root": Timer("root", root.seconds)}
    for _, timer in _tree(root, 0):
        merged.setdefault(timer.name, Timer(timer.name)).seconds += timer.seconds
    return [(0, timer) for timer in sorted(merged.values(), key=lambda timer: -timer.seconds)]
