"""Reading and writing of files with named arrays: numpy's `.npz` and `.npy`, and `.safetensors`.

The library `safetensors` is imported on first use.
"""

import os
from collections.abc import Mapping
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from ttmlir_py.common.files import new_file, read_file
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import InputError, MemoryLimitError, SimulationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.limits import mebibytes

NPY, SAFETENSORS = ".npy", ".safetensors"
"""File suffixes other than `.npz`."""

UNNAMED = ""
"""The name given to the only array of an `.npy` file."""

_DTYPES: dict[str, Any] = {
    **{"F64": np.float64, "F32": np.float32, "F16": np.float16, "BF16": ml_dtypes.bfloat16},
    **{f"I{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"U{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    "BOOL": np.bool_,
}
"""Maps type names in safetensors files to numpy types."""


def read_arrays(path: str | PathLike[str], memory_limit: int = MEMORY_LIMIT) -> dict[str, Array]:
    """Return the arrays of a file by name. An `.npy` file has one array, named `UNNAMED`.

    Raises `InputError`, and `MemoryLimitError` if compressed data expands to more than
    `memory_limit` bytes.
    """
    suffix = Path(path).suffix
    if suffix == SAFETENSORS:
        return _read_safetensors(path)
    found = _read_numpy(path, suffix if suffix == NPY else ".npz", memory_limit)
    return {UNNAMED: found} if isinstance(found, np.ndarray) else found


def _read_numpy(
    path: str | PathLike[str], suffix: str, memory_limit: int
) -> Array | dict[str, Array]:
    try:
        loaded = np.load(path, allow_pickle=False)
        if (suffix == NPY) is not isinstance(loaded, np.ndarray):
            raise InputError(f"{path}: not an {suffix} file")
        if suffix == NPY:
            return loaded
        with loaded as archive:
            needed = sum(entry.file_size for entry in archive.zip.infolist())
            if needed > memory_limit:
                raise MemoryLimitError(
                    f"{path}: its arrays take {mebibytes(needed)}, the limit is "
                    f"{mebibytes(memory_limit)}"
                )
            return {name: archive[name] for name in archive.files}
    except SimulationError:
        raise
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError:  # numpy took the file for a pickle, and advises to unpickle it
        raise InputError(f"{path}: not a readable {suffix} file") from None
    except Exception as error:  # numpy passes on errors of zlib, lzma and others
        raise InputError(f"{path}: not a readable {suffix} file: {error}") from None


def _read_safetensors(path: str | PathLike[str]) -> dict[str, Array]:
    library = _safetensors("safetensors")
    try:
        entries = library.deserialize(read_file(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except library.SafetensorError as error:
        raise InputError(f"{path}: not a readable {SAFETENSORS} file: {error}") from None
    arrays: dict[str, Array] = {}
    for name, entry in sorted(entries, key=lambda entry: entry[0]):
        if entry["dtype"] not in _DTYPES:
            raise InputError(f"{path}: '{name}' has elements of type {entry['dtype']}")
        elements = np.frombuffer(entry["data"], _DTYPES[entry["dtype"]])
        arrays[name] = elements.reshape(entry["shape"])
    return arrays


def read_inputs(text: str, memory_limit: int = MEMORY_LIMIT) -> dict[str, Array]:
    """Return the arrays that `text` names: `FILE`, or `FILE,NAME=FILE.npy,...`.

    Raises `InputError` if a file cannot be read, or if a name is given twice.
    """
    parts = [text] if os.path.exists(text) else text.split(",")
    arrays: dict[str, Array] = {}
    for part in parts:
        name, _, path = ("", "", part) if os.path.exists(part) else part.rpartition("=")
        found = read_arrays(path, memory_limit)
        if name and UNNAMED not in found:
            raise InputError(
                f"{path}: '{name}=' is for an {NPY} file; this one has names of its own"
            )
        named = {name or each: array for each, array in found.items()}
        if twice := named.keys() & arrays.keys():
            which = f"'{min(twice)}'" if min(twice) else "an array without a name"
            raise InputError(f"--inputs: {which} is given twice")
        arrays |= named
    return arrays


def write_arrays(path: str | PathLike[str], arrays: Mapping[str, Array]) -> None:
    """Write named arrays to a file, atomically.

    Raises `InputError` if the file cannot be written, or for several arrays and an `.npy` file.
    """
    suffix = Path(path).suffix
    check_count(path, len(arrays))
    try:
        with new_file(path) as file:
            if suffix == SAFETENSORS:
                whole = {name: np.ascontiguousarray(each) for name, each in arrays.items()}
                serialize = _safetensors("safetensors.numpy").save
                file.write(serialize(whole))
            elif suffix == NPY:
                (array,) = arrays.values()
                np.save(file, storable(array))
            else:
                content: dict[str, Any] = {name: storable(each) for name, each in arrays.items()}
                np.savez(file, **content)
    except OSError as error:
        raise InputError(f"cannot write {fspath(path)}: {error.strerror or error}") from None


def check_count(path: str | PathLike[str], count: int) -> None:
    """Raise `InputError` if a file with this suffix cannot hold `count` arrays, or its library is
    missing.
    """
    suffix = Path(path).suffix
    if suffix == NPY and count != 1:
        raise InputError(f"{fspath(path)}: an {NPY} file holds one array, but {count} are given")
    if suffix == SAFETENSORS:
        _safetensors("safetensors")


def storable(array: Array) -> Array:
    """Return an array in a type that numpy's files support: bfloat16 becomes float32 without
    loss.
    """
    return array if array.dtype.isbuiltin == 1 else array.astype(np.float32)


def _safetensors(name: str) -> Any:
    """Return the module `name` of safetensors. Raise `InputError` with installation advice."""
    try:
        return import_module(name)
    except ImportError:
        raise InputError(
            "safetensors is not installed: pip install 'ttmlir-py[safetensors]'"
        ) from None
