"""Operations of `memref` that xDSL lacks or defines without MLIR's syntax."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    MemoryAllocEffect,
    MemoryFreeEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    NoMemoryEffect,
    Pure,
    RecursiveMemoryEffect,
)

from ttmlir_py.dialects.upstream.checks.shapes import is_signless
from ttmlir_py.dialects.upstream.operations.types import (
    AnyMemRef,
    AnyType,
    Index,
    Inferred,
    InferringOperation,
    RankedMemRef,
    indices,
    only,
    require_in_place,
    require_of,
)
from ttmlir_py.dialects.upstream.syntax import parse_result_types
from ttmlir_py.ir.definition.constraints import (
    BoolAttr,
    Described,
    NonNegativeI64Attr,
)
from ttmlir_py.ir.definition.custom_form import complain, fail, parse_any_keyword
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import OdsOperation, Terminator, op_definition
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_integer_attr, is_memref_type
from ttmlir_py.ir.writing.attributes import quoted

_ATOMIC_KINDS = (
    *("addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu"),
    *("mulf", "muli", "ori", "andi", "maxnumf", "minnumf"),
)
"""The kinds of atomic updates. The index of a kind is its number in the IR."""

AtomicKind: Described[IntegerAttr] = Described(
    "allowed 64-bit signless integer cases: " + ", ".join(map(str, range(len(_ATOMIC_KINDS)))),
    lambda a: is_integer_attr(a) and a.type == i64 and 0 <= a.value.data < len(_ATOMIC_KINDS),
)
Number: Described[Attribute] = Described(
    "signless integer or floating-point",
    lambda a: is_signless(a) or (hasattr(a, "bitwidth") and not isinstance(a, IntegerType)),
)
LocalityHint: Described[IntegerAttr] = Described(
    "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
    lambda a: is_integer_attr(a) and a.type == i32 and 0 <= a.value.data <= 3,
)


def _parse_indices(parser: Parser) -> list[SSAValue]:
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    return [parser.resolve_operand(each, IndexType()) for each in operands]


def _print_indices(printer: Printer, values: Sequence[SSAValue]) -> None:
    printer.print_string("[")
    printer.print_list(values, printer.print_ssa_value)
    printer.print_string("]")


@op_definition
class RankOp(InferringOperation):
    """The number of dimensions of a memref, which may be unranked."""

    name = "memref.rank"
    FORM: ClassVar[str] = "$memref attr-dict `:` type($memref)"
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"result": only(IndexType())}

    memref = operand_def(AnyMemRef)
    result = result_def(Index)
    traits = traits_def(Pure())

    def fold(self) -> Sequence[Attribute] | None:
        """Return the rank if it is known."""
        type_ = self.memref.type
        if not is_memref_type(type_):
            return None
        return [IntegerAttr.from_index_int_value(type_.get_num_dims())]


@op_definition
class ExtractAlignedPointerAsIndexOp(InferringOperation):
    """The address of a memref's aligned buffer."""

    name = "memref.extract_aligned_pointer_as_index"
    RESULT_NAMES: ClassVar[ResultNames] = "intptr"
    FORM: ClassVar[str] = "$source `:` type($source) `->` type($aligned_pointer) attr-dict"

    source = operand_def(AnyMemRef)
    aligned_pointer = result_def(Index)
    traits = traits_def(Pure())


@op_definition
class AssumeAlignmentOp(FormattedOperation):
    """The promise that a memref's buffer is aligned."""

    name = "memref.assume_alignment"
    FORM: ClassVar[str] = "$memref `,` $alignment attr-dict `:` type($memref)"

    memref = operand_def(RankedMemRef)
    alignment = prop_def(
        Described(
            "32-bit signless integer attribute whose value is positive",
            lambda a: is_integer_attr(a) and a.type == i32 and a.value.data > 0,
            lambda a: is_integer_attr(a),
            i32,
        )
    )

    def verify_op(self) -> None:
        """Check that the alignment is a power of two."""
        value = cast(Any, self.alignment).value.data
        require_of(value & (value - 1) == 0, "alignment must be power of 2")


