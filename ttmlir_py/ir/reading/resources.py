"""MLIR's rules for resource values in the metadata of a file: flags, texts and blobs.

The first four bytes of a blob are its alignment.
"""

import re

_BLOB = re.compile(r'"0x([0-9A-Fa-f]*+)"')
_ALIGNMENT_DIGITS = 8
_EMPTY = '"0x00000000"'


def resource_mistake(text: str, *, is_blob: bool) -> str | None:
    """Return the error message for a resource value `text`, or None if the value is valid.

    `is_blob` means that the value must be a blob.
    """
    if not is_blob:
        if text in ("true", "false"):
            return None
        if not text.startswith('"'):
            return "expected string value for key '{key}'"
        if not text.startswith('"0x'):
            return None
    digits = _BLOB.fullmatch(text)
    if digits is None or len(text) % 2:
        return "expected hex string blob for key '{key}'"
    start, end = digits.span(1)
    first, data = text[start : start + _ALIGNMENT_DIGITS], end - start - _ALIGNMENT_DIGITS
    if data < 0:
        return "expected hex string blob for key '{key}' to encode alignment in first 4 bytes"
    alignment = int.from_bytes(bytes.fromhex(first), "little")
    # MLIR runs out of memory for a blob with data and alignment 0.
    if alignment & (alignment - 1) or (not alignment and data):
        return (
            "expected hex string blob for key '{key}' to encode alignment in first 4 bytes, "
            f"but got non-power-of-2 value: {alignment}"
        )
    return None


def normal_resource(text: str) -> str:
    """Return a resource's text in the form in which it is stored. A blob without data loses its
    alignment.
    """
    is_empty = text.startswith('"0x') and len(text) == len(_EMPTY)
    return _EMPTY if is_empty else text
