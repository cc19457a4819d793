"""A parser of number attributes and dense arrays, with MLIR's errors for values that do not fit."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    f64,
    i64,
)
from xdsl.ir import Attribute
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from ttmlir_py.ir.construction import integer_attribute
from ttmlir_py.ir.floats import float_attribute, float_of_bits, is_wide, pack_floats
from ttmlir_py.ir.literals import unsigned_value
from ttmlir_py.ir.reading.tokens import MlirTokenParser, is_a

_PLAIN = r"(?:-?[1-9][0-9]{0,18}+|0)"
_LIST = re.compile(r"[-0-9][-0-9, \n]*+(?=[>\]])")
"""Matches text that may be a list of decimal integers.

Only a character class is repeated, because other repetitions take memory for each repeated match.
"""
_FLOAT_LIST = re.compile(r"[-0-9][-+.eE0-9, \n]*+(?=>)")
"""Matches text that may be a list of decimal floats."""
_FLOAT = r"-?[0-9]++\.[0-9]*+(?:[eE][-+]?[0-9]++)?"
_FLOATS = re.compile(rf"{_FLOAT}(?:,\s?{_FLOAT})*+", re.ASCII)
"""Matches a list of decimal floats, spaced as printers write it."""
_INTEGERS = re.compile(rf"{_PLAIN}(?:,\s?{_PLAIN})*+", re.ASCII)
"""Matches a list of decimal integers, spaced as printers write it."""


_MOST_NUMBERS = 1 << 16
"""Maximum number of memoized texts of numbers from short lists."""


class _NumbersOfText(dict[str, Attribute]):
    """Maps the decimal text of a number to its i64 attribute, which is created at the first
    lookup.
    """

    def __missing__(self, text: str) -> Attribute:
        value = int(text)
        if not -(1 << 63) <= value < 1 << 63:
            raise OverflowError
        attribute = self[text] = integer_attribute(value, i64)
        return attribute


class NumberParser(MlirTokenParser):
    """A parser of number attributes and dense arrays."""

    def parse_optional_builtin_int_or_float_attr(self, known: Any = None) -> Any:
        """Parse a number if present, otherwise return None.

        The number may have a type, unless its type `known` is given.
        """
        if (boolean := self.try_parse_builtin_boolean_attr()) is not None:
            return boolean
        negative = self._parse_optional_token(MLIRTokenKind.MINUS) is not None
        token = self._current_token
        if token.kind is MLIRTokenKind.INTEGER_LIT:
            self._consume_token()
            type = known or (self.parse_type() if self.parse_optional_punctuation(":") else i64)
            return self.number_attribute(token, type, negative)
        if token.kind is MLIRTokenKind.FLOAT_LIT:
            self._consume_token()
            type = known or (self.parse_type() if self.parse_optional_punctuation(":") else f64)
            if not isinstance(type, AnyFloat):
                self.raise_error("floating point value not valid for specified type")
            value = float(token.text)
            return float_attribute(-value if negative else value, type)
        if negative:
            self.raise_wrong_token("expected constant integer or floating point value")
        return None

    def number_attribute(self, token: MLIRToken, type: Any, negative: bool) -> Attribute:
        """Return the attribute of the integer literal `token` of type `type`.

        A hexadecimal literal may hold the bits of a float.
        """
        if is_a(type, AnyFloat):
            return float_attribute(self.float_from_integer(token, type, negative), type)
        if not is_a(type, IntegerType, IndexType):
            self.raise_error("integer literal not valid for specified type", token.span)
        if negative and _is_unsigned(type):
            self.raise_error(
                "negative integer literal not valid for unsigned integer type", token.span
            )
        value = integer_in_range(token.text, type, negative)
        if value is None:
            self.raise_error("integer constant out of range for attribute", token.span)
        if is_a(type, IntegerType) and type.width.data == 1:
            return IntegerAttr(value, type)
        return integer_attribute(value, type)

    def float_from_integer(self, token: MLIRToken, type: AnyFloat, negative: bool) -> float:
        """Return the float whose bits are the hexadecimal literal `token`."""
        try:
            return float_of_bits(self.float_bits_from_integer(token, type, negative), type)
        except ValueError as error:
            self.raise_error(str(error), token.span)

    def float_bits_from_integer(self, token: MLIRToken, type: AnyFloat, negative: bool) -> int:
        """Return the value of the hexadecimal literal `token`, the bits of a float."""
        if token.text[:2] != "0x":
            self.raise_error(
                "unexpected decimal integer literal for a floating point value",
                token.span,
                notes=[(token.span.start, "add a trailing dot to make the literal a float")],
            )
        if negative:
            self.raise_error(
                "hexadecimal float literal should not have a leading minus", token.span
            )
        bits = int(token.text, 16)
        if bits.bit_length() > type.bitwidth:
            self.raise_error("hexadecimal float constant out of range for type", token.span)
        return bits

    def _parse_builtin_densearray_attr(self) -> DenseArrayBase | None:
        self.parse_punctuation("<", " after 'array'")
        position = self.pos
        element: Any = self.parse_type()
        self._check_array_element_type(element, position)
        values: list[Any] = []
        if self.parse_optional_punctuation(">") is None:
            self._parse_token(MLIRTokenKind.COLON, "expected ':' after dense array type")
            if (data := self._parse_plain_elements(element)) is not None:
                self._parse_token(MLIRTokenKind.GREATER, "expected '>' to close an array attribute")
                return DenseArrayBase(element, BytesAttr(data))
            values = self.parse_comma_separated_list(
                self.Delimiter.NONE, lambda: self._parse_dense_array_element(element)
            )
            self._parse_token(MLIRTokenKind.GREATER, "expected '>' to close an array attribute")
        return DenseArrayBase(element, BytesAttr(_pack(values, element)))

    def _check_array_element_type(self, type: Any, position: int) -> None:
        """Report an error at `position` if `type` is no element type of a dense array."""
        if is_a(type, AnyFloat):
            return
        if not is_a(type, IntegerType):
            self.raise_error(f"expected integer or float type, got: '{type}'", position)
        width = type.width.data
        if width == 0:
            self.raise_error("expected elements of at least one bit, got: 'i0'", position)
        if width != 1 and width % 8:
            self.raise_error("element type bitwidth must be a multiple of 8", position)

    def _parse_plain_elements(self, type: Any) -> bytes | None:
        """Parse a list of decimal numbers at once, as little-endian numbers of type `type`.

        Return None if the text is something else or a number does not fit the type.
        """
        if is_a(type, AnyFloat):
            return self._parse_plain_floats(type)
        match = _LIST.match(self.lexer.input.content, self.pos)
        if match is None or not is_a(type, IntegerType) or type.width.data < 8:
            return None
        half = 1 << (type.width.data - 1)
        low, high = (0, 2 * half) if _is_unsigned(type) else (-half, half)
        packed = bytearray()
        for piece in pieces(match):
            if _INTEGERS.fullmatch(piece) is None:
                return None
            values = [*map(int, piece.split(","))]
            if min(values) < low or max(values) >= high:
                return None
            packed += _pack(values, type)
        self.resume_from(match.end())
        return bytes(packed)

    def _parse_plain_floats(self, type: AnyFloat) -> bytes | None:
        match = _FLOAT_LIST.match(self.lexer.input.content, self.pos)
        if match is None:
            return None
        packed = bytearray()
        for piece in pieces(match):
            if _FLOATS.fullmatch(piece) is None:
                return None
            packed += pack_floats([*map(float, piece.split(","))], type)
        self.resume_from(match.end())
        return bytes(packed)

    def parse_plain_integer_attributes(self) -> tuple[Attribute, ...]:
        """Parse a list of decimal integers at once, as i64 attributes.

        Equal numbers become one object. Return an empty tuple if the text is something else.
        """
        match = _LIST.match(self.lexer.input.content, self.pos)
        if match is None:
            return ()
        lists: list[tuple[Attribute, ...]] = []
        known = self._numbers = getattr(self, "_numbers", None) or _NumbersOfText()
        if len(known) > _MOST_NUMBERS:
            known.clear()
        for piece in pieces(match):
            if _INTEGERS.fullmatch(piece) is None:
                return ()
            try:
                lists.append(tuple(map(known.__getitem__, piece.split(","))))
            except OverflowError:
                return ()
        self.resume_from(match.end())
        return tuple(chain.from_iterable(lists))

    def _parse_dense_array_element(self, element: Any) -> int | float:
        """Parse an element. An integer is the value of an integer, or the bits of a float that is
        wider than Python's floats.
        """
        token = self._current_token
        if token.text in ("true", "false") and is_a(element, IntegerType):
            if element.width.data != 1:
                self.raise_error("expected i1 type for 'true' or 'false' values")
            self._consume_token()
            return int(token.text == "true")
        negative = self._parse_optional_token(MLIRTokenKind.MINUS) is not None
        token = self._current_token
        if is_a(element, AnyFloat):
            if token.kind is MLIRTokenKind.FLOAT_LIT:
                self._consume_token()
                return -float(token.text) if negative else float(token.text)
            if token.kind is MLIRTokenKind.INTEGER_LIT:
                self._consume_token()
                if is_wide(element):
                    return self.float_bits_from_integer(token, element, negative)
                return self.float_from_integer(token, element, negative)
            self.raise_error("expected integer or floating point literal")
        if token.kind is not MLIRTokenKind.INTEGER_LIT:
            self.raise_error("expected integer literal")
        self._consume_token()
        value = integer_in_range(token.text, element, negative)
        if value is None:
            self.raise_error("integer constant out of range")
        return value


def _pack(values: list[Any], type: Any) -> bytes:
    """Return elements of a dense array, of an integer or float type, as little-endian bytes."""
    if is_a(type, AnyFloat):
        return pack_floats(values, type)
    size = type.size
    if size in (1, 2, 4, 8):
        return type.pack([type.normalized_value(value) for value in values])
    # xDSL's `pack` has no format for other sizes.
    return b"".join([(value % (1 << 8 * size)).to_bytes(size, "little") for value in values])


_PIECE = 1 << 16
"""Number of characters of a long list that are split at once.

