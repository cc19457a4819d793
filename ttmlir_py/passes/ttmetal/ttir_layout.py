"""`ttir-layout`: assign layouts to all tensors, and convert operands where an op requires it."""

from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from typing_extensions import override
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import func, tensor, ttir
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.dialects.tt.enums import MemorySpace, TensorMemoryLayout
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.tt.tile import (
    SI32,
    TileType,
    element_type_to_data_type,
    without_sign,
)
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import DiagnosticEngine
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_DEVICE, TTIR_WITH_METAL_LAYOUTS
from ttmlir_py.passes.ttir.signedness import warn_of_signed_integers
from ttmlir_py.passes.ttir.typecasts import warn_of_rounding, warn_of_saturation
from ttmlir_py.passes.ttmetal.grids import is_multiplied_from_rows
from ttmlir_py.passes.ttmetal.layouts import (
    assign_layouts,
    default_layout,
    in_generic,
    metal_layout_of,
    new_to_layout,
    padded_to_tiles,
    with_metal_layout,
)
from ttmlir_py.passes.ttmetal.matrices import is_aligned
from ttmlir_py.passes.ttmetal.moves import moves_rows
from ttmlir_py.rewriting.builder import Builder, with_name_suffix
from ttmlir_py.rewriting.destination_style import init_range
from ttmlir_py.rewriting.greedy import simplify
from ttmlir_py.rewriting.mutation import (
    for_each_op,
    insert_before,
    move_before,
    set_operand,
    set_type,
)


@dataclass(frozen=True)
class Placement:
    """The memory of a tensor, and whether it is in tiles or row-major."""

    memory_space: MemorySpace
    mem_layout: TensorMemoryLayout
    tiled: bool
    signed: bool = False
    """Whether si32 has its own tile type, different from that of i32."""
    keeps_padding: bool = False
    """Whether row-major shards keep their size when tiles become rows.

    In tiles, a shard is as large as its tiles.
    """

    def place(self, type_: RankedTensor, grid: GridAttr | None = None) -> RankedTensor | None:
        """Return the type of the tensor in this placement, or None if it is in this placement
        already.

        Without `grid` the tensor stays on the same grid.
        """
        layout = metal_layout_of(type_)
        grid = grid or layout.grid
        element = type_.element_type
        if self.tiled:
            element = TileType.get(element if self.signed else without_sign(element))
        wanted = (self.memory_space, element, self.mem_layout, grid)
        space = layout.get_memory_space()
        if (space, layout.get_element_type(), layout.mem_layout, layout.grid) == wanted:
            return None
        shape = type_.get_shape()
        placed = MetalLayoutAttr.get(
            shape, element, self.memory_space, grid, mem_layout=self.mem_layout
        )
        if self.keeps_padding:
            placed = padded_to_tiles(placed)
            if not layout.is_tiled():
                placed = layout.with_memory_space(self.memory_space)
        if layout.linear != placed.linear and is_aligned(shape, layout) and layout.grid == grid:
            placed = layout.with_element_type(element).with_memory_space(self.memory_space)
            placed = placed.with_memory_layout(self.mem_layout)
        return with_metal_layout(type_, placed)


