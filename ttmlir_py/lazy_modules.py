"""Modules that are loaded when something of them is asked for: a start reads many that a run never uses.

`install` puts stand-ins for some of Python's and xDSL's modules where imports find them. A stand-in that is asked for a name it
does not have gives its place to the module and passes all it is asked for on to it. It is for the processes of the command-line
tools alone: who imports the package as a library gets the modules themselves.
"""

import os
import sys
from _thread import (
    _local,  # pyright: ignore[reportPrivateUsage]
    allocate_lock,
)
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

DEFERRED: Mapping[str, Mapping[str, object]] = {
    "ctypes": {},
    "string": {"hexdigits": "0123456789abcdefABCDEF"},
    "threading": {"local": _local},
}
"""Modules of Python that xDSL imports, and what it takes of them at once."""

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
"""What `inspect` takes of `dis` when it is loaded, in Python 3.11 to 3.13, under this name:"""
_FLAGS = "COMPILER_FLAG_NAMES"

_DIALECT_LOADER = "xdsl.utils.dialect_loader"
_LOCK = allocate_lock()


class StandIn(ModuleType):
    """In the place of a module until a name is asked for that it does not have."""

    def __init__(self, spec: ModuleSpec, known: Mapping[str, object]):
        super().__init__(spec.name)
        self.__spec__ = spec
        if spec.submodule_search_locations is not None:
            self.__path__ = spec.submodule_search_locations
        vars(self).update(known)

    def __getattr__(self, name: str) -> Any:
        """A name of the module, which is loaded if it is not yet."""
        if name == "__path__":
            raise AttributeError(name)  # imports ask whether there are modules below
        with _LOCK:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


class NodeVisitor:
    """For the class that `inspect` derives from `ast.NodeVisitor` when it is loaded, and hardly ever uses."""

    def __getattr__(self, name: str) -> Any:
        """What `ast.NodeVisitor` has under the name."""
        return getattr(sys.modules["ast"].NodeVisitor, name).__get__(self)


class DialectFinder:
    """In the place of xDSL's finder of dialects in `.irdl` files until there is a file that it might find."""

    def __init__(self, get_all_dialects: Any):
        self._arguments = (get_all_dialects,)
        self._finder: Any = None

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> Any:
        """What xDSL's finder finds; None where no folder has the file."""
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


class _Numpy(ModuleType):
    """In the place of numpy for who imports it if there is one, and hardly ever asks it for something."""

    def __getattr__(self, name: str) -> Any:
        """What numpy has under the name."""
        self.leave()
        return getattr(import_module(self.__name__), name)

    def leave(self) -> None:
        """Imports find numpy from now on."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]


class WithoutNumpy:
    """Has a module loaded without numpy, which it imports for functions that the project does not use; later imports find numpy."""

    def __init__(self, name: str):
        self._name = name

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where Python finds the module; None for others, and where numpy is loaded."""
        if name != self._name or "numpy" in sys.modules:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path, target)
        loader: Any = spec and spec.loader
        if loader:
            execute = loader.exec_module

            def execute_without(module: ModuleType) -> None:
                numpy = sys.modules["numpy"] = _Numpy("numpy")
                try:
                    execute(module)
                finally:
                    numpy.leave()

            loader.exec_module = execute_without
        return spec


def install() -> None:
    """Put stand-ins in the places of modules that are not loaded."""
    if "inspect" not in sys.modules and _defer("ast", {"NodeVisitor": NodeVisitor}):
        _defer("tokenize", {})
        has_flags = sys.version_info < (3, 14) and _defer("dis", {_FLAGS: COMPILER_FLAGS})
        import_module("inspect")
        del vars(sys.modules["ast"])["NodeVisitor"]
        if has_flags:
            del vars(sys.modules["dis"])[_FLAGS]
    for name, known in DEFERRED.items():
        _defer(name, known)
    sys.meta_path.insert(0, WithoutNumpy("flatbuffers"))
    if _DIALECT_LOADER not in sys.modules:
        spec = ModuleSpec(_DIALECT_LOADER, None)
        sys.modules[_DIALECT_LOADER] = StandIn(spec, {"IRDLDialectFinder": DialectFinder})


def _defer(name: str, known: Mapping[str, object]) -> bool:
    """Have a stand-in for a module that is not loaded and can be; whether there is one."""
    spec = None if name in sys.modules else PathFinder.find_spec(name)
    if spec is None:
        return False
    sys.modules[name] = StandIn(spec, known)
    return True
