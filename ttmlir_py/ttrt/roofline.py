"""The roofline picture: speed of operations by FLOP per byte of DRAM, under the device's limits."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from ttmlir_py.runtime.architectures import PASSES, PRODUCT_FLOP_PER_CYCLE
from ttmlir_py.runtime.observers.svg import WHITE, heat_color, opening
from ttmlir_py.ttrt.perf_model import Estimate, Machine

_WIDTH, _HEIGHT = 720, 440
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 40, 56, 48
_INTENSITIES = (-2, 4)
"""Powers of ten of FLOP per byte at the ends of the axis, which extends left for lower values."""
_DECADES = 7
"""Smallest number of decades of the speed axis, below the highest limit."""

_ROOFS = ("compute", "DRAM")
"""Resources whose limits the picture draws, named as in `Estimate.times`."""
_NOTE_LETTERS, _NOTE_LINE = 110, 15
"""Characters per line of notes, and the line height in pixels."""
_LABEL = (120, 11)
"""Largest width and height of a label, in pixels."""
_CLOSE = (60, 40)
"""Points that are closer to each other, in pixels, have their labels next to each other."""


class _Axes:
    """Conversion of values to positions in the picture, in pixels. Both axes are logarithmic."""

    def __init__(self, peak: float, estimates: Sequence[Estimate]) -> None:
        speeds = [each.flop / each.duration for each in estimates if each.flop]
        moved = [each.flop / each.dram_bytes for each in estimates if each.flop and each.dram_bytes]
        self.top = math.ceil(math.log10(peak))
        self.bottom = min(self.top - _DECADES, *_powers_below(speeds))
        self.low, self.high = min(_INTENSITIES[0], *_powers_below(moved)), _INTENSITIES[1]

    def x(self, intensity: float) -> float:
        share = (math.log10(intensity) - self.low) / (self.high - self.low)
        return _LEFT + min(max(share, 0.0), 1.0) * (_WIDTH - _LEFT - _RIGHT)

    def y(self, speed: float) -> float:
        share = (math.log10(speed) - self.bottom) / (self.top - self.bottom)
        return _HEIGHT - _BOTTOM - min(max(share, 0.0), 1.0) * (_HEIGHT - _TOP - _BOTTOM)


def _powers_below(numbers: Sequence[float]) -> list[int]:
    """Return, for each number, the exponent of a power of ten that is not larger. Return `[99]` if
    `numbers` is empty.
    """
    return [math.floor(math.log10(each) - 0.3) for each in numbers] or [99]


def picture(estimates: Sequence[Estimate], machine: Machine) -> str:
    """Return an SVG picture with the limits, and a point per operation label.

    Larger points take more of the time. Speeds are FLOP per nanosecond. Operations that need no
    DRAM are at the right edge. Notes below name operations and limits that the picture omits.
    """
    peak = machine.cores * PRODUCT_FLOP_PER_CYCLE * machine.architecture.clock_ghz
    axes = _Axes(peak, estimates)
    notes = [part for note in _notes(estimates) for part in wrap(note, _NOTE_LETTERS)]
    height = _HEIGHT + 8 + _NOTE_LINE * len(notes)
    lines = [opening(_WIDTH, height), WHITE, *_grid(axes), *_roofs(axes, machine, peak)]
    lines += _points(axes, estimates)
    for number, note in enumerate(notes):
        y = _HEIGHT + 8 + _NOTE_LINE * number
        lines.append(f'<text x="8" y="{y}">{escape(note)}</text>')
    title = f"{machine.name}, {machine.cores} cores: analytical estimate"
    lines.append(f'<text x="{_LEFT}" y="20" font-size="13">{escape(title)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _notes(estimates: Sequence[Estimate]) -> Iterator[str]:
    """Yield notes that name the operations and limits that the picture omits."""
    total = sum(each.duration for each in estimates) or 1.0
    yield "Operations that need no DRAM are on the right edge."
    idle = [each for each in estimates if not each.flop]
    if idle:
        times: defaultdict[str, list[float]] = defaultdict(list)
        for each in idle:
            times[each.operation.label].append(each.duration)
        kinds = sorted(times.items(), key=lambda item: (-sum(item[1]), item[0]))
        names = ", ".join(
            f"{len(all_)} x {label} {sum(all_) / 1000:.3f} us" for label, all_ in kinds
        )
        share = 100 * sum(each.duration for each in idle) / total
        yield (
            f"Without FLOP, so not drawn: {len(idle)} of {len(estimates)} operations, "
            f"{share:.1f} % of the time: {names}."
        )
    bounds: defaultdict[str, float] = defaultdict(float)
    for each in estimates:
        bounds[each.bound] += each.duration
    others = sorted((name, time) for name, time in bounds.items() if name not in _ROOFS)
    shares = ", ".join(f"{name} {100 * time / total:.1f} %" for name, time in others)
    yield (
        "The roofs are arithmetic and DRAM. NoC, PCIe, ethernet, latency and the host have no roof"
        + (f"; share of the time bound by them: {shares}." if shares else ".")
    )


def _grid(axes: _Axes) -> Iterator[str]:
    right, floor = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    for power in range(axes.low, axes.high + 1):
        x = axes.x(10.0**power)
        yield f'<path d="M{x:.1f} {_TOP}V{floor}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{floor + 16}" text-anchor="middle">{10.0**power:g}</text>'
    for power in range(axes.bottom, axes.top + 1):
        y = axes.y(10.0**power)
        yield f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#ddd"/>'
        name = f"{10.0 ** (power - 3):g}"
        yield f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{name}</text>'
    yield f'<text x="{right}" y="{floor + 36}" text-anchor="end">FLOP per byte of DRAM</text>'
    yield f'<text x="6" y="{_TOP - 8}">TFLOP/s</text>'


def _roofs(axes: _Axes, machine: Machine, peak: float) -> Iterator[str]:
    highest = 10.0**axes.high
    below = -math.inf
    for name, passes in PASSES.items():
        roof = peak / passes
        start, y = axes.x(roof / machine.dram), axes.y(roof)
        yield f'<path d="M{start:.1f} {y:.1f}H{axes.x(highest):.1f}" stroke="#444"/>'
        below = max(y + 4, below + _LABEL[1])  # roofs are close to each other
        yield f'<text x="{axes.x(highest) + 5:.1f}" y="{below:.1f}">{name}</text>'
    lowest = 10.0 ** max(axes.low, axes.bottom - math.log10(machine.dram))
    knee = peak / machine.dram
    points = [(axes.x(each), axes.y(each * machine.dram)) for each in (lowest, knee)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="#444"/>'
    x, y = (sum(both) / 2 for both in zip(*points, strict=True))
    yield f'<text x="{x - 8:.1f}" y="{y:.1f}" text-anchor="end">DRAM {machine.dram:g} GB/s</text>'


def _points(axes: _Axes, estimates: Sequence[Estimate]) -> Iterator[str]:
    kinds: defaultdict[str, list[Estimate]] = defaultdict(list)
    for each in estimates:
        if each.flop:
            kinds[each.operation.label].append(each)
    total = sum(each.duration for each in estimates) or 1.0
    circles: list[str] = []
    named: list[tuple[float, float, float, str]] = []
    for label, found in sorted(kinds.items()):
        flop = sum(each.flop for each in found)
        moved, time = sum(each.dram_bytes for each in found), sum(each.duration for each in found)
        x = axes.x(flop / moved if moved else math.inf)
        y, share = axes.y(flop / time), time / total
        radius = 4 + 12 * math.sqrt(share)
        about = f"{label}: {len(found)} x, {time / 1000:.3f} us, {flop / time / 1000:.3g} TFLOP/s"
        circles.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" '
            f'fill="{heat_color(share)}" stroke="#222"><title>{escape(about)}</title></circle>'
        )
        named.append((y, x, radius, label))
    yield from _labels(named)
    yield from circles


def _labels(named: Sequence[tuple[float, float, float, str]]) -> Iterator[str]:
    """Yield the labels of points, which are given by y, x, radius and label."""
    # Labels are right of all points that are close, and a line leads from each to its point.
    taken: list[tuple[float, float]] = []
    for y, x, radius, label in sorted(named):
        start = max(
            other + size + 6
            for line, other, size, _ in named
            if abs(line - y) < _CLOSE[1] and abs(other - x) < _CLOSE[0]
        )
        place, below = _free_place(taken, start, y + 4)
        taken.append((place, below))
        if place > x + radius + 6 or below > y + 4:
            yield f'<path d="M{x:.1f} {y:.1f}L{place - 2:.1f} {below - 4:.1f}" stroke="#888"/>'
        yield (
            f'<text x="{place:.1f}" y="{below:.1f}" stroke="white" stroke-width="3" '
            f'paint-order="stroke">{escape(label)}</text>'
        )


def _free_place(taken: Sequence[tuple[float, float]], x: float, y: float) -> tuple[float, float]:
    """Return the first position from (x, y) downwards whose label overlaps none in `taken`."""
    while any(abs(x - other) < _LABEL[0] and abs(y - line) < _LABEL[1] for other, line in taken):
        y += _LABEL[1]
    return x, y