@op_definition
class AtomicRMWOp(OdsOperation):
    """An element that is read, combined with a value and written, in one step."""

    name = "memref.atomic_rmw"

    kind = prop_def(AtomicKind)
    value = operand_def(Number)
    memref = operand_def(
        Described(
            "memref of signless integer or floating-point values",
            lambda a: is_memref_type(a) and Number.predicate(a.element_type),
        )
    )
    indices = var_operand_def(Index)
    result = result_def(Number)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` kind %value, %memref[...] {...} : (type, type) -> type`."""
        position = parser.pos
        kind = parse_any_keyword(parser)
        if kind not in _ATOMIC_KINDS:
            complain(
                parser,
                f"expected string or keyword containing one of the following enum values for "
                f"attribute 'kind' [{', '.join(_ATOMIC_KINDS)}]",
                position,
            )
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        memref = parser.parse_unresolved_operand()
        places = _parse_indices(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        parser.parse_punctuation("(")
        operand = parser.resolve_operand(value, parser.parse_type())
        parser.parse_punctuation(",")
        target = parser.resolve_operand(memref, parser.parse_type())
        parser.parse_punctuation(")")
        parser.parse_punctuation("->")
        return cls.create(
            operands=[operand, target, *places],
            result_types=[parser.parse_type()],
            properties={"kind": IntegerAttr(_ATOMIC_KINDS.index(kind), i64)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(f" {_ATOMIC_KINDS[self.kind.value.data]} ")
        printer.print_list((self.value, self.memref), printer.print_ssa_value)
        _print_indices(printer, self.indices)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : (")
        printer.print_list(
            (self.value, self.memref), lambda each: printer.print_attribute(each.type)
        )
        printer.print_string(") -> ")
        printer.print_attribute(self.result.type)

    def verify_op(self) -> None:
        """Check `memref.atomic_rmw`: each dimension has an index, and the value has the element
        type of the memref, which the kind supports.
        """
        type_, value = cast(Any, self.memref.type), self.value.type
        require_of(
            value == type_.element_type,
            "failed to verify that value type matches element type of memref",
        )
        require_of(
            self.result.type == value, "failed to verify that all of {value, result} have same type"
        )
        require_of(
            len(self.indices) == type_.get_num_dims(),
            "expects the number of subscripts to be equal to memref rank",
        )
        kind = _ATOMIC_KINDS[self.kind.value.data]
        if kind.endswith("f"):
            require_of(
                not isinstance(value, IntegerType),
                f"with kind '{kind}' expects a floating-point type",
            )
        elif kind != "assign":
            require_of(
                isinstance(value, IntegerType), f"with kind '{kind}' expects an integer type"
            )


@op_definition
class AtomicYieldOp(FormattedOperation, Terminator):
    """The new value of an element."""

    name = "memref.atomic_yield"
    FORM: ClassVar[str] = "$result attr-dict `:` type($result)"

    result = operand_def(AnyType)
    traits = traits_def(Pure(), IsTerminator())

    def verify_op(self) -> None:
        """Check `memref.atomic_yield`: the parent is a `memref.generic_atomic_rmw` with a result of
        the same type.
        """
        parent = self.parent_op()
        require_of(
            isinstance(parent, GenericAtomicRMWOp), "expects parent op 'memref.generic_atomic_rmw'"
        )
        expected = cast(Any, parent).result.type
        require_of(
            self.result.type == expected,
            f"types mismatch between yield op: {quoted(self.result.type)} and its parent: "
            f"{quoted(expected)}",
        )


@op_definition
class GenericAtomicRMWOp(OdsOperation):
    """An element that is read, updated by a region and written, in one step."""

    name = "memref.generic_atomic_rmw"

    memref = operand_def(
        Described(
            "memref of signless integer or floating-point values",
            lambda a: is_memref_type(a) and Number.predicate(a.element_type),
        )
    )
    indices = var_operand_def(Index)
    result = result_def(Number)
    atomic_body = region_def()
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %memref[...] : type { ... } {...}`."""
        memref = parser.parse_unresolved_operand()
        places = _parse_indices(parser)
        position = parser.pos  # MLIR reports a type after a colon at the colon.
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        if not is_memref_type(type_):
            fail(parser, cls.name, "invalid kind of type specified", position)
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            operands=[parser.resolve_operand(memref, type_), *places],
            result_types=[type_.element_type],
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        _print_indices(printer, self.indices)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)
        printer.print_string(" ")
        printer.print_region(self.atomic_body)
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        """Check `memref.generic_atomic_rmw`: the body takes one element and has no side effects."""
        element = cast(Any, self.memref.type).element_type
        require_of(
            self.result.type == element,
            "failed to verify that result type matches element type of memref",
        )
        first = self.atomic_body.blocks.first
        arguments = [] if first is None else [each.type for each in first.args]
        require_of(len(arguments) == 1, "expected single number of entry block arguments")
        require_of(
            arguments[0] == self.result.type,
            "expected block argument of the same type result type",
        )
        allowed = all(
            op.has_trait(NoMemoryEffect, value_if_unregistered=False)
            or isinstance(op, AtomicYieldOp)
            for op in self.atomic_body.walk()
        )
        require_of(
            allowed,
            "body of 'memref.generic_atomic_rmw' should contain only operations with no side "
            "effects",
        )


