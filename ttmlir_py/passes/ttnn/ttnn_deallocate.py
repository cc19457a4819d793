"""The pass `ttnn-deallocate`: free each tensor after its last use."""

from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import ONE_BLOCK
from ttmlir_py.rewriting.attributes import bool_attr
from ttmlir_py.rewriting.control_flow import ops_in, ops_of
from ttmlir_py.rewriting.destination_style import init_range, is_destination_style
from ttmlir_py.rewriting.mutation import create, insert_after, result_of


class TTNNDeallocatePass(Pass):
    """Insert a `ttnn.deallocate` after the last use of each tensor.

    Requires functions of one block. A destination tensor stays in use as long as the result written
    into it, so the results of such ops are not freed themselves. Arguments and returned values are
    left alone.
    """

    name = "ttnn-deallocate"
    cpp_name = "TTNNDeallocate"
    requires = (ONE_BLOCK,)

    def run(self, context: MlirContext, op: Operation) -> None:
        """Free the tensors of all functions inside of `op`."""
        _deallocate_within(op)


def _deallocate_within(op: Operation) -> None:
    """Free the tensors of the function `op`, or of the functions inside of `op`."""
    if isinstance(op, func.FuncOp):
        if op.body.blocks.first is not None:
            _deallocate_in(op)
        return
    for region in op.regions:
        for block in region.blocks:
            for each in ops_of(block):
                if each.regions:
                    _deallocate_within(each)


def _deallocate_in(op: func.FuncOp) -> None:
    if op.body.blocks.first is not op.body.blocks.last:
        raise OperationError(op, "requires a body of one block")
    makers: list[Operation] = []
    last_users: dict[int, Operation] = {}
    for each in ops_of(op.body.block):
        makers.append(each)
        for operand in operands_of(each):
            last_users[id(operand)] = each
        if each.regions:
            for inner in ops_in(each.regions):
                for operand in inner.operands:
                    last_users[id(operand)] = each
            _deallocate_within(each)
    for maker in makers:
        if not is_destination_style(maker.__class__):
            for value in maker.results:
                if isinstance(value.type, TensorType):
                    _deallocate(value, maker, last_users)


def _deallocate(value: SSAValue, maker: Operation, last_users: dict[int, Operation]) -> None:
    """Free the tensor `value` after its last reader, or that of a result which is written into it.

    Without readers it is freed after `maker`, the op that defines it. `last_users` maps ids of
    values to their last users.
    """
    last = last_users.get(id(value), maker)
    written = _result_written_into(value, last)
    while written is not None:
        last = last_users.get(id(written), last)
        written = _result_written_into(written, last)
    if last.__class__ is not func.ReturnOp:
        properties: dict[str, Attribute] = {"force": bool_attr(False)}
        insert_after(last, create(ttnn.DeallocateOp, (value,), (), properties, last.location))


def _result_written_into(value: SSAValue, op: Operation) -> SSAValue | None:
    """Return the result of `op` that is written into `value`, or None if `op` reads `value`
    first.
    """
    if not is_destination_style(op.__class__):
        return None
    inits = init_range(cast(DestinationStyle, op))
    for index, operand in enumerate(operands_of(op)):
        if operand is value:
            return result_of(op, index - inits.start) if index in inits else None
    return None
