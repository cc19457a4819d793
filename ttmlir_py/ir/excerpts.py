"""Excerpts of texts, as diagnostics show them: a line, not longer than a screen takes, and a caret below it."""

import re

from ttmlir_py.ir.literals import to_bytes

TAB_STOP = 8
LONGEST_LINE = 10_000
"""Of source lines with more bytes, an excerpt shows no more than `SCREEN_WIDTH` around the caret."""
SCREEN_WIDTH = 160
LONGEST_OPERATION_LINE = 100_000
"""Of lines with more characters, notes show the beginning."""
_STEP = 1 << 16
_CONTROL_CHARACTER = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_BYTES = re.compile(rb"[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
"""All but tabs and line ends."""


def with_lines_cut(text: str) -> str:
    """The text of an operation without the rest of lines that are enormous."""
    if len(text) <= LONGEST_OPERATION_LINE:
        return text
    limit = LONGEST_OPERATION_LINE
    lines = (f"{each[:limit]}..." if len(each) > limit else each for each in text.split("\n"))
    return "\n".join(lines)


def visible(text: str) -> str:
    r"""The text with control characters, which could make a terminal do anything, as `\1B`."""
    if _CONTROL_CHARACTER.search(text) is None:
        return text
    return _visible(to_bytes(text)).decode(errors="surrogateescape")


def _visible(text: bytes) -> bytes:
    return _CONTROL_BYTES.sub(lambda match: b"".join(b"\\%02X" % byte for byte in match[0]), text)


def line_of(source: str, number: int) -> bytes | None:
    """The line with this number, which counts from 1, without what ends it; None if there are not as many."""
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
    """The line, or of one that is very long a screen, and a caret below the byte at the offset."""
    start, end = 0, len(line)
    if end > LONGEST_LINE:
        start = max(0, offset - SCREEN_WIDTH // 2)
        end = min(end, start + SCREEN_WIDTH)
    before = (b"..." if start else b"") + _visible(line[start:offset])
    after = _visible(line[offset:end]) + (b"..." if end < len(line) else b"")
    errors = "ignore" if end - start < len(line) else "surrogateescape"
    shown = (before + after).expandtabs(TAB_STOP).decode(errors=errors)
    if not line[start:end].isascii():
        return f"{shown}\n"  # as LLVM, which cannot tell how wide the characters are
    return f"{shown}\n{' ' * len(before.expandtabs(TAB_STOP))}^\n"
