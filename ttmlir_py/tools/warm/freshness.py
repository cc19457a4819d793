"""Whether what a server has loaded is what stands in the files now."""

import os
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator, Mapping

from ttmlir_py.tools.warm.places import PACKAGE, stamp
from ttmlir_py.tools.warm.watching import Watch

Stamp = tuple[int, int, int, int]
"""See `stamp`."""


class Loaded:
    """The files that a process has loaded or may load: all of the package, modules of others, and where modules are found."""

    def __init__(self) -> None:
        self._since = time.time_ns()
        self._stamps = dict(_stamps(package_files()))
        self._watch: Watch | None = None
        self._not_watched = self._stamps
        self._was_fresh = False

    def complete(self) -> bool:
        """Add what was loaded from elsewhere; whether all of it is older than this object, as what was loaded meanwhile may be older."""
        others = dict(_stamps(other_files()))
        self._stamps.update(others)
        self.watch()
        return self.is_fresh() and are_older(others, self._since)

    def watch(self) -> None:
        """From now on look at each file again only if the system tells that one of them may have changed."""
        self._watch = Watch(self._stamps)
        covered = self._watch.covered
        self._not_watched = {
            path: known for path, known in self._stamps.items() if path not in covered
        }

    def is_fresh(self) -> bool:
        """Whether no file has changed, come or gone."""
        is_quiet = self._watch is not None and self._watch.is_quiet()
        is_known = is_quiet and self._was_fresh
        self._was_fresh = _are_as(self._not_watched if is_known else self._stamps)
        return self._was_fresh


def are_older(paths: Iterable[str], time_ns: int) -> bool:
    """Whether files were as they are now at that time."""
    return all(max(found[:2]) < time_ns for _, found in _stamps(paths))


def _are_as(stamps: Mapping[str, Stamp]) -> bool:
    """Whether files are as they were."""
    try:
        return all(stamp(path) == known for path, known in stamps.items())
    except OSError:
        return False


def _stamps(paths: Iterable[str]) -> Iterator[tuple[str, Stamp]]:
    for path in paths:
        try:
            found = stamp(path)
        except OSError:
            continue
        yield path, found


def package_files() -> Iterator[str]:
    """The folders and files of the package, without what Python compiles."""
    for folder, folders, files in os.walk(PACKAGE):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield folder
        yield from (os.path.join(folder, name) for name in files)


def other_files() -> Iterator[str]:
    """The interpreter, its environment, the folders where modules are found, and loaded modules that are not of the standard library."""
    standard = os.path.join(sysconfig.get_path("stdlib"), "")
    yield from (sys.executable, os.path.join(sys.prefix, "pyvenv.cfg"))
    for folder in filter(os.path.isdir, sys.path):
        if not PACKAGE.startswith(os.path.join(folder, "")):  # an editable one is its author's
            yield folder
        yield from (entry.path for entry in os.scandir(folder) if entry.name.endswith(".pth"))
    for module in list(sys.modules.values()):
        path = module.__dict__.get("__file__")  # nothing is loaded by asking for it
        if not path or path.startswith(os.path.join(PACKAGE, "")):
            continue
        if "site-packages" in path or not path.startswith(standard):
            yield path
