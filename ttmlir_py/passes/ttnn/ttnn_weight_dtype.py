"""The pass `ttnn-weight-dtype`: store the weights of matrix products in a block format."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import TTNN_WITH_LAYOUTS
from ttmlir_py.passes.ttnn.enums import DATA_TYPES, BlockFormat
from ttmlir_py.passes.ttnn.parameters import is_written, unwritten_parameters
from ttmlir_py.passes.ttnn.typecasts import is_tiled_float, typecast
from ttmlir_py.rewriting.destination_style import is_destination_style


@dataclass(frozen=True)
class TTNNWeightDtypePass(Pass):
    """Store the weights of matrix products in a block format

    A weight is the second operand of a `ttnn.matmul` or `ttnn.linear` that depends on constants
    and parameters only. Parameters are arguments with `tt.argument_type = "parameter"` or
    `"constant"`. The weight is converted on the device. With `ttnn-const-eval`, this happens once
    for all runs.
    """

    name = "ttnn-weight-dtype"
    cpp_name = "TTNNWeightDtype"
    requires = (TTNN_WITH_LAYOUTS,)

    dtype: BlockFormat = option(BlockFormat.NONE, "The format of weights.")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        if self.dtype is BlockFormat.NONE:
            return False
        constant: set[SSAValue] = set()
        products: list[Operation] = []
        for each in op.walk():
            if isinstance(each, func.FuncOp):
                constant.update(unwritten_parameters(each))
            elif _is_constant(each, constant):
                constant.update(each.results)
            elif isinstance(each, ttnn.MatmulOp | ttnn.LinearOp) and each.b in constant:
                products.append(each)
        converted: dict[SSAValue, SSAValue] = {}
        for each in products:
            if isinstance(each, ttnn.MatmulOp | ttnn.LinearOp) and is_tiled_float(each.b):
                if each.b not in converted:
                    converted[each.b] = typecast(each, each.b, DATA_TYPES[self.dtype])
                each.operands[1] = converted[each.b]
        return bool(converted)


def _is_constant(op: Operation, constant: set[SSAValue]) -> bool:
    """Whether `op` computes a value of constants. Devices and destinations do not count."""
    if op.regions or not op.results or isinstance(op, ttnn.GetDeviceOp | ttnn.EmptyOp):
        return False
    if any(map(is_written, op.results)):
        return False
    inputs = op.operands[:-1] if is_destination_style(op.__class__) else op.operands
    return all(each in constant or isinstance(each.owner, ttnn.GetDeviceOp) for each in inputs)
