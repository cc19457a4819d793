"""`sroa`: replace small buffers on the stack by a slot for each element."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from typing_extensions import override
from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects.upstream.known import known_integer
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_memref_type
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.mutation import erase

_MAX_ELEMENTS = 16
"""Buffers with more elements are not split."""

_Index = tuple[int, ...]


@dataclass(frozen=True)
class SROAPass(Pass):
    """Replace a buffer whose elements are accessed one by one by a slot for each element

    The buffer is a `memref.alloca` of 2 to 16 elements. All of its uses are loads and stores with
    constant indices in range. Each accessed element becomes a `memref.alloca` without dimensions,
    which `mem2reg` can turn into a value.
    """

    name = "sroa"
    cpp_name = "SROA"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> bool:
        changed = False
        for slot in list(_allocations(op)):
            accesses = _accesses(slot)
            if accesses:
                _split(slot, accesses)
                changed = True
        return changed


def _allocations(op: Operation) -> Iterator[memref.AllocaOp]:
    """Yield the buffers in `op` that are small enough."""
    for each in op.walk():
        if isinstance(each, memref.AllocaOp) and is_memref_type(each.memref.type):
            shape = each.memref.type.get_shape()
            if DYNAMIC_INDEX not in shape and 1 < prod(shape) <= _MAX_ELEMENTS:
                yield each


def _accesses(slot: memref.AllocaOp) -> dict[Operation, _Index] | None:
    """Return the index of each access to `slot`, or None if another operation uses it or an index
    is unknown.
    """
    accesses: dict[Operation, _Index] = {}
    for use in slot.memref.uses:
        op = use.operation
        if not isinstance(op, memref.LoadOp | memref.StoreOp):
            return None
        if isinstance(op, memref.StoreOp) and op.value is slot.memref:
            return None
        index = _constant_index(op, slot.memref.type)
        if index is None:
            return None
        accesses[op] = index
    return accesses


def _constant_index(op: memref.LoadOp | memref.StoreOp, type_: Attribute) -> _Index | None:
    """Return the constant index of an access, or None if it is unknown or out of range."""
    assert is_memref_type(type_)
    index: list[int] = []
    for operand, size in zip(op.indices, type_.get_shape(), strict=True):
        value = known_integer(operand)
        if value is None or not 0 <= value < size:
            return None
        index.append(value)
    return tuple(index)


def _split(slot: memref.AllocaOp, accesses: dict[Operation, _Index]) -> None:
    """Replace `slot` by a slot for each accessed element.

    Law: elements of a buffer are independent, if nothing else holds its address.
    """
    type_: Attribute = slot.memref.type
    assert is_memref_type(type_)
    block = slot.parent
    assert block is not None
    slots: dict[_Index, Operation] = {}
    for index in sorted(set(accesses.values())):
        new = memref.AllocaOp.get(type_.element_type, shape=[])
        new.location = slot.location
        block.insert_op_before(new, slot)
        slots[index] = new
    for op, index in accesses.items():
        first = [op.operands[0]] if isinstance(op, memref.StoreOp) else []
        op.operands = [*first, slots[index].results[0]]
    erase(slot)
