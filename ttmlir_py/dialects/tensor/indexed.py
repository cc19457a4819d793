"""Operations of the `tensor` dialect that xDSL lacks: `generate`, `gather`, `scatter`, `rank` and
`bitcast`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.tensor_types import integers, ranked_tensor, tensor_type
from ttmlir_py.ir.definition.constraints import (
    AnyRankedTensor,
    DenseI64ArrayAttr,
    Described,
    UnitAttrConstraint,
)
from ttmlir_py.ir.definition.operation_format import FormattedOperation, ParsedForm
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.external_models import ResultNames
from ttmlir_py.ir.narrowing import is_any_tensor_type, is_integer_type, is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

_Index: Described[IndexType] = Described("index", lambda type: isinstance(type, IndexType))
_AnyTensor: Described[TensorType[Any]] = Described("tensor of any type values", is_any_tensor_type)


def _holds_indices(type_: object) -> bool:
    if not is_tensor_type(type_):
        return False
    element = type_.element_type
    return isinstance(element, IndexType) or (
        is_integer_type(element) and element == IntegerType(element.width.data)
    )


_Indices: Described[TensorType[Any]] = Described(
    "ranked tensor of signless integer or index values", _holds_indices
)


@op_definition
class GenerateOp(OdsOperation):
    """A tensor whose elements a region computes from their indices, with one operand per dynamic
    size.
    """

    name = "tensor.generate"
    RESULT_NAMES: ClassVar[ResultNames] = "generated"

    dynamic_extents = var_operand_def(_Index)
    result = result_def(AnyRankedTensor)
    body = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    def verify_op(self) -> None:
        """Check the number of sizes of `tensor.generate`, and the arguments and the result of its
        region.
        """
        type_: Any = self.result.type
        block = self.body.block
        if len(self.operands) != sum(size == DYNAMIC_INDEX for size in type_.get_shape()):
            raise OperationError(
                self,
                "must have as many index operands as dynamic extents in the result type",
                op_prefix=False,
            )
        if not all(isinstance(each.type, IndexType) for each in block.args):
            raise OperationError(self, "all body arguments must be index", op_prefix=False)
        if len(block.args) != type_.get_num_dims():
            message = "must have one body argument per input dimension"
            raise OperationError(self, message, op_prefix=False)
        last = block.last_op
        if (
            last is None
            or last.name != "tensor.yield"
            or [each.type for each in last.operands] != [type_.element_type]
        ):
            raise VerifyException(
                "body must be terminated with a `yield` operation of the tensor element type"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %n, ... { ... } {...} : type`."""
        sizes = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        operands = [parser.resolve_operand(each, IndexType()) for each in sizes or ()]
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls(
            operands=[operands], result_types=[type_], regions=[region], attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print `tensor.generate` in the syntax that `parse` reads."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_string(" ")
        printer.print_region(self.body)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


def _verify_dims(dims: Sequence[int], rank: int, kind: str, whole: str) -> None:
    """Check that the indexed dimensions `dims` are in range and in order, and at most `rank` of
    them.
    """
    if not dims:
        raise VerifyException(f"{kind}_dims must be non-empty")
    if len(dims) > rank:
        raise VerifyException(f"{kind}_dims overflow {whole} rank")
    for dim in dims:
        if dim < 0:
            raise VerifyException(f"{kind}_dims value must be non-negative")
        if dim >= rank:
            raise VerifyException(f"{kind}_dims value must be smaller than {whole} rank")
    if any(first >= second for first, second in pairwise(dims)):
        raise VerifyException(f"{kind}_dims values must be strictly increasing")


def _verify_slices(slices: Any, whole: Any, indices: Any, dims: Sequence[int], name: str) -> None:
    """Check the type of the slices, one per index: indexed dimensions have size 1, or are
    dropped.
    """
    batch, shape = indices.get_shape()[:-1], whole.get_shape()
    kept = [1 if dim in dims else size for dim, size in enumerate(shape)]
    reduced = [size for dim, size in enumerate(shape) if dim not in dims]
    expected = [ranked_tensor(whole.element_type, (*batch, *sizes)) for sizes in (kept, reduced)]
    if slices not in expected:
        full, small, got = (quoted(each) for each in (*expected, slices))
        raise VerifyException(
            f"{name} type mismatch: expected {full} or its rank-reduced variant {small} (got: "
            f"{got})"
        )


@op_definition
class GatherOp(FormattedOperation):
    """The slices of a tensor at indices, which are positions along `gather_dims`."""

    name = "tensor.gather"
    RESULT_NAMES: ClassVar[ResultNames] = "gather"
    FORM: ClassVar[str] = """$source `[` $indices `]` `gather_dims` `(` $gather_dims `)`
        (`unique` $unique^)? attr-dict `:` functional-type(operands, results)"""

    source = operand_def(AnyRankedTensor)
    indices = operand_def(_Indices)
    gather_dims = prop_def(DenseI64ArrayAttr)
    unique = opt_prop_def(UnitAttrConstraint)
    result = result_def(AnyRankedTensor)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `tensor.gather`: `gather_dims` are dimensions of the source, and the result has one
        slice per index.
        """
        source, indices = tensor_type(self.source), tensor_type(self.indices)
        dims = integers(self.gather_dims)
        _verify_dims(dims, source.get_num_dims(), "gather", "source")
        _verify_slices(self.result.type, source, indices, dims, "result")


@op_definition
class ScatterOp(FormattedOperation):
    """A tensor with slices written at indices, which are positions along `scatter_dims`."""

    name = "tensor.scatter"
    RESULT_NAMES: ClassVar[ResultNames] = "scatter"
    FORM: ClassVar[
        str
    ] = """$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)`
        (`unique` $unique^)? attr-dict `:` functional-type(operands, results)"""

    source = operand_def(AnyRankedTensor)
    dest = operand_def(AnyRankedTensor)
    indices = operand_def(_Indices)
    scatter_dims = prop_def(DenseI64ArrayAttr)
    unique = opt_prop_def(UnitAttrConstraint)
    result = result_def(AnyRankedTensor)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check the dimensions of `tensor.scatter`, that indices are unique, and the type of the
        slices.
        """
        dest, indices = tensor_type(self.dest), tensor_type(self.indices)
        dims = integers(self.scatter_dims)
        _verify_dims(dims, dest.get_num_dims(), "scatter", "dest")
        if self.unique is None:
            raise VerifyException("requires 'unique' attribute to be set")
        _verify_slices(self.source.type, dest, indices, dims, "source")


@op_definition
class RankOp(FormattedOperation):
    """The number of dimensions of a tensor, which may be unranked."""

    name = "tensor.rank"
    RESULT_NAMES: ClassVar[ResultNames] = "rank"
    FORM: ClassVar[str] = "$tensor attr-dict `:` type($tensor)"

    tensor = operand_def(_AnyTensor)
    result = result_def(_Index)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the form, which omits the result's type."""

        def complete(form: ParsedForm) -> None:
            form.types["result"] = [IndexType()]

        return cls.parse_form(parser, complete)


@op_definition
class BitcastOp(FormattedOperation):
    """The bits of a tensor's elements as another type of the same width."""

    name = "tensor.bitcast"
    FORM: ClassVar[str] = "$source attr-dict `:` type($source) `to` type($dest)"

    source = operand_def(_AnyTensor)
    dest = result_def(_AnyTensor)
    traits = traits_def(Pure())

    def verify_op(self) -> None:
        """Check `tensor.bitcast`: shapes are compatible and elements have the same width."""
        source: Any = self.source.type
        dest: Any = self.dest.type
        widths = [each.element_type.bitwidth for each in (source, dest) if _has_width(each)]
        shapes = [each.get_shape() if is_tensor_type(each) else None for each in (source, dest)]
        if len(widths) != 2 or widths[0] != widths[1] or not _are_compatible(*shapes):
            raise VerifyException(
                f"operand type {quoted(source)} and result type {quoted(dest)} are cast "
                "incompatible"
            )


def _has_width(type_: Any) -> bool:
    return isinstance(type_.element_type, IntegerType | AnyFloat)


def _are_compatible(one: Sequence[int] | None, other: Sequence[int] | None) -> bool:
    """Whether two shapes can be equal; None is the shape of an unranked tensor."""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all(
        a == b or DYNAMIC_INDEX in (a, b) for a, b in zip(one, other, strict=True)
    )


OPERATIONS = (GenerateOp, GatherOp, ScatterOp, RankOp, BitcastOp)
