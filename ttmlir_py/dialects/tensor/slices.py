"""Operations of the `tensor` dialect that xDSL lacks: slices, padding into tiles, and shapes."""

from collections.abc import Sequence
from math import ceil
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from ttmlir_py.dialects.upstream.checks.shapes import is_signless
from ttmlir_py.dialects.upstream.operations.dynamic_indices import (
    DYNAMIC_INDEX_LIST,
    parse_mixed_indices,
    print_mixed_indices,
)
from ttmlir_py.dialects.upstream.operations.types import (
    AnyTensor,
    AnyType,
    Index,
    RankedTensor,
    require_in_place,
    require_of,
)
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, Described
from ttmlir_py.ir.definition.custom_form import parse_i64_list
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    DestinationStyle,
    OdsOperation,
    op_definition,
)
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted


@op_definition
class ParallelInsertSliceOp(FormattedOperation):
    """A write of a tensor into a slice of a shared output of `scf.forall`."""

    name = "tensor.parallel_insert_slice"
    irdl_options = SEGMENTED_OPERANDS
    DIRECTIVES: ClassVar[Any] = DYNAMIC_INDEX_LIST
    FORM: ClassVar[str] = """$source `into` $dest ``
        custom<DynamicIndexList>($offsets, $static_offsets)
        custom<DynamicIndexList>($sizes, $static_sizes)
        custom<DynamicIndexList>($strides, $static_strides)
        attr-dict `:` type($source) `into` type($dest)"""

    source = operand_def(RankedTensor)
    dest = operand_def(RankedTensor)
    offsets = var_operand_def(Index)
    sizes = var_operand_def(Index)
    strides = var_operand_def(Index)
    static_offsets = prop_def(DenseI64ArrayAttr)
    static_sizes = prop_def(DenseI64ArrayAttr)
    static_strides = prop_def(DenseI64ArrayAttr)

    def verify_op(self) -> None:
        """Check `tensor.parallel_insert_slice`: the parent is `scf.forall.in_parallel`, each
        dimension has an offset, a size and a stride, and the source has the type of the slice.
        """
        parent = self.parent_op()
        require_in_place(
            self,
            parent is not None and parent.name == "scf.forall.in_parallel",
            "expected ParallelCombiningOpInterface parent, got: "
            f"'{parent.name if parent is not None else None}'",
        )
        dest = cast(Any, self.dest.type)
        rank = dest.get_num_dims()
        for word, operands, static in (
            ("offset", self.offsets, self.static_offsets),
            ("size", self.sizes, self.static_sizes),
            ("stride", self.strides, self.static_strides),
        ):
            values = static.get_values()
            require_in_place(
                self, len(values) == rank, f"expected {rank} {word} values, got {len(values)}"
            )
            dynamic = sum(each == DYNAMIC_INDEX for each in values)
            require_in_place(
                self, dynamic == len(operands), f"expected {dynamic} dynamic {word} values"
            )
        self._verify_source(dest)

    def _verify_source(self, dest: TensorType[Attribute]) -> None:
        """Check that the source has the sizes of the slice, or lacks some dimensions of size 1."""
        source, sizes = cast(Any, self.source.type), self.static_sizes.get_values()
        expected = TensorType(dest.element_type, sizes)
        kept = list(source.get_shape())
        for size in sizes:
            if kept and kept[0] == size:
                kept.pop(0)
            elif size != 1:
                kept = [-1]
                break
        require_in_place(
            self,
            not kept,
            f"expected type to be {quoted(expected)} or a rank-reduced version. (size mismatch) ",
        )
        require_in_place(
            self,
            source.element_type == dest.element_type,
            f"expected element type to be {quoted(dest.element_type)}",
        )


