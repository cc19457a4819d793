"""Types of the vhlo dialect."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, f64
from xdsl.ir import Attribute, TypeAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.mlir_lexer import MLIRTokenKind

from ttmlir_py.dialects.quant.syntax import parse_double, parse_i32
from ttmlir_py.ir.definition.attribute_format import FormatType
from ttmlir_py.ir.definition.custom_form import parse_i64, parse_i64_list
from ttmlir_py.ir.floats import float_text

_FLOATS = ("f8E3M4", "f8E4M3", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ")
PLAIN = (
    *("bool", "index", "none", "token", "witness", "bf16", "f16", "f32", "f64", "tf31", *_FLOATS),
    *(f"{sign}{width}" for sign in ("i", "ui") for width in (2, 4, 8, 16, 32, 64)),
)
"""Names of the types without parameters; `tf31` is upstream's name of TF32."""


def require_vhlo(values: Iterable[Attribute], message: str) -> None:
    """Raise VerifyException with `message` unless all of `values` belong to the dialect."""
    if not all(value.name.startswith("vhlo.") for value in values):
        raise VerifyException(message)


def _plain_type(word: str) -> type[FormatType]:
    text = f"`{word}`, since its first version."
    return type(
        f"{word.upper()}V1Type", (FormatType,), {"name": f"vhlo.{word}_v1", "__doc__": text}
    )


globals().update({f"{word.upper()}V1Type": _plain_type(word) for word in PLAIN})


class ElementsType(FormatType):
    """Base class of types with an element type and no other parameter."""

    assembly_format = "`<` $elementType `>`"
    elementType: TypeAttribute

    def verify(self) -> None:
        """Check that the element type belongs to the dialect."""
        require_vhlo((self.elementType,), "expected VHLO type")


class ComplexV1Type(ElementsType):
    """A complex number type."""

    name = "vhlo.complex_v1"


class UnrankedTensorV1Type(ElementsType):
    """An unranked tensor type."""

    name = "vhlo.unranked_tensor_v1"


class TupleV1Type(FormatType):
    """A tuple type."""

    name = "vhlo.tuple_v1"
    assembly_format = "`<` $types `>`"
    types: tuple[TypeAttribute, ...]

    def verify(self) -> None:
        """Check that the member types of a `!vhlo.tuple_v1` belong to the dialect."""
        require_vhlo(self.types, "expected VHLO types")


class FunctionV1Type(FormatType):
    """A function type: `<(types) -> types>`."""

    name = "vhlo.func_v1"
    inputs: tuple[TypeAttribute, ...]
    outputs: tuple[TypeAttribute, ...]

    def verify(self) -> None:
        """Check that the input and result types of a `!vhlo.func_v1` belong to the dialect."""
        require_vhlo((*self.inputs, *self.outputs), "expected VHLO types")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse the function type `<(types) -> types>`; the results may be in parentheses."""
        parser.parse_punctuation("<")
        inputs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        parser.parse_punctuation("->")
        outputs = parser.parse_optional_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_type
        )
        if outputs is None:
            outputs = [parser.parse_type()]
        parser.parse_punctuation(">")
        return tuple(inputs), tuple(outputs)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<(types) -> types>`."""
        printer.print_string("<(")
        printer.print_list(self.inputs, printer.print_attribute)
        printer.print_string(") -> ")
        if len(self.outputs) != 1:
            printer.print_string("(")
        printer.print_list(self.outputs, printer.print_attribute)
        printer.print_string(">" if len(self.outputs) == 1 else ")>")


