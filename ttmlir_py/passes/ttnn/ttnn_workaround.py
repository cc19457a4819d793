"""The pass `ttnn-workaround`: avoid the limits of the TTNN runtime."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor, ranked_tensor, tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.target import is_for_later
from ttmlir_py.dialects.tt.types import data_type_to_element_type
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, MemoryConfigAttr
from ttmlir_py.dialects.ttnn.enums import BufferType
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import TTNN_WITH_LAYOUTS
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.layouts import element_type_for, layout_of
from ttmlir_py.passes.ttnn.workarounds.decomposition import (
    DECOMPOSITIONS,
    REPEAT_FOLDING,
)
from ttmlir_py.passes.ttnn.workarounds.operands import (
    OperandWorkaround,
    OperandWorkarounds,
    Traits,
    operand_workarounds,
)
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.greedy import simplify
from ttmlir_py.rewriting.mutation import (
    create,
    for_each_op,
    insert_after,
    insert_before,
    replace_uses,
    set_operand,
    set_type,
)


@dataclass(frozen=True)
class TTNNWorkaroundPass(Pass):
    """Apply TTNN workarounds to the IR.

    Requires TTNN ops on tensors with layouts. Ops that the runtime lacks, or computes incorrectly,
    are decomposed. Then operands and results with restricted layouts are converted by
    `ttnn.to_layout` before and after the op, so that other ops do not change. With
    `exact-integers`, unsigned integers that an op would take as floats become si32 instead, if the
    op moves or adds their bits.
    """

    name = "ttnn-workaround"
    cpp_name = "TTNNWorkarounds"
    requires = (TTNN_WITH_LAYOUTS,)

    layout: bool = option(
        True,
        "Convert operands and results of ops that accept only some layouts",
        name="ttnn-enable-layout-workaround-pass",
    )
    decomposition: bool = option(
        True,
        "Replace ops that the runtime lacks or computes incorrectly",
        name="ttnn-enable-decomposition-workaround-pass",
    )
    repeat_folding: bool = option(
        True,
        "Replace repeats by broadcasting sums with zeros",
        name="ttnn-enable-repeat-folding-workaround-pass",
    )
    exact_integers: bool = option(
        False, "Move and add unsigned integers as si32 instead of as floats", own=True
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        builder = TTNNBuilder(exact_integers=self.exact_integers)
        changed = False
        if self.decomposition:
            changed |= apply_partial_conversion(op, ConversionTarget(), DECOMPOSITIONS, builder)
        if self.repeat_folding:
            changed |= apply_partial_conversion(op, ConversionTarget(), REPEAT_FOLDING, builder)
        if self.layout:
            changed |= _adapt_operands(op, builder, context.diagnostics)
        if self.decomposition or self.repeat_folding or self.layout:
            changed |= simplify(op, context)
        return changed


def _adapt_operands(root: Operation, builder: TTNNBuilder, diagnostics: DiagnosticEngine) -> bool:
    """Convert operands and results with restricted layouts. Return whether there were any."""
    affected: list[Operation] = []
    later = is_for_later(root)

    def visit(op: Operation) -> None:
        workarounds = operand_workarounds(op, is_for_later=later)
        if workarounds is not None:
            affected.append(op)
            if builder.exact_integers:
                workarounds = workarounds.keeping_bits()
            _warn_of_lost_bits(op, workarounds, diagnostics)
            _convert_values(op, workarounds, builder)

    for_each_op(root, visit)
    return bool(affected)


def _warn_of_lost_bits(
    op: Operation, workarounds: OperandWorkarounds, diagnostics: DiagnosticEngine
) -> None:
    """Warn if an operand or result of `op` is converted to a less precise format."""
    tensors = [value for value in op.operands if isinstance(value.type, TensorType)]
    values = zip(
        (*tensors, *op.results), (*workarounds.operands, *workarounds.results), strict=True
    )
    for value, workaround in values:
        traits = Traits.of(layout_of(tensor_type(value)))
        before, wanted = traits.data_type, traits.changed_by(workaround).data_type
        had, keeps = (FORMATS[each.name].significant_bits for each in (before, wanted))
        if keeps < had:
            diagnostics.warn(
                WarningKind.REDUCED_PRECISION,
                op,
                f"is computed in {wanted.keyword}, as the runtime library has it: "
                f"of {had} bits of {before.keyword}, {keeps} are kept",
            )
            return


def _convert_values(op: Operation, workarounds: OperandWorkarounds, builder: TTNNBuilder) -> None:
    """Convert the operands and results of `op` to supported layouts, and its results back."""
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
    """Update the properties that repeat a trait of the result, such as its data type."""
    if wanted.layout is not before.layout and "layout" in properties:
        properties["layout"] = LayoutAttr.get(wanted.layout)
    if wanted.data_type is not before.data_type and "dtype" in properties:
        properties["dtype"] = DataTypeAttr.get(wanted.data_type)
    config = properties.get("memory_config")
    if isinstance(config, MemoryConfigAttr):
        if wanted.buffer_type is not before.buffer_type:
            config = config.with_buffer_type(wanted.buffer_type)
        if wanted.mem_layout is not None and wanted.mem_layout != before.mem_layout:
            config = config.with_memory_layout(wanted.mem_layout.value)
        properties["memory_config"] = config


def _with_traits(type_: RankedTensor, traits: Traits) -> RankedTensor:
    """Return the tensor type with the layout, memory and data type in `traits`."""
    shape = type_.get_shape()
    element = element_type_for(traits.layout, traits.data_type)
    layout = layout_of(type_).with_element_type(element, shape).with_buffer_type(traits.buffer_type)
    scalar = data_type_to_element_type(traits.data_type)
    return ranked_tensor(scalar, shape, layout.with_memory_layout(traits.mem_layout))


def _conversion(
    op: Operation, value: SSAValue, traits: Traits, builder: TTNNBuilder
) -> ttnn.ToLayoutOp:
    """Return a new `ttnn.to_layout` of `value`, not yet in a block, with the location of `op`."""
    target = _with_traits(tensor_type(value), traits)
    properties: dict[str, Attribute] = {
        "layout": LayoutAttr.get(traits.layout),
        "dtype": DataTypeAttr.get(traits.data_type),
        "memory_config": builder.memory_config(layout_of(target)),
    }
    on_host = traits.buffer_type is BufferType.SystemMemory
    operands = (value,) if on_host else (value, builder.device(op))
    return create(ttnn.ToLayoutOp, operands, (target,), properties, op.location)
