"""What was computed for an object, or for an operation of the same kind, need not be computed again.

xDSL does not unique attributes as MLIR does: equal ones may be different objects, and to hash or compare one is to walk all
that is nested in it. So what is remembered is looked up by identity:

- `IdentityMap` is a dictionary by object; `IdentityMemo` is a function that is computed once for each object;
- `AttributeMap` is a dictionary in which equal attributes are one key, as in any other, but looks for the object first;
- `op_kind` is the same for operations with the very same types and attributes; `KindMap` is a dictionary by that.

An id means something only while its object lives, so the tables keep alive what they have ids of. They are for the fields of
whatever asks, and go with it: one that holds an `IdentityMemo` of its own method would go only when garbage is collected.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from typing_extensions import override
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Operation

from ttmlir_py.ir.unregistered import discardable_attributes, operation_name

# `op_kind` reads the fields behind xDSL's properties; through the properties, it takes twice as long.
# pyright: reportPrivateUsage=false

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class IdentityMap(Generic[KeyT, ValueT]):
    """A dictionary whose keys are immutable objects themselves, not what they are equal to; the keys are kept alive."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[KeyT, ValueT]] = {}

    def get(self, key: KeyT) -> ValueT | None:
        """The value for this very object, if there is one."""
        known = self._known.get(id(key))
        return None if known is None else known[1]

    def __setitem__(self, key: KeyT, value: ValueT) -> None:
        """Set the value for this very object."""
        self._known[id(key)] = (key, value)


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


class AttributeMap(IdentityMap[Attribute, ValueT]):
    """A dictionary in which equal attributes are one key; they are hashed and compared once per object."""

    def __init__(self) -> None:
        super().__init__()
        self._by_value: dict[Attribute, ValueT] = {}

    @override
    def get(self, key: Attribute) -> ValueT | None:
        """The value for attributes that are equal to this one, if there is one."""
        known = self._known.get(id(key))
        if known is not None:
            return known[1]
        value = self._by_value.get(key)
        if value is not None:
            self._known[id(key)] = (key, value)
        return value

    @override
    def __setitem__(self, key: Attribute, value: ValueT) -> None:
        """Set the value for attributes that are equal to this one, which have none yet."""
        self._by_value[key] = value
        self._known[id(key)] = (key, value)

    def get_or_create(self, key: Attribute, create: Callable[[], ValueT]) -> ValueT:
        """The value for attributes that are equal to this one; made now if there is none."""
        value = self.get(key)
        if value is None:
            value = self[key] = create()
        return value

    def values(self) -> Collection[ValueT]:
        """The values, in the order in which they were set."""
        return self._by_value.values()


OpKind = tuple[object, ...]
"""What `op_kind` returns: to be hashed and compared, and nothing else."""
Kinds = dict[int, OpKind]
"""The kinds of operations by their ids, for as long as the operations stay as they are."""


def op_kind(op: Operation) -> OpKind:
    """What operations share that differ only in operands, results, successors, regions and locations.

    Two operations are of one kind if, and only if, they have
    - the same class and, if that is one for unregistered operations, equal names;
    - as many operands and as many results, each with the very same type object;
    - properties of the same names in the same order, each with the very same attribute object; and so with attributes.

    A kind holds ids and keeps nothing alive. Whoever remembers one needs a `KindMap`, unless the operation stays as it is for
    as long. The name of an unregistered operation is an attribute, of which each has its own: that is why it is compared.
    """
    properties, attributes = op.properties, op.attributes
    kind: list[object] = [op.__class__]
    # Loops, because lists as short as these are quicker to append to than to build and join.
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
    """The kind of operations with other types than those of a kind, which have `count` operands and results."""
    return (kind[0], *map(id, operand_types), None, *map(id, result_types), *kind[count + 2 :])


def kind_without_types(kind: OpKind, op: Operation) -> OpKind:
    """What the kind of an operation says but for the types: it is the same for all that differ in these only."""
    operands, results = len(op._operands), len(op.results)
    return (kind[0], operands, results, *kind[operands + results + 2 :])


class KindMap(Generic[ValueT]):
    """A dictionary by kind of operation, which may live longer than the operations that it was told of."""

    def __init__(self) -> None:
        self.by_kind: dict[OpKind, ValueT] = {}
        """To be read; what is put in here goes through `add`."""
        self._kept: list[Sequence[Attribute]] = []

    def add(self, kind: OpKind, op: Operation, value: ValueT) -> None:
        """Set the value for operations of the kind that `op` has, which have none yet."""
        self.by_kind[kind] = value
        types = [each._type for each in (*op._operands, *op.results)]
        self._kept.append((*types, *op.properties.values(), *op.attributes.values()))