@dataclass(frozen=True)
class TTIRLayoutPass(Pass):
    """Place tensors, and convert operands to tiles where ops want them

    Requires a device on the module. Tensors without an encoding get a `#tt.metal_layout` on one
    core, in rows, in the initial memory. Then the operands of each TTIR op are converted to tiles
    in the default memory, and returned values are converted back to rows in the initial memory.
    Empty tensors and constants are created in the required layout, and other values go through a
    `ttir.to_layout`. Inputs of `ttir.conv2d` and ops in `ttir.generic` are left alone. With
    `for-kernels`, inputs of element-wise ops are also on the result's grid, and si32 is distinct
    from i32. Also folds ops and erases dead ones.
    """

    name = "ttir-layout"
    cpp_name = "TTIRLayout"
    requires = (HAS_DEVICE,)
    ensures = (TTIR_WITH_METAL_LAYOUTS,)

    init_memory_space: MemorySpace = option(
        MemorySpace.System, "Set the initial memory space for tensors to start in"
    )
    default_memory_space: MemorySpace = option(
        MemorySpace.DeviceDRAM,
        "Set the default memory space for layout pass to prefer for operation operands, if not "
        "constrained",
    )
    default_device_memory_layout: TensorMemoryLayout = option(
        TensorMemoryLayout.Interleaved,
        "Set the default memory layout for layout pass to prefer for operation operands that are "
        "on device, "
        "if not constrained",
    )

    for_kernels: bool = option(
        False,
        "Move operands of element-wise ops to the grid of the result, and keep si32 as si32 in "
        "tiles",
        own=True,
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        if self.for_kernels:
            warn_of_signed_integers(op, context.diagnostics, lambda type_: type_ == SI32, "si32")
        assign_layouts(op, default_layout(op, self.init_memory_space))
        if self.for_kernels:
            for_each_op(op, partial(_warn_of_typecast, context.diagnostics), ("ttir.typecast",))
        simplify(op, context)
        on_device = self.init_memory_space in (MemorySpace.DeviceL1, MemorySpace.DeviceDRAM)
        _OperandPlacement(
            operands=Placement(
                self.default_memory_space,
                self.default_device_memory_layout,
                tiled=True,
                signed=self.for_kernels,
            ),
            returned=Placement(
                self.init_memory_space,
                self.default_device_memory_layout if on_device else TensorMemoryLayout.None_,
                tiled=False,
            ),
            for_kernels=self.for_kernels,
        ).place(op)
        simplify(op, context)


def _warn_of_typecast(diagnostics: DiagnosticEngine, op: Operation) -> None:
    """Warn about a typecast whose result differs from the reference semantics."""
    assert isinstance(op, ttir.TypecastOp)
    source, target = (
        element_type_to_data_type(tensor_type(each).element_type)
        for each in (op.operands[0], op.results[0])
    )
    warn_of_rounding(op, source, target, diagnostics)
    warn_of_saturation(op, source, target, diagnostics)


class _OperandPlacement:
    """The second step of the pass: it gives each op its operands in the layouts that the op
    requires.
    """

    def __init__(self, operands: Placement, returned: Placement, *, for_kernels: bool):
        self._placement = operands
        self._operands = IdentityMemo(operands.place)
        self._returned = IdentityMemo(returned.place)
        self._for_kernels = for_kernels
        self._rows = IdentityMemo(replace(operands, tiled=False, keeps_padding=True).place)
        self._used = set[Operation]()
        """The ops that create empty tensors and constants which an earlier op uses."""

    def place(self, root: Operation) -> None:
        for_each_op(root, self._visit)

    def _visit(self, op: Operation) -> None:
        if isinstance(op, func.ReturnOp):
            self._place_returned(op)
        elif (
            isinstance(op, DestinationStyle)
            and op.name.startswith("ttir.")
            and not isinstance(op, ttir.ToLayoutOp)
            and not in_generic(op)
        ):
            self._place_operands(op)
        for value in op.operands:
            if isinstance(value.owner, tensor.EmptyOp | ttir.ConstantOp):
                self._used.add(value.owner)

    def _place_returned(self, op: func.ReturnOp) -> None:
        """Convert the returned values of `op` to the layouts in the function's type, if it has
        any.
        """
        function = op.parent_op()
        assert isinstance(function, func.FuncOp)
        declared = function.function_type.outputs.data
        for index, (value, wanted) in enumerate(zip(op.operands, declared, strict=True)):
            if isinstance(getattr(wanted, "encoding", None), MetalLayoutAttr):
                target = None if wanted == value.type else cast(RankedTensor, wanted)
                self._bring(op, index, value, target)
            elif isinstance(wanted, TensorType):
                self._bring(op, index, value, self._returned(tensor_type(value)))

    def _place_operands(self, op: DestinationStyle) -> None:
        inits = init_range(op)
        if self._for_kernels and isinstance(op, ElementwiseOp | ttir.ClampOp):
            self._bring_to_one_grid(op)
        from_rows = self._for_kernels and is_multiplied_from_rows(op)
        for index, value in enumerate(op.operands):
            # TTNN's convolution moves its inputs to the device itself.
            if index in inits or not (from_rows or isinstance(op, ttir.Conv2dOp)):
                place = self._rows if self._copies_rows(op) else self._operands
                self._bring(op, index, value, place(tensor_type(value)))
        for init, result in zip(inits, op.results, strict=True):
            set_type(result, op.operands[init].type)

    def _copies_rows(self, op: DestinationStyle) -> bool:
        """Whether the kernels of `op` copy rows instead of tiles."""
        return self._for_kernels and moves_rows(op)

    def _bring_to_one_grid(self, op: DestinationStyle) -> None:
        """Move the inputs of `op` to the grid of its result."""
        grid = metal_layout_of(op.dps_inits[0].type).grid
        for index, value in enumerate(op.dps_inputs):
            type_ = tensor_type(value)
            if metal_layout_of(type_).grid != grid:
                self._bring(op, index, value, self._placement.place(type_, grid))

    def _bring(
        self, op: Operation, index: int, value: SSAValue, target: RankedTensor | None
    ) -> None:
        """Make operand `index` of `op` a tensor of type `target` with the elements of `value`."""
        if target is None:
            return
        maker = value.owner
        if not isinstance(maker, tensor.EmptyOp | ttir.ConstantOp):
            location = with_name_suffix(op.location, f"_in_{index}_layout")
            for new in new_to_layout(value, target, location):
                value = insert_before(op, new).results[0]
            set_operand(op, index, value)
            return
        if value.has_one_use() or (maker not in self._used and maker.parent is op.parent):
            set_type(move_before(op, maker).results[0], target)
            return
        builder = Builder(op, maker.location)
        set_operand(op, index, builder.value(type(maker), (), target, **maker.properties))
