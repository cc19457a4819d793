"""Levels of sparse storage: `dense`, `compressed(nonunique)`, `structured[2, 4]`."""

from dataclasses import dataclass

from xdsl.parser import AttrParser

FORMATS = ("dense", "batch", "compressed", "structured", "loose_compressed", "singleton")
_PLAIN = ("dense", "batch", "structured")
"""Formats of levels whose coordinates are always unique and ordered."""
PROPERTIES = ("nonunique", "nonordered", "soa")


@dataclass(frozen=True)
class Level:
    """The storage of one level of a sparse tensor."""

    format: str
    properties: tuple[str, ...] = ()
    """The properties of the level, in the order of `PROPERTIES`."""
    sizes: tuple[int, ...] = ()
    """For a structured level, the number of stored elements and the block size; otherwise empty."""

    @property
    def is_structure_of_arrays(self) -> bool:
        """Whether the coordinates of the level are stored separately from those of earlier
        levels.
        """
        return "soa" in self.properties

    def __str__(self) -> str:
        sizes = f"[{', '.join(map(str, self.sizes))}]" if self.sizes else ""
        properties = f"({', '.join(self.properties)})" if self.properties else ""
        return self.format + sizes + properties


def parse_level(parser: AttrParser) -> Level:
    """Parse the format of a level, such as `compressed(nonunique)`."""
    position = parser.pos
    format_ = parser.parse_optional_identifier()
    if format_ is None:
        parser.raise_error(
            "expected valid level format (e.g. dense, compressed or singleton)", position
        )
    sizes = _parse_sizes(parser, position) if format_ == "structured" else ()
    found = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, lambda: _parse_property(parser)
    )
    if format_ not in FORMATS:
        parser.raise_error(f"unknown level format: {format_}", position)
    if found and format_ in _PLAIN:
        parser.raise_error(
            "invalid level type: level format doesn't support the properties", position
        )
    return Level(format_, tuple(name for name in PROPERTIES if name in (found or ())), sizes)


def _parse_property(parser: AttrParser) -> str:
    position = parser.pos
    name = parser.parse_optional_identifier()
    if name is None:
        parser.raise_error(
            "expected valid level property (e.g. nonordered, nonunique or high)", position
        )
    if name not in PROPERTIES:
        parser.raise_error(f"unknown level property: {name}", position)
    return name


def _parse_sizes(parser: AttrParser, position: int) -> tuple[int, ...]:
    """Parse the sizes of a structured level, such as `[2, 4]`."""

    def parse_size() -> int:
        start = parser.pos
        size = parser.parse_optional_integer(allow_boolean=False)
        if size is None:
            parser.raise_error("expected valid integer for structured size", start)
        if size < 0:
            parser.raise_error("expected structured size to be >= 0", start)
        return size

    sizes = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, parse_size) or []
    if len(sizes) != 2:
        parser.raise_error("expected exactly 2 structured sizes", position)
    if sizes[0] > sizes[1]:
        parser.raise_error("expected n <= m in n_out_of_m", position)
    return tuple(sizes)
