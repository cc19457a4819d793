"""The time-out of operations: what takes longer is given up while it runs, as TT-Metal gives up on a device that hangs."""

import contextvars
import math
import os
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np

from ttmlir_py.runtime.errors import SimulationError

VARIABLE: Final = "TT_METAL_OPERATION_TIMEOUT_SECONDS"
"""The environment variable with the time-out, in seconds; without it operations may take any time."""

Result = TypeVar("Result")


class HangError(SimulationError, RuntimeError):
    """An operation took longer than the time-out allows; the message contains `TIMEOUT`."""


def time_out() -> float:
    """Seconds that an operation may take; infinity if there is no limit. SimulationError if the variable is no number."""
    text = os.environ.get(VARIABLE)
    if not text:
        return math.inf
    try:
        seconds = float(text)
    except ValueError:
        raise SimulationError(f"{VARIABLE} is '{text[:40]}', expected seconds") from None
    return seconds if seconds > 0 else math.inf


def hang_text(name: str, limit: float) -> str:
    """What is said of an operation that took too long; `limit` in seconds."""
    return f"TIMEOUT: device timeout, potential hang detected: {name} took over {limit:g} s"


def gives_up(call: Callable[[], Result], seconds: float) -> tuple[Result] | None:
    """What `call` gives, or None as soon as it has taken so long: it then goes on by itself, and must change nothing.

    An error of `call` is raised here.
    """
    if seconds == math.inf:
        return (call(),)
    ended: list[tuple[Any, BaseException | None]] = []
    context = contextvars.copy_context()

    def run() -> None:
        with np.errstate(all="ignore"):
            try:
                ended.append((context.run(call), None))
            except BaseException as error:
                ended.append((None, error))

    worker = threading.Thread(target=run, name="operation", daemon=True)
    worker.start()
    worker.join(min(max(seconds, 0.0), threading.TIMEOUT_MAX))
    if not ended:
        return None
    result, error = ended[0]
    if error is not None:
        raise error
    return (cast(Result, result),)
