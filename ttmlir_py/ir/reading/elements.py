"""A parser of `dense<...>` and `sparse<...>`: nested lists, splats and hexadecimal strings,
converted directly to element bytes.
"""

import json
import math
import re
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    MemRefType,
    StringAttr,
    TensorType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.lexer import Position
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from ttmlir_py.ir.elements import (
    LARGEST_FULL_SPLAT,
    DenseElementsAttr,
    DenseStringElementsAttr,
    DenseWideFloatElementsAttr,
    SparseElementsAttr,
)
from ttmlir_py.ir.floats import float_of_bits, float_size, is_wide, pack_floats
from ttmlir_py.ir.literals import literal_value
from ttmlir_py.ir.reading.numbers import NumberParser, integer_in_range, pieces
from ttmlir_py.ir.reading.tokens import is_a
from ttmlir_py.ir.writing.attributes import attribute_text

_PLAIN_LIST = re.compile(r"\[[\[\]0-9aeEflrstu+\-., \n]*+(?<=\])(?=>)")
"""Matches a list that may contain only decimal numbers, `true` and `false`, which the JSON parser
can read.
"""

_WHOLE_EXPONENT = re.compile(r"(?<![.0-9])[0-9]++[eE]")
"""Matches a number with an exponent but no point: JSON has such numbers, and MLIR does not."""

_PIECE = 1 << 12
"""Number of elements whose tokens are held at once; a token takes far more memory than its text."""

_BRACKETS = str.maketrans("[]", "  ")
_NO_STRUCTURE = bytes({*range(256)} - {*b"[],"})
_MOST_NUMBERS = 1 << 16
"""Number of different numbers of a long list that are shared by equal elements."""
_MOST_DIMENSIONS = 64
"""Depth of nested lists up to which the JSON parser reads them."""

Number = tuple[MLIRToken, bool]
"""The token of a number, and whether a minus sign precedes it."""


def parse_dense(parser: NumberParser, expected_type: Any = None) -> DenseElementsAttr:
    """Parse everything after `dense`. The text ends with the type, unless `expected_type` is
    given.
    """
    parser.parse_punctuation("<", " after 'dense'")
    literal = _Literal()
    if parser.parse_optional_punctuation(">") is None:
        literal.read(parser)
        parser.parse_punctuation(">")
    colon = parser.pos
    return literal.elements(parser, _parse_elements_type(parser, expected_type), colon)


def parse_sparse(
    parser: NumberParser, start: Position, expected_type: Any = None
) -> SparseElementsAttr:
    """Parse everything after `sparse`. The constant starts at `start`.

    The text ends with the type, unless `expected_type` is given.
    """
    if parser.parse_optional_punctuation("<") is None:
        parser.raise_wrong_token("Expected '<' after 'sparse'")
    indices, values = _Literal(), _Literal()
    is_empty = parser.parse_optional_punctuation(">") is not None
    if not is_empty:
        indices.read(parser, allow_hex=False)
        parser.parse_punctuation(",")
        values.read(parser)
        parser.parse_punctuation(">")
    type = _parse_elements_type(parser, expected_type)
    # The text may give one index, or one value, for all elements.
    indices_shape = indices.shape or [0 if is_empty else 1, type.get_num_dims()]
    indices_type = TensorType(i64, indices_shape)
    values_type = TensorType(type.get_element_type(), values.shape or indices_shape[:1])
    indices_attr: Any = indices.elements(parser, indices_type, indices.position)
    values_attr = values.elements(parser, values_type, values.position)
    try:
        return SparseElementsAttr(type, indices_attr, values_attr)
    except VerifyException as error:
        parser.raise_error(str(error), start)


def _parse_elements_type(parser: NumberParser, expected_type: Any) -> Any:
    """Parse `: type` and return the type, or return `expected_type` if it is given."""
    type: Any = expected_type
    if type is None:
        parser.parse_punctuation(":")
        type = parser.parse_type()
    if not is_a(type, TensorType, VectorType, MemRefType):
        parser.raise_error("elements literal must be a shaped type")
    if DYNAMIC_INDEX in type.get_shape():
        parser.raise_error("elements literal type must have static shape")
    return type


def _quoted(type: Attribute) -> str:
    return f"'{attribute_text(type)}'"


