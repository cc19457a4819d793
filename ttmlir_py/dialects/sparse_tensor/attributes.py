"""Attributes of the sparse_tensor dialect: which elements of a tensor are stored, and in which
order.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from xdsl.ir import Attribute, OpaqueSyntaxAttribute
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.lexer import Position

from ttmlir_py.dialects.sparse_tensor.levels import Level
from ttmlir_py.dialects.sparse_tensor.maps import block_sizes, inverse_of, parse_map
from ttmlir_py.ir import affine
from ttmlir_py.ir.definition.attribute_format import FormatAttribute
from ttmlir_py.ir.narrowing import is_float_attr, is_integer_attr
from ttmlir_py.ir.writing.attributes import attribute_text, quoted

_WIDTHS = (0, 8, 16, 32, 64)


class SparseTensorDimSliceAttr(FormatAttribute, OpaqueSyntaxAttribute):
    """A part of a dimension, by offset, size and stride: `slice(1, ?, 2)`."""

    name = "sparse_tensor.slice"
    offset: int | None
    size: int | None
    stride: int | None

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse a slice `(1, ?, 2)`, where `?` is a dynamic number."""

        name_position = parser.pos - len("slice")

        def parse_number() -> int | None:
            if parser.parse_optional_punctuation("?") is not None:
                return None
            value = parser.parse_integer(allow_boolean=False)
            if value < 0:
                parser.raise_error(
                    "expect positive value or ? for slice offset/size/stride", parser.pos
                )
            return value

        def parse_positive(what: str) -> int | None:
            parser.parse_punctuation(",")
            value = parse_number()
            if value == 0:
                parser.raise_error(f"expect positive value or ? for slice {what}", name_position)
            return value

        parser.parse_punctuation("(")
        numbers = (parse_number(), parse_positive("size"), parse_positive("stride"))
        parser.parse_punctuation(")")
        return numbers

    def print_parameters(self, printer: Printer) -> None:
        """Print `(1, ?, 2)`."""
        texts = ("?" if number is None else str(number) for number in self.parameters)
        printer.print_string(f"({', '.join(texts)})")


_WHOLE = (0, None, 1)
"""The slice of a whole dimension: offset, size and stride."""


