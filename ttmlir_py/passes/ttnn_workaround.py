"""The pass `ttnn-workaround`: makes programs that the TTNN runtime can execute, whatever it lacks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.types import data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, MemoryConfigAttr
from ttmlir_py.dialects.ttnn.enums import BufferType
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.rewriting import (
    create,
    for_each_op,
    insert_after,
    insert_before,
    replace_uses,
    set_operand,
    set_type,
)
from ttmlir_py.passes.ttnn_utils import (
    RankedTensor,
    TTNNBuilder,
    element_type_for,
    layout_of,
    simplify,
    tensor_type,
)
from ttmlir_py.passes.workarounds.decomposition import DECOMPOSITIONS, REPEAT_FOLDING, Workaround
from ttmlir_py.passes.workarounds.operands import OperandWorkaround, Traits, operand_workarounds

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext


@dataclass(frozen=True)
class TTNNWorkaroundPass(Pass):
    """Apply TTNN workarounds to the IR.

    Requires TTNN ops on tensors with layouts. Ops that the runtime lacks, or gets wrong, are decomposed; then operands and results
    that an op takes in certain layouts only are converted by `ttnn.to_layout` before and after the op, so that nothing
    else sees the change.
    """

    name = "ttnn-workaround"
    cpp_name = "TTNNWorkarounds"

    layout: bool = option(
        True,
        "Convert operands and results around ops that take certain layouts only",
        name="ttnn-enable-layout-workaround-pass",
    )
    decomposition: bool = option(
        True,
        "Replace ops that the runtime lacks or gets wrong by others",
        name="ttnn-enable-decomposition-workaround-pass",
    )
    repeat_folding: bool = option(
        True,
        "Replace repeats by sums with zeros, which broadcast",
        name="ttnn-enable-repeat-folding-workaround-pass",
    )

    def run(self, context: "MlirContext", op: Operation) -> None:
        """Apply the enabled workarounds to all ops inside of `op`."""
        builder = TTNNBuilder()
        if self.decomposition:
            _decompose(op, DECOMPOSITIONS, builder)
        if self.repeat_folding:
            _decompose(op, REPEAT_FOLDING, builder)
        if self.layout:
            for_each_op(op, lambda each: _convert_values(each, builder))
        if self.decomposition or self.repeat_folding or self.layout:
            simplify(op, context)


def _decompose(
    root: Operation, workarounds: Mapping[type[Operation], Workaround], builder: TTNNBuilder
) -> None:
    def visit(op: Operation) -> None:
        workaround = workarounds.get(op.__class__)
        if workaround is not None:
            workaround(op, builder)

    for_each_op(root, visit)


def _convert_values(op: Operation, builder: TTNNBuilder) -> None:
    """Give an op its operands and results in the layouts that it can do, and its surroundings those that they had."""
    workarounds = operand_workarounds(op)
    if workarounds is None:
        return
    tensors = [i for i, value in enumerate(op.operands) if isinstance(value.type, TensorType)]
    for index, workaround in zip(tensors, workarounds.operands, strict=True):
        _convert_operand(op, index, workaround, builder)
    for result, workaround in zip(op.results, workarounds.results, strict=True):
        _convert_result(op, result, workaround, builder)


def _convert_operand(
    op: Operation, index: int, workaround: OperandWorkaround, builder: TTNNBuilder
) -> None:
    value = op.operands[index]
    before = Traits.of(layout_of(tensor_type(value)))
    wanted = before.changed_by(workaround)
    if wanted != before:
        converted = insert_before(op, _conversion(op, value, wanted, builder))
        set_operand(op, index, converted.results[0])


def _convert_result(
    op: Operation, result: OpResult, workaround: OperandWorkaround, builder: TTNNBuilder
) -> None:
    type_ = tensor_type(result)
    before = Traits.of(layout_of(type_))
    wanted = before.changed_by(workaround)
    if wanted == before:
        return
    set_type(result, _with_traits(type_, wanted))
    _update_properties(op.properties, before, wanted)
    converted = insert_after(op, _conversion(op, result, before, builder))
    replace_uses(result, converted.results[0], unless_user=converted)


def _update_properties(properties: dict[str, Attribute], before: Traits, wanted: Traits) -> None:
    """Make the properties that repeat a trait of the result say what the result is now."""
    if wanted.layout is not before.layout and "layout" in properties:
        properties["layout"] = LayoutAttr(wanted.layout)
    if wanted.data_type is not before.data_type and "dtype" in properties:
        properties["dtype"] = DataTypeAttr(wanted.data_type)
    config = properties.get("memory_config")
    if isinstance(config, MemoryConfigAttr):
        if wanted.buffer_type is not before.buffer_type:
            config = config.with_buffer_type(wanted.buffer_type)
        if wanted.mem_layout is not None and wanted.mem_layout != before.mem_layout:
            config = config.with_memory_layout(wanted.mem_layout.value)
        properties["memory_config"] = config


def _with_traits(type_: RankedTensor, traits: Traits) -> RankedTensor:
    """The tensor with the traits given."""
    shape = type_.get_shape()
    element = element_type_for(traits.layout, traits.data_type)
    layout = layout_of(type_).with_element_type(element, shape).with_buffer_type(traits.buffer_type)
    scalar = data_type_to_element_type(traits.data_type)
    return TensorType(scalar, shape, layout.with_memory_layout(traits.mem_layout))


def _conversion(
    op: Operation, value: SSAValue, traits: Traits, builder: TTNNBuilder
) -> ttnn.ToLayoutOp:
    """A detached `ttnn.to_layout` of `value` for use beside `op`, with its location."""
    target = _with_traits(tensor_type(value), traits)
    properties: dict[str, Attribute] = {
        "layout": LayoutAttr(traits.layout),
        "dtype": DataTypeAttr(traits.data_type),
        "memory_config": builder.memory_config(layout_of(target)),
    }
    on_host = traits.buffer_type is BufferType.SystemMemory
    operands = (value,) if on_host else (value, builder.device(op))
    return create(ttnn.ToLayoutOp, operands, (target,), properties, op.location)
