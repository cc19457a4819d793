"""Operations of `vector` on values: shapes, slices, elements and masks."""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import ArrayAttr, IndexType, IntegerAttr, VectorType
from xdsl.ir import Attribute
from xdsl.irdl import (
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import Pure

from ttmlir_py.dialects.upstream.checks.shapes import is_number
from ttmlir_py.dialects.upstream.operations.types import (
    AnyType,
    AnyVector,
    BoolVector,
    Index,
    Inferred,
    InferringOperation,
    SignlessOrIndex,
    element_of,
    element_type,
    only,
    require_in_place,
    require_of,
    same_as,
    vector_of,
)
from ttmlir_py.ir.definition.constraints import (
    DenseI64ArrayAttr,
    Described,
    I64Attr,
    array_of,
)
from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.definition.operation_format import FormattedOperation, ParsedForm
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_vector_type
from ttmlir_py.ir.writing.attributes import quoted

I64ArrayAttr = array_of(I64Attr, "64-bit integer array attribute")


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the sizes of the dimensions of a vector value."""
    return value.type.get_shape()


def scalable_dims(type_: VectorType[Any]) -> list[bool]:
    """Return whether each dimension of a vector is scalable."""
    return [bool(each.value.data) for each in type_.scalable_dims]


def make_vector(element: Attribute, shape: Sequence[int], scalable: Sequence[bool] = ()) -> Any:
    """Return a vector type."""
    flags = [IntegerAttr.from_bool(each) for each in scalable or [False] * len(shape)]
    return VectorType(element, shape, ArrayAttr(flags))


def integers_of(array: ArrayAttr[Any]) -> list[int]:
    """Return the values of an array of integers."""
    return [each.value.data for each in array]


def require_element_types(op: Any, fields: Iterable[str], message: str) -> None:
    """Raise an error with `message` unless the values in `fields` have the same element type."""
    types = {element_type(getattr(op, field).type) for field in fields}
    require_of(len(types) == 1, f"failed to verify that {message}")


@op_definition
class SplatOp(InferringOperation):
    """A vector of equal elements."""

    name = "vector.splat"
    FORM: ClassVar[str] = "$input attr-dict `:` type($aggregate)"
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"input": element_of("aggregate")}

    input = operand_def(Described("integer/index/float type", is_number))
    aggregate = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.splat`: the input has the element type of the result."""
        require_element_types(
            self, ("input", "aggregate"), "operand type matches element type of result"
        )


@op_definition
class ShapeCastOp(FormattedOperation):
    """A vector with the same elements in another shape."""

    name = "vector.shape_cast"
    FORM: ClassVar[str] = "$source attr-dict `:` type($source) `to` type($result)"

    source = operand_def(AnyVector)
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.shape_cast`: the number and type of elements do not change, and each size
        of the shorter shape is a product of sizes of the longer one.
        """
        source, result = cast(Any, self.source.type), cast(Any, self.result.type)
        require_of(
            source.element_type == result.element_type,
            "source/result vectors must have same element type",
        )
        sizes: list[tuple[int, ...]] = [source.get_shape(), result.get_shape()]
        shapes = sorted(sizes, key=len)
        require_of(
            prod(shapes[0]) == prod(shapes[1]), "source/result number of elements must match"
        )
        if len(shapes[0]) != len(shapes[1]):
            require_of(_divides(*shapes), "invalid shape cast")
        counts = [sum(scalable_dims(each)) for each in (source, result)]
        require_of(
            counts[0] == counts[1],
            f"different number of scalable dims at source ({counts[0]}) and result ({counts[1]})",
        )


def _divides(short: Sequence[int], long: Sequence[int]) -> bool:
    """Whether each size of a shape is the product of consecutive sizes of another, longer shape."""
    rest = list(long)
    for size in short:
        product = 1
        while rest and (product < size or rest[0] == 1):
            product *= rest.pop(0)
        if product != size:
            return False
    return all(size == 1 for size in rest)


@op_definition
class TransposeOp(FormattedOperation):
    """A vector with its dimensions in another order."""

    name = "vector.transpose"
    FORM: ClassVar[str] = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    vector = operand_def(AnyVector)
    permutation = prop_def(DenseI64ArrayAttr)
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.transpose`: the permutation is valid, and the result has the permuted
        sizes.
        """
        require_element_types(
            self, ("vector", "result"), "operand and result have same element type"
        )
        source, result = shape_of(self.vector), shape_of(self.result)
        order = self.permutation.get_values()
        require_of(
            len(source) == len(result),
            f"vector result rank mismatch: {len(result)}",
        )
        require_of(
            len(order) == len(source),
            f"transposition length mismatch: {len(order)}",
        )
        seen = set[int]()
        for place, dim in enumerate(order):
            require_of(0 <= dim < len(source), f"transposition index out of range: {dim}")
            require_of(dim not in seen, f"duplicate position index: {dim}")
            seen.add(dim)
            require_of(result[place] == source[dim], f"dimension size mismatch at: {dim}")


@op_definition
class ConstantMaskOp(FormattedOperation):
    """A mask that is true below a constant bound in each dimension."""

    name = "vector.constant_mask"
    FORM: ClassVar[str] = "$mask_dim_sizes attr-dict `:` type($result)"

    mask_dim_sizes = prop_def(DenseI64ArrayAttr)
    result = result_def(BoolVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.constant_mask`: there is one bound per dimension, from 0 to its size. If
        one bound is 0, all are.
        """
        type_ = cast(Any, self.result.type)
        bounds, shape = self.mask_dim_sizes.get_values(), type_.get_shape()
        if not shape:
            require_in_place(
                self, len(bounds) == 1, "array attr must have length 1 for 0-D vectors"
            )
            require_in_place(
                self, bounds[0] in (0, 1), "mask dim size must be either 0 or 1 for 0-D vectors"
            )
            return
        require_of(
            len(bounds) == len(shape), "must specify array attr of size equal vector result rank"
        )
        for bound, size, is_scalable in zip(bounds, shape, scalable_dims(type_), strict=True):
            require_of(
                0 <= bound <= size,
                "array attr of size out of bounds of vector result dimension size",
            )
            require_of(
                not is_scalable or bound in (0, size),
                "only supports 'none set' or 'all set' scalable dimensions",
            )
        none = [bound == 0 for bound in bounds]
        require_of(
            all(none) or not any(none),
            "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask "
            "dim",
        )


@op_definition
class ExtractElementOp(InferringOperation):
    """An element of a vector of at most one dimension."""

    name = "vector.extractelement"
    FORM: ClassVar[str] = """$vector `[` ($position^ `:` type($position))? `]` attr-dict
        `:` type($vector)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"result": element_of("vector")}

    vector = operand_def(AnyVector)
    position = opt_operand_def(SignlessOrIndex)
    result = result_def(AnyType)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.extractelement`: the vector has at most one dimension, and the result has
        its element type.
        """
        require_of(
            self.result.type == element_type(self.vector.type),
            "failed to verify that result type matches element type of vector operand",
        )
        _verify_position(self.vector.type, self.position)


def _verify_position(type_: Any, position: object) -> None:
    rank = type_.get_num_dims()
    if rank == 0:
        require_of(position is None, "expected position to be empty with 0-D vector")
        return
    require_of(rank == 1, "unexpected >1 vector rank")
    require_of(position is not None, "expected position for 1-D vector")


@op_definition
class InsertElementOp(InferringOperation):
    """A vector of at most one dimension with another element at a position."""

    name = "vector.insertelement"
    FORM: ClassVar[str] = """$source `,` $dest `[` ($position^ `:` type($position))? `]` attr-dict
        `:` type($result)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {
        "source": element_of("result"),
        "dest": same_as("result"),
    }

    source = operand_def(AnyType)
    dest = operand_def(AnyVector)
    position = opt_operand_def(SignlessOrIndex)
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.insertelement`: the vector has at most one dimension, and the new element
        has its element type.
        """
        require_of(
            self.source.type == element_type(self.result.type),
            "failed to verify that source operand type matches element type of result",
        )
        require_of(
            self.dest.type == self.result.type,
            "failed to verify that all of {dest, result} have same type",
        )
        _verify_position(self.dest.type, self.position)


@op_definition
class FromElementsOp(FormattedOperation):
    """A vector of the given elements."""

    name = "vector.from_elements"
    FORM: ClassVar[str] = "$elements attr-dict `:` type($result)"

    elements = var_operand_def(AnyType)
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the form; require as many elements as the result has."""
        position = parser.pos

        def complete(form: ParsedForm) -> None:
            (type_,) = form.types["result"]
            given = form.operands["elements"]
            if is_vector_type(type_) and len(given) != prod(type_.get_shape()):
                message = f"{len(given)} operands present, but expected {prod(type_.get_shape())}"
                fail(parser, cls.name, message, position)
            form.types["elements"] = [element_type(type_)] * len(given)

        return cls.parse_form(parser, complete)

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.from_elements`: there is one operand of the right type for each element."""
        type_ = cast(Any, self.result.type)
        require_of(
            not any(scalable_dims(type_)),
            f"result #0 must be fixed-length vector of any type values, but got {quoted(type_)}",
        )
        expected = [type_.element_type] * prod(type_.get_shape())
        require_of(
            [each.type for each in self.elements] == expected,
            "failed to verify that operand types match result element type",
        )


@op_definition
class ExtractStridedSliceOp(FormattedOperation):
    """A slice of the leading dimensions of a vector."""

    name = "vector.extract_strided_slice"
    FORM: ClassVar[str] = "$vector attr-dict `:` type($vector) `to` type($result)"

    vector = operand_def(AnyVector)
    offsets = prop_def(I64ArrayAttr)
    sizes = prop_def(I64ArrayAttr)
    strides = prop_def(I64ArrayAttr)
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.extract_strided_slice`: the slice is within the vector, strides are 1, and
        the result has the type of the slice.
        """
        require_element_types(
            self, ("vector", "result"), "operand and result have same element type"
        )
        type_ = cast(Any, self.vector.type)
        shape = type_.get_shape()
        lists = [integers_of(each) for each in (self.offsets, self.sizes, self.strides)]
        offsets, sizes, strides = lists
        require_of(
            len(offsets) == len(sizes) == len(strides),
            "expected offsets, sizes and strides attributes of same size",
        )
        for name, values in zip(("offsets", "sizes", "strides"), lists, strict=True):
            require_of(
                len(values) <= len(shape),
                f"expected {name} attribute of rank no greater than vector rank",
            )
        _require_range(offsets, shape, "offsets", 0, 0)
        _require_range(sizes, shape, "sizes", 1, 1)
        require_of(all(each == 1 for each in strides), "expected strides to be confined to [1, 2)")
        _require_sums(offsets, sizes, shape, "sizes")
        flags = scalable_dims(type_)
        expected = make_vector(type_.element_type, (*sizes, *shape[len(sizes) :]), flags)
        require_of(self.result.type == expected, f"expected result type to be {quoted(expected)}")
        for dim, (offset, size) in enumerate(zip(offsets, sizes, strict=True)):
            require_of(
                not flags[dim] or (offset == 0 and size == shape[dim]),
                f"expected size at idx={dim} to match the corresponding base size from the input "
                f"vector ({size} vs {shape[dim]})",
            )


def _require_range(
    values: Sequence[int], shape: Sequence[int], name: str, least: int, more: int
) -> None:
    """Check that each value is at least `least`, and less than the size of its dimension plus
    `more`.
    """
    for dim, value in enumerate(values):
        bound = shape[dim] + more
        require_of(
            least <= value < bound,
            f"expected {name} dimension {dim} to be confined to [{least}, {bound})",
        )


def _require_sums(
    offsets: Sequence[int], sizes: Sequence[int], shape: Sequence[int], name: str
) -> None:
    for dim, (offset, size) in enumerate(zip(offsets, sizes, strict=False)):
        bound = shape[dim] + 1
        require_of(
            1 <= offset + size < bound,
            f"expected sum(offsets, {name}) dimension {dim} to be confined to [1, {bound})",
        )


@op_definition
class InsertStridedSliceOp(InferringOperation):
    """A vector with another one in place of a slice."""

    name = "vector.insert_strided_slice"
    FORM: ClassVar[str] = "$source `,` $dest attr-dict `:` type($source) `into` type($dest)"
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"res": same_as("dest")}

    source = operand_def(AnyVector)
    dest = operand_def(AnyVector)
    offsets = prop_def(I64ArrayAttr)
    strides = prop_def(I64ArrayAttr)
    res = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.insert_strided_slice`: the slice is within the vector, strides are 1, and
        the element types are equal.
        """
        require_element_types(
            self, ("source", "res"), "operand #0 and result have same element type"
        )
        require_of(
            self.dest.type == self.res.type,
            "failed to verify that all of {dest, res} have same type",
        )
        source, dest = shape_of(self.source), shape_of(self.dest)
        offsets, strides = integers_of(self.offsets), integers_of(self.strides)
        require_of(
            len(offsets) == len(dest), "expected offsets of same size as destination vector rank"
        )
        require_of(
            len(strides) == len(source), "expected strides of same size as source vector rank"
        )
        require_of(
            len(source) <= len(dest), "expected source rank to be no greater than destination rank"
        )
        sizes = (*[0] * (len(dest) - len(source)), *source)
        _require_range(offsets, dest, "offsets", 0, 0)
        require_of(all(each == 1 for each in strides), "expected strides to be confined to [1, 2)")
        for dim, (offset, size) in enumerate(zip(offsets, sizes, strict=True)):
            bound = dest[dim] + 1
            require_of(
                offset + size < bound,
                f"expected sum(offsets, source vector shape) dimension {dim} to be confined to "
                f"[1, {bound})",
            )


@op_definition
class InterleaveOp(InferringOperation):
    """The elements of two vectors in turn, along the last dimension."""

    name = "vector.interleave"
    FORM: ClassVar[str] = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"rhs": same_as("lhs")}

    lhs = operand_def(AnyVector)
    rhs = operand_def(AnyVector)
    result = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.interleave`: the operands have equal types, and the result has twice their
        last size.
        """
        require_of(
            self.lhs.type == self.rhs.type,
            "failed to verify that all of {lhs, rhs} have same type",
        )
        type_ = cast(Any, self.lhs.type)
        *outer, last = type_.get_shape() or (1,)
        expected = make_vector(
            type_.element_type, (*outer, 2 * last), scalable_dims(type_) or (False,)
        )
        require_of(
            self.result.type == expected,
            "failed to verify that type of 'result' is double the width of the inputs",
        )


@op_definition
class DeinterleaveOp(InferringOperation):
    """The elements of a vector at even and at odd places of the last dimension."""

    name = "vector.deinterleave"
    RESULT_NAMES: ClassVar[ResultNames] = lambda _: (("res1", 1), ("res2", 1))
    FORM: ClassVar[str] = "$source attr-dict `:` type($source) `->` type($res1)"
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"res2": same_as("res1")}

    source = operand_def(AnyVector)
    res1 = result_def(AnyVector)
    res2 = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.deinterleave`: the last size is even, and both results have half of it."""
        type_ = cast(Any, self.source.type)
        *outer, last = type_.get_shape() or (1,)
        require_of(
            last % 2 == 0,
            "failed to verify that the trailing dimension of the source vector has an even number "
            "of elements",
        )
        expected = make_vector(
            type_.element_type, (*outer, last // 2), scalable_dims(type_) or (False,)
        )
        require_of(
            self.res1.type == self.res2.type == expected,
            "failed to verify that the trailing dimension of the results is half the width of "
            "source trailing dimension",
        )


@op_definition
class ScalableExtractOp(FormattedOperation):
    """A part of fixed size of a scalable vector."""

    name = "vector.scalable.extract"
    FORM: ClassVar[str] = "$source `[` $pos `]` attr-dict `:` type($res) `from` type($source)"

    source = operand_def(AnyVector)
    pos = prop_def(I64Attr)
    res = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.scalable.extract`: only the source is scalable and the position is
        valid.
        """
        _verify_scalable(self, self.source, self.res, ("source", "res"))


@op_definition
class ScalableInsertOp(InferringOperation):
    """A scalable vector with another part of fixed size."""

    name = "vector.scalable.insert"
    FORM: ClassVar[str] = (
        "$source `,` $dest `[` $pos `]` attr-dict `:` type($source) `into` type($dest)"
    )
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"res": same_as("dest")}

    source = operand_def(AnyVector)
    dest = operand_def(AnyVector)
    pos = prop_def(I64Attr)
    res = result_def(AnyVector)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.scalable.insert`: only the destination is scalable, and the position is
        valid.
        """
        require_of(
            self.dest.type == self.res.type,
            "failed to verify that all of {dest, res} have same type",
        )
        _verify_scalable(self, self.dest, self.source, ("source", "dest"))


