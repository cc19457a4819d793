"""Ops that write their results into operands: MLIR's DestinationStyleOpInterface, asked for every op of a program."""

from functools import cache

from xdsl.ir import Operation, SSAValue

from ttmlir_py.ir.definition.operations import DestinationStyle, inherits


@cache
def is_destination_style(cls: type[Operation]) -> bool:
    """Whether the ops of a class write their results into operands."""
    return inherits(cls, DestinationStyle)


def init_range(op: DestinationStyle) -> range:
    """The numbers of the operands that an op writes its results into."""
    start, count = op.dps_init_range()
    return range(start, start + count)


def destination(value: SSAValue) -> SSAValue:
    """The value itself, or, if it is what an op writes into an operand, the value that this operand stands for."""
    while isinstance(owner := value.owner, DestinationStyle):
        value = owner.dps_inits[0]
    return value
