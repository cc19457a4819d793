"""Operations of unregistered dialects. xDSL has one class for all of them and keeps the name as an
attribute.
"""

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Operation


def operation_name(op: Operation) -> str:
    """Return the name of `op`, which may be unregistered."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def discardable_attributes(op: Operation) -> dict[str, Attribute]:
    """Return the discardable attributes of `op`.

    They do not include the attribute in which xDSL keeps the name of an unregistered operation.
    """
    if isinstance(op, UnregisteredOp):
        return {key: value for key, value in op.attributes.items() if key != "op_name__"}
    return op.attributes
