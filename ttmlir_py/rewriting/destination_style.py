"""Queries about ops that write results into operands (MLIR's DestinationStyleOpInterface).

They are fast, because passes run them for every op of a program.
"""

from functools import cache
from typing import cast

from xdsl.ir import Block, Operation, SSAValue

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.operations import DestinationStyle, inherits


@cache
def is_destination_style(cls: type[Operation | Block]) -> bool:
    """Whether ops of class `cls` write their results into operands. Blocks do not."""
    return inherits(cls, DestinationStyle)


def init_range(op: DestinationStyle) -> range:
    """Return the indices of the operands into which `op` writes its results."""
    start, count = op.dps_init_range()
    return range(start, start + count)


def destination(value: SSAValue) -> SSAValue:
    """Return the value that provides the memory of `value`.

    From the result of a destination-style op, the search continues at the first operand that the op
    writes to, until a value is defined by another kind of op.
    """
    owner = value.owner
    while is_destination_style(owner.__class__):
        op = cast(DestinationStyle, owner)
        value = operands_of(op)[op.dps_init_range()[0]]
        owner = value.owner
    return value
