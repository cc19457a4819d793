"""Attributes of the stablehlo dialect."""

from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, OpaqueSyntaxAttribute, TypeAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.stablehlo import enums
from ttmlir_py.dialects.stablehlo.convolution_dimensions import (
    dimensions_text,
    parse_dimensions,
)
from ttmlir_py.dialects.stablehlo.dot_algorithms import check_algorithm
from ttmlir_py.ir.definition.attribute_format import EnumAttr, FormatAttribute
from ttmlir_py.ir.definition.custom_form import complain, parse_dimension_sizes, parse_i64
from ttmlir_py.ir.reading.tokens import MlirParseError

Dimensions = tuple[int, ...]


class StableHLOEnumAttr(EnumAttr, OpaqueSyntaxAttribute):
    """Base class of enum attributes: `#stablehlo<precision HIGH>`, or ` HIGH` in custom forms."""

    assembly_format = "$value"

    def __init_subclass__(cls) -> None:
        """Set the name of the ODS definition."""
        super().__init_subclass__()
        cls.ods_name = f"StableHLO_{cls.__name__}"


class ComparisonDirectionAttr(StableHLOEnumAttr):
    """The comparison operation to perform."""

    name = "stablehlo.comparison_direction"
    value: enums.ComparisonDirection


class ComparisonTypeAttr(StableHLOEnumAttr):
    """The type of comparison to perform."""

    name = "stablehlo.comparison_type"
    value: enums.ComparisonType


class FftTypeAttr(StableHLOEnumAttr):
    """The kind of Fourier transform."""

    name = "stablehlo.fft_type"
    value: enums.FftType


class PrecisionAttr(StableHLOEnumAttr):
    """The precision of an operand of a product; its effect depends on the backend."""

    name = "stablehlo.precision"
    value: enums.Precision


class RngAlgorithmAttr(StableHLOEnumAttr):
    """The algorithm of a random bit generator."""

    name = "stablehlo.rng_algorithm"
    value: enums.RngAlgorithm


class RngDistributionAttr(StableHLOEnumAttr):
    """The distribution of random numbers."""

    name = "stablehlo.rng_distribution"
    value: enums.RngDistribution


class TransposeAttr(StableHLOEnumAttr):
    """Whether a matrix is transposed first."""

    name = "stablehlo.transpose"
    value: enums.Transpose


class ChannelHandleAttr(FormatAttribute):
    """The channel on which processes exchange data."""

    name = "stablehlo.channel_handle"
    assembly_format = "`<` struct(params) `>`"
    handle: int
    type: int


class OutputOperandAliasAttr(FormatAttribute):
    """An output of a custom call that aliases an operand."""

    name = "stablehlo.output_operand_alias"
    assembly_format = """`<` `output_tuple_indices` `=` custom<DimSizes>($outputTupleIndices) `,`
        `operand_index` `=` $operandIndex `,`
        `operand_tuple_indices` `=` custom<DimSizes>($operandTupleIndices) `>`"""
    outputTupleIndices: Dimensions
    operandIndex: int
    operandTupleIndices: Dimensions


class DotAlgorithmAttr(FormatAttribute):
    """The algorithm of a product: types of the operands and of the accumulator, and the number of
    primitive operations.
    """

    name = "stablehlo.dot_algorithm"
    ods_name = "StableHLO_DotAlgorithm"
    assembly_format = """`<` `lhs_precision_type` `=` $lhsPrecisionType `,`
        `rhs_precision_type` `=` $rhsPrecisionType `,`
        `accumulation_type` `=` $accumulationType `,`
        `lhs_component_count` `=` $lhsComponentCount `,`
        `rhs_component_count` `=` $rhsComponentCount `,`
        `num_primitive_operations` `=` $numPrimitiveOperations `,`
        `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`"""
    lhsPrecisionType: TypeAttribute
    rhsPrecisionType: TypeAttribute
    accumulationType: TypeAttribute
    lhsComponentCount: int
    rhsComponentCount: int
    numPrimitiveOperations: int
    allowImpreciseAccumulation: bool

    def verify(self) -> None:
        """Check `stablehlo.dot_algorithm` with `check_algorithm`."""
        check_algorithm(self)


def _snake_case(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name)


