"""Helpers of the TTMetal passes for tensors with metal layouts, and for layout conversions."""

from collections.abc import Callable

from xdsl.dialects.builtin import FunctionType, LocationAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import func, tensor, ttir
from ttmlir_py.dialects.tensor_types import RankedTensor, without_encoding
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.refused_types import argument_type, result_types
from ttmlir_py.rewriting.mutation import create, for_each_op, set_type

TILE_SIZE = 32
"""The number of rows and columns of a tile."""


def metal_layout_of(type_: Attribute) -> MetalLayoutAttr:
    """Return the metal layout of the tensor type `type_`. Raises ValueError for other types."""
    layout = getattr(type_, "encoding", None)
    if not isinstance(layout, MetalLayoutAttr):
        raise ValueError(f"requires a tensor with a metal layout, but got '{type_}'")
    return layout


def with_metal_layout(type_: RankedTensor, layout: MetalLayoutAttr) -> RankedTensor:
    """Return the tensor type `type_` with another layout."""
    return TensorType(type_.element_type, type_.get_shape(), layout)


def new_empty(type_: Attribute, location: LocationAttr) -> tensor.EmptyOp:
    """Return a `tensor.empty` of type `type_` that is in no block yet."""
    return create(tensor.EmptyOp, (), (type_,), {}, location)


def new_to_layout(
    value: SSAValue, target: RankedTensor, location: LocationAttr
) -> tuple[Operation, Operation]:
    """Return two ops in no block: a new empty tensor of type `target`, and a `to_layout` of `value`
    into it.
    """
    empty = new_empty(target, location)
    return empty, create(ttir.ToLayoutOp, (value, empty.results[0]), (target,), {}, location)


def padded_to_tiles(layout: MetalLayoutAttr) -> MetalLayoutAttr:
    """Return `layout` with shards padded to whole tiles; `layout` itself if they are already."""
    *outer, rows, columns = layout.get_scalar_shard_shape()
    height, width = (-(-size // TILE_SIZE) * TILE_SIZE for size in (rows, columns))
    if (height, width) == (rows, columns):
        return layout
    return layout.with_shard_shape((*outer, height, width))


def in_generic(op: Operation) -> bool:
    """Whether `op` is in the body of a `ttir.generic`, where types describe blocks."""
    return isinstance(op.parent_op(), ttir.GenericOp)


def default_layout(
    root: Operation, space: MemorySpace
) -> Callable[[RankedTensor], MetalLayoutAttr]:
    """Return a function from tensor types to layouts in the memory `space`, on one core of the
    device.
    """
    grid = GridAttr.of_rank(len(scope_device(root).workerGrid.shape))
    return lambda type_: MetalLayoutAttr.get(type_.get_shape(), type_.element_type, space, grid)


def assign_layouts(root: Operation, layout_for: Callable[[RankedTensor], MetalLayoutAttr]) -> None:
    """Give a layout to each tensor inside of `root` that has no encoding, except in
    `ttir.generic`.
    """

    def convert(type_: Attribute) -> Attribute:
        ranked = without_encoding(type_)
        return type_ if ranked is None else with_metal_layout(ranked, layout_for(ranked))

    converted = IdentityMemo[Attribute, Attribute](convert)

    def visit(op: Operation) -> None:
        if in_generic(op):
            return
        for value in (*op.operands, *op.results):
            set_type(value, converted(value.type))
        if isinstance(op, func.FuncOp):
            signature = op.function_type
            if op.body.blocks.first is None:
                inputs = [converted(type_) for type_ in signature.inputs]
            else:
                inputs = [argument_type(argument, converted) for argument in op.args]
            outputs = result_types(op, signature.outputs, converted)
            op.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
            for argument, type_ in zip(op.args, inputs, strict=False):
                set_type(argument, type_)

    for_each_op(root, visit)
