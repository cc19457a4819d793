"""Corrections of the StableHLO in which torch-mlir treats unsigned integers as signed ones.

torch-mlir compares unsigned integers as signed ones. It also starts the maximum and minimum of
unsigned integers and booleans with the extremes of signed integers: a maximum of `ui8` would be at
least 128, and a maximum of booleans always true.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_REDUCTIONS = ("stablehlo.reduce", "stablehlo.reduce_window")
_EXTREMES = ("stablehlo.maximum", "stablehlo.minimum")


def correct_unsigned_integers(op: Any) -> None:
    """Correct the comparisons and reductions in an operation of torch-mlir."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                correct_unsigned_integers(inner.operation)
                if inner.operation.name in _REDUCTIONS:
                    _correct_initial_value(inner.operation)
                elif inner.operation.name == "stablehlo.compare":
                    _correct_comparison(inner.operation)


def _correct_comparison(op: Any) -> None:
    """Compare unsigned integers as such."""
    ir: Any = import_module("torch_mlir.ir")
    element = str(ir.RankedTensorType(op.operands[0].type).element_type)
    if element.startswith("ui"):
        unsigned = "#stablehlo<comparison_type UNSIGNED>"
        op.attributes["compare_type"] = ir.Attribute.parse(unsigned, op.context)


def _correct_initial_value(op: Any) -> None:
    """Replace the initial value of a maximum or minimum without sign by the neutral value."""
    ir: Any = import_module("torch_mlir.ir")
    combined = op.regions[0].blocks[0].operations[0].operation.name
    if combined not in _EXTREMES or len(op.operands) != 2:
        return
    type_ = op.operands[1].type
    element = str(ir.RankedTensorType(type_).element_type)
    if not element.startswith("ui") and element != "i1":
        return
    if combined == "stablehlo.maximum":
        value = "false" if element == "i1" else "0"
    else:
        value = "true" if element == "i1" else str(2 ** int(element.removeprefix("ui")) - 1)
    constant = ir.Operation.create(
        "stablehlo.constant",
        results=[type_],
        attributes={"value": ir.Attribute.parse(f"dense<{value}> : {type_}", op.context)},
        loc=op.location,
        ip=ir.InsertionPoint(op),
    )
    op.operands[1] = constant.results[0]
