"""System descriptors for a given build of tt-mlir.

A build since 2026-08 accepts a `.ttsys` file only if the file holds the build's own schema hash.
The hash is known for a few builds. Otherwise it is read from a library of the build, or from a file
that the build wrote.
"""

from __future__ import annotations

import mmap
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from ttmlir_py.common.files import read_file
from ttmlir_py.revisions import REGISTRY, written
from ttmlir_py.schemas import BinaryError, load_schema, read, write
from ttmlir_py.schemas.history.conversion import state_of_file
from ttmlir_py.schemas.revisions import convert
from ttmlir_py.schemas.revisions.frame import revision_of, schema_of

_SYSTEM: Final = "Common/system_desc.fbs"
_TTNN: Final = "TTNN/binary.fbs"
_CHUNK: Final = 1 << 24
_OVERLAP: Final = 256
_LARGEST: Final = 1 << 32
"""The size of the largest library that is searched, in bytes."""
_HASH = re.compile(r"[0-9a-f]{64}")
_RUN = re.compile(rb"[0-9a-f]{64,}")
_PACKAGES: Final = ("jax-tt-plugin", "pjrt-plugin-tt")
"""Names of the Python packages that contain a build."""


@dataclass(frozen=True)
class Build:
    """A build of tt-mlir: the hash of its schema of system descriptors, and its revision."""

    schema_hash: str
    revision: str
    is_known: bool
    """Whether a hash in the build is one of those that `revision` states. Otherwise `revision` is
    the newest one.
    """

    def describe(self, system: bytes) -> bytes:
        """Return the `.ttsys` file `system` in the form that the build reads.

        Raises BinaryError for contents that the revision cannot express.
        """
        converted = convert(_SYSTEM, system, self.revision)
        schema = load_schema(schema_of(_SYSTEM, self.revision))
        root = read(schema, converted).as_dict(raw_bytes=True)
        return write(schema, {**root, "schema_hash": self.schema_hash})


def find_build(text: str) -> Build:
    """Return the build that `text` names.

    `text` is a schema hash, the path of a wheel (`.whl`), library (`.so`), `.ttsys` or `.ttnn` file
    of the build, or the name of an installed package, optionally with its version, as in
    `jax-tt-plugin==0.1.3`. Raises BinaryError if it names no build, and OSError.
    """
    if _HASH.fullmatch(text):
        return _build([text])
    name, _, version = text.partition("==")
    if name in _PACKAGES:
        return _of_package(name, version)
    path = Path(text)
    match path.suffix:
        case ".ttsys" | ".ttnn":
            return _of_file(path)
        case ".whl":
            return _of_wheel(path)
        case _ if path.suffix == ".so" or ".so." in path.name:
            return _of_library(path)
        case _:
            raise BinaryError(
                f"'{text}' names no build of tt-mlir: give a schema hash (64 hexadecimal digits), "
                f"a .whl, .so, .ttsys or .ttnn file, or an installed package "
                f"({', '.join(_PACKAGES)})"
            )


def _build(hashes: list[str]) -> Build:
    """Return the build with these hashes, in the order in which its library stores them.

    The hash of system descriptors is the last one.
    """
    for revision in REGISTRY.values():
        stated = revision.schema_hashes
        for each in hashes:
            if each in stated.get(_SYSTEM, ()):
                return Build(each, revision.id, is_known=True)
    for revision in REGISTRY.values():
        stated = revision.schema_hashes
        if any(each in stated.get(_TTNN, ()) for each in hashes):
            return Build(hashes[-1], revision.id, is_known=True)
    return Build(hashes[-1], written()[-1], is_known=False)


def _of_file(path: Path) -> Build:
    schema = _SYSTEM if path.suffix == ".ttsys" else _TTNN
    data = read_file(path)
    revision = revision_of(schema, data)
    state = state_of_file(schema, data)
    if state is not None and state.newer:
        raise BinaryError(
            f"{path} was written by a build of {state.date}, whose system descriptors have another "
            f"form than those of {', '.join(written()[1:])}"
        )
    found = getattr(read(load_schema(schema_of(schema, revision)), data), "schema_hash", None)
    if not found:
        raise BinaryError(f"{path} has no schema hash: use --tt-mlir {revision} instead")
    if schema == _SYSTEM:
        return _build([found])
    for each in REGISTRY.values():
        if found in each.schema_hashes.get(_TTNN, ()):
            return Build(each.schema_hashes[_SYSTEM][-1], each.id, is_known=True)
    raise BinaryError(
        f"{path} was written by an unknown build (TTNN schema {found[:8]}...): "
        "give the build's library or wheel, which contains the hash of its system descriptors"
    )


def _of_package(name: str, version: str) -> Build:
    from importlib import metadata

    try:
        package = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise BinaryError(
            f"the package {name} is not installed: install it, or give the path of its wheel"
        ) from None
    if version not in ("", package.version):
        raise BinaryError(
            f"{name} {package.version} is installed, not {version}: give the path of that wheel"
        )
    libraries = [each for each in package.files or () if each.suffix == ".so"]
    if not libraries:
        raise BinaryError(f"the package {name} contains no library")
    paths = [Path(str(each.locate())) for each in libraries]
    return _of_library(max(paths, key=lambda path: path.stat().st_size))


def _of_wheel(path: Path) -> Build:
    try:
        with zipfile.ZipFile(path) as archive:
            libraries = [each for each in archive.infolist() if each.filename.endswith(".so")]
            if not libraries:
                raise BinaryError(f"{path} contains no library")
            largest = max(libraries, key=lambda each: each.file_size)
            with archive.open(largest) as file:
                return _of_contents(file, f"{path}/{largest.filename}")
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise BinaryError(f"{path} is not a wheel: {error}") from None


def _of_library(path: Path) -> Build:
    with path.open("rb") as file:
        if path.stat().st_size:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as contents:
                for known in _known_hashes():  # much faster than a search for any hash
                    if contents.find(known.encode()) >= 0:
                        return _build([known])
        return _of_contents(file, str(path))


def _known_hashes() -> list[str]:
    stated = (each.schema_hashes.get(_SYSTEM, ()) for each in REGISTRY.values())
    return [each for hashes in stated for each in hashes]


def _of_contents(file: IO[bytes], name: str) -> Build:
    hashes = list(_hashes(file, name))
    if not hashes:
        raise BinaryError(f"{name} contains no schema hash: it is not a library of tt-mlir")
    return _build(hashes)


def _hashes(file: IO[bytes], name: str, chunk_size: int = _CHUNK) -> Iterator[str]:
    """Yield the schema hashes in a library: runs of exactly 64 hexadecimal digits.

    Runs with few letters are tables of decimal digits. Of 64 random digits, about 24 are letters.
    """
    data, size, start = b"", 0, 0
    while True:
        chunk = file.read(chunk_size)
        size += len(chunk)
        if size > _LARGEST:
            raise BinaryError(f"{name} is larger than {_LARGEST >> 30} GiB")
        data += chunk
        # A run near the end may continue in the next chunk, so that it is examined there.
        end = max(len(data) - _OVERLAP, start) if chunk else len(data)
        for run in _RUN.finditer(data):
            letters = sum(each.isalpha() for each in run[0].decode())
            if start <= run.start() < end and len(run[0]) == 64 and 8 <= letters <= 48:
                yield run[0].decode()
        if not chunk:
            return
        # The byte before the border is kept, because it shows whether a run starts at the border.
        kept = max(end - 1, 0)
        data, start = data[kept:], end - kept
