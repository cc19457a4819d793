"""Where in the program a diagnostic comes from, for `--mlir-print-stacktrace-on-diagnostic`."""

import sys
import traceback
from collections.abc import Collection, Iterator
from types import FrameType


def stack_trace(hidden: Collection[str] = ()) -> str:
    """The calls that lead here, innermost first, ` #0 function (file:line)` a line, without those in the files `hidden`.

    Where an exception is being handled, the calls from which it came stand before those that handle it.
    """
    shown = [each for each in _frames() if each[0].f_code.co_filename not in (__file__, *hidden)]
    return "".join(
        f"{f'#{number}':>3} {frame.f_code.co_qualname} ({frame.f_code.co_filename}:{line})\n"
        for number, (frame, line) in enumerate(shown)
    )


def _frames() -> Iterator[tuple[FrameType, int]]:
    """The frames with their lines: those of the exception that is being handled, and of those it came from, first."""
    seen: set[FrameType] = set()
    for traced in (*_exception_frames(sys.exception()), *traceback.walk_stack(None)):
        if traced[0] not in seen:
            seen.add(traced[0])
            yield traced


def _exception_frames(error: BaseException | None) -> Iterator[tuple[FrameType, int]]:
    if error is not None:
        yield from _exception_frames(error.__cause__ or error.__context__)
        yield from reversed(list(traceback.walk_tb(error.__traceback__)))
