"""Types of the quant dialect: integers that represent real numbers."""

import math
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import AnyFloat, FixedBitwidthType, IntegerType, f64
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.lexer import Position

from ttmlir_py.dialects.quant.syntax import (
    parse_double,
    parse_expressed,
    parse_i32,
    parse_range,
    parse_storage,
)
from ttmlir_py.ir.definition.attribute_format import FormatType
from ttmlir_py.ir.definition.custom_form import parse_i64
from ttmlir_py.ir.floats import float_text
from ttmlir_py.ir.reading.tokens import MlirParseError


def storage_limits(is_signed: bool, width: int) -> tuple[int, int]:
    """Return the smallest and the largest integer of `width` bits, signed or unsigned."""
    half = 1 << (width - 1)
    return (-half, half - 1) if is_signed else (0, 2 * half - 1)


def scale_limits(type_: FixedBitwidthType) -> tuple[float, float]:
    """Return the smallest positive and the largest finite number of the float type `type_`."""
    number: Any = type_
    size: int = number.compile_time_size

    def value(bits: int) -> float:
        return next(number.iter_unpack(bits.to_bytes(size, "little")))

    most = 127
    # As integers, the bits of the largest finite number are those of infinity minus one. Some 8-bit
    # formats have no infinity; for them the search starts at 127.
    if size > 1:
        most = int.from_bytes(number.pack((math.inf,)), "little") - 1
    while not math.isfinite(value(most)):
        most -= 1
    return value(1), value(most)


class QuantizedType(FormatType):
    """Base class of types with a storage type and an expressed float type."""

    is_signed: bool
    """Whether the stored integers are signed."""
    storage_type: IntegerType
    expressed_type: Attribute | None
    storage_min: int
    storage_max: int

    def verify(self) -> None:
        """Check that the storage type has at most 32 bits and contains the range."""
        width = self.storage_type.width.data
        low, high = storage_limits(self.is_signed, width)
        if not low <= self.storage_min < self.storage_max <= high:
            raise VerifyException(
                f"illegal storage min and storage max: ({self.storage_min}:{self.storage_max})"
            )

    @property
    def storage_text(self) -> str:
        """The storage type as text, with the range if that is not the default: `i8`,
        `u8<0:100>`.
        """
        width = self.storage_type.width.data
        limits = self.storage_min, self.storage_max
        is_default = limits == storage_limits(self.is_signed, width)
        range_ = "" if is_default else f"<{self.storage_min}:{self.storage_max}>"
        return f"{'i' if self.is_signed else 'u'}{width}{range_}"


def _name_position(cls: type[FormatType], parser: AttrParser) -> Position:
    """Return the position of the type's name; the parser must be at the parameters."""
    return parser.pos - len(cls.name.partition(".")[2])


def _checked(
    cls: type[FormatType], parser: AttrParser, position: Position, *parameters: Any
) -> Sequence[Any]:
    """Return `parameters` if the type with these is valid. Otherwise report an error at
    `position`.
    """
    try:
        return cls(*parameters).parameters
    except VerifyException as error:
        parser.raise_error(str(error), position)