class _RelayoutOp(DestinationStyle):
    """A tensor with some dimensions in tiles, or back."""

    DPS_INITS: ClassVar[str] = "dest"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %source padding_value(%p : type) outer_dims_perm = [...] inner_dims_pos = [...]
        inner_tiles = [...] into %dest {...} : type -> type`.
        """
        source = parser.parse_unresolved_operand()
        padding: list[Any] = []
        can_pad = cls.name == "tensor.pack"
        if can_pad and parser.parse_optional_keyword("padding_value") is not None:
            parser.parse_punctuation("(")
            operand = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            padding.append(parser.resolve_operand(operand, parser.parse_type()))
            parser.parse_punctuation(")")
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("outer_dims_perm") is not None:
            parser.parse_punctuation("=")
            properties["outer_dims_perm"] = DenseArrayBase.from_list(i64, parse_i64_list(parser))
        parser.parse_keyword("inner_dims_pos")
        parser.parse_punctuation("=")
        properties["inner_dims_pos"] = DenseArrayBase.from_list(i64, parse_i64_list(parser))
        parser.parse_keyword("inner_tiles")
        parser.parse_punctuation("=")
        tiles = parse_mixed_indices(parser, parser.Delimiter.SQUARE)
        properties["static_inner_tiles"] = DenseArrayBase.from_list(i64, tiles.static)
        parser.parse_keyword("into")
        dest = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(source, parser.parse_type())
        parser.parse_punctuation("->")
        type_ = parser.parse_type()
        if can_pad:
            sizes = [1, 1, len(padding), len(tiles.operands)]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        return cls.create(
            operands=[value, parser.resolve_operand(dest, type_), *padding, *tiles.operands],
            result_types=[type_],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        op = cast(Any, self)
        printer.print_string(" ")
        printer.print_ssa_value(op.source)
        if getattr(op, "padding_value", None) is not None:
            printer.print_string(" padding_value(")
            printer.print_ssa_value(op.padding_value)
            printer.print_string(" : ")
            printer.print_attribute(op.padding_value.type)
            printer.print_string(")")
        if op.outer_dims_perm is not None and op.outer_dims_perm.get_values():
            printer.print_string(f" outer_dims_perm = {list(op.outer_dims_perm.get_values())}")
        printer.print_string(f" inner_dims_pos = {list(op.inner_dims_pos.get_values())}")
        printer.print_string(" inner_tiles = ")
        print_mixed_indices(printer, op.inner_tiles, op.static_inner_tiles.get_values())
        printer.print_string(" into ")
        printer.print_ssa_value(op.dest)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(op.source.type)
        printer.print_string(" -> ")
        printer.print_attribute(op.dest.type)

    def verify_layout(self, plain: Any, packed: Any) -> None:
        """Check tiles and dimensions against the types of the plain and the packed tensor."""
        op = cast(Any, self)
        tiles, positions = op.static_inner_tiles.get_values(), op.inner_dims_pos.get_values()
        order = op.outer_dims_perm.get_values() if op.outer_dims_perm is not None else ()
        dynamic = sum(each == DYNAMIC_INDEX for each in tiles)
        shape, whole = plain.get_shape(), packed.get_shape()
        require_in_place(self, 0 not in tiles, "invalid zero tile factor")
        require_in_place(self, _are_places(positions, len(shape)), "invalid inner_dims_pos vector")
        require_in_place(self, _are_places(order, len(shape)), "invalid outer_dims_perm vector")
        require_in_place(
            self,
            not order or len(order) == len(shape),
            "outer_dims_perm must be a permutation or empty",
        )
        require_in_place(
            self,
            len(shape) + len(tiles) == len(whole) and len(tiles) == len(positions),
            "packed rank must equal unpacked rank + tiling factors",
        )
        outer = list(shape)
        for place, tile in zip(positions, tiles, strict=True):
            is_known = DYNAMIC_INDEX not in (outer[place], tile)
            outer[place] = ceil(outer[place] / tile) if is_known else DYNAMIC_INDEX
        expected = [outer[place] for place in order or range(len(outer))]
        require_in_place(
            self,
            _fits(expected, whole[: len(shape)]),
            "the shape of output is not large enough to hold the packed data. Expected at least "
            f"{quoted(TensorType(plain.element_type, (*expected, *tiles)))}, got {quoted(packed)}",
        )
        require_in_place(
            self,
            all(
                size in (tile, DYNAMIC_INDEX)
                for tile, size in zip(tiles, whole[len(shape) :], strict=True)
            ),
            "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed "
            "type",
        )
        require_in_place(
            self,
            len(op.inner_tiles) == dynamic,
            "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed "
            "type",
        )


def _are_places(values: Sequence[int], rank: int) -> bool:
    return len(set(values)) == len(values) and all(0 <= each < rank for each in values)


def _fits(needed: Sequence[int], given: Sequence[int]) -> bool:
    return all(DYNAMIC_INDEX in (a, b) or a <= b for a, b in zip(needed, given, strict=True))


@op_definition
class PackOp(_RelayoutOp):
    """A tensor with some dimensions split into tiles, which become the innermost dimensions."""

    name = "tensor.pack"
    RESULT_NAMES: ClassVar[ResultNames] = "pack"
    irdl_options = SEGMENTED_OPERANDS

    source = operand_def(RankedTensor)
    dest = operand_def(RankedTensor)
    padding_value = opt_operand_def(AnyType)
    inner_tiles = var_operand_def(Index)
    outer_dims_perm = opt_prop_def(DenseI64ArrayAttr)
    inner_dims_pos = prop_def(DenseI64ArrayAttr)
    static_inner_tiles = prop_def(DenseI64ArrayAttr)
    result = result_def(RankedTensor)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `tensor.pack`: tiles match the types of source and result, and are full unless
        there is a padding value.
        """
        source, dest = cast(Any, self.source.type), cast(Any, self.dest.type)
        self.verify_layout(source, dest)
        if self.padding_value is not None:
            require_of(
                self.padding_value.type == source.element_type,
                f"expected padding_value has {quoted(source.element_type)} but got: "
                f"{quoted(self.padding_value.type)}",
            )
            return
        tiles, positions = self.static_inner_tiles.get_values(), self.inner_dims_pos.get_values()
        sizes = source.get_shape()
        require_in_place(
            self,
            all(
                DYNAMIC_INDEX in (tile, sizes[place]) or sizes[place] % tile == 0
                for tile, place in zip(tiles, positions, strict=True)
            ),
            "invalid tile factor or output size provided. Only full tiles are supported when "
            "padding_value is not set",
        )


@op_definition
class UnPackOp(_RelayoutOp):
    """The inverse of `tensor.pack`."""

    name = "tensor.unpack"
    RESULT_NAMES: ClassVar[ResultNames] = "unpack"

    source = operand_def(RankedTensor)
    dest = operand_def(RankedTensor)
    inner_tiles = var_operand_def(Index)
    outer_dims_perm = opt_prop_def(DenseI64ArrayAttr)
    inner_dims_pos = prop_def(DenseI64ArrayAttr)
    static_inner_tiles = prop_def(DenseI64ArrayAttr)
    result = result_def(RankedTensor)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `tensor.unpack`: tiles match the types of source and result."""
        self.verify_layout(self.dest.type, self.source.type)


def _is_shape(type_: Attribute) -> bool:
    return (
        is_tensor_type(type_)
        and type_.get_num_dims() == 1
        and (isinstance(type_.element_type, IndexType) or is_signless(type_.element_type))
    )


@op_definition
class ReshapeOp(FormattedOperation):
    """A tensor with the same elements in a shape that another tensor states."""

    name = "tensor.reshape"
    RESULT_NAMES: ClassVar[ResultNames] = "reshape"
    FORM: ClassVar[str] = """$source `(` $shape `)` attr-dict
        `:` functional-type(operands, results)"""

    source = operand_def(AnyTensor)
    shape = operand_def(Described("1D tensor of signless integer or index values", _is_shape))
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `tensor.reshape`: source and result have the same element type and number of
        elements, and the shape operand has one element per dimension of the result.
        """
        source, shape, result = (
            cast(Any, each.type) for each in (self.source, self.shape, self.result)
        )
        require_of(
            source.element_type == result.element_type,
            "element types of source and destination tensor types should be the same",
        )
        count = shape.get_shape()[0]
        if not is_tensor_type(result):
            return
        sizes = result.get_shape()
        if is_tensor_type(source) and DYNAMIC_INDEX not in (*source.get_shape(), *sizes):
            require_of(
                _product(source.get_shape()) == _product(sizes),
                "source and destination tensor should have the same number of elements",
            )
        require_of(
            count != DYNAMIC_INDEX,
            "cannot use shape operand with dynamic length to reshape to statically-ranked tensor "
            "type",
        )
        require_of(
            count == len(sizes),
            "length of shape operand differs from the result's tensor rank",
        )


def _product(sizes: Sequence[int]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product


OPERATIONS: tuple[type[OdsOperation], ...] = (ParallelInsertSliceOp, PackOp, UnPackOp, ReshapeOp)