class _Literal:
    """The elements of a constant as parsed, before its type is known.

    `shape` is the shape of the nested lists (empty for a splat). `positions` holds the positions
    of the elements in the text. `plain` holds the elements instead if they are decimal numbers or
    booleans.
    """

    def __init__(self) -> None:
        self.position: Position = 0
        self.hex: str | None = None
        self.positions = array("q")
        self.plain: list[int | float] | None = None
        self.shape: list[int] = []

    def read(self, parser: NumberParser, *, allow_hex: bool = True) -> None:
        """Parse an element, a list of elements, or a string with all elements in hexadecimal."""
        self.position = parser.pos
        if allow_hex and parser.token.kind is MLIRTokenKind.STRING_LIT:
            self.hex = parser.parse_str_literal()
        elif not self._read_plain_list(parser):
            self.shape = self._read(parser)

    def elements(self, parser: NumberParser, type: Any, position: Position) -> DenseElementsAttr:
        """Return the constant of type `type`; errors about its shape are reported at `position`."""
        shape, element = list(type.get_shape()), type.get_element_type()
        is_number = is_a(element, IntegerType, IndexType, AnyFloat, ComplexType)
        is_text = self.hex is not None
        count = math.prod(shape)
        if not is_text and self.shape and self.shape != shape:
            parser.raise_error(
                f"inferred shape of elements literal ({self.shape}) does not match type ({shape})",
                position,
            )
        if not is_text and not self.positions and not self.plain and count:
            parser.raise_error(
                f"parsed zero elements, but type ({_quoted(type)}) expected at least 1", position
            )
        if not is_number:
            return self._strings(parser, type)
        try:
            data = self._encode(parser, type, element, count, position)
        except (MemoryError, OverflowError):
            parser.raise_error("elements literal takes more memory than there is", position)
        class_ = DenseWideFloatElementsAttr if _is_wide(element) else DenseIntOrFPElementsAttr
        return class_(type, BytesAttr(data))

    def _strings(self, parser: NumberParser, type: Any) -> DenseStringElementsAttr:
        """Return the constant of type `type`, whose elements are strings."""
        if self.hex is not None:
            return DenseStringElementsAttr(type, ArrayAttr([StringAttr(self.hex)]))
        if self.plain is not None:
            self._read_again(parser)
        texts: list[str] = []
        for number in self._numbers(parser):
            token, negative = number[0] if is_a(number[0], tuple) else number
            if negative or token.kind is not MLIRTokenKind.STRING_LIT:
                element = _quoted(type.get_element_type())
                parser.raise_error(
                    f"expected a string for an element of type {element}", token.span
                )
            texts.append(literal_value(token.text))
        return DenseStringElementsAttr(type, ArrayAttr(map(StringAttr, _without_repetition(texts))))

    def _read_again(self, parser: NumberParser) -> None:
        """Parse a plain list again, token by token, to find and report the number that does not fit
        the type.
        """
        end = parser.pos
        parser.resume_from(self.position)
        self.plain = None
        self.shape = self._read(parser)
        parser.resume_from(end)

    def _read_plain_list(self, parser: NumberParser) -> bool:
        """Parse a rectangular list of decimal numbers with the JSON parser.

        Return False if the text is something else.
        """
        match = _PLAIN_LIST.match(parser.lexer.input.content, self.position)
        if match is None or _WHOLE_EXPONENT.search(match.string, match.start(), match.end()):
            return False
        shape = _rectangle(match.group())
        values = [] if shape is None else _plain_numbers(match)
        if shape is None or len(values) != math.prod(shape):
            return False
        self.plain = values
        self.shape = shape
        parser.resume_from(match.end())
        return True

    def _read(self, parser: NumberParser) -> list[int]:
        """Parse an element or a nested list into `numbers`, and return its shape."""
        token = parser.token
        if token.kind is MLIRTokenKind.L_SQUARE:
            first: list[int] = []

            def read_element() -> None:
                nonlocal count, first
                shape = self._read(parser)
                if not count:
                    first = shape
                elif shape != first:
                    parser.raise_error(
                        "tensor literal is invalid; ranks are not consistent between elements"
                    )
                count += 1

            count = 0
            parser.parse_comma_separated_list(parser.Delimiter.SQUARE, read_element)
            return [count, *first]
        self.positions.append(parser.pos)
        _read_element(parser)
        return []

    def _numbers(self, parser: NumberParser) -> Iterator[Any]:
        """Yield the elements, which are pairs for complex numbers, by reading them again."""
        end = parser.pos
        for start in range(0, len(self.positions), _PIECE):
            numbers: list[Any] = []
            for position in self.positions[start : start + _PIECE]:
                parser.resume_from(position)
                numbers.append(_read_element(parser))
            parser.resume_from(end)  # before the yield, because callers report errors here
            yield from numbers

    def _encode(
        self, parser: NumberParser, type: Any, element: Any, count: int, colon: Position
    ) -> bytes:
        """Return `count` elements as little-endian bytes.

        `element` is the element type of `type`, and `colon` is the position before `type` in the
        text.
        """
        if self.hex is not None:
            return self._decode_hex(parser, type, element, count, colon)
        if self.plain is not None and _fits_plainly(self.plain, element):
            values: Iterator[Any] = iter(self.plain)
        else:
            if self.plain is not None:
                self._read_again(parser)
            values = (_value(parser, number, element) for number in self._numbers(parser))
        # all at once would take several times the memory of the result
        packed = bytearray()
        while piece := [*islice(values, _PIECE)]:
            packed += _pack(element, piece)
        data = bytes(packed)
        return data if self.shape else _repeated(data, count)

    def _decode_hex(
        self, parser: NumberParser, type: Any, element: Any, count: int, colon: Position
    ) -> bytes:
        assert self.hex is not None
        try:
            if self.hex[:2] != "0x":
                raise ValueError
            data = bytes.fromhex(self.hex[2:])
        except ValueError:
            parser.raise_error(
                "expected string containing hex digits starting with `0x`", self.position
            )
        is_bit = is_a(element, IntegerType) and element.width.data == 1
        if is_bit and len(data) == count > 1 and not data.translate(None, b"\x00\x01"):
            # since 2026, MLIR writes a byte for each bit
            return data.translate(_pack(element, [0, 1]).ljust(256))
        if is_bit:
            size = (count + 7) // 8
            splat = data if data in (b"\x00", b"\xff") and count != 1 else None
        else:
            size = _size(element) * count
            splat = data if len(data) == _size(element) else None
        if splat is None and len(data) != size:
            parser.raise_error(
                f"elements hex data size is invalid for provided type: {_quoted(type)}", colon
            )
        if is_bit:
            bits = _lowest_bits(splat * size if splat else data, count)
            return bits.translate(_pack(element, [0, 1]).ljust(256))
        return data if splat is None else _repeated(splat, count)


