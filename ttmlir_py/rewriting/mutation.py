"""Rewriting in linear time: building, replacing and erasing ops, and a walk over ops.

The helpers do the same as xDSL's constructors and rewriters, without recomputing what the caller
knows. `create` stores operands, types and properties as given. `supersede` gives a new op the
position, operands and results of an old one, at a cost that does not depend on the number of uses.
Like `ir.construction` they set private fields of xDSL's objects. `test/rewriting/test_mutation.py`
checks that ops created here have the same fields as ops that xDSL creates.
"""

# pyright: reportPrivateUsage=false

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.ir.core import SSAValues

from ttmlir_py.ir.construction import attach_operands, attach_results
from ttmlir_py.ir.diagnostics import OperationError

OperationT = TypeVar("OperationT", bound=Operation)
_new_object = object.__new__
_item = cast(Any, tuple).__getitem__


def create(
    cls: type[OperationT],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: dict[str, Attribute],
    location: LocationAttr,
) -> OperationT:
    """Return a new op of class `cls` that is in no block.

    `properties` is not copied and must be complete.
    """
    op = _new_object(cls)
    op.location = location
    op.properties = properties
    op.attributes = {}
    attach_operands(op, operands)
    attach_results(op, result_types)
    return op


def copy(op: Operation, values: dict[SSAValue, SSAValue]) -> Operation:
    """Return a copy of `op` that is in no block. `values` maps operands of `op` to those of the
    copy.

    The results of `op` and of the copy are added to `values`. The copies have no name hints.
    """
    if op.regions or op._successors:
        return op.clone(values, clone_name_hints=False)
    operands = [values.get(operand, operand) for operand in op._operands]
    types = [result._type for result in op.results]
    new = create(op.__class__, operands, types, op.properties.copy(), op.location)
    new.attributes = op.attributes.copy()
    values.update(zip(op.results, new.results, strict=True))
    return new


def insert_before(anchor: Operation, op: OperationT) -> OperationT:
    """Insert `op`, which must be in no block, before `anchor`, and return it."""
    block = anchor.parent
    assert block is not None
    op.parent = block
    if anchor._prev_op is None:
        block._first_op = op
    anchor._insert_prev_op(op)
    return op


def insert_after(anchor: Operation, op: OperationT) -> OperationT:
    """Insert `op`, which must be in no block, after `anchor`, and return it."""
    if anchor._next_op is not None:
        return insert_before(anchor._next_op, op)
    block = anchor.parent
    assert block is not None
    block.add_op(op)
    return op


def move_before(anchor: Operation, op: OperationT) -> OperationT:
    """Move `op` before `anchor`, and return it."""
    op.detach()
    return insert_before(anchor, op)


def insert_at_start(block: Block, op: OperationT) -> OperationT:
    """Insert `op`, which must be in no block, at the start of `block`, and return it.

    `block` must contain other ops.
    """
    first = block.first_op
    assert first is not None
    return insert_before(first, op)


def supersede(
    op: Operation,
    cls: type[OperationT],
    properties: dict[str, Attribute],
    operands: Sequence[SSAValue] | None = None,
) -> OperationT:
    """Replace `op` by a new op of class `cls`, and return the new op.

    The new op takes over the location and results of `op`, and also its operands unless `operands`
    is given. `op` is left empty and in no block, and the contents of its regions are lost.
    """
    new = _new_object(cls)
    new.location = op.location
    new.properties = properties
    new.attributes = {}
    if operands is None:
        new._operands = op._operands
        new._operand_uses = op._operand_uses
        for use in op._operand_uses:
            use._operation = new
    else:
        attach_operands(new, operands)
        _drop_operands(op)
    new.results = op.results
    for result in op.results:
        result.op = new
    _take_place(op, new)
    for region in op.regions:
        region.drop_all_references()
    op.regions = ()
    op._operands, op.results = SSAValues(), SSAValues()
    op._operand_uses = ()
    return new


def _take_place(op: Operation, new: Operation) -> None:
    """Link `new` into the block at the position of `op`, and remove `op`."""
    block, before, after = op.parent, op._prev_op, op._next_op
    assert block is not None
    new.parent, new._prev_op, new._next_op = block, before, after
    if before is None:
        block._first_op = new
    else:
        before._next_op = new
    if after is None:
        block._last_op = new
    else:
        after._prev_op = new
    op.parent = op._prev_op = op._next_op = None


def _drop_operands(op: Operation) -> None:
    for operand, use in zip(op._operands, op._operand_uses, strict=True):
        operand.remove_use(use)


def set_operand(op: Operation, index: int, value: SSAValue) -> None:
    """Replace operand `index` of `op` by `value`."""
    use, operands = op._operand_uses[index], op._operands
    operands[index].remove_use(use)
    value.add_use(use)
    op._operands = SSAValues((*operands[:index], value, *operands[index + 1 :]))


def set_type(value: SSAValue, new_type: Attribute) -> None:
    """Change the type of `value` to `new_type`."""
    value._type = new_type


def replace_uses(old: SSAValue, new: SSAValue, *, unless_user: Operation | None = None) -> None:
    """Replace all uses of `old` by `new`, except those by the op `unless_user`."""
    for use in tuple(old.uses):
        if use._operation is not unless_user:
            set_operand(use._operation, use._index, new)


def erase(op: Operation) -> None:
    """Remove `op`, whose results must have no uses, with its regions.

    Its results are dropped, because the garbage collector is off in the tools, and an op and its
    results would keep each other alive.
    """
    block = op.parent
    assert block is not None
    assert all(result.first_use is None for result in op.results), "op to erase has uses"
    block.detach_op(op)
    op.drop_all_references()
    op.results = SSAValues()


def replace(op: Operation, values: Sequence[SSAValue]) -> None:
    """Replace the results of `op` by `values`, and erase it."""
    for result, value in zip(op.results, values, strict=True):
        replace_uses(result, value)
    erase(op)


def result_of(op: Operation, index: int = 0) -> OpResult:
    """Return result `index` of `op`, in a third of the time of `op.results[index]`."""
    return _item(op.results, index)


def defining_op(value: SSAValue, cls: type[OperationT]) -> OperationT | None:
    """Return the op that defines `value` if it is of class `cls`, otherwise None."""
    owner = value.owner
    return owner if isinstance(owner, cls) else None


def visit_op(op: Operation, visit: Callable[[Operation], None]) -> None:
    """Call `visit(op)`. A ValueError, for example about types, is raised as an OperationError on
    `op`.
    """
    try:
        visit(op)
    except ValueError as error:
        raise OperationError(op, str(error)) from error


def for_each_op(
    root: Operation,
    visit: Callable[[Operation], None],
    names: Container[str] | None = None,
) -> None:
    """Call `visit` for all ops inside of `root`, or for those called `names`, outer before inner.

    `visit` may replace or erase the op that it gets, and insert ops next to it, which are not
    visited. A ValueError is raised as an OperationError on the op.
    """
    for region in root.regions:
        for block in region.blocks:
            op = block._first_op
            while op is not None:
                following = op._next_op
                if names is None or op.name in names:
                    try:
                        visit(op)
                    except ValueError as error:
                        raise OperationError(op, str(error)) from error
                if op.regions and op.parent is block:
                    for_each_op(op, visit, names)
                op = following
