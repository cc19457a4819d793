"""Fast construction of operations, integers and tensor types, without xDSL's constructors.

This is the only module that depends on the fields of xDSL's IR objects. The parser creates
thousands of operations from valid operands, types and attributes. Setting the fields of a new
object is several times faster than `Operation.create`. Fields that equal the default of their class
are not set. A test compares the fields with those of an operation that xDSL created.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    IntegerAttr,
    LocationAttr,
    NoneAttr,
    TensorType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.ir.core import SSAValues, Use

_new = object.__new__
_set = object.__setattr__  # `object.__setattr__` also sets fields of frozen objects
operands_of: Callable[[Operation], Sequence[SSAValue]] = attrgetter("_operands")
"""Returns the operands of an operation; the caller must not modify the returned sequence.

`op.operands` takes six times as long because it creates a mutable view.
"""
_NO_ENCODING = NoneAttr()
_new_tuple: Any = cast(Any, tuple).__new__

# pyright: reportPrivateUsage=false


def integer_attribute(value: int, type: Attribute) -> IntegerAttr:
    """Return an integer attribute; `value` must be in the range of `type`.

    A signless value is stored as signed, so `true` is -1.
    """
    number = _new(IntAttr)
    _set(number, "data", value)
    attribute: IntegerAttr = _new(IntegerAttr)
    _set(attribute, "value", number)
    _set(attribute, "type", type)
    return attribute


def tensor_type(element_type: Attribute, shape: Sequence[int]) -> TensorType:
    """Return a tensor type without encoding. `element_type` must be valid, and all sizes in `shape`
    static.
    """
    sizes: list[IntAttr] = []
    for each in shape:
        size = _new(IntAttr)
        _set(size, "data", each)
        sizes.append(size)
    array = _new(ArrayAttr)
    _set(array, "data", tuple(sizes))
    type: TensorType = _new(TensorType)
    _set(type, "shape", array)
    _set(type, "element_type", element_type)
    _set(type, "encoding", _NO_ENCODING)
    return type


def attach_operands(op: Operation, operands: Sequence[SSAValue]) -> None:
    """Set the operands of `op`, a new operation that has no operands yet."""
    uses: list[Use] = []
    for value in operands:
        use = _new(Use)
        use._operation = op
        use._index = len(uses)
        first = value.first_use
        if first is not None:
            use._next_use = first
            first._prev_use = use
        value.first_use = use
        uses.append(use)
    op._operands = _new_tuple(SSAValues, operands)
    op._operand_uses = tuple(uses)


def attach_results(op: Operation, types: Sequence[Attribute]) -> None:
    """Add results of the given types to `op`, a new operation that has no results yet."""
    results: list[OpResult] = []
    for result_type in types:
        result: OpResult = _new(OpResult)
        result._type = result_type
        result.op = op
        result.index = len(results)
        results.append(result)
    op.results = _new_tuple(SSAValues, results)


def attach_arguments(block: Block, arguments: Sequence[BlockArgument]) -> None:
    """Set the arguments of a new block. `Block.insert_arg` copies all arguments each time."""
    block._args = tuple(arguments)


def append_operation(
    block: Block,
    op_class: type[Operation],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr,
) -> Operation:
    """Append an operation without regions and successors to `block` and return it.

    The operation takes ownership of the dictionaries. `__post_init__` is not run, so the
    dictionaries must already hold the defaults.
    """
    op = _new(op_class)
    if operands:
        attach_operands(op, operands)
    attach_results(op, result_types)
    op.properties = properties
    op.attributes = attributes
    op.location = location
    op.parent = block
    last = block._last_op
    if last is None:
        block._first_op = op
    else:
        op._prev_op = last
        last._next_op = op
    block._last_op = op
    return op
