"""A picture (SVG) of memory over time: panels for L1, DRAM and circular buffers, with a rectangle
per buffer.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain, groupby
from typing import NamedTuple

from ttmlir_py.runtime.observers.svg import WHITE, opening
from ttmlir_py.traces.errors import one_line
from ttmlir_py.traces.graph.node import (
    Node,
    NodeType,
    Trace,
    buffer_of,
    is_global,
    nesting,
    number,
    shortened,
)

_COLORS = ("#8dd3c7", "#fdb462", "#bebada", "#fb8072", "#80b1d3", "#b3de69", "#fccde5", "#d9d9d9")
INPUT = "inputs"
"""Name of buffers that existed before the capture."""
_PANELS = {
    "L1": "L1 in buffers, bytes on the whole device",
    "DRAM": "DRAM in buffers, bytes on the whole device",
    "circular": "L1 in circular buffers, bytes on a core",
}
_LEFT, _TOP, _GAP, _HIGH, _NAMES = 90, 34, 46, 190, 110
_NARROWEST, _WIDEST, _STEP = 720, 6000, 26
_LETTER = 6.4
"""Average width of a letter, in pixels."""


_LIVES = -1
_NARROW = 0.2
"""Width in pixels below which a block is not drawn. The curve of the total still shows its
bytes.
"""
_GAPS = 1000
"""Largest number of gaps that are tried for a block. If no tried gap is large enough, the block
goes on top of all others.
"""


_EXACT = 1 << 53
"""The limit up to which floats represent all integers exactly."""


class Block(NamedTuple):
    """A buffer's memory from one step to another: a rectangle in the picture."""

    name: int
    size: int
    start: int
    at: float
    """Vertical position in bytes: the lowest one that is free when the block begins."""
    end: int
    """Last step, or `_LIVES` if the block never ends."""


class Panel:
    """The blocks of one memory. Blocks must be added and ended in the order of steps."""

    def __init__(self) -> None:
        self._names, self._starts, self._ends = array("i"), array("q"), array("q")
        self._sizes, self._places = array("q"), array("d")
        self.height = 0
        """Height of the panel in bytes."""
        self._gaps: list[tuple[int, int]] = []
        """Free ranges below `_top`, in order."""
        self._top = 0
        self._far: dict[int, int] = {}
        """Maps numbers of live blocks to positions that floats cannot represent."""
        self.total, self._peak = 0, 0
        self._steps, self._totals = array("q", [0]), array("d", [0])

    def __len__(self) -> int:
        return len(self._sizes)

    def add(self, name: int, size: int, step: int) -> int:
        """Add a block of `size` bytes at `step`, and return its number."""
        number, at = len(self), self._place(size)
        if at > _EXACT:
            self._far[number] = at
        self._names.append(name)
        self._starts.append(step)
        self._ends.append(_LIVES)
        self._sizes.append(size)
        self._places.append(at)
        self.height = max(self.height, at + size)
        self._count(size, step)
        return number

    def end(self, number: int, step: int) -> None:
        """End a block at `step`."""
        self._ends[number] = step
        start = self._far.pop(number, int(self._places[number]))
        if size := self._sizes[number]:
            self._free(start, start + size)
            self._count(-size, step)

    def _place(self, size: int) -> int:
        for index, (start, end) in enumerate(self._gaps[:_GAPS]):
            if end - start >= size:
                self._gaps[index : index + 1] = [(start + size, end)] if end - start > size else []
                return start
        at = self._top
        self._top += size
        return at

    def _free(self, start: int, end: int) -> None:
        """Free a range, and merge it with adjacent free ranges."""
        index = bisect_left(self._gaps, (start, end))
        first = index
        if index and self._gaps[index - 1][1] == start:
            first, start = index - 1, self._gaps[index - 1][0]
        if index < len(self._gaps) and self._gaps[index][0] == end:
            index, end = index + 1, self._gaps[index][1]
        self._gaps[first:index] = [(start, end)]
        if end == self._top:
            self._gaps.pop()
            self._top = start

    def _count(self, change: int, step: int) -> None:
        if step != self._steps[-1]:
            self._peak = self.peak
            self._steps.append(step)
            self._totals.append(0)
        self.total += change
        self._totals[-1] = self.total

    @property
    def peak(self) -> int:
        """Return the largest number of bytes in use after any step."""
        return max(self._peak, self.total)

    def totals(self) -> Iterator[tuple[int, float]]:
        """Return steps with the bytes in use from then on."""
        return zip(self._steps, self._totals, strict=True)

    def blocks(self) -> Iterator[Block]:
        """Return all blocks in the order in which they begin."""
        columns = self._names, self._sizes, self._starts, self._places, self._ends
        return map(Block._make, zip(*columns, strict=True))


