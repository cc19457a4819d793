"""Memo tables for objects and for operations of the same kind.

xDSL does not unique attributes as MLIR does: equal attributes may be different objects, and hashing
or comparing one walks everything nested in it. So these tables look up by identity:

- `IdentityMap` is a dictionary by object. `IdentityMemo` is a function computed once per object.
- `AttributeMap` is a dictionary in which equal attributes are one key, but it looks for the object
  first.
- `op_kind` does the same for operations with identical types and attributes. `KindMap` is a
  dictionary by kind.

An id is valid only while its object lives, so the tables keep their keys alive. Store a table in a
field of the object that uses it, so that both are freed together. An `IdentityMemo` of a method of
its own holder is a reference cycle, which only the garbage collector frees.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from typing_extensions import override
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Operation

from ttmlir_py.ir.unregistered import discardable_attributes, operation_name

# `op_kind` reads private fields of xDSL's operations, because the properties take twice as long.
# pyright: reportPrivateUsage=false

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class IdentityMap(Generic[KeyT, ValueT]):
    """A dictionary with immutable objects as keys, compared by identity and kept alive."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[KeyT, ValueT]] = {}

    def get(self, key: KeyT) -> ValueT | None:
        """Return the value stored for the object `key` itself, or None."""
        known = self._known.get(id(key))
        return None if known is None else known[1]

    def __setitem__(self, key: KeyT, value: ValueT) -> None:
        """Store the value for the object `key` itself."""
        self._known[id(key)] = (key, value)


class IdentityMemo(Generic[KeyT, ValueT]):
    """A function of one immutable object whose result is computed once per object.

    Results are looked up by identity, which is far cheaper than hashing an attribute. The objects
    are kept alive.
    """

    def __init__(self, compute: Callable[[KeyT], ValueT]):
        self._compute = compute
        self._known: dict[int, tuple[KeyT, ValueT]] = {}

    def __call__(self, key: KeyT) -> ValueT:
        """Return the function's result for the object `key`."""
        known = self._known.get(id(key))
        if known is None:
            known = self._known[id(key)] = (key, self._compute(key))
        return known[1]


class AttributeMap(IdentityMap[Attribute, ValueT]):
    """A dictionary in which equal attributes are one key.

    An attribute object is hashed and compared only at its first lookup.
    """

    def __init__(self) -> None:
        super().__init__()
        self._by_value: dict[Attribute, ValueT] = {}

    @override
    def get(self, key: Attribute) -> ValueT | None:
        """Return the value stored for an attribute equal to `key`, or None."""
        known = self._known.get(id(key))
        if known is not None:
            return known[1]
        value = self._by_value.get(key) if self._by_value else None  # hashing is expensive
        if value is not None:
            self._known[id(key)] = (key, value)
        return value

    @override
    def __setitem__(self, key: Attribute, value: ValueT) -> None:
        """Store the value for attributes equal to `key`; there must not be a value yet."""
        self._by_value[key] = value
        self._known[id(key)] = (key, value)

    def get_or_create(self, key: Attribute, create: Callable[[], ValueT]) -> ValueT:
        """Return the value for attributes equal to `key`; call `create` to make a missing value."""
        value = self.get(key)
        if value is None:
            value = self[key] = create()
        return value

    def values(self) -> Collection[ValueT]:
        """Return the values in insertion order."""
        return self._by_value.values()


OpKind = tuple[object, ...]
"""The type of results of `op_kind`. Use them only for hashing and comparison."""
Kinds = dict[int, OpKind]
"""Maps the id of an operation to its kind. Entries are valid until the operation changes."""


def op_kind(op: Operation) -> OpKind:
    """Return the part shared by operations that differ only in operands, results, successors,
    regions and locations.

    Two operations are of one kind if, and only if, they have

    - the same class, and equal names if they are unregistered operations
    - the same number of operands and of results, each with the identical type object
    - properties of the same names in the same order, each with the identical attribute object; and
      likewise for attributes

    A kind holds ids and keeps nothing alive. To store one, use a `KindMap`, unless the operation
    stays unchanged for as long. The name of an unregistered operation is compared because it is an
    attribute of which each operation has its own object.
    """
    properties, attributes = op.properties, op.attributes
    kind: list[object] = [op.__class__]
    # Loops are used because appending such short lists is faster than building and joining them.
    for operand in op._operands:
        kind.append(id(operand._type))
    kind.append(None)
    for result in op.results:
        kind.append(id(result._type))
    if properties:
        kind += properties
        kind += map(id, properties.values())
    if attributes:
        kind.append(None)
        if isinstance(op, UnregisteredOp):
            kind.append(operation_name(op))
            attributes = discardable_attributes(op)
        kind += attributes
        kind += map(id, attributes.values())
    return tuple(kind)


def kind_with_types(
    kind: OpKind, count: int, operand_types: Sequence[Attribute], result_types: Sequence[Attribute]
) -> OpKind:
    """Return the kind that differs from `kind` only in the operand and result types.

    `count` is the number of operands and results.
    """
    return (kind[0], *map(id, operand_types), None, *map(id, result_types), *kind[count + 2 :])


def kind_without_types(kind: OpKind, op: Operation) -> OpKind:
    """Return `kind`, the kind of `op`, without its operand and result types."""
    operands, results = len(op._operands), len(op.results)
    return (kind[0], operands, results, *kind[operands + results + 2 :])


class KindMap(Generic[ValueT]):
    """A dictionary with kinds of operations as keys.

    Entries remain valid after the operations that were added are freed.
    """

    def __init__(self) -> None:
        self.by_kind: dict[OpKind, ValueT] = {}
        """Maps each kind to its value. Read only: use `add` to insert."""
        self._kept: list[Sequence[Attribute]] = []

    def add(self, kind: OpKind, op: Operation, value: ValueT) -> None:
        """Store `value` for `kind`, the kind of `op`; there must not be a value yet."""
        self.by_kind[kind] = value
        types = [each._type for each in (*op._operands, *op.results)]
        self._kept.append((*types, *op.properties.values(), *op.attributes.values()))
