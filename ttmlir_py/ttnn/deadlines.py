"""Errors of the library, and the time limit of its functions."""

import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from ttmlir_py.runtime import time_outs
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.time_outs import gives_up, hang_text

Result = TypeVar("Result")


class TtnnError(SimulationError, RuntimeError):
    """An error for a call that the library does not support. The message names the API function.

    It is a RuntimeError, like the errors of TT-NN's checks.
    """


class HangError(TtnnError, time_outs.HangError):
    """An error for an API function that takes longer than the device's time-out."""


def time_out() -> float:
    """Return the time limit of an API function in seconds; see `runtime.time_outs`.

    Raises TtnnError if the environment variable is not a number.
    """
    try:
        return time_outs.time_out()
    except SimulationError as error:
        raise TtnnError(str(error)) from None


class _Deadline(threading.local):
    """The time limit of the API function that this thread executes."""

    name = ""
    limit = math.inf
    end = math.inf
    """Value of `time.monotonic()` at which the limit is reached."""


_deadline = _Deadline()


def in_time(name: str, call: Callable[[], Result]) -> Result:
    """Return the result of `call`. Raises HangError after the time-out, which includes nested
    calls.
    """
    limit = time_out()
    if limit == math.inf or _deadline.end != math.inf:
        return call()
    _deadline.name, _deadline.limit, _deadline.end = name, limit, time.monotonic() + limit
    try:
        result = call()
        if time.monotonic() > _deadline.end:
            raise hang(name, limit)
        return result
    finally:
        _deadline.end = math.inf


def bounded(compute: Callable[[], Result]) -> Result:
    """Return the result of `compute`, which has no side effects. Raises HangError after the
    time-out.
    """
    if _deadline.end == math.inf:
        return compute()
    made = gives_up(compute, _deadline.end - time.monotonic())
    if made is None:
        raise hang(_deadline.name, _deadline.limit)
    return made[0]


def hang(name: str, limit: float) -> HangError:
    """Return the error for the API function `name` that exceeds `limit` seconds."""
    return HangError(hang_text(name, limit))
