"""Attributes of the vhlo dialect.

They store numbers as builtin attributes, as in the text.
"""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, f64
from xdsl.ir import Attribute, OpaqueSyntaxAttribute, TypeAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ttmlir_py.dialects.quant.syntax import parse_double
from ttmlir_py.dialects.stablehlo import enums
from ttmlir_py.dialects.vhlo.types import require_vhlo
from ttmlir_py.ir.definition.attribute_format import EnumAttr, FormatAttribute
from ttmlir_py.ir.definition.custom_form import (
    dimension_sizes_text,
    parse_dimension_sizes,
    parse_i64,
)
from ttmlir_py.ir.floats import float_text


class ArrayV1Attr(FormatAttribute):
    """A list of attributes: `<[...]>`."""

    name = "vhlo.array_v1"
    value: tuple[Attribute, ...]

    def verify(self) -> None:
        """Check `vhlo.array_v1`: all attributes belong to the dialect."""
        require_vhlo(self.value, "expected array of VHLO attriutes")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<[...]>`."""
        parser.parse_punctuation("<")
        values = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_attribute)
        parser.parse_punctuation(">")
        return (tuple(values),)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<[...]>`."""
        printer.print_string("<[")
        printer.print_list(self.value, printer.print_attribute)
        printer.print_string("]>")


class BooleanV1Attr(FormatAttribute):
    """`<true>`."""

    name = "vhlo.bool_v1"
    assembly_format = "`<` $value `>`"
    value: bool


class DictionaryV1Attr(FormatAttribute):
    """Attributes keyed by attributes: `<{#vhlo.string_v1<"a"> = ...}>`."""

    name = "vhlo.dict_v1"
    keys: tuple[Attribute, ...]
    values: tuple[Attribute, ...]

    def verify(self) -> None:
        """Check `vhlo.dict_v1`: all attributes belong to the dialect."""
        require_vhlo((*self.keys, *self.values), "expected VHLO attribute")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<{key = value}>`."""

        def parse_entry() -> tuple[Attribute, Attribute]:
            key = parser.parse_attribute()
            parser.parse_punctuation("=")
            return key, parser.parse_attribute()

        parser.parse_punctuation("<")
        entries = parser.parse_comma_separated_list(parser.Delimiter.BRACES, parse_entry)
        parser.parse_punctuation(">")
        return tuple(key for key, _ in entries), tuple(value for _, value in entries)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<{key = value}>`."""
        printer.print_string("<{")
        for index, (key, value) in enumerate(zip(self.keys, self.values, strict=True)):
            printer.print_string(", " if index else "")
            printer.print_attribute(key)
            printer.print_string(" = ")
            printer.print_attribute(value)
        printer.print_string("}>")


class FloatV1Attr(FormatAttribute):
    """`<5.0e-01 : !vhlo.f32_v1>`."""

    name = "vhlo.float_v1"
    value: float
    type: TypeAttribute

    def verify(self) -> None:
        """Check `vhlo.float_v1`: the type belongs to the dialect."""
        require_vhlo((self.type,), "expected VHLO type")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<number : type>`."""
        parser.parse_punctuation("<")
        value = parse_double(parser)
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        parser.parse_punctuation(">")
        return value, type_

    def print_parameters(self, printer: Printer) -> None:
        """Print `<number : type>`."""
        printer.print_string(f"<{float_text(self.value, f64)} : ")
        printer.print_attribute(self.type)
        printer.print_string(">")


class IntegerV1Attr(FormatAttribute):
    """`<3 : i64>`."""

    name = "vhlo.integer_v1"
    assembly_format = "`<` $value `>`"
    value: IntegerAttr


class TensorV1Attr(FormatAttribute):
    """`<dense<[1, 2]> : tensor<2xi64>>`."""

    name = "vhlo.tensor_v1"
    assembly_format = "`<` $value `>`"
    value: DenseIntOrFPElementsAttr


class StringV1Attr(FormatAttribute):
    """`<"text">`."""

    name = "vhlo.string_v1"
    assembly_format = "`<` $value `>`"
    value: str


class TypeV1Attr(FormatAttribute):
    """`<!vhlo.f32_v1>`."""

    name = "vhlo.type_v1"
    assembly_format = "`<` $value `>`"
    value: TypeAttribute

    def verify(self) -> None:
        """Check `vhlo.type_v1`: the type belongs to the dialect."""
        require_vhlo((self.value,), "expected VHLO type")


class OutputOperandAliasV1Attr(FormatAttribute):
    """An output of a custom call that aliases an operand."""

    name = "vhlo.output_operand_alias_v1"
    outputTupleIndices: tuple[int, ...]
    operandIndex: int
    operandTupleIndices: tuple[int, ...]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<outputTupleIndices = [0], operandIndex = 0, operandTupleIndices = []>`."""
        found: list[Any] = []
        for index, name in enumerate(cls.parameter_names):
            parser.parse_punctuation("," if index else "<")
            parser.parse_keyword(name)
            parser.parse_punctuation("=")
            found.append(parse_i64(parser) if index == 1 else parse_dimension_sizes(parser))
        parser.parse_punctuation(">")
        return found

    def print_parameters(self, printer: Printer) -> None:
        """Print `<outputTupleIndices = [0], operandIndex = 0, operandTupleIndices = []>`."""
        texts = (
            dimension_sizes_text(self.outputTupleIndices),
            str(self.operandIndex),
            dimension_sizes_text(self.operandTupleIndices),
        )
        pairs = zip(self.parameter_names, texts, strict=True)
        printer.print_string(f"<{', '.join(f'{name} = {text}' for name, text in pairs)}>")


class TypeExtensionsV1Attr(FormatAttribute):
    """The upper bounds of dynamic dimensions: `<bounds = [3, ?]>`."""

    name = "vhlo.type_extensions_v1"
    assembly_format = "`<` `bounds` `=` custom<DimSizes>($bounds) `>`"
    bounds: tuple[int, ...]


class VhloEnumAttr(EnumAttr, OpaqueSyntaxAttribute):
    """Base class of enum attributes: `#vhlo<precision_v1 HIGH>`."""

    assembly_format = "$value"


class ComparisonDirectionV1Attr(VhloEnumAttr):
    """The comparison operation."""

    name = "vhlo.comparison_direction_v1"
    value: enums.ComparisonDirection


class ComparisonTypeV1Attr(VhloEnumAttr):
    """The type of comparison."""

    name = "vhlo.comparison_type_v1"
    value: enums.ComparisonType


class CustomCallApiVersionV1Attr(VhloEnumAttr):
    """The version of the custom call interface."""

    name = "vhlo.api_version_v1"
    value: enums.CustomCallApiVersion


class FftTypeV1Attr(VhloEnumAttr):
    """The kind of Fourier transform."""

    name = "vhlo.fft_type_v1"
    value: enums.FftType


class PrecisionV1Attr(VhloEnumAttr):
    """The precision of an operand of a product."""

    name = "vhlo.precision_v1"
    value: enums.Precision


class RngAlgorithmV1Attr(VhloEnumAttr):
    """The algorithm of a random bit generator."""

    name = "vhlo.rng_algorithm_v1"
    value: enums.RngAlgorithm


class RngDistributionV1Attr(VhloEnumAttr):
    """The distribution of random numbers."""

    name = "vhlo.rng_distribution_v1"
    value: enums.RngDistribution


class TransposeV1Attr(VhloEnumAttr):
    """Whether a matrix is transposed first."""

    name = "vhlo.transpose_v1"
    value: enums.Transpose
