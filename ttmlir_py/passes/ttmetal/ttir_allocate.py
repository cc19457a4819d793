"""`ttir-allocate`: assign an address to each tensor, and free it."""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from typing_extensions import override
from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import func, tensor, ttir
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import ArgumentAllocationAttr, MemorySpaceAttr
from ttmlir_py.dialects.tt.device import (
    DRAM_PAGE_SIZE,
    DeviceAttr,
    get_current_scope_system_desc,
    scope_device,
)
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr, volume
from ttmlir_py.dialects.tt.system import ChipDescAttr, SystemDescAttr
from ttmlir_py.ir.affine import evaluate
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import (
    HAS_DEVICE,
    HAS_SYSTEM_DESC,
    ONE_BLOCK,
    TTIR_WITH_METAL_LAYOUTS,
    without_operations,
)
from ttmlir_py.passes.ttmetal.grids import streaming_bytes
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.rewriting.attributes import i64
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.destination_style import init_range
from ttmlir_py.rewriting.mutation import erase, for_each_op, supersede, visit_op


@dataclass(frozen=True)
class TTIRAllocatePass(Pass):
    """Insert allocate/deallocate ops for tensors

    Requires a system descriptor and a device on the module, metal layouts in device memory, and
    functions of one block. In each function, addresses are assigned upwards, first those of the
    arguments (`tt.arg_alloc` on the function). Addresses are not reused, unless L1 would be too
    small: then the lowest free addresses are assigned. A `tensor.empty` becomes a `ttir.alloc`. A
    `ttir.dealloc` follows the last use of its memory, unless that use is the return. Uses of
    results that ops write into the memory count as uses of it.
    """

    name = "ttir-allocate"
    cpp_name = "TTIRAllocate"
    requires = (HAS_SYSTEM_DESC, HAS_DEVICE, ONE_BLOCK, TTIR_WITH_METAL_LAYOUTS)
    ensures = (without_operations("tensor.empty"),)

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        system_desc = get_current_scope_system_desc(op)
        if system_desc is None:
            message = f"requires attribute '{SystemDescAttr.name}' (see --ttir-load-system-desc)"
            raise OperationError(op, message)
        chip = system_desc.chipDescs[0]

        def visit(each: Operation) -> None:
            if isinstance(each, func.FuncOp) and not each.is_declaration:
                _FunctionAllocation(each, chip).allocate()

        for_each_op(op, visit)


_Allocator = TypeVar("_Allocator", bound="BumpAllocator")


