"""`ttir-broadcast-operands`: give element-wise ops operands of the result's shape."""

from collections.abc import Iterator, Mapping, Sequence

from typing_extensions import override
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import RankedTensor, shape_of, tensor_type
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import TTIR_WITH_METAL_LAYOUTS
from ttmlir_py.passes.ttmetal.layouts import (
    in_generic,
    metal_layout_of,
    new_empty,
    padded_to_tiles,
)
from ttmlir_py.rewriting.attributes import i32
from ttmlir_py.rewriting.mutation import create, insert_before, replace, set_operand, visit_op


class TTIRBroadcastOperandsPass(Pass):
    """Broadcast operands

    Requires metal layouts. Implicit broadcasts of element-wise ops, and `ttir.broadcast`, become a
    chain of ops that each have a kernel. A `ttir.reshape` adds leading dimensions. A
    `ttir.broadcast` broadcasts all dimensions except the last, on the grid of the result. Another
    one broadcasts the last dimension.
    """

    name = "ttir-broadcast-operands"
    cpp_name = "TTIRBroadcastOperands"
    requires = (TTIR_WITH_METAL_LAYOUTS,)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        for each in list(op.walk()):
            if isinstance(each, ElementwiseOp | ttir.BroadcastOp) and not in_generic(each):
                visit_op(each, _visit)


def _visit(op: Operation) -> None:
    if isinstance(op, ttir.BroadcastOp):
        replace(op, [_stretched(op, op.input, tensor_type(op.result))])
        return
    assert isinstance(op, ElementwiseOp)
    for index, value in enumerate(op.dps_inputs):
        if op.results and shape_of(value) != shape_of(op.results[0]):
            set_operand(op, index, _stretched(op, value, tensor_type(op.results[0])))


def _stretched(op: Operation, value: SSAValue, wanted: RankedTensor) -> SSAValue:
    """Return `value` broadcast to the shape and grid of `wanted`, with ops inserted before `op`."""
    layout, element = metal_layout_of(wanted), tensor_type(value).element_type
    shape = wanted.get_shape()
    missing = len(shape) - len(shape_of(value))
    if missing:
        sizes = (*[1] * missing, *shape_of(value))
        type_ = _on_grid(sizes, element, layout, metal_layout_of(value.type).grid)
        properties = {"shape": ArrayAttr(map(i32, sizes))}
        value = _inserted(op, ttir.ReshapeOp, value, type_, properties)
    for target in _intermediate_types(value, wanted):
        factors = [
            size // before for size, before in zip(target.get_shape(), shape_of(value), strict=True)
        ]
        dimensions = {"broadcast_dimensions": DenseArrayBase.from_list(i64, factors)}
        value = _inserted(op, ttir.BroadcastOp, value, target, dimensions)
    return value


def _intermediate_types(value: SSAValue, wanted: RankedTensor) -> Iterator[RankedTensor]:
    """Yield the types between `value` and `wanted`.

    The first step broadcasts all dimensions except the last, and moves the value to the grid.
    """
    layout, source = metal_layout_of(wanted), tensor_type(value)
    *outer, last = wanted.get_shape()
    width = source.get_shape()[-1]
    if width == last:
        yield TensorType(
            source.element_type,
            wanted.get_shape(),
            layout.with_element_type(source.element_type),
        )
        return
    rows = _on_grid((*outer, width), source.element_type, layout, layout.grid)
    if rows != source or layout.grid.shape[-1] > 1:
        yield rows
    yield TensorType(
        source.element_type, wanted.get_shape(), layout.with_element_type(source.element_type)
    )


def _on_grid(
    shape: Sequence[int], element: Attribute, layout: MetalLayoutAttr, grid: GridAttr
) -> RankedTensor:
    """Return the row-major tensor type on `grid`, in the memory of `layout`."""
    placed = MetalLayoutAttr.get(shape, element, layout.get_memory_space(), grid)
    return TensorType(element, shape, padded_to_tiles(placed))


def _inserted(
    op: Operation,
    cls: type[Operation],
    value: SSAValue,
    type_: RankedTensor,
    properties: Mapping[str, Attribute],
) -> SSAValue:
    empty = insert_before(op, new_empty(type_, op.location)).results[0]
    made = create(cls, (value, empty), (type_,), dict(properties), op.location)
    return insert_before(op, made).results[0]
