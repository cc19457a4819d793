"""xDSL's `linalg` dialect: syntax, suggested names, words of the verifier, and effects."""

from typing import Any

from xdsl.dialects.builtin import MemRefType, ShapedType
from xdsl.ir import Block, Operation
from xdsl.traits import EffectInstance, MemoryEffectKind

from ttmlir_py.dialects.upstream.syntax import attributes_text, types_text, values_text
from ttmlir_py.ir.external_models import ExternalModels, OdsWords, OpPrinter
from ttmlir_py.ir.writing.printer import MlirPrinter


def _print_ins_outs(printer: MlirPrinter, op: Operation) -> None:
    *inputs, output = op.operands
    text = f" ins({values_text(printer, inputs)} : {types_text(printer, inputs)})"
    text += f" outs({printer.value_text(output)} : {printer.attribute_text(output.type)})"
    printer.print_string(text)


def _print_dimension_list(name: str) -> OpPrinter:
    """The syntax of `linalg.broadcast` and `linalg.transpose`, whose lists end in a space."""

    def print_form(printer: MlirPrinter, op: Any) -> None:
        _print_ins_outs(printer, op)
        numbers = ", ".join(map(str, op.properties[name].get_values()))
        printer.print_string(f" {name} = [{numbers}] {attributes_text(printer, op.attributes)}")

    return print_form


def _print_reduce(printer: MlirPrinter, op: Any) -> None:
    body = op.regions[0].block
    payload = _simple_payload(body)
    if payload is not None:
        printer.print_string(f" {{ {payload.name}{attributes_text(printer, payload.attributes)} }}")
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


def _simple_payload(body: Block) -> Operation | None:
    """The operation that a reduction body consists of, if that is all: `{ arith.addf }`."""
    first, last = body.first_op, body.last_op
    if first is None or first.next_op is not last or last is None or len(first.results) != 1:
        return None
    # The accumulator is the first operand of the payload.
    if tuple(first.operands) != (body.args[-1], *body.args[:-1]):
        return None
    return first if tuple(last.operands) == tuple(first.results) else None


def _structured_argument_names(op: Operation) -> list[str]:
    """`in` for the inputs of a `linalg.generic` and `out` for its outputs."""
    inputs = len(getattr(op, "inputs", ()))
    return ["in"] * inputs + ["out"] * (len(op.operands) - inputs)


def _reduction_argument_names(op: Operation) -> list[str]:
    half = len(op.operands) // 2
    return ["in"] * half + ["init"] * half


def _effects(op: Operation) -> list[EffectInstance]:
    """None on tensors; of buffers, the inputs are read, and the outputs read and written."""
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
    words=OdsWords(types={ShapedType: "shaped of any type values"}),
    effects=_effects,
)