class AnyQuantizedType(QuantizedType):
    """Integers that represent numbers in an unspecified way: `any<i8<-8:7>:f32>`."""

    name = "quant.any"
    is_signed: bool
    storage_type: IntegerType
    expressed_type: Attribute | None
    storage_min: int
    storage_max: int

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<i8<-8:7>:f32>`; the range and the float type are optional."""
        position = _name_position(cls, parser)
        parser.parse_punctuation("<")
        storage, is_signed = parse_storage(parser)
        range_ = parse_range(parser, storage_limits(is_signed, storage.width.data))
        has_floats = parser.parse_optional_punctuation(":") is not None
        expressed = parse_expressed(parser) if has_floats else None
        parser.parse_punctuation(">")
        return _checked(cls, parser, position, is_signed, storage, expressed, *range_)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<...>`."""
        printer.print_string(f"<{self.storage_text}")
        if self.expressed_type is not None:
            printer.print_string(":")
            printer.print_attribute(self.expressed_type)
        printer.print_string(">")


class UniformQuantizedType(QuantizedType):
    """`(integer - zero point) * scale`, such as `uniform<i8:f32, 0.5:3>`. Per-axis types have these
    numbers for each slice along a dimension: `uniform<i8:f32:1, {0.5:3, 0.25}>`.
    """

    name = "quant.uniform"
    is_signed: bool
    storage_type: IntegerType
    expressed_type: AnyFloat
    storage_min: int
    storage_max: int
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    dimension: int | None
    """The dimension whose slices have their own scales, or None if all elements share one scale."""

    def verify(self) -> None:
        """Check `quant.uniform`: scales are positive and finite and the dimension is valid."""
        super().verify()
        for scale in self.scales:
            if not 0 < scale < math.inf:
                raise VerifyException(f"illegal scale: {scale:e}")
        if self.dimension is not None and self.dimension < 0:
            raise VerifyException(f"illegal quantized dimension: {self.dimension}")

    @property
    def is_per_axis(self) -> bool:
        """Whether the slices along a dimension have their own scales."""
        return self.dimension is not None

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<i8:f32, 0.5:3>`."""
        position = _name_position(cls, parser)
        parser.parse_punctuation("<")
        storage, is_signed = parse_storage(parser)
        range_ = parse_range(parser, storage_limits(is_signed, storage.width.data))
        parser.parse_punctuation(":")
        expressed = parse_expressed(parser)
        is_per_axis = parser.parse_optional_punctuation(":") is not None
        dimension = parse_i32(parser) if is_per_axis else None
        parser.parse_punctuation(",")
        limits = scale_limits(expressed)

        def parse_parameter() -> tuple[float, int]:
            scale = parse_double(parser)
            if not limits[0] <= scale <= limits[1]:
                message = f"scale out of expressed type range [{limits[0]:e}, {limits[1]:e}]"
                parser.raise_error(message, position)
            has_zero = parser.parse_optional_punctuation(":") is not None
            return scale, parse_i64(parser) if has_zero else 0

        if is_per_axis:
            parser.parse_punctuation("{")
        parsed = [parse_parameter()]
        while is_per_axis and parser.parse_optional_punctuation(",") is not None:
            parsed.append(parse_parameter())
        if is_per_axis:
            parser.parse_punctuation("}")
        parser.parse_punctuation(">")
        scales, zero_points = zip(*parsed, strict=True)
        return _checked(
            *(cls, parser, position, is_signed, storage, expressed, *range_),
            *(scales, zero_points, dimension),
        )

    def print_parameters(self, printer: Printer) -> None:
        """Print `<...>`."""
        printer.print_string(f"<{self.storage_text}:")
        printer.print_attribute(self.expressed_type)
        texts = [
            float_text(scale, f64) + (f":{zero}" if zero else "")
            for scale, zero in zip(self.scales, self.zero_points, strict=True)
        ]
        if self.dimension is None:
            printer.print_string(f", {texts[0]}>")
        else:
            printer.print_string(f":{self.dimension}, {{{','.join(texts)}}}>")


class CalibratedQuantizedType(FormatType):
    """Numbers in a measured range that are to be quantized: `calibrated<f32<-1.0:1.0>>`."""

    name = "quant.calibrated"
    expressed_type: AnyFloat
    min: float
    max: float

    def verify(self) -> None:
        """Check `quant.calibrated`: the range is not empty."""
        if self.max <= self.min:
            raise VerifyException(f"illegal min and max: ({self.min:e}:{self.max:e})")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<f32<-1.0:1.0>>`."""
        name_position = _name_position(cls, parser)
        parser.parse_punctuation("<")
        position = parser.pos
        try:
            expressed = parse_expressed(parser)
        except MlirParseError as error:
            error.add_error(position, "expecting float expressed type")
            raise
        try:
            parser.parse_punctuation("<")
            low = parse_double(parser)
            parser.parse_punctuation(":")
            high = parse_double(parser)
            parser.parse_punctuation(">")
        except MlirParseError as error:
            error.add_error(position, "calibrated values must be present")
            raise
        parser.parse_punctuation(">")
        return _checked(cls, parser, name_position, expressed, low, high)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<...>`."""
        printer.print_string("<")
        printer.print_attribute(self.expressed_type)
        printer.print_string(f"<{float_text(self.min, f64)}:{float_text(self.max, f64)}>>")
