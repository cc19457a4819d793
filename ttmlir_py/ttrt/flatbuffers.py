"""Opening of the binary files that `ttrt` handles, and their version check."""

from __future__ import annotations

from functools import cached_property
from itertools import count
from os import PathLike
from typing import Any

from ttmlir_py.common.files import read_file
from ttmlir_py.revisions import INTERNAL
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.schemas.revisions import (
    in_known_form,
    opened,
    read_internal,
    read_runnable,
    revision_of,
)
from ttmlir_py.target.flatbuffer.version import FORMAT_REVISION, FORMAT_VERSION

SCHEMAS = {
    "TTNN": "TTNN/binary.fbs",
    "TTM0": "TTMetal/binary.fbs",
    "TTSY": "Common/system_desc.fbs",
}
"""Maps file identifiers to schema files."""

TOOL_VERSION = ".".join(map(str, FORMAT_VERSION.values()))
"""The version of tt-mlir whose binaries this package writes."""


_numbers = count(1)


class Flatbuffer:
    """A `.ttnn`, `.ttm` or `.ttsys` file. All have a version, a git hash and a system description.

    `native` is the root table in the schemas of the revision that wrote the file; of 2026-08 for
    commits between two revisions. `view` is the
    root table in the schemas of 2025-02, which the commands use.
    """

    def __init__(self, file_identifier: str, native: TableView, data: bytes) -> None:
        self.file_identifier = file_identifier
        self.native = native
        self.data = data
        self.number = next(_numbers)
        """A number that no other opened file of the process has."""

    @classmethod
    def load(cls, source: str | PathLike[str] | bytes) -> Flatbuffer:
        """Open `source`: the path of a file, or its bytes. Raises OSError and `BinaryError`."""
        data = source if isinstance(source, bytes) else read_file(source)
        identifier = data[8:12].decode("latin-1")
        path = SCHEMAS.get(identifier, SCHEMAS["TTNN"])
        data = in_known_form(path, data)
        return cls(identifier, opened(path, revision_of(path, data), data), data)

    @cached_property
    def view(self) -> TableView:
        """Return the root table, converted to the schemas of 2025-02.

        Programs may have operations that only the simulator has. Raises `BinaryError` for contents
        that it cannot run.
        """
        path = SCHEMAS.get(self.file_identifier, SCHEMAS["TTNN"])
        if revision_of(path, self.data) == INTERNAL:
            return self.native
        is_program = path == SCHEMAS["TTNN"]
        return read_runnable(self.data) if is_program else read_internal(path, self.data)

    @property
    def is_program(self) -> bool:
        """Whether the file has programs, not only a system description."""
        return self.file_identifier != "TTSY"

    @property
    def version(self) -> str:
        """Return the version of the compiler that wrote the file: `major.minor.patch`."""
        version = self.native.version
        return f"{version.major}.{version.minor}.{version.patch}" if version else "unknown"

    @property
    def revision(self) -> str:
        """Return the git hash of the compiler that wrote the file, or `unknown`."""
        return self.native.ttmlir_git_hash or "unknown"

    def system_desc(self) -> dict[str, Any]:
        """Return the system description as plain Python objects.

        Raises `BinaryError` if it is missing.
        """
        return self.view.require("system_desc").as_dict()

    def version_difference(self) -> str | None:
        """Return a text with the file's and the tool's version if they differ, else None."""
        if self.version == TOOL_VERSION:
            return None
        return (
            f"the file has version {self.version} (revision {self.revision[:10]}), "
            f"ttrt has version {TOOL_VERSION} (revision {FORMAT_REVISION[:10]})"
        )


def require_programs(binary: Flatbuffer) -> None:
    """Raise `BinaryError` for a system descriptor, or a binary without programs."""
    if not binary.is_program:
        raise BinaryError("a system descriptor has no programs")
    if not binary.view.programs:
        raise BinaryError("the binary has no programs")
