"""Stack traces of diagnostics, for `--mlir-print-stacktrace-on-diagnostic`."""

import sys
import traceback
from collections.abc import Collection, Iterator
from types import FrameType


def stack_trace(hidden: Collection[str] = ()) -> str:
    """Return the current call stack, innermost first, one line ` #0 function (file:line)` per call.

    Calls in the files `hidden` are left out. While an exception is being handled, the calls that
    raised it come before the calls that handle it.
    """
    shown = [each for each in _frames() if each[0].f_code.co_filename not in (__file__, *hidden)]
    return "".join(
        f"{f'#{number}':>3} {frame.f_code.co_qualname} ({frame.f_code.co_filename}:{line})\n"
        for number, (frame, line) in enumerate(shown)
    )


def _frames() -> Iterator[tuple[FrameType, int]]:
    """Yield frames with their line numbers, starting with those of the exception being handled."""
    seen: set[FrameType] = set()
    for traced in (*_exception_frames(sys.exception()), *traceback.walk_stack(None)):
        if traced[0] not in seen:
            seen.add(traced[0])
            yield traced


def _exception_frames(error: BaseException | None) -> Iterator[tuple[FrameType, int]]:
    if error is not None:
        yield from _exception_frames(error.__cause__ or error.__context__)
        yield from reversed(list(traceback.walk_tb(error.__traceback__)))
