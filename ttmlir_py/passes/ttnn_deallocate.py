"""The pass `ttnn-deallocate`: frees each tensor after its last use."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.ods import DestinationStyle
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.rewriting import create, for_each_op, insert_after
from ttmlir_py.passes.tensor_utils import bool_attr, init_range

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext


@dataclass(frozen=True)
class TTNNDeallocatePass(Pass):
    """Insert a `ttnn.deallocate` after the last use of each tensor.

    Requires functions of one block. A tensor that an op writes its result into is in use for as long as that result is, so the
    results of such ops are not freed themselves. Arguments and what a function returns are left alone.
    """

    name = "ttnn-deallocate"
    cpp_name = "TTNNDeallocate"

    def run(self, context: "MlirContext", op: Operation) -> None:
        """Free the tensors of all functions inside of `op`."""
        for_each_op(op, _deallocate_in)


def _deallocate_in(op: Operation) -> None:
    if not isinstance(op, func.FuncOp) or op.body.blocks.first is None:
        return
    if op.body.blocks.first is not op.body.blocks.last:
        raise OperationError(op, "requires a body of one block")
    block = op.body.block
    position = {each: number for number, each in enumerate(block.ops)}
    for maker in position:
        if _is_destination_style(maker.__class__):
            continue
        for value in maker.results:
            if isinstance(value.type, TensorType):
                _deallocate(value, position, block)


def _deallocate(value: SSAValue, position: dict[Operation, int], block: Block) -> None:
    last = _last_user(value, position, block)
    if last.__class__ is not func.ReturnOp:
        properties: dict[str, Attribute] = {"force": bool_attr(False)}
        insert_after(last, create(ttnn.DeallocateOp, (value,), (), properties, last.location))


def _last_user(value: SSAValue, position: dict[Operation, int], block: Block) -> Operation:
    """The last op of `block` that reads a tensor, or a result written into it; the op that makes it if none does."""
    last = _last_use(value, value.owner, position, block)
    while (result := _result_written_into(value, last)) is not None:
        value, last = result, _last_use(result, last, position, block)
    return last


def _last_use(
    value: SSAValue, start: Operation | Block, position: dict[Operation, int], block: Block
) -> Operation:
    assert isinstance(start, Operation)
    last, latest = start, position[start]
    for use in value.uses:
        user = use.operation
        number = position.get(user)
        if number is None:
            user = block.find_ancestor_op_in_block(user)
            number = -1 if user is None else position[user]
        if user is not None and number > latest:
            last, latest = user, number
    return last


def _result_written_into(value: SSAValue, op: Operation) -> SSAValue | None:
    """The result of `op` that is written into `value`; None if `op` only reads it, or reads it first."""
    if not _is_destination_style(op.__class__):
        return None
    inits = init_range(cast(DestinationStyle, op))
    for index, operand in enumerate(op.operands):
        if operand is value:
            return op.results[index - inits.start] if index in inits else None
    return None


@cache
def _is_destination_style(cls: type[Operation]) -> bool:
    return issubclass(cls, DestinationStyle)