Splitting the whole list would take 20 times the memory of its text.
"""


def pieces(match: re.Match[str]) -> Iterator[str]:
    """Yield the text of `match` in pieces that end before a comma and start after a comma and a
    space.
    """
    text, start, end = match.string, match.start(), match.end()
    while end - start > _PIECE:
        comma = text.find(",", start + _PIECE, end)
        if comma < 0:
            break
        yield text[start:comma]
        start = comma + 1
        if text[start] in " \n":
            start += 1
    yield text[start:end]


def integer_in_range(text: str, type: Any, negative: bool) -> int | None:
    """Return the value of an integer literal, or None if `type` cannot hold it.

    A signless type holds all its bit patterns: values above the signed range become negative.
    """
    width: int = type.width.data if is_a(type, IntegerType) else 64
    value = unsigned_value(text, width)
    if value is None:
        return None
    if negative:
        return -value if 0 < value <= 1 << (width - 1) else None
    signed = is_a(type, IndexType) or type.signedness.data is Signedness.SIGNED
    if value >> (width - 1) if width else 0:
        if signed:
            return None
        if not _is_unsigned(type) and width > 1:
            return value - (1 << width)
    return value


def _is_unsigned(type: Any) -> bool:
    return is_a(type, IntegerType) and type.signedness.data is Signedness.UNSIGNED
