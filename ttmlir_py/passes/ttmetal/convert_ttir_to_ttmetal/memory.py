"""Where values lie: the addresses that `ttir-allocate` gave out."""

from typing import cast

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tt.attributes import ArgumentAllocationAttr
from ttmlir_py.dialects.ttir import AllocOp, DeallocOp
from ttmlir_py.dialects.ttmetal.ops import CreateBufferOp
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.destination_style import destination


def address_of(value: SSAValue) -> int:
    """The address of the buffer that a value lies in. Raises UnsupportedError if none was given out for it."""
    value = destination(value)
    owner = value.owner
    if isinstance(owner, AllocOp | CreateBufferOp):
        address = owner.address.value.data
    else:
        address = _argument_address(value)
    if not address:
        raise UnsupportedError("Expected valid address")
    return address


def _argument_address(value: SSAValue) -> int:
    """The address of an argument of a function; 0 if there is none."""
    if not isinstance(value, BlockArgument):
        return 0
    function = value.owner.parent_op()
    if not isinstance(function, FuncOp):
        return 0
    allocations = function.attributes.get(ArgumentAllocationAttr.name)
    if not isinstance(allocations, ArrayAttr):
        return 0
    each = cast("ArrayAttr[Attribute]", allocations).data[value.index]
    return each.address if isinstance(each, ArgumentAllocationAttr) else 0


def is_freed_after(value: SSAValue, op: Operation) -> bool:
    """Whether the buffer that a value lies in is freed right after `op`, so that nothing reads it later."""
    buffer, following = destination(value), op.next_op
    while isinstance(following, DeallocOp):
        if following.result is buffer:
            return True
        following = following.next_op
    return False
