"""Interfaces of operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ttmlir_py.bindings.ir.core import to_type
from ttmlir_py.bindings.ir.state import resolve_context, resolve_location

__all__ = ["InferTypeOpInterface"]


class InferTypeOpInterface:
    """The inference of an operation's result types."""

    def __init__(self, object: Any, context: Any = None):
        """Raise ValueError if the operation or the class of operations does not infer types."""
        from ttmlir_py.bindings.ir.inference import infers

        self._operation = getattr(object, "operation", None) if _is_instance(object) else None
        if self._operation is None:
            self._context = resolve_context(context)
            self._name: str = getattr(object, "OPERATION_NAME", "")
            if not self._name:
                raise TypeError(f"expected an operation or a class, found {type(object).__name__}")
        else:
            self._context = self._operation.context
            self._name = self._operation.name
        if not infers(self._context.xdsl.get_operation_class(self._name)):
            raise ValueError("the operation does not implement InferTypeOpInterface")

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


def _is_instance(object: Any) -> bool:
    return not isinstance(object, type)
