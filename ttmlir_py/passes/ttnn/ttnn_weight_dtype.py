"""The pass `ttnn-weight-dtype`: store the weights of matrix products in a block format."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import TTNN_WITH_LAYOUTS
from ttmlir_py.passes.ttnn.enums import WeightDtype
from ttmlir_py.passes.ttnn.layouts import element_type_for, layout_of, with_element_type
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.destination_style import is_destination_style

_FORMATS = {WeightDtype.BFP_BF8: DataType.BFP_BFloat8, WeightDtype.BFP_BF4: DataType.BFP_BFloat4}


@dataclass(frozen=True)
class TTNNWeightDtypePass(Pass):
    """Store the weights of matrix products in a block format

    A weight is the second operand of a `ttnn.matmul` or `ttnn.linear` that depends on constants
    only. It is converted on the device. With `ttnn-const-eval`, this happens once for all runs.
    """

    name = "ttnn-weight-dtype"
    cpp_name = "TTNNWeightDtype"
    requires = (TTNN_WITH_LAYOUTS,)

    dtype: WeightDtype = option(WeightDtype.NONE, "The format of weights.")

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        if self.dtype is WeightDtype.NONE:
            return False
        constant: set[SSAValue] = set()
        products: list[Operation] = []
        for each in op.walk():
            if _is_constant(each, constant):
                constant.update(each.results)
            elif isinstance(each, ttnn.MatmulOp | ttnn.LinearOp) and each.b in constant:
                products.append(each)
        converted: dict[SSAValue, SSAValue] = {}
        for each in products:
            if isinstance(each, ttnn.MatmulOp | ttnn.LinearOp) and _is_tiled_float(each.b):
                if each.b not in converted:
                    converted[each.b] = _convert(each, each.b, _FORMATS[self.dtype])
                each.operands[1] = converted[each.b]
        return bool(converted)


def _is_constant(op: Operation, constant: set[SSAValue]) -> bool:
    """Whether `op` computes a value of constants. Devices and destinations do not count."""
    if op.regions or not op.results or isinstance(op, ttnn.GetDeviceOp | ttnn.EmptyOp):
        return False
    inputs = op.operands[:-1] if is_destination_style(op.__class__) else op.operands
    return all(each in constant or isinstance(each.owner, ttnn.GetDeviceOp) for each in inputs)


def _is_tiled_float(value: SSAValue) -> bool:
    type_ = tensor_type(value)
    layout = layout_of(type_)
    on_device = layout.is_tiled() and not layout.is_system_buffer_type()
    return on_device and isinstance(type_.element_type, AnyFloat)


def _convert(op: Operation, value: SSAValue, format_: DataType) -> SSAValue:
    """Insert a conversion of `value` to `format_` before `op`."""
    type_ = with_element_type(tensor_type(value), element_type_for(Layout.Tile, format_))
    return Builder(op).value(ttnn.TypecastOp, (value,), type_, dtype=DataTypeAttr.get(format_))
