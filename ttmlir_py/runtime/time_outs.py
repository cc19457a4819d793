"""The time-out of operations: the simulator gives up on slow ones, as TT-Metal does on a device
that hangs.
"""

import contextvars
import math
import os
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np

from ttmlir_py.runtime.errors import SimulationError

VARIABLE: Final = "TT_METAL_OPERATION_TIMEOUT_SECONDS"
"""The environment variable with the time-out in seconds. Without it operations may take any
time.
"""

Result = TypeVar("Result")


class HangError(SimulationError, RuntimeError):
    """An error of an operation that took longer than the time-out. The message contains
    `TIMEOUT`.
    """


def time_out() -> float:
    """Return the time-out of operations in seconds; infinity if there is no limit.

    Raises SimulationError if the variable is not a number.
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
    """Return the message for an operation that took too long; `limit` is in seconds."""
    return f"TIMEOUT: device timeout, potential hang detected: {name} took over {limit:g} s"


def gives_up(call: Callable[[], Result], seconds: float) -> tuple[Result] | None:
    """Return the result of `call`, or None if it takes longer than `seconds`.

    In the second case the call continues by itself, and must not change anything. An error of
    `call` is raised here.
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
