"""Attributes of the sdy dialect: meshes of devices, and the distribution of tensors over them."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from xdsl.ir import OpaqueSyntaxAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.sdy.factors import factor_symbol, parse_factor, parse_factors
from ttmlir_py.ir.definition.attribute_format import FormatAttribute
from ttmlir_py.ir.definition.custom_form import complain, parse_i64
from ttmlir_py.ir.literals import string_text
from ttmlir_py.ir.reading.tokens import MlirParseError
from ttmlir_py.ir.writing.attributes import symbol_text

ItemT = TypeVar("ItemT")


def joined(items: Iterable[object]) -> str:
    """Return the texts of `items`, separated by commas."""
    return ", ".join(map(str, items))


def parse_list(
    parser: AttrParser, parse: Callable[[AttrParser], ItemT], brackets: str = "[]"
) -> tuple[ItemT, ...]:
    """Parse a list in brackets or braces; `parse` parses an element."""
    kinds = {"[]": parser.Delimiter.SQUARE, "{}": parser.Delimiter.BRACES}
    return tuple(parser.parse_comma_separated_list(kinds[brackets], lambda: parse(parser)))


def _parse_entry(
    parser: AttrParser, name: str, brackets: str, parse: Callable[[AttrParser], ItemT]
) -> tuple[ItemT, ...]:
    """Parse the entry `, name=[...]` of an attribute if present; otherwise return an empty
    tuple.
    """
    if parser.parse_optional_punctuation(",") is None:
        return ()
    parser.parse_keyword(name)
    parser.parse_punctuation("=")
    return parse_list(parser, parse, brackets)


@contextmanager
def _parameter(parser: AttrParser, definition: str, name: str, cpp_type: str) -> Generator[None]:
    """If parsing fails within the `with` block, add the name of a parameter to the error, as MLIR
    does.
    """
    try:
        yield
    except MlirParseError as error:
        op_name: str = getattr(parser, "custom_op", "")
        error.add_error(
            parser.pos,
            (f"custom op '{op_name}' " if op_name else "")
            + f"failed to parse Sdy_{definition} parameter '{name}' which is to be a `{cpp_type}`",
        )
        raise


def _parse_name(parser: AttrParser, definition: str) -> str:
    """Parse the name of a mesh axis."""
    with _parameter(parser, definition, "name", "::llvm::StringRef"):
        name = parser.parse_optional_str_literal()
        if name is None:
            complain(parser, "expected string")
        return name


class SdyAttr(FormatAttribute):
    """Base class of the attributes; `str()` returns the text inside other attributes."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse the text that `str()` returns for the attribute."""
        return cls.parse_body(parser)

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse the parameters of the attribute."""
        raise NotImplementedError

    @classmethod
    def parse_attribute(cls, parser: AttrParser) -> Any:
        """Parse this attribute where it is nested in another attribute."""
        start = parser.pos
        try:
            return cls.new(cls.parse_body(parser))
        except VerifyException as error:
            complain(parser, str(error), start)

    def print_parameters(self, printer: Printer) -> None:
        """Print the text that `str()` returns."""
        printer.print_string(str(self))


SdyAttrT = TypeVar("SdyAttrT", bound=SdyAttr)


def _elements(
    element: type[SdyAttrT], definition: str, name: str
) -> Callable[[AttrParser], SdyAttrT]:
    """Return a parser for elements of a list parameter; errors name the definition and the
    parameter.
    """

    def parse(parser: AttrParser) -> SdyAttrT:
        with _parameter(parser, definition, name, f"::llvm::ArrayRef<{element.__name__}>"):
            return element.parse_attribute(parser)

    return parse


class ManualAxesAttr(SdyAttr, OpaqueSyntaxAttribute):
    """The axes along which a computation is written per device."""

    name = "sdy.manual_axes"
    value: tuple[str, ...]

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `{"x", "y"}`."""
        return (parse_list(parser, lambda p: p.parse_str_literal(), "{}"),)

    def __str__(self) -> str:
        return f"{{{joined(map(string_text, self.value))}}}"


