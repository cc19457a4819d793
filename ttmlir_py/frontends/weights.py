"""Large constants of programs, which the text of a program leaves out.

As text, a constant would take several times the memory of its elements. Constants share the memory
of the arrays, so that a program takes no memory for weights that passes do not change.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.frontends.signature import Array
from ttmlir_py.ir.locations import location_name
from ttmlir_py.ir.module import ModuleOp


def checksum(weights: Mapping[str, Array]) -> int:
    """Return a number that changes if elements of `weights` change."""
    found = 0
    for each in weights.values():
        found = zlib.crc32(_bytes_of(each), found)
    return found


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
    """Return a constant that shares the memory of `array`."""
    # Attributes hold bytes. A view of bytes has their methods that constants need.
    data = BytesAttr(cast(bytes, _bytes_of(array)))
    constant = stablehlo.ConstantOp.create(
        properties={"value": DenseIntOrFPElementsAttr(type_, data)}, result_types=[type_]
    )
    constant.location = location
    return constant


class _Hashable(np.ndarray[Any, Any]):
    """An array whose views have hashes: those of their bytes."""

    # numpy declares None, because arrays are compared by elements
    __hash__ = object.__hash__  # pyright: ignore  # pyrefly: ignore[bad-assignment]


def _bytes_of(array: Array) -> memoryview:
    """Return the bytes of `array`, row by row, without a copy if they are stored so."""
    flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return memoryview(cast(Any, flat.view(_Hashable))).toreadonly()
