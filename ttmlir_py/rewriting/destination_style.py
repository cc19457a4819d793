"""Ops that write their results into operands: MLIR's DestinationStyleOpInterface, asked for every op of a program."""

from functools import cache

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Operation, SSAValue

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.operations import DestinationStyle, inherits

_init_ranges: dict[tuple[type[Operation], int, bytes], range] = {}
"""What `init_range` found out, by class, number of operands and segment sizes."""


@cache
def is_destination_style(cls: type[Operation]) -> bool:
    """Whether the ops of a class write their results into operands."""
    return inherits(cls, DestinationStyle)


def init_range(op: DestinationStyle) -> range:
    """The numbers of the operands that an op writes its results into."""
    sizes = op.properties.get("operandSegmentSizes") if op.properties else None
    data = sizes.data.data if isinstance(sizes, DenseArrayBase) else b""
    key = (op.__class__, len(operands_of(op)), data)
    known = _init_ranges.get(key)
    if known is None:
        start, count = op.dps_init_range()
        known = _init_ranges[key] = range(start, start + count)
    return known


def destination(value: SSAValue) -> SSAValue:
    """The value itself, or, if it is what an op writes into an operand, the value that this operand stands for."""
    while isinstance(owner := value.owner, DestinationStyle):
        value = owner.dps_inits[0]
    return value