class MeshAxisAttr(SdyAttr, OpaqueSyntaxAttribute):
    """An axis of a mesh: `"x"=2`."""

    name = "sdy.mesh_axis"
    axis_name: str
    size: int

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `"x"=2`."""
        name = _parse_name(parser, "MeshAxis")
        parser.parse_punctuation("=")
        return name, parse_i64(parser)

    def verify(self) -> None:
        """Check `sdy.mesh_axis`: the size is positive."""
        if self.size <= 0:
            raise VerifyException(f"axis size must be at least 1, got: {self.size}")

    def __str__(self) -> str:
        return f"{string_text(self.axis_name)}={self.size}"


class MeshAttr(SdyAttr):
    """A mesh of devices: `<["x"=2, "y"=4], device_ids=[...]>`; without axes, one device."""

    name = "sdy.mesh"
    axes: tuple[MeshAxisAttr, ...]
    device_ids: tuple[int, ...] = ()

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<[...], device_ids=[...]>`."""
        parser.parse_punctuation("<")
        axes = parse_list(parser, _elements(MeshAxisAttr, "Mesh", "axes"))
        device_ids = _parse_entry(parser, "device_ids", "[]", parse_i64)
        parser.parse_punctuation(">")
        return axes, device_ids

    def verify(self) -> None:
        """Check `sdy.mesh`: axes are distinct and each position has a device."""
        seen: set[str] = set()
        total = 1
        for axis in self.axes:
            if axis.axis_name in seen:
                raise VerifyException(f'duplicate axis name: "{axis.axis_name}"')
            seen.add(axis.axis_name)
            total *= axis.size
        ids = self.device_ids
        for device in ids:
            if device < 0:
                raise VerifyException(f"device id must be non-negative, got: {device}")
        if ids and total != len(ids):
            raise VerifyException(
                "total product of axis sizes must match total number of device ids, got: "
                f"{total} != {len(ids)}"
            )
        if not ids or not self.axes:
            return
        if sorted(ids) != list(range(total)):
            raise VerifyException(
                f"sorted device ids must be iota(product(axes)), got: {joined(sorted(ids))}"
            )
        if sorted(ids) == list(ids):
            raise VerifyException(
                "if the ordered device ids are the same as iota(product(axes)), no need to specify "
                "them for simplicity"
            )

    @property
    def sizes(self) -> dict[str, int]:
        """Maps each axis of the mesh to its size."""
        return {axis.axis_name: axis.size for axis in self.axes}

    @property
    def is_maximal(self) -> bool:
        """Whether the mesh is a single device."""
        return not self.axes and len(self.device_ids) == 1

    def __str__(self) -> str:
        ids = f", device_ids=[{joined(self.device_ids)}]" if self.device_ids else ""
        return f"<[{joined(self.axes)}]{ids}>"


class AxisRefAttr(SdyAttr, OpaqueSyntaxAttribute):
    """An axis or part of one: `"x"`, or `"x":(2)4` for the part of size 4 after one of size 2."""

    name = "sdy.axis_ref"
    axis_name: str
    sub_axis: tuple[int, ...] = ()

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `"x"` or `"x":(2)4`."""
        name = _parse_name(parser, "AxisRef")
        if parser.parse_optional_punctuation(":") is None:
            return name, ()
        parser.parse_punctuation("(")
        before = parse_i64(parser)
        parser.parse_punctuation(")")
        return name, (before, parse_i64(parser))

    def __str__(self) -> str:
        part = f":({self.sub_axis[0]}){self.sub_axis[1]}" if self.sub_axis else ""
        return string_text(self.axis_name) + part


class DimensionShardingAttr(SdyAttr, OpaqueSyntaxAttribute):
    """The axes that split a dimension: `{"x", ?}p1`. `?` allows more axes, `p1` is a priority."""

    name = "sdy.dimension_sharding"
    axes: tuple[AxisRefAttr, ...]
    is_closed: bool
    priority: int | None = None

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `{"x", ?}p1`."""
        axes: list[AxisRefAttr] = []
        is_closed = True
        parser.parse_punctuation("{")
        while parser.parse_optional_punctuation("}") is None:
            if axes:
                parser.parse_punctuation(",")
            if parser.parse_optional_punctuation("?") is not None:
                is_closed = False
                parser.parse_punctuation("}")
                break
            axes.append(AxisRefAttr.parse_attribute(parser))
        return tuple(axes), is_closed, _parse_priority(parser)

    def __str__(self) -> str:
        parts = [*map(str, self.axes), *(() if self.is_closed else ("?",))]
        priority = "" if self.priority is None else f"p{self.priority}"
        return f"{{{joined(parts)}}}{priority}"


def _parse_priority(parser: AttrParser) -> int | None:
    """Parse a priority such as `p1` if present, otherwise return None."""
    word = parser.parse_optional_identifier()
    if word is None:
        return None
    digits = word[1:]
    if word[0] != "p" or not (digits.isascii() and digits.isdigit()):
        complain(parser, f"expecting priority in format 'p<number>', got: {word}")
    if digits[0] == "0" and len(digits) > 1:
        complain(parser, f"priorities with leading zeros are not allowed, got: {word}")
    if len(digits) > 18:
        complain(parser, f"expecting integer priority, got: {word}")
    return int(digits)


