"""Types of the EmitC dialect, and predicates for MLIR types that exist in C."""

from typing import Any, cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    TensorType,
    TupleType,
)
from xdsl.ir import Attribute, TypeAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.attribute_format import FormatType
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.writing.attributes import attribute_text

_FLOATS = (Float16Type, BFloat16Type, Float32Type, Float64Type)
_INTEGER_WIDTHS = (1, 8, 16, 32, 64)


class OpaqueType(FormatType):
    """A C type by name, emitted verbatim."""

    name = "emitc.opaque"
    ods_name = "EmitC_OpaqueType"
    assembly_format = "`<` $value `>`"
    value: str

    def verify(self) -> None:
        """Check `emitc.opaque`: the name is not empty and not a pointer, which has its own type."""
        if not self.value:
            raise VerifyException("expected non empty string in !emitc.opaque type")
        if self.value.endswith("*"):
            raise VerifyException(
                "pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead"
            )


class PointerType(FormatType):
    """A pointer."""

    name = "emitc.ptr"
    ods_name = "EmitC_PointerType"
    assembly_format = "`<` qualified($pointee) `>`"
    pointee: TypeAttribute

    def verify(self) -> None:
        """Check `emitc.ptr`: the pointee is not an lvalue."""
        if isinstance(self.pointee, LValueType):
            raise VerifyException("pointers to lvalues are not allowed")


class LValueType(FormatType):
    """An assignable location with an address: a variable, a member, an element."""

    name = "emitc.lvalue"
    ods_name = "EmitC_LValueType"
    assembly_format = "`<` qualified($valueType) `>`"
    valueType: TypeAttribute

    def verify(self) -> None:
        """Check `emitc.lvalue`: the value type is assignable in C."""
        if not is_supported_type(self.valueType):
            raise VerifyException(
                "!emitc.lvalue must wrap supported emitc type, but got "
                f"'{attribute_text(self.valueType)}'"
            )
        if isinstance(self.valueType, ArrayType):
            raise VerifyException("!emitc.lvalue cannot wrap !emitc.array type")


class ArrayType(FormatType):
    """A C array, of one or more dimensions."""

    name = "emitc.array"
    shape: tuple[int, ...]
    element_type: TypeAttribute

    def verify(self) -> None:
        """Check `emitc.array`: there is a dimension, and the elements are not arrays."""
        if not self.shape:
            raise VerifyException("shape must not be empty")
        if any(size < 0 for size in self.shape):
            raise VerifyException("dimensions must have non-negative size")
        if not is_array_element(self.element_type):
            raise VerifyException("invalid array element type")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> tuple[Any, ...]:
        """Parse `<4x8xi32>`."""
        mnemonic = parser.pos - len("array")
        parser.parse_punctuation("<")
        start = parser.pos
        shape = parser.parse_dimension_list()
        if any(size < 0 for size in shape):
            parser.raise_error("expected static shape", start)
        if shape:
            parser.parse_shape_delimiter()
        start = parser.pos
        element_type = parser.parse_type()
        if not is_array_element(element_type):
            parser.raise_error("invalid array element type", start)
        parser.parse_punctuation(">")
        if not shape:
            parser.raise_error("shape must not be empty", mnemonic)
        return tuple(shape), element_type

    def print_parameters(self, printer: Printer) -> None:
        """Print `<4x8xi32>`."""
        printer.print_string("<" + "".join(f"{size}x" for size in self.shape))
        printer.print_attribute(self.element_type)
        printer.print_string(">")


class SizeTType(FormatType):
    """`size_t`."""

    name = "emitc.size_t"


class SignedSizeTType(FormatType):
    """`ssize_t`."""

    name = "emitc.ssize_t"


class PtrDiffTType(FormatType):
    """`ptrdiff_t`."""

    name = "emitc.ptrdiff_t"


def is_pointer_wide(type: Attribute) -> bool:
    """Whether `type` is `size_t`, `ssize_t` or `ptrdiff_t`, which are as wide as a pointer."""
    return isinstance(type, SizeTType | SignedSizeTType | PtrDiffTType)


def is_supported_integer(type: Attribute) -> bool:
    """Whether C has an integer type of the same width as `type`."""
    return is_integer_type(type) and type.width.data in _INTEGER_WIDTHS


def is_supported_float(type: Attribute) -> bool:
    """Whether C++ has a floating-point type of the same format as `type`."""
    return isinstance(type, _FLOATS)


def is_integer_index_or_opaque(type: Attribute) -> bool:
    """Whether values of type `type` can be used as counts and indices."""
    return (
        isinstance(type, IndexType | OpaqueType)
        or is_supported_integer(type)
        or is_pointer_wide(type)
    )


def is_array_element(type: Attribute) -> bool:
    """Whether `type` can be the element type of an array."""
    return (
        is_integer_index_or_opaque(type)
        or is_supported_float(type)
        or isinstance(type, PointerType)
    )


def is_supported_type(type: Attribute) -> bool:
    """Whether values of type `type` can be emitted as C++."""
    if isinstance(type, PointerType):
        return is_supported_type(type.pointee)
    if isinstance(type, ArrayType):
        return is_supported_type(type.element_type)
    if isinstance(type, TensorType):
        tensor = cast(TensorType[Attribute], type)
        return tensor.has_static_shape() and _is_supported_element(tensor.element_type)
    if isinstance(type, TupleType):
        return all(map(_is_supported_element, type.types.data))
    return is_array_element(type)


def _is_supported_element(type: Attribute) -> bool:
    return not isinstance(type, ArrayType) and is_supported_type(type)