def _rectangle(text: str) -> list[int] | None:
    """Return the shape of nested lists, or None if lists of one level differ in length.

    Only brackets and commas are compared. The elements may be anything.
    """
    structure = text.encode().translate(None, _NO_STRUCTURE)
    depth = len(structure) - len(structure.lstrip(b"["))
    if depth > _MOST_DIMENSIONS:
        return None
    shape: list[int] = []
    level = b""
    for closed in range(1, depth + 1):
        # the text of this level, starting after its bracket, is `level,level,...,level`
        length = structure.find(b"]" * closed) + closed - 1 - (depth + 1 - closed)
        size = (length + 1) // (len(level) + 1)
        shape.insert(0, size)
        level = b"[" + ((level + b",") * size)[:-1] + b"]"
    return shape if level == structure else None


def _plain_numbers(match: re.Match[str]) -> list[int | float]:
    """Return the numbers of nested lists without their nesting, or an empty list for other text.

    Equal numbers of a long list are one object, because an object takes more memory than its text.
    """
    read: Callable[[str], list[int | float]] = json.loads
    if match.end() - match.start() > _MOST_NUMBERS:
        floats, integers = _KnownNumbers(float), _KnownNumbers(int)
        read = partial(json.loads, parse_float=floats.__getitem__, parse_int=integers.__getitem__)
    values: list[int | float] = []
    try:
        for piece in pieces(match):
            values += read(f"[{piece.translate(_BRACKETS)}]")
    except ValueError:
        return []
    return values


class _KnownNumbers(dict[str, int | float]):
    """Maps texts of numbers to the numbers, which `read` returns for unknown texts."""

    def __init__(self, read: Callable[[str], int | float]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> int | float:
        value = self._read(text)
        if len(self) < _MOST_NUMBERS:
            self[text] = value
        return value


def _repeated(element: bytes, count: int) -> bytes:
    """Return the bytes of a splat of `count` elements.

    It is stored as one element if all elements would take much memory, because a few characters of
    text could cause that.
    """
    return element if len(element) * count > LARGEST_FULL_SPLAT else element * count


_BITS = bytes(each == ord("1") for each in range(256))


def _lowest_bits(data: bytes, count: int) -> bytes:
    """Return the first `count` bits of `data`, one byte per bit; each byte has its lowest bit
    first.
    """
    digits = f"{int.from_bytes(data, 'little'):0{8 * len(data)}b}"
    return digits[: -count - 1 : -1].encode().translate(_BITS)


def _read_element(parser: NumberParser) -> Number | tuple[Number, Number]:
    """Parse an element: a number, a string, or a pair of numbers."""
    if parser.token.kind is not MLIRTokenKind.L_PAREN:
        return _read_number(parser)
    parser.consume()
    real = _read_number(parser)
    parser.parse_punctuation(",", " between complex elements")
    imaginary = _read_number(parser)
    parser.parse_punctuation(")", " after complex elements")
    return real, imaginary


def _read_number(parser: NumberParser) -> Number:
    negative = parser.parse_optional_punctuation("-") is not None
    token = parser.token
    is_number = token.kind in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT)
    is_other = token.kind is MLIRTokenKind.STRING_LIT or token.text in ("true", "false")
    if not is_number and (negative or not is_other):
        if negative:
            parser.raise_error("expected integer or floating point literal")
        parser.raise_error("expected element literal of primitive type")
    parser.consume()
    return token, negative


