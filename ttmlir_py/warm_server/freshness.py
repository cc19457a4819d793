"""Detection of changes to the files that a server has loaded."""

import os
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator, Mapping

from ttmlir_py.warm_server.places import PACKAGE, stamp
from ttmlir_py.warm_server.watching import Watch

Stamp = tuple[int, int, int, int]
"""Metadata of a file; see `places.stamp`."""


_UNREAD = ("__pycache__", "site", "stub_packages")
"""Names of the folders in the package from which a server loads nothing."""


class Loaded:
    """The files that a process has loaded or may load.

    These are all files of the package, other loaded modules, and the module search folders.
    """

    def __init__(self) -> None:
        self._since = time.time_ns()
        self._stamps = dict(_stamps(package_files()))
        self._watch: Watch | None = None
        self._not_watched = self._stamps
        self._was_fresh = False

    def complete(self) -> bool:
        """Add the files that were loaded from elsewhere. Return whether all of them are older than
        this object.

        A newer file may have changed after it was loaded.
        """
        others = dict(_stamps(other_files()))
        self._stamps.update(others)
        self.watch()
        return self.is_fresh() and are_older(others, self._since)

    def watch(self) -> None:
        """Watch the files, so that they are checked again only after a possible change."""
        self._watch = Watch(self._stamps)
        covered = self._watch.covered
        self._not_watched = {
            path: known for path, known in self._stamps.items() if path not in covered
        }

    def is_fresh(self) -> bool:
        """Return whether no file has changed, appeared or disappeared."""
        is_quiet = self._watch is not None and self._watch.is_quiet()
        is_known = is_quiet and self._was_fresh
        self._was_fresh = _are_as(self._not_watched if is_known else self._stamps)
        return self._was_fresh


def are_older(paths: Iterable[str], time_ns: int) -> bool:
    """Return whether the files were last changed before `time_ns`, in nanoseconds."""
    return all(max(found[:2]) < time_ns for _, found in _stamps(paths))


def _are_as(stamps: Mapping[str, Stamp]) -> bool:
    """Return whether the metadata of the files still equals that in `stamps`."""
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
    """Yield the folders and files of the package, without what no tool reads: compiled bytecode,
    type stubs, and the modules `ttmlir`, `ttrt` and `ttnn` of the Python bindings.
    """
    for folder, folders, files in os.walk(PACKAGE):
        folders[:] = [name for name in folders if name not in _UNREAD]
        yield folder
        yield from (os.path.join(folder, name) for name in files if not name.endswith(".pyi"))


def other_files() -> Iterator[str]:
    """Yield the other files that a run depends on.

    They are the interpreter, its environment, module folders, and modules from outside the standard
    library.
    """
    standard = os.path.join(sysconfig.get_path("stdlib"), "")
    yield from (sys.executable, os.path.join(sys.prefix, "pyvenv.cfg"))
    for folder in filter(os.path.isdir, sys.path):
        # The folder of an editable installation also has files that no tool loads.
        if not PACKAGE.startswith(os.path.join(folder, "")):
            yield folder
        yield from (entry.path for entry in os.scandir(folder) if entry.name.endswith(".pth"))
    for module in list(sys.modules.values()):
        path = module.__dict__.get("__file__")  # `__dict__` avoids loading lazy modules
        if not path or path.startswith(os.path.join(PACKAGE, "")):
            continue
        if "site-packages" in path or not path.startswith(standard):
            yield path
