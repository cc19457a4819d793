"""Reports on results: JUnit, Markdown, and an HTML page with pivot tables, heat maps and trends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from statistics import median
from xml.sax.saxutils import escape as escape_xml
from xml.sax.saxutils import quoteattr

from ttmlir_py.sweep.outcome import Status
from ttmlir_py.sweep.results import Results, Row

Key = Callable[[Row], str]
AXES: dict[str, Key] = {
    "operation": lambda row: row.name,
    "options": lambda row: row.options_name,
    "board": lambda row: row.board,
    "format": lambda row: row.format,
    "seed": lambda row: str(row.seed),
    "status": lambda row: row.result.status.value,
}
"""The axes of pivot tables."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
"""Characters that XML forbids."""
_ROWS = 200
"""The largest number of rows of a table on a page."""


@dataclass(frozen=True)
class Cell:
    """The cases in one cell of a pivot table."""

    cases: int
    passed: int
    nanoseconds: float | None
    """The median of the estimated times."""
    pcc: float | None
    """The smallest correlation."""

    @property
    def rate(self) -> float:
        """Return the pass rate, from 0 to 1."""
        return self.passed / self.cases if self.cases else 1.0

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Cell:
        """Return the cell of the given cases."""
        times = [r.result.nanoseconds for r in rows if r.result.nanoseconds is not None]
        correlations = [r.result.pcc for r in rows if r.result.pcc is not None]
        passed = sum(row.result.status is Status.PASS for row in rows)
        return cls(
            len(rows), passed, median(times) if times else None, min(correlations, default=None)
        )


