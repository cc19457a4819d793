"""The pass `ttnn-layout`: assign layouts to all tensors, and convert operands where an op requires
it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects.builtin import FunctionType, NoneAttr, TensorType, i32
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects import func, tensor, ttir
from ttmlir_py.dialects.tensor_types import (
    RankedTensor,
    ranked_tensor,
    tensor_type,
    without_encoding,
)
from ttmlir_py.dialects.tt.attributes import GridAttr
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.tile import SI32
from ttmlir_py.dialects.tt.types import (
    TileType,
    data_type_to_element_type,
    element_type_to_data_type,
    without_sign,
)
from ttmlir_py.dialects.ttnn.attributes import TensorMemoryLayoutAttr, TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType, TensorMemoryLayout
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle, inherits
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_DEVICE, TTIR_WITH_TTNN_LAYOUTS
from ttmlir_py.passes.refused_types import argument_type, result_types
from ttmlir_py.passes.ttir.signedness import warn_of_signed_integers
from ttmlir_py.passes.ttnn.layouts import layout_of, with_layout
from ttmlir_py.rewriting.builder import Builder, maker_name, with_name_suffix
from ttmlir_py.rewriting.destination_style import init_range
from ttmlir_py.rewriting.greedy import simplify
from ttmlir_py.rewriting.mutation import for_each_op, move_before, set_operand, set_type, supersede
from ttmlir_py.rewriting.symbols import SymbolTables

_CONVOLUTIONS = ("ttir.conv2d", "ttir.conv_transpose2d")
_CONVOLUTION_WEIGHT = 1
_RESTRICTED = frozenset((*_CONVOLUTIONS, "ttir.mesh_shard", "ttir.reshape"))
"""Names of ops that need some operands on the host or row-major, rather than in tiles on the
device.
"""
_ANY_LAYOUT = frozenset(("ttir.broadcast", "ttir.to_layout"))
"""Names of ops whose results may have any layout."""


@dataclass(frozen=True)
class Placement:
    """The memory of a tensor, and whether it is in tiles. A host tensor has no memory layout."""

    buffer_type: BufferType
    mem_layout: TensorMemoryLayoutAttr | None
    tiled: bool

    def layout(self, shape: tuple[int, ...], scalar: Attribute, grid: GridAttr) -> TTNNLayoutAttr:
        """Return the layout of a tensor with this shape and element type in this placement."""
        element = TileType.get(scalar) if self.tiled else scalar
        return TTNNLayoutAttr.get(shape, element, self.buffer_type, grid, self.mem_layout)


INTERLEAVED = TensorMemoryLayoutAttr(TensorMemoryLayout.Interleaved)
DEVICE_TILES = Placement(BufferType.DRAM, INTERLEAVED, tiled=True)
DEVICE_ROWS = Placement(BufferType.DRAM, INTERLEAVED, tiled=False)
HOST_ROWS = Placement(BufferType.SystemMemory, None, tiled=False)


@dataclass(frozen=True)
class TTNNLayoutPass(Pass):
    """Add layout information to tensors.

    Requires a device on the module. Tensors without a layout get one. The default is on the device,
    interleaved in DRAM, in tiles of 32x32. Tensors of functions without a body are on the host, in
    rows. So are arguments and results that a mesh shard or the weight of a convolution needs there.

    Then each TTIR op gets operands in the layout that it requires. An empty tensor or constant is
    created in that layout, and other values go through a `ttir.to_layout`. Types that have an
    encoding already, and ops that are not TTIR, are left alone. Integers become unsigned integers
    of their width, with a warning where that changes values. With `signed-integers`, 32-bit
    integers become si32.
    """

    name = "ttnn-layout"
    cpp_name = "TTNNLayout"
    requires = (HAS_DEVICE,)
    ensures = (TTIR_WITH_TTNN_LAYOUTS,)

    signed_integers: bool = option(False, "Store i32 and si32 as si32 instead of u32", own=True)
    exact_integers: bool = option(
        False,
        "Do not warn about integers that later passes keep with their option of this name",
        own=True,
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        grid = GridAttr.of_rank(len(scope_device(op).workerGrid.shape))
        warn_of_signed_integers(
            op,
            context.diagnostics,
            lambda type_: self.signed_integers and type_.bitwidth == 32,
            "signed-integers=true",
            keeps_bits=self.exact_integers,
        )
        types = _TypeAssignment(grid, _with_sign if self.signed_integers else without_sign)
        if types.find_forced_by_first(op):
            simplify(op, context)  # Unused ops must not determine the layout of an argument.
        types.assign(op)
        simplify(op, context)
        _OperandPlacement(op, grid).place()
        simplify(op, context)


class _TypeAssignment:
    """The first step of the pass: tensor types without an encoding get the default layout."""

    def __init__(self, grid: GridAttr, stored: Callable[[Attribute], Attribute]):
        self.on_device = IdentityMemo[Attribute, Attribute](
            lambda type_: _with_default(type_, DEVICE_TILES, grid, stored)
        )
        self.on_host = IdentityMemo[Attribute, Attribute](
            lambda type_: _with_default(type_, HOST_ROWS, grid, stored)
        )
        self.forced_to_host = IdentityMemo[Attribute, Attribute](
            lambda type_: _forced_to_host(type_, grid, stored)
        )

        self._forced = set[SSAValue]()

    def find_forced_by_first(self, root: Operation) -> bool:
        """Record the arguments that the first op of each function needs on the host. Return whether
        any op needs an argument there.

        Upstream's driver erases each unused op when it visits the op, and it visits a function
        before the function's first op. So the first op counts even if it is unused.
        """
        found = False
        for op in root.walk():
            if op.name != "ttir.mesh_shard" and op.name not in _CONVOLUTIONS:
                continue
            for index, operand in enumerate(op.operands):
                if isinstance(operand, BlockArgument) and _needs_host(op, index):
                    found = True
                    if op.prev_op is None:
                        self._forced.add(operand)
        return found

    def assign(self, root: Operation) -> None:
        """Convert the types of all values and functions inside of `root`."""
        for_each_op(root, self._assign_op)

    def _assign_op(self, op: Operation) -> None:
        on_device = self.on_device
        if op.__class__ is func.FuncOp:
            self._assign_function(cast(func.FuncOp, op))
        for result in op.results:
            set_type(result, on_device(result.type))
        for region in op.regions:
            for block in region.blocks:
                self._assign_used_arguments(block)

    def _assign_used_arguments(self, block: Block) -> None:
        for argument in block.args:
            if argument.first_use is not None:
                set_type(argument, self.on_device(argument.type))

    def _assign_function(self, function: func.FuncOp) -> None:
        signature = function.function_type
        entry = function.body.blocks.first
        if entry is None:
            inputs = [self.on_host(type_) for type_ in signature.inputs]
            outputs = [self.on_host(type_) for type_ in signature.outputs]
        else:
            inputs = [self._argument_type(argument) for argument in entry.args]
            results = self.forced_to_host if _returns_mesh_shard(function) else self.on_device
            outputs = result_types(function, signature.outputs, results)
            for argument, type_ in zip(entry.args, inputs, strict=True):
                set_type(argument, type_)
        function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)

    def _argument_type(self, argument: BlockArgument) -> Attribute:
        forced = argument in self._forced or any(
            _needs_host(use.operation, use.index) for use in argument.uses
        )
        return argument_type(argument, self.forced_to_host if forced else self.on_device)


def _needs_host(op: Operation, index: int) -> bool:
    """Whether `op` needs operand `index` on the host."""
    return op.name == "ttir.mesh_shard" or (
        op.name in _CONVOLUTIONS and index == _CONVOLUTION_WEIGHT
    )


def _returns_mesh_shard(function: func.FuncOp) -> bool:
    """Whether the function returns the result of a mesh shard, which is on the host."""
    return any(
        maker_name(operand) == "ttir.mesh_shard" and isinstance(operand.type, TensorType)
        for block in function.body.blocks
        if isinstance(op := block.last_op, func.ReturnOp)
        for operand in op.operands
    )


def _with_sign(element_type: Attribute) -> Attribute:
    """Return si32 for i32, and any other type unchanged."""
    return SI32 if element_type == i32 else element_type


def _with_default(
    type_: Attribute,
    placement: Placement,
    grid: GridAttr,
    stored: Callable[[Attribute], Attribute],
) -> Attribute:
    """Return `type_` with the layout of `placement`, if it is a tensor type without encoding.

    The element type becomes one that devices support. `stored` returns the type in which elements
    are stored.
    """
    ranked = without_encoding(type_)
    if ranked is None:
        return type_
    scalar = stored(ranked.element_type)
    layout = placement.layout(ranked.get_shape(), scalar, grid)
    known = data_type_to_element_type(element_type_to_data_type(scalar))
    return ranked_tensor(known, ranked.get_shape(), layout)


def _forced_to_host(
    type_: Attribute, grid: GridAttr, stored: Callable[[Attribute], Attribute]
) -> Attribute:
    """Return the tensor type `type_`, with or without layout, moved to the host."""
    if not isinstance(type_, TensorType):
        return type_
    ranked = cast(RankedTensor, type_)
    scalar = ranked.element_type
    if isinstance(ranked.encoding, NoneAttr):
        scalar = stored(scalar)
    shape = ranked.get_shape()
    return ranked_tensor(scalar, shape, HOST_ROWS.layout(shape, scalar, grid))


class _OperandPlacement:
    """The second step of the pass: each op gets its operands in the layouts that it requires."""

    def __init__(self, root: Operation, grid: GridAttr):
        self._root = root
        self._symbols = SymbolTables()
        self._is_default = IdentityMemo[RankedTensor, bool](
            lambda type_: _is_placed(type_, DEVICE_TILES)
        )

    def place(self) -> None:
        """Convert the operands of all ops to the placements that the ops require."""
        places: dict[type[Operation], Callable[[Any], None] | None] = {}

        def place(op: Operation) -> None:
            cls = op.__class__
            if cls not in places:
                places[cls] = self._place_for(cls)
            if (place_op := places[cls]) is not None:
                place_op(op)

        for_each_op(self._root, place)

    def _place_for(self, cls: type[Operation]) -> Callable[[Any], None] | None:
        """Return the function that converts the operands of ops of class `cls`, or None if the
        operands of such ops are left alone.
        """
        if inherits(cls, DestinationStyle):
            takes_any = cls.name in ("tensor.empty", "ttir.to_layout")
            return None if takes_any or not cls.name.startswith("ttir.") else self._place_operands
        if issubclass(cls, func.ReturnOp):
            return self._place_returned
        if cls.name.startswith("later."):
            return self._place_in_tiles
        return self._place_hoisted_call if issubclass(cls, func.CallOp) else None

    def _place_operands(self, op: DestinationStyle) -> None:
        inits = init_range(op)
        is_restricted = op.name in _RESTRICTED
        for index, value in enumerate(operands_of(op)):
            if is_restricted:
                wanted = self._wanted(op, index, value, index in inits)
                if wanted is None:
                    continue
            elif maker_name(value) in _ANY_LAYOUT:
                continue
            else:
                wanted = DEVICE_TILES
            placed = self._placed(op, index, value, wanted)
            if placed is not None:
                set_operand(op, index, placed)
                if index in inits:
                    set_type(op.results[0], placed.type)

    def _place_in_tiles(self, op: Operation) -> None:
        for index, value in enumerate(operands_of(op)):
            placed = self._placed(op, index, value, DEVICE_TILES)
            if placed is not None:
                set_operand(op, index, placed)

    def _wanted(
        self, op: DestinationStyle, index: int, value: SSAValue, is_init: bool
    ) -> Placement | None:
        """Return the placement that `op` requires for operand `index`, or None if it accepts
        any.
        """
        if op.name in _CONVOLUTIONS and not is_init:
            return HOST_ROWS if index == _CONVOLUTION_WEIGHT else None
        if op.name == "ttir.mesh_shard":
            return HOST_ROWS
        if maker_name(value) in _ANY_LAYOUT:
            return None
        if op.name == "ttir.reshape" and is_init:
            # A reshape cannot convert rows to tiles.
            tiled = layout_of(tensor_type(op.operands[0])).is_tiled()
            return DEVICE_TILES if tiled else DEVICE_ROWS
        return DEVICE_ROWS if op.name == "ttir.conv2d" else DEVICE_TILES

    def _place_returned(self, op: Operation) -> None:
        for index, value in enumerate(op.operands):
            if not isinstance(value.type, TensorType):
                continue
            on_host = maker_name(value) == "ttir.mesh_shard"
            placed = self._placed(op, index, value, HOST_ROWS if on_host else DEVICE_TILES)
            if placed is not None:
                set_operand(op, index, placed)

    def _place_hoisted_call(self, op: func.CallOp) -> None:
        """Convert the operands and results of a call of a host function.

        Its arguments move to the host, and its results move back.
        """
        if "hoisted_call" not in op.attributes:
            return
        *_, callee = self._symbols.lookup(op, op.callee) or (None,)
        if not isinstance(callee, func.FuncOp):
            raise OperationError(op, f"{op.callee} does not reference a valid function")
        operands = [
            self._placed(op, index, value, HOST_ROWS) or value
            for index, value in enumerate(op.operands)
        ]
        new = supersede(op, func.CallOp, {"callee": op.properties["callee"]}, operands)
        for result, type_ in zip(new.results, callee.function_type.outputs, strict=True):
            set_type(result, type_)

    def _placed(
        self, op: Operation, index: int, value: SSAValue, wanted: Placement
    ) -> SSAValue | None:
        """Return `value` in the placement `wanted`; None if it is there already.

        It is operand `index` of `op`.
        """
        type_ = cast(RankedTensor, value.type)
        maker = value.owner
        if maker_name(value) == "ttir.arange":
            return self._placed_arange(op, index, cast(Operation, maker), wanted)
        if self._is_default(type_) if wanted is DEVICE_TILES else _is_placed(type_, wanted):
            return None
        target = _moved(type_, wanted)
        if isinstance(maker, Operation) and maker.name in ("tensor.empty", "ttir.constant"):
            copy = Builder(op, maker.location)
            return copy.value(maker.__class__, (), target, **maker.properties)
        return self._converted(op, index, value, target)

    def _placed_arange(
        self, op: Operation, index: int, maker: Operation, wanted: Placement
    ) -> SSAValue | None:
        """Return the result of an arange in the placement `wanted`.

        TTNN's arange makes rows, so tiles need a conversion.
        """
        value = maker.results[0]
        type_ = tensor_type(value)
        rows = Placement(wanted.buffer_type, wanted.mem_layout, tiled=False)
        layout = layout_of(type_)
        in_place = (
            layout.get_buffer_type() is rows.buffer_type and layout.mem_layout == rows.mem_layout
        )
        if in_place and not wanted.tiled:
            return None
        if not _is_placed(type_, rows):
            set_type(value, _moved(type_, rows))
            if value.has_one_use():
                move_before(op, maker)
        return self._converted(op, index, value, _moved(type_, wanted))

    def _converted(
        self, op: Operation, index: int, value: SSAValue, target: RankedTensor
    ) -> SSAValue:
        builder = Builder(op, with_name_suffix(op.location, f"_in_{index}_layout"))
        empty = builder.value(tensor.EmptyOp, (), target)
        return builder.value(ttir.ToLayoutOp, (value, empty), target)


def _moved(type_: RankedTensor, placement: Placement) -> RankedTensor:
    """Return the tensor type with a layout in another placement, on the same grid."""
    grid = layout_of(type_).grid
    return with_layout(type_, placement.layout(type_.get_shape(), type_.element_type, grid))


def _is_placed(type_: RankedTensor, placement: Placement) -> bool:
    layout = layout_of(type_)
    scalar = type_.element_type
    return (
        layout.get_buffer_type() is placement.buffer_type
        and layout.get_element_type() == (TileType.get(scalar) if placement.tiled else scalar)
        and layout.mem_layout == placement.mem_layout
    )
