"""What an interrupt (Ctrl-C) does to a tool: it ends with the exit code 130 and without a traceback, whenever it comes. And who asks for tracebacks."""

import os
import sys

TYPE_CHECKING = False
"""True to type checkers; not of `typing`, which takes longer to load than this module."""
if TYPE_CHECKING:
    import signal
    from types import FrameType
else:
    import _signal as signal  # without the enumerations, which take longer to make than this module to load

EXIT_CODE = 130
"""128 + SIGINT, as a shell gives it for a program that the signal ended."""


TRACEBACK_VARIABLE = "TTMLIR_PY_TRACEBACK"
"""The environment variable that asks for the traceback of an internal error."""


def leave_at_once() -> None:
    """Until `raise_interrupts`, an interrupt ends the process on the spot; not if the process ignores interrupts."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: "FrameType | None") -> None:
    os._exit(EXIT_CODE)


def raise_interrupts() -> None:
    """After `leave_at_once`: from now on an interrupt is a `KeyboardInterrupt`, so that what was begun is cleaned up."""
    if signal.getsignal(signal.SIGINT) is _leave:
        sys.unraisablehook = _unraisable
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _unraisable(what: "sys.UnraisableHookArgs") -> None:
    """An interrupt that came while an object was destroyed, where none can be raised, comes again."""
    if not issubclass(what.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(what)
        return
    from threading import Timer

    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # until this function is over, where none can be raised either
    Timer(0.01, os.kill, (os.getpid(), signal.SIGINT)).start()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore() -> None:
    """All is done: let the process end as it would."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def caused(error: BaseException | None) -> bool:
    """Whether an interrupt led to an error: Python, as other code, turns one that meets it in the wrong place into another."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
