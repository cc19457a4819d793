"""Interrupts (Ctrl-C): a tool ends with the exit code 130 and without a traceback.

The module also names the variable that requests tracebacks of internal errors.
"""

import os
import sys
from importlib import import_module

signal = import_module("_signal")
"""`signal` without its enumerations, which take longer to create than this module to load."""
EXIT_CODE = 130
"""128 + SIGINT, the code that a shell reports for a program that the signal ended."""


TRACEBACK_VARIABLE = "TTMLIR_PY_TRACEBACK"
"""The environment variable that requests the traceback of an internal error."""


def leave_at_once() -> None:
    """Let an interrupt end the process at once until `raise_interrupts`, unless it ignores
    interrupts.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(EXIT_CODE)


def raise_interrupts() -> None:
    """Let an interrupt raise `KeyboardInterrupt` again, so that unfinished work is cleaned up."""
    if signal.getsignal(signal.SIGINT) is _leave:
        sys.unraisablehook = _unraisable
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _unraisable(what: "sys.UnraisableHookArgs") -> None:
    """Repeat an interrupt that arrived in a destructor, where Python cannot raise it."""
    if not issubclass(what.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(what)
        return
    from threading import Timer

    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # after this function, because Python cannot raise here either
    Timer(0.01, os.kill, (os.getpid(), signal.SIGINT)).start()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore() -> None:
    """Ignore interrupts, because the work is done and the process is about to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def caused(error: BaseException | None) -> bool:
    """Whether an interrupt caused an error. Some code raises another error for an interrupt."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
