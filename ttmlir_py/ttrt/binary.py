"""The functions and classes of upstream's module `ttrt.binary`.

This is a facade over `ttrt.flatbuffers`, for compatibility with upstream.
"""

from __future__ import annotations

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
    """A `.ttnn`, `.ttm` or `.ttsys` file, with upstream's methods."""

    def __init__(self, flatbuffer: Flatbuffer) -> None:
        self._flatbuffer = flatbuffer
        self.version = flatbuffer.version
        self.ttmlir_git_hash = flatbuffer.revision
        self.file_identifier = flatbuffer.file_identifier

    def as_json(self) -> str:
        """Return all fields as JSON text, named as in the FlatBuffers schema."""
        return json.dumps(as_dict(self))

    def store(self, path: str | PathLike[str]) -> None:
        """Write the file atomically. Raises OSError."""
        write_file(path, self._flatbuffer.data)

    def get_debug_info_golden(self, loc: str) -> list[float]:
        """Return the elements of the golden tensor for `loc`, row by row; empty if it has no
        golden.

        `loc` is the golden's key, such as `loc("add")`, or the part that callbacks find between the
        parentheses in an operation's debug string, without quotes. `runtime.embedded_goldens`
        returns goldens as arrays.
        """
        golden = self._goldens.get(loc, self._goldens_by_place.get(loc))
        return [] if golden is None else golden.ravel().tolist()

    @cached_property
    def _program(self) -> runtime.TTNNBinary:
        """Return the file, loaded into the simulator."""
        from ttmlir_py import runtime

        return runtime.TTNNBinary(self._flatbuffer.view)

    @cached_property
    def _goldens(self) -> dict[str, Array]:
        from ttmlir_py import runtime

        return runtime.embedded_goldens(runtime.open_binary(self._flatbuffer.view))

    @cached_property
    def _goldens_by_place(self) -> dict[str, Array]:
        return {_place(key): golden for key, golden in self._goldens.items()}


class SystemDesc(Binary):
    """A `.ttsys` file: a system descriptor."""


def _place(location: str) -> str:
    """Return the text between `loc(` and the first `)`, without quotes: `add` for `loc("add")`.

    Upstream's callback extracts the same text from an operation's debug string.
    """
    return location.removeprefix("loc(").partition(")")[0].replace('"', "")


def load_from_path(path: str | PathLike[str]) -> Binary:
    """Open a file of any kind. Raises OSError and `BinaryError`."""
    return Binary(Flatbuffer.load(path))


load_binary_from_path = load_from_path


def load_system_desc_from_path(path: str | PathLike[str]) -> SystemDesc:
    """Open a `.ttsys` file. Raises OSError and `BinaryError`."""
    return SystemDesc(Flatbuffer.load(path))


def load_binary_from_capsule(capsule: object) -> Binary:
    """Open a binary in memory, given its bytes.

    Raises TypeError for a capsule of upstream's compiler, and `BinaryError`.
    """
    if not isinstance(capsule, bytes):
        name = type(capsule).__name__
        raise TypeError(f"load_binary_from_capsule: expected the bytes of a binary, got {name}")
    return Binary(Flatbuffer.load(capsule))


def as_dict(binary: Binary) -> dict[str, Any]:
    """Return all fields of a file as plain Python objects, named as in the FlatBuffers schema."""
    return binary._flatbuffer.native.as_dict()  # pyright: ignore[reportPrivateUsage]
