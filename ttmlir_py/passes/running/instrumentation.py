"""Observers of a pass pipeline: IR dumps, the text of each stage, and execution times.

Dumps and times are printed to standard error in MLIR's layout.
"""

from __future__ import annotations

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
    """Options for IR dumps.

    `before` and `after` hold the flags of the passes around which the IR is dumped. None means all
    passes.
    """

    before: Collection[str] | None = ()
    after: Collection[str] | None = ()
    only_on_change: bool = False
    only_on_failure: bool = False
    module_scope: bool = False
    verified: bool = True
    """Whether the IR is verified after each pass, so that dumps after a pass need no check."""


@dataclass
class IRPrinting:
    """An observer that prints the IR before and after passes, to a stream or into a folder tree."""

    options: DumpOptions
    print_options: PrintOptions = field(default_factory=PrintOptions)
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    tree: IRTree | None = None
    _fingerprints: list[str] = field(default_factory=list[str])

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Dump the IR before the pass if requested.

        If only changes are dumped, also record a fingerprint of the IR.
        """
        if self.options.only_on_change:
            self._fingerprints.append(self._fingerprint(op))
        if _selects(self.options.before, each):
            self._dump(each, op, "Before")

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Dump the IR after the pass if requested."""
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
        """Do nothing, because nested pipelines are not dumped themselves."""

    def after_pipeline(self, name: str | None) -> None:
        """Do nothing, because nested pipelines are not dumped themselves."""

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
"""The name of the stage before the first pass, as in upstream."""


@dataclass
class StageRecorder:
    """An observer that stores the text of the module before the first pass and after each pass.

    Binaries contain these texts. Passes that failed are left out.
    """

    print_options: PrintOptions = BINARY_OPTIONS
    stages: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Pairs of stage and module text.

    The stage is `PRE_PIPELINE` or the C++ name of the pass, as in IR dumps.
    """

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Store the text of the input of the pipeline."""
        if not self.stages:
            self._record(PRE_PIPELINE, op)

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Store the text of the module after the pass."""
        if not failed:
            self._record(each.cpp_name, op)

    def _record(self, name: str, op: Operation) -> None:
        top = op.get_toplevel_object()
        assert isinstance(top, Operation)
        self.stages.append((name, print_operation(top, self.print_options)))

    def before_pipeline(self, name: str | None) -> None:
        """Do nothing, because nested pipelines are not stages themselves."""

    def after_pipeline(self, name: str | None) -> None:
        """Do nothing, because nested pipelines are not stages themselves."""


def dialect_resources(op: Operation) -> Resources:
    """Return the dialect resources of the file `op`, without its external resources, which a tool
    reads only at its end.
    """
    resources: Resources = getattr(op, "resources", {})
    return {name: group for name, group in resources.items() if name == "dialect_resources"}


def unverified_text(
    op: Operation, options: PrintOptions, resources: Resources | None = None
) -> str:
    """Return the text of `op`, which may be invalid.

    An invalid operation is printed in generic form, because its custom form is not safe to print.
    """
    if not (options.generic or options.assume_verified or is_valid(op)):
        options = replace(options, generic=True)
    return print_operation(op, options, resources)


def _selects(flags: Collection[str] | None, each: AnyPass) -> bool:
    return flags is None or each.name in flags


@dataclass
class Timer:
    """The wall time of a named activity, with the activities nested in it."""

    name: str
    seconds: float = 0.0
    children: dict[str, Timer] = field(default_factory=dict[str, "Timer"])

    def child(self, name: str) -> Timer:
        """Return the nested timer called `name`. Times of repeated activities are added up."""
        return self.children.setdefault(name, Timer(name))


class Timing:
    """An observer that measures passes and other named, nested activities."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter):
        self.root = Timer("root")
        self._clock = clock
        self._stack = [(self.root, clock())]

    def start(self, name: str) -> None:
        """Start the timer `name` inside of the current one."""
        self._stack.append((self._stack[-1][0].child(name), self._clock()))

    def stop(self) -> None:
        """Stop the current timer."""
        timer, start = self._stack.pop()
        timer.seconds += self._clock() - start

    def before_pass(self, each: AnyPass, op: Operation) -> None:
        """Start the timer of the pass."""
        self.start(each.cpp_name)

    def after_pass(self, each: AnyPass, op: Operation, *, failed: bool) -> None:
        """Stop the timer of the pass."""
        self.stop()

    def before_pipeline(self, name: str | None) -> None:
        """Start the timer of the nested pipeline."""
        self.start(f"'{name or 'any'}' Pipeline")

    def after_pipeline(self, name: str | None) -> None:
        """Stop the timer of the nested pipeline."""
        self.stop()

    def report(self, *, as_list: bool = False, as_json: bool = False) -> str:
        """Return the report in MLIR's layout, as a table or as JSON.

        It is a tree in execution order, or with `as_list` a list sorted by time.
        """
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
    """Return `timer` and its nested timers as JSON; `total` is the time that counts as 100 %.

    As in MLIR, an empty object ends the list of nested timers.
    """
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
    """Return all timers, the slowest first; timers of the same name are merged."""
    merged: dict[str, Timer] = {"root": Timer("root", root.seconds)}
    for _, timer in _tree(root, 0):
        merged.setdefault(timer.name, Timer(timer.name)).seconds += timer.seconds
    return [(0, timer) for timer in sorted(merged.values(), key=lambda timer: -timer.seconds)]
