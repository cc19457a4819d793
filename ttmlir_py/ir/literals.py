"""Values of literals, and literals of strings. Strings are bytes in MLIR: in Python, a byte that is not UTF-8 is a surrogate escape."""

import re

_ESCAPE = re.compile(rb'\\(?:(["nt\\])|([0-9A-Fa-f]{2}))')
_PLAIN_STRING = re.compile(rb"[ !#-\[\]-~]*+").fullmatch
_ESCAPED = {b"n": b"\n", b"t": b"\t"}


def to_bytes(text: str) -> bytes:
    """The bytes that the text stands for; a surrogate that is no escape counts as its three bytes."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def literal_value(literal: str) -> str:
    """What a string literal of the lexer, quotes included, stands for."""
    text = literal[1:-1]
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_unescape, to_bytes(text)).decode(errors="surrogateescape")


def string_text(data: str | bytes) -> str:
    r"""A string literal; everything but printable ASCII as `\XX`, except that a backslash is doubled."""
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
    """The value of an integer literal, None if it takes more than `width` bits."""
    if len(literal) > width + len("0x"):
        return None  # rather than convert millions of digits
    value = int(literal, 16 if literal.startswith("0x") else 10)
    return value if value.bit_length() <= width else None


def _unescape(match: re.Match[bytes]) -> bytes:
    char, digits = match.groups()
    return bytes.fromhex(digits.decode()) if digits else _ESCAPED.get(char, char)