class MemoryTimeline:
    """The blocks of a trace by memory, and its outermost functions by step.

    Each memory event is a step.
    """

    def __init__(self, trace: Trace) -> None:
        self.panels = {name: Panel() for name in _PANELS}
        self.names: list[str] = []
        """Names of blocks and functions. The panels and `_functions` hold indices into this
        list.
        """
        self.steps = 0
        self._numbers: dict[str, int] = {}
        self._functions = array("q"), array("i")
        self._buffers: dict[int, int] = {}
        """Maps counters of live buffers to twice the block's number, plus one if it is not in
        L1.
        """
        self._circular: list[int] = []
        for buffer in _buffers_before(trace):
            self._begin(trace[buffer], INPUT)
        for node, opened in nesting(trace):
            self._add(trace, node, opened)
        self.steps += 1

    def functions(self) -> Iterator[tuple[int, str]]:
        """Return the steps at which outermost functions begin, with their names."""
        return ((step, self.names[name]) for step, name in zip(*self._functions, strict=True))

    def _number(self, name: str) -> int:
        number = self._numbers.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(one_line(name))
        return number

    def _add(self, trace: Trace, node: Node, opened: Sequence[Node]) -> None:
        kind = node.node_type
        if kind == NodeType.FUNCTION_START and len(opened) == 1:
            for column, value in zip(
                self._functions, (self.steps, self._number(node.name)), strict=True
            ):
                column.append(value)
        elif kind == NodeType.BUFFER_ALLOCATE:
            self._begin(buffer_of(trace, node), _owner(opened))
            self.steps += 1
        elif kind == NodeType.BUFFER_DEALLOCATE:
            place = self._buffers.pop(buffer_of(trace, node).counter, None)
            if place is not None:
                self.steps += 1
                self.panels["DRAM" if place % 2 else "L1"].end(place // 2, self.steps)
        elif kind == NodeType.CIRCULAR_BUFFER_ALLOCATE and not is_global(node):
            name, size = self._number(_owner(opened)), number(node, "size")
            self._circular.append(self.panels["circular"].add(name, size, self.steps))
        elif kind == NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL:
            self.steps += 1
            for block in self._circular:
                self.panels["circular"].end(block, self.steps)
            self._circular = []

    def _begin(self, buffer: Node, name: str) -> None:
        if buffer.counter in self._buffers:
            return
        is_other = buffer.params["type"] != "L1"
        panel = self.panels["DRAM" if is_other else "L1"]
        block = panel.add(self._number(name), number(buffer, "size"), self.steps)
        self._buffers[buffer.counter] = 2 * block + is_other


def _buffers_before(trace: Trace) -> Iterator[int]:
    """Return the counters of buffers that existed before the capture."""
    made, buffers = bytearray(len(trace)), array("q")
    for node in trace:
        if node.node_type == NodeType.BUFFER:
            buffers.append(node.counter)
        elif node.node_type == NodeType.BUFFER_ALLOCATE:
            made[buffer_of(trace, node).counter] = True
    return (each for each in buffers if not made[each])


def _owner(opened: Sequence[Node]) -> str:
    return opened[0].name if opened else "no function"


def memory_lines(trace: Trace) -> Iterator[str]:
    """Yield the lines of the picture. Each outermost function that allocates has its own color."""
    line = MemoryTimeline(trace)
    width = min(max(_NARROWEST, _STEP * line.steps), _WIDEST)
    scale = width / max(line.steps, 1)
    shown = [name for name, panel in line.panels.items() if len(panel)] or ["L1"]
    height = _TOP + len(shown) * (_HIGH + _GAP) + _NAMES
    yield opening(_LEFT + width + 20, height)
    yield WHITE
    colors: dict[int, str] = {}
    for index, name in enumerate(shown):
        panel, top = line.panels[name], _TOP + index * (_HIGH + _GAP)
        yield from _frame_lines(panel, _PANELS[name], top, width, line.steps)
        for block in panel.blocks():
            yield from _block_lines(block, line, panel.height or 1, top + _HIGH, scale, colors)
        yield _curve(panel, top + _HIGH, scale, line.steps)
    yield from _function_lines(line.functions(), scale, height)
    yield "</svg>"


def _frame_lines(panel: Panel, title: str, top: int, width: float, steps: int) -> Iterator[str]:
    most, bottom = panel.height or 1, top + _HIGH
    scale = width / max(steps, 1)
    hidden = sum(_is_narrow(block, scale) for block in panel.blocks())
    note = f"; {hidden:,} of {len(panel):,} live too briefly for a box" if hidden else ""
    heading = f"{title}; {panel.peak:,} at most{note}"
    yield f'<text x="{_LEFT}" y="{top - 8}" font-size="13">{heading}</text>'
    for share in (0, 0.25, 0.5, 0.75, 1) if len(panel) else (0,):
        y = bottom - _HIGH * share
        yield f'<line x1="{_LEFT}" y1="{y:g}" x2="{_LEFT + width:g}" y2="{y:g}" stroke="#ddd"/>'
        yield (
            f'<text x="{_LEFT - 6}" y="{y + 4:g}" text-anchor="end">{round(most * share):,}</text>'
        )


def _is_narrow(block: Block, scale: float) -> bool:
    return block.end != _LIVES and scale * (block.end - block.start) < _NARROW


def _block_lines(
    block: Block, line: MemoryTimeline, most: int, bottom: int, scale: float, colors: dict[int, str]
) -> Iterator[str]:
    name = line.names[block.name]
    color = "white" if name == INPUT else colors.get(block.name)
    color = color or colors.setdefault(block.name, _COLORS[len(colors) % len(_COLORS)])
    if _is_narrow(block, scale):
        return
    end = line.steps if block.end == _LIVES else block.end
    x, y = _LEFT + scale * block.start, bottom - _HIGH * (block.at + block.size) / most
    wide, high = scale * (end - block.start), _HIGH * block.size / most
    yield (
        f'<rect x="{x:.6g}" y="{y:.6g}" width="{wide:.6g}" height="{high:.6g}" fill="{color}" '
        f'stroke="#666" stroke-width="0.5">'
        f"<title>{escape(f'{name}: {block.size:,} bytes')}</title></rect>"
    )
    letters = int((wide - 8) / _LETTER)
    if high >= 13 and letters >= 5:
        text = escape(shortened(name.removeprefix("ttnn::"), letters))
        yield f'<text x="{x + 4:.6g}" y="{y + high / 2 + 4:.6g}">{text}</text>'


def _curve(panel: Panel, bottom: int, scale: float, last: int) -> str:
    """Return the curve of bytes in use. Steps that share a pixel show their maximum and minimum."""
    most = panel.height or 1
    points: list[str] = []
    before = 0.0

    def place(step: int) -> float:
        x = _LEFT + scale * step
        return x if scale >= 1 else float(int(x))

    ending = [(last, float(panel.total))]
    for x, group in groupby(chain(panel.totals(), ending), lambda each: place(each[0])):
        found = [total for _, total in group]
        between = [max(found), min(found)] if len(found) > 1 else []
        heights = (bottom - _HIGH * each / most for each in (before, *between, found[-1]))
        points += (f"{x:.6g},{y:.6g}" for y in heights)
        before = found[-1]
    return f'<polyline points="{" ".join(points)}" fill="none" stroke="#c00" stroke-width="1.5"/>'


def _function_lines(
    functions: Iterable[tuple[int, str]], scale: float, height: int
) -> Iterator[str]:
    """Yield marks where functions begin, with their names unless they would overlap."""
    free, top, bottom = 0.0, _TOP, height - _NAMES
    for step, name in functions:
        x = _LEFT + scale * step
        if x < free:
            continue
        free = x + 13
        text = escape(shortened(name.removeprefix("ttnn::"), 20))
        yield (
            f'<line x1="{x:.6g}" y1="{top}" x2="{x:.6g}" y2="{bottom}" stroke="#999" '
            'stroke-dasharray="2,3" stroke-width="0.6"/>'
        )
        place = f'x="{x + 3:.6g}" y="{bottom + 6}"'
        turned = f'transform="rotate(60 {x + 3:.6g} {bottom + 6})"'
        yield f"<text {place} {turned}>{text}</text>"
