"""The text of a program with the line on which each operation starts."""

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

from typing_extensions import override
from xdsl.ir import Block, Operation

from ttmlir_py.ir.writing.names import ValueNames
from ttmlir_py.ir.writing.printer import MlirPrinter, PrintOptions, printed_file, value_names


class LinedText(NamedTuple):
    """A text and the lines of its operations."""

    text: str
    lines: dict[Operation, int]
    """The line on which each operation starts, counted from 0, in the order of the text; implicit
    terminators are missing.
    """
    names: ValueNames


class _LinePrinter(MlirPrinter):
    """A printer that records where in the text each operation starts."""

    def __init__(self, options: PrintOptions, names: ValueNames | None = None):
        super().__init__(options, names)
        self.starts: dict[Operation, int] = {}
        """The number of pieces before the operation."""

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
        """Return the printed text with its lines."""
        breaks = list(accumulate((piece.count("\n") for piece in self._pieces), initial=0))
        assert self.value_names is not None
        lines = {op: breaks[start] for op, start in self.starts.items()}
        return LinedText("".join(self._pieces), lines, self.value_names)

    def positioned_text(self) -> "tuple[str, dict[Operation, Position]]":
        """Return the printed text and the start of each operation."""
        text = "".join(self._pieces)
        offsets = list(accumulate(map(len, self._pieces), initial=0))
        breaks = [-1, *(index for index, letter in enumerate(text) if letter == "\n")]
        positions: dict[Operation, Position] = {}
        for op, start in self.starts.items():
            line = bisect_left(breaks, offsets[start])
            positions[op] = Position(line, offsets[start] - breaks[line - 1] - 1)
        return text, positions


def lined_text(op: Operation, options: PrintOptions) -> LinedText:
    """Return the text of `op` as a file (see `print_operation`), with the lines of the operations
    in it.
    """
    return printed_file(op, options, printer_class=_LinePrinter).lined_text()


class Position(NamedTuple):
    """The start of an operation in a text."""

    line: int
    """Counted from 1."""
    column: int
    """Counted from 0."""


def positioned_text(op: Operation, options: PrintOptions) -> tuple[str, dict[Operation, Position]]:
    """Return the text of `op`, with aliases if it is a file, and the start of each
    operation in it.
    """
    if op.parent is None and not options.local_scope:
        printer = printed_file(op, options, printer_class=_LinePrinter)
    else:
        printer = _LinePrinter(options, value_names(op, options))
        printer.print_op(op)
    return printer.positioned_text()
