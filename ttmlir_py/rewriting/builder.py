"""A builder of ops, which inserts them into the program at one point."""

from collections.abc import Sequence
from typing import Self, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr, NameLoc, StringAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ttmlir_py.rewriting.mutation import create, insert_before, result_of

OperationT = TypeVar("OperationT", bound=Operation)


class Builder:
    """A builder that inserts ops at one point of a block, in order, all with the same location.

    Subclasses add helpers for their dialect.
    """

    __slots__ = ("anchor", "block", "location")

    def __init__(self, anchor: Operation, location: LocationAttr | None = None):
        """Insert ops before `anchor`. The default location is that of `anchor`."""
        assert anchor.parent is not None
        self.block: Block = anchor.parent
        self.anchor: Operation | None = anchor
        """The op before which new ops are inserted, or None for the end of the block."""
        self.location: LocationAttr = location or anchor.location

    @classmethod
    def after(cls, op: Operation, location: LocationAttr | None = None) -> Self:
        """Return a builder that inserts ops after `op`. The default location is that of `op`."""
        builder = cls(op, location)
        builder.anchor = op.next_op
        return builder

    @classmethod
    def after_definition(cls, value: SSAValue) -> Self:
        """Return a builder that inserts ops after the op that defines `value`.

        If `value` is a block argument, ops are inserted at the start of its block.
        """
        owner = value.owner
        if isinstance(owner, Operation):
            return cls.after(owner)
        assert owner.first_op is not None
        return cls(owner.first_op)

    @classmethod
    def at_start(cls, block: Block, location: LocationAttr) -> Self:
        """Return a builder that inserts ops at the start of `block`."""
        return cls._at(block, block.first_op, location)

    @classmethod
    def at_end(cls, block: Block, location: LocationAttr) -> Self:
        """Return a builder that inserts ops at the end of `block`."""
        return cls._at(block, None, location)

    @classmethod
    def _at(cls, block: Block, anchor: Operation | None, location: LocationAttr) -> Self:
        builder = cls.__new__(cls)
        builder.block, builder.anchor, builder.location = block, anchor, location
        return builder

    def insert(self, op: OperationT) -> OperationT:
        """Insert `op`, which belongs to no block yet, and return it."""
        op.location = self.location
        if self.anchor is not None:
            return insert_before(self.anchor, op)
        self.block.add_op(op)
        return op

    def op(
        self,
        cls: type[OperationT],
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        /,
        **properties: Attribute,
    ) -> OperationT:
        """Create and insert an op of class `cls`. The properties must be complete: no defaults are
        added.
        """
        return self.insert(create(cls, operands, result_types, properties, self.location))

    def value(
        self,
        cls: type[Operation],
        operands: Sequence[SSAValue],
        result_type: Attribute,
        /,
        **properties: Attribute,
    ) -> SSAValue:
        """Create and insert an op with one result, and return the result."""
        return result_of(self.op(cls, operands, (result_type,), **properties))


def maker_name(value: SSAValue) -> str:
    """Return the name of the op that defines `value`, or an empty string for a block argument."""
    return getattr(value.owner, "name", "")


def location_of(value: SSAValue) -> LocationAttr:
    """Return the location of the op that defines `value`, or of the block argument."""
    return cast(
        "Operation | BlockArgument", value if isinstance(value, BlockArgument) else value.owner
    ).location


def with_name_suffix(location: LocationAttr, suffix: str) -> LocationAttr:
    """Return `location` with `suffix` appended to its name; return a location without name
    unchanged.
    """
    if isinstance(location, NameLoc):
        return NameLoc(StringAttr(location.desc.data + suffix), location.location)
    return location
