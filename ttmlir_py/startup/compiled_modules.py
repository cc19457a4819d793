"""A file with the bytecode of all modules that a tool loads, which saves a tenth of its startup.

Python looks for each imported module in folders and reads its bytecode from a separate file. A tool
stores what it has read in one file next to this package's bytecode, for its next process. Entries
are valid only if the source has the same time and size and the search folders are unchanged;
otherwise Python finds the module itself. A file is for one tool, one Python version and one search
path. It is written atomically, where bytecode may be written.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
from _collections_abc import Iterator, Sequence
from importlib.machinery import BuiltinImporter, ModuleSpec, SourceFileLoader
from types import CodeType

from ttmlir_py.startup.indexed_file import IndexedFile, Parts, Place, kept_file

PACKAGES = frozenset(
    (
        *("ttmlir_py", "xdsl", "numpy", "ml_dtypes", "lark"),
        *("typing_extensions", "immutabledict", "ordered_set"),
    )
)
"""Packages that are stored in addition to Python's own. Others, such as PyTorch, are left to
Python.
"""
MAX_MODULES = 2048
"""Largest number of entries. A larger file is rebuilt."""
_SOURCE = 8
"""Number of bytes for the time and size of a source file."""
_INIT = f"{os.sep}__init__.py"
_CACHED = f".{sys.implementation.cache_tag}.pyc"
_SETTLED = 10**9
"""Age of a modification time, in nanoseconds, above which it proves that a folder is unchanged.

A folder may change again without a new modification time if the time is younger.
"""

Kept = tuple[str, bytes, Place]
"""A stored module: its source path, the source's time and size, and the place of its code.

