"""The programs and files that an agent names: only text, and files in the given folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ttmlir_py.editing.processes import PROGRAM

MAX_BYTES = 50_000_000
"""Larger files are refused."""


class SourceError(ValueError):
    """A program or path that is refused, with the reason for the agent."""


@dataclass(frozen=True)
class Roots:
    """The folders whose files may be read and written."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, folders: Sequence[str]) -> Roots:
        """Return the given folders, or the current one. Raises SourceError for missing ones."""
        found = [Path(each).resolve() for each in folders or [os.getcwd()]]
        for each in found:
            if not each.is_dir():
                raise SourceError(f"{each} is not a folder")
        return cls(tuple(found))

    def resolve(self, path: str) -> Path:
        """Return the absolute path of a file in one of the folders. Raises SourceError."""
        if "\0" in path or not path.strip():
            raise SourceError("the path is empty or contains NUL")
        for folder in self.folders:
            found = (folder / path).resolve()
            if any(found.is_relative_to(each) for each in self.folders):
                return found
        allowed = ", ".join(map(str, self.folders))
        raise SourceError(f"{path} is outside the folders that may be used: {allowed}")

    @staticmethod
    def is_text(source: str) -> bool:
        """Whether `source` is a program instead of the path of one."""
        return "\n" in source or "(" in source or not source.strip()

    def name(self, source: str) -> str:
        """Return the file name of a program, for locations and messages."""
        return PROGRAM if self.is_text(source) else Path(source).name

    def read(self, source: str) -> str:
        """Return the text of a program, which `source` holds or names. Raises SourceError."""
        if self.is_text(source):
            return source
        path = self.resolve(source)
        try:
            if path.stat().st_size > MAX_BYTES:
                raise SourceError(f"{source} has more than {MAX_BYTES:,} bytes")
            data = path.read_bytes()
        except OSError as error:
            raise SourceError(f"{source}: {error.strerror}") from None
        if data[4:8] in (b"TTNN", b"TTM0", b"TTSY") or b"\0" in data[:64]:
            raise SourceError(f"{source} is a binary; give the text of the program")
        return data.decode("utf-8", "surrogateescape")
