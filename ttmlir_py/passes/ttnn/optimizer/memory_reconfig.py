"""Puts the optimizer's choices into the program: the layouts of results, and `ttnn.to_layout` where an operand's changes."""

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
    """Give an op's first result a layout, and what says the same: the tensor it writes into, its memory configuration."""
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
    """Lay each operand out as the result of its op is: by a `ttnn.to_layout` before the op, or by the one that makes it.

    As upstream has it, the memory configuration is that of the op's result, also where the operand has another shape. Unlike
    there, an operand that lies so already is left alone; `ttnn-decompose-layouts` does not take a change of nothing.
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
    """Let the operand stand for each `ttnn.to_layout` that changes no more than the grid of an interleaved tensor.

    Results that were in rows are so once they are given a layout in tiles; upstream leaves such ops in.
    """
    for op in list(function.walk()):
        if isinstance(op, ttnn.ToLayoutOp):
            source, target = (layout_of(tensor_type(value)) for value in (op.input, op.result))
            if _kind(source) == _kind(target):
                replace(op, (op.input,))


def resharded(tensor: RankedTensor, layout: TTNNLayoutAttr) -> TTNNLayoutAttr:
    """The layout of a tensor in the memory, on the cores and spread as in another tensor's layout."""
    return (
        layout_of(tensor)
        .with_buffer_type(layout.get_buffer_type())
        .with_memory_layout(layout.mem_layout)
        .with_grid(tensor.get_shape(), layout.grid)
    )


def _kind(layout: TTNNLayoutAttr) -> tuple[object, ...]:
    """What a `ttnn.to_layout` can change; the grid of an interleaved tensor is no property of it."""
    return (
        layout.get_buffer_type(),
        layout.mem_layout,
        layout.get_layout(),
        layout.get_data_type(),
        layout.grid if layout.has_sharded_tensor_memory_layout() else None,
    )
