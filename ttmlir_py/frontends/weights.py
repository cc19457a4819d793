"""Large constants of programs, which the text of a program leaves out.

As text, a constant would take several times the memory of its elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.frontends.signature import Array
from ttmlir_py.ir.locations import location_name
from ttmlir_py.ir.module import ModuleOp


def insert_weights(module: ModuleOp, weights: Mapping[str, Array]) -> None:
    """Replace the arguments of the module's function with the names in `weights` by constants."""
    if not weights:
        return
    (function,) = (op for op in module.ops if isinstance(op, FuncOp))
    block = function.body.block
    constants: list[stablehlo.ConstantOp] = []
    for argument in list(block.args):
        argument_name = location_name(argument.location) or ""
        if argument_name in weights:
            constants.append(_constant(weights[argument_name], argument.type, function.location))
            argument.replace_all_uses_with(constants[-1].output)
            block.erase_arg(argument)
    first = block.first_op
    assert first is not None
    block.insert_ops_before(constants, first)
    function.update_function_type()


def _constant(array: Array, type_: Any, location: Any) -> stablehlo.ConstantOp:
    """Return a constant with the bytes of `array`."""
    data = BytesAttr(array.tobytes())
    constant = stablehlo.ConstantOp.create(
        properties={"value": DenseIntOrFPElementsAttr(type_, data)}, result_types=[type_]
    )
    constant.location = location
    return constant
