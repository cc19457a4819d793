"""Binaries as upstream's module `ttrt.binary` shows them.

A facade over `ttrt.flatbuffers`, there because upstream has it.
"""

import json
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from ttmlir_py.files import write_file
from ttmlir_py.ttrt.flatbuffers import Flatbuffer

if TYPE_CHECKING:
    from ttmlir_py.runtime.formats import Array


class Binary:
    """A `.ttnn`, `.ttm` or `.ttsys` file."""

    def __init__(self, flatbuffer: Flatbuffer) -> None:
        self._flatbuffer = flatbuffer
        self.version = flatbuffer.version
        self.ttmlir_git_hash = flatbuffer.revision
        self.file_identifier = flatbuffer.file_identifier

    def as_json(self) -> str:
        """All fields, named as in the schema."""
        return json.dumps(as_dict(self))

    def store(self, path: str | PathLike[str]) -> None:
        """Write the file; see `ttmlir_py.files`. Raises OSError."""
        write_file(path, self._flatbuffer.data)

    def get_debug_info_golden(self, loc: str) -> "Array | None":
        """The golden tensor of a location, None if there is none."""
        return self._goldens.get(loc)

    @cached_property
    def _goldens(self) -> "dict[str, Array]":
        from ttmlir_py import runtime

        return runtime.embedded_goldens(runtime.open_binary(self._flatbuffer.view))


def load_from_path(path: str | PathLike[str]) -> Binary:
    """Open a file of any kind. Raises OSError and `BinaryError`."""
    return Binary(Flatbuffer.load(path))


load_binary_from_path = load_from_path
load_system_desc_from_path = load_from_path


def as_dict(binary: Binary) -> dict[str, Any]:
    """All fields as plain Python, named as in the schema."""
    return binary._flatbuffer.view.as_dict()  # pyright: ignore[reportPrivateUsage]
