"""Operations of `vector` with regions, and `vector.print`."""

from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import ShapedType, StringAttr, VectorType
from xdsl.ir import Attribute, Data, Operation, Region
from xdsl.irdl import (
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, MemoryWriteEffect, Pure, RecursiveMemoryEffect
from xdsl.utils.str_enum import StrEnum

from ttmlir_py.dialects.upstream.operations.types import AnyType, BoolVector, require_of
from ttmlir_py.dialects.upstream.syntax import parse_result_types
from ttmlir_py.ir.definition.constraints import Described, StrAttr, attribute_of
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import OdsOperation, Terminator, op_definition
from ttmlir_py.ir.narrowing import is_vector_type
from ttmlir_py.ir.writing.attributes import quoted

_MASKABLE = frozenset(
    f"vector.{name}"
    for name in (
        *("contract", "gather", "multi_reduction", "outerproduct", "reduction"),
        *("transfer_read", "transfer_write"),
    )
)
"""The operations that may be executed under a mask (MLIR's MaskableOpInterface)."""


@op_definition
class YieldOp(FormattedOperation, Terminator):
    """The results of a region."""

    name = "vector.yield"
    FORM: ClassVar[str] = "attr-dict ($arguments^ `:` type($arguments))?"

    arguments = var_operand_def(AnyType)
    traits = traits_def(Pure(), IsTerminator())


def _has_rank(type_: Attribute) -> bool:
    return is_vector_type(type_) and type_.get_num_dims() > 0


@op_definition
class MaskOp(OdsOperation):
    """An operation on the elements for which a mask is true."""

    name = "vector.mask"

    mask = operand_def(
        Described(BoolVector.description, lambda a: BoolVector.predicate(a) and _has_rank(a))
    )
    passthru = opt_operand_def(AnyType)
    results_ = var_result_def(AnyType)
    mask_region = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` %mask, %passthru { ... } {...} : type -> types`."""
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        region = parser.parse_region()
        _end_with_yield(region)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        results = parse_result_types(parser)
        if len(operands) > 1:
            types += results[:1]
        values = [parser.resolve_operand(*pair) for pair in zip(operands, types, strict=True)]
        return cls.create(
            operands=values, result_types=results, attributes=attributes, regions=[region]
        )

    def print(self, printer: Printer) -> None:
        """Print the masked operation on the same line, without the terminator."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_string(" { ")
        first = self.mask_region.block.first_op
        if first is not None and not isinstance(first, YieldOp):
            cast(Any, printer).print_op_without_results(first)
        printer.print_string(" }")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.mask.type)
        if self.results:
            printer.print_string(" -> ")
            printer.print_list(self.result_types, printer.print_attribute)

    def verify_op(self) -> None:
        """Check `vector.mask`: the region has at most one operation and yields the results, and the
        mask has the shape that the operation requires.
        """
        block = self.mask_region.block
        ops = list(block.ops)
        require_of(len(ops) >= 1, "expects a terminator within the mask region")
        require_of(len(ops) <= 2, "expects only one operation to mask")
        last = ops[-1]
        require_of(isinstance(last, YieldOp), "expects a terminator within the mask region")
        require_of(
            len(last.operands) == len(self.results),
            "expects number of results to match mask region yielded values",
        )
        if ops[0].name in _MASKABLE:
            _verify_masked(self, ops[0])


def _verify_masked(op: MaskOp, masked: Operation) -> None:
    """Check that the results and the mask have the types that the masked operation requires."""
    require_of(
        len(masked.results) == len(op.results),
        "expects number of results to match maskable operation number of results",
    )
    for given, expected in zip(op.results, masked.results, strict=True):
        require_of(
            given.type == expected.type,
            "expects result type to match maskable operation result type",
        )
    expected_mask = _mask_shape(masked)
    if expected_mask is not None:
        require_of(
            cast(Any, op.mask.type).get_shape() == expected_mask,
            f"expects a {quoted(VectorType(cast(Any, op.mask.type).element_type, expected_mask))} "
            "mask for the maskable operation",
        )
    if op.passthru is not None:
        require_of(
            masked.name in ("vector.gather", "vector.transfer_read"),
            "doesn't expect a passthru argument for this maskable operation",
        )
        require_of(
            op.passthru.type == masked.results[0].type,
            "expects passthru type to match result type",
        )


def _mask_shape(masked: Operation) -> tuple[int, ...] | None:
    """Return the shape that a mask for the operation must have, if one of its vectors has that
    shape.
    """
    source: Any = None
    match masked.name:
        case "vector.reduction" | "vector.multi_reduction" | "vector.transfer_write":
            source = masked.operands[0]
        case "vector.outerproduct" | "vector.gather":
            source = masked.results[0]
        case _:
            return None
    return source.type.get_shape() if is_vector_type(source.type) else None


def _end_with_yield(region: Region) -> None:
    """Append the terminator that the text may omit: a yield of the last operation's results."""
    block = region.block
    last = block.last_op
    if not isinstance(last, YieldOp):
        results = () if last is None else last.results
        block.add_op(YieldOp(operands=[results]))


class Punctuation(StrEnum):
    """The text that `vector.print` prints between or after values."""

    NO_PUNCTUATION = "no_punctuation"
    NEWLINE = "newline"
    COMMA = "comma"
    OPEN = "open"
    CLOSE = "close"


@irdl_attr_definition
class PunctuationAttr(Data[Punctuation]):
    """The text that `vector.print` prints between or after values."""

    name = "vector.punctuation"

    @classmethod
    def parse_parameter(cls, parser: Any) -> Punctuation:
        """Parse `<newline>`."""
        with parser.in_angle_brackets():
            return parser.parse_str_enum(Punctuation)

    def print_parameter(self, printer: Printer) -> None:
        """Print `<newline>`."""
        printer.print_string(f"<{self.data.value}>")


_NEWLINE = PunctuationAttr(Punctuation.NEWLINE)


@op_definition
class PrintOp(OdsOperation):
    """A text of a value, a literal or punctuation on standard output."""

    name = "vector.print"

    source = opt_operand_def(
        Described("", lambda a: is_vector_type(a) or not isinstance(a, ShapedType))
    )
    punctuation = opt_prop_def(
        attribute_of("vector.punctuation", "Punctuation for separating vectors or vector elements"),
        default_value=_NEWLINE,
    )
    stringLiteral = opt_prop_def(StrAttr)
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse the part after `vector.print`: `[%x : T] [str "..." | punctuation <...>] {...}`."""
        operands: list[Any] = []
        properties: dict[str, Attribute] = {"punctuation": _NEWLINE}
        if (operand := parser.parse_optional_unresolved_operand()) is not None:
            parser.parse_punctuation(":")
            operands.append(parser.resolve_operand(operand, parser.parse_type()))
        while True:
            if parser.parse_optional_keyword("str") is not None:
                properties["stringLiteral"] = StringAttr(parser.parse_str_literal())
            elif parser.parse_optional_keyword("punctuation") is not None:
                properties["punctuation"] = PunctuationAttr(PunctuationAttr.parse_parameter(parser))
            else:
                break
        attributes = parser.parse_optional_attr_dict()
        return cls.create(operands=operands, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        if self.source is not None:
            printer.print_string(" ")
            printer.print_operand(self.source)
            printer.print_string(" : ")
            printer.print_attribute(self.source.type)
        if self.stringLiteral is not None:
            printer.print_string(" str ")
            printer.print_attribute(self.stringLiteral)
        if self.punctuation is not None and self.punctuation != _NEWLINE:
            printer.print_string(" punctuation ")
            self.punctuation.print_parameter(printer)
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        """Check that a literal is not printed together with a source or with punctuation."""
        require_of(
            self.stringLiteral is None or (self.source is None and self.punctuation == _NEWLINE),
            "failed to verify that `source` or `punctuation` are not set when printing strings",
        )


ATTRIBUTES = (PunctuationAttr,)
OPERATIONS = (YieldOp, MaskOp, PrintOp)