def _fits_plainly(values: list[int | float], element: Any) -> bool:
    """Whether elements of the type may be written as plain decimal numbers or booleans."""
    if is_a(element, AnyFloat):
        return all(isinstance(v, float) for v in values)
    if not is_a(element, IntegerType, IndexType):
        return False
    if not all(isinstance(v, int) for v in values):
        return False
    if True in values or False in values:  # this comparison is also true for 1 and 0
        is_bit = is_a(element, IntegerType) and element.width.data == 1
        if not is_bit and any(isinstance(v, bool) for v in values):
            return False
    low, high = (-(1 << 63), 1 << 63) if is_a(element, IndexType) else element.value_range()
    return low <= min(values) and max(values) < high


def _value(parser: NumberParser, number: Any, element: Any) -> Any:
    """Return the value of `number` for the element type `element`."""
    if is_a(element, ComplexType):
        inner = element.element_type
        if not is_a(number[0], tuple):
            parser.raise_error("expected a complex number", number[0].span)
        return tuple(_value(parser, part, inner) for part in number)
    if is_a(number[0], tuple):
        parser.raise_error("expected element literal of primitive type", number[0][0].span)
    token, negative = number
    if is_a(element, AnyFloat):
        if token.kind is MLIRTokenKind.FLOAT_LIT:
            return -float(token.text) if negative else float(token.text)
        if token.kind is MLIRTokenKind.INTEGER_LIT and token.text[:2] == "0x":
            bits = parser.float_bits_from_integer(token, element, negative)
            return bits if is_wide(element) else float_of_bits(bits, element)
        parser.raise_error("expected floating-point elements, but parsed integer")
    if token.kind is MLIRTokenKind.FLOAT_LIT:
        parser.raise_error("expected integer elements, but parsed floating-point", token.span)
    if token.kind is MLIRTokenKind.STRING_LIT:
        parser.raise_error("integer constant out of range for type", token.span)
    if token.kind is MLIRTokenKind.BARE_IDENT:
        if not (is_a(element, IntegerType) and element.width.data == 1):
            parser.raise_error("expected i1 type for 'true' or 'false' values", token.span)
        return int(token.text == "true")
    if negative and is_a(element, IntegerType) and element.value_range()[0] == 0:
        parser.raise_error(
            "expected unsigned integer elements, but parsed negative value", token.span
        )
    value = 0 if token.text == "0" else integer_in_range(token.text, element, negative)
    if value is None:
        parser.raise_error("integer constant out of range for type", token.span)
    return value


def _without_repetition(texts: list[str]) -> list[str]:
    """Return `texts`, or only the first text if all are equal."""
    return texts[:1] if texts.count(texts[0] if texts else "") == len(texts) else texts


def _is_wide(element: Any) -> bool:
    """Whether elements of type `element` contain numbers of f80 or f128."""
    return is_wide(element.element_type if is_a(element, ComplexType) else element)


def _size(element: Any) -> int:
    """Return the number of bytes of an element of type `element`."""
    if is_a(element, ComplexType):
        return 2 * _size(element.element_type)
    return float_size(element) if is_a(element, AnyFloat) else element.compile_time_size


def _pack(element: Any, values: list[Any]) -> bytes:
    """Return `values` as little-endian bytes of type `element`. A too large float becomes
    infinite.

    The values of a type that is wider than Python's floats are floats, or the bits of numbers.
    """
    if is_a(element, ComplexType):
        return _pack(element.element_type, [part for pair in values for part in pair])
    if is_a(element, IntegerType):
        values = [element.normalized_value(v) for v in values]
    return pack_floats(values, element) if is_a(element, AnyFloat) else element.pack(values)
