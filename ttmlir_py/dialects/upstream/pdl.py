"""External models of xDSL's `pdl` dialect: the forms that MLIR prints differently.

The tools do not register the dialect, because `ttmlir-opt` does not. The Python bindings do.
"""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects import pdl
from xdsl.ir import SSAValue
from xdsl.traits import IsolatedFromAbove

from ttmlir_py.dialects.upstream.syntax import attributes_text, types_text, values_text
from ttmlir_py.ir.external_models import ExternalModels
from ttmlir_py.ir.writing.printer import MlirPrinter

pdl.PatternOp.traits.add_trait(IsolatedFromAbove())  # xDSL lacks it; values are numbered by it


def _typed(printer: MlirPrinter, values: Sequence[SSAValue]) -> str:
    """Return `(%a, %b : types)`; empty without values."""
    if not values:
        return ""
    return f"({values_text(printer, values)} : {types_text(printer, values)})"


def _print_operation(printer: MlirPrinter, op: Any) -> None:
    name = "" if op.opName is None else " " + printer.attribute_text(op.opName)
    given = zip(op.attributeValueNames, op.attribute_values, strict=True)
    entries = ", ".join(
        f"{printer.attribute_text(key)} = {printer.value_text(value)}" for key, value in given
    )
    attributes = f" {{{entries}}}" if entries else ""
    types = _typed(printer, op.type_values)
    results = f" -> {types}" if types else ""
    operands = _typed(printer, op.operand_values)
    printer.print_string(f"{name}{operands} {attributes}{results}")


def _print_range(printer: MlirPrinter, op: Any) -> None:
    values = op.arguments
    text = f"{values_text(printer, values)} : {types_text(printer, values)} " if values else ""
    result = "" if values else f": {printer.attribute_text(op.result.type)}"
    printer.print_string(f" {text}{result}{attributes_text(printer, op.attributes)}")


def _print_replace(printer: MlirPrinter, op: Any) -> None:
    values = _typed(printer, op.repl_values)
    by = values if values else " " + printer.value_text(op.repl_operation)
    replaced = printer.value_text(op.op_value)
    printer.print_string(f" {replaced} with{by}{attributes_text(printer, op.attributes)}")


def _print_results(printer: MlirPrinter, op: Any) -> None:
    index = "" if op.index is None else f"{op.index.value.data} "
    type = "" if op.index is None else f" -> {printer.attribute_text(op.val.type)}"
    parent = printer.value_text(op.parent_)
    printer.print_string(f" {index}of {parent} {type}{attributes_text(printer, op.attributes)}")


MODELS = ExternalModels(
    printers={
        "pdl.operation": _print_operation,
        "pdl.range": _print_range,
        "pdl.replace": _print_replace,
        "pdl.results": _print_results,
    },
    default_dialects={"pdl.pattern": "pdl", "pdl.rewrite": "pdl"},
)
