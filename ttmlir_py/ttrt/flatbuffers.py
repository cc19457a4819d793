"""Opens the files that `ttrt` handles, and compares their versions with the tool's."""

from functools import cached_property
from os import PathLike
from typing import Any

from ttmlir_py.common.files import read_file
from ttmlir_py.revisions import INTERNAL
from ttmlir_py.schemas import BinaryError, TableView, load_schema, read
from ttmlir_py.schemas.revisions import read_internal, revision_of, schema_of
from ttmlir_py.target.flatbuffer.version import FORMAT_REVISION, FORMAT_VERSION

SCHEMAS = {
    "TTNN": "TTNN/binary.fbs",
    "TTM0": "TTMetal/binary.fbs",
    "TTSY": "Common/system_desc.fbs",
}
"""Schema by file identifier."""

TOOL_VERSION = ".".join(map(str, FORMAT_VERSION.values()))
"""The version of tt-mlir whose binaries this package writes."""


class Flatbuffer:
    """A `.ttnn`, `.ttm` or `.ttsys` file; all have a version, a revision and a system description.

    `native` is its root table as the revision that wrote it has it, `view` as 2025-02 has it, which all work on.
    """

    def __init__(self, file_identifier: str, native: TableView, data: bytes) -> None:
        self.file_identifier = file_identifier
        self.native = native
        self.data = data

    @classmethod
    def load(cls, source: str | PathLike[str] | bytes) -> "Flatbuffer":
        """Open a file or its bytes. Raises OSError and `BinaryError`."""
        data = source if isinstance(source, bytes) else read_file(source)
        identifier = data[8:12].decode("latin-1")
        path = SCHEMAS.get(identifier, SCHEMAS["TTNN"])
        schema = load_schema(schema_of(path, revision_of(path, data)))
        return cls(identifier, read(schema, data), data)

    @cached_property
    def view(self) -> TableView:
        """The root table in the form of 2025-02. Raises `BinaryError` for what has no counterpart there."""
        path = SCHEMAS.get(self.file_identifier, SCHEMAS["TTNN"])
        is_internal = revision_of(path, self.data) == INTERNAL
        return self.native if is_internal else read_internal(path, self.data)

    @property
    def is_program(self) -> bool:
        """Whether it has programs, rather than a system description alone."""
        return self.file_identifier != "TTSY"

    @property
    def version(self) -> str:
        """Version of the compiler that wrote the file: `major.minor.patch`."""
        version = self.native.version
        return f"{version.major}.{version.minor}.{version.patch}" if version else "unknown"

    @property
    def revision(self) -> str:
        """Git hash of that compiler."""
        return self.native.ttmlir_git_hash or "unknown"

    def system_desc(self) -> dict[str, Any]:
        """The system description as plain Python. Raises `BinaryError` if there is none."""
        return self.view.require("system_desc").as_dict()

    def version_difference(self) -> str | None:
        """What differs from the tool's version, None if nothing does."""
        if self.version == TOOL_VERSION:
            return None
        return (
            f"the file has version {self.version} (revision {self.revision[:10]}), "
            f"ttrt has version {TOOL_VERSION} (revision {FORMAT_REVISION[:10]})"
        )


def require_programs(binary: Flatbuffer) -> None:
    """Fail for a file that has none. Raises `BinaryError`."""
    if not binary.is_program:
        raise BinaryError("a system descriptor has no programs")
    if not binary.view.programs:
        raise BinaryError("the binary has no programs")
