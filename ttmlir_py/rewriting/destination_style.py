"""Ops that write their results into operands: MLIR's DestinationStyleOpInterface.

Queries are fast, because passes run them for every op of a program.
"""

from functools import cache

from xdsl.ir import Operation, SSAValue

from ttmlir_py.ir.definition.operations import DestinationStyle, inherits


@cache
def is_destination_style(cls: type[Operation]) -> bool:
    """Whether the ops of a class write their results into operands."""
    return inherits(cls, DestinationStyle)


def init_range(op: DestinationStyle) -> range:
    """Return the indices of the destination operands of an op."""
    start, count = op.dps_init_range()
    return range(start, start + count)


def destination(value: SSAValue) -> SSAValue:
    """Return the destination of a value, followed through ops that write into operands."""
    while isinstance(owner := value.owner, DestinationStyle):
        value = owner.dps_inits[0]
    return value
