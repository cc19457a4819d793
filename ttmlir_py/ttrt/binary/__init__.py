"""The functions and classes of upstream's module `ttrt.binary`.

This is a facade over `ttrt.flatbuffers`, for compatibility with upstream. As in upstream's module,
a file that cannot be opened raises RuntimeError.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import write_file
from ttmlir_py.schemas import BinaryError, TableView
from ttmlir_py.ttrt import flatbuffers
from ttmlir_py.ttrt.binary import stats
from ttmlir_py.ttrt.binary.golden_tensor import GoldenTensor, golden_tensor
from ttmlir_py.ttrt.enums import DataType

if TYPE_CHECKING:
    from ttmlir_py import runtime
__all__ = [
    "Binary",
    "Flatbuffer",
    "GoldenTensor",
    "SystemDesc",
    "as_dict",
    "load_binary_from_bytes",
    "load_binary_from_capsule",
    "load_binary_from_path",
    "load_from_path",
    "load_system_desc_from_path",
    "stats",
]


@contextmanager
def _as_runtime_errors(file: str = "") -> Generator[None]:
    """Raise RuntimeError for a file that cannot be opened or read, like upstream's runtime."""
    try:
        yield
    except OSError as error:
        raise RuntimeError(f"Failed to open file: {file}: {error.strerror or error}") from None
    except BinaryError as error:
        raise RuntimeError(f"{file}: {error}" if file else str(error)) from None


class Flatbuffer:
    """A `.ttnn`, `.ttm` or `.ttsys` file. `flatbuffer` is the same file for the simulator."""

    def __init__(self, flatbuffer: flatbuffers.Flatbuffer) -> None:
        self.flatbuffer = flatbuffer
        self.version = flatbuffer.version
        self.ttmlir_git_hash = flatbuffer.revision
        self.file_identifier = flatbuffer.file_identifier

    def as_json(self) -> str:
        """Return all fields as JSON text, named as in the FlatBuffers schema."""
        return json.dumps(as_dict(self))

    @property
    def schema_hash(self) -> str:
        """The hash of the schemas of the file; empty for files of 2025-02."""
        fields = self.flatbuffer.native.as_dict()
        return fields.get("schema_hash") or ""

    def store(self, path: str | PathLike[str]) -> None:
        """Write the file atomically. Raises RuntimeError."""
        with _as_runtime_errors(fspath(path)):
            write_file(path, self.flatbuffer.data)


class SystemDesc(Flatbuffer):
    """A `.ttsys` file: a system descriptor."""


