"""xDSL's `linalg` dialect: syntax, suggested names, verifier messages, and effects."""

from typing import Any, cast

from xdsl.dialects import linalg
from xdsl.dialects.builtin import DenseArrayBase, MemRefType, ShapedType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.traits import EffectInstance, MemoryEffectKind

from ttmlir_py.dialects.upstream.syntax import attributes_text, types_text, values_text
from ttmlir_py.ir.definition.custom_form import parse_any_keyword, parse_i64_list
from ttmlir_py.ir.external_models import ExternalModels, OdsWords, OpPrinter
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_ins_outs(printer: MlirPrinter, op: Operation) -> None:
    *inputs, output = op.operands
    text = f" ins({values_text(printer, inputs)} : {types_text(printer, inputs)})"
    text += f" outs({printer.value_text(output)} : {printer.attribute_text(output.type)})"
    printer.print_string(text)


def _print_dimension_list(name: str) -> OpPrinter:
    """Return the printer of `linalg.broadcast` and `linalg.transpose`, whose lists end with a
    space.
    """

    def print_form(printer: MlirPrinter, op: Any) -> None:
        _print_ins_outs(printer, op)
        numbers = ", ".join(map(str, op.properties[name].get_values()))
        printer.print_string(f" {name} = [{numbers}] {attributes_text(printer, op.attributes)}")

    return print_form


def _print_reduce(printer: MlirPrinter, op: Any) -> None:
    body = op.regions[0].block
    payload = _simple_payload(body)
    if payload is not None:
        printer.print_string(
            f" {{ {payload.name}{attributes_text(printer, _payload_attributes(payload))} }}"
        )
    _print_ins_outs(printer, op)
    numbers = ", ".join(map(str, op.dimensions.get_values()))
    printer.print_string(f" dimensions = [{numbers}] {attributes_text(printer, op.attributes)}")
    if payload is None:
        printer.print_string("\n  (")
        for index, argument in enumerate(body.args):
            if index:
                printer.print_string(", ")
            printer.print_region_argument(argument)
        printer.print_string(") ")
        indented: Any = printer
        with indented.indented():
            printer.print_region(op.regions[0], False, False)


def _payload_attributes(payload: Operation) -> dict[str, Attribute]:
    """Return all attributes of a reduction's payload operation, without empty fast-math flags."""
    attributes = payload.properties | payload.attributes
    return {
        name: attributes[name]
        for name in sorted(attributes)
        if not (attributes[name].name == "arith.fastmath" and not cast(Any, attributes[name]).data)
    }


def _parse_payload(parser: Parser) -> tuple[str, dict[str, Attribute]] | None:
    """Parse `{ arith.addf {...} }` if present: the name and the attributes of a reduction's payload
    operation.
    """
    if parser.parse_optional_punctuation("{") is None:
        return None
    name = parse_any_keyword(parser)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return name, attributes


def _parse_operand(parser: Parser, keyword: str) -> SSAValue:
    """Parse `ins(%a : type)`."""
    parser.parse_keyword(keyword)
    parser.parse_punctuation("(")
    operand = parser.parse_unresolved_operand()
    parser.parse_punctuation(":")
    value = parser.resolve_operand(operand, parser.parse_type())
    parser.parse_punctuation(")")
    return value


def _parse_reduce(parser: Parser) -> linalg.ReduceOp:
    """Parse a reduction whose body is written out, or named before its operands."""
    payload = _parse_payload(parser)
    value, init = _parse_operand(parser, "ins"), _parse_operand(parser, "outs")
    parser.parse_keyword("dimensions")
    parser.parse_punctuation("=")
    dimensions = parse_i64_list(parser)
    attributes = parser.parse_optional_attr_dict()
    if payload is None:
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
        region = parser.parse_region(arguments)
    else:
        region = Region(_payload_block(parser, *payload, value, init))
    op = linalg.ReduceOp(value, init, DenseArrayBase.from_list(i64, dimensions), region)
    op.attributes.update(attributes)
    return op


def _payload_block(
    parser: Parser, name: str, attributes: dict[str, Attribute], value: SSAValue, init: SSAValue
) -> Block:
    """Return the body that applies an operation to the accumulator and an element."""
    if not all(isinstance(each.type, ShapedType) for each in (value, init)):
        parser.raise_error("expected operands of shaped types")
    types = [cast(Any, each.type).get_element_type() for each in (value, init)]
    block = Block(arg_types=types)
    element, accumulator = block.args
    cls = parser.ctx.get_optional_op(name)
    if cls is None:
        parser.raise_error(f"unknown operation '{name}' in front of the operands")
    inherent = cls.get_irdl_definition().properties if issubclass(cls, IRDLOperation) else {}
    defaults = {key: each.default_value for key, each in inherent.items() if each.default_value}
    op = cls.create(
        operands=(accumulator, element),
        result_types=[types[1]],
        properties=defaults
        | {key: attributes.pop(key) for key in (*attributes,) if key in inherent},
        attributes=attributes,
    )
    block.add_ops([op, linalg.YieldOp(*op.results)])
    return block


def _simple_payload(body: Block) -> Operation | None:
    """Return the only operation of a reduction body, `{ arith.addf }`, or None if the body has
    more.
    """
    first, last = body.first_op, body.last_op
    if first is None or first.next_op is not last or last is None or len(first.results) != 1:
        return None
    # The accumulator is the first operand of the payload.
    if tuple(first.operands) != (body.args[-1], *body.args[:-1]):
        return None
    return first if tuple(last.operands) == tuple(first.results) else None


def _structured_argument_names(op: Operation) -> list[str]:
    """Return `in` for the inputs of a `linalg.generic` and `out` for its outputs."""
    inputs = len(getattr(op, "inputs", ()))
    return ["in"] * inputs + ["out"] * (len(op.operands) - inputs)


def _reduction_argument_names(op: Operation) -> list[str]:
    half = len(op.operands) // 2
    return ["in"] * half + ["init"] * half


def _effects(op: Operation) -> list[EffectInstance]:
    """Return no effects for tensors. For buffers, inputs are read, and outputs are read and
    written.
    """
    effects: list[EffectInstance] = []
    outputs = getattr(op, "outputs", None)
    first = len(op.operands) - (1 if outputs is None else len(outputs))
    for number, operand in enumerate(op.operands):
        if isinstance(operand.type, MemRefType):
            effects.append(EffectInstance(MemoryEffectKind.READ, operand))
            if number >= first:
                effects.append(EffectInstance(MemoryEffectKind.WRITE, operand))
    return effects


MODELS = ExternalModels(
    printers={
        "linalg.broadcast": _print_dimension_list("dimensions"),
        "linalg.reduce": _print_reduce,
        "linalg.transpose": _print_dimension_list("permutation"),
    },
    parsers={"linalg.reduce": _parse_reduce},
    result_names={
        "linalg.broadcast": "broadcasted",
        "linalg.map": "mapped",
        "linalg.reduce": "reduced",
        "linalg.transpose": "transposed",
    },
    argument_names={
        "linalg.generic": _structured_argument_names,
        "linalg.reduce": _reduction_argument_names,
    },
    checks="ttmlir_py.dialects.upstream.checks.linalg",
    words=OdsWords(types={ShapedType: "shaped of any type values"}),
    effects=_effects,
)
