"""Parsers of the parts of quantized types."""

import re
from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness, f64
from xdsl.parser import AttrParser
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.ir.definition.custom_form import parse_i64
from ttmlir_py.ir.narrowing import is_integer_type

_MAX_STORAGE_BITS = 32
_UNSIGNED = re.compile(r"u([0-9]+)", re.ASCII)
_I32_RANGE = range(-(2**31), 2**31)


def parse_storage(parser: AttrParser) -> tuple[IntegerType, bool]:
    """Parse a storage type, `i8` or `u8`. Return the type, and whether it is signed.

    For `u8` the type is unsigned.
    """
    position = parser.pos
    word = cast(Any, parser).token.text
    unsigned = _UNSIGNED.fullmatch(word)
    if unsigned is None and re.fullmatch(r"u(?!i[0-9]).*", word):
        parser.raise_error("expected storage type width", position)
    if unsigned is not None:
        cast(Any, parser).consume()
        width = int(unsigned[1]) if len(unsigned[1]) < 10 else 0
        is_signed, type_ = False, None
    else:
        type_ = parser.parse_optional_type()
        if type_ is None:
            parser.raise_error("illegal storage type prefix", position)
        if not is_integer_type(type_):
            parser.raise_error("invalid kind of type specified", position)
        width, is_signed = type_.width.data, type_.signedness.data is not Signedness.UNSIGNED
    if not 0 < width <= _MAX_STORAGE_BITS:
        parser.raise_error(f"illegal storage type size: {width}", position)
    return type_ or IntegerType(width), is_signed


def parse_range(parser: AttrParser, limits: tuple[int, int]) -> tuple[int, int]:
    """Parse a range `<-8:7>`, which must be within `limits`. Return `limits` if it is missing."""
    if parser.parse_optional_punctuation("<") is None:
        return limits
    low_position = parser.pos
    low = parse_i64(parser)
    parser.parse_punctuation(":")
    high_position = parser.pos
    high = parse_i64(parser)
    parser.parse_punctuation(">")
    if low < limits[0]:
        parser.raise_error(f"illegal storage type minimum: {low}", low_position)
    if high > limits[1]:
        parser.raise_error(f"illegal storage type maximum: {high}", high_position)
    return low, high


def parse_expressed(parser: AttrParser) -> AnyFloat:
    """Parse a floating-point type."""
    position = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, AnyFloat):
        parser.raise_error("invalid kind of type specified", position)
    return type_


def parse_i32(parser: AttrParser) -> int:
    """Parse a 32-bit integer."""
    position = parser.pos
    value = parse_i64(parser)
    if value not in _I32_RANGE:
        parser.raise_error("integer value too large", position)
    return value


def parse_double(parser: AttrParser) -> float:
    """Parse a floating-point number; a hexadecimal number gives the bits of an f64."""
    tokens = cast(Any, parser)
    is_negative = parser.parse_optional_punctuation("-") is not None
    token = tokens.token
    if token.kind is MLIRTokenKind.FLOAT_LIT:
        tokens.consume()
        value = float(token.text)
        return -value if is_negative else value
    if token.kind is MLIRTokenKind.INTEGER_LIT:
        tokens.consume()
        return tokens.float_from_integer(token, f64, is_negative)
    parser.raise_error("expected floating point literal")
