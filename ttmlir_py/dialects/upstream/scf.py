"""Syntax and verifiers of xDSL's `scf` dialect."""

from typing import Any

from xdsl.dialects.builtin import DenseArrayBase, IndexType, i1, i64
from xdsl.dialects.scf import (
    ExecuteRegionOp,
    ForOp,
    IfOp,
    IndexSwitchOp,
    ParallelOp,
    ReduceOp,
    WhileOp,
    YieldOp,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.parser import Parser

from ttmlir_py.dialects.upstream.known import known_integer
from ttmlir_py.dialects.upstream.syntax import (
    attributes_text,
    parse_loop,
    parse_result_types,
    print_loop,
    types_text,
    values_text,
)
from ttmlir_py.ir.definition.custom_form import fail, op_position, parse_region_with_terminator
from ttmlir_py.ir.external_models import ExternalModels, FoldResult, OdsWords
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_for(printer: MlirPrinter, op: Any) -> None:
    induction, *carried = op.body.block.args
    lower, upper, step, *initial = op.operands
    bounds = f"{printer.value_text(lower)} to {printer.value_text(upper)}"
    text = f" {printer.value_text(induction)} = {bounds} step {printer.value_text(step)} "
    if carried:
        pairs = zip(carried, initial, strict=True)
        assigned = [f"{printer.value_text(a)} = {printer.value_text(b)}" for a, b in pairs]
        text += f"iter_args({', '.join(assigned)}) -> ({types_text(printer, initial)}) "
    if not isinstance(induction.type, IndexType):
        text += f" : {printer.attribute_text(induction.type)} "
    printer.print_string(text)
    printer.print_region(op.body, False, False, bool(carried))
    printer.print_string(attributes_text(printer, op.attributes))


def _print_if(printer: MlirPrinter, op: Any) -> None:
    results = f" -> ({types_text(printer, op.results)})" if op.results else ""
    printer.print_string(f" {printer.value_text(op.operands[0])}{results} ")
    printer.print_region(op.regions[0], False, False, bool(op.results))
    if op.regions[1].blocks:
        printer.print_string(" else ")
        printer.print_region(op.regions[1], False, False, bool(op.results))
    printer.print_string(attributes_text(printer, op.attributes))


def _parse_if(parser: Parser) -> Operation:
    condition = parser.resolve_operand(parser.parse_unresolved_operand(), i1)
    result_types = parse_result_types(parser)
    then = parse_region_with_terminator(parser, YieldOp)
    otherwise = Region()
    if parser.parse_optional_keyword("else") is not None:
        otherwise = parse_region_with_terminator(parser, YieldOp)
    attributes = parser.parse_optional_attr_dict()
    return IfOp(condition, result_types, then, otherwise, attributes)


def _print_index_switch(printer: MlirPrinter, op: Any) -> None:
    results = f" -> {types_text(printer, op.results)}" if op.results else ""
    attributes = attributes_text(printer, op.attributes)
    printer.print_string(f" {printer.value_text(op.operands[0])}{attributes}{results} ")
    default, *cases = op.regions
    for value, region in zip(op.cases.iter_values(), cases, strict=True):
        printer.print_string(f"\ncase {value} ")
        printer.print_region(region, False, False)
    printer.print_string("\ndefault ")
    printer.print_region(default, False, False, bool(op.results))


def _parse_index_switch(parser: Parser) -> Operation:
    argument = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
    attributes = parser.parse_optional_attr_dict()
    result_types: list[Attribute] = []
    if parser.parse_optional_punctuation("->") is not None:
        result_types += parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    values: list[int] = []
    regions: list[Region] = []
    while parser.parse_optional_keyword("case") is not None:
        values.append(parser.parse_integer())
        regions.append(parse_region_with_terminator(parser, YieldOp))
    parser.parse_keyword("default")
    default = parse_region_with_terminator(parser, YieldOp)
    cases = DenseArrayBase.from_list(i64, values)
    return IndexSwitchOp(argument, cases, default, regions, result_types, attributes)


def _parse_while(parser: Parser) -> Operation:
    loop = parse_loop(parser, WhileOp.name)
    op = WhileOp(loop.operands, loop.result_types, loop.before, loop.after)
    op.attributes.update(loop.attributes)
    return op


def _print_parallel(printer: MlirPrinter, op: Any) -> None:
    lists = [values_text(printer, group) for group in (op.lowerBound, op.upperBound, op.step)]
    text = (
        f" ({values_text(printer, op.body.block.args)}) = ({lists[0]}) to ({lists[1]}) step "
        f"({lists[2]}) "
    )
    if op.initVals:
        types = types_text(printer, op.results)
        types = types if len(op.results) == 1 else f"({types})"
        text += f"init ({values_text(printer, op.initVals)}) -> {types} "
    printer.print_string(text)
    printer.print_region(op.body, False, False)
    printer.print_string(attributes_text(printer, op.attributes))


def _print_execute_region(printer: MlirPrinter, op: Any) -> None:
    types = types_text(printer, op.results)
    results = f" -> {types}" if len(op.results) == 1 else f" -> ({types})" if op.results else ""
    printer.print_string(results + " ")
    printer.print_region(op.regions[0])
    printer.print_string(attributes_text(printer, op.attributes))


def _parse_execute_region(parser: Parser) -> Operation:
    types = parse_result_types(parser)
    region = parser.parse_region()
    attributes = parser.parse_optional_attr_dict()
    return ExecuteRegionOp.create(result_types=types, attributes=attributes, regions=[region])


def _print_reduce(printer: MlirPrinter, op: Any) -> None:
    if op.operands:
        printer.print_string(
            f"({values_text(printer, op.operands)} : {types_text(printer, op.operands)})"
        )
    for index, region in enumerate(op.regions):
        printer.print_string(", " if index else " ")
        printer.print_region(region)
    printer.print_string(("" if op.regions else " ") + attributes_text(printer, op.attributes))


def _parse_parallel(parser: Parser) -> Operation:
    paren = parser.Delimiter.PAREN

    def parse_indices() -> list[SSAValue]:
        operands = parser.parse_comma_separated_list(paren, parser.parse_unresolved_operand)
        return [parser.resolve_operand(operand, IndexType()) for operand in operands]

    def parse_argument() -> Parser.Argument:
        return parser.parse_argument(expect_type=False).resolve(IndexType())

    arguments = parser.parse_comma_separated_list(paren, parse_argument)
    parser.parse_punctuation("=")
    lower = parse_indices()
    parser.parse_keyword("to")
    upper = parse_indices()
    parser.parse_keyword("step")
    step = parse_indices()
    initial: list[Any] = []
    if parser.parse_optional_keyword("init") is not None:
        initial = parser.parse_comma_separated_list(paren, parser.parse_unresolved_operand)
    position = parser.pos
    types = parse_result_types(parser)
    values = parser.resolve_operands(initial, types, position)
    region = parser.parse_region(arguments)
    block = region.block
    if block.last_op is None or not isinstance(block.last_op, ReduceOp):
        block.add_op(ReduceOp())
    op = ParallelOp(lower, upper, step, region, values)
    op.attributes.update(parser.parse_optional_attr_dict())
    return op


def _fold_if(op: IfOp) -> FoldResult | None:
    """Exchange the regions of an `scf.if` whose condition is negated, in place."""
    negation = op.cond.owner
    otherwise = op.false_region.first_block
    if otherwise is None or not isinstance(negation, Operation) or negation.name != "arith.xori":
        return None
    if known_integer(negation.operands[1]) not in (1, -1):
        return None
    op.operands = [negation.operands[0]]
    then = op.true_region.detach_block(op.true_region.block)
    op.true_region.add_block(op.false_region.detach_block(otherwise))
    op.false_region.add_block(then)
    return []


def _parse_for(parser: Parser) -> Operation:
    """Parse a loop. The type of a single carried value may be without parentheses."""
    induction = parser.parse_argument(expect_type=False)
    parser.parse_punctuation("=")
    bounds = [parser.parse_unresolved_operand()]
    for keyword in ("to", "step"):
        parser.parse_keyword(keyword)
        bounds.append(parser.parse_unresolved_operand())

    def parse_assignment() -> tuple[Any, Any]:
        argument = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        return argument, parser.parse_unresolved_operand()

    carried: list[tuple[Any, Any]] = []
    types: list[Attribute] = []
    if parser.parse_optional_keyword("iter_args") is not None:
        carried += parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_assignment)
        types = parse_result_types(parser, is_required=True)
    if len(carried) != len(types):
        message = "mismatch in number of loop-carried values and defined values"
        fail(parser, ForOp.name, message, op_position(parser))
    has_type = parser.parse_optional_punctuation(":") is not None
    type_ = parser.parse_type() if has_type else IndexType()
    lower, upper, step = (parser.resolve_operand(each, type_) for each in bounds)
    initial = [
        parser.resolve_operand(each, of) for (_, each), of in zip(carried, types, strict=True)
    ]
    arguments = [induction.resolve(type_)]
    arguments += [each.resolve(of) for (each, _), of in zip(carried, types, strict=True)]
    body = parse_region_with_terminator(parser, YieldOp, arguments)
    op = ForOp(lower, upper, step, initial, body)
    op.attributes.update(parser.parse_optional_attr_dict())
    return op


MODELS = ExternalModels(
    folders={"scf.if": _fold_if},
    canonicalization="ttmlir_py.dialects.upstream.canonicalization.scf",
    printers={
        "scf.execute_region": _print_execute_region,
        "scf.for": _print_for,
        "scf.if": _print_if,
        "scf.index_switch": _print_index_switch,
        "scf.parallel": _print_parallel,
        "scf.reduce": _print_reduce,
        "scf.while": print_loop,
    },
    parsers={
        "scf.execute_region": _parse_execute_region,
        "scf.for": _parse_for,
        "scf.if": _parse_if,
        "scf.index_switch": _parse_index_switch,
        "scf.parallel": _parse_parallel,
        "scf.while": _parse_while,
    },
    checks="ttmlir_py.dialects.upstream.checks.scf",
    words=OdsWords(same_type_fields={"scf.for": "lowerBound, upperBound, step"}),
)
