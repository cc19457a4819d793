"""A progress line on a terminal, which disappears at the end."""

import time
from collections.abc import Callable
from typing import TextIO

SHOWN_AFTER = 1.0
"""Seconds before the line appears."""


class ProgressLine:
    """A terminal line about the current work, shown if it takes long.

    The line changes at most once per `every` seconds.
    """

    def __init__(self, stream: TextIO, every: float = 0.0) -> None:
        self._stream = stream
        self._every = every
        self._start = time.monotonic()
        self._next = self._start + SHOWN_AFTER
        self._is_shown = False

    def show(self, text: Callable[[float], str]) -> None:
        """Show `text(seconds since the start)`, unless it is too early for the line or for a
        change.
        """
        now = time.monotonic()
        if now >= self._next:
            self._stream.write(f"\r\x1b[K{text(now - self._start)}")
            self._stream.flush()
            self._is_shown, self._next = True, now + self._every

    def clear(self) -> None:
        """Remove the line."""
        if self._is_shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._is_shown = False
