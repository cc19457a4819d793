"""Recognition of files by their content, for messages about a file of the wrong kind."""

import re

HEAD = 1024
"""Number of bytes at the beginning of a file that the functions here need."""
BYTECODE_MAGIC = b"ML\xefR"
"""The first bytes of MLIR bytecode."""
IDENTIFIERS = {
    b"TTNN": "a TTNN binary",
    b"TTM0": "a TTMetal binary",
    b"TTSY": "a system description",
}
"""Maps file identifiers of Tenstorrent's FlatBuffers to descriptions.

An identifier follows the size and the root's offset.
"""
OTHER_FILES = {
    b"\x7fELF": "an ELF file",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b\x08": "a gzip archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"\xfd7zXZ\0": "an xz archive",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"%PDF-": "a PDF document",
    b"SQLite format 3\0": "an SQLite database",
    b"\x93NUMPY": "a NumPy array",
    b"\x89HDF": "an HDF5 file",
    b"PERFILE2": "a profile of Linux's perf",
}
"""Magic numbers of other file types that users may pass by mistake."""
_WAYS_TO_TEXT = {
    b"TTNN": "`tttranslate --flatbuffer-to-ttnn FILE` turns it into text",
    b"TTM0": "`ttrt read FILE` shows it",
    b"TTSY": "`ttrt read FILE` shows it",
}


def other_file(head: bytes) -> str | None:
    """Return the type of a file that is neither a program nor a trace, from its first bytes, or
    None if the type is unknown.
    """
    return next((what for magic, what in OTHER_FILES.items() if head.startswith(magic)), None)


_MLIR = (
    r'^\s*(?:(?:%[\w:, %$.-]+ = )?"\w+\.[\w.]+"\s*\(|(?:builtin\.)?module\b|(?:\w+\.)?func\b'
    r"|[#!][\w.$-]+ = |\{-#)"
)
"""Matches the start of a line of MLIR: a generic operation, a module, a function or an alias."""
_SUFFIXES = (".mlir", ".mlirbc", ".ttir", ".ttnn", ".ttm", ".stablehlo", ".tosa", ".txt")
_SIGNS = frozenset('\n{}()="%<>@#!')
"""Characters that are common in programs and rare in paths."""


def advice_for_binary(text: str) -> str | None:
    """Return advice for the user about a binary that was read as MLIR text, or None if the content
    is not a known binary.
    """
    head = text[:12]
    if head.isprintable():
        return None
    if head.startswith(BYTECODE_MAGIC.decode("utf-8", "surrogateescape")):
        return (
            "expected text, but this is MLIR bytecode, which only the tool that wrote it can read; "
            "convert it with that tool, such as the ttmlir-opt of a tt-mlir build: "
            "`build/bin/ttmlir-opt model.mlirbc -o model.mlir`"
        )
    for identifier, kind in IDENTIFIERS.items():
        if identifier.decode() in head and "\0" in head:
            return f"expected MLIR text, but this is {kind}; {_WAYS_TO_TEXT[identifier]}"
    return None


def is_mlir(head: bytes) -> bool:
    """Whether the beginning of a file is MLIR text."""
    text = head.decode("utf-8", "replace")
    return "\0" not in text and re.search(_MLIR, text, re.MULTILINE) is not None


def is_onnx(head: bytes) -> bool:
    """Whether the beginning of a file is that of an ONNX model.

    It starts with the number of the format (field 1), followed by another field of `ModelProto`.
    """
    return len(head) > 2 and head[0] == 0x08 and head[1] < 0x40 and head[2:3] in _ONNX_FIELDS


_ONNX_FIELDS = frozenset(bytes([each]) for each in (0x12, 0x1A, 0x22, 0x28, 0x32, 0x3A, 0x42, 0x72))
"""The tags of the fields 2 to 8 and 14 of ONNX's `ModelProto`."""


def is_path(text: str) -> bool:
    """Whether `text` is the path of a program rather than a program."""
    line = text.strip()
    return line.endswith(_SUFFIXES) and not _SIGNS.intersection(line)
