"""Calls of the TTNN library with all arguments, where upstream's conversion leaves out some.

The arguments are in the library's order. If the library's result has another shape than the op's,
it is reshaped.
"""

from collections.abc import Iterable
from functools import partial
from math import inf, isnan, prod
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.emitc.operators import CallOpaqueOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, ShapeAttr
from ttmlir_py.ir.elements import ELIDED
from ttmlir_py.passes.ttnn.constants import format_of, held_elements, stored_numbers
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.calls import (
    NULLOPT,
    TENSOR,
    Argument,
    Call,
    Lowering,
    MakeArgument,
    as_maker,
    attr,
    call_properties,
    convert_attribute,
    index,
    operand,
    text,
)
from ttmlir_py.passes.ttnn.layouts import layout_of, memory_config
from ttmlir_py.passes.ttnn.library import library_shape, result_shape
from ttmlir_py.rewriting.attributes import int_values
from ttmlir_py.rewriting.mutation import supersede

INTEGERS = "ttnn::SmallVector<int>"
PAIRS = "std::vector<std::pair<uint32_t, uint32_t>>"


def _numbers(attribute: Attribute) -> list[int]:
    match attribute:
        case DenseArrayBase():
            return list(cast("DenseArrayBase[IntegerType]", attribute).get_values())
        case ArrayAttr():
            return int_values(cast(Attribute, attribute))
        case _:
            return [cast("IntegerAttr[IntegerType]", attribute).value.data]


def _list(values: Iterable[object]) -> str:
    return f"{{{', '.join(map(str, values))}}}"


def integers(*names: str) -> MakeArgument:
    """Return a function that makes a vector of the numbers in the attributes `names`."""

    def argument(call: Call) -> Attribute:
        values = [number for name in names for number in _numbers(call.op.properties[name])]
        return text(INTEGERS + _list(values))

    return argument


def _padding(call: Call) -> Attribute:
    amounts = _numbers(call.op.properties["padding"])
    return text(PAIRS + _list(map(_list, zip(amounts[::2], amounts[1::2], strict=True))))


def _scale(call: Call) -> Attribute:
    """Return the scale as one number, or a vector of two numbers."""
    numbers = _numbers(call.op.properties["scale_factor"])
    return text(str(numbers[0])) if len(numbers) == 1 else integers("scale_factor")(call)


def _mode(call: Call) -> Attribute:
    return text(str(call.op.properties["mode"]))


def _shape(call: Call) -> Attribute:
    return convert_attribute(call, ShapeAttr(result_shape(call.op)))


def _dtype(call: Call) -> Attribute:
    layout = layout_of(tensor_type(call.op.results[0]))
    return convert_attribute(call, DataTypeAttr.get(layout.get_data_type()))


def _layout(call: Call) -> Attribute:
    return convert_attribute(
        call, LayoutAttr.get(layout_of(tensor_type(call.op.results[0])).get_layout())
    )


_CPP_FLOATS = {
    inf: "std::numeric_limits<float>::infinity()",
    -inf: "-std::numeric_limits<float>::infinity()",
}


def _cpp_float(number: float) -> str:
    """Return a C++ literal of the f32 nearest to `number`."""
    if isnan(number):
        return "std::numeric_limits<float>::quiet_NaN()"
    return _CPP_FLOATS.get(number) or f"{number!r}f"


def _elements(call: Call, elide_if_larger: int | None) -> Attribute:
    """Return all elements of the constant as a vector.

    Floats are written as `float`, whatever their stored format. With more elements than
    `elide_if_larger`, they are omitted.
    """
    op = cast(ttnn.ConstantOp, call.op)
    format_, count = format_of(op), prod(result_shape(op))
    is_float = format_.kind != "integer"
    sign = "" if format_.is_signed_integer else "u"
    vector = f"std::vector<{'float' if is_float else f'{sign}int{format_.bits}_t'}>"
    if elide_if_larger is not None and count > elide_if_larger:
        held_elements(op)
        return text(f"{vector}{{{ELIDED} /* {count} elements */}}")
    numbers = stored_numbers(op)
    return text(vector + _list(map(_cpp_float, numbers) if is_float else numbers))


def _memory_config(call: Call) -> Attribute:
    """Return the memory configuration of the result, or `std::nullopt` for a host tensor."""
    layout = layout_of(tensor_type(call.op.results[0]))
    on_host = layout.get_mem_layout_opt() is None
    return text(NULLOPT) if on_host else convert_attribute(call, memory_config(layout))


