"""Modules that are loaded on first use, because a tool imports many that a run never uses.

`install` adds stand-ins for some modules of Python and xDSL. When a stand-in lacks a requested
name, the real module replaces it and answers all further requests. This is only for processes of
the command-line tools; users of the library get the modules themselves.

`after_loading` changes a module when it is loaded.
"""

from __future__ import annotations

import os
import sys
from _thread import (
    _local,  # pyright: ignore[reportPrivateUsage]
    allocate_lock,
)
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

DEFERRED: Mapping[str, Mapping[str, object]] = {
    "bz2": {},
    "ctypes": {},
    "ipaddress": {},
    "lzma": {},
    "string": {"hexdigits": "0123456789abcdefABCDEF"},
    "threading": {"local": _local},
}
"""Maps modules that xDSL and Python's `shutil` and `urllib.parse` import to the names that they use
immediately, with their values.
"""

COMPILER_FLAGS: Mapping[int, str] = {
    1: "OPTIMIZED",
    2: "NEWLOCALS",
    4: "VARARGS",
    8: "VARKEYWORDS",
    16: "NESTED",
    32: "GENERATOR",
    64: "NOFREE",
    128: "COROUTINE",
    256: "ITERABLE_COROUTINE",
    512: "ASYNC_GENERATOR",
}
"""Maps compiler flags to their names, like `COMPILER_FLAG_NAMES` of the module `dis`. `inspect`
imports that variable in Python 3.11 to 3.13.
"""
_FLAGS = "COMPILER_FLAG_NAMES"

_DIALECT_LOADER = "xdsl.utils.dialect_loader"
_LOCK = allocate_lock()


class StandIn(ModuleType):
    """A stand-in for a module, until an unknown name is requested."""

    def __init__(self, spec: ModuleSpec, known: Mapping[str, object]):
        super().__init__(spec.name)
        self.__spec__ = spec
        if spec.submodule_search_locations is not None:
            self.__path__ = spec.submodule_search_locations
        vars(self).update(known)

    def __getattr__(self, name: str) -> Any:
        """Return a name of the real module, which is loaded if needed."""
        if name == "__path__":
            raise AttributeError(name)  # a module without __path__ has no submodules
        with _LOCK:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


class NodeVisitor:
    """A stand-in for `ast.NodeVisitor`, the base of a class in `inspect` that is rarely used."""

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of `ast.NodeVisitor`."""
        return getattr(sys.modules["ast"].NodeVisitor, name).__get__(self)


class DialectFinder:
    """A stand-in for xDSL's finder of `.irdl` dialects, until a file exists that it might find."""

    def __init__(self, get_all_dialects: Any):
        self._arguments = (get_all_dialects,)
        self._finder: Any = None

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> Any:
        """Return the spec from xDSL's finder, or None if no folder has a matching file."""
        file = name.rpartition(".")[2] + ".irdl"
        folders = [os.getcwd()] if path is None else path
        if not any(os.path.isfile(os.path.join(folder, file)) for folder in folders):
            return None
        if self._finder is None:
            loader = sys.modules[_DIALECT_LOADER]
            if isinstance(loader, StandIn):
                vars(loader).pop("IRDLDialectFinder", None)
            self._finder = loader.IRDLDialectFinder(*self._arguments)
        return self._finder.find_spec(name, path, target)


class _ChangingFinder:
    """A finder that changes some modules right after their execution, each once."""

    def __init__(self) -> None:
        self.changes: dict[str, Callable[[ModuleType], None]] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of one of the modules as the other finders find it; None for others."""
        change = self.changes.pop(name, None)
        if change is None:
            return None
        others: list[Any] = [each for each in sys.meta_path if each is not self]
        found = (each.find_spec(name, path, target) for each in others)
        spec: ModuleSpec | None = next((each for each in found if each is not None), None)
        loader: Any = spec and spec.loader
        if loader:
            execute = loader.exec_module

            def execute_and_change(module: ModuleType) -> None:
                execute(module)
                change(module)

            loader.exec_module = execute_and_change
        return spec


_finder = _ChangingFinder()


def after_loading(name: str, change: Callable[[ModuleType], None]) -> None:
    """Change a module right after its execution."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    _finder.changes[name] = change


def install() -> None:
    """Install stand-ins for modules that are not loaded yet."""
    if "inspect" not in sys.modules and _defer("ast", {"NodeVisitor": NodeVisitor}):
        _defer("tokenize", {})
        has_flags = sys.version_info < (3, 14) and _defer("dis", {_FLAGS: COMPILER_FLAGS})
        import_module("inspect")
        del vars(sys.modules["ast"])["NodeVisitor"]
        if has_flags:
            del vars(sys.modules["dis"])[_FLAGS]
    for name, known in DEFERRED.items():
        _defer(name, known)
    if _DIALECT_LOADER not in sys.modules:
        spec = ModuleSpec(_DIALECT_LOADER, None)
        sys.modules[_DIALECT_LOADER] = StandIn(spec, {"IRDLDialectFinder": DialectFinder})


def _defer(name: str, known: Mapping[str, object]) -> bool:
    """Install a stand-in for a module that is not loaded yet. Return whether the module exists.

    `known` has the names that the stand-in provides.
    """
    spec = None if name in sys.modules else PathFinder.find_spec(name)
    if spec is None:
        return False
    sys.modules[name] = StandIn(spec, known)
    return True
