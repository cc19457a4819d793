"""Lowering of `tensor.empty`, the destinations of ops, to `ttnn.empty`.

In MLIR the destination of an op is an SSA value. Two ops may use the same `tensor.empty`, for
example after `cse`, and have two results. In TTNN a destination is a buffer, and the second op
would overwrite the result of the first, so it gets a new one.
"""

from dataclasses import dataclass
from typing import Any

from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.dialects import tensor, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.rewriting.destination_style import init_range, is_destination_style
from ttmlir_py.rewriting.mutation import for_each_op, set_operand, supersede


def lower_empty(op: tensor.EmptyOp, builder: TTNNBuilder) -> None:
    """Lower `tensor.empty` to `ttnn.empty`."""
    device = builder.device(op)
    supersede(op, ttnn.EmptyOp, builder.empty_properties(tensor_type(op.results[0])), (device,))


def separate_destinations(root: Operation, builder: TTNNBuilder) -> None:
    """Give an op a new `ttnn.empty` if it would overwrite a value that is read later."""
    buffers = _Buffers()

    def visit(op: Any) -> None:
        if not is_destination_style(op.__class__):
            return
        for index in init_range(op):
            init = op.operands[index]
            if init.has_one_use() and isinstance(init.owner, ttnn.EmptyOp):
                continue
            if buffers.is_read_after(init, op):
                set_operand(op, index, builder.empty(tensor_type(init), op))
            else:
                buffers.write(init, op.results[index - init_range(op).start], op)

    for_each_op(root, visit)


@dataclass
class _Buffer:
    """A buffer that ops of one block write, with the number of the last op that reads it."""

    block: Block | None
    last_read: float


class _Buffers:
    """The buffers of values that several ops may write into."""

    def __init__(self) -> None:
        self._buffers: dict[SSAValue, _Buffer] = {}
        self._numbers: dict[Block, dict[Operation, int]] = {}

    def is_read_after(self, value: SSAValue, op: Operation) -> bool:
        """Whether an op that comes after `op`, or may come after it, reads the buffer of
        `value`.
        """
        buffer = self._of(value, op)
        return buffer.block is not op.parent or buffer.last_read > self._number(op, op)

    def write(self, value: SSAValue, result: SSAValue, op: Operation) -> None:
        """Record that `op` writes `result` into the buffer of `value`."""
        buffer = self._buffers[result] = self._of(value, op)
        buffer.last_read = max(buffer.last_read, self._last_read(result, op))

    def _of(self, value: SSAValue, op: Operation) -> _Buffer:
        known = self._buffers.get(value)
        if known is None:
            known = _Buffer(op.parent, self._last_read(value, op))
            self._buffers[value] = known
        return known

    def _last_read(self, value: SSAValue, op: Operation) -> float:
        """Return the number of the last op in the block of `op` that reads `value` or contains a
        read.

        It is infinity for a read outside of the block.
        """
        readers = [use.operation for use in value.uses if not _is_init(use.operation, use.index)]
        return max((self._number(reader, op) for reader in readers), default=-1)

    def _number(self, reader: Operation, op: Operation) -> float:
        block = op.parent
        assert block is not None
        numbers = self._numbers.get(block)
        if numbers is None:
            numbers = self._numbers[block] = {each: i for i, each in enumerate(block.ops)}
        while reader not in numbers:
            parent = reader.parent_op()
            if parent is None:
                return float("inf")
            reader = parent
        return numbers[reader]


def _is_init(op: Operation, index: int) -> bool:
    return isinstance(op, DestinationStyle) and index in init_range(op)