class SparseTensorEncodingAttr(FormatAttribute):
    """The storage of a tensor's elements:
    `<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`.
    """

    name = "sparse_tensor.encoding"
    map: AffineMap
    """The map from dimension coordinates to level coordinates."""
    levels: tuple[Level, ...]
    slices: tuple[SparseTensorDimSliceAttr, ...]
    """The slice of the original tensor in each dimension; empty if it is not a slice."""
    position_width: int
    coordinate_width: int
    """The width of coordinates in bits; 0 means the type index."""
    explicit_value: Attribute | None
    """The value of all stored elements, or None if it is not given."""
    implicit_value: Attribute | None
    """The value of all elements that are not stored, 0, or None if it is not given."""

    def alias_name(self) -> str | None:
        """Return `sparse`, the name of aliases; encodings are printed before the module."""
        return "sparse"

    def verify(self) -> None:
        """Check `sparse_tensor.encoding`: the order of levels is valid and they determine the
        dimensions.
        """
        for width, name in (
            (self.position_width, "position"),
            (self.coordinate_width, "coordinate"),
        ):
            if width not in _WIDTHS:
                raise VerifyException(f"unexpected {name} bitwidth: {width}")
        _check_order(self.levels)
        _check_structured(self.levels, self.map)
        if not self.levels:
            raise VerifyException("expected a non-empty array for lvlTypes")
        rank, count = self.map.num_dims, len(self.levels)
        if not self.map.num_symbols and inverse_of(self.map) is None:
            raise VerifyException("failed to infer lvlToDim from dimToLvl")
        if self.slices and rank != count:
            raise VerifyException(
                f"dimSlices expected dimension-rank to match level-rank: {rank} != {count}"
            )

    def verify_encoding(self, shape: Sequence[int], element: Attribute) -> None:
        """Check that the tensor has the dimensions of the map and the element type of the explicit
        value.
        """
        rank = self.map.num_dims
        if not shape:
            raise VerifyException("expected non-scalar sparse tensor")
        if rank != len(shape):
            raise VerifyException(
                f"dimension-rank mismatch between encoding and tensor shape: {rank} != {len(shape)}"
            )
        for name, value in (("explicit", self.explicit_value), ("implicit", self.implicit_value)):
            type_: Attribute | None = getattr(value, "type", None)
            if type_ is not None and type_ != element:
                raise VerifyException(
                    f"{name} value type mismatch between encoding and tensor element type: "
                    f"{quoted(type_)} != {quoted(element)}"
                )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<{ map = ..., posWidth = 32 }>`; the entries may be in any order."""
        name_position = parser.pos - len("encoding")
        return _parse_encoding(parser, name_position)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<{ map = ... }>`."""
        symbols = ", ".join(f"s{number}" for number in range(self.map.num_symbols))
        dimensions = [f"d{number}" for number in range(self.map.num_dims)]
        if self.slices:
            pairs = zip(dimensions, self.slices, strict=True)
            dimensions = [f"{name} : {attribute_text(slice_)}" for name, slice_ in pairs]
        levels = [
            f"{affine.expr_text(result)} : {level}"
            for result, level in zip(self.map.results, self.levels, strict=True)
        ]
        text = f"({', '.join(dimensions)}) -> ({', '.join(levels)})"
        printer.print_string("<{ map = " + (f"[{symbols}]" if symbols else "") + text)
        for name, width in (("posWidth", self.position_width), ("crdWidth", self.coordinate_width)):
            if width:
                printer.print_string(f", {name} = {width}")
        for name, value in (
            ("explicitVal", self.explicit_value),
            ("implicitVal", self.implicit_value),
        ):
            if value is not None:
                printer.print_string(f", {name} = ")
                printer.print_attribute(value)
        printer.print_string(" }>")


def _check_order(levels: Sequence[Level]) -> None:
    """Check that singleton levels follow compressed ones and that batch levels come first."""
    runs = [(name, [*run]) for name, run in groupby(levels, lambda level: level.format)]
    for index, (name, run) in enumerate(runs):
        if name != "singleton":
            continue
        if index == 0 or runs[index - 1][0] not in ("compressed", "loose_compressed"):
            raise VerifyException(
                "expected compressed or loose_compressed level before singleton level"
            )
        if len({level.is_structure_of_arrays for level in run}) > 1:
            raise VerifyException(
                "expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS)."
            )
    if any(name == "batch" for name, _ in runs[1:]):
        raise VerifyException("Batch lvlType can only be leading levels.")
    if any(level.is_structure_of_arrays and level.format != "singleton" for level in levels):
        raise VerifyException("SoA is only applicable to singleton lvlTypes.")


def _check_structured(levels: Sequence[Level], map_: AffineMap) -> None:
    """Check that a structured level is the last one and has blocks of its size."""
    place = next((i for i, level in enumerate(levels) if level.format == "structured"), None)
    if place is None:
        return
    if place != len(levels) - 1:
        raise VerifyException("expected n_out_of_m to be the last level type")
    if any(level.format != "dense" for level in levels[:place]):
        raise VerifyException("expected all dense lvlTypes before a n_out_of_m level")
    if map_.num_dims == len(map_.results):
        return
    sizes = block_sizes(map_)
    if sizes is None:
        raise VerifyException("expected 1xm block structure for n_out_of_m level")
    blocks = {size for size in sizes if size}
    if len(blocks) > 1:
        raise VerifyException("expected only one blocked level with the same coefficients")
    if blocks != {levels[place].sizes[1]}:
        raise VerifyException(
            "expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level"
        )


def _parse_encoding(parser: AttrParser, name_position: Position) -> Sequence[Any]:
    entries: dict[str, Any] = {}
    map_, levels, slices, inverse = AffineMap(0, 0, ()), (), (), tuple[AffineExpr, ...]()
    parser.parse_punctuation("<")
    parser.parse_punctuation("{")
    while (key := parser.parse_optional_identifier()) is not None:
        if key not in ("map", "posWidth", "crdWidth", "explicitVal", "implicitVal"):
            parser.raise_error(f"unexpected key: {key}", name_position)
        parser.parse_punctuation("=")
        if key == "map":
            map_, inverse, levels, found = parse_map(parser)
            slices = _slices(found)
        else:
            entries[key] = _parse_number(parser, key, name_position)
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation("}")
    parser.parse_punctuation(">")
    implicit: Any = entries.get("implicitVal")
    if implicit is not None and implicit.value.data != 0:
        parser.raise_error("implicit value must be zero")
    values = (
        *(map_, levels, slices, entries.get("posWidth", 0), entries.get("crdWidth", 0)),
        *(entries.get("explicitVal"), entries.get("implicitVal")),
    )
    try:
        parameters = SparseTensorEncodingAttr(*values).parameters
        if (
            inverse
            and inverse != inverse_of(map_)
            and not affine.is_identity(AffineMap(len(levels), map_.num_symbols, inverse))
        ):
            raise VerifyException("expected lvlToDim to be an inverse of dimToLvl")
    except VerifyException as error:
        parser.raise_error(str(error), name_position)
    return parameters


def _slices(found: Sequence[Attribute | None]) -> tuple[SparseTensorDimSliceAttr, ...]:
    """Return the slices of all dimensions; empty if the text has no slices."""
    if not any(found):
        return ()
    whole = SparseTensorDimSliceAttr(*_WHOLE)
    slices = [whole if slice_ is None else slice_ for slice_ in found]
    return tuple(slice_ for slice_ in slices if isinstance(slice_, SparseTensorDimSliceAttr))


def _parse_number(parser: AttrParser, key: str, name_position: Position) -> Any:
    """Parse the value of entry `key`: a width, or a number with its type."""
    attribute = parser.parse_attribute()
    if key.endswith("Width"):
        if not is_integer_attr(attribute):
            what = "position" if key == "posWidth" else "index"
            parser.raise_error(f"expected an integral {what} bitwidth", name_position)
        return attribute.value.data
    if not (is_integer_attr(attribute) or is_float_attr(attribute)):
        parser.raise_error(f"expected a numeric value for {key}", name_position)
    return attribute
