"""Compiled modules that a tool loads, kept in one file: to find and read a file for each takes a tenth of a start.

Python looks in folders for each module that is imported, and reads what it has compiled of it from a file of its own. What a tool has
read so it keeps in one file beside the compiled modules of this package, where its next process finds it. Python's rules hold, so that none
is ever out of date: what is kept of a module is for the time and size of its source, and for the folders in which Python looks for it as
they were; else Python finds it itself. A file is for one tool, one version of Python and one search path, and it is written whole or
not at all, where compiled modules may be written.
"""

import marshal
import os
import sys
import time
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

from ttmlir_py.indexed_file import IndexedFile, Parts, Place, kept_file

TYPE_CHECKING = False
"""True to type checkers; not of `typing`, which is one of the modules that are kept."""
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import CodeType, ModuleType

PACKAGES = frozenset(
    (
        *("ttmlir_py", "xdsl", "numpy", "ml_dtypes", "flatbuffers", "lark"),
        *("typing_extensions", "immutabledict", "ordered_set"),
    )
)
"""What the tools are made of, beside Python's own. What else they load, as a whole PyTorch, is left to Python."""
MAX_MODULES = 2048
"""A file that would have more is begun anew."""
_SOURCE = 8
"""Bytes of the time and the size of a source."""
_INIT = f"{os.sep}__init__.py"
_SETTLED = 10**9
"""Nanoseconds after which another change of a folder has another time."""

Kept = tuple[str, bytes, Place]
"""A module: where its source is, time and size of that as compiled modules have them, and where its code is."""
Found = tuple[str, str, bytes, tuple[str, ...], bytes | memoryview]
"""One that is to be kept: its name, where its source is, time and size of that, the folders in which Python looks for it, and its code."""


class CompiledModules:
    """The modules of a file, found before Python looks for them."""

    def __init__(self, path: str) -> None:
        self._file = IndexedFile(path)
        self._process, self._started = os.getpid(), time.time_ns()
        self._search = tuple(sys.path)
        self._others = set(sys.modules)  # which Python has found before, and always will
        self._kept: dict[str, Kept] = {}
        self._times: dict[str, int] = {}
        self._now: dict[str, int] = {}
        try:
            search, times, kept = self._file.index
        except (TypeError, ValueError):
            return  # there is none
        if search == self._search:
            self._times, self._kept = times, kept

    def find_spec(
        self, name: str, path: "Sequence[str] | None", target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        """Where a module is that is kept; None to have Python look for it."""
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
        if origin.endswith(_INIT):
            spec.submodule_search_locations = [origin.removesuffix(_INIT)]
        return spec

    def _folders(self, origin: str, path: "Sequence[str] | None") -> tuple[str, ...]:
        """The folders in which Python looks for a module until it finds it there; none if it would not."""
        folder = _folder(origin)
        if path is not None:
            return (folder,) if list(path) == [folder] else ()
        if tuple(sys.path) != self._search or folder not in self._search:
            return ()
        return self._search[: self._search.index(folder) + 1]

    def _are_unchanged(self, folders: tuple[str, ...]) -> bool:
        """Whether folders have the names that they had when they were kept."""
        return all(self._time(each) == self._times.get(each) for each in folders)

    def _time(self, folder: str) -> int:
        """When the names in a folder last changed, in nanoseconds; 0 if there is none. The system is asked once."""
        known = self._now.get(folder)
        if known is None:
            try:
                known = os.stat(folder).st_mtime_ns
            except OSError:
                known = 0
            self._now[folder] = known
        return known

    def keep(self) -> None:
        """Keep what Python has found, if there is anything. A process that was forked knows too little of what is there by now."""
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

    def _found(self, name: str) -> "Found | None":
        """What Python has found, if it may be kept: not in a folder that was changed so lately that one more change might not be seen."""
        spec = getattr(sys.modules.get(name), "__spec__", None)
        if name in self._others or spec is None or type(spec.loader) is not SourceFileLoader:
            return None
        parent, _, _ = name.rpartition(".")
        if spec.name != name or (parent and parent not in sys.modules):
            return None  # a module under a name that is not its own
        package, _, _ = name.partition(".")
        if package not in PACKAGES and package not in sys.stdlib_module_names:
            return None
        path = getattr(sys.modules[parent], "__path__", ()) if parent else None
        folders = self._folders(spec.origin, path)
        if not folders or max(map(self._time, folders)) > self._started - _SETTLED:
            return None
        source = _source(spec.origin)
        if self._kept.get(name, ())[:2] == (spec.origin, source) and self._are_unchanged(folders):
            return None  # a stand-in, whose module would be found if it was asked for
        try:
            code = spec.loader.get_code(name)
        except (OSError, ImportError, SyntaxError, ValueError):
            return None  # the source is not what was loaded
        return name, spec.origin, source, folders, marshal.dumps(code)

    def _still_kept(self) -> "Iterator[Found]":
        """What was kept and still would be found."""
        for name, (origin, source, place) in self._kept.items():
            folders = self._folders(origin, [_folder(origin)] if "." in name else None)
            code = self._file.part(place)
            if folders and code is not None and self._are_unchanged(folders):
                yield name, origin, source, folders, code


class _Loader(SourceFileLoader):
    """Loads a module that is kept as Python loads it from its own file."""

    def __init__(self, name: str, origin: str, file: IndexedFile, place: Place):
        super().__init__(name, origin)
        self._file, self._place = file, place

    def get_code(self, fullname: str) -> "CodeType | None":
        """The code of the module."""
        code = self._file.part(self._place)
        return super().get_code(fullname) if code is None else marshal.loads(code)


def _folder(origin: str) -> str:
    """The folder in which Python finds a module, which is in a folder of its own if it is a package."""
    return os.path.dirname(origin.removesuffix(_INIT))


def _source(origin: str) -> bytes:
    """Time and size of a source, as compiled modules have them; nothing if there is none."""
    try:
        now = os.stat(origin)
    except OSError:
        return b""
    both = (int(now.st_mtime) & 0xFFFFFFFF) | (now.st_size & 0xFFFFFFFF) << 32
    return both.to_bytes(_SOURCE, "little")


_installed: list[CompiledModules] = []


def install(tool: str) -> None:
    """Find the modules of a tool from now on; none if the search for modules is not that of all processes of the tool."""
    is_own = "PYTHONPATH" in os.environ and not sys.flags.ignore_environment
    if is_own or sys.flags.optimize or not all(map(os.path.isabs, sys.path)):
        return
    modules = CompiledModules(kept_file(f"compiled_modules_{tool}"))
    _installed.append(modules)
    sys.meta_path.insert(sys.meta_path.index(PathFinder), modules)


def keep() -> None:
    """Keep what was loaded since `install`."""
    for modules in _installed:
        modules.keep()
