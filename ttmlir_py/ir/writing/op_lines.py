"""Printing with the line and column at which each operation starts."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from typing_extensions import override
from xdsl.ir import Block, Operation

from ttmlir_py.ir.writing.names import ValueNames
from ttmlir_py.ir.writing.printer import MlirPrinter, PrintOptions, printed_file, value_names


class LinedText(NamedTuple):
    """The text of operations, with the line of each."""

    text: str
    lines: dict[Operation, int]
    """Maps each operation to the line, from 0, on which its text starts.

    The order is that of the text. Implicit terminators are missing.
    """
    names: ValueNames


class _LinePrinter(MlirPrinter):
    """A printer that records where the text of each operation starts."""

    def __init__(self, options: PrintOptions, names: ValueNames | None = None):
        super().__init__(options, names)
        self.starts: dict[Operation, int] = {}
        """Maps each operation to the number of output pieces before its text."""

    @override
    def print_op(self, op: Operation) -> None:
        self.starts.setdefault(op, len(self._pieces))
        super().print_op(op)

    @override
    def _print_ops(self, block: Block, end: Operation | None) -> None:
        op = block.first_op
        while op is not end and op is not None:
            self._print_new_line()
            self.print_op(op)
            op = op.next_op

    def lined_text(self) -> LinedText:
        """Return the printed text, with the line of each operation."""
        breaks = list(accumulate((piece.count("\n") for piece in self._pieces), initial=0))
        assert self.value_names is not None
        lines = {op: breaks[start] for op, start in self.starts.items()}
        return LinedText("".join(self._pieces), lines, self.value_names)

    def positioned_text(self) -> tuple[str, dict[Operation, Position]]:
        """Return the printed text, with the line and column of each operation."""
        text = "".join(self._pieces)
        offsets = list(accumulate(map(len, self._pieces), initial=0))
        breaks = [-1, *(index for index, letter in enumerate(text) if letter == "\n")]
        positions: dict[Operation, Position] = {}
        for op, start in self.starts.items():
            line = bisect_left(breaks, offsets[start])
            positions[op] = Position(line, offsets[start] - breaks[line - 1] - 1)
        return text, positions


def lined_text(op: Operation, options: PrintOptions) -> LinedText:
    """Return the text of `op` as a file (see `print_operation`), with the line of each operation in
    it.
    """
    return printed_file(op, options, printer_class=_LinePrinter).lined_text()


class Position(NamedTuple):
    """The line and column at which the text of an operation starts."""

    line: int
    """The line, counted from 1."""
    column: int
    """The column, counted from 0."""


def positioned_text(op: Operation, options: PrintOptions) -> tuple[str, dict[Operation, Position]]:
    """Return the text of `op`, with the line and column of each operation in it.

    The text has aliases if `op` is a file.
    """
    if op.parent is None and not options.local_scope:
        printer = printed_file(op, options, printer_class=_LinePrinter)
    else:
        printer = _LinePrinter(options, value_names(op, options))
        printer.print_op(op)
    return printer.positioned_text()
