"""The switches of debug output (`_GlobalDebug`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class _Flag:
    """The class property `flag`."""

    value = False

    def __get__(self, instance: Any, owner: Any) -> bool:
        return _Flag.value


class GlobalDebug:
    """The switches of LLVM's debug output. They have no effect, because there is no such output."""

    flag: Any = _Flag()
    types: list[str] = []

    @staticmethod
    def set_types(types: str | Sequence[str]) -> None:
        """Set the types of output that are shown."""
        GlobalDebug.types = [types] if isinstance(types, str) else list(types)

    @staticmethod
    def check_types(type: str) -> bool:
        """Whether a type of output is shown."""
        return not GlobalDebug.types or type in GlobalDebug.types
