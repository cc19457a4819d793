"""Opens the files that `ttrt` handles, and compares their versions with the tool's."""

from dataclasses import dataclass
from os import PathLike
from typing import Any

from ttmlir_py.files import read_file
from ttmlir_py.schemas import BinaryError, TableView, load_schema, read
from ttmlir_py.target.flatbuffer.version import FORMAT_REVISION, FORMAT_VERSION

SCHEMAS = {
    "TTNN": "TTNN/binary.fbs",
    "TTM0": "TTMetal/binary.fbs",
    "TTSY": "Common/system_desc.fbs",
}
"""Schema by file identifier."""

TOOL_VERSION = ".".join(map(str, FORMAT_VERSION.values()))
"""The version of tt-mlir whose binaries this package writes."""


@dataclass(frozen=True, slots=True)
class Flatbuffer:
    """A `.ttnn`, `.ttm` or `.ttsys` file; all have a version, a revision and a system description."""

    file_identifier: str
    view: TableView
    data: bytes

    @classmethod
    def load(cls, source: str | PathLike[str] | bytes) -> "Flatbuffer":
        """Open a file or its bytes. Raises OSError and `BinaryError`."""
        data = source if isinstance(source, bytes) else read_file(source)
        identifier = data[8:12].decode("latin-1")
        schema = load_schema(SCHEMAS.get(identifier, SCHEMAS["TTNN"]))
        return cls(identifier, read(schema, data), data)

    @property
    def is_program(self) -> bool:
        """Whether it has programs, rather than a system description alone."""
        return self.file_identifier != "TTSY"

    @property
    def version(self) -> str:
        """Version of the compiler that wrote the file: `major.minor.patch`."""
        version = self.view.version
        return f"{version.major}.{version.minor}.{version.patch}" if version else "unknown"

    @property
    def revision(self) -> str:
        """Git hash of that compiler."""
        return self.view.ttmlir_git_hash or "unknown"

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
