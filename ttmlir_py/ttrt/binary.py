"""Binaries as upstream's module `ttrt.binary` shows them.

A facade over `ttrt.flatbuffers`, there because upstream has it.
"""

import json
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import write_file
from ttmlir_py.ttrt.flatbuffers import Flatbuffer

if TYPE_CHECKING:
    from ttmlir_py import runtime
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
        """Write the file; see `ttmlir_py.common.files`. Raises OSError."""
        write_file(path, self._flatbuffer.data)

    def get_debug_info_golden(self, loc: str) -> list[float]:
        """The elements of a location's golden tensor, row by row; none if it has no golden.

        The location is the golden's key, such as `loc("add")`, or what callbacks find between the parentheses in an
        operation's debug string, without quotes. `runtime.embedded_goldens` gives goldens as arrays.
        """
        golden = self._goldens.get(loc, self._goldens_by_place.get(loc))
        return [] if golden is None else golden.ravel().tolist()

    @cached_property
    def _program(self) -> "runtime.TTNNBinary":
        """The file, opened for running."""
        from ttmlir_py import runtime

        return runtime.TTNNBinary(self._flatbuffer.view)

    @cached_property
    def _goldens(self) -> "dict[str, Array]":
        from ttmlir_py import runtime

        return runtime.embedded_goldens(runtime.open_binary(self._flatbuffer.view))

    @cached_property
    def _goldens_by_place(self) -> "dict[str, Array]":
        return {_place(key): golden for key, golden in self._goldens.items()}


class SystemDesc(Binary):
    """A `.ttsys` file."""


def _place(location: str) -> str:
    """`add` of `loc("add")`: up to the first parenthesis that closes, as upstream's callback takes it."""
    return location.removeprefix("loc(").partition(")")[0].replace('"', "")


def load_from_path(path: str | PathLike[str]) -> Binary:
    """Open a file of any kind. Raises OSError and `BinaryError`."""
    return Binary(Flatbuffer.load(path))


load_binary_from_path = load_from_path


def load_system_desc_from_path(path: str | PathLike[str]) -> SystemDesc:
    """Open a `.ttsys` file. Raises OSError and `BinaryError`."""
    return SystemDesc(Flatbuffer.load(path))


def load_binary_from_capsule(capsule: object) -> Binary:
    """Open a binary in memory: its bytes. Raises TypeError for a capsule of upstream's compiler, and `BinaryError`."""
    if not isinstance(capsule, bytes):
        name = type(capsule).__name__
        raise TypeError(f"load_binary_from_capsule: expected the bytes of a binary, got {name}")
    return Binary(Flatbuffer.load(capsule))


def as_dict(binary: Binary) -> dict[str, Any]:
    """All fields as plain Python, named as in the schema."""
    return binary._flatbuffer.native.as_dict()  # pyright: ignore[reportPrivateUsage]
