"""Operations of `affine` whose text has affine expressions of values: accesses to memory and
parallel loops.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Self, cast

from xdsl.dialects.affine import YieldOp
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
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
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, RecursiveMemoryEffect

from ttmlir_py.dialects.upstream.operations.affine import MapAttribute
from ttmlir_py.dialects.upstream.operations.memref import (
    LocalityHint,
    parse_prefetch,
    print_prefetch,
)
from ttmlir_py.dialects.upstream.operations.types import (
    AnyType,
    AnyVector,
    Index,
    RankedMemRef,
    require_of,
)
from ttmlir_py.dialects.upstream.syntax import parse_result_types
from ttmlir_py.ir.affine import dim, expr_text, parse_affine_expression_of, symbol
from ttmlir_py.ir.definition.constraints import BoolAttr, Described
from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition
from ttmlir_py.ir.narrowing import is_array, is_integer_type

_KINDS = (
    *("addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu"),
    *("mulf", "muli", "ori", "andi", "maxnumf", "minnumf"),
)
"""The kinds of reductions. The index of a kind is its number in the IR."""
_NonZeroRank: Described[Any] = Described(
    AnyVector.description, lambda a: AnyVector.predicate(a) and bool(cast(Any, a).get_shape())
)


class ValueExpressions:
    """The values in affine expressions, collected while the expressions are parsed.

    Each value is a dimension of the map, or a symbol if the text says so.
    """

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.dims: dict[str, Any] = {}
        self.symbols: dict[str, Any] = {}

    def parse(self) -> AffineExpr:
        """Parse one expression."""
        return parse_affine_expression_of(self.parser, self._parse_optional_value)

    def _parse_optional_value(self) -> AffineExpr | None:
        if self.parser.parse_optional_keyword("symbol") is not None:
            self.parser.parse_punctuation("(")
            place = self._place(self.symbols, self.parser.parse_unresolved_operand())
            self.parser.parse_punctuation(")")
            return symbol(place)
        operand = self.parser.parse_optional_unresolved_operand()
        return None if operand is None else dim(self._place(self.dims, operand))

    @staticmethod
    def _place(values: dict[str, Any], operand: Any) -> int:
        values.setdefault(f"{operand.operand_name}#{operand.index}", operand)
        return list(values).index(f"{operand.operand_name}#{operand.index}")

    def operands(self) -> list[SSAValue]:
        """Return the values of dimensions, then those of symbols."""
        values = (*self.dims.values(), *self.symbols.values())
        return [self.parser.resolve_operand(each, IndexType()) for each in values]

    def map_of(self, results: Sequence[AffineExpr]) -> AffineMapAttr:
        """Return the map with the parsed expressions as results."""
        return AffineMapAttr(AffineMap(len(self.dims), len(self.symbols), tuple(results)))


def _text(printer: Printer, expression: AffineExpr, map_: AffineMap, values: Any) -> str:
    """Return the text of an affine expression in which values stand for dimensions and symbols."""

    def name(match: re.Match[str]) -> str:
        is_symbol, place = match[1] == "s", int(match[2])
        value = values[place + (map_.num_dims if is_symbol else 0)]
        text = cast(Any, printer).value_text(value)
        return f"symbol({text})" if is_symbol else text

    return re.sub(r"\b([ds])(\d+)\b", name, expr_text(expression))


class Access(NamedTuple):
    """The subscripts of an access."""

    map: AffineMapAttr
    operands: list[SSAValue]


def _parse_access(parser: Parser) -> Access:
    values = ValueExpressions(parser)
    results = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, values.parse)
    return Access(values.map_of(results), values.operands())


class _AccessOp(OdsOperation):
    """An operation on an element, or a vector of elements, of a memref."""

    def print_access(self, printer: Printer) -> None:
        """Print `%memref[...]`."""
        op = cast(Any, self)
        printer.print_ssa_value(op.memref)
        map_ = op.map.data
        texts = [_text(printer, each, map_, op.indices) for each in map_.results]
        printer.print_string(f"[{', '.join(texts)}]")

    def verify_op(self) -> None:
        """Check that the map has one result per dimension of the memref, and one input per
        subscript operand.
        """
        op = cast(Any, self)
        map_ = op.map.data
        require_of(
            len(map_.results) == op.memref.type.get_num_dims(),
            "affine map num results must equal memref rank",
        )
        require_of(
            map_.num_dims + map_.num_symbols == len(op.indices),
            "expects as many subscripts as affine map inputs",
        )


class _LoadOp(_AccessOp):
    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %memref[...] {...} : type`, and the type of a vector."""
        memref = parser.parse_unresolved_operand()
        access = _parse_access(parser)
        attributes = parser.parse_optional_attr_dict()
        position = parser.pos  # MLIR reports a type after a colon at the colon.
        parser.parse_punctuation(":")
        type_: Any = parser.parse_type()
        if not RankedMemRef.predicate(type_):
            fail(parser, cls.name, "invalid kind of type specified", position)
        result = type_.element_type
        if cls.name == "affine.vector_load":
            parser.parse_punctuation(",")
            result = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(memref, type_), *access.operands],
            result_types=[result],
            properties={"map": access.map},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        self.print_access(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)
        if self.name == "affine.vector_load":
            printer.print_string(", ")
            printer.print_attribute(self.results[0].type)

    def verify_op(self) -> None:
        """Check the map, and that the result has the element type of the memref."""
        super().verify_op()
        element = cast(Any, self.operands[0].type).element_type
        result = cast(Any, self.results[0].type)
        if self.name == "affine.load":
            require_of(result == element, "result type must match element type of memref")
        else:
            require_of(
                result.element_type == element,
                "requires memref and vector types of the same elemental type",
            )


