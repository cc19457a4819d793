"""The attributes of an operation, as a mapping and as a sequence of named attributes."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import Operation as XdslOperation
from xdsl.irdl import IRDLOperation

from ttmlir_py.bindings.ir.core import Attribute, NamedAttribute, raw_attribute, to_attribute
from ttmlir_py.bindings.ir.foreign_self import CheckedClass

__all__ = ["OpAttributeMap"]

OWN_NAME = "op_name__"
"""The attribute in which xDSL keeps the name of an unregistered operation."""


@cache
def property_names(op_class: type[XdslOperation]) -> frozenset[str]:
    """Return the names of the attributes that operations of a class store as properties."""
    if not issubclass(op_class, IRDLOperation):
        return frozenset()
    return frozenset(op_class.get_irdl_definition().properties)


def merged(op: XdslOperation) -> dict[str, XdslAttribute]:
    """Return all attributes of an operation, sorted by name."""
    if isinstance(op, UnregisteredOp):
        found = {key: value for key, value in op.attributes.items() if key != OWN_NAME}
        found.update(op.properties)
    else:
        found = {**op.attributes, **op.properties}
    return dict(sorted(found.items()))


def set_attribute(op: XdslOperation, name: str, value: XdslAttribute) -> None:
    """Set an attribute where the class of the operation stores it."""
    stored = op.properties if name in property_names(type(op)) else op.attributes
    stored[name] = value


class OpAttributeMap(metaclass=CheckedClass):
    """The attributes of an operation. Iteration yields named attributes."""

    def __init__(self, operation: Any):
        self._operation = operation

    def _all(self) -> dict[str, XdslAttribute]:
        return merged(self._operation.checked)

    def _find(self, name: str) -> XdslAttribute | None:
        op = self._operation.checked
        if name == OWN_NAME:
            return None
        found = op.properties.get(name)
        return op.attributes.get(name) if found is None else found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, key: Any) -> Any:
        context = self._operation.context
        if isinstance(key, str):
            found = self._find(key)
            if found is None:
                raise KeyError("attempt to access a non-existent attribute")
            return to_attribute(found, context)
        items: Any = list(self._all().items())
        if not -len(items) <= key < len(items):
            raise IndexError("attempt to access out of bounds attribute")
        name, raw = items[key]
        return NamedAttribute(name, to_attribute(raw, context))

    def get(self, key: str, default: Any = None) -> Any:
        """Return the attribute with this name, or `default` if there is no such attribute."""
        found = self._find(key)
        return default if found is None else to_attribute(found, self._operation.context)

    def __setitem__(self, name: str, attr: Attribute) -> None:
        set_attribute(self._operation.checked, name, raw_attribute(attr))

    def __delitem__(self, name: str) -> None:
        op = self._operation.checked
        if self._find(name) is None:
            raise KeyError("attempt to delete a non-existent attribute")
        op.properties.pop(name, None)
        op.attributes.pop(name, None)

    def __iter__(self) -> Iterator[NamedAttribute]:
        context = self._operation.context
        for name, raw in self._all().items():
            yield NamedAttribute(name, to_attribute(raw, context))

    def keys(self) -> list[str]:
        """Return the names."""
        return list(self._all())

    def values(self) -> list[Any]:
        """Return the attributes."""
        return [to_attribute(raw, self._operation.context) for raw in self._all().values()]

    def items(self) -> list[tuple[str, Any]]:
        """Return the names and the attributes."""
        return list(zip(self.keys(), self.values(), strict=True))