class Binary(Flatbuffer):
    """A `.ttnn` or `.ttm` file: programs."""

    def get_debug_info_golden(self, loc: str) -> GoldenTensor | None:
        """Return the golden tensor for `loc`, or None if it has no golden.

        `loc` is the golden's key, such as `loc("add")`, or the part that callbacks find between the
        parentheses in an operation's debug string, without quotes. `runtime.embedded_goldens`
        returns goldens as arrays.
        """
        if not isinstance(loc, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            name = type(loc).__name__
            raise TypeError(f"get_debug_info_golden: expected the text of a location, got {name}")
        key = loc if loc in self._goldens else self._keys_by_place.get(loc)
        if key is None:
            return None

        from ttmlir_py.runtime.observers.goldens import golden_values

        table = self._goldens[key]
        with _as_runtime_errors():
            return golden_tensor(table.name or "", golden_values(table), DataType[table.dtype])

    @property
    def id(self) -> int:
        """A number that no other opened file of the process has."""
        return self.flatbuffer.number

    def get_mlir_as_json(self) -> str:
        """Return the name and the text of the IR of the binary, as JSON."""
        native = self.flatbuffer.native.as_dict()
        found = native.get("mlir") or native["programs"][0]["debug_info"]["mlir"]
        return json.dumps(found)

    def get_program_mesh_shape(self, program_index: int) -> list[int]:
        """Return the rows and columns of the mesh of a program; 1x1 if the file does not say it."""
        shape = self._program_fields(program_index).as_dict().get("mesh_shape")
        return [shape["y"], shape["x"]] if shape else [1, 1]

    def is_program_private(self, program_index: int) -> bool:
        """Whether a program is only called by other programs."""
        return bool(self._program_fields(program_index).as_dict().get("private"))

    def get_num_programs(self) -> int:
        """Return the number of programs."""
        return len(self._programs)

    def get_program_name(self, program_index: int) -> str:
        """Return the name of a program. Raise RuntimeError if there is no such program."""
        return self._program_fields(program_index).name or ""

    def get_program_inputs_as_json(self, program_index: int) -> str:
        """Return the inputs of a program as JSON."""
        return self._json_of(program_index, "inputs")

    def get_program_outputs_as_json(self, program_index: int) -> str:
        """Return the outputs of a program as JSON."""
        return self._json_of(program_index, "outputs")

    def get_program_ops_as_json(self, program_index: int) -> str:
        """Return the operations of a program as JSON."""
        return self._json_of(program_index, "operations")

    def get_system_desc_as_json(self) -> str:
        """Return the description of the system for which the file was compiled, as JSON."""
        with _as_runtime_errors():
            return json.dumps(self.flatbuffer.native.require("system_desc").as_dict())

    def _json_of(self, index: int, field: str) -> str:
        return json.dumps(self._program_fields(index).as_dict()[field])

    def _program_fields(self, index: int) -> TableView:
        count = self.get_num_programs()
        if not 0 <= index < count:
            raise RuntimeError(f"Invalid program index: {index}: the binary has {count} programs")
        return self._programs[index]

    @cached_property
    def _programs(self) -> list[TableView]:
        with _as_runtime_errors():
            flatbuffers.require_programs(self.flatbuffer)
            return list(self.flatbuffer.native.programs)

    @cached_property
    def program(self) -> runtime.TTNNBinary:
        """Return the file, loaded into the simulator."""
        from ttmlir_py import runtime

        with _as_runtime_errors():
            return runtime.TTNNBinary(self.flatbuffer.view)

    @cached_property
    def _goldens(self) -> dict[str, TableView]:
        from ttmlir_py import runtime
        from ttmlir_py.runtime.observers.goldens import golden_tables

        with _as_runtime_errors():
            return golden_tables(runtime.open_binary(self.flatbuffer.view))

    @cached_property
    def _keys_by_place(self) -> dict[str, str]:
        return {_place(key): key for key in self._goldens}


def _place(location: str) -> str:
    """Return the text between `loc(` and the first `)`, without quotes: `add` for `loc("add")`.

    Upstream's callback extracts the same text from an operation's debug string.
    """
    return location.removeprefix("loc(").partition(")")[0].replace('"', "")


def _opened(path: str | PathLike[str]) -> flatbuffers.Flatbuffer:
    with _as_runtime_errors(fspath(path)):
        return flatbuffers.Flatbuffer.load(path)


def load_from_path(path: str | PathLike[str]) -> Flatbuffer:
    """Open a file of any kind. Raises RuntimeError."""
    return Flatbuffer(_opened(path))


def load_binary_from_path(path: str | PathLike[str]) -> Binary:
    """Open a file with programs. Raises RuntimeError."""
    return Binary(_opened(path))


def load_system_desc_from_path(path: str | PathLike[str]) -> SystemDesc:
    """Open a `.ttsys` file. Raises RuntimeError."""
    opened = _opened(path)
    if opened.is_program:
        raise RuntimeError(f"{fspath(path)}: a file with programs, expected a system descriptor")
    return SystemDesc(opened)


def load_binary_from_bytes(data: bytes) -> Binary:
    """Open a binary in memory. Raises RuntimeError, and TypeError for something else than bytes."""
    if not isinstance(data, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
        name = type(data).__name__
        raise TypeError(f"load_binary_from_bytes: expected the bytes of a binary, got {name}")
    with _as_runtime_errors():
        return Binary(flatbuffers.Flatbuffer.load(data))


def load_binary_from_capsule(capsule: object) -> Binary:
    """Open a binary in memory: the result of `ttmlir.passes.ttnn_to_flatbuffer_binary`, or bytes.

    Raises RuntimeError, and TypeError for a capsule of upstream's compiler.
    """
    data = getattr(capsule, "data", capsule)
    if not isinstance(data, bytes):
        name = type(capsule).__name__
        raise TypeError(f"load_binary_from_capsule: expected the bytes of a binary, got {name}")
    return load_binary_from_bytes(data)


def as_dict(bin: Flatbuffer) -> dict[str, Any]:
    """Return all fields of a file as plain Python objects, named as in the FlatBuffers schema."""
    return bin.flatbuffer.native.as_dict()