@dataclass(frozen=True)
class Pivot:
    """A table of cells: the cases by two axes."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: dict[tuple[str, str], Cell]

    @classmethod
    def of(cls, found: Sequence[Row], down: str, across: str) -> Pivot:
        """Return the pivot table of results, by two names in `AXES`."""
        groups: dict[tuple[str, str], list[Row]] = {}
        for row in found:
            groups.setdefault((AXES[down](row), AXES[across](row)), []).append(row)
        return cls(
            sorted({key[0] for key in groups}),
            sorted({key[1] for key in groups}),
            {key: Cell.of(rows) for key, rows in groups.items()},
        )


def junit(results: Results, version: str | None = None) -> str:
    """Return the results as JUnit XML: a test suite for each operation."""
    suites: dict[str, list[Row]] = {}
    for row in results.rows(version):
        suites.setdefault(row.name, []).append(row)
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>"]
    for name, rows in suites.items():
        counts = Counter(row.result.status for row in rows)
        crashed, skipped = counts[Status.FAIL_CRASH], counts[Status.NOT_RUN]
        failed = len(rows) - counts[Status.PASS] - crashed - skipped
        lines.append(
            f'<testsuite name={_quoted(name)} tests="{len(rows)}" failures="{failed}" '
            f'errors="{crashed}" skipped="{skipped}" '
            f'time="{sum(row.seconds for row in rows):.3f}">'
        )
        lines += [_test_case(row) for row in rows]
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _test_case(row: Row) -> str:
    label = f"{row.options_name} {row.board} {row.format} {row.seed} {row.id[:16]}"
    start = (
        f'<testcase classname={_quoted(row.name)} name={_quoted(label)} time="{row.seconds:.3f}"'
    )
    result = row.result
    tag = {Status.FAIL_CRASH: "error", Status.NOT_RUN: "skipped"}.get(result.status, "failure")
    if result.status is Status.PASS:
        return f"{start}/>"
    text = escape_xml(_CONTROL.sub("?", f"{result.stage}: {result.message} {result.wrong}".strip()))
    kind = "" if tag == "skipped" else f" type={_quoted(result.status.value)}"
    return f"{start}><{tag}{kind} message={_quoted(result.message)}>{text}</{tag}></testcase>"


def _quoted(text: str) -> str:
    return quoteattr(_CONTROL.sub("?", text))


def markdown(results: Results, version: str | None = None, *, failures: int = 50) -> str:
    """Return a summary in Markdown: counts, pivot tables, and the first failures."""
    rows = list(results.rows(version))
    counts = Counter(row.result.status for row in rows)
    lines = [f"{len(rows)} cases", "", "| status | cases |", "|---|---|"]
    lines += [f"| {status} | {counts[status]} |" for status in Status if counts[status]]
    for across in ("board", "format", "options"):
        pivot = Pivot.of(rows, "operation", across)
        lines += ["", f"Passed cases by operation and {across}", ""]
        lines.append(f"| operation | {' | '.join(pivot.columns)} |")
        lines.append("|---|" + "---|" * len(pivot.columns))
        for name in pivot.rows[:_ROWS]:
            cells = [pivot.cells.get((name, column)) for column in pivot.columns]
            texts = [f"{cell.passed}/{cell.cases}" if cell else "" for cell in cells]
            lines.append(f"| {_plain(name)} | {' | '.join(texts)} |")
    failed = [row for row in rows if row.result.status is not Status.PASS]
    if failed:
        lines += ["", f"First {min(failures, len(failed))} of {len(failed)} failures", ""]
        lines += ["| case | operation | status | stage | message |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.id[:16]} | {_plain(row.name)} | {row.result.status} | {row.result.stage} | "
        f"{_plain(row.result.message)} |"
        for row in failed[:failures]
    ]
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


# ---- the page ------------------------------------------------------------------------------------

_STYLE = """
:root { color-scheme: light dark; --text: #1d2329; --back: #fff; --soft: #f1f3f5; --line: #d5dae0;
  --good: #1a7f4b; --bad: #c0392b; --accent: #2b6cb0; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --back: #14181c; --soft: #1f252b;
  --line: #39424b; --good: #4cc38a; --bad: #ff7b6b; --accent: #7ab8ff; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
  margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.scroll { overflow: auto; max-height: 32rem; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child, td.text { text-align: left; }
td.text { white-space: normal; overflow-wrap: anywhere; }
thead th { position: sticky; top: 0; background: var(--soft); z-index: 1; }
.heat { background: color-mix(in srgb, var(--c) var(--w), var(--back)); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; }
.tile { background: var(--soft); border-radius: 6px; padding: .6rem 1rem; }
.tile b { display: block; font-size: 1.3rem; }
svg text { fill: var(--text); font-size: 12px; } code { font-size: .85em; }
"""


def page(results: Results, version: str | None = None) -> str:
    """Return an HTML page without scripts: counts, pivot tables, heat maps, trends, failures."""
    versions = results.versions()
    version = version or (versions[-1] if versions else "")
    rows = list(results.rows(version))
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Sweep of {len(rows)} cases"
        '</title><meta name=viewport content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style><h1>Sweep of {len(rows)} cases</h1>"
        f"<p>Version <code>{escape(version)}</code></p>",
        _tiles(rows),
    ]
    for across in ("board", "format", "options", "status"):
        pivot = Pivot.of(rows, "operation", across)
        parts.append(f"<h2>Passed cases by operation and {across}</h2>")
        parts.append(_table(pivot, _passed_cell))
    pivot = Pivot.of(rows, "operation", "board")
    parts.append("<h2>Median estimated time by operation and board, in ns</h2>")
    parts.append(_table(pivot, _time_cell(pivot)))
    pivot = Pivot.of(rows, "operation", "format")
    parts.append("<h2>Smallest correlation (PCC) by operation and format</h2>")
    parts.append(_table(pivot, _pcc_cell))
    if len(versions) > 1:
        parts.append("<h2>Trend over versions</h2>")
        parts.append(_trend([(each, list(results.rows(each))) for each in versions]))
    parts.append(_failures(rows))
    return "\n".join([*parts, "</html>", ""])


def _tiles(rows: Sequence[Row]) -> str:
    counts = Counter(row.result.status for row in rows)
    whole = Cell.of(rows)
    shown = [
        (f"{whole.rate:.1%}", "pass rate"),
        *((str(counts[each]), each.value) for each in Status if counts[each]),
        (f"{sum(row.seconds for row in rows):.0f} s", "measured"),
        (f"{max((row.memory for row in rows), default=0) / 2**20:.0f} MiB", "largest case"),
    ]
    tiles = "".join(f"<div class=tile><b>{value}</b>{name}</div>" for value, name in shown)
    return f"<div class=tiles>{tiles}</div>"


def _table(pivot: Pivot, cell: Callable[[Cell], str]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in pivot.columns)
    lines = [f"<div class=scroll><table><thead><tr><th>operation</th>{head}</tr></thead><tbody>"]
    for name in pivot.rows[:_ROWS]:
        cells = [pivot.cells.get((name, column)) for column in pivot.columns]
        texts = "".join(cell(each) if each else "<td></td>" for each in cells)
        lines.append(f"<tr><td>{escape(name)}</td>{texts}</tr>")
    if len(pivot.rows) > _ROWS:
        lines.append(f"<tr><td>... {len(pivot.rows) - _ROWS} more</td></tr>")
    return "\n".join([*lines, "</tbody></table></div>"])


def _heat(color: str, share: float, text: str) -> str:
    return f'<td class=heat style="--c:var(--{color});--w:{100 * share:.0f}%">{text}</td>'


def _passed_cell(cell: Cell) -> str:
    text = f"{cell.passed}/{cell.cases}"
    if cell.passed == cell.cases:
        return _heat("good", 0.18, text)
    return _heat("bad", 0.15 + 0.5 * (1 - cell.rate), text)


def _time_cell(pivot: Pivot) -> Callable[[Cell], str]:
    largest = max((c.nanoseconds or 0.0 for c in pivot.cells.values()), default=0.0)

    def text(cell: Cell) -> str:
        if cell.nanoseconds is None:
            return "<td></td>"
        share = (cell.nanoseconds / largest) ** 0.5 if largest else 0.0
        return _heat("accent", 0.6 * share, f"{cell.nanoseconds:,.0f}")

    return text


def _pcc_cell(cell: Cell) -> str:
    if cell.pcc is None:
        return "<td></td>"
    share = min(1.0, max(0.0, (1 - cell.pcc) / 0.02))
    return _heat("bad" if share > 0.05 else "good", 0.12 + 0.5 * share, f"{cell.pcc:.6f}")


def _trend(history: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """Return a chart of the pass rate over versions, and a table with its numbers."""
    width, height, left = 640, 160, 50
    cells = [(name, Cell.of(rows), sum(row.seconds for row in rows)) for name, rows in history]
    lowest = min(cell.rate for _, cell, _ in cells)
    low = max(0.0, lowest - 0.02)
    step = (width - left - 20) / max(1, len(cells) - 1)
    points = [
        (left + i * step, 20 + (height - 50) * (1 - (cell.rate - low) / (1 - low or 1)))
        for i, (_, cell, _) in enumerate(cells)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="var(--accent)">'
        f"<title>{escape(name)}: {cell.rate:.2%}</title></circle>"
        for (x, y), (name, cell, _) in zip(points, cells, strict=True)
    )
    chart = (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="Pass rate over versions" '
        f'style="max-width:{width}px;width:100%"><text x="0" y="24">100 %</text>'
        f'<text x="0" y="{height - 26}">{low:.0%}</text>'
        f'<polyline points="{line}" fill="none" stroke="var(--accent)" stroke-width="2"/>{dots}'
        "</svg>"
    )
    head = "<tr><th>version</th><th>cases</th><th>pass rate</th><th>seconds</th></tr>"
    body = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{cell.cases}</td><td>{cell.rate:.2%}</td>"
        f"<td>{seconds:.1f}</td></tr>"
        for name, cell, seconds in cells
    )
    return f"{chart}<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _failures(rows: Sequence[Row]) -> str:
    failed = [row for row in rows if row.result.status is not Status.PASS]
    if not failed:
        return "<h2>Failures</h2><p>All cases passed.</p>"
    return "\n".join(_failure_lines(failed))


def _failure_lines(failed: Sequence[Row]) -> Iterator[str]:
    yield f"<h2>Failures ({len(failed)})</h2><div class=scroll><table><thead><tr>"
    names = ("case", "operation", "options", "board", "format", "seed", "status", "message")
    yield "".join(f"<th>{each}</th>" for each in names) + "</tr></thead><tbody>"
    for row in failed[:_ROWS]:
        labels = (row.name, row.options_name, row.board, row.format, str(row.seed))
        cells = "".join(f"<td>{escape(each)}</td>" for each in (*labels, row.result.status.value))
        message = escape(f"{row.result.stage}: {row.result.message}")
        yield f"<tr><td><code>{row.id[:16]}</code></td>{cells}<td class=text>{message}</td></tr>"
    yield "</tbody></table></div>"