@op_definition
class LoadOp(_LoadOp):
    """An element of a memref."""

    name = "affine.load"

    memref = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    map = prop_def(MapAttribute)
    result = result_def(AnyType)
    traits = traits_def(MemoryReadEffect())


@op_definition
class VectorLoadOp(_LoadOp):
    """Successive elements of a memref."""

    name = "affine.vector_load"

    memref = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    map = prop_def(MapAttribute)
    result = result_def(_NonZeroRank)
    traits = traits_def(MemoryReadEffect())


class _StoreOp(_AccessOp):
    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %value, %memref[...] {...} : type`, and the type of a vector."""
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        memref = parser.parse_unresolved_operand()
        access = _parse_access(parser)
        attributes = parser.parse_optional_attr_dict()
        position = parser.pos  # MLIR reports a type after a colon at the colon.
        parser.parse_punctuation(":")
        type_: Any = parser.parse_type()
        if not RankedMemRef.predicate(type_):
            fail(parser, cls.name, "invalid kind of type specified", position)
        stored = type_.element_type
        if cls.name == "affine.vector_store":
            parser.parse_punctuation(",")
            stored = parser.parse_type()
        operands = [parser.resolve_operand(value, stored), parser.resolve_operand(memref, type_)]
        return cls.create(
            operands=[*operands, *access.operands],
            properties={"map": access.map},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_ssa_value(self.operands[0])
        printer.print_string(", ")
        self.print_access(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[1].type)
        if self.name == "affine.vector_store":
            printer.print_string(", ")
            printer.print_attribute(self.operands[0].type)

    def verify_op(self) -> None:
        """Check the map, and that the stored value has the element type of the memref."""
        super().verify_op()
        element = cast(Any, self.operands[1].type).element_type
        value = cast(Any, self.operands[0].type)
        if self.name == "affine.store":
            require_of(
                value == element, "value to store must have the same type as memref element type"
            )
        else:
            require_of(
                value.element_type == element,
                "requires memref and vector types of the same elemental type",
            )


@op_definition
class StoreOp(_StoreOp):
    """A store to an element of a memref."""

    name = "affine.store"

    value = operand_def(AnyType)
    memref = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    map = prop_def(MapAttribute)
    traits = traits_def(MemoryWriteEffect())


@op_definition
class VectorStoreOp(_StoreOp):
    """A store to successive elements of a memref."""

    name = "affine.vector_store"

    value = operand_def(_NonZeroRank)
    memref = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    map = prop_def(MapAttribute)
    traits = traits_def(MemoryWriteEffect())


@op_definition
class PrefetchOp(_AccessOp):
    """The hint that an element will be read or written soon."""

    name = "affine.prefetch"

    memref = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    isWrite = prop_def(BoolAttr)
    localityHint = prop_def(LocalityHint)
    isDataCache = prop_def(BoolAttr)
    map = prop_def(MapAttribute)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %memref[...], read, locality<3>, data {...} : type`."""
        memref = parser.parse_unresolved_operand()
        access = _parse_access(parser)
        properties = parse_prefetch(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(memref, parser.parse_type())
        return cls.create(
            operands=[value, *access.operands],
            properties={**properties, "map": access.map},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        self.print_access(printer)
        print_prefetch(printer, self)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)


class _Bounds(NamedTuple):
    """The lower or upper bounds of a parallel loop: expressions in groups, one per dimension."""

    values: ValueExpressions
    results: list[AffineExpr]
    groups: list[int]


def _parse_bounds(parser: Parser, keyword: str) -> _Bounds:
    bounds = _Bounds(ValueExpressions(parser), [], [])

    def parse_group() -> None:
        if parser.parse_optional_keyword(keyword) is None:
            bounds.results.append(bounds.values.parse())
            bounds.groups.append(1)
            return
        found = parser.parse_comma_separated_list(parser.Delimiter.PAREN, bounds.values.parse)
        bounds.results.extend(found)
        bounds.groups.append(len(found))

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_group)
    return bounds


def _counts(values: Sequence[int]) -> DenseIntOrFPElementsAttr:
    type_: Any = TensorType(i32, [len(values)])
    return DenseIntOrFPElementsAttr.from_list(type_, list(values))


def _is_counts(attribute: Attribute) -> bool:
    return isinstance(attribute, DenseIntOrFPElementsAttr)


_Counts: Described[Any] = Described(
    "32-bit signless integer elements attribute",
    lambda a: _is_counts(a) and cast(Any, a).get_element_type() == i32,
)
_Array: Described[ArrayAttr[Any]] = Described("array attribute", is_array)


def _parse_kind(parser: Parser) -> int:
    position = parser.pos
    word = parser.parse_str_literal()
    if word not in _KINDS:
        parser.raise_error(f'invalid reduction value: "{word}"', position)
    return _KINDS.index(word)


@op_definition
class ParallelOp(OdsOperation):
    """A loop over a box of indices whose iterations may run in any order."""

    name = "affine.parallel"

    map_operands = var_operand_def(Index)
    reductions = prop_def(_Array)
    lowerBoundsMap = prop_def(MapAttribute)
    lowerBoundsGroups = prop_def(_Counts)
    upperBoundsMap = prop_def(MapAttribute)
    upperBoundsGroups = prop_def(_Counts)
    steps = prop_def(_Array)
    res = var_result_def(AnyType)
    body = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` (%i, ...) = (bounds) to (bounds) step (...) reduce (...) -> (types) {...}`."""
        paren = parser.Delimiter.PAREN
        names = parser.parse_comma_separated_list(
            paren, lambda: parser.parse_argument(expect_type=False)
        )
        parser.parse_punctuation("=")
        lower = _parse_bounds(parser, "max")
        parser.parse_keyword("to")
        upper = _parse_bounds(parser, "min")
        steps = [1] * len(names)
        if parser.parse_optional_keyword("step") is not None:
            steps = parser.parse_comma_separated_list(paren, parser.parse_integer)
        kinds: list[int] = []
        if parser.parse_optional_keyword("reduce") is not None:
            kinds = parser.parse_comma_separated_list(paren, lambda: _parse_kind(parser))
        types = parse_result_types(parser)
        region = parser.parse_region([each.resolve(IndexType()) for each in names])
        if region.blocks.last is None:
            region.add_block(Block(arg_types=[IndexType()] * len(names)))
        block = region.block
        if not isinstance(block.last_op, YieldOp):
            block.add_op(YieldOp.create())
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=[*lower.values.operands(), *upper.values.operands()],
            result_types=types,
            properties={
                "reductions": ArrayAttr(IntegerAttr(each, i64) for each in kinds),
                "lowerBoundsMap": lower.values.map_of(lower.results),
                "lowerBoundsGroups": _counts(lower.groups),
                "upperBoundsMap": upper.values.map_of(upper.results),
                "upperBoundsGroups": _counts(upper.groups),
                "steps": ArrayAttr(IntegerAttr(each, i64) for each in steps),
            },
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        lower, upper = self.lowerBoundsMap.data, self.upperBoundsMap.data
        count = lower.num_dims + lower.num_symbols
        values = list(self.map_operands)
        printer.print_string(" (")
        printer.print_list(self.body.block.args, printer.print_ssa_value)
        printer.print_string(") = (")
        _print_bounds(printer, lower, self.lowerBoundsGroups, values[:count], "max")
        printer.print_string(") to (")
        _print_bounds(printer, upper, self.upperBoundsGroups, values[count:], "min")
        printer.print_string(")")
        steps = [each.value.data for each in self.steps]
        if any(each != 1 for each in steps):
            printer.print_string(f" step ({', '.join(map(str, steps))})")
        if self.results:
            words = [StringAttr(_KINDS[each]) for each in self._kinds()]
            printer.print_string(" reduce (")
            printer.print_list(words, printer.print_attribute)
            printer.print_string(") -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(self.body, False, False, bool(self.results))
        printer.print_op_attributes(self.attributes)

    def _kinds(self) -> list[int]:
        """Return the number that stands for the kind of each reduction in `reductions`."""
        return [each.value.data for each in self.reductions]

    def verify_op(self) -> None:
        """Check `affine.parallel`: each loop has a lower bound, an upper bound and a step, the maps
        match their operands, and each result has a reduction that its type allows.
        """
        rank = len(self.body.block.args)
        groups = [
            list(each.get_values()) for each in (self.lowerBoundsGroups, self.upperBoundsGroups)
        ]
        require_of(
            len(groups[0]) == len(groups[1]) == len(self.steps) == rank,
            f"the number of region arguments ({rank}) and the number of map groups for lower "
            f"({len(groups[0])}) and upper bound ({len(groups[1])}), and the number of steps "
            f"({len(self.steps)}) must all match",
        )
        maps = (self.lowerBoundsMap.data, self.upperBoundsMap.data)
        for word, map_, counts in zip(("lower", "upper"), maps, groups, strict=True):
            require_of(
                sum(counts) == len(map_.results),
                f"expected {word} bounds map to have {sum(counts)} results",
            )
        require_of(
            sum(each.num_dims + each.num_symbols for each in maps) == len(self.operands),
            "operand count and affine map dimension and symbol count must match",
        )
        require_of(
            len(self.reductions) == len(self.results),
            "a reduction must be specified for each output",
        )
        for kind, type_ in zip(self._kinds(), self.result_types, strict=True):
            name = _KINDS[kind]
            require_of(
                name == "assign" or name.endswith("f") != is_integer_type(type_),
                "result type cannot match reduction attribute",
            )


def _print_bounds(
    printer: Printer, map_: AffineMap, groups: Any, values: Sequence[SSAValue], keyword: str
) -> None:
    results = [_text(printer, each, map_, values) for each in map_.results]
    texts: list[str] = []
    for count in groups.get_values():
        group, results = results[:count], results[count:]
        texts.append(group[0] if count == 1 else f"{keyword}({', '.join(group)})")
    printer.print_string(", ".join(texts))


OPERATIONS: tuple[type[OdsOperation], ...] = (
    LoadOp,
    VectorLoadOp,
    StoreOp,
    VectorStoreOp,
    PrefetchOp,
    ParallelOp,
)