def _verify_scalable(op: Any, whole: Any, part: Any, fields: tuple[str, str]) -> None:
    """Check that exactly one of two vectors is scalable, and that the position is valid."""
    require_element_types(op, fields, f"all of {{{', '.join(fields)}}} have same element type")
    for number, value in enumerate((*op.operands, *op.results)):
        kind = f"operand #{number}" if number < len(op.operands) else "result #0"
        is_scalable, is_whole = scalable_dims(value.type), value.type == whole.type
        one = len(is_scalable) == 1 and is_scalable[0] == is_whole
        word = "scalable" if is_whole else "fixed-length"
        require_of(
            one,
            f"{kind} must be of ranks 1{word} vector of any type values, but got "
            f"{quoted(value.type)}",
        )
    position, size = op.pos.value.data, shape_of(part)[0]
    word = "source" if part in op.operands else "result"
    require_of(
        position % size == 0,
        f"failed to verify that position is a multiple of the {word} length.",
    )


@op_definition
class StepOp(FormattedOperation):
    """The numbers 0, 1, 2, ..."""

    name = "vector.step"
    FORM: ClassVar[str] = "attr-dict `:` type($result)"

    result = result_def(
        Described(
            "vector of index values of ranks 1",
            lambda a: (
                vector_of("index", lambda e: isinstance(e, IndexType)).predicate(a)
                and len(cast(Any, a).shape) == 1
            ),
        )
    )
    traits = traits_def(Pure())


@op_definition
class VScaleOp(InferringOperation):
    """The factor of scalable sizes."""

    name = "vector.vscale"
    RESULT_NAMES: ClassVar[ResultNames] = "vscale"
    FORM: ClassVar[str] = "attr-dict"
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"res": only(IndexType())}

    res = result_def(Index)
    traits = traits_def(Pure())


OPERATIONS = (
    SplatOp,
    ShapeCastOp,
    TransposeOp,
    ConstantMaskOp,
    ExtractElementOp,
    InsertElementOp,
    FromElementsOp,
    ExtractStridedSliceOp,
    InsertStridedSliceOp,
    InterleaveOp,
    DeinterleaveOp,
    ScalableExtractOp,
    ScalableInsertOp,
    StepOp,
    VScaleOp,
)
