"""External models of xDSL's `cf` dialect: syntax, and the operands that branches pass."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.dialects.cf import SwitchOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.syntax import attributes_text, types_text, values_text
from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.external_models import BranchModel, ExternalModels
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_switch(printer: MlirPrinter, op: Any) -> None:
    flag = op.operands[0]
    printer.print_string(f" {printer.value_text(flag)} : {printer.attribute_text(flag.type)}, [")
    _print_switch_case(printer, "default", op.successors[0], tuple(op.default_operands))
    operands = list(op.case_operands)
    if op.case_values is None:
        printer.print_string("]" + attributes_text(printer, op.attributes))
        return
    if op.case_values is not None:
        sizes = op.case_operand_segments.get_values()
        unsigned = (1 << op.case_values.get_element_type().bitwidth) - 1
        cases = zip(op.case_values.get_values(), op.successors[1:], sizes, strict=True)
        for value, successor, size in cases:
            printer.print_string(",")
            _print_switch_case(printer, str(value & unsigned), successor, operands[:size])
            operands = operands[size:]
    printer.print_string("\n]" + attributes_text(printer, op.attributes))


def _parse_switch(parser: Any) -> Operation:
    """Parse a `cf.switch`, with MLIR's error if its flag is not an integer."""
    start = parser.pos
    parser.parse_unresolved_operand()
    parser.parse_punctuation(":")
    position = parser.pos
    if not is_integer_type(parser.parse_type()):
        fail(parser, "cf.switch", "invalid kind of type specified", position)
    parser.resume_from(start)
    op: Operation = SwitchOp.parse(parser)
    return op


def _verify_switch(op: Operation) -> None:
    """Check that the flag of a `cf.switch` is an integer; xDSL also accepts an index."""
    flag = op.operands[0].type
    if not is_integer_type(flag):
        raise VerifyException(f"operand #0 must be integer, but got {quoted(flag)}")
    op.verify_()


def _print_switch_case(
    printer: MlirPrinter, label: str, successor: Block, operands: Sequence[SSAValue]
) -> None:
    printer.print_string(f"\n  {label}: ")
    printer.print_block_name(successor)
    if operands:
        values = values_text(printer, operands)
        printer.print_string(f"({values} : {types_text(printer, operands)})")


def _only_way(op: Operation) -> list[range]:
    return [range(len(op.operands))]


def _resize_only(op: Operation, sizes: Sequence[int]) -> None:
    """Do nothing, because no attribute of the branch stores the number of operands."""


def _conditional_ways(op: Any) -> list[range]:
    middle = 1 + len(op.then_arguments)
    return [range(1, middle), range(middle, len(op.operands))]


def _resize_conditional(op: Any, sizes: Sequence[int]) -> None:
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, *sizes])


def _switch_ways(op: Any) -> list[range]:
    bounds = [1, 1 + len(op.default_operands)]
    for operands in op.case_operand:
        bounds.append(bounds[-1] + len(operands))
    return list(map(range, bounds, bounds[1:]))


def _resize_switch(op: Any, sizes: Sequence[int]) -> None:
    default, *cases = sizes
    op.properties["case_operand_segments"] = DenseArrayBase.from_list(i32, cases)
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, default, sum(cases)])


BRANCH = BranchModel(_only_way, _resize_only)
"""The model of a branch to one block; other dialects use it, too."""
CONDITIONAL_BRANCH = BranchModel(_conditional_ways, _resize_conditional)
"""The model of a branch to one of two blocks; other dialects use it, too."""

MODELS = ExternalModels(
    canonicalization="ttmlir_py.dialects.upstream.canonicalization.cf",
    printers={"cf.switch": _print_switch},
    parsers={"cf.switch": _parse_switch},
    verifiers={"cf.switch": _verify_switch},
    branches={
        "cf.br": BRANCH,
        "cf.cond_br": CONDITIONAL_BRANCH,
        "cf.switch": BranchModel(_switch_ways, _resize_switch),
    },
)
