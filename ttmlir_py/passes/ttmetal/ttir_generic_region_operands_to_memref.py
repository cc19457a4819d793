"""`ttir-generic-region-operands-to-memref`: give regions of `ttir.generic` arguments in memory."""

from dataclasses import dataclass
from functools import partial
from typing import cast

from typing_extensions import override
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.tensor_types import RankedTensor, integers, tensor_type
from ttmlir_py.dialects.tt.enums import BufferAccess
from ttmlir_py.dialects.tt.layout import BufferAttr
from ttmlir_py.dialects.ttir.generic import GenericOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.rewriting.mutation import for_each_op, set_type

BlockTypes = dict[BufferAccess, IdentityMemo[Attribute, Attribute]]
"""Maps the type of an operand to its block type, for each kind of access to the buffer."""


@dataclass(frozen=True)
class TTIRGenericRegionOperandsToMemrefPass(Pass):
    """Convert region operations to work on memref instead of tensors

    Requires metal layouts and circular buffers. The arguments of a `ttir.generic` region become
    tensors of one core's shard, with a `#tt.buffer` as encoding: an alias of the operand's shard,
    or the stream in its circular buffer. Values in the region get the new type of the last argument
    that had their type.
    """

    name = "ttir-generic-region-operands-to-memref"
    cpp_name = "TTIRGenericRegionOperandsToMemref"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        block_types = {
            access: IdentityMemo[Attribute, Attribute](partial(_block_type, access))
            for access in BufferAccess
        }
        for_each_op(op, partial(_visit, block_types))


def _visit(block_types: BlockTypes, op: Operation) -> None:
    if not isinstance(op, GenericOp):
        return
    block = op.region.block
    if not block.args or isinstance(tensor_type(block.args[0]).encoding, BufferAttr):
        return
    if len(op.operand_cb_mapping) != len(block.args):
        raise OperationError(op, "requires circular buffers (see --ttir-generic-op-cbs)")
    mapping = integers(op.operand_cb_mapping)
    converted: dict[Attribute, Attribute] = {}
    for argument in block.args:
        buffer = mapping[argument.index]
        if buffer >= 0:
            new = block_types[BufferAccess.Stream](op.cbs[buffer].type)
        else:
            new = block_types[BufferAccess.Alias](op.matching_operand(argument.index).type)
        converted[argument.type] = new
        set_type(argument, new)
    for inner in block.ops:
        for value in (*inner.operands, *inner.results):
            set_type(value, converted.get(value.type, value.type))


def _block_type(access: BufferAccess, type_: Attribute) -> Attribute:
    """Return the type of one core's block of a tensor of type `type_`."""
    buffer = BufferAttr(metal_layout_of(type_).memref, access)
    return TensorType(cast(RankedTensor, type_).element_type, buffer.get_shape(), buffer)
