"""Which files may be opened: those under the roots, and what was uploaded."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ttmlir_py.common.files import write_file
from ttmlir_py.explorer.models import SUFFIXES

_MOST_LISTED = 500


class PathError(ValueError):
    """A path that is not to be opened; the message says why."""


class Files:
    """The folders whose models may be opened, and one for uploads that is gone at the end."""

    def __init__(self, roots: Iterable[str | os.PathLike[str]] = (".",)):
        self.roots: Sequence[Path] = [Path(os.path.realpath(each)) for each in roots]
        self._uploads = Path(os.path.realpath(tempfile.mkdtemp(prefix="tt-explorer-")))
        self._own: set[Path] = set()

    def close(self) -> None:
        """Remove the uploads."""
        shutil.rmtree(self._uploads, ignore_errors=True)

    def resolve(self, path: object) -> Path:
        """The file that a request names, which is a model under one of the roots or an upload. Raises `PathError`.

        Links lead where they point: what they lead out of the roots to is not opened.
        """
        if not isinstance(path, str) or not path or "\0" in path:
            raise PathError("modelPath must name a file")
        found = Path(os.path.realpath(self.roots[0] / path if self.roots else path))
        if found not in self._own and not any(found.is_relative_to(root) for root in self.roots):
            raise PathError(f"{path} is not under a folder that was given with --root")
        if found.suffix not in SUFFIXES:
            raise PathError(f"{path}: expected {', '.join(SUFFIXES)}")
        if not found.is_file():
            raise PathError(f"{path} is no file")
        return found

    def upload(self, name: str, data: bytes) -> Path:
        """Keep what a client sent, under the last part of its name, in a folder of its own. Raises `PathError` for what cannot be opened, OSError."""
        base = name.replace("\\", "/").rpartition("/")[2]
        if Path(base).suffix not in SUFFIXES or base.startswith(".") or "\0" in base:
            raise PathError(f"{base}: expected {', '.join(SUFFIXES)}")
        path = Path(tempfile.mkdtemp(dir=self._uploads)) / base
        try:
            write_file(path, data)
        except OSError:
            shutil.rmtree(path.parent, ignore_errors=True)
            raise
        self._own.add(path)
        return path

    def scratch(self, name: str) -> Path:
        """Where a file of this process's own may be written, which goes with the uploads."""
        return self._uploads / name

    def forget(self, path: Path) -> bool:
        """Remove an upload with its folder; False for any other file, which is left alone."""
        if path not in self._own:
            return False
        self._own.discard(path)
        shutil.rmtree(path.parent, ignore_errors=True)
        return True

    def models(self) -> Iterator[str]:
        """The models under the roots, as many as a list can show."""
        found = (
            os.path.join(folder, name)
            for root in self.roots
            for folder, folders, names in os.walk(root)
            for name in _visible(folders, names)
        )
        for path, _ in zip(found, range(_MOST_LISTED), strict=False):
            yield path


def _visible(folders: list[str], names: list[str]) -> list[str]:
    """Models in a folder in their order; the walk leaves hidden folders out and keeps to the order too."""
    folders[:] = sorted(each for each in folders if not each.startswith("."))
    return sorted(each for each in names if each.endswith(SUFFIXES[:-1]))
