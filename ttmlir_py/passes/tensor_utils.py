"""What passes of all backends build again and again: attributes of small numbers, tensor types, locations, memo tables."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Generic, TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    Float32Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    NameLoc,
    Signedness,
    StringAttr,
    TensorType,
    f32,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from ttmlir_py.dialects.tt.device import DeviceAttr, get_current_scope_device
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.rewriting.greedy import apply_patterns_greedily

# pyright: reportPrivateUsage=false

RankedTensor = TensorType[Attribute]
KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class IdentityMemo(Generic[KeyT, ValueT]):
    """A function of one immutable object, computed once per object.

    Keyed by identity, which is far cheaper than hashing an attribute; the keys are kept alive.
    """

    def __init__(self, compute: Callable[[KeyT], ValueT]):
        self._compute = compute
        self._known: dict[int, tuple[KeyT, ValueT]] = {}

    def __call__(self, key: KeyT) -> ValueT:
        """The value for this very object."""
        known = self._known.get(id(key))
        if known is None:
            known = self._known[id(key)] = (key, self._compute(key))
        return known[1]


@cache
def i32(value: int) -> IntegerAttr[IntegerType]:
    """`value : i32`."""
    return IntegerAttr(value, IntegerType(32))


@cache
def si32(value: int) -> IntegerAttr[IntegerType]:
    """`value : si32`."""
    return IntegerAttr(value, IntegerType(32, Signedness.SIGNED))


@cache
def i64(value: int) -> IntegerAttr[IntegerType]:
    """`value : i64`."""
    return IntegerAttr(value, IntegerType(64))


@cache
def bool_attr(value: bool) -> IntegerAttr[IntegerType]:
    """`true` or `false`."""
    return IntegerAttr(int(value), IntegerType(1))


def f32_attr(value: float) -> FloatAttr[Float32Type]:
    """`value : f32`."""
    return FloatAttr(value, f32)


def i32_array(values: Sequence[int]) -> ArrayAttr[Attribute]:
    """`[1 : i32, 2 : i32]`."""
    return ArrayAttr([i32(value) for value in values])


def dense_i32_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """`array<i32: 1, 2>`."""
    return DenseArrayBase.from_list(IntegerType(32), values)


def segments(*sizes: int) -> DenseArrayBase[IntegerType]:
    """The value of `operandSegmentSizes`."""
    return dense_i32_array(sizes)


def int_value(attribute: Attribute) -> int:
    """The value of an integer attribute."""
    return cast(IntegerAttr[IntegerType], attribute).value.data


def int_values(attribute: Attribute | None) -> list[int]:
    """The values of an array of integer attributes; empty if there is none."""
    if attribute is None:
        return []
    return [int_value(each) for each in cast(ArrayAttr[Attribute], attribute).data]


def location_of(value: SSAValue) -> LocationAttr:
    """The location of a value: that of its op, or of the block argument."""
    return cast(
        "Operation | BlockArgument", value if isinstance(value, BlockArgument) else value.owner
    ).location


def with_name_suffix(location: LocationAttr, suffix: str) -> LocationAttr:
    """The location with `suffix` appended to its name, if it has one."""
    if isinstance(location, NameLoc):
        return NameLoc(StringAttr(location.desc.data + suffix), location.location)
    return location


def tensor_type(value: SSAValue) -> RankedTensor:
    """The type of a value that is a ranked tensor."""
    return cast(RankedTensor, value.type)


def scope_device(op: Operation) -> DeviceAttr:
    """The device that the enclosing ops declare; OperationError if none does."""
    device = get_current_scope_device(op)
    if device is None:
        raise OperationError(op, "requires a device: there is no `tt.device` in scope")
    return device


_init_ranges: dict[tuple[type[Operation], int, bytes], range] = {}
"""What `init_range` found out, by class, number of operands and segment sizes."""


def init_range(op: DestinationStyle) -> range:
    """The numbers of the operands that an op writes its results into."""
    sizes = op.properties.get("operandSegmentSizes")
    data = sizes.data.data if isinstance(sizes, DenseArrayBase) else b""
    key = (op.__class__, len(op._operands), data)
    known = _init_ranges.get(key)
    if known is None:
        start, count = op.dps_init_range()
        known = _init_ranges[key] = range(start, start + count)
    return known


def simplify(op: Operation, context: Context) -> bool:
    """Fold ops inside of `op`, unify constants and erase dead ops, as MLIR's greedy driver does beside rewriting.

    Returns whether anything changed.
    """
    return apply_patterns_greedily(op, context, lambda cls: ()).changed
