"""Application of the optimizer's choices: layouts of results, and `ttnn.to_layout` for operands."""

from collections.abc import Iterable

from xdsl.ir import Operation

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.interfaces import HasMemoryConfig
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.layouts import layout_of, with_layout
from ttmlir_py.passes.ttnn.optimizer.plan import Edge
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import replace, set_operand, set_type


def set_layout(op: Operation, layout: TTNNLayoutAttr, builder: TTNNBuilder) -> None:
    """Set the layout of the first result of `op`, of its destination and its memory
    configuration.
    """
    tensor = with_layout(tensor_type(op.results[0]), layout)
    set_type(op.results[0], tensor)
    if isinstance(op, DestinationStyle):
        room = op.dps_inits[-1]
        if isinstance(room.owner, ttnn.EmptyOp):
            set_type(room, tensor)
            room.owner.properties.update(builder.empty_properties(tensor))
    says_so = isinstance(op, HasMemoryConfig) and "memory_config" in op.properties
    if says_so or isinstance(op, ttnn.ToLayoutOp):
        op.properties["memory_config"] = builder.memory_config(layout)


def reconfigure(edges: Iterable[Edge], builder: TTNNBuilder) -> None:
    """Give each operand in `edges` the layout of its op's result, by a `ttnn.to_layout` before the
    op.

    If a `ttnn.to_layout` already makes the operand, that one is changed. As in upstream, the memory
    configuration is that of the op's result, even if the operand has another shape. Unlike in
    upstream, an operand that already has the layout is left alone, because `ttnn-decompose-layouts`
    rejects a change of nothing.
    """
    for op, number in edges:
        operand = op.operands[number]
        wanted = layout_of(tensor_type(op.results[0]))
        tensor = tensor_type(operand)
        element_type = wanted.get_element_type()
        layout = layout_of(tensor).with_element_type(element_type, tensor.get_shape())
        layout = resharded(with_layout(tensor, layout), wanted)
        if _kind(layout) == _kind(layout_of(tensor)):
            continue
        new_type, config = with_layout(tensor, layout), builder.memory_config(wanted)
        if isinstance(operand.owner, ttnn.ToLayoutOp):
            operand.owner.properties["memory_config"] = config
            set_type(operand, new_type)
            continue
        moved = Builder(op).value(
            ttnn.ToLayoutOp,
            (operand, builder.device(op)),
            new_type,
            layout=LayoutAttr.get(wanted.get_layout()),
            dtype=DataTypeAttr.get(wanted.get_data_type()),
            memory_config=config,
        )
        set_operand(op, number, moved)


def drop_redundant_changes(function: func.FuncOp) -> None:
    """Replace each `ttnn.to_layout` by its operand if at most the grid of an interleaved tensor
    differs.

    Conversions to tiles become redundant in this way when their operand gets a layout in tiles.
    Upstream keeps such ops.
    """
    for op in list(function.walk()):
        if isinstance(op, ttnn.ToLayoutOp):
            source, target = (layout_of(tensor_type(value)) for value in (op.input, op.result))
            if _kind(source) == _kind(target):
                replace(op, (op.input,))


def resharded(tensor: RankedTensor, layout: TTNNLayoutAttr) -> TTNNLayoutAttr:
    """Return the layout of `tensor`, with the memory, cores and sharding of `layout`."""
    return (
        layout_of(tensor)
        .with_buffer_type(layout.get_buffer_type())
        .with_memory_layout(layout.mem_layout)
        .with_grid(tensor.get_shape(), layout.grid)
    )


def _kind(layout: TTNNLayoutAttr) -> tuple[object, ...]:
    """Return the properties of a layout that a `ttnn.to_layout` can change.

    The grid is left out for interleaved layouts.
    """
    return (
        layout.get_buffer_type(),
        layout.mem_layout,
        layout.get_layout(),
        layout.get_data_type(),
        layout.grid if layout.has_sharded_tensor_memory_layout() else None,
    )
