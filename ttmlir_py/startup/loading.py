"""Hooks that run directly before and after a module is loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Surround = Callable[[ModuleType], AbstractContextManager[None]]
"""Called with a module. The context manager is entered before its execution and left after it."""


class _Finder:
    """A module finder that surrounds the execution of one module, once."""

    def __init__(self, name: str, surround: Surround) -> None:
        self._name, self._surround = name, surround

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the surrounded module as the other finders return it; None for other
        modules.
        """
        if name != self._name:
            return None
        sys.meta_path.remove(self)
        finders: list[Any] = [*sys.meta_path]
        found = (each.find_spec(name, path, target) for each in finders)
        spec: ModuleSpec | None = next((each for each in found if each is not None), None)
        loader: Any = spec and spec.loader
        if loader:
            execute = loader.exec_module

            def execute_surrounded(module: ModuleType) -> None:
                with self._surround(module):
                    execute(module)

            loader.exec_module = execute_surrounded
        return spec


def around_loading(name: str, surround: Surround) -> None:
    """Surround the execution of a module that is not loaded yet."""
    sys.meta_path.insert(0, _Finder(name, surround))


def after_loading(name: str, change: Callable[[ModuleType], None]) -> None:
    """Call `change` with a module after its execution. The module must not be loaded yet."""

    @contextmanager
    def surround(module: ModuleType) -> Generator[None]:
        yield
        change(module)

    around_loading(name, surround)
