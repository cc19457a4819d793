"""Handling of Ctrl-C: a tool ends with exit code 130 and without a traceback.

This module also names the environment variable that requests tracebacks of internal errors.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

signal = import_module("_signal")
"""The module `signal` without its enumerations, whose creation takes longer than loading this
module.
"""
EXIT_CODE = 130
"""128 + SIGINT, the exit code that shells report for a program that Ctrl-C ended."""


TRACEBACK_VARIABLE = "TTMLIR_PY_TRACEBACK"
"""The environment variable that requests the traceback of an internal error."""


def leave_at_once() -> None:
    """Make Ctrl-C end the process immediately, until `raise_interrupts`.

    Nothing changes if the process ignores Ctrl-C.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(EXIT_CODE)


def raise_interrupts() -> None:
    """Make Ctrl-C raise `KeyboardInterrupt` again, so that unfinished work is cleaned up."""
    if signal.getsignal(signal.SIGINT) is _leave:
        sys.unraisablehook = _unraisable
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _unraisable(what: sys.UnraisableHookArgs) -> None:
    """Send an interrupt again that arrived in a destructor, where Python cannot raise it."""
    if not issubclass(what.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(what)
        return
    from threading import Timer

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The timer sends the signal after this function has returned, because Python cannot raise it
    # here.
    Timer(0.01, os.kill, (os.getpid(), signal.SIGINT)).start()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore() -> None:
    """Ignore Ctrl-C, because all work is done and the process is about to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def caused(error: BaseException | None) -> bool:
    """Whether Ctrl-C caused an error, possibly through a chain of other exceptions."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
