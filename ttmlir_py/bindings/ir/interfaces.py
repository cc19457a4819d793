"""Interfaces of operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, cast

from xdsl.ir import Operation

from ttmlir_py.bindings.ir.core import Attribute, Type, to_type
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.shaped_types import DYNAMIC
from ttmlir_py.bindings.ir.state import resolve_context, resolve_location

__all__ = ["InferShapedTypeOpInterface", "InferTypeOpInterface", "ShapedTypeComponents"]


class _Interface(metaclass=CheckedClass):
    """An interface of an operation, or of a class of operations."""

    def __init__(self, object: Any, context: Any = None):
        """Raise ValueError if the operation or the class does not implement the interface."""
        self._operation = getattr(object, "operation", None) if _is_instance(object) else None
        if self._operation is None:
            self._context = resolve_context(context)
            self._name: str = getattr(object, "OPERATION_NAME", "")
            if not self._name:
                raise TypeError(f"expected an operation or a class, found {type(object).__name__}")
        else:
            self._context = self._operation.context
            self._name = self._operation.name
        if not self._is_implemented(self._context.xdsl.get_operation_class(self._name)):
            raise ValueError(f"the operation does not implement {type(self).__name__}")

    def _is_implemented(self, op_class: type[Operation]) -> bool:
        raise NotImplementedError

    @property
    def operation(self) -> Any:
        """The operation. Raise TypeError if the interface is that of a class."""
        if self._operation is None:
            raise TypeError("Cannot get an operation from a static interface")
        return self._operation

    @property
    def opview(self) -> Any:
        """The view of the operation. Raise TypeError if the interface is that of a class."""
        return self.operation.opview


class InferTypeOpInterface(_Interface):
    """The inference of an operation's result types."""

    def _is_implemented(self, op_class: type[Operation]) -> bool:
        from ttmlir_py.bindings.ir.inference import infers

        return infers(op_class)

    def inferReturnTypes(
        self,
        operands: Sequence[Any] | None = None,
        attributes: Any = None,
        properties: Any = None,
        regions: Sequence[Any] | None = None,
        context: Any = None,
        loc: Any = None,
    ) -> list[Any]:
        """Return the result types for operands and attributes, given as a dictionary attribute.

        Raise ValueError if they cannot be inferred.
        """
        from ttmlir_py.bindings.ir.building import create_raw

        if properties is not None or regions:
            raise NotImplementedError("types are inferred from operands and attributes only")
        given = {} if attributes is None else {each.name: each.attr for each in attributes}
        context = self._context if context is None else context
        location = resolve_location(loc).xdsl
        raw = create_raw(context, self._name, None, operands or (), given, (), 0, location)
        return [to_type(each, context) for each in raw.result_types]


class ShapedTypeComponents(metaclass=CheckedClass):
    """The parts of a shaped type that an operation infers for a result. `get` makes them."""

    _element_type: Type | None
    _shape: tuple[int, ...] | None

    def __init__(self) -> NoReturn:
        raise TypeError("ShapedTypeComponents: no constructor defined!")

    @classmethod
    def get(
        cls, shape: Any, element_type: Any = None, attribute: Any = None
    ) -> ShapedTypeComponents:
        """Return components: `get(element_type)` without a shape, `get(shape, element_type)`, or
        with an attribute, which changes nothing.
        """
        if isinstance(shape, Type) and element_type is None:
            return cls.of(None, shape)
        sizes = cast(Sequence[Any], shape) if isinstance(shape, Sequence) else ()
        is_shape = isinstance(shape, Sequence) and all(type(each) is int for each in sizes)
        if not is_shape or not isinstance(element_type, Type):
            raise TypeError("get(): expected an element type, or a list of sizes and one")
        if not isinstance(attribute, Attribute | None):
            raise TypeError(f"get(): attribute is {type(attribute).__name__}")
        return cls.of(sizes, element_type)

    @classmethod
    def of(cls, shape: Sequence[int] | None, element_type: Type | None) -> ShapedTypeComponents:
        """Return components with parts that may be unknown."""
        made = cls.__new__(cls)
        made._shape = None if shape is None else tuple(shape)
        made._element_type = element_type
        return made

    @property
    def element_type(self) -> Type | None:
        """The type of the elements, or None if the operation does not infer it."""
        return self._element_type

    @property
    def has_rank(self) -> bool:
        """Whether the shape has a known rank."""
        return self._shape is not None

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None."""
        return None if self._shape is None else len(self._shape)

    @property
    def shape(self) -> list[int] | None:
        """The size of each dimension, or None."""
        return None if self._shape is None else [*self._shape]


_OPERANDS = {
    **{"tosa.cast": 1, "tosa.erf": 1, "tosa.identity": 1, "tosa.mul": 2, "tosa.negate": 1},
    **{"tosa.rescale": 1, "tosa.reverse": 1, "tosa.table": 1},
}
"""Maps operations to the number of the leading operands that determine the result's shape.

In element-wise operations other than these, all operands do.
"""


class InferShapedTypeOpInterface(_Interface):
    """The inference of the shapes of results, which operations of TOSA implement."""

    def _is_implemented(self, op_class: type[Operation]) -> bool:
        from ttmlir_py.dialects.tosa.interfaces import PureOp

        return op_class.name.startswith("tosa.") and issubclass(op_class, PureOp)

    def inferReturnTypeComponents(
        self,
        operands: Sequence[Any] | None = None,
        attributes: Any = None,
        properties: Any = None,
        regions: Sequence[Any] | None = None,
        context: Any = None,
        loc: Any = None,
    ) -> list[ShapedTypeComponents]:
        """Return the shapes of the results of an element-wise operation.

        Raise ValueError if the operands do not broadcast, and NotImplementedError for other
        operations.
        """
        from ttmlir_py.dialects.tosa.interfaces import BroadcastableOp

        op_class = self._context.xdsl.get_operation_class(self._name)
        if self._name not in _OPERANDS and not issubclass(op_class, BroadcastableOp):
            raise NotImplementedError(f"the shape of '{self._name}' is not inferred")
        given = [each.type for each in operands or ()][: _OPERANDS.get(self._name)]
        if not given:
            raise ValueError(f"Failed to infer result shape of '{self._name}': no operands")
        if not all(each.has_rank for each in given):
            return [ShapedTypeComponents.of(None, None)]
        return [ShapedTypeComponents.of(_broadcast([each.shape for each in given]), None)]


def _broadcast(shapes: Sequence[Sequence[int]]) -> list[int]:
    """Return the shape to which shapes with known rank broadcast. Raise ValueError for others."""
    rank = max(map(len, shapes))
    found: list[int] = []
    for sizes in zip(*[[*[1] * (rank - len(each)), *each] for each in shapes], strict=True):
        known = {each for each in sizes if each not in (1, DYNAMIC)}
        if len(known) > 1:
            raise ValueError(f"Failed to infer result shape: sizes {sizes} do not broadcast")
        found.append(known.pop() if known else DYNAMIC if DYNAMIC in sizes else 1)
    return found


def _is_instance(object: Any) -> bool:
    return not isinstance(object, type)
