"""Builds operations, integers and tensor types without xDSL's constructors: the one module that depends on the fields of xDSL's IR objects.

The parser makes thousands of operations whose parts are known to be right; plain stores into new objects are several
times quicker than `Operation.create`. What is the default of its class is not stored. A test compares the fields with those of
an operation that xDSL made.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    IntegerAttr,
    LocationAttr,
    NoneAttr,
    TensorType,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.ir.core import SSAValues, Use

_new = object.__new__
_set = object.__setattr__  # on frozen objects
operands_of: Callable[[Operation], Sequence[SSAValue]] = attrgetter("_operands")
"""The operands of an operation, not to be changed; `op.operands` makes an object through which they can be, which takes six times as long."""
_NO_ENCODING = NoneAttr()
_new_tuple: Any = tuple.__new__  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]

# pyright: reportPrivateUsage=false


def integer_attribute(value: int, type: Attribute) -> IntegerAttr:
    """The attribute of an integer that is in the range of its type, a signless one as a signed one; `true` is -1."""
    number = _new(IntAttr)
    _set(number, "data", value)
    attribute: IntegerAttr = _new(IntegerAttr)
    _set(attribute, "value", number)
    _set(attribute, "type", type)
    return attribute


def tensor_type(element_type: Attribute, shape: Sequence[int]) -> TensorType:
    """The type of tensors of a shape without encoding; the element type may be one, and all sizes are known."""
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
    """Make the operands those of a new operation, which has none."""
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
    """Give a new operation, which has none, results of these types."""
    results: list[OpResult] = []
    for result_type in types:
        result: OpResult = _new(OpResult)
        result._type = result_type
        result.op = op
        result.index = len(results)
        results.append(result)
    op.results = _new_tuple(SSAValues, results)


def append_operation(
    block: Block,
    op_class: type[Operation],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr,
) -> Operation:
    """Append an operation without regions and successors to `block`; return it.

    The dictionaries become the operation's own; `__post_init__` is not run, so they hold defaults already.
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
