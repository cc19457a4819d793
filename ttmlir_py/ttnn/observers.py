"""Interfaces of objects that observe or record the calls of the library."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class CallWatcher(Protocol):
    """An interface for observers of API calls."""

    def begin(
        self, name: str, operands: Sequence[object], attributes: Mapping[str, object]
    ) -> None:
        """Observe the start of an API function. `attributes` are its keyword arguments."""
        ...

    def end(self, name: str, operands: Sequence[object], result: object) -> None:
        """Observe the return of an API function."""
        ...

    def fail(self, error: BaseException) -> None:
        """Observe an exception of an API function."""
        ...


class CallRecorder(Protocol):
    """An interface for recorders of the calls that a device trace replays."""

    def run(self, name: str, operands: Sequence[object], call: Callable[[], Result]) -> Result:
        """Return the result of a call, and record it."""
        ...