class TensorShardingAttr(SdyAttr):
    """The distribution of a tensor over a mesh: `<@mesh, [{"x"}, {}], replicated={"y"}>`."""

    name = "sdy.sharding"
    ods_name = "Sdy_TensorSharding"
    mesh: "str | MeshAttr"
    """The symbol name of a mesh, or a mesh itself."""
    dim_shardings: tuple[DimensionShardingAttr, ...]
    replicated_axes: tuple[AxisRefAttr, ...] = ()

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<@mesh, [...], replicated={...}>`."""
        parser.parse_punctuation("<")
        mesh: Any
        if parser.parse_optional_keyword("mesh") is not None:
            try:
                mesh = MeshAttr.parse_attribute(parser)
            except MlirParseError as error:
                op_name: str = getattr(parser, "custom_op", "")
                prefix = f"custom op '{op_name}' " if op_name else ""
                error.add_error(parser.pos, f"{prefix}failed to parse MeshAttr")
                raise
        else:
            mesh = parser.parse_symbol_name().data
        parser.parse_punctuation(",")
        parse_dimension = _elements(DimensionShardingAttr, "TensorSharding", "dim_shardings")
        dimensions = parse_list(parser, parse_dimension)
        parse_axis = _elements(AxisRefAttr, "TensorSharding", "replicated_axes")
        replicated = _parse_entry(parser, "replicated", "{}", parse_axis)
        parser.parse_punctuation(">")
        return mesh, dimensions, replicated

    def __str__(self) -> str:
        mesh = symbol_text(self.mesh) if isinstance(self.mesh, str) else f"mesh{self.mesh}"
        replicated = (
            f", replicated={{{joined(self.replicated_axes)}}}" if self.replicated_axes else ""
        )
        return f"<{mesh}, [{joined(self.dim_shardings)}]{replicated}>"


class TensorShardingPerValueAttr(SdyAttr):
    """The distribution of several values: `<[<@mesh, [{"x"}]>, ...]>`."""

    name = "sdy.sharding_per_value"
    shardings: tuple[TensorShardingAttr, ...]

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<[...]>`."""
        parser.parse_punctuation("<")
        shardings = parse_list(parser, TensorShardingAttr.parse_attribute)
        parser.parse_punctuation(">")
        return (shardings,)

    def __str__(self) -> str:
        return f"<[{joined(self.shardings)}]>"


Factors = tuple[int, ...]
Mappings = tuple[tuple[Factors, ...], ...]


class OpShardingRuleAttr(SdyAttr):
    """The dimensions of operands and results that share factors:
    `<([i, k], [k, j])->([i, j]) {i=8, j=4, k=2}>`.
    """

    name = "sdy.op_sharding_rule"
    factor_sizes: Factors
    operand_mappings: Mappings
    result_mappings: Mappings
    reduction_factors: Factors = ()
    need_replication_factors: Factors = ()
    is_custom_rule: bool = False
    KINDS: ClassVar[tuple[str, ...]] = ("reduction", "need_replication")
    """The keywords before the lists of factors."""

    @classmethod
    def parse_body(cls, parser: AttrParser) -> Sequence[Any]:
        """Parse `<([i, k], [k, j])->([i, j]) {i=8, j=4, k=2} reduction={k}, custom>`."""
        parser.parse_punctuation("<")
        operands = cls._parse_mappings(parser)
        parser.parse_punctuation("->")
        results = cls._parse_mappings(parser)
        sizes: list[int] = []

        def parse_size(parser: AttrParser) -> None:
            parse_factor(parser, len(sizes))
            parser.parse_punctuation("=")
            sizes.append(parse_i64(parser))

        if parser._current_token.text == "{":  # pyright: ignore[reportPrivateUsage]
            parse_list(parser, parse_size, "{}")
        special: list[Factors] = []
        for kind in cls.KINDS:
            found: Factors = ()
            if parser.parse_optional_keyword(kind) is not None:
                parser.parse_punctuation("=")
                found = parse_list(parser, parse_factor, "{}")
            special.append(found)
        is_custom = parser.parse_optional_punctuation(",") is not None
        if is_custom:
            parser.parse_keyword("custom")
        parser.parse_punctuation(">")
        return tuple(sizes), operands, results, *special, is_custom

    @staticmethod
    def _parse_mappings(parser: AttrParser) -> Mappings:
        def parse_mapping() -> tuple[Factors, ...]:
            return parse_list(parser, parse_factors)

        return tuple(parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_mapping))

    def __str__(self) -> str:
        sides = [
            f"({joined(f'[{joined(map(_factors_text, mapping))}]' for mapping in mappings)})"
            for mappings in (self.operand_mappings, self.result_mappings)
        ]
        sizes = joined(f"{factor_symbol(i)}={size}" for i, size in enumerate(self.factor_sizes))
        text = f"{sides[0]}->{sides[1]}" + (f" {{{sizes}}}" if sizes else "")
        special = self.reduction_factors, self.need_replication_factors
        for kind, factors in zip(self.KINDS, special, strict=True):
            if factors:
                text += f" {kind}={{{joined(map(factor_symbol, factors))}}}"
        return f"<{text}{', custom' if self.is_custom_rule else ''}>"


def _factors_text(factors: Factors) -> str:
    return "".join(map(factor_symbol, factors))
