"""Reading of model files: MLIR text, or a portable StableHLO artifact.

Artifacts are MLIR bytecode with the versioned dialect VHLO, which JAX converts to text if it is
installed. `jax.export` stores an artifact in a FlatBuffer, with data that JAX needs to call it.
"""

import re

from ttmlir_py.common.contents import (
    BYTECODE_MAGIC,
    HEAD,
    IDENTIFIERS,
    OTHER_FILES,
    is_onnx,
    other_file,
)
from ttmlir_py.frontends.libraries import library

_PRODUCER_LENGTH = 100


class SourceError(ValueError):
    """An error for bytes that are not a program, or cannot be read here.

    The message starts with the file's name.
    """


def program_text(data: bytes, name: str) -> str:
    """Return the MLIR text of a program from the bytes of a text file or artifact.

    `name` is the file's name for messages. Raise `SourceError`, with advice on how to get text, for
    other bytes.
    """
    if is_onnx(data[:HEAD]):
        raise SourceError(
            f"{name}: error: this is an ONNX model: compile it with ttmlir_py.frontends.onnx, "
            "or with ttmlir-compile"
        )
    if is_text(data[:HEAD]):
        return data.decode("utf-8", "surrogateescape")
    if BYTECODE_MAGIC in data[:4]:
        return _artifact_text(data, name)
    if data[8:12] in IDENTIFIERS:
        what = IDENTIFIERS[data[8:12]]
        raise SourceError(f"{name}: error: this is {what}, which is compiled already")
    what = other_file(data[:HEAD])
    if what is None and is_export(data):
        return _artifact_text(_exported(data), name)
    what = what or "no text"
    raise SourceError(f"{name}: error: this is {what}; a program in MLIR's text is expected")


def is_text(head: bytes) -> bool:
    """Whether the first `HEAD` bytes of a file are text."""
    return not (
        b"\0" in head
        or BYTECODE_MAGIC in head[:4]
        or head[8:12] in IDENTIFIERS
        or head.startswith(tuple(OTHER_FILES))
    )


def is_export(data: bytes) -> bool:
    """Whether the bytes come from `jax.export`: a FlatBuffer that holds bytecode."""
    offset = int.from_bytes(data[:4], "little")
    return b"\0" in data[:16] and 4 <= offset < len(data) and BYTECODE_MAGIC in data


def _exported(data: bytes) -> bytes:
    """Return the bytecode in `data` from `jax.export`: a FlatBuffer vector after its length
    field.
    """
    start = data.index(BYTECODE_MAGIC)
    return data[start : start + int.from_bytes(data[start - 4 : start], "little")]


def producer(data: bytes) -> str:
    """Return the producer of bytecode, such as `StableHLO_v1.7.0`, or an empty text."""
    found = re.match(rb"ML\xefR.{1,9}?([\x20-\x7e]+)\0", data[:_PRODUCER_LENGTH], re.DOTALL)
    return found[1].decode() if found else ""


def _artifact_text(data: bytes, name: str) -> str:
    """Return the StableHLO text, with locations, of a portable artifact."""
    by = producer(data)
    what = f"MLIR bytecode ({by})" if by else "MLIR bytecode"
    try:
        ir = library("jaxlib.mlir.ir")
        stablehlo = library("jaxlib.mlir.dialects.stablehlo")
        make_context = library("jax.interpreters.mlir").make_ir_context
    except ImportError:
        raise SourceError(
            f"{name}: error: this is {what}, which JAX can read: install it (pip install "
            "'ttmlir-py[jax]'), "
            "or write text: jax.export.deserialize(data).mlir_module()"
        ) from None
    try:
        with make_context():
            module = ir.Module.parse(stablehlo.deserialize_portable_artifact_str(data))
    except Exception:  # JAX raises several classes, whose texts do not describe the file
        version = library("jaxlib.version").__version__
        raise SourceError(
            f"{name}: error: this is {what}, which the installed jaxlib {version} cannot read: "
            "it is damaged, or of a newer version"
        ) from None
    return module.operation.get_asm(enable_debug_info=True)