class RankedTensorV1Type(FormatType):
    """A ranked tensor type: `<4x?x!vhlo.f32_v1>`; an encoding may follow."""

    name = "vhlo.tensor_v1"
    shape: tuple[int, ...]
    elementType: TypeAttribute
    encoding: Attribute | None

    def verify(self) -> None:
        """Check that the element type and encoding of a `!vhlo.tensor_v1` belong to the dialect."""
        encoding = () if self.encoding is None else (self.encoding,)
        require_vhlo((self.elementType, *encoding), "expected VHLO type or attribute")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<4x?x!vhlo.f32_v1>`."""
        parser.parse_punctuation("<")
        shape: list[int] = []
        while cast(Any, parser).token.kind in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.QUESTION):
            shape.append(parser.parse_shape_dimension())
            parser.parse_shape_delimiter()
        element = parser.parse_type()
        has_encoding = parser.parse_optional_punctuation(",") is not None
        encoding = parser.parse_attribute() if has_encoding else None
        parser.parse_punctuation(">")
        return tuple(shape), element, encoding

    def print_parameters(self, printer: Printer) -> None:
        """Print `<4x?x!vhlo.f32_v1>`."""
        sizes = ("?" if size == DYNAMIC_INDEX else str(size) for size in self.shape)
        printer.print_string("<" + "".join(f"{size}x" for size in sizes))
        printer.print_attribute(self.elementType)
        if self.encoding is not None:
            printer.print_string(", ")
            printer.print_attribute(self.encoding)
        printer.print_string(">")


class UniformQuantizedV1Type(FormatType):
    """A quantized element type: `<!vhlo.i8_v1:!vhlo.f32_v1, 5.0e-01:3, -128:127, 1>`."""

    name = "vhlo.quant_v1"
    storageType: TypeAttribute
    expressedType: TypeAttribute
    scale: float
    zeroPoint: int
    storageTypeMin: int
    storageTypeMax: int
    flags: int

    def verify(self) -> None:
        """Check `vhlo.quant_v1`: its component types belong to the dialect."""
        require_vhlo((self.storageType, self.expressedType), "expected VHLO type")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<storage:expressed, scale:zero, least:most, flags>`."""
        storage, expressed = _parse_quantized(parser)
        scale = parse_double(parser)
        parser.parse_punctuation(":")
        zero = parse_i64(parser)
        return storage, expressed, scale, zero, *_parse_storage_range(parser)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<storage:expressed, scale:zero, least:most, flags>`."""
        _print_quantized(printer, self)
        printer.print_string(f"{float_text(self.scale, f64)}:{self.zeroPoint}")
        _print_storage_range(printer, self)


class UniformQuantizedPerAxisV1Type(FormatType):
    """A per-axis quantized type:
    `<!vhlo.i8_v1:!vhlo.f32_v1, 0, [5.0e-01, 2.5e-01], [3, 0], -128:127, 1>`.
    """

    name = "vhlo.quant_per_axis_v1"
    storageType: TypeAttribute
    expressedType: TypeAttribute
    quantizedDimension: int
    scales: tuple[float, ...]
    zeroPoints: tuple[int, ...]
    storageTypeMin: int
    storageTypeMax: int
    flags: int

    def verify(self) -> None:
        """Check `vhlo.quant_per_axis_v1`: its component types belong to the dialect."""
        require_vhlo((self.storageType, self.expressedType), "expected VHLO type")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<storage:expressed, dimension, [scales], [zeros], least:most, flags>`."""
        storage, expressed = _parse_quantized(parser)
        dimension = parse_i32(parser)
        parser.parse_punctuation(",")
        scales = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parse_double(parser)
        )
        parser.parse_punctuation(",")
        zeros = parse_i64_list(parser)
        return (
            *(storage, expressed, dimension, tuple(scales), zeros),
            *_parse_storage_range(parser),
        )

    def print_parameters(self, printer: Printer) -> None:
        """Print `<storage:expressed, dimension, [scales], [zeros], least:most, flags>`."""
        _print_quantized(printer, self)
        scales = ", ".join(float_text(scale, f64) for scale in self.scales)
        zeros = ", ".join(map(str, self.zeroPoints))
        printer.print_string(f"{self.quantizedDimension}, [{scales}], [{zeros}]")
        _print_storage_range(printer, self)


def _parse_quantized(parser: AttrParser) -> tuple[TypeAttribute, TypeAttribute]:
    """Parse the start of a quantized type, `<storage:expressed,`."""
    parser.parse_punctuation("<")
    storage = parser.parse_type()
    parser.parse_punctuation(":")
    expressed = parser.parse_type()
    parser.parse_punctuation(",")
    return storage, expressed


def _parse_storage_range(parser: AttrParser) -> tuple[int, int, int]:
    """Parse the end of a quantized type, `, least:most, flags>`."""
    parser.parse_punctuation(",")
    least = parse_i64(parser)
    parser.parse_punctuation(":")
    most = parse_i64(parser)
    parser.parse_punctuation(",")
    flags = parse_i32(parser)
    parser.parse_punctuation(">")
    return least, most, flags


def _print_quantized(
    printer: Printer, type_: UniformQuantizedV1Type | UniformQuantizedPerAxisV1Type
) -> None:
    printer.print_string("<")
    printer.print_attribute(type_.storageType)
    printer.print_string(":")
    printer.print_attribute(type_.expressedType)
    printer.print_string(", ")


def _print_storage_range(
    printer: Printer, type_: UniformQuantizedV1Type | UniformQuantizedPerAxisV1Type
) -> None:
    printer.print_string(f", {type_.storageTypeMin}:{type_.storageTypeMax}, {type_.flags}>")
