"""Functions of the ttir dialect (`ttmlir.dialects.ttir.ir`)."""

from typing import Any

from ttmlir_py.ir.definition.operations import DestinationStyle


def is_dps(op: Any) -> bool:
    """Whether an operation writes its results to operands."""
    return isinstance(op.operation.xdsl, DestinationStyle)
