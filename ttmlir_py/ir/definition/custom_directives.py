"""The directives `custom<...>` of attribute formats, for sizes and coordinates."""

from typing import Any

from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ttmlir_py.ir.definition.custom_form import dimension_sizes_text, parse_dimension_sizes


class DimensionList:
    """`custom<DimensionList>($list)`: static sizes joined with `x`; an empty list has no text."""

    def __init__(self, lead: str, name: str) -> None:
        self.lead = lead
        self.name = name

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the sizes and store them in `values`; report an error for a dynamic size."""
        values[self.name] = tuple(_parse_dimensions(parser))

    def print(self, printer: Printer, attribute: ParametrizedAttribute) -> None:
        """Print the sizes joined with `x`."""
        printer.print_string(self.lead + "x".join(map(str, getattr(attribute, self.name))))


class VargDimensionList:
    """`custom<VargDimensionList>($a, $b)`: the integer parameters `a` and `b`, written as `axb`."""

    def __init__(self, lead: str, names: tuple[str, ...]) -> None:
        self.lead = lead
        self.names = names

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse one size per parameter and store the sizes in `values`."""
        start = parser.pos
        dimensions = _parse_dimensions(parser)
        if len(dimensions) != len(self.names):
            parser.raise_error(f"expected {len(self.names)} dimensions", start)
        values.update(zip(self.names, dimensions, strict=True))

    def print(self, printer: Printer, attribute: ParametrizedAttribute) -> None:
        """Print the values of the parameters joined with `x`."""
        printer.print_string(self.lead + "x".join(str(getattr(attribute, n)) for n in self.names))


class DimSizes:
    """`custom<DimSizes>($list)`: sizes in brackets; a dynamic size is written as `?`."""

    def __init__(self, lead: str, name: str) -> None:
        self.lead = lead
        self.name = name

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the sizes and store them in `values`."""
        values[self.name] = parse_dimension_sizes(parser)

    def print(self, printer: Printer, attribute: ParametrizedAttribute) -> None:
        """Print the sizes in brackets."""
        printer.print_string(self.lead + dimension_sizes_text(getattr(attribute, self.name)))


class CoordBracketStyle:
    """`custom<CoordBracketStyle>($coordinate)`: an attribute of integers, such as `(1, 2)`."""

    def __init__(self, lead: str, name: str, cls: Any) -> None:
        self.lead = lead
        self.name = name
        self.cls = cls

    def read(self, parser: AttrParser) -> Attribute:
        """Parse one coordinate, such as `(1, 2)`, and return it."""
        numbers: list[int] = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_integer
        )
        if len(numbers) != len(self.cls.parameter_names):
            parser.raise_error(f"expected {len(self.cls.parameter_names)} numbers")
        return self.cls(*numbers)

    def text(self, attribute: ParametrizedAttribute, separator: str = ",") -> str:
        """Return the text of the coordinate `attribute`, such as `(1, 2)`."""
        return f"({separator.join(map(str, attribute.parameters))})"

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the coordinate and store it in `values`."""
        values[self.name] = self.read(parser)

    def print(self, printer: Printer, attribute: ParametrizedAttribute) -> None:
        """Print the coordinate."""
        printer.print_string(self.lead + self.text(getattr(attribute, self.name)))


class CoreCoordList(CoordBracketStyle):
    """`custom<CoreCoordList>($coordinates)`: several coordinates in square brackets."""

    def parse(self, parser: AttrParser, values: dict[str, Any]) -> None:
        """Parse the list of coordinates and store it in `values`."""
        values[self.name] = tuple(
            parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: self.read(parser))
        )

    def print(self, printer: Printer, attribute: ParametrizedAttribute) -> None:
        """Print the list of coordinates."""
        each = ", ".join(self.text(item, ", ") for item in getattr(attribute, self.name))
        printer.print_string(f"{self.lead}[{each}]")


def _parse_dimensions(parser: AttrParser) -> list[int]:
    start = parser.pos
    dimensions = parser.parse_dimension_list()
    if any(dimension < 0 for dimension in dimensions):
        parser.raise_error("expected static shape", start)
    return dimensions
