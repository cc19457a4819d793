"""The time-out of operations, which ends slow ones as TT-Metal ends a device that hangs."""

import contextvars
import math
import os
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np

from ttmlir_py.runtime.errors import SimulationError

VARIABLE: Final = "TT_METAL_OPERATION_TIMEOUT_SECONDS"
"""Environment variable with the time-out in seconds. Without it, there is no time-out."""

Result = TypeVar("Result")


class HangError(SimulationError, RuntimeError):
    """An error for an operation that exceeds the time-out. The message contains `TIMEOUT`."""


def time_out() -> float:
    """Return the time-out of operations in seconds, or infinity if it is not set.

    Raises SimulationError if the environment variable is not a number.
    """
    text = os.environ.get(VARIABLE)
    if not text:
        return math.inf
    try:
        seconds = float(text)
    except ValueError:
        raise SimulationError(f"{VARIABLE} is '{text[:40]}', expected seconds") from None
    return seconds if seconds > 0 else math.inf


def hang_text(name: str, limit: float) -> str:
    """Return the message for the operation `name` that took longer than `limit` seconds."""
    return f"TIMEOUT: device timeout, potential hang detected: {name} took over {limit:g} s"


def gives_up(call: Callable[[], Result], seconds: float) -> tuple[Result] | None:
    """Return the result of `call` in a tuple, or None if it takes longer than `seconds`.

    In the second case, the call continues in the background, so it must have no side effects.
    Exceptions of `call` are raised here.
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
