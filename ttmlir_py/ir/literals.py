"""Conversion of integer and string literals to values and back.

MLIR strings are bytes; in Python, a byte that is not valid UTF-8 is a surrogate escape.
"""

import re

_ESCAPE = re.compile(rb'\\(?:(["nt\\])|([0-9A-Fa-f]{2}))')
_PLAIN_STRING = re.compile(rb"[ !#-\[\]-~]*+").fullmatch
_ESCAPED = {b"n": b"\n", b"t": b"\t"}


def to_bytes(text: str) -> bytes:
    """Return `text` as UTF-8 bytes; a surrogate escape becomes the byte that it represents.

    Other surrogates are encoded as three bytes.
    """
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def literal_value(literal: str) -> str:
    """Return the string that a string literal with quotes denotes."""
    text = literal[1:-1]
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_unescape, to_bytes(text)).decode(errors="surrogateescape")


def string_text(data: str | bytes) -> str:
    r"""Return the literal of a string: backslashes are doubled, and bytes other than printable
    ASCII are `\XX`.
    """
    raw = to_bytes(data) if isinstance(data, str) else data
    if _PLAIN_STRING(raw):
        return f'"{raw.decode()}"'
    chars = (
        "\\\\"
        if byte == 0x5C
        else chr(byte)
        if 0x20 <= byte <= 0x7E and byte != 0x22
        else f"\\{byte:02X}"
        for byte in raw
    )
    return f'"{"".join(chars)}"'


def unsigned_value(literal: str, width: int = 64) -> int | None:
    """Return the value of an integer literal, or None if it takes more than `width` bits."""
    if len(literal) > width + len("0x"):
        return None  # the conversion of a very long literal would be slow
    value = int(literal, 16 if literal.startswith("0x") else 10)
    return value if value.bit_length() <= width else None


def _unescape(match: re.Match[bytes]) -> bytes:
    char, digits = match.groups()
    return bytes.fromhex(digits.decode()) if digits else _ESCAPED.get(char, char)
