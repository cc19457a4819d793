"""What the bytes of a file are: MLIR's text, or a portable artifact of StableHLO, which JAX turns into text where it is installed.

Artifacts are MLIR bytecode with the versioned dialect VHLO. `jax.export` puts one into a FlatBuffer, with what JAX must know to call it.
"""

import re

from ttmlir_py.common.contents import BYTECODE_MAGIC, HEAD, IDENTIFIERS
from ttmlir_py.frontends.libraries import library

_PRODUCER_LENGTH = 100
_BINARIES = {
    b"\x7fELF": "an ELF file",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x89PNG": "an image",
}
"""What other files start with that are given by mistake."""


class SourceError(ValueError):
    """Bytes that are no program, or that cannot be read here; the message starts with the file's name."""


def program_text(data: bytes, name: str) -> str:
    """The text of a program. Raises `SourceError`, which says how to get text from what is none."""
    if is_text(data[:HEAD]):
        return data.decode("utf-8", "surrogateescape")
    if BYTECODE_MAGIC in data[:4]:
        return _artifact_text(data, name)
    if data[8:12] in IDENTIFIERS:
        what = IDENTIFIERS[data[8:12]]
        raise SourceError(f"{name}: error: this is {what}, which is compiled already")
    what = next((each for start, each in _BINARIES.items() if data.startswith(start)), None)
    if what is None and is_export(data):
        return _artifact_text(_exported(data), name)
    what = what or "no text"
    raise SourceError(f"{name}: error: this is {what}; a program in MLIR's text is expected")


def is_text(head: bytes) -> bool:
    """Whether the first `HEAD` bytes of a file are those of a text."""
    return not (
        b"\0" in head
        or BYTECODE_MAGIC in head[:4]
        or head[8:12] in IDENTIFIERS
        or head.startswith(tuple(_BINARIES))
    )


def is_export(data: bytes) -> bool:
    """Whether bytes are what `jax.export` serializes: a FlatBuffer that holds bytecode."""
    offset = int.from_bytes(data[:4], "little")
    return b"\0" in data[:16] and 4 <= offset < len(data) and BYTECODE_MAGIC in data


def _exported(data: bytes) -> bytes:
    """The bytecode in what `jax.export` serializes: a vector of the FlatBuffer, which stands behind its length."""
    start = data.index(BYTECODE_MAGIC)
    return data[start : start + int.from_bytes(data[start - 4 : start], "little")]


def producer(data: bytes) -> str:
    """Who wrote bytecode, such as `StableHLO_v1.7.0`; empty if that cannot be told."""
    found = re.match(rb"ML\xefR.{1,9}?([\x20-\x7e]+)\0", data[:_PRODUCER_LENGTH], re.DOTALL)
    return found[1].decode() if found else ""


def _artifact_text(data: bytes, name: str) -> str:
    """The StableHLO of a portable artifact, in MLIR's text with locations."""
    by = producer(data)
    what = f"MLIR bytecode ({by})" if by else "MLIR bytecode"
    try:
        ir = library("jaxlib.mlir.ir")
        stablehlo = library("jaxlib.mlir.dialects.stablehlo")
        make_context = library("jax.interpreters.mlir").make_ir_context
    except ImportError:
        raise SourceError(
            f"{name}: error: this is {what}, which JAX can read: install it (pip install 'ttmlir-py[jax]'), "
            "or write text: jax.export.deserialize(data).mlir_module()"
        ) from None
    try:
        with make_context():
            module = ir.Module.parse(stablehlo.deserialize_portable_artifact_str(data))
    except Exception:  # of several classes, with a text that says nothing of the file
        version = library("jaxlib.version").__version__
        raise SourceError(
            f"{name}: error: this is {what}, which the installed jaxlib {version} cannot read: "
            "it is damaged, or of a newer version"
        ) from None
    return module.operation.get_asm(enable_debug_info=True)
