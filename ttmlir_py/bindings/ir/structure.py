"""Regions and blocks, and the sequences of their parts."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from xdsl.ir import Block as XdslBlock
from xdsl.ir import Region as XdslRegion

from ttmlir_py.bindings.ir.core import raw_type
from ttmlir_py.bindings.ir.foreign_self import CheckedClass, CheckedSequence
from ttmlir_py.bindings.ir.kinds import expect, is_a
from ttmlir_py.bindings.ir.links import Links, block_of, raw_operation_of, view_of
from ttmlir_py.bindings.ir.locations import Location, raw_location
from ttmlir_py.bindings.ir.sequences import View
from ttmlir_py.bindings.ir.values import BlockArgument, BlockArgumentList, to_value
from ttmlir_py.ir.writing.names import ValueNames, numbering_root

__all__ = [
    "Block",
    "BlockIterator",
    "BlockList",
    "BlockPredecessors",
    "BlockSuccessors",
    "OpSuccessors",
    "OperationIterator",
    "OperationList",
    "Region",
    "RegionIterator",
    "RegionSequence",
]


class Region(metaclass=CheckedClass):
    """A region of an operation."""

    xdsl: XdslRegion
    context: Any

    @classmethod
    def wrap(cls, raw: XdslRegion, context: Any) -> Region:
        """Return the Python object for a region of xDSL."""
        region = object.__new__(cls)
        region.xdsl = raw
        region.context = context
        return region

    @property
    def blocks(self) -> BlockList:
        """The blocks."""
        return BlockList(self)

    @property
    def owner(self) -> Any:
        """The operation that has the region."""
        parent = self.xdsl.parent_op()
        return None if parent is None else view_of(parent, self.context)

    def __iter__(self) -> BlockIterator:
        return BlockIterator(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and self.xdsl is other.xdsl

    def __hash__(self) -> int:
        return id(self.xdsl)


class Block(metaclass=CheckedClass):
    """A block of a region."""

    xdsl: XdslBlock
    context: Any

    def __init__(self) -> None:
        raise TypeError("Block: No constructor defined!")

    @staticmethod
    def create_at_start(
        parent: Region, arg_types: Sequence[Any] = (), arg_locs: Sequence[Location] | None = None
    ) -> Block:
        """Create a block at the start of a region."""
        raw = expect(parent, Region).xdsl
        block = _new_block(parent.context, arg_types, arg_locs)
        raw.insert_block(block.xdsl, 0)
        return block

    def create_before(self, *arg_types: Any, arg_locs: Sequence[Location] | None = None) -> Block:
        """Create a block before this one."""
        block = _new_block(self.context, arg_types, arg_locs)
        self._parent().insert_block_before(block.xdsl, self.xdsl)
        return block

    def create_after(self, *arg_types: Any, arg_locs: Sequence[Location] | None = None) -> Block:
        """Create a block after this one."""
        block = _new_block(self.context, arg_types, arg_locs)
        self._parent().insert_block_after(block.xdsl, self.xdsl)
        return block

    def _parent(self) -> XdslRegion:
        parent = self.xdsl.parent
        if parent is None:
            raise ValueError("the block is in no region")
        return parent

    def append_to(self, region: Region) -> None:
        """Move the block to the end of a region."""
        raw = expect(region, Region).xdsl
        if self.xdsl.parent is not None:
            self.xdsl.parent.detach_block(self.xdsl)
        raw.add_block(self.xdsl)

    @property
    def owner(self) -> Any:
        """The operation that contains the block."""
        parent = self.xdsl.parent_op()
        return None if parent is None else view_of(parent, self.context)

    @property
    def region(self) -> Region:
        """The region that contains the block."""
        return Region.wrap(self._parent(), self.context)

    @property
    def arguments(self) -> BlockArgumentList:
        """The arguments."""
        return BlockArgumentList(self)

    def add_argument(self, type: Any, loc: Location) -> BlockArgument:
        """Add an argument after the others."""
        raw = self.xdsl.insert_arg(raw_type(type), len(self.xdsl.args), raw_location(loc))
        return to_value(raw, self.context)

    def erase_argument(self, index: int) -> None:
        """Erase an argument, which must have no uses."""
        arguments = self.xdsl.args
        if not 0 <= operator.index(index) < len(arguments):
            raise IndexError("index out of range")
        if arguments[index].uses:
            raise ValueError(f"argument {index} of the block still has uses")
        self.xdsl.erase_arg(arguments[index])

    @property
    def operations(self) -> OperationList:
        """The operations."""
        return OperationList(self)

    def append(self, operation: Any) -> None:
        """Move an operation to the end of the block."""
        raw = raw_operation_of(self.context, operation)
        if raw.parent is not None:
            raw.detach()
        self.xdsl.add_op(raw)

    @property
    def successors(self) -> BlockSuccessors:
        """The blocks to which the terminator may branch."""
        return BlockSuccessors(self)

    @property
    def predecessors(self) -> BlockPredecessors:
        """The blocks whose terminators may branch to this block."""
        return BlockPredecessors(self)

    def __iter__(self) -> OperationIterator:
        return OperationIterator(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and self.xdsl is other.xdsl

    def __hash__(self) -> int:
        return id(self.xdsl)

    def __str__(self) -> str:
        from ttmlir_py.ir.writing.printer import MlirPrinter

        parent = self.xdsl.parent_op()
        if parent is None:
            return "<<UNLINKED BLOCK>>\n"
        root = numbering_root(parent)
        printer = MlirPrinter(names=ValueNames(root))
        printer.print_block(self.xdsl)
        return printer.text().removeprefix("\n") + "\n"

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(str(self))


def _new_block(
    context: Any, arg_types: Sequence[Any], arg_locs: Sequence[Location] | None
) -> Block:
    from ttmlir_py.bindings.ir.state import resolve_location

    if len(arg_types) == 1 and is_a(arg_types[0], list, tuple):
        arg_types = arg_types[0]
    if arg_locs is None:
        locations = [resolve_location(None)] * len(arg_types) if arg_types else []
    else:
        locations = list(arg_locs)
    if len(locations) != len(arg_types):
        raise ValueError(f"Expected {len(arg_types)} locations, got: {len(locations)}")
    block = XdslBlock()
    for index, (type, location) in enumerate(zip(arg_types, locations, strict=True)):
        block.insert_arg(raw_type(type), index, raw_location(location))
    return block_of(block, context)


def _wrapped(raw: XdslBlock, context: Any) -> Block:
    block = object.__new__(Block)
    block.xdsl = raw
    block.context = context
    return block


Links.block = _wrapped


class BlockIterator(metaclass=CheckedClass):
    """An iterator of the blocks of a region."""

    def __init__(self, region: Region):
        self._context = expect(region, Region).context
        self._blocks = iter(region.xdsl.blocks)

    def __iter__(self) -> BlockIterator:
        return self

    def __next__(self) -> Block:
        return block_of(next(self._blocks), self._context)


class BlockList(Sequence[Block], metaclass=CheckedSequence):
    """The blocks of a region."""

    def __init__(self, region: Region):
        self._region = region

    def __len__(self) -> int:
        return len(self._region.xdsl.blocks)

    def __getitem__(self, index: Any) -> Any:
        blocks: Any = tuple(self._region.xdsl.blocks)
        if not -len(blocks) <= operator.index(index) < len(blocks):
            raise IndexError("attempt to access out of bounds block")
        return block_of(blocks[index], self._region.context)

    def __iter__(self) -> BlockIterator:
        return BlockIterator(self._region)

    def append(self, *args: Any, arg_locs: Sequence[Location] | None = None) -> Block:
        """Create a block at the end of the region."""
        block = _new_block(self._region.context, args, arg_locs)
        self._region.xdsl.add_block(block.xdsl)
        return block


class RegionIterator(metaclass=CheckedClass):
    """An iterator of the regions of an operation."""

    def __init__(self, regions: Iterator[Region]):
        self._regions = regions

    def __iter__(self) -> RegionIterator:
        return self

    def __next__(self) -> Region:
        return next(self._regions)


class RegionSequence(View[Region]):
    """The regions of an operation."""

    def __iter__(self) -> RegionIterator:
        return RegionIterator(super().__iter__())

    def raw(self) -> Sequence[Any]:
        """Return the regions as xDSL has them."""
        return self._owner.checked.regions

    def wrap(self, raw: Any, position: int) -> Region:
        """Return the Python object for a region."""
        return Region.wrap(raw, self._owner.context)


class _Blocks(View[Block]):
    """A sequence of blocks that belong to an object."""

    def wrap(self, raw: Any, position: int) -> Block:
        """Return the Python object for a block."""
        return block_of(raw, self._owner.context)


class BlockSuccessors(_Blocks):
    """The blocks to which the terminator of a block may branch."""

    def raw(self) -> Sequence[Any]:
        """Return the blocks as xDSL has them."""
        last = self._owner.xdsl.last_op
        return () if last is None else last.successors


class BlockPredecessors(_Blocks):
    """The blocks whose terminators may branch to a block."""

    def raw(self) -> Sequence[Any]:
        """Return the blocks as xDSL has them."""
        return self._owner.xdsl.predecessors()


class OpSuccessors(_Blocks):
    """The blocks to which an operation may branch."""

    def raw(self) -> Sequence[Any]:
        """Return the blocks as xDSL has them."""
        return self._owner.checked.successors

    def __setitem__(self, index: int, block: Block) -> None:
        self._owner.checked.successors[self._position(index)] = block.xdsl


class OperationIterator(metaclass=CheckedClass):
    """An iterator of the operations of a block. The operation that it has returned last may be
    erased.
    """

    def __init__(self, block: Block):
        self._context = expect(block, Block).context
        self._next = block.xdsl.first_op

    def __iter__(self) -> OperationIterator:
        return self

    def __next__(self) -> Any:
        raw = self._next
        if raw is None:
            raise StopIteration
        self._next = raw.next_op
        return view_of(raw, self._context)


class OperationList(Sequence[Any], metaclass=CheckedSequence):
    """The operations of a block."""

    def __init__(self, block: Block):
        self._block = block

    def __len__(self) -> int:
        return sum(1 for _ in self._block.xdsl.ops)

    def __getitem__(self, index: Any) -> Any:
        operations: Any = tuple(self._block.xdsl.ops)
        if not -len(operations) <= operator.index(index) < len(operations):
            raise IndexError("attempt to access out of bounds operation")
        return view_of(operations[index], self._block.context)

    def __iter__(self) -> Iterator[Any]:
        return OperationIterator(self._block)
