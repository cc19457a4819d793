"""The heat map of a tensor-access trace (SVG): bytes by layer and token, or by layer and time."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ttmlir_py.runtime.observers.svg import WHITE, heat_color, opening
from ttmlir_py.traces.tensor.reader import Filter, TraceFile
from ttmlir_py.traces.tensor.record import NO_LAYER
from ttmlir_py.traces.tensor.reports import size_text

_COLUMNS, _ROWS = 96, 128
"""Largest numbers of columns and rows of cells. If there are more tokens or layers, they share
cells.
"""
_CELL, _LEFT, _TOP, _LEGEND = (9, 14), 90, 46, 190
_LEAST_WIDTH = 360
"""Smallest width of a row of cells in pixels. A few cells become wider."""
_NO_LAYER_NAME = "no layer"


def heat_map_lines(trace: TraceFile, filter: Filter) -> Iterator[str]:
    """Yield the lines of the picture, with a row per layer and a column per token.

    Records without a layer are in the last row. If there is only one token, columns are intervals
    of time.
    """
    field, low, high, layers = _extent(trace, filter)
    span = max(int(high) - int(low) + 1, 1)
    columns = min(span, _COLUMNS)
    rows, group = _rows(layers)
    cells = np.zeros((max(rows.values(), default=0) + 1, columns))
    row_of = np.zeros(NO_LAYER + 1, np.intp)
    for layer, row in rows.items():
        row_of[layer] = row
    for _, records in trace.selected(filter):
        places = ((records[field].astype("u8") - low).astype(float) * columns / span).astype(int)
        at = (row_of[records["layer_id"]], np.minimum(places, columns - 1))
        np.add.at(cells, at, records["size_bytes"])
    yield from _picture(cells, rows, group, field, (int(low), int(high)))


def _extent(
    trace: TraceFile, filter: Filter
) -> tuple[str, np.uint64, np.uint64, NDArray[np.bool_]]:
    """Return the field that the columns show, its lowest and highest value, and the layers that
    occur.
    """
    layers = np.zeros(NO_LAYER + 1, bool)
    extents: dict[str, list[int]] = {"token_id": [], "timestamp_ns": []}
    for _, records in trace.selected(filter):
        layers[records["layer_id"]] = True
        for field, ends in extents.items():
            values = [*ends, int(records[field].min()), int(records[field].max())]
            ends[:] = [min(values), max(values)]
    low, high = extents["token_id"] or [0, 0]
    field = "token_id" if low != high else "timestamp_ns"
    low, high = extents[field] or [0, 0]
    return field, np.uint64(low), np.uint64(high), layers


def _rows(layers: NDArray[np.bool_]) -> tuple[dict[int, int], int]:
    """Map each layer to its row, and return the number of layers per row."""
    known = [each for each in np.flatnonzero(layers).tolist() if each != NO_LAYER]
    group = max(-(-(known[-1] + 1) // _ROWS), 1) if known else 1
    rows = {layer: layer // group for layer in known}
    if layers[NO_LAYER]:
        rows[NO_LAYER] = max(rows.values(), default=-1) + 1
    return rows, group


def _picture(
    cells: NDArray[np.float64],
    rows: dict[int, int],
    group: int,
    field: str,
    ends: tuple[int, int],
) -> Iterator[str]:
    wide, high = _CELL
    wide = max(wide, _LEAST_WIDTH // max(cells.shape[1], 1))
    width, height = _LEFT + wide * cells.shape[1] + _LEGEND, _TOP + high * len(cells) + 40
    height = max(height, _TOP + 160)
    yield opening(width, height)
    yield WHITE
    what = "token" if field == "token_id" else "time"
    yield f'<text x="{_LEFT}" y="18" font-size="14">Bytes accessed by layer and {what}</text>'
    scale = _Scale(cells[cells > 0])
    for row, column in np.argwhere(cells > 0).tolist():
        x, y = _LEFT + wide * column, _TOP + high * row
        value = cells[row, column]
        tip = f"<title>{size_text(int(value))}</title>"
        fill = scale.color(value)
        yield f'<rect x="{x}" y="{y}" width="{wide}" height="{high - 1}" fill="{fill}">{tip}</rect>'
    names = {row: _layer_name(layer, group) for layer, row in reversed(rows.items())}
    step = max(len(names) // 40, 1)
    for row, name in names.items():
        if row % step == 0 or name == _NO_LAYER_NAME:
            y = _TOP + high * row + 11
            yield f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{name}</text>'
    below = _TOP + high * len(cells) + 16
    first, last = (f"{end:,}" if what == "token" else f"{end / 1e6:,.3f} ms" for end in ends)
    right = _LEFT + wide * cells.shape[1]
    yield f'<text x="{_LEFT}" y="{below}">{what} {first}</text>'
    if cells.shape[1] > 1:
        yield f'<text x="{right}" y="{below}" text-anchor="end">{last}</text>'
    yield from scale.legend(width - _LEGEND + 30)
    yield "</svg>"


def _layer_name(layer: int, group: int) -> str:
    if layer == NO_LAYER:
        return _NO_LAYER_NAME
    if group == 1:
        return f"layer {layer}"
    first = layer // group * group
    return f"layers {first}-{first + group - 1}"


class _Scale:
    """The logarithmic scale of colors, from the smallest to the largest cell with bytes.

    Cells without bytes are white. If the scale began at 0, all layers of a model would look the
    same, because a factor of ten is a small part of the logarithm of their megabytes.
    """

    def __init__(self, sizes: NDArray[np.float64]) -> None:
        self._least = float(sizes.min(initial=np.inf))
        self._most = float(sizes.max(initial=0))

    def color(self, size: float) -> str:
        """Return the color of a cell with `size` bytes, which is not 0."""
        if self._least == self._most:
            return heat_color(1)
        share = np.log(size / self._least) / np.log(self._most / self._least)
        return heat_color(0.2 + 0.8 * float(share))

    def legend(self, x: int) -> Iterator[str]:
        """Yield the colors with their sizes, the largest first."""
        yield f'<text x="{x}" y="{_TOP + 6}">bytes, logarithmic</text>'
        sizes: list[float] = []
        if self._most:
            sizes = np.unique(np.geomspace(self._most, self._least, 5))[::-1].tolist()
        entries = [(self.color(each), size_text(round(each))) for each in sizes]
        for index, (color, text) in enumerate([*entries, ("white", "no access")]):
            y = _TOP + 14 + 20 * index
            box = f'x="{x}" y="{y}" width="18" height="18"'
            yield f'<rect {box} fill="{color}" stroke="gray"/>'
            yield f'<text x="{x + 26}" y="{y + 13}">{text}</text>'
