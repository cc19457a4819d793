"""Conversions of tensors on the device to other formats."""

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.passes.ttnn.layouts import element_type_for, layout_of, with_element_type
from ttmlir_py.rewriting.builder import Builder


def is_tiled_float(value: SSAValue) -> bool:
    """Whether a tensor holds floats in tiles on the device."""
    type_ = tensor_type(value)
    layout = layout_of(type_)
    on_device = layout.is_tiled() and not layout.is_system_buffer_type()
    return on_device and isinstance(type_.element_type, AnyFloat)


def typecast(op: Operation, value: SSAValue, format_: DataType) -> SSAValue:
    """Insert a conversion of a tiled `value` to `format_` before `op`."""
    type_ = with_element_type(tensor_type(value), element_type_for(Layout.Tile, format_))
    return Builder(op).value(ttnn.TypecastOp, (value,), type_, dtype=DataTypeAttr.get(format_))
