"""Changes of modules right before and after they are loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Surround = Callable[[ModuleType], AbstractContextManager[None]]
"""Entered before a module is executed, and left after."""


class _Finder:
    """A finder that surrounds the execution of one module, once."""

    def __init__(self, name: str, surround: Surround) -> None:
        self._name, self._surround = name, surround

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the module as the other finders find it; None for others."""
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
    """Surround the execution of a module that is not loaded."""
    sys.meta_path.insert(0, _Finder(name, surround))


def after_loading(name: str, change: Callable[[ModuleType], None]) -> None:
    """Change a module right after its execution."""

    @contextmanager
    def surround(module: ModuleType) -> Generator[None]:
        yield
        change(module)

    around_loading(name, surround)
