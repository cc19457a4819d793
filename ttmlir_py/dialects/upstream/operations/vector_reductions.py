"""Operations of `vector` that multiply or combine elements."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
)
from xdsl.dialects.vector import CombiningKindAttr, CombiningKindFlag
from xdsl.ir import Attribute, Data
from xdsl.irdl import (
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.str_enum import StrEnum

from ttmlir_py.dialects.upstream.checks.vector import is_supported
from ttmlir_py.dialects.upstream.operations.types import (
    AnyType,
    AnyVector,
    Inferred,
    InferringOperation,
    element_type,
    require_of,
    same_as,
)
from ttmlir_py.dialects.upstream.operations.vector import (
    make_vector,
    require_element_types,
    scalable_dims,
    shape_of,
)
from ttmlir_py.ir.definition.constraints import (
    BoolAttr,
    DenseI64ArrayAttr,
    Described,
    I32Attr,
    I64Attr,
    array_of,
    attribute_of,
)
from ttmlir_py.ir.definition.custom_form import fail, op_position
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier, op_definition
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_array, is_vector_type
from ttmlir_py.ir.writing.attributes import quoted

KindAttr = attribute_of("vector.kind", "Kind of combining function for contractions and reductions")
_FLAT = "vector of signless integer or signed integer or index or floating-point values of ranks 1"
Flat: Described[Any] = Described(_FLAT, lambda a: is_vector_type(a) and a.get_num_dims() == 1)
ArrayAttribute: Described[ArrayAttr[Any]] = Described("array attribute", is_array)


class IteratorType(StrEnum):
    """The kind of a dimension of `vector.contract`."""

    PARALLEL = "parallel"
    REDUCTION = "reduction"


@irdl_attr_definition
class IteratorTypeAttr(Data[IteratorType]):
    """The kind of a dimension of `vector.contract`."""

    name = "vector.iterator_type"

    @classmethod
    def parse_parameter(cls, parser: Any) -> IteratorType:
        """Parse `<parallel>`."""
        with parser.in_angle_brackets():
            return parser.parse_str_enum(IteratorType)

    def print_parameter(self, printer: Printer) -> None:
        """Print `<parallel>`."""
        printer.print_string(f"<{self.data.value}>")


IteratorTypes = array_of(attribute_of("vector.iterator_type"), "Iterator type should be an enum.")


@op_definition
class ContractionOp(OdsOperation):
    """The sum (or another combination) of products of elements of two vectors."""

    name = "vector.contract"

    lhs = operand_def(AnyVector)
    rhs = operand_def(AnyVector)
    acc = operand_def(AnyType)
    indexing_maps = prop_def(ArrayAttribute)
    iterator_types = prop_def(IteratorTypes)
    kind = opt_prop_def(KindAttr, default_value=CombiningKindAttr(CombiningKindFlag.ADD))
    result = result_def(AnyType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` {...} %lhs, %rhs, %acc {...} : type, type into type`."""
        position = parser.pos
        traits = parser.parse_attribute()
        if not isinstance(traits, DictionaryAttr):
            parser.raise_error("expected dictionary attribute", position)
        properties = dict(traits.data)
        iterators = properties.get("iterator_types")
        if is_array(iterators):
            properties["iterator_types"] = ArrayAttr(
                IteratorTypeAttr(IteratorType(each.data)) if isinstance(each, StringAttr) else each
                for each in iterators
            )
        operands = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        parser.parse_punctuation(",")
        types.append(parser.parse_type())
        parser.parse_keyword("into")
        types.append(parser.parse_type())
        values = [parser.resolve_operand(*pair) for pair in zip(operands, types, strict=True)]
        properties.setdefault("kind", CombiningKindAttr(CombiningKindFlag.ADD))
        return cls.create(
            operands=values,
            result_types=types[2:],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        names = [StringAttr(each.data.value) for each in self.iterator_types]
        shown: dict[str, Attribute] = {
            "indexing_maps": self.indexing_maps,
            "iterator_types": ArrayAttr(names),
            "kind": cast(Attribute, self.kind),
        }
        printer.print_string(" ")
        printer.print_attribute(DictionaryAttr(shown))
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list((self.lhs, self.rhs), lambda each: printer.print_attribute(each.type))
        printer.print_string(" into ")
        printer.print_attribute(self.result.type)

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.contract`: each map is a projected permutation that matches its operand,
        sizes agree, and the kind fits the elements.
        """
        require_element_types(self, ("lhs", "rhs"), "lhs and rhs have same element type")
        require_element_types(
            self, ("acc", "result"), "third operand acc and result have same element type"
        )
        maps = list(self.indexing_maps)
        require_of(len(maps) == 3, "expected an indexing map for each vector operand")
        require_of(
            all(isinstance(each, AffineMapAttr) for each in maps),
            "expected an indexing map for each vector operand",
        )
        count = len(self.iterator_types)
        for number, (map_, value) in enumerate(zip(maps, self.operands, strict=True)):
            affine = map_.data
            require_of(
                affine.num_symbols == 0,
                f"expected indexing map {number} to have no symbols",
            )
            type_ = cast(Any, value.type)
            rank = type_.get_num_dims() if is_vector_type(type_) else 0
            require_of(
                affine.num_dims == count,
                f"expected indexing map {number} to have {count} number of inputs",
            )
            require_of(
                len(affine.results) == rank,
                f"expected indexing map {number} to have {rank} number of outputs",
            )
            dims = [getattr(each, "position", None) for each in affine.results]
            require_of(
                len(set(dims)) == len(dims) and None not in dims,
                f"expected indexing map {number} to be a projected permutation of its inputs",
            )
        self._verify_result(maps[2].data, self._verify_sizes(maps))
        self._verify_kind()

    def _verify_sizes(self, maps: Sequence[Any]) -> dict[int, int]:
        """Check that `lhs` and `rhs` have the same sizes in the dimensions that both have. Return
        the sizes by dimension.
        """
        left, right = (
            {
                each.position: size
                for each, size in zip(map_.data.results, shape_of(value), strict=True)
            }
            for map_, value in zip(maps, (self.lhs, self.rhs), strict=False)
        )
        shared = sorted(left.keys() & right.keys())
        contracted = [dim for dim in shared if self._is_reduction(dim)]
        require_of(bool(contracted), "expected at least one contracting dimension pair")
        for dims, word in ((contracted, "contracting"), (shared, "batch")):
            require_of(
                all(left[dim] == right[dim] for dim in dims), f"invalid {word} dimension map"
            )
        return left | right

    def _is_reduction(self, dim: int) -> bool:
        return self.iterator_types.data[dim].data is IteratorType.REDUCTION

    def _verify_kind(self) -> None:
        """Check that the kind of reduction exists for the element type."""
        require_of(
            is_supported(self.kind, element_type(self.result.type)), "unsupported contraction type"
        )

    def _verify_result(self, affine: Any, sizes: dict[int, int]) -> None:
        """Check that accumulator and result have the shape that the third map selects."""
        element = element_type(self.result.type)
        shape = [sizes.get(each.position, 0) for each in affine.results]
        expected = make_vector(element, shape) if shape else element
        is_valid = self.acc.type == self.result.type and (
            shape == [*shape_of(self.result)] if is_vector_type(self.result.type) else not shape
        )
        require_of(
            is_valid, f"invalid accumulator/result vector shape, expected: {quoted(expected)}"
        )


@op_definition
class MultiReductionOp(InferringOperation):
    """The combination of a vector's elements along some dimensions."""

    name = "vector.multi_reduction"
    FORM: ClassVar[str] = """$kind `,` $source `,` $acc attr-dict $reduction_dims
        `:` type($source) `to` type($dest)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"acc": same_as("dest")}

    kind = prop_def(KindAttr)
    source = operand_def(AnyVector)
    acc = operand_def(AnyType)
    reduction_dims = prop_def(DenseI64ArrayAttr)
    dest = result_def(AnyType)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.multi_reduction`: accumulator and result have the type of the source
        without the reduced dimensions.
        """
        require_of(
            self.acc.type == self.dest.type,
            "failed to verify that all of {dest, acc} have same type",
        )
        require_element_types(
            self, ("source", "dest"), "source operand and result have same element type"
        )
        type_ = cast(Any, self.source.type)
        dims = set(self.reduction_dims.get_values())
        kept = [
            each
            for dim, each in enumerate(zip(type_.get_shape(), scalable_dims(type_), strict=True))
            if dim not in dims
        ]
        expected: Any = type_.element_type
        if kept:
            sizes, flags = zip(*kept, strict=True)
            expected = make_vector(expected, sizes, flags)
        require_of(
            self.dest.type == expected,
            f"destination type {quoted(self.dest.type)} is incompatible with source type "
            f"{quoted(type_)}",
        )


@op_definition
class OuterProductOp(OdsOperation):
    """The products of all elements of a vector with all elements of another vector, or with a
    scalar.
    """

    name = "vector.outerproduct"

    lhs = operand_def(AnyVector)
    rhs = operand_def(AnyType)
    acc = opt_operand_def(AnyVector)
    kind = opt_prop_def(KindAttr, default_value=CombiningKindAttr(CombiningKindFlag.ADD))
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %lhs, %rhs, %acc {...} : type, type`."""
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        if len(operands) < 2:
            fail(parser, cls.name, "expected at least 2 operands", op_position(parser))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        left = cast(Any, parser.parse_type())
        parser.parse_punctuation(",")
        right = cast(Any, parser.parse_type())
        if not is_vector_type(left):
            fail(parser, cls.name, "expected vector type for operand #1", op_position(parser))
        both = (left, right) if is_vector_type(right) else (left,)
        shape = [size for each in both for size in cast(Any, each).get_shape()]
        flags = [flag for each in both for flag in scalable_dims(cast(Any, each))]
        result = make_vector(left.element_type, shape, flags)
        types = (left, right, result)[: len(operands)]
        values = [parser.resolve_operand(*pair) for pair in zip(operands, types, strict=True)]
        kind = attributes.pop("kind", CombiningKindAttr(CombiningKindFlag.ADD))
        return cls.create(
            operands=values,
            result_types=[result],
            properties={"kind": kind},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        shown = dict(self.attributes)
        if self.acc is not None and self.kind is not None:
            shown["kind"] = cast(Attribute, self.kind)
        printer.print_op_attributes(shown)
        printer.print_string(" : ")
        printer.print_list((self.lhs, self.rhs), lambda each: printer.print_attribute(each.type))

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.outerproduct`: operands have one dimension, and the result has one size per
        operand.
        """
        require_of(
            len({element_type(each.type) for each in (self.lhs, self.result)}) == 1,
            "failed to verify that lhs operand and result have same element type",
        )
        require_of(
            len({element_type(each.type) for each in (self.rhs, self.result)}) == 1,
            "failed to verify that rhs operand and result have same element type",
        )
        left, result = shape_of(self.lhs), shape_of(self.result)
        require_of(len(left) == 1, "expected 1-d vector for operand #1")
        if is_vector_type(self.rhs.type):
            right = shape_of(self.rhs)
            require_of(len(right) == 1, "expected 1-d vector for operand #2")
            require_of(len(result) == 2, "expected 2-d vector result")
            require_of(left[0] == result[0], "expected #1 operand dim to match result dim #1")
            require_of(right[0] == result[1], "expected #2 operand dim to match result dim #2")
        else:
            require_of(len(result) == 1, "expected 1-d vector result")
            require_of(left[0] == result[0], "expected #1 operand dim to match result dim #1")
        if self.acc is not None:
            require_of(
                self.acc.type == self.result.type, "expected operand #3 of same type as result type"
            )
        require_of(
            is_supported(self.kind, element_type(self.result.type)), "unsupported outerproduct type"
        )


@op_definition
class ScanOp(InferringOperation):
    """The running combination of the elements along a dimension, and its final value."""

    name = "vector.scan"
    RESULT_NAMES: ClassVar[ResultNames] = lambda _: (("dest", 1), ("accumulated_value", 1))
    FORM: ClassVar[str] = """$kind `,` $source `,` $initial_value attr-dict
        `:` type($source) `,` type($initial_value)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {
        "dest": same_as("source"),
        "accumulated_value": same_as("initial_value"),
    }

    kind = prop_def(KindAttr)
    source = operand_def(AnyVector)
    initial_value = operand_def(AnyVector)
    reduction_dim = prop_def(I64Attr)
    inclusive = prop_def(BoolAttr)
    dest = result_def(AnyVector)
    accumulated_value = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.scan`: the dimension exists, and the initial value has the shape of the
        source without it.
        """
        for pair in (("source", "dest"), ("initial_value", "accumulated_value")):
            require_of(
                len({getattr(self, each).type for each in pair}) == 1,
                f"failed to verify that all of {{{', '.join(pair)}}} have same type",
            )
        source, initial = shape_of(self.source), shape_of(self.initial_value)
        dim = self.reduction_dim.value.data
        require_of(
            dim < len(source), f"reduction dimension {dim} has to be less than {len(source)}"
        )
        require_of(
            len(initial) == len(source) - 1,
            f"initial value rank {len(initial)} has to be equal to {len(source) - 1}",
        )
        require_of(
            initial == (*source[:dim], *source[dim + 1 :]),
            "incompatible input/initial value shapes",
        )


@op_definition
class MatrixMultiplyOp(FormattedOperation):
    """The product of matrices in vectors of one dimension."""

    name = "vector.matrix_multiply"
    FORM: ClassVar[str] = """$lhs `,` $rhs attr-dict
        `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)"""

    lhs = operand_def(Flat)
    rhs = operand_def(Flat)
    lhs_rows = prop_def(I32Attr)
    lhs_columns = prop_def(I32Attr)
    rhs_columns = prop_def(I32Attr)
    res = result_def(Flat)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.matrix_multiply`: operands and result have the same element type."""
        require_element_types(self, ("lhs", "res"), "lhs operand and result have same element type")
        require_element_types(self, ("rhs", "res"), "rhs operand and result have same element type")


@op_definition
class FlatTransposeOp(FormattedOperation):
    """The transpose of a matrix in a vector of one dimension."""

    name = "vector.flat_transpose"
    FORM: ClassVar[str] = "$matrix attr-dict `:` type($matrix) `->` type($res)"

    matrix = operand_def(Flat)
    rows = prop_def(I32Attr)
    columns = prop_def(I32Attr)
    res = result_def(Flat)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.flat_transpose`: operand and result have the same element type."""
        require_element_types(
            self, ("matrix", "res"), "source operand and result have same element type"
        )


ATTRIBUTES = (IteratorTypeAttr,)
OPERATIONS = (
    ContractionOp,
    MultiReductionOp,
    OuterProductOp,
    ScanOp,
    MatrixMultiplyOp,
    FlatTransposeOp,
)
