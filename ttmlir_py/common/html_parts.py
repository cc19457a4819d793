"""HTML of the objects that notebooks show: tables and texts.

Everything from a program is escaped. The styles are attributes, because notebooks remove style
sheets, and they use the text's own color, so that they work in light and dark.
"""

from collections.abc import Iterable, Sequence
from html import escape

MAX_ROWS = 100
"""Longer tables are cut, because notebooks keep what they show."""
MAX_TEXT = 20_000
"""Number of characters of a text that is shown."""

_LINE = "1px solid color-mix(in srgb, currentColor 30%, transparent)"
_DIGITS = "font-variant-numeric:tabular-nums"
_TEXT = f"margin:4px 0;padding:6px 10px;max-height:24em;overflow:auto;border:{_LINE};font-size:12px"
_BAD = "color:#d93025;font-weight:600"
_GOOD = "color:#1e8449;font-weight:600"
# These two colors have a contrast of more than 4:1 on white and on black.


def block(*parts: str) -> str:
    """Return the parts below each other. They are HTML already."""
    return f"<div>{''.join(parts)}</div>"


def title(text: str, verdict: bool | None = None) -> str:
    """Return a line in bold. `verdict` adds whether a check passed."""
    mark = ""
    if verdict is not None:
        style, word = (_GOOD, "passed") if verdict else (_BAD, "FAILED")
        mark = f' <span style="{style}">{word}</span>'
    return f'<div style="margin:4px 0"><b>{escape(text)}</b>{mark}</div>'


def line(text: str) -> str:
    """Return a line of text."""
    return f'<div style="margin:2px 0">{escape(text)}</div>'


def source(text: str) -> str:
    """Return a program's text with its line breaks."""
    if len(text) > MAX_TEXT:
        text = f"{text[:MAX_TEXT]}\n... {len(text) - MAX_TEXT:,} characters more"
    return f'<pre style="{_TEXT}">{escape(text)}</pre>'


def folded(summary: str, text: str) -> str:
    """Return a text that is shown when the reader opens it."""
    return f"<details><summary>{escape(summary)}</summary>{source(text)}</details>"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], failed: Iterable[int] = ()) -> str:
    """Return a table. Columns whose name starts with `#` hold numbers; `failed` are rows in red."""
    numeric = [name.startswith("#") for name in columns]
    wrong = frozenset(failed)
    every = list(rows)
    head = _row("th", [name.removeprefix("#") for name in columns], numeric)
    body = [
        _row("td", cells, numeric, _BAD if index in wrong else "")
        for index, cells in enumerate(every[:MAX_ROWS])
    ]
    rest = len(every) - MAX_ROWS
    note = line(f"... {rest:,} more rows; print() shows all") if rest > 0 else ""
    return (
        f'<table cellpadding="3" style="border-collapse:collapse;{_DIGITS};border-top:{_LINE}">'
        f"<thead>{head}</thead><tbody>{''.join(body)}</tbody></table>{note}"
    )


def _row(tag: str, cells: Sequence[str], numeric: Sequence[bool], style: str = "") -> str:
    shown = "".join(
        f'<{tag} style="text-align:{"right" if is_number else "left"}">{escape(cell)}</{tag}>'
        for cell, is_number in zip(cells, numeric, strict=True)
    )
    return f'<tr style="{style}">{shown}</tr>' if style else f"<tr>{shown}</tr>"