class BumpAllocator:
    """An allocator of aligned, increasing addresses in one memory, which does not reuse
    addresses.
    """

    def __init__(self, base: int, size: int, alignment: int):
        self._next, self._end, self._alignment = base, base + size, alignment

    def allocate(self, size: int) -> int:
        """Return the address of `size` bytes. Raise ValueError if the memory is full."""
        address = -(-self._next // self._alignment) * self._alignment
        if address + size > self._end:
            raise ValueError(f"Out of memory: takes {size} bytes, {self._end - address} are left")
        self._next = address + size
        return address

    def rest(self, cls: type[_Allocator]) -> _Allocator:
        """Return an allocator of class `cls` for the memory that is not allocated yet."""
        return cls(self._next, self._end - self._next, self._alignment)


class ReusingAllocator(BumpAllocator):
    """An allocator of the lowest free addresses, which reuses freed addresses."""

    def __init__(self, base: int, size: int, alignment: int):
        super().__init__(base, size, alignment)
        self._base = base
        self._taken: list[tuple[int, int]] = []
        """The first and the last address of each allocation, in increasing order."""

    @override
    def allocate(self, size: int) -> int:
        free = self._base
        for start, end in (*self._taken, (self._end, self._end)):
            address = -(-free // self._alignment) * self._alignment
            if address + size <= start:
                insort(self._taken, (address, address + size))
                return address
            free = max(free, end)
        raise ValueError("Out of memory")

    def free(self, address: int) -> None:
        """Free the allocation that starts at `address`."""
        self._taken = [each for each in self._taken if each[0] != address]


def _largest_part(layout: MetalLayoutAttr, device: DeviceAttr) -> int:
    """Return the largest number of elements of a tensor on one core or DRAM channel.

    In DRAM it is at most a page. The last core or channel may hold fewer elements: where the grid
    does not divide the tensor, and in DRAM after its first page.
    """
    shard, space = layout.get_shard_shape(), layout.get_memory_space()
    if space is not MemorySpace.DeviceDRAM or len(shard) != len(layout.grid.shape):
        return volume(shard)
    if layout.grid.get_grid_volume() > device.workerGrid.get_grid_volume():
        return DRAM_PAGE_SIZE
    placed = layout.replace_memory_map_symbols_with_shard_shape(device.dramMap)
    largest = 0
    for core in product(*map(range, layout.grid.shape)):
        first = [index * size for index, size in zip(core, shard, strict=True)]
        last = [start + size - 1 for start, size in zip(first, shard, strict=True)]
        (*channel, start), (*last_channel, end) = evaluate(placed, first), evaluate(placed, last)
        if channel != last_channel or end < start:
            return DRAM_PAGE_SIZE
        largest = max(largest, end + 1)
    return largest


class _FunctionAllocation:
    """The allocation of the tensors of one function."""

    def __init__(self, function: func.FuncOp, chip: ChipDescAttr):
        if function.body.blocks.first is not function.body.blocks.last:
            raise OperationError(function, "found func that didn't have one block!")
        self._function = function
        self._device = scope_device(function)
        self._allocators = {
            MemorySpace.DeviceL1: BumpAllocator(
                chip.l1UnreservedBase,
                chip.get_scratch_l1_region_address() - chip.l1UnreservedBase,
                chip.nocL1AddressAlignBytes,
            ),
            MemorySpace.DeviceDRAM: BumpAllocator(
                chip.dramUnreservedBase, chip.dramChannelSize, chip.nocDRAMAddressAlignBytes
            ),
        }
        self._positions: dict[Block, dict[Operation, int]] = {}
        """Maps each block to the positions of its ops before anything was inserted."""
        self._reused: dict[Operation, int] = {}
        """Maps each `tensor.empty` whose memory was used before to its address."""

    def allocate(self) -> None:
        allocations = [
            ArgumentAllocationAttr(*self._place(argument)) for argument in self._function.args
        ]
        self._function.attributes[ArgumentAllocationAttr.name] = ArrayAttr(allocations)
        empties = [op for op in self._function.walk() if isinstance(op, tensor.EmptyOp)]
        if not self._fits(empties):
            self._reuse(empties)
        for empty in empties:
            visit_op(empty, self._replace)

    def _fits(self, empties: Sequence[Operation]) -> bool:
        """Whether the tensors that `empties` create and all circular buffers fit in L1 without
        reuse.
        """
        trial = self._rest_of_l1(BumpAllocator)
        try:
            trial.allocate(streaming_bytes(self._function))
            for each in self._in_l1(empties):
                trial.allocate(self._sizes(each.results[0])[2])
        except ValueError:
            return False
        return True

    def _reuse(self, empties: Sequence[Operation]) -> None:
        """Assign addresses in L1 to the tensors that `empties` create, and reuse freed memory.

        If the tensors do not fit even with reuse, nothing is assigned.
        """
        memory, addresses = self._rest_of_l1(ReusingAllocator), dict[Operation, int]()
        last = {each: self._last_use_of_memory(each.results[0]) for each in self._in_l1(empties)}
        # A binary does not say when the results of a program begin to exist, so they exist from its
        # start.
        order = sorted(last, key=lambda each: not isinstance(last[each], func.ReturnOp))
        ends: list[tuple[int, int]] = []
        try:
            for each in order:
                position = self._position(each)
                for entry in [entry for entry in ends if entry[0] < position]:
                    memory.free(entry[1])
                    ends.remove(entry)
                addresses[each] = memory.allocate(self._sizes(each.results[0])[2])
                if not isinstance(last[each], func.ReturnOp):
                    ends.append((self._position(last[each]), addresses[each]))
        except ValueError:
            return
        self._reused = addresses

    def _rest_of_l1(self, cls: type[_Allocator]) -> _Allocator:
        """Return an allocator of class `cls` for L1 after the arguments."""
        return self._allocators[MemorySpace.DeviceL1].rest(cls)

    def _in_l1(self, empties: Sequence[Operation]) -> Iterator[Operation]:
        """Yield those of `empties` whose tensors are in L1 and used.

        Tensors without a layout are reported later.
        """
        for each in empties:
            value = each.results[0]
            layout = tensor_type(value).encoding
            if value.first_use is None or not isinstance(layout, MetalLayoutAttr):
                continue
            if layout.get_memory_space() is MemorySpace.DeviceL1:
                yield each

    def _position(self, op: Operation) -> int:
        """Return the position in the function's block of `op`, or of the op around it."""
        block = self._function.body.blocks.first
        assert block is not None
        ancestor = block.find_ancestor_op_in_block(op)
        assert ancestor is not None
        return self._positions_in(block)[ancestor]

    def _place(self, value: SSAValue) -> tuple[int, int, MemorySpace]:
        """Return the address, the size in bytes and the memory of the tensor `value`."""
        space, size, needed = self._sizes(value)
        reused = self._reused.get(value.owner) if isinstance(value.owner, Operation) else None
        address = self._allocators[space].allocate(needed) if reused is None else reused
        return address, size, space

    def _sizes(self, value: SSAValue) -> tuple[MemorySpace, int, int]:
        """Return the memory of the tensor `value`, its size in bytes, and the bytes that it
        occupies there.
        """
        layout = metal_layout_of(value.type)
        if 0 in layout.get_shard_shape():
            raise ValueError(f"has a tensor of no elements: '{value.type}'")
        space = layout.get_memory_space()
        shape = tensor_type(value).get_shape()
        size = self._device.get_layout_size_bytes(shape, layout, space)
        needed = _largest_part(layout, self._device) * layout.get_element_size_bytes()
        return space, size, max(size, needed)

    def _replace(self, empty: Operation) -> None:
        """Replace a `tensor.empty` by an allocation, and free the memory after its last use."""
        value = empty.results[0]
        if value.first_use is None:
            erase(empty)
            return
        address, size, space = self._place(value)
        last_use = self._last_use_of_memory(value)
        properties: dict[str, Attribute] = {
            "address": i64(address),
            "size": i64(size),
            "memory_space": MemorySpaceAttr(space),
        }
        alloc = supersede(empty, ttir.AllocOp, properties)
        if not isinstance(last_use, func.ReturnOp):
            Builder.after(last_use).op(ttir.DeallocOp, alloc.results)

    def _last_use_of_memory(self, value: SSAValue) -> Operation:
        """Return the last op in the block that uses `value` or a result that is written into its
        memory.
        """
        while True:
            user = self._last_user(value)
            written = [index for index, operand in enumerate(user.operands) if operand is value]
            if (
                not written
                or not isinstance(user, DestinationStyle)
                or written[0] not in init_range(user)
                or user.results[0].first_use is None
            ):
                return user
            value = user.results[0]

    def _last_user(self, value: SSAValue) -> Operation:
        """Return the last op in the block of `value` that uses it, directly or in a region."""
        block = value.owner if isinstance(value.owner, Block) else value.owner.parent
        assert block is not None
        positions = self._positions_in(block)
        users = (block.find_ancestor_op_in_block(use.operation) for use in value.uses)
        return max((user for user in users if user is not None), key=positions.__getitem__)

    def _positions_in(self, block: Block) -> dict[Operation, int]:
        """Return the positions of all ops of `block`."""
        if block not in self._positions:
            self._positions[block] = {op: number for number, op in enumerate(block.ops)}
        return self._positions[block]