@op_definition
class AllocaScopeReturnOp(FormattedOperation, Terminator):
    """The results of `memref.alloca_scope`."""

    name = "memref.alloca_scope.return"
    FORM: ClassVar[str] = "attr-dict ($results_^ `:` type($results_))?"

    results_ = var_operand_def(AnyType)
    traits = traits_def(Pure(), IsTerminator())

    def verify_op(self) -> None:
        """Check `memref.alloca_scope.return`: the parent is a `memref.alloca_scope`."""
        require_of(
            isinstance(self.parent_op(), AllocaScopeOp), "expects parent op 'memref.alloca_scope'"
        )


@op_definition
class AllocaScopeOp(OdsOperation):
    """A region at whose end its stack allocations are freed."""

    name = "memref.alloca_scope"

    results_ = var_result_def(AnyType)
    bodyRegion = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` -> (types) { ... } {...}`."""
        types = parse_result_types(parser)
        region = parser.parse_region()
        _end_scope(region)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(result_types=types, attributes=attributes, regions=[region])

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses, with the two spaces of MLIR's printer."""
        if self.results:
            printer.print_string("  -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" " if self.results else "  ")
        printer.print_region(self.bodyRegion, False, False, bool(self.results))
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        """Check `memref.alloca_scope`: the returned values have the types of the results."""
        for block in self.bodyRegion.blocks:
            end = block.last_op
            if isinstance(end, AllocaScopeReturnOp):
                _require_returned(end, self.result_types)


def _require_returned(end: AllocaScopeReturnOp, types: Sequence[Attribute]) -> None:
    given = [each.type for each in end.operands]
    edge = "from Region #0 to parent results"
    require_of(
        len(given) == len(types),
        f" region control flow edge {edge}: source has {len(given)} operands, but target successor "
        f"needs {len(types)}",
    )
    for number, (source, target) in enumerate(zip(given, types, strict=True)):
        require_of(
            source == target,
            f" along control flow edge {edge}: source type #{number} {quoted(source)} should match "
            f"input type #{number} {quoted(target)}",
        )


def _end_scope(region: Region) -> None:
    """Append the terminator that the text may omit."""
    if region.blocks.last is None:
        region.add_block(Block())
    block = cast(Block, region.blocks.last)
    last: Operation | None = block.last_op
    if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
        block.add_op(AllocaScopeReturnOp(operands=[[]]))


@op_definition
class PrefetchOp(OdsOperation):
    """The hint that an element will be read or written soon."""

    name = "memref.prefetch"

    memref = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    isWrite = prop_def(BoolAttr)
    localityHint = prop_def(LocalityHint)
    isDataCache = prop_def(BoolAttr)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %memref[...], read, locality<3>, data : type`."""
        memref = parser.parse_unresolved_operand()
        places = _parse_indices(parser)
        properties = parse_prefetch(parser)
        parser.parse_punctuation(":")
        value = parser.resolve_operand(memref, parser.parse_type())
        return cls.create(operands=[value, *places], properties=properties)

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        _print_indices(printer, self.indices)
        print_prefetch(printer, self)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)

    def verify_op(self) -> None:
        """Check `memref.prefetch`: there is one index per dimension."""
        require_of(
            len(self.indices) == cast(Any, self.memref.type).get_num_dims(), "too few indices"
        )


def parse_prefetch(parser: Parser) -> dict[str, Attribute]:
    """Parse the properties of a prefetch: `, read, locality<3>, data`."""

    def choose(words: Sequence[str], message: str) -> int:
        parser.parse_punctuation(",")
        position = parser.pos
        word = parse_any_keyword(parser)
        if word not in words:
            parser.raise_error(message, position)
        return words.index(word)

    is_write = choose(("read", "write"), "rw specifier has to be 'read' or 'write'")
    parser.parse_punctuation(",")
    parser.parse_keyword("locality")
    parser.parse_punctuation("<")
    locality = parser.parse_integer()
    parser.parse_punctuation(">")
    is_data = choose(("instr", "data"), "cache type has to be 'data' or 'instr'")
    return {
        "isWrite": IntegerAttr.from_bool(bool(is_write)),
        "localityHint": IntegerAttr(locality, i32),
        "isDataCache": IntegerAttr.from_bool(bool(is_data)),
    }


def print_prefetch(printer: Printer, op: Any) -> None:
    """Print the text that `parse_prefetch` parses."""
    access = "write" if op.isWrite.value.data else "read"
    cache = "data" if op.isDataCache.value.data else "instr"
    printer.print_string(f", {access}, locality<{op.localityHint.value.data}>, {cache}")


@op_definition
class ReallocOp(FormattedOperation):
    """A buffer of another size with the same elements."""

    name = "memref.realloc"
    FORM: ClassVar[str] = """$source (`(` $dynamicResultSize^ `)`)? attr-dict
        `:` type($source) `to` type($result)"""

    source = operand_def(
        Described("1D memref of any type values", lambda a: is_memref_type(a) and len(a.shape) == 1)
    )
    dynamicResultSize = opt_operand_def(Index)
    alignment = opt_prop_def(NonNegativeI64Attr)
    result = result_def(
        Described("1D memref of any type values", lambda a: is_memref_type(a) and len(a.shape) == 1)
    )
    traits = traits_def(MemoryAllocEffect(), MemoryFreeEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the form, whose size is an index."""

        def complete(form: Any) -> None:
            form.types["dynamicResultSize"] = indices("dynamicResultSize")(form)

        return cls.parse_form(parser, complete)

    def verify_op(self) -> None:
        """Check `memref.realloc`: the types differ only in their size, and a dynamic size has an
        operand.
        """
        source, result = cast(Any, self.source.type), cast(Any, self.result.type)
        for each, word in ((source, "source"), (result, "result")):
            require_in_place(
                self,
                isinstance(each.layout, NoneAttr) or _is_identity(each.layout),
                f"unsupported layout for {word} memref type {quoted(each)}",
            )
        require_in_place(
            self,
            source.memory_space == result.memory_space,
            "different memory spaces specified for source memref type "
            f"{quoted(source)} and result memref type {quoted(result)}",
        )
        require_in_place(
            self,
            source.element_type == result.element_type,
            "different element types specified for source memref type "
            f"{quoted(source)} and result memref type {quoted(result)}",
        )
        is_dynamic, has_size = (
            DYNAMIC_INDEX in result.get_shape(),
            self.dynamicResultSize is not None,
        )
        require_in_place(
            self,
            not is_dynamic or has_size,
            f"missing dimension operand for result type {quoted(result)}",
        )
        require_in_place(
            self,
            is_dynamic or not has_size,
            f"unnecessary dimension operand for result type {quoted(result)}",
        )


def _is_identity(layout: Any) -> bool:
    return isinstance(layout, AffineMapAttr) and layout.data == AffineMap.identity(
        layout.data.num_dims
    )


@op_definition
class ReshapeOp(FormattedOperation):
    """A memref with the same elements in a shape that another memref states."""

    name = "memref.reshape"
    RESULT_NAMES: ClassVar[ResultNames] = "reshape"
    FORM: ClassVar[str] = """$source `(` $shape `)` attr-dict
        `:` functional-type(operands, results)"""

    source = operand_def(AnyMemRef)
    shape = operand_def(
        Described(
            "1D memref of signless integer or index values",
            lambda a: (
                is_memref_type(a)
                and len(a.shape) == 1
                and (isinstance(a.element_type, IndexType) or is_signless(a.element_type))
            ),
        )
    )
    result = result_def(AnyMemRef)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `memref.reshape`: element types are equal, layouts are identities, and the shape
        operand has one element per dimension of the result.
        """
        source, shape, result = (
            cast(Any, each.type) for each in (self.source, self.shape, self.result)
        )
        require_of(
            source.element_type == result.element_type,
            "element types of source and destination memref types should be the same",
        )
        if is_memref_type(source):
            require_of(
                isinstance(source.layout, NoneAttr) or _is_identity(source.layout),
                "source memref type should have identity affine map",
            )
        if not is_memref_type(result):
            return
        count = shape.get_shape()[0]
        require_of(
            isinstance(result.layout, NoneAttr) or _is_identity(result.layout),
            "result memref type should have identity affine map",
        )
        require_of(
            count != DYNAMIC_INDEX,
            "cannot use shape operand with dynamic length to reshape to statically-ranked memref "
            "type",
        )
        require_of(
            count == result.get_num_dims(),
            "length of shape operand differs from the result's memref rank",
        )


@op_definition
class TransposeOp(OdsOperation):
    """A memref with its dimensions in another order, of the same buffer."""

    name = "memref.transpose"
    RESULT_NAMES: ClassVar[ResultNames] = "transpose"

    in_ = operand_def(RankedMemRef)
    permutation = prop_def(Described("AffineMap attribute", lambda a: isinstance(a, AffineMapAttr)))
    result = result_def(RankedMemRef)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %in (i, j) -> (j, i) {...} : type to type`."""
        operand = parser.parse_unresolved_operand()
        permutation = AffineMapAttr(parser.parse_affine_map())
        attributes = parser.parse_optional_attr_dict()
        position = parser.pos  # MLIR reports a type after a colon at the colon.
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        if not is_memref_type(type_):
            fail(parser, cls.name, "invalid kind of type specified", position)
        value = parser.resolve_operand(operand, type_)
        parser.parse_keyword("to")
        return cls.create(
            operands=[value],
            result_types=[parser.parse_type()],
            properties={"permutation": permutation},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_ssa_value(self.in_)
        printer.print_string(f" {cast(AffineMapAttr, self.permutation).data}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.in_.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)

    def verify_op(self) -> None:
        """Check `memref.transpose`: the map is a permutation of the dimensions, and the result has
        the permuted type.
        """
        map_, type_ = cast(AffineMapAttr, self.permutation).data, cast(Any, self.in_.type)
        order = [each.position for each in map_.results if isinstance(each, AffineDimExpr)]
        require_of(
            sorted(order) == list(range(map_.num_dims)) and len(order) == len(map_.results),
            "expected a permutation map",
        )
        require_of(
            map_.num_dims == type_.get_num_dims(),
            "expected a permutation map of same rank as the input",
        )
        expected, result = _transposed(type_, order), cast(Any, self.result.type)
        require_of(
            expected is None or _canonical(result) == _canonical(expected),
            f"result type {quoted(result)} is not equivalent to the canonical transposed input "
            f"type {quoted(expected or result)}",
        )


def _transposed(type_: MemRefType[Any], order: Sequence[int]) -> MemRefType[Any] | None:
    """Return the type of a transposed memref; None if its strides are unknown."""
    strides, offset = type_.get_strides(), type_.get_offset()
    if strides is None:
        return None
    layout = StridedLayoutAttr(
        [None if strides[each] is None else strides[each] for each in order], offset
    )
    shape = [type_.get_shape()[each] for each in order]
    return MemRefType(type_.element_type, shape, layout, type_.memory_space)


def _linear_layout(map_: AffineMap) -> tuple[list[int], int]:
    """Return the strides and the offset of a layout that is linear in the indices."""
    zeros = [0] * map_.num_dims
    (offset,) = map_.eval(zeros, [])
    units = [[int(dim == each) for each in range(map_.num_dims)] for dim in range(map_.num_dims)]
    return [map_.eval(unit, [])[0] - offset for unit in units], offset


def _canonical(type_: Any) -> tuple[Any, ...]:
    strides, offset = type_.get_strides(), type_.get_offset()
    layout = type_.layout
    if isinstance(layout, AffineMapAttr) and not layout.data.num_symbols:
        strides, offset = _linear_layout(layout.data)
    return (
        type_.element_type,
        type_.get_shape(),
        type_.memory_space,
        None if strides is None else tuple(strides),
        offset,
    )


OPERATIONS: tuple[type[OdsOperation], ...] = (
    RankOp,
    ExtractAlignedPointerAsIndexOp,
    AssumeAlignmentOp,
    AtomicRMWOp,
    AtomicYieldOp,
    GenericAtomicRMWOp,
    AllocaScopeReturnOp,
    AllocaScopeOp,
    PrefetchOp,
    ReallocOp,
    ReshapeOp,
    TransposeOp,
)
