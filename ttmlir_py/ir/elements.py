"""Constants with elements: the kinds that xDSL lacks, and MLIR's text for all kinds."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    ShapedType,
    Signedness,
    StringAttr,
    TensorType,
)
from xdsl.ir import Attribute, BuiltinAttribute, TypedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.floats import float_bits_text
from ttmlir_py.ir.literals import string_text
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type

LARGEST_FULL_SPLAT = 1 << 20
"""Splats (constants of equal elements) with more bytes than this are stored as one element."""
ELIDED = "__elided__"
"""The name of a resource that does not exist; the printer writes it instead of omitted elements."""
HEX_LIMIT = 100
"""Non-splat constants with more elements than this are written as a hexadecimal string."""


class _ElementsAttr(BuiltinAttribute, TypedAttribute):
    """A base class of constants that print themselves as in MLIR."""

    @override
    def print_without_type(self, printer: Printer) -> None:
        printer.print_string(elements_text(cast("DenseElementsAttr | SparseElementsAttr", self)))

    @override
    def print_builtin(self, printer: Printer) -> None:
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.get_type())


@irdl_attr_definition
class DenseStringElementsAttr(_ElementsAttr):
    """`dense<["a", "b"]> : tensor<2x!x.string>`: strings as elements of a non-numeric type.

    Equal elements are stored as one, as in MLIR.
    """

    name = "dense_string"
    type: Attribute
    values: ArrayAttr[StringAttr]

    def get_shape(self) -> tuple[int, ...]:
        """Return the sizes of the dimensions of the constant."""
        return cast(ShapedType, self.type).get_shape()


@irdl_attr_definition
class DenseWideFloatElementsAttr(_ElementsAttr):
    """`dense<[1.0, 2.5]> : tensor<2xf80>`: elements of f80 or f128, or complex numbers of them.

    xDSL's class cannot hold these elements, because Python's floats are narrower.
    """

    name = "dense_wide_float"
    type: Attribute
    data: BytesAttr

    def get_shape(self) -> tuple[int, ...]:
        """Return the sizes of the dimensions of the constant."""
        return cast(ShapedType, self.type).get_shape()

    def get_element_type(self) -> Attribute:
        """Return the element type of the constant."""
        return cast("TensorType[Attribute]", self.type).get_element_type()


@irdl_attr_definition
class SparseElementsAttr(_ElementsAttr):
    """`sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>`: zeros except for `values` at `indices`.

    `indices` has the shape [number of values, rank], or [number of values] if the rank is 1.
    """

    name = "sparse"
    type: Attribute
    indices: DenseIntOrFPElementsAttr
    values: DenseIntOrFPElementsAttr | DenseStringElementsAttr | DenseWideFloatElementsAttr

    @override
    def verify(self) -> None:
        shape = cast(ShapedType, self.type).get_shape()
        indices_shape, values_shape = self.indices.get_shape(), self.values.get_shape()
        if len(values_shape) != 1:
            raise VerifyException("expected 1-d tensor for sparse element values")
        fits = indices_shape[1:] == (len(shape),) or len(indices_shape) == len(shape) == 1
        if not fits or indices_shape[0] != values_shape[0]:
            raise VerifyException(
                f"expected shape ({[*shape]}); inferred shape of indices literal"
                f" ({[*indices_shape]}); inferred shape of values literal ({[*values_shape]})"
            )
        self._verify_indices(shape)

    def _verify_indices(self, shape: tuple[int, ...]) -> None:
        """Raise VerifyException for the first index that is outside of `shape`."""
        indices = cast(  # pyright: ignore[reportUnnecessaryCast]
            tuple[int, ...], self.indices.get_values()
        )
        rank = len(shape)
        for number in range(self.indices.get_shape()[0] if rank else 0):
            index = indices[number * rank : (number + 1) * rank]
            if any(not 0 <= i < size for i, size in zip(index, shape, strict=True)):
                unsigned = [i % (1 << 64) for i in index]
                raise VerifyException(
                    f"sparse index #{number} is not contained within the value shape,"
                    f" with index={unsigned}, and type='{self.type}'"
                )


_NumberElementsAttr = DenseIntOrFPElementsAttr[Any] | DenseWideFloatElementsAttr
DenseElementsAttr = _NumberElementsAttr | DenseStringElementsAttr


def elements_text(
    attribute: DenseElementsAttr | SparseElementsAttr,
    *,
    elide_if_larger: int | None = None,
    hex_if_larger: int = HEX_LIMIT,
) -> str:
    """Return the text of a constant without its type.

    A splat is written as one element. A constant with more elements than `elide_if_larger` is
    omitted, and one with more than `hex_if_larger` is written in hexadecimal (-1: never).
    """
    if isinstance(attribute, SparseElementsAttr):
        parts = (attribute.indices, attribute.values)
        keyword = "sparse"
    else:
        parts = (attribute,)
        keyword = "dense"
    if any(_is_larger(part, elide_if_larger) for part in parts):
        return f"dense_resource<{ELIDED}>"
    if keyword == "sparse" and prod(parts[0].get_shape()) == 0:
        return "sparse<>"
    # In a sparse constant, only the values may be hexadecimal.
    limits = (*[-1] * (len(parts) - 1), hex_if_larger)
    texts = [_literal_text(part, limit) for part, limit in zip(parts, limits, strict=True)]
    return f"{keyword}<{', '.join(texts)}>"


def _is_larger(attribute: DenseElementsAttr, limit: int | None) -> bool:
    """Whether `attribute` has more elements than `limit` and is not a splat. None means no
    limit.
    """
    if limit is None or prod(attribute.get_shape()) <= limit:
        return False
    return not _is_splat(attribute)


def _is_splat(attribute: DenseElementsAttr) -> bool:
    if isinstance(attribute, DenseStringElementsAttr):
        return len(attribute.values) == 1
    return splat_data(attribute) is not None


_FIRST = 1024
"""Number of elements that are compared before all."""


def splat_data(attribute: _NumberElementsAttr) -> bytes | None:
    """Return the little-endian bytes of one element of a splat.

    Returns None if elements differ or the constant is empty. Bits are compared, as in MLIR: NaN is
    equal to itself, and 0.0 differs from -0.0.
    """
    if 0 in attribute.get_shape():
        return None
    data, size = attribute.data.data, element_size(attribute)
    element = bytes(data[:size])
    # the first elements decide in most cases, without a copy as long as all elements
    for part in (data[: size * _FIRST], data):
        if part != element * (len(part) // size):
            return None
    return element


def all_values(attribute: DenseIntOrFPElementsAttr[Any]) -> Sequence[Any]:
    """Return all elements as Python numbers, in row-major order; a splat is expanded."""
    values, count = attribute.get_values(), prod(attribute.get_shape())
    return values * count if len(values) == 1 else values


def element_size(attribute: _NumberElementsAttr) -> int:
    """Return the size in bytes of one element; the constant must not be empty.

    A splat may store its element once.
    """
    count, size = prod(attribute.get_shape()), len(attribute.data.data)
    return size // count if size % count == 0 and size >= count else size


def _literal_text(attribute: DenseElementsAttr, hex_if_larger: int) -> str:
    """Return the text between the angle brackets of `dense<...>`."""
    shape = attribute.get_shape()
    count = prod(shape)
    if isinstance(attribute, DenseStringElementsAttr):
        elements = [string_text(value.data) for value in attribute.values]
        if not elements:
            return ""
    elif count == 0:
        return ""
    else:
        data, size = attribute.data.data, element_size(attribute)
        element = element_formatter(attribute.get_element_type(), size)
        if (repeated := splat_data(attribute)) is not None:
            return element(repeated)
        if 0 <= hex_if_larger < count:
            return f'"0x{_raw_data(attribute, data).hex().upper()}"'
        elements = [element(data[start : start + size]) for start in range(0, len(data), size)]
    return elements[0] if len(elements) == 1 else _nested_list(elements, shape)


def _nested_list(elements: list[str], shape: Sequence[int]) -> str:
    for length in reversed(shape):
        elements = [
            f"[{', '.join(elements[start : start + length])}]"
            for start in range(0, len(elements), length)
        ]
    return elements[0]


def _raw_data(attribute: _NumberElementsAttr, data: bytes) -> bytes:
    """Return the bytes of the elements as MLIR stores them: eight booleans per byte, lowest bit
    first.

    Other elements are stored as in `data`.
    """
    type: Attribute = attribute.get_element_type()
    if not (is_integer_type(type) and type.width.data == 1):
        return data
    digits = data.translate(_BINARY_DIGITS)[::-1]
    return int(digits, 2).to_bytes((len(data) + 7) // 8, "little")


_BINARY_DIGITS = b"01" * 128


def element_formatter(type: Attribute, size: int) -> Callable[[bytes], str]:
    """Return the function that converts one element, as `size` little-endian bytes, to its text."""
    if is_integer_type(type):
        signed = type.signedness.data is not Signedness.UNSIGNED
        if type.width.data == 1 and signed:
            return lambda data: "true" if data[0] & 1 else "false"
        return lambda data: str(int.from_bytes(data, "little", signed=signed))
    if isinstance(type, IndexType):
        return lambda data: str(int.from_bytes(data, "little", signed=True))
    if is_complex_type(type):
        part = element_formatter(type.element_type, size // 2)
        return lambda data: f"({part(data[: size // 2])},{part(data[size // 2 :])})"
    float_type = cast(AnyFloat, type)
    return lambda data: float_bits_text(int.from_bytes(data, "little"), float_type)
