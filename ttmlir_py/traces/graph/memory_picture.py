"""Memory over time as SVG: a panel for L1, one for DRAM and one for circular buffers, a rectangle for each buffer."""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate

from ttmlir_py.runtime.observers.svg import WHITE, opening
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
_INPUT = "inputs"
_PANELS = {
    "L1": "L1 in buffers, bytes on the whole device",
    "DRAM": "DRAM in buffers, bytes on the whole device",
    "circular": "L1 in circular buffers, bytes on a core",
}
_LEFT, _TOP, _GAP, _HIGH, _NAMES = 90, 34, 46, 190, 110
_NARROWEST, _WIDEST, _STEP = 720, 6000, 26
_LETTER = 6.4
"""Width of a letter on average."""


@dataclass(slots=True)
class Block:
    """Memory that something takes from one step to another."""

    name: str
    size: int
    start: int
    at: int = 0
    """Where it is drawn, in bytes from the bottom: the lowest place that is free as long as it lives."""
    end: int | None = None


@dataclass(slots=True)
class Panel:
    """The blocks of one memory."""

    blocks: list[Block] = field(default_factory=list[Block])
    _live: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def add(self, name: str, size: int, step: int) -> Block:
        """A block begins."""
        at = 0
        for start, end in self._live:
            if start - at >= size:
                break
            at = max(at, end)
        block = Block(name, size, step, at)
        insort(self._live, (at, at + size))
        self.blocks.append(block)
        return block

    def end(self, block: Block, step: int) -> None:
        """A block ends."""
        if block.end is None:
            block.end = step
            self._live.remove((block.at, block.at + block.size))

    def totals(self) -> list[tuple[int, int]]:
        """Steps, and bytes in use from then on."""
        changes: dict[int, int] = {0: 0}
        for block in self.blocks:
            changes[block.start] = changes.get(block.start, 0) + block.size
            if block.end is not None:
                changes[block.end] = changes.get(block.end, 0) - block.size
        steps = sorted(changes)
        return list(zip(steps, accumulate(changes[step] for step in steps), strict=True))

    @property
    def height(self) -> int:
        """Bytes that the panel shows."""
        return max((block.at + block.size for block in self.blocks), default=0)


class MemoryTimeline:
    """The blocks of a trace by memory, and the functions that nothing calls, by step: each event of memory is one."""

    def __init__(self, trace: Trace) -> None:
        self.panels = {name: Panel() for name in _PANELS}
        self.functions: list[tuple[int, str]] = []
        self.steps = 0
        self._buffers: dict[int, tuple[Panel, Block]] = {}
        self._circular: list[Block] = []
        made = {
            buffer_of(trace, node).counter
            for node in trace
            if node.node_type == NodeType.BUFFER_ALLOCATE
        }
        for node in trace:
            if node.node_type == NodeType.BUFFER and node.counter not in made:
                self._begin(node, _INPUT)  # it was there before the capture
        for node, opened in nesting(trace):
            self._add(trace, node, opened)
        self.steps += 1

    def _add(self, trace: Trace, node: Node, opened: Sequence[Node]) -> None:
        kind = node.node_type
        if kind == NodeType.FUNCTION_START and len(opened) == 1:
            self.functions.append((self.steps, node.name))
        elif kind == NodeType.BUFFER_ALLOCATE:
            self._begin(buffer_of(trace, node), _owner(opened))
            self.steps += 1
        elif kind == NodeType.BUFFER_DEALLOCATE:
            panel, block = self._buffers.pop(buffer_of(trace, node).counter, (None, None))
            if panel and block:
                self.steps += 1
                panel.end(block, self.steps)
        elif kind == NodeType.CIRCULAR_BUFFER_ALLOCATE and not is_global(node):
            self._circular.append(
                self.panels["circular"].add(_owner(opened), number(node, "size"), self.steps)
            )
        elif kind == NodeType.CIRCULAR_BUFFER_DEALLOCATE_ALL:
            self.steps += 1
            for block in self._circular:
                self.panels["circular"].end(block, self.steps)
            self._circular = []

    def _begin(self, buffer: Node, name: str) -> None:
        if buffer.counter in self._buffers:
            return
        panel = self.panels["L1" if buffer.params["type"] == "L1" else "DRAM"]
        block = panel.add(name, number(buffer, "size"), self.steps)
        self._buffers[buffer.counter] = panel, block


def _owner(opened: Sequence[Node]) -> str:
    return opened[0].name if opened else "no function"


def memory_lines(trace: Trace) -> Iterator[str]:
    """The picture. Blocks have the color of the function, called by nothing else, that they are allocated in."""
    line = MemoryTimeline(trace)
    width = min(max(_NARROWEST, _STEP * line.steps), _WIDEST)
    scale = width / max(line.steps, 1)
    shown = [name for name, panel in line.panels.items() if panel.blocks] or ["L1"]
    height = _TOP + len(shown) * (_HIGH + _GAP) + _NAMES
    yield opening(_LEFT + width + 20, height)
    yield WHITE
    colors: dict[str, str] = {}
    for index, name in enumerate(shown):
        top = _TOP + index * (_HIGH + _GAP)
        yield from _panel_lines(line.panels[name], _PANELS[name], top, width, scale, colors)
    yield from _function_lines(line.functions, scale, height)
    yield "</svg>"


def _panel_lines(
    panel: Panel, title: str, top: int, width: float, scale: float, colors: dict[str, str]
) -> Iterator[str]:
    most, bottom = panel.height or 1, top + _HIGH
    totals = panel.totals()
    peak = max(total for _, total in totals)
    yield f'<text x="{_LEFT}" y="{top - 8}" font-size="13">{title}; {peak:,} at most</text>'
    for share in (0, 0.25, 0.5, 0.75, 1) if panel.blocks else (0,):
        y = bottom - _HIGH * share
        yield f'<line x1="{_LEFT}" y1="{y:g}" x2="{_LEFT + width:g}" y2="{y:g}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:g}" text-anchor="end">{round(most * share):,}</text>'
    last = round(width / scale)
    for block in panel.blocks:
        color = "white" if block.name == _INPUT else colors.get(block.name)
        color = color or colors.setdefault(block.name, _COLORS[len(colors) % len(_COLORS)])
        end = last if block.end is None else block.end
        x, y = _LEFT + scale * block.start, bottom - _HIGH * (block.at + block.size) / most
        wide, high = scale * (end - block.start), _HIGH * block.size / most
        text = escape(f"{block.name}: {block.size:,} bytes")
        yield (
            f'<rect x="{x:.6g}" y="{y:.6g}" width="{wide:.6g}" height="{high:.6g}" fill="{color}" '
            f'stroke="#666" stroke-width="0.5"><title>{text}</title></rect>'
        )
        letters = int((wide - 8) / _LETTER)
        if high >= 13 and letters >= 5:
            name = escape(shortened(block.name.removeprefix("ttnn::"), letters))
            yield f'<text x="{x + 4:.6g}" y="{y + high / 2 + 4:.6g}">{name}</text>'
    points: list[str] = []
    before = 0
    for step, total in [*totals, (last, totals[-1][1])]:
        x = _LEFT + scale * step
        points += [f"{x:.6g},{bottom - _HIGH * each / most:.6g}" for each in (before, total)]
        before = total
    yield f'<polyline points="{" ".join(points)}" fill="none" stroke="#c00" stroke-width="1.5"/>'


def _function_lines(
    functions: Sequence[tuple[int, str]], scale: float, height: int
) -> Iterator[str]:
    """Where functions begin, with their names as far as these do not overlap."""
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
