"""Source excerpts in diagnostics: one line, cut to the width of a screen, and a caret below it."""

import re

from ttmlir_py.ir.literals import to_bytes

TAB_STOP = 8
LONGEST_LINE = 10_000
"""An excerpt of a source line with more bytes shows at most `SCREEN_WIDTH` bytes around the
caret.
"""
SCREEN_WIDTH = 160
LONGEST_OPERATION_LINE = 100_000
"""Notes show at most this many characters of each line of an operation."""
_STEP = 1 << 16
_CONTROL_CHARACTER = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_BYTES = re.compile(rb"[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
"""Matches all control characters in UTF-8 except tabs and line ends."""


def with_lines_cut(text: str) -> str:
    """Return the text of an operation with lines cut after `LONGEST_OPERATION_LINE` characters."""
    if len(text) <= LONGEST_OPERATION_LINE:
        return text
    limit = LONGEST_OPERATION_LINE
    lines = (f"{each[:limit]}..." if len(each) > limit else each for each in text.split("\n"))
    return "\n".join(lines)


def visible(text: str) -> str:
    r"""Return `text` with control characters, which could change the terminal, escaped like
    `\1B`.
    """
    if _CONTROL_CHARACTER.search(text) is None:
        return text
    return _visible(to_bytes(text)).decode(errors="surrogateescape")


def _visible(text: bytes) -> bytes:
    return _CONTROL_BYTES.sub(lambda match: b"".join(b"\\%02X" % byte for byte in match[0]), text)


def line_of(source: str, number: int) -> bytes | None:
    """Return line `number` (from 1) of `source` without its line end, or None if there are fewer
    lines.
    """
    start, missing = 0, number - 1
    while missing:
        found = source.count("\n", start, start + _STEP)
        if found < missing:
            start, missing = start + _STEP, missing - found
            if start >= len(source):
                return None
        else:
            for _ in range(missing):
                start = source.index("\n", start) + 1
            missing = 0
    end = source.find("\n", start)
    return to_bytes(source[start : len(source) if end < 0 else end].rstrip("\r"))


def excerpt_text(line: bytes, offset: int) -> str:
    """Return `line` and, below it, a caret under the byte at `offset`.

    Of a very long line, only one screen width is shown.
    """
    start, end = 0, len(line)
    if end > LONGEST_LINE:
        start = max(0, offset - SCREEN_WIDTH // 2)
        end = min(end, start + SCREEN_WIDTH)
    before = (b"..." if start else b"") + _visible(line[start:offset])
    after = _visible(line[offset:end]) + (b"..." if end < len(line) else b"")
    errors = "ignore" if end - start < len(line) else "surrogateescape"
    shown = (before + after).expandtabs(TAB_STOP).decode(errors=errors)
    if not line[start:end].isascii():
        # Like LLVM, omit the caret: a line with non-ASCII bytes has an unknown width on the screen.
        return f"{shown}\n"
    return f"{shown}\n{' ' * len(before.expandtabs(TAB_STOP))}^\n"
