"""Operations of `bufferization` that xDSL lacks."""

from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, traits_def, var_operand_def, var_result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryFreeEffect

from ttmlir_py.dialects.upstream.operations.types import AnyMemRef, AnyTensor, Bool, require_of
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    OdsOperation,
    op_definition,
)


@op_definition
class DeallocTensorOp(FormattedOperation):
    """The deallocation of a tensor's memory."""

    name = "bufferization.dealloc_tensor"
    FORM: ClassVar[str] = "$tensor attr-dict `:` type($tensor)"

    tensor = operand_def(AnyTensor)
    traits = traits_def(MemoryFreeEffect())


@op_definition
class DeallocOp(OdsOperation):
    """The deallocation of memrefs whose conditions are true, except for memory that a retained
    memref shares.
    """

    name = "bufferization.dealloc"
    irdl_options = SEGMENTED_OPERANDS

    memrefs = var_operand_def(AnyMemRef)
    conditions = var_operand_def(Bool)
    retained = var_operand_def(AnyMemRef)
    updatedConditions = var_result_def(Bool)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` (%m, ... : types) if (%c, ...) retain (%r, ... : types) {...}`."""
        memrefs: list[SSAValue] = []
        conditions: list[SSAValue] = []
        retained: list[SSAValue] = []
        if parser.parse_optional_punctuation("(") is not None:
            memrefs = _parse_typed(parser)
            parser.parse_keyword("if")
            operands = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
            conditions = [parser.resolve_operand(each, IntegerType(1)) for each in operands]
        if parser.parse_optional_keyword("retain") is not None:
            parser.parse_punctuation("(")
            retained = _parse_typed(parser)
        attributes = parser.parse_optional_attr_dict()
        sizes = [len(each) for each in (memrefs, conditions, retained)]
        return cls.create(
            operands=[*memrefs, *conditions, *retained],
            result_types=[IntegerType(1)] * len(retained),
            properties={"operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        if self.memrefs:
            _print_typed(printer, " (", self.memrefs)
            printer.print_string(" if (")
            printer.print_list(self.conditions, printer.print_ssa_value)
            printer.print_string(")")
        if self.retained:
            _print_typed(printer, " retain (", self.retained)
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        """Check `bufferization.dealloc`: each memref has a condition, and each retained memref a
        result.
        """
        require_of(
            len(self.memrefs) == len(self.conditions),
            "must have the same number of conditions as memrefs to deallocate",
        )
        require_of(
            len(self.retained) == len(self.results),
            "must have the same number of updated conditions (results) as retained operands",
        )


def _parse_typed(parser: Parser) -> list[SSAValue]:
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.NONE, parser.parse_unresolved_operand
    )
    parser.parse_punctuation(":")
    position = parser.pos
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return list(parser.resolve_operands(operands, types, position))


def _print_typed(printer: Printer, start: str, values: Any) -> None:
    printer.print_string(start)
    printer.print_list(values, printer.print_ssa_value)
    printer.print_string(" : ")
    printer.print_list(values, lambda each: printer.print_attribute(each.type))
    printer.print_string(")")


OPERATIONS: tuple[type[OdsOperation], ...] = (DeallocTensorOp, DeallocOp)