Time and size are encoded as in bytecode files.
"""
Found = tuple[str, str, bytes, tuple[str, ...], bytes | memoryview]
"""A module to store: its name, source path, time and size, the folders searched for it, and its
code.
"""


class CompiledModules:
    """A module finder that finds modules in the stored file."""

    def __init__(self, path: str) -> None:
        self._file = IndexedFile(path)
        self._process, self._started = os.getpid(), time.time_ns()
        self._search = tuple(sys.path)
        self._others = set(sys.modules)  # modules loaded earlier are never stored
        self._kept: dict[str, Kept] = {}
        self._times: dict[str, int] = {}
        self._now: dict[str, int] = {}
        if self._file.index is None:
            return
        try:
            search, times, kept = self._file.index
        except (TypeError, ValueError):
            return  # the file is missing or invalid
        if search == self._search:
            self._times, self._kept = times, kept

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        """Return the spec of a stored module, or None to let Python search for it."""
        kept = self._kept.get(name)
        if kept is None:
            return None
        origin, source, place = kept
        folders = self._folders(origin, path)
        if not folders or not self._are_unchanged(folders) or _source(origin) != source:
            return None
        loader = _Loader(name, origin, self._file, place)
        spec = ModuleSpec(name, loader, origin=origin)
        spec.has_location = True
        if sys.pycache_prefix is None:  # without this, Python computes it more slowly
            parent, _, file = origin.rpartition(os.sep)
            spec.cached = os.sep.join((parent, "__pycache__", file.removesuffix(".py") + _CACHED))
        if origin.endswith(_INIT):
            spec.submodule_search_locations = [origin.removesuffix(_INIT)]
        return spec

    def _folders(self, origin: str, path: Sequence[str] | None) -> tuple[str, ...]:
        """Return the folders that Python searches for a module, up to the folder of the module
        itself. The result is empty if that folder is not in `path`.
        """
        folder = _folder(origin)
        if path is not None:
            return (folder,) if list(path) == [folder] else ()
        if tuple(sys.path) != self._search or folder not in self._search:
            return ()
        return self._search[: self._search.index(folder) + 1]

    def _are_unchanged(self, folders: tuple[str, ...]) -> bool:
        """Return whether the folders have the modification times that the file records."""
        for folder in folders:  # noqa: SIM110  (quicker than a generator)
            if self._time(folder) != self._times.get(folder):
                return False
        return True

    def _time(self, folder: str) -> int:
        """Return the modification time of a folder in nanoseconds, cached; 0 if it does not
        exist.
        """
        known = self._now.get(folder)
        if known is None:
            try:
                known = os.stat(folder).st_mtime_ns
            except OSError:
                known = 0
            self._now[folder] = known
        return known

    def keep(self) -> None:
        """Store newly found modules, if there are any.

        A forked process does nothing, because its copy of the index may be outdated.
        """
        if sys.dont_write_bytecode or os.getpid() != self._process:
            return
        self._now.clear()
        new = [found for name in list(sys.modules) if (found := self._found(name))]
        if not new:
            return
        old = self._still_kept() if len(self._kept) + len(new) <= MAX_MODULES else ()
        parts = Parts()
        times: dict[str, int] = {}
        kept: dict[str, Kept] = {}
        for name, origin, source, folders, its_code in (*old, *new):
            times.update({folder: self._time(folder) for folder in folders})
            kept[name] = (origin, source, parts.add(its_code))
        parts.write(self._file.path, (self._search, times, kept))

    def _found(self, name: str) -> Found | None:
        """Return a newly loaded module if it may be stored, else None.

        A folder that changed very recently excludes it, because another change might not alter the
        time.
        """
        spec = getattr(sys.modules.get(name), "__spec__", None)
        if name in self._others or spec is None or type(spec.loader) is not SourceFileLoader:
            return None
        parent, _, _ = name.rpartition(".")
        if spec.name != name or (parent and parent not in sys.modules):
            return None  # the module has another name than its file
        package, _, _ = name.partition(".")
        if package not in PACKAGES and package not in sys.stdlib_module_names:
            return None
        path = getattr(sys.modules[parent], "__path__", ()) if parent else None
        folders = self._folders(spec.origin, path)
        if not folders or max(map(self._time, folders)) > self._started - _SETTLED:
            return None
        source = _source(spec.origin)
        if self._kept.get(name, ())[:2] == (spec.origin, source) and self._are_unchanged(folders):
            # a lazy stand-in of a module that is stored and unchanged
            return None
        try:
            code = spec.loader.get_code(name)
        except (OSError, ImportError, SyntaxError, ValueError):
            return None  # the source changed after it was loaded
        return name, spec.origin, source, folders, marshal.dumps(code)

    def _still_kept(self) -> Iterator[Found]:
        """Yield the stored modules whose sources and folders are unchanged."""
        for name, (origin, source, place) in self._kept.items():
            folders = self._folders(origin, [_folder(origin)] if "." in name else None)
            code = self._file.part(place)
            if folders and code is not None and self._are_unchanged(folders):
                yield name, origin, source, folders, code


class _Loader(SourceFileLoader):
    """A loader of stored modules, which otherwise acts like Python's loader."""

    def __init__(self, name: str, origin: str, file: IndexedFile, place: Place):
        super().__init__(name, origin)
        self._file, self._place = file, place

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the stored code of a module, or Python's if it cannot be read."""
        code = self._file.part(self._place)
        return super().get_code(fullname) if code is None else marshal.loads(code)


def _folder(origin: str) -> str:
    """Return the folder that Python searched to find a module: for a package, the parent of the
    package's folder.
    """
    return os.path.dirname(origin.removesuffix(_INIT))


def _source(origin: str) -> bytes:
    """Return the time and size of a source file, encoded as in bytecode files; empty if it is
    missing.
    """
    try:
        now = os.stat(origin)
    except OSError:
        return b""
    both = (int(now.st_mtime) & 0xFFFFFFFF) | (now.st_size & 0xFFFFFFFF) << 32
    return both.to_bytes(_SOURCE, "little")


_installed: list[CompiledModules] = []


def install(tool: str) -> None:
    """Make Python find modules in the file of `tool`.

    Does nothing if this process has a special module search path.
    """
    is_own = "PYTHONPATH" in os.environ and not sys.flags.ignore_environment
    if is_own or sys.flags.optimize or not all(map(os.path.isabs, sys.path)):
        return
    modules = CompiledModules(kept_file(f"compiled_modules_{tool}"))
    _installed.append(modules)
    sys.meta_path.insert(sys.meta_path.index(BuiltinImporter), modules)


def keep() -> None:
    """Store the modules loaded since `install`."""
    for modules in _installed:
        modules.keep()
