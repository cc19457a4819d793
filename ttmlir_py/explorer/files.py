"""The files that the explorer may open: those under its root folders, and uploads."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ttmlir_py.common.files import write_file
from ttmlir_py.explorer.models import SUFFIXES

_MOST_LISTED = 500


class PathError(ValueError):
    """An error for a path that must not be opened. The message has the reason."""


class Files:
    """The root folders whose models may be opened, and a temporary folder for uploads."""

    def __init__(self, roots: Iterable[str | os.PathLike[str]] = (".",)):
        self.roots: Sequence[Path] = [Path(os.path.realpath(each)) for each in roots]
        self._uploads = Path(os.path.realpath(tempfile.mkdtemp(prefix="tt-explorer-")))
        self._own: set[Path] = set()

    def close(self) -> None:
        """Remove all uploads."""
        shutil.rmtree(self._uploads, ignore_errors=True)

    def resolve(self, path: object) -> Path:
        """Return the path of a model under a root, or of an upload. Raises `PathError` for other
        paths.

        Symbolic links are followed; a target outside the roots is rejected.
        """
        if not isinstance(path, str) or not path or "\0" in path:
            raise PathError("modelPath must name a file")
        found = Path(os.path.realpath(self.roots[0] / path if self.roots else path))
        if found not in self._own and not any(found.is_relative_to(root) for root in self.roots):
            raise PathError(f"{path} is not under a folder that was given with --root")
        if found.suffix not in SUFFIXES:
            raise PathError(f"{path}: expected {', '.join(SUFFIXES)}")
        if not found.is_file():
            raise PathError(f"{path} is not a file")
        return found

    def upload(self, name: str, data: bytes) -> Path:
        """Store an uploaded file, and return its path.

        The file has the last component of `name`, and is in a new folder. Raises `PathError` if
        files with this suffix cannot be opened, and OSError.
        """
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
        """Return the path of a temporary file, which is deleted with the uploads."""
        return self._uploads / name

    def forget(self, path: Path) -> bool:
        """Remove an upload and its folder. Return False for any other file, which is kept."""
        if path not in self._own:
            return False
        self._own.discard(path)
        shutil.rmtree(path.parent, ignore_errors=True)
        return True

    def models(self) -> Iterator[str]:
        """Yield the models under the roots, up to the maximum that a list shows."""
        found = (
            os.path.join(folder, name)
            for root in self.roots
            for folder, folders, names in os.walk(root)
            for name in _visible(folders, names)
        )
        for path, _ in zip(found, range(_MOST_LISTED), strict=False):
            yield path


def _visible(folders: list[str], names: list[str]) -> list[str]:
    """Return the sorted models in a folder, and remove hidden folders from `folders`."""
    folders[:] = sorted(each for each in folders if not each.startswith("."))
    return sorted(each for each in names if each.endswith(SUFFIXES[:-1]))
