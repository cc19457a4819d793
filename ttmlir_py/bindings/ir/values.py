"""SSA values and their uses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import BlockArgument as XdslArgument
from xdsl.ir import Operation as XdslOperation
from xdsl.ir import OpResult as XdslResult
from xdsl.ir import SSAValue, Use

from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.core import TypeID, raw_type, to_type
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import expect, is_a
from ttmlir_py.bindings.ir.links import block_of, operation_of, raw_operation, view_of
from ttmlir_py.bindings.ir.locations import Location, raw_location
from ttmlir_py.bindings.ir.sequences import View
from ttmlir_py.ir.writing.attributes import attribute_text
from ttmlir_py.ir.writing.names import ValueNames, numbering_root

__all__ = [
    "AsmState",
    "BlockArgument",
    "BlockArgumentList",
    "OpOperand",
    "OpOperandIterator",
    "OpOperandList",
    "OpOperands",
    "OpResult",
    "OpResultList",
    "Value",
]

ValueT = TypeVar("ValueT", bound="Value")
_new = object.__new__
_casters: dict[type, Callable[[Any], Any]] = {}


class Value(HasCapsule):
    """An SSA value: the result of an operation or the argument of a block."""

    _CAPI_NAME = "ir.Value"
    xdsl: Any
    context: Any
    """The context that the value belongs to."""

    def __init__(self, value: Value):
        if not isinstance(value, Value):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"expected Value, found {type(value).__name__}")
        if not self.accepts(value.xdsl):
            raise ValueError(f"Cannot cast value to {type(self).__name__} (from {value})")
        self.xdsl = value.xdsl
        self.context = value.context

    @classmethod
    def wrap(
        cls: type[ValueT],  # pyrefly: ignore[not-a-type]: the property `type` follows
        raw: SSAValue,
        context: Any,
    ) -> ValueT:
        """Return an object of this class for a value of xDSL."""
        value = _new(cls)
        value.xdsl = raw
        value.context = context
        return value

    @classmethod
    def accepts(cls, raw: SSAValue) -> bool:
        """Whether a value of xDSL is of the kind that this class wraps."""
        return True

    @classmethod
    def isinstance(cls, other: Value) -> bool:
        """Whether a value is of the kind that this class wraps."""
        return cls.accepts(raw_value(other))

    @property
    def type(self) -> Any:
        """The type."""
        return to_type(self.xdsl.type, self.context)

    def set_type(self, type: Any) -> None:
        """Change the type."""
        from ttmlir_py.rewriting.mutation import set_type

        set_type(self.xdsl, raw_type(type))

    @property
    def owner(self) -> Any:
        """The operation or the block that defines the value."""
        owner = self.xdsl.owner
        if isinstance(owner, XdslOperation):
            return operation_of(owner, self.context)
        return block_of(owner, self.context)

    @property
    def location(self) -> Location:
        """The location of the operation or the block argument that defines the value."""
        raw = self.xdsl
        found = raw.op.location if isinstance(raw, XdslResult) else raw.location
        return Location.wrap(UNKNOWN_LOC if found is None else found, self.context)

    @property
    def uses(self) -> OpOperandIterator:
        """The uses of the value; the latest use comes first."""
        return OpOperandIterator(self)

    def get_name(
        self,
        use_local_scope: bool | AsmState = False,
        use_name_loc_as_prefix: bool = False,
        *,
        state: AsmState | None = None,
    ) -> str:
        """Return the name that the value has in printed text, such as `%0`.

        With `use_local_scope`, numbers start at the innermost isolated operation.
        """
        if isinstance(use_local_scope, AsmState):
            state = use_local_scope
        if state is None:
            state = AsmState(self, bool(use_local_scope))
        return state.names.value(self.xdsl)

    def replace_all_uses_with(self, other: Value) -> None:
        """Replace the value by another one in all of its uses."""
        self.xdsl.replace_all_uses_with(raw_value(other))

    def replace_all_uses_except(self, with_: Value, exceptions: Any) -> None:
        """Replace the value by another one in all uses, except in some operations."""
        listed: Any = exceptions if is_a(exceptions, Sequence) else [exceptions]
        kept = [raw_operation(each) for each in listed]

        def is_changed(use: Use) -> bool:
            return all(use.operation is not each for each in kept)

        self.xdsl.replace_uses_with_if(raw_value(with_), is_changed)

    def maybe_downcast(self) -> Any:
        """Return the value as the most specific registered class."""
        return to_value(self.xdsl, self.context)

    def dump(self) -> None:
        """Write the text to stderr."""
        sys.stderr.write(f"{self._text()}\n")

    def _text(self) -> str:
        raw = self.xdsl
        if isinstance(raw, XdslArgument):
            type = attribute_text(cast(Any, raw).type)
            return f"<block argument> of type '{type}' at index: {raw.index}"
        return str(self.owner)

    def __str__(self) -> str:
        return f"Value({self._text()})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.xdsl is other.xdsl

    def __hash__(self) -> int:
        return id(self.xdsl)


class OpResult(Value):
    """The result of an operation."""

    @classmethod
    def accepts(cls, raw: SSAValue) -> bool:
        """Whether a value of xDSL is a result."""
        return isinstance(raw, XdslResult)

    @property
    def result_number(self) -> int:
        """The position among the results."""
        return self.xdsl.index


class BlockArgument(Value):
    """The argument of a block."""

    @classmethod
    def accepts(cls, raw: SSAValue) -> bool:
        """Whether a value of xDSL is a block argument."""
        return isinstance(raw, XdslArgument)

    @property
    def arg_number(self) -> int:
        """The position among the arguments."""
        return self.xdsl.index

    def set_location(self, loc: Location) -> None:
        """Change the location."""
        self.xdsl.location = raw_location(loc)


def to_value(raw: SSAValue, context: Any) -> Any:
    """Return a value of xDSL as an object of the most specific registered class."""
    value = _new(OpResult if isinstance(raw, XdslResult) else BlockArgument)
    value.xdsl = raw
    value.context = context
    if _casters and type(raw.type) in _casters:
        return _casters[type(raw.type)](value)
    return value


def register_value_caster(typeid: TypeID, caster: Any = None, *, replace: bool = False) -> Any:
    """Register a function that converts values whose type has this `typeid` to Python objects."""

    def register(function: Any) -> Any:
        if typeid.cls in _casters and not replace:
            raise RuntimeError("Value caster is already registered: " + repr(function))
        _casters[typeid.cls] = function
        return function

    return register if caster is None else register(caster)


def raw_value(value: Any) -> SSAValue:
    """Return the xDSL value that a value wraps. Raise TypeError for other objects."""
    if not isinstance(value, Value):
        raise TypeError(f"expected Value, found {type(value).__name__}")
    return value.xdsl


class AsmState(metaclass=CheckedClass):
    """The names of all values in the outermost operation that contains a given value or operation.

    Pass it to `get_name` to compute the names only once.
    """

    def __init__(self, value: Any, use_local_scope: bool = False):
        if isinstance(value, Value):
            raw = value.xdsl
            op = raw.op if isinstance(raw, XdslResult) else raw.block.parent_op()
        else:
            op = raw_operation(value)
        if op is None:
            raise ValueError("the value belongs to no operation")
        self.use_local_scope = use_local_scope
        root = numbering_root(op) if use_local_scope else op.get_toplevel_object()
        self.names = ValueNames(cast(XdslOperation, root))


class OpOperand(metaclass=CheckedClass):
    """A use of a value: the operation that uses it, and the index among its operands."""

    def __init__(self, operation: XdslOperation, index: int, context: Any):
        self._operation = operation
        self._index = index
        self._context = context

    @property
    def owner(self) -> Any:
        """The operation that uses the value."""
        return view_of(self._operation, self._context)

    @property
    def operand_number(self) -> int:
        """The position among the operands."""
        return self._index

    @property
    def value(self) -> Any:
        """The value that is used."""
        return to_value(self._operation.operands[self._index], self._context)


class OpOperandIterator(metaclass=CheckedClass):
    """An iterator of the uses of a value."""

    def __init__(self, value: Value):
        self._context = expect(value, Value).context
        self._uses = iter([(use.operation, use.index) for use in value.xdsl.uses])

    def __iter__(self) -> OpOperandIterator:
        return self

    def __next__(self) -> OpOperand:
        operation, index = next(self._uses)
        return OpOperand(operation, index, self._context)


class _OperationParts(View[Any]):
    """A sequence of parts of an operation, which is the `owner`."""

    @property
    def owner(self) -> Any:
        """The operation."""
        return self._owner.opview


class OpOperandList(_OperationParts):
    """The operands of an operation."""

    def raw(self) -> Sequence[Any]:
        """Return the operands as xDSL has them."""
        return self._owner.checked.operands

    def wrap(self, raw: Any, position: int) -> Any:
        """Return the Python object for a value."""
        return to_value(raw, self._owner.context)

    def __setitem__(self, index: int, value: Value) -> None:
        self._owner.checked.operands[self._position(index)] = raw_value(value)


class OpOperands(_OperationParts):
    """The uses that an operation makes of its operands."""

    def raw(self) -> Sequence[Any]:
        """Return the operands as xDSL has them."""
        return self._owner.checked.operands

    def wrap(self, raw: Any, position: int) -> Any:
        """Return the Python object for a use."""
        return OpOperand(self._owner.checked, position, self._owner.context)


class OpResultList(_OperationParts):
    """The results of an operation."""

    def raw(self) -> Sequence[Any]:
        """Return the results as xDSL has them."""
        return self._owner.checked.results

    def wrap(self, raw: Any, position: int) -> Any:
        """Return the Python object for a value."""
        return to_value(raw, self._owner.context)

    @property
    def types(self) -> list[Any]:
        """The types of the results."""
        return [value.type for value in self]


class BlockArgumentList(View[Any]):
    """The arguments of a block."""

    def raw(self) -> Sequence[Any]:
        """Return the arguments as xDSL has them."""
        return self._owner.xdsl.args

    def wrap(self, raw: Any, position: int) -> Any:
        """Return the Python object for a value."""
        return to_value(raw, self._owner.context)

    @property
    def types(self) -> list[Any]:
        """The types of the arguments."""
        return [value.type for value in self]


def values_of(operands: Any) -> Iterator[SSAValue]:
    """Yield the xDSL values of a sequence. It may contain values, and operations with one
    result.
    """
    for operand in operands:
        if isinstance(operand, Value):
            yield operand.xdsl
        elif hasattr(operand, "operation"):
            yield operand.operation.result.xdsl
        else:
            raise TypeError(f"expected Value, found {type(operand).__name__}")
