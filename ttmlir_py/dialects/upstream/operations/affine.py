"""Operations of `affine` that xDSL lacks or prints in generic form only."""

from typing import Any, Self, cast

from xdsl.dialects.affine import YieldOp
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, IndexType
from xdsl.ir import Block, Region, SSAValue
from xdsl.irdl import (
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.operations.types import AnyType, Index, require_of
from ttmlir_py.dialects.upstream.syntax import parse_result_types
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition

MapAttribute: Described[AffineMapAttr] = Described(
    "AffineMap attribute", lambda a: isinstance(a, AffineMapAttr)
)


def parse_dims_and_symbols(parser: Parser) -> list[SSAValue]:
    """Parse a list of dimensions and a list of symbols, `(%dim, ...)[%symbol, ...]`."""

    def parse_index() -> SSAValue:
        return parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())

    dims = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_index)
    symbols = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, parse_index)
    return [*dims, *(symbols or ())]


def print_dims_and_symbols(printer: Printer, values: Any, dims: int) -> None:
    """Print the text that `parse_dims_and_symbols` parses."""
    printer.print_string("(")
    printer.print_list(values[:dims], printer.print_ssa_value)
    printer.print_string(")")
    if len(values) > dims:
        printer.print_string("[")
        printer.print_list(values[dims:], printer.print_ssa_value)
        printer.print_string("]")


class _MapOp(OdsOperation):
    """An operation that applies an affine map to its operands."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` map(%dim, ...)[%symbol, ...] {...}`."""
        position = parser.pos
        map_ = parser.parse_attribute()
        if not isinstance(map_, AffineMapAttr):
            parser.raise_error("invalid kind of attribute specified", position)
        operands = parse_dims_and_symbols(parser)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=operands,
            result_types=[IndexType()],
            properties={"map": map_},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        map_ = cast(Any, self).map
        printer.print_string(" ")
        printer.print_attribute(map_)
        print_dims_and_symbols(printer, self.operands, map_.data.num_dims)
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        """Check that there is an operand for each dimension and symbol of the map, and that the map
        has a result (`affine.apply`: exactly one).
        """
        map_ = cast(Any, self).map.data
        if self.name == "affine.apply":
            require_of(
                len(self.operands) == map_.num_dims + map_.num_symbols,
                "operand count and affine map dimension and symbol count must match",
            )
            require_of(len(map_.results) == 1, "mapping must produce one value")
            return
        require_of(
            len(self.operands) == map_.num_dims + map_.num_symbols,
            "operand count and affine map dimension and symbol count must match",
        )
        require_of(bool(map_.results), "affine map expect at least one result")


@op_definition
class ApplyOp(_MapOp):
    """The result of an affine map."""

    name = "affine.apply"

    mapOperands = var_operand_def(Index)
    map = prop_def(MapAttribute)
    result = result_def(Index)
    traits = traits_def(Pure())


@op_definition
class MaxOp(_MapOp):
    """The greatest result of an affine map."""

    name = "affine.max"

    arguments = var_operand_def(Index)
    map = prop_def(MapAttribute)
    result = result_def(Index)
    traits = traits_def(Pure())


@op_definition
class MinOp(_MapOp):
    """The least result of an affine map."""

    name = "affine.min"

    arguments = var_operand_def(Index)
    map = prop_def(MapAttribute)
    result = result_def(Index)
    traits = traits_def(Pure())


@op_definition
class DelinearizeIndexOp(OdsOperation):
    """The indices into a box of sizes `basis` of the element with the row-major number
    `linear_index`.
    """

    name = "affine.delinearize_index"

    linear_index = operand_def(Index)
    basis = var_operand_def(Index)
    multi_index = var_result_def(Index)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %index into (%size, ...) {...} : index, ...`."""

        def parse_index() -> SSAValue:
            return parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())

        linear_index = parse_index()
        parser.parse_keyword("into")
        basis = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_index)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(
            operands=[linear_index, *basis], result_types=types, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_ssa_value(self.linear_index)
        printer.print_string(" into (")
        printer.print_list(self.basis, printer.print_ssa_value)
        printer.print_string(")")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.result_types, printer.print_attribute)

    def verify_op(self) -> None:
        """Check `affine.delinearize_index`: the basis is not empty, and there is one result per
        size.
        """
        require_of(bool(self.basis), "basis should not be empty")
        require_of(
            len(self.results) == len(self.basis),
            "should return an index for each basis element",
        )


@op_definition
class IfOp(OdsOperation):
    """A region that runs if an integer set contains the operands."""

    name = "affine.if"

    args = var_operand_def(Index)
    res = var_result_def(AnyType)
    then_region = region_def("single_block")
    else_region = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` set(%dim, ...)[%symbol, ...] -> types { ... } else { ... } {...}`."""
        position = parser.pos
        condition = parser.parse_attribute()
        if not isinstance(condition, AffineSetAttr):
            parser.raise_error("invalid kind of attribute specified", position)
        operands = parse_dims_and_symbols(parser)
        types = parse_result_types(parser)
        then = _parse_region(parser)
        otherwise = Region()
        if parser.parse_optional_keyword("else") is not None:
            otherwise = _parse_region(parser)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=operands,
            result_types=types,
            attributes={"condition": condition, **attributes},
            regions=[then, otherwise],
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        condition = cast(AffineSetAttr, self.attributes["condition"])
        printer.print_attribute(condition)
        print_dims_and_symbols(printer, self.operands, condition.data.num_dims)
        if self.results:
            is_one = len(self.results) == 1
            printer.print_string(" -> " if is_one else " -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string("" if is_one else ")")
        printer.print_string(" ")
        printer.print_region(self.then_region, False, False, bool(self.results))
        if self.else_region.blocks.first is not None:
            printer.print_string(" else ")
            printer.print_region(self.else_region, False, False, bool(self.results))
        shown = {name: each for name, each in self.attributes.items() if name != "condition"}
        printer.print_op_attributes(shown)

    def verify_op(self) -> None:
        """Check `affine.if`: there is an operand for each dimension and symbol of the set, and an
        else region if there are results.
        """
        condition = self.attributes.get("condition")
        if not isinstance(condition, AffineSetAttr):
            raise VerifyException("requires an integer set attribute named 'condition'")
        set_ = condition.data
        require_of(
            len(self.operands) == set_.num_dims + set_.num_symbols,
            "operand count and condition integer set dimension and symbol count must match",
        )
        require_of(
            not self.results or self.else_region.blocks.first is not None,
            "expects 'else' region if there are results",
        )


def _parse_region(parser: Parser) -> Region:
    region = parser.parse_region()
    if region.blocks.last is None:
        region.add_block(Block())
    block = cast(Block, region.blocks.last)
    if not isinstance(block.last_op, YieldOp):
        block.add_op(YieldOp.create())
    return region


OPERATIONS: tuple[type[OdsOperation], ...] = (
    ApplyOp,
    DelinearizeIndexOp,
    MaxOp,
    MinOp,
    IfOp,
)
