"""Lowering of ops that create tensors or change layouts."""

from typing import Any

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    IntegerType,
    f32,
    i1,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.tile import SI32
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, ShapeAttr
from ttmlir_py.dialects.ttnn.enums import BufferType
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.elements import all_values, splat_data
from ttmlir_py.ir.floats import float_of_bits
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.resources import ResourceError, dense_elements
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.exact_integers import (
    held,
    integer_constant,
    is_exact,
    scale_and_shift,
)
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import f32_attr, i64, int_value, is_exact_in_f32, round_to_f32
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.mutation import defining_op, erase, replace, supersede


def _lower_filled(cls: type[Operation]) -> Lowering:
    """Return a lowering of `ttir.zeros` or `ttir.ones` to the op class `cls`.

    A tensor on the host needs neither a device nor a memory configuration.
    """

    def lower(op: ttir.ZerosOp | ttir.OnesOp, builder: TTNNBuilder) -> None:
        layout = layout_of(tensor_type(op.results[0]))
        properties: dict[str, Attribute] = {
            "shape": ShapeAttr(op.shape.get_values()),
            "dtype": DataTypeAttr.get(layout.get_data_type()),
            "layout": LayoutAttr.get(layout.get_layout()),
        }
        if layout.mem_layout is None:
            supersede(op, cls, properties, ())
        else:
            properties["memory_config"] = builder.memory_config(layout)
            supersede(op, cls, properties, (builder.device(op),))

    return lower


def lower_constant(op: ttir.ConstantOp | ttir.FillOp, builder: TTNNBuilder) -> bool:
    """Lower a constant to `ttnn.full` if all elements are equal, otherwise to `ttnn.constant`."""
    try:
        elements = dense_elements(op, op.properties["value"])
    except ResourceError as error:
        raise UnsupportedError(str(error)) from None
    if elements is None:
        return False
    element_type: AnyFloat | IntegerType = elements.get_element_type()
    if (repeated := splat_data(elements)) is None:
        return _lower_elements(op, elements, builder)
    number = _number(repeated, element_type)
    result = tensor_type(op.results[0])
    if is_exact(result, builder):
        replace(op, (integer_constant(op, result, int(number), builder),))
        return True
    fill_value = f32_attr(number)
    supersede(op, ttnn.FullOp, {"fillValue": fill_value}, (builder.device(op),))
    return True


def _lower_elements(
    op: Operation, elements: DenseIntOrFPElementsAttr[Any], builder: TTNNBuilder
) -> bool:
    """Replace `op` by a `ttnn.constant` with these elements.

    Return False for elements other than integers and floats, and for floats that become integers.
    """
    element_type: Attribute = elements.get_element_type()
    result = tensor_type(op.results[0])
    stored: Attribute = result.element_type
    if is_integer_type(element_type):
        if is_integer_type(stored):
            _require_integers_fit(op, elements, element_type, stored)
    elif is_integer_type(stored) or not isinstance(element_type, AnyFloat):
        return False
    on_host = layout_of(result).mem_layout is None
    device = () if on_host else (builder.device(op),)
    supersede(op, ttnn.ConstantOp, {"value": elements}, device)
    return True


def _require_integers_fit(
    op: Operation,
    elements: DenseIntOrFPElementsAttr[Any],
    held: IntegerType,
    stored: IntegerType,
) -> None:
    """Raise OperationError for integers of type `held` that do not fit in the narrower type
    `stored`.

    Integers of the same width are stored bit by bit.
    """
    width = stored.bitwidth
    if held.bitwidth <= width:
        return
    smallest = -(1 << (width - 1))
    largest = (1 << (width - 1 if stored == SI32 else width)) - 1
    number = next((each for each in all_values(elements) if not smallest <= each <= largest), None)
    if number is not None:
        raise OperationError(op, f"holds {number}, which does not fit into {width} bits")


def _number(element: bytes, type_: AnyFloat | IntegerType) -> float:
    """Return the number that the bytes `element` encode in `type_`.

    `true` is 1, although a signed bit is -1.
    """
    if isinstance(type_, AnyFloat):
        number = float_of_bits(int.from_bytes(element, "little"), type_)
        # Rounding turns a signaling NaN into a quiet one.
        return number if type_ == f32 else round_to_f32(number)
    (number,) = type_.unpack(element, 1)
    return abs(number) if type_ == i1 else number


def lower_arange(op: ttir.ArangeOp, builder: TTNNBuilder) -> bool:
    """Lower an arange along the last dimension, the only dimension of `ttnn.arange`."""
    result = tensor_type(op.results[0])
    if int_value(op.properties["arange_dimension"]) != len(result.get_shape()) - 1:
        return False
    start, end, step = (int_value(op.properties[name]) for name in ("start", "end", "step"))
    count = result.get_shape()[-1]
    if (
        -((start - end) // step) != count
    ):  # TTIR omits a last step that reaches beyond the end, but TTNN includes it.
        end = start + count * step
    device = builder.device(op)
    if not is_exact(result, builder) or all(
        is_exact_in_f32(each) and held(result, each) == each for each in (start, end, step)
    ):
        properties = _arange_properties(start, end, step, result, builder)
        supersede(op, ttnn.ArangeOp, properties, (device,))
        return True
    properties = _arange_properties(0, count, 1, result, builder)
    counted = Builder(op).value(ttnn.ArangeOp, (device,), result, **properties)
    replace(op, (scale_and_shift(op, counted, start, step, builder),))
    return True


def _arange_properties(
    start: int, end: int, step: int, result: RankedTensor, builder: TTNNBuilder
) -> dict[str, Attribute]:
    layout = layout_of(result)
    return {
        "start": i64(start),
        "end": i64(end),
        "step": i64(step),
        "dtype": DataTypeAttr.get(layout.get_data_type()),
        "memory_config": builder.memory_config(layout),
    }


def lower_to_layout(op: ttir.ToLayoutOp, builder: TTNNBuilder) -> None:
    """Replace `op` by `ttnn.to_layout`, and erase the empty tensor that it wrote into."""
    source, destination = op.operands
    layout = layout_of(tensor_type(op.results[0]))
    properties: dict[str, Attribute] = {
        "layout": LayoutAttr.get(layout.get_layout()),
        "dtype": DataTypeAttr.get(layout.get_data_type()),
        "memory_config": builder.memory_config(layout),
    }
    on_host = layout.get_buffer_type() is BufferType.SystemMemory
    supersede(
        op, ttnn.ToLayoutOp, properties, (source,) if on_host else (source, builder.device(op))
    )
    empty = defining_op(destination, ttnn.EmptyOp)
    if empty is not None and destination.first_use is None:
        erase(empty)


LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.ZerosOp: _lower_filled(ttnn.ZerosOp),
    ttir.OnesOp: _lower_filled(ttnn.OnesOp),
    ttir.ConstantOp: lower_constant,
    ttir.FillOp: lower_constant,
    ttir.ArangeOp: lower_arange,
    ttir.ToLayoutOp: lower_to_layout,
}
