"""`ttir-split-compound-layout`: let each `ttir.to_layout` change one property."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.ttir.layout import LayoutChanges
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of, new_to_layout, with_metal_layout
from ttmlir_py.rewriting.greedy import apply_patterns_greedily, patterns_for
from ttmlir_py.rewriting.mutation import create

Direct = Callable[[MetalLayoutAttr, MetalLayoutAttr], bool]
"""A predicate that says whether a tensor may change directly from the first layout to the
second.
"""


def changes_one_property(source: MetalLayoutAttr, target: MetalLayoutAttr) -> bool:
    """Whether the two layouts differ in at most one property."""
    return not LayoutChanges.between(source, target).is_compound


def takes_one_program(source: MetalLayoutAttr, target: MetalLayoutAttr) -> bool:
    """Whether one program on the device can change the layout from `source` to `target`.

    Cores of a program that does not use the network reach only their own L1.
    """
    changes = LayoutChanges.between(source, target)
    spaces = (source.get_memory_space(), target.get_memory_space())
    on_dram = any(changes) and spaces == (MemorySpace.DeviceDRAM,) * 2
    return not (changes.needs_several_programs or on_dram)


@dataclass(frozen=True)
class SplitCompoundLayout(RewritePattern):
    """A pattern that splits a `ttir.to_layout` into several ops.

    Each of them changes one property, or satisfies `direct`.
    """

    direct: Direct = changes_one_property

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op` if it changes more than one property."""
        assert isinstance(op, ttir.ToLayoutOp)
        try:
            source, target = metal_layout_of(op.input.type), metal_layout_of(op.output.type)
            shape = tensor_type(op.input).get_shape()
            *stops, _ = route(shape, source, target, direct=self.direct)
        except ValueError as error:
            raise OperationError(op, str(error)) from error
        if not stops:
            return
        value, new_ops = op.input, list[Operation]()
        for layout in stops:
            type_ = with_metal_layout(tensor_type(value), layout)
            new_ops += new_to_layout(value, type_, op.location)
            value = new_ops[-1].results[0]
        operands, types = (value, op.output), (op.output.type,)
        new_ops.append(create(ttir.ToLayoutOp, operands, types, {}, op.location))
        rewriter.replace(op, new_ops)


def route(
    shape: Sequence[int],
    source: MetalLayoutAttr,
    target: MetalLayoutAttr,
    around: tuple[tuple[MetalLayoutAttr, MetalLayoutAttr], ...] = (),
    direct: Direct = changes_one_property,
) -> list[MetalLayoutAttr]:
    """Return the layouts of a tensor on its way from `source` to `target`; the last one is
    `target`.

    Each step satisfies `direct`. `around` contains the layout changes that the callers are
    splitting; splitting one of them again would never end. Raises ValueError if there is no way.
    """
    if direct(source, target):
        return [target]
    if (source, target) in around:
        raise ValueError("Unsupported compound layout change")
    stop = _intermediate_layout(shape, source, target)
    around = (*around, (source, target))
    first, second = ((source, stop), (stop, target))
    return [
        *route(shape, *first, around=around, direct=direct),
        *route(shape, *second, around=around, direct=direct),
    ]


def _intermediate_layout(
    shape: Sequence[int], source: MetalLayoutAttr, target: MetalLayoutAttr
) -> MetalLayoutAttr:
    """Return a layout between `source` and `target`.

    Data is first moved into L1 and changed there. It is moved between cores while it is in tiles.
    """
    changes = LayoutChanges.between(source, target)
    if source.get_memory_space() is not MemorySpace.DeviceL1:
        return source.with_memory_space(MemorySpace.DeviceL1)
    if target.get_memory_space() is not MemorySpace.DeviceL1:
        return target.with_memory_space(MemorySpace.DeviceL1)
    if changes.linear and _is_format_of_one_type(source, target) and not changes.grid:
        return (source if source.is_tiled() else target).with_element_type(
            source.get_scalar_element_type()
        )
    if source.is_tiled() and not target.is_tiled():
        return target.with_element_type(source.get_element_type())
    if target.is_tiled() and not source.is_tiled():
        return source.with_element_type(target.get_element_type())
    if changes.linear and source.is_tiled():
        return source.with_element_type(source.get_scalar_element_type())
    if changes.linear and changes.grid:
        raise ValueError("Changing layout and grid at the same time is currently not supported")
    if changes.grid:
        return target.with_grid(shape, source.grid)
    if changes.memory_layout:
        return source.with_memory_layout(target.mem_layout)
    raise ValueError("Unsupported compound layout change")


def _is_format_of_one_type(source: MetalLayoutAttr, target: MetalLayoutAttr) -> bool:
    """Whether the change is between rows and tiles of the same data type."""
    same = source.get_data_type() is target.get_data_type()
    return same and source.is_tiled() != target.is_tiled()


@dataclass(frozen=True)
class TTIRSplitCompoundLayoutPass(Pass):
    """Split compound layouts

    The properties of a layout are the tensor's map to cores, grid, format, memory and memory
    layout. A `ttir.to_layout` between metal layouts that changes several of them becomes a chain of
    ops that change one each. Data from other memories is read into L1 first. Fails if there is no
    such chain. With `keep-moves`, only changes that one program on the device cannot do are split.
    Also folds ops and erases dead ones.
    """

    name = "ttir-split-compound-layout"
    cpp_name = "TTIRSplitCompoundLayout"

    keep_moves: bool = option(
        False, "Do not split changes of grid and memory that one program can make.", own=True
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        pattern = SplitCompoundLayout(
            takes_one_program if self.keep_moves else changes_one_property
        )
        patterns = patterns_for([(ttir.ToLayoutOp, pattern)])
        apply_patterns_greedily(op, context, patterns)
