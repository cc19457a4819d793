"""Addresses of values in device memory, as `ttir-allocate` assigned them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, MemRefType, NoneAttr
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import ArgumentAllocationAttr, MemorySpaceAttr
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.tt.layout import MetalLayoutAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir import AllocOp, DeallocOp
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.types import CBType
from ttmlir_py.dialects.ttmetal.ops import CreateBufferOp
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import system_desc_of
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.destination_style import destination


def address_of(value: SSAValue) -> int:
    """Return the address of the buffer of `value`. Raises UnsupportedError if there is no
    address.
    """
    value = destination(value)
    owner = value.owner
    if isinstance(owner, AllocOp | CreateBufferOp):
        address = owner.address.value.data
    else:
        address = _argument_address(value)
    if not address:
        raise UnsupportedError("Expected valid address")
    return address


def _argument_address(value: SSAValue) -> int:
    """Return the address of the function argument `value`, or 0 if it has no address."""
    if not isinstance(value, BlockArgument):
        return 0
    function = value.owner.parent_op()
    if not isinstance(function, FuncOp):
        return 0
    allocations = function.attributes.get(ArgumentAllocationAttr.name)
    if not isinstance(allocations, ArrayAttr):
        return 0
    each = cast("ArrayAttr[Attribute]", allocations).data[value.index]
    return each.address if isinstance(each, ArgumentAllocationAttr) else 0


def is_freed_after(value: SSAValue, op: Operation) -> bool:
    """Whether the buffer of `value` is freed right after `op`, so that it is not read later."""
    buffer, following = destination(value), op.next_op
    while isinstance(following, DeallocOp):
        if following.result is buffer:
            return True
        following = following.next_op
    return False


class Operand(NamedTuple):
    """A tensor of tiles in L1: its address and layout."""

    address: int
    layout: MetalLayoutAttr

    @classmethod
    def of(cls, value: SSAValue) -> Operand:
        """Return the address and layout of `value`. Raises UnsupportedError unless it is tiles in
        L1.
        """
        layout = metal_layout_of(value.type)
        if not layout.is_tiled():
            raise UnsupportedError("kernels compute with tiles only (see --ttir-layout)")
        if layout.get_memory_space() is not MemorySpace.DeviceL1:
            raise UnsupportedError("circular buffers must be in L1")
        return cls(address_of(value), layout)

    @property
    def tile(self) -> TileType:
        """The type of the operand's tiles."""
        tile = self.layout.get_element_type()
        assert isinstance(tile, TileType)
        return tile

    @property
    def shard(self) -> tuple[int, int]:
        """The number of rows and columns of a shard, in tiles."""
        rows, columns = self.layout.get_shard_shape()
        return rows, columns

    def buffer(self, port: CBPort) -> CBType:
        """Return a circular buffer on `port` that is the shard of each core."""
        return CBType.get(port, self.address, self.layout.memref)


class FreeL1:
    """The part of each core's L1 that has no tensors of a function, for the circular buffers of a
    program.

    `ttir-allocate` assigns increasing addresses and never reuses them, so this part starts after
    the last tensor.
    """

    def __init__(self, op: Operation):
        chip = system_desc_of(op).chipDescs[0]
        self._alignment = chip.nocL1AddressAlignBytes
        self._next = max(_ends_in_l1(op), default=chip.l1UnreservedBase)
        self._end = chip.get_scratch_l1_region_address()

    @property
    def size(self) -> int:
        """The number of free bytes."""
        return self._end - self._aligned()

    def buffer(self, port: CBPort, tile: TileType, pages: int) -> CBType:
        """Return a circular buffer of `pages` tiles. Raises UnsupportedError if it does not fit."""
        size = tile.get_size_bytes() * pages
        if size > self.size:
            raise UnsupportedError(
                f"Out of memory: circular buffers take {size} bytes more, {self.size} are left"
            )
        address = self._aligned()
        self._next = address + size
        space = MemorySpaceAttr(MemorySpace.DeviceL1)
        return CBType.get(port, address, MemRefType(tile, (1, pages), NoneAttr(), space))

    def _aligned(self) -> int:
        return -(-self._next // self._alignment) * self._alignment


def _ends_in_l1(op: Operation) -> Iterator[int]:
    """Yield the end address of each tensor in L1 in the function around `op`."""
    function = op.parent_op()
    assert isinstance(function, FuncOp)
    made = (
        each.results[0] for each in function.walk() if isinstance(each, AllocOp | CreateBufferOp)
    )
    for value in (*function.args, *made):
        layout = metal_layout_of(tensor_type(value))
        if layout.get_memory_space() is MemorySpace.DeviceL1:
            yield address_of(value) + layout.get_shard_size_in_bytes()