class DimensionNumbersAttr(FormatAttribute):
    """Base class of attributes that assign roles to dimensions: `<name = [0, 1], other = 2>`,
    without parameters that are empty or 0.

    The names may be in any order.
    """

    INTEGERS: ClassVar[frozenset[str]] = frozenset()
    """Names of the parameters that are single integers; all others are lists."""
    WHAT: ClassVar[str]
    """The name of the attribute in error messages."""

    @classmethod
    def parse_entries(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse everything after the `<` of the attribute, including the `>`."""
        keys = {_snake_case(name): name for name in cls.parameter_names}
        values: dict[str, Any] = {n: 0 if n in cls.INTEGERS else () for n in keys.values()}
        try:
            _parse_struct(parser, keys, cls.INTEGERS, values)
        except MlirParseError as error:
            error.add_error(parser.pos, f"failed parsing {cls.WHAT} dimension numbers attribute")
            raise
        return tuple(values.values())

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<...>`."""
        parser.parse_punctuation("<")
        return cls.parse_entries(parser)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<...>`."""
        entries: list[str] = []
        for name, value in zip(self.parameter_names, self.parameters, strict=True):
            if value:
                text = value if name in self.INTEGERS else f"[{', '.join(map(str, value))}]"
                entries.append(f"{_snake_case(name)} = {text}")
        printer.print_string(f"<{', '.join(entries)}>")


def _parse_struct(
    parser: AttrParser, keys: dict[str, str], integers: frozenset[str], values: dict[str, Any]
) -> None:
    """Parse `key = value, ...` and the `>` into `values`; the keys may be in any order."""
    seen: set[str] = set()
    while parser.parse_optional_punctuation(">") is None:
        key = next((key for key in keys if parser.parse_optional_keyword(key) is not None), None)
        if key is None:
            complain(parser, "expected one of: " + ", ".join(f"`{key}`" for key in keys))
        if key in seen:
            complain(parser, f"duplicated `{key}` entry")
        parser.parse_punctuation("=")
        name = keys[key]
        is_integer = name in integers
        values[name] = parse_i64(parser) if is_integer else parse_dimension_sizes(parser)
        if parser.parse_optional_punctuation(",") is None:
            parser.parse_punctuation(">")
            return
        seen.add(key)


class DotDimensionNumbersAttr(DimensionNumbersAttr):
    """The batching and contracting dimensions of the operands of `dot_general`."""

    name = "stablehlo.dot"
    WHAT: ClassVar[str] = "dot"
    lhsBatchingDimensions: Dimensions
    rhsBatchingDimensions: Dimensions
    lhsContractingDimensions: Dimensions
    rhsContractingDimensions: Dimensions


class GatherDimensionNumbersAttr(DimensionNumbersAttr):
    """The roles of the dimensions of the operands and the result of `gather`."""

    name = "stablehlo.gather"
    WHAT: ClassVar[str] = "gather"
    INTEGERS: ClassVar[frozenset[str]] = frozenset({"indexVectorDim"})
    offsetDims: Dimensions
    collapsedSliceDims: Dimensions
    operandBatchingDims: Dimensions
    startIndicesBatchingDims: Dimensions
    startIndexMap: Dimensions
    indexVectorDim: int


class ScatterDimensionNumbersAttr(DimensionNumbersAttr):
    """The roles of the dimensions of the operands of `scatter`."""

    name = "stablehlo.scatter"
    WHAT: ClassVar[str] = "scatter"
    INTEGERS: ClassVar[frozenset[str]] = frozenset({"indexVectorDim"})
    updateWindowDims: Dimensions
    insertedWindowDims: Dimensions
    inputBatchingDims: Dimensions
    scatterIndicesBatchingDims: Dimensions
    scatterDimsToOperandDims: Dimensions
    indexVectorDim: int


class ConvDimensionNumbersAttr(DimensionNumbersAttr):
    """The roles of the dimensions of a convolution's input, kernel and output:
    `<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
    """

    name = "stablehlo.conv"
    WHAT: ClassVar[str] = "dot"  # upstream's message calls the attribute "dot"
    INTEGERS: ClassVar[frozenset[str]] = frozenset(
        {
            "inputBatchDimension",
            "inputFeatureDimension",
            "kernelInputFeatureDimension",
            "kernelOutputFeatureDimension",
            "outputBatchDimension",
            "outputFeatureDimension",
        }
    )
    inputBatchDimension: int
    inputFeatureDimension: int
    inputSpatialDimensions: Dimensions
    kernelInputFeatureDimension: int
    kernelOutputFeatureDimension: int
    kernelSpatialDimensions: Dimensions
    outputBatchDimension: int
    outputFeatureDimension: int
    outputSpatialDimensions: Dimensions

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<...>`: the dimensions in order, or `raw` and named lists of numbers."""
        parser.parse_punctuation("<")
        if parser.parse_optional_keyword("raw") is not None:
            return cls.parse_entries(parser)
        parameters = parse_dimensions(parser)
        parser.parse_punctuation(">")
        return parameters

    def dimensions_text(self) -> str:
        """Return the dimensions as text, in order: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""
        return dimensions_text(self.parameters)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<...>`."""
        printer.print_string(f"<{self.dimensions_text()}>")


class TypeExtensionsAttr(FormatAttribute):
    """The upper bounds of dynamic dimensions: `#stablehlo.bounds<?, 8>` in the encoding of a tensor
    type.
    """

    name = "stablehlo.bounds"
    bounds: Dimensions

    def verify_encoding(self, shape: Sequence[int], _: Attribute) -> None:
        """Check that there is an entry per dimension of the tensor, and bounds only for dynamic
        dimensions.
        """
        if len(self.bounds) != len(shape):
            raise VerifyException(
                f"Bounds length is {len(self.bounds)}, expected to be equal to rank({len(shape)}) "
                "of the tensor"
            )
        for dimension, (bound, size) in enumerate(zip(self.bounds, shape, strict=True)):
            if DYNAMIC_INDEX not in (bound, size):
                raise VerifyException(
                    f"Static dimension {dimension} cannot have a bound, use ShapedType::kDynamic "
                    "to indicate a missing bound"
                )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<?, 8>`."""
        return (parse_dimension_sizes(parser, parser.Delimiter.ANGLE),)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<?, 8>`."""
        printer.print_string(f"<{', '.join('?' if b < 0 else str(b) for b in self.bounds)}>")