def _call(name: str, *arguments: Argument) -> Lowering:
    """Return a lowering that calls `ttnn::name`, and reshapes its result to the op's shape if
    needed.
    """
    makers = [as_maker(each) for each in arguments]

    def lower(op: Operation, state: None) -> None:
        call = Call(op, op.operands)
        made = [make(call) for make in makers]
        callee, shape = f"ttnn::{name}", result_shape(op) if op.results else ()
        if not op.results or library_shape(op) == shape:
            supersede(op, CallOpaqueOp, call_properties(callee, made), call.operands)
            return
        call.make(callee, TENSOR, tuple(call.operands), made)
        reshaped = [index(0), text(f"std::vector<int>{_list(shape)}")]
        properties = call_properties("ttnn::reshape", reshaped)
        supersede(op, CallOpaqueOp, properties, call.operands[-1:])

    return lower


def lower_constant(elide_if_larger: int | None = None) -> Lowering:
    """Return a lowering of `ttnn.constant` to a call with its elements."""
    elements = partial(_elements, elide_if_larger=elide_if_larger)
    return _call("from_buffer", elements, _shape, _dtype, 0, _layout, _memory_config)


_IMAGE = [
    attr(name)
    for name in ("in_channels", "out_channels", "batch_size", "input_height", "input_width")
]
_WINDOW = [
    integers(f"{name}_height", f"{name}_width")
    for name in ("kernel", "stride", "padding", "dilation")
]
_KERNEL = [
    integers(name) for name in ("kernel_size", "stride", "padding", "output_padding", "dilation")
]
_REDUCTION = (0, attr("dim_arg", INTEGERS), attr("keep_dim"))

LOWERINGS: dict[type[Operation], Lowering] = {
    ttnn.ArangeOp: _call(
        "arange",
        attr("start"),
        attr("end"),
        attr("step"),
        _dtype,
        operand("device"),
        _memory_config,
    ),
    ttnn.ClampOp: _call("clamp", 0, attr("min"), attr("max")),
    ttnn.ConstantOp: lower_constant(),
    ttnn.Conv2dOp: _call(
        "conv2d", 0, 1, operand("device"), *_IMAGE, *_WINDOW, attr("groups"), operand("bias")
    ),
    ttnn.ConvTranspose2dOp: _call(
        "conv_transpose2d",
        *(0, 1, operand("device")),
        *_IMAGE,
        *_KERNEL,
        attr("groups"),
        operand("bias"),
    ),
    ttnn.FillCacheOp: _call("fill_cache", 0, 1, attr("batch_offset")),
    ttnn.FullOp: _call(
        "full", _shape, attr("fillValue"), _dtype, _layout, operand("device"), _memory_config
    ),
    ttnn.LeakyReluOp: _call("leaky_relu", 0, attr("parameter"), NULLOPT, 1),
    ttnn.LinearOp: _call("linear", 0, 1, operand("bias")),
    ttnn.MaxOp: _call("max", *_REDUCTION),
    ttnn.MaxPool2dOp: _call(
        "max_pool2d",
        0,
        *(attr(name) for name in ("batch_size", "input_height", "input_width", "channels")),
        *_WINDOW,
        attr("ceil_mode"),
    ),
    ttnn.MeanOp: _call("mean", *_REDUCTION),
    ttnn.MinOp: _call("min", *_REDUCTION),
    ttnn.PadOp: _call(
        "pad", 0, _padding, attr("value"), attr("use_multicore"), attr("memory_config")
    ),
    ttnn.PermuteOp: _call(
        "permute", 0, integers("permutation"), attr("memory_config"), attr("pad_value")
    ),
    ttnn.ProdOp: _call(
        "prod",
        0,
        attr("all_dimensions"),
        attr("dim_arg"),
        attr("keep_dim"),
        attr("memory_config"),
    ),
    ttnn.SliceOp: _call("slice", 0, integers("begins"), integers("ends"), integers("step")),
    ttnn.SumOp: _call("sum", *_REDUCTION),
    ttnn.UpdateCacheOp: _call("update_cache", 0, 1, 2, attr("batch_offset")),
    ttnn.UpsampleOp: _call("upsample", 0, _scale, _mode, attr("memory_config")),
}
