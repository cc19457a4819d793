"""Insertion points: the positions at which new operations are inserted."""

from __future__ import annotations

from typing import Any

from xdsl.traits import IsTerminator

from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.links import block_of, operation_of, raw_operation, raw_operation_of
from ttmlir_py.bindings.ir.state import (
    ClassProperty,
    current_insertion_point,
    pop,
    push,
    required,
)
from ttmlir_py.bindings.ir.structure import Block

__all__ = ["InsertionPoint"]


class InsertionPoint(metaclass=CheckedClass):
    """A position for new operations: the end of a block, or before an operation."""

    current: Any = ClassProperty(required(current_insertion_point, "InsertionPoint"))

    def __init__(self, place: Any = None, *, block: Any = None, beforeOperation: Any = None):
        place = place if place is not None else block if block is not None else beforeOperation
        self._before: Any = None
        if isinstance(place, Block):
            self._block = place
        elif hasattr(place, "operation"):
            self._before = place.operation
            raw = self._before.checked.parent
            if raw is None:
                raise ValueError("Operation is not attached to a block")
            self._block = block_of(raw, self._before.context)
        else:
            raise TypeError(
                f"InsertionPoint() takes a block or an operation, found {type(place).__name__}"
            )

    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint:
        """Return the insertion point before the first operation of a block."""
        first = expect(block, Block).xdsl.first_op
        if first is None:
            return InsertionPoint(block)
        return InsertionPoint(operation_of(first, block.context))

    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint:
        """Return the insertion point before the terminator of a block."""
        last = expect(block, Block).xdsl.last_op
        if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
            raise ValueError("Block has no terminator")
        return InsertionPoint(operation_of(last, block.context))

    @staticmethod
    def after(operation: Any) -> InsertionPoint:
        """Return the insertion point after an operation."""
        raw_operation(operation)
        op = operation.operation
        if op.xdsl.parent is None:
            raise ValueError("Operation is not attached to a block")
        following = op.xdsl.next_op
        if following is None:
            return InsertionPoint(block_of(op.xdsl.parent, op.context))
        return InsertionPoint(operation_of(following, op.context))

    @property
    def block(self) -> Block:
        """The block."""
        return self._block

    @property
    def ref_operation(self) -> Any:
        """The operation after the insertion point, or None for the end of the block."""
        return self._before

    def insert(self, operation: Any) -> None:
        """Insert an operation that is in no block yet."""
        raw = raw_operation_of(self._block.context, operation)
        if raw.parent is not None:
            raise ValueError("Attempt to insert operation that is already attached")
        self.insert_raw(raw)

    def insert_raw(self, raw: Any) -> None:
        """Insert an operation of xDSL."""
        if self._before is not None:
            self._before.check()
            block = self._before.xdsl.parent
            if block is None:
                raise ValueError("the operation of the insertion point is in no block")
            block.insert_op_before(raw, self._before.xdsl)
            return
        block = self._block.xdsl
        last = block.last_op
        if last is not None and last.has_trait(IsTerminator, value_if_unregistered=False):
            raise IndexError(
                "Cannot insert operation at the end of a block that already has a terminator. "
                "Did you mean to use 'InsertionPoint.at_block_terminator(block)' versus "
                "'InsertionPoint(block)'?"
            )
        block.add_op(raw)

    def __enter__(self) -> InsertionPoint:
        push("InsertionPoint", self._block.context, self)
        return self

    def __exit__(self, *_: object) -> None:
        pop("InsertionPoint", self)
