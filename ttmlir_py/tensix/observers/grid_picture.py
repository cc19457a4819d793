"""A picture (SVG) of the core grid: bytes per link of each network, and busy time of each core."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import product

from ttmlir_py.runtime.observers.svg import heat_color, opening
from ttmlir_py.tensix.machine import ChipDesc, Core
from ttmlir_py.tensix.observers.clocks import WAITING
from ttmlir_py.tensix.observers.network import Link, Torus
from ttmlir_py.tensix.observers.timing import CommandTime

_CELL, _BOX, _LEFT, _TOP, _LEGEND = 92, 50, 72, 92, 200
_SHIFT = 9
"""Distance between the links of noc0 and the middle of a box. The links of noc1 are on the other
side of the middle.
"""
_STYLE = """<style>
  .back { fill: #ffffff } text { fill: #1b1f24 } .small { font-size: 9px } .dram { fill: #dbe4f0 } .core { stroke: #57606a }
  .on { fill: #1b1f24 } .idle { stroke: #d8dee4 } .none { fill: #f3f4f6; stroke: #8c959f }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #e6edf3 } .dram { fill: #2b3a52 } .core { stroke: #8b949e }
    .on { fill: #1b1f24 } .on.dark { fill: #ffffff } .idle { stroke: #30363d } .none { fill: #1b2027; stroke: #57606a }
  }
  .on.dark { fill: #ffffff }
</style>"""  # noqa: E501
"""Style sheet of the picture, with colors for light and dark themes."""


def grid_lines(
    chip: ChipDesc, torus: Torus, commands: Sequence[CommandTime], clock_ghz: float, title: str
) -> Iterator[str]:
    """Yield the lines of the picture.

    Links are colored by bytes, cores by the time of their busiest thread. Tooltips have the
    numbers.
    """
    links: Counter[Link] = Counter()
    busy: Counter[int] = Counter()
    for command in commands:
        links.update(command.traffic.by_link(torus))
        busy.update(_busy(command))
    rows, columns = torus.shape
    width, height = _LEFT + columns * _CELL + _LEGEND, _TOP + max(rows * _CELL, 330) + 20
    yield opening(width, height)
    yield _STYLE
    yield '<rect class="back" width="100%" height="100%"/>'
    total = sum(command.cycles for command in commands) / clock_ghz
    yield f'<text x="{_LEFT}" y="22" font-size="14">{escape(title)}</text>'
    about = "estimate; noc0 goes right and down, noc1 left and up; both continue at the other edge"
    yield f'<text x="{_LEFT}" y="40">{total / 1000:,.3f} us; {about}</text>'
    most_bytes, most_time = max(links.values(), default=0), max(busy.values(), default=0)
    for noc in (0, 1):
        for row, column, along_row in product(range(rows), range(columns), (True, False)):
            link = Link(noc, row, column, along_row)
            yield from _link(link, links[link], most_bytes, torus)
    for number, place in enumerate(chip.workers):
        yield from _core(number, torus.place(place), chip, busy[number] / clock_ghz, most_time)
    for channel, place in enumerate(chip.dram):
        yield from _dram(channel, torus.place(place))
    taken = set(map(torus.place, (*chip.workers, *chip.dram)))
    for place in product(range(rows), range(columns)):
        if place not in taken:
            yield from _box(*_middle(place), 'class="core none" stroke-dasharray="3 3"', "a router")
    for index, row in enumerate(torus.rows):
        yield (
            f'<text class="small" x="{_LEFT - 56}" y="{_middle((index, 0))[1] + 4}">y={row}</text>'
        )
    for index, column in enumerate(torus.columns):
        yield (
            f'<text class="small" x="{_middle((0, index))[0] - 8}" '
            f'y="{_TOP - 28}">x={column}</text>'
        )
    x = _LEFT + columns * _CELL + 24
    yield from _legend(x, _TOP + 6, "bytes per link", f"{most_bytes:,}" if most_bytes else "")
    most = f"{most_time / clock_ghz / 1000:,.3f} us" if most_time else ""
    yield from _legend(x, _TOP + 176, "time per core", most)
    yield "</svg>"


def _busy(command: CommandTime) -> Counter[int]:
    """Return the busiest thread's time on each core, in cycles, without waits for other threads."""
    found: Counter[int] = Counter()
    for thread in command.threads:
        cycles = thread.total - thread.spent[WAITING]
        for core, each in zip(thread.cores, cycles.tolist(), strict=True):
            found[core] = max(found[core], round(each))
    return found


def _middle(place: Core) -> tuple[int, int]:
    row, column = place
    return _LEFT + column * _CELL + _BOX // 2, _TOP + row * _CELL + _BOX // 2


def _link(link: Link, size: int, most: int, torus: Torus) -> Iterator[str]:
    """Yield an arrow from a router to the next one. At the edge of the grid it leaves the
    picture.
    """
    x, y = _middle((link.row, link.column))
    sign, half, gap = (-1 if link.noc else 1), _BOX // 2, _CELL - _BOX
    begin, end = sign * half, sign * (half + gap - 6)
    last = 0 if link.noc else torus.shape[1 if link.along_row else 0] - 1
    if (link.column if link.along_row else link.row) == last:
        end = sign * (half + 16)
    side = _SHIFT if link.noc else -_SHIFT
    points = [(x + begin, y + side), (x + end, y + side)]
    tip = [(x + end, y + side - 3), (x + end + 5 * sign, y + side), (x + end, y + side + 3)]
    if not link.along_row:
        points = [(x + side, y + begin), (x + side, y + end)]
        tip = [(x + side - 3, y + end), (x + side, y + end + 5 * sign), (x + side + 3, y + end)]
    (x1, y1), (x2, y2) = points
    place = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    if not size:
        yield f'<line class="idle" {place} stroke-width="1"/>'
        return
    share = size / most
    color, wide = _heat(share), 2 + 4 * share
    text = f"noc{link.noc} from y={torus.rows[link.row]}, x={torus.columns[link.column]}"
    corners = " ".join(f"{a},{b}" for a, b in tip)
    yield f'<g stroke="{color}" fill="{color}"><title>{text}: {size:,} bytes</title>'
    yield f'<line {place} stroke-width="{wide:.3g}"/><polygon points="{corners}"/></g>'


def _core(number: int, place: Core, chip: ChipDesc, time: float, most: float) -> Iterator[str]:
    x, y = _middle(place)
    share = time / most if most else 0
    look = f'class="core" fill="{_heat(share)}"' if time else 'class="core none"'
    name = "{}x{}".format(*divmod(number, chip.grid[1]))
    yield from _box(x, y, look, f"core {name}: {time / 1000:,.3f} us")
    classes = ("on dark" if share > 0.6 else "on") if time else ""
    yield f'<text class="{classes}" x="{x}" y="{y - 2}" text-anchor="middle">{name}</text>'
    if time:
        text = f"{time / 1000:.3g} us"
        yield (
            f'<text class="{classes} small" x="{x}" y="{y + 12}" text-anchor="middle">{text}</text>'
        )


def _dram(channel: int, place: Core) -> Iterator[str]:
    x, y = _middle(place)
    yield from _box(x, y, 'class="core dram"', f"DRAM channel {channel}")
    yield f'<text x="{x}" y="{y - 2}" text-anchor="middle">DRAM</text>'
    yield f'<text class="small" x="{x}" y="{y + 12}" text-anchor="middle">{channel}</text>'


def _box(x: int, y: int, look: str, tip: str) -> Iterator[str]:
    place = f'x="{x - _BOX // 2}" y="{y - _BOX // 2}" width="{_BOX}" height="{_BOX}"'
    yield f'<rect {place} rx="4" {look}><title>{tip}</title></rect>'


def _legend(x: int, y: int, title: str, most: str) -> Iterator[str]:
    """Yield a scale of colors whose highest value is `most`, which is empty if all values are 0."""
    yield f'<text x="{x}" y="{y}">{title}</text>'
    if not most:
        yield f'<text x="{x}" y="{y + 23}">none</text>'
        return
    steps = 5
    for index in range(steps):
        share = 1 - index / (steps - 1)
        top = y + 10 + 20 * index
        place = f'x="{x}" y="{top}" width="18" height="18"'
        yield f'<rect {place} fill="{_heat(share)}" class="core"/>'
        text = most if index == 0 else f"{share:.0%} of this" if share else "near 0"
        yield f'<text x="{x + 26}" y="{top + 13}">{text}</text>'


def _heat(share: float) -> str:
    """Return a heat color for a share from 0 to 1 that is visible on light and dark backgrounds."""
    return heat_color(0.2 + 0.52 * share)
