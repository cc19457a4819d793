"""External models of xDSL's `linalg` dialect: syntax, names, verifiers, effects."""

from typing import Any, cast

from xdsl.dialects.builtin import ShapedType
from xdsl.dialects.linalg import ops
from xdsl.ir import Operation, OpResult
from xdsl.parser import Parser

from ttmlir_py.dialects.upstream.structured import structured_effects
from ttmlir_py.dialects.upstream.syntax import attributes_text, types_text, values_text
from ttmlir_py.ir.definition.custom_form import set_locations
from ttmlir_py.ir.external_models import ExternalModels, OdsWords, OpParser, OpPrinter
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_ins_outs(printer: MlirPrinter, op: Operation) -> None:
    *inputs, output = op.operands
    text = f" ins({values_text(printer, inputs)} : {types_text(printer, inputs)})"
    text += f" outs({printer.value_text(output)} : {printer.attribute_text(output.type)})"
    printer.print_string(text)


def _print_dimension_list(name: str) -> OpPrinter:
    """Return a printer of `linalg.broadcast` or `linalg.transpose`, whose lists end with a space.

    `name` is the attribute with the list.
    """

    def print_form(printer: MlirPrinter, op: Any) -> None:
        _print_ins_outs(printer, op)
        numbers = ", ".join(map(str, op.properties[name].get_values()))
        printer.print_string(f" {name} = [{numbers}] {attributes_text(printer, op.attributes)}")

    return print_form


def _parse_named(op_class: type[Operation]) -> OpParser:
    """Return the parser of a named operation of xDSL."""

    def parse(parser: Parser) -> Operation:
        from ttmlir_py.dialects.upstream.operations.linalg import parse_named

        return parse_named(parser, op_class)

    return parse


def _parse_copy(op_class: type[Operation]) -> OpParser:
    """Return the parser of `linalg.broadcast` or `linalg.transpose`.

    xDSL's parser leaves out the attributes, and the locations of the body.
    """

    def parse(parser: Parser) -> Operation:
        op = op_class.parse(parser)
        op.attributes.update(parser.parse_optional_attr_dict())
        (block,) = op.regions[0].blocks
        for argument, operand in zip(block.args, op.operands, strict=True):
            located: Any = operand.owner if isinstance(operand, OpResult) else operand
            # A value that is defined later has no location yet.
            if (location := getattr(located, "location", None)) is not None:
                cast(Any, argument).location = location
        set_locations(parser, block)
        return op

    return parse


def _print_named(printer: MlirPrinter, op: Any) -> None:
    from ttmlir_py.dialects.upstream.operations.linalg import print_named

    print_named(printer, op)


def _structured_argument_names(op: Operation) -> list[str]:
    """Return `in` for the inputs of a `linalg.generic` and `out` for its outputs."""
    inputs = len(getattr(op, "inputs", ()))
    return ["in"] * inputs + ["out"] * (len(op.operands) - inputs)


MODELS = ExternalModels(
    printers={
        "linalg.broadcast": _print_dimension_list("dimensions"),
        **dict.fromkeys(("linalg.add", "linalg.mul", "linalg.sub"), _print_named),
        "linalg.transpose": _print_dimension_list("permutation"),
    },
    parsers={
        **{each.name: _parse_named(each) for each in (ops.AddOp, ops.MulOp, ops.SubOp)},
        **{each.name: _parse_copy(each) for each in (ops.BroadcastOp, ops.TransposeOp)},
    },
    result_names={
        "linalg.broadcast": "broadcasted",
        "linalg.transpose": "transposed",
    },
    argument_names={
        "linalg.generic": _structured_argument_names,
    },
    checks="ttmlir_py.dialects.upstream.checks.linalg",
    words=OdsWords(types={ShapedType: "shaped of any type values"}),
    effects=structured_effects,
)
