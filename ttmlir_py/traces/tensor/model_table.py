"""The table of a model's tensors as CSV: their names, and their positions in the model's file."""

import csv
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from typing import Any, NamedTuple

import numpy as np

from ttmlir_py.common.files import read_file
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.tensor import TensorDesc
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph.node import shortened
from ttmlir_py.traces.tensor.record import NO_LAYER, component_of, layer_of

HEADER = (
    *("tensor_name", "file_offset", "size_bytes", "layer_id", "component_type"),
    *("n_dims", "dim0", "dim1", "dim2", "dim3"),
)
_NEEDED = HEADER[:5]


@dataclass(frozen=True, slots=True)
class ModelTensor:
    """A tensor of a model, which is a line of the table."""

    name: str
    file_offset: int
    """Offset of the tensor's bytes in the file, or 0 if they are not there."""
    size_bytes: int
    layer: int
    """Number of the layer, or `NO_LAYER` (-1 in the CSV file)."""
    component: str
    shape: tuple[int, ...] = ()

    def row(self) -> list[object]:
        """Return the cells of the line.

        There are four dimensions: the first three, and the product of the others.
        """
        sizes = [*self.shape[:4], *([1] * (4 - len(self.shape[:4])))]
        for size in self.shape[4:]:
            sizes[3] *= size
        layer = -1 if self.layer == NO_LAYER else self.layer
        known = [self.name, self.file_offset, self.size_bytes, layer, self.component]
        return [*known, len(self.shape), *sizes]


def read_model_csv(path: str | os.PathLike[str]) -> dict[str, ModelTensor]:
    """Return the tensors in a CSV file by name.

    Additional columns are ignored. Raises OSError, and `TraceError` that names the line.
    """
    try:
        text = read_file(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise TraceError(f"byte {error.start}: not UTF-8") from None
    reader = csv.DictReader(StringIO(text, newline=""))
    tensors: dict[str, ModelTensor] = {}
    try:
        missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise TraceError(f"line 1: there is no column '{missing[0]}'")
        for row in reader:
            tensor = _tensor(row, reader.line_num)
            tensors[tensor.name] = tensor
    except csv.Error as error:
        raise TraceError(f"line {reader.line_num}: {error}") from None
    return tensors


def _tensor(row: dict[str, Any], line: int) -> ModelTensor:
    offset, size, layer = (
        _whole(row, name, line) for name in ("file_offset", "size_bytes", "layer_id")
    )
    if min(offset, size, layer + 1) < 0 or layer > NO_LAYER:
        raise TraceError(f"line {line}: a number is out of range")
    component = row["component_type"] or ""
    return ModelTensor(
        row["tensor_name"] or "", offset, size, layer if layer >= 0 else NO_LAYER, component
    )


def _whole(row: dict[str, Any], name: str, line: int) -> int:
    text = row[name] or ""
    try:
        if len(text) < 20:
            return int(text)
    except ValueError:
        pass
    raise TraceError(f"line {line}: '{name}' is '{shortened(text)}', expected a whole number")


def model_csv(tensors: Iterator[ModelTensor] | list[ModelTensor]) -> str:
    """Return the CSV text of a table."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(each.row() for each in tensors)
    return text.getvalue()


def binary_tensors(data: bytes) -> Iterator[ModelTensor]:
    """Yield the inputs and constants of all programs of a `.ttnn` file. Only constants have bytes
    there.

    Inputs have their own names if the binary contains them, else `arg0`, ...; constants are
    `constant<n>`, n being the index of the operation. With several programs, the program's name is
    a prefix. Raises `BinaryError` and `SimulationError`.
    """
    binary = TTNNBinary.load(data)
    for program in binary.programs:
        for each in program_tensors(binary, program, data):
            yield each.tensor


class ProgramTensor(NamedTuple):
    """A tensor of the table, and where the program creates it."""

    maker: int
    """Index of the operation that creates the tensor, or -1 for an input."""
    global_id: int
    tensor: ModelTensor


def program_tensors(
    binary: TTNNBinary, program: TTNNProgram, data: bytes
) -> Iterator[ProgramTensor]:
    """Yield the tensors of one program; see `binary_tensors`. `data` is the contents of the
    binary.
    """
    base = np.frombuffer(data, np.uint8).ctypes.data
    prefix = f"{program.name}." if len(binary.programs) > 1 else ""
    names = zip(program.argument_names, program.input_names, strict=True)
    for (own, numbered), ref in zip(names, program.inputs, strict=True):
        line = _described(prefix + (own or numbered), ref.desc, 0, value_bytes(ref.desc))
        yield ProgramTensor(-1, ref.global_id, line)
    for operation in [each for each in program.operations if "data" in each.keywords]:
        stored: Any = operation.keywords["data"]
        if operation.result is not None and isinstance(stored, np.ndarray):
            offset = stored.ctypes.data - base
            name = f"{prefix}constant{operation.index}"
            line = _described(name, operation.result.desc, offset, stored.nbytes)
            yield ProgramTensor(operation.index, operation.result.global_id, line)


_GGUF_FAILURES = (ValueError, LookupError, ArithmeticError, TypeError, AssertionError, MemoryError)
"""Exceptions that the package gguf raises for an invalid file."""


def gguf_tensors(path: str | os.PathLike[str]) -> Iterator[ModelTensor]:
    """Yield the tensors of a GGUF file, in the order of the file.

    Dimensions are in GGML's order, the innermost first. Needs the package gguf. Raises OSError, and
    `TraceError` if the package is missing or cannot read the file.
    """
    try:
        gguf: Any = import_module("gguf")
    except ImportError:
        message = "the package gguf reads such files: pip install 'ttmlir-py[gguf]'"
        raise TraceError(message) from None
    try:
        tensors = list(gguf.GGUFReader(path).tensors)
    except _GGUF_FAILURES as error:
        raise TraceError(f"is not a GGUF file: {shortened(' '.join(str(error).split()))}") from None
    for each in tensors:
        shape = tuple(int(size) for size in each.shape)
        component = component_of(each.name) or "other"
        sizes = (int(each.data_offset), int(each.n_bytes))
        yield ModelTensor(each.name, *sizes, layer_of(each.name), component, shape)


def value_bytes(desc: TensorDesc) -> int:
    """Return the number of bytes of a tensor's values, without padding."""
    return math.prod(desc.shape) * desc.data_type.bits // 8


def _described(name: str, desc: TensorDesc, offset: int, size: int) -> ModelTensor:
    component = component_of(name) or "other"
    return ModelTensor(name, offset, size, layer_of(name), component, desc.shape)
