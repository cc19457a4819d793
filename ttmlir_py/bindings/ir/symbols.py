"""Symbol tables."""

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
from xdsl.dialects.builtin import StringAttr as XdslString
from xdsl.dialects.builtin import SymbolRefAttr as XdslReference
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import Operation as XdslOperation
from xdsl.traits import SymbolTable as XdslTable

from ttmlir_py.bindings.ir.attribute_map import merged, set_attribute
from ttmlir_py.bindings.ir.attributes import StringAttr
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.kinds import expect, is_a
from ttmlir_py.bindings.ir.links import raw_operation, view_of

__all__ = ["SymbolTable"]

_NAME, _VISIBILITY = "sym_name", "sym_visibility"


def _name_of(op: XdslOperation) -> str | None:
    found = op.properties.get(_NAME) or op.attributes.get(_NAME)
    return found.data if isinstance(found, XdslString) else None


def _is_symbol(op: XdslOperation) -> bool:
    return _name_of(op) is not None


def _operation(symbol: Any) -> XdslOperation:
    raw = raw_operation(symbol)
    if not _is_symbol(raw):
        raise ValueError("Expected operation to have a symbol name.")
    return raw


class SymbolTable(metaclass=CheckedClass):
    """A symbol table: the symbols of a module or a similar operation, by name."""

    def __init__(self, operation: Any):
        raw = raw_operation(operation)
        self._operation = operation.operation
        if not raw.has_trait(XdslTable, value_if_unregistered=False):
            raise TypeError("Operation is not a Symbol Table.")

    def _body(self) -> Any:
        self._operation.check()
        return self._operation.xdsl.regions[0].blocks.first

    def _find(self, name: str) -> XdslOperation | None:
        block = self._body()
        operations = () if block is None else block.ops
        return next((op for op in operations if _name_of(op) == name), None)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    def __getitem__(self, name: str) -> Any:
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"expected the name of a symbol, found {type(name).__name__}")
        found = self._find(name)
        if found is None:
            raise KeyError(f"Symbol '{name}' not in the symbol table.")
        return view_of(found, self._operation.context)

    def insert(self, operation: Any) -> StringAttr:
        """Insert an operation at the end. If its name is taken, it gets a new one."""
        raw = _operation(operation)
        name = _name_of(raw) or ""
        block = self._body()
        taken = {_name_of(op) for op in block.ops if op is not raw}
        if name in taken:
            number = 0
            while f"{name}_{number}" in taken:
                number += 1
            set_attribute(raw, _NAME, XdslString(f"{name}_{number}"))
        if raw.parent is not block:
            if raw.parent is not None:
                raw.detach()
            block.add_op(raw)
        return SymbolTable.get_symbol_name(operation)

    def erase(self, operation: Any) -> None:
        """Erase an operation of the table."""
        raw = _operation(operation)
        if raw.parent is not self._body():
            raise ValueError("the operation is not in the symbol table")
        operation.operation.erase()

    def __delitem__(self, name: str) -> None:
        self.erase(self[name])

    @staticmethod
    def set_symbol_name(symbol: Any, name: str) -> None:
        """Change the name of a symbol. Its uses keep the old name."""
        set_attribute(_operation(symbol), _NAME, XdslString(name))

    @staticmethod
    def get_symbol_name(symbol: Any) -> StringAttr:
        """Return the name of a symbol."""
        found = _name_of(_operation(symbol))
        return StringAttr.wrap(XdslString(found or ""), symbol.operation.context)

    @staticmethod
    def get_visibility(symbol: Any) -> StringAttr:
        """Return the visibility of a symbol. Raise ValueError if it is not given."""
        raw = raw_operation(symbol)
        found = raw.properties.get(_VISIBILITY) or raw.attributes.get(_VISIBILITY)
        if not isinstance(found, XdslString):
            raise ValueError("Expected operation to have a symbol visibility.")
        return StringAttr.wrap(found, symbol.operation.context)

    @staticmethod
    def set_visibility(symbol: Any, visibility: str) -> None:
        """Change the visibility: `public`, `private` or `nested`."""
        if visibility not in ("public", "private", "nested"):
            raise ValueError("Expected visibility to be 'public', 'private' or 'nested'")
        raw = raw_operation(symbol)
        if not (raw.properties.get(_VISIBILITY) or raw.attributes.get(_VISIBILITY)):
            raise ValueError("Expected operation to have a symbol visibility.")
        set_attribute(raw, _VISIBILITY, XdslString(visibility))

    @staticmethod
    def replace_all_symbol_uses(old_symbol: str, new_symbol: str, from_op: Any) -> None:
        """Replace the references to a symbol in the operations inside `from_op`."""
        for each in (old_symbol, new_symbol):
            expect(each, str)
        for op in raw_operation(from_op).walk():
            for name, attribute in merged(op).items():
                replaced = _renamed(attribute, old_symbol, new_symbol)
                if replaced is not attribute:
                    set_attribute(op, name, replaced)

    @staticmethod
    def walk_symbol_tables(
        from_op: Any, all_sym_uses_visible: bool, callback: Callable[[Any, bool], None]
    ) -> None:
        """Call `callback` for each symbol table inside, the innermost first."""
        raw_operation(from_op)
        context = from_op.operation.context

        def walk(op: XdslOperation, is_visible: bool) -> None:
            found = op.properties.get(_VISIBILITY) or op.attributes.get(_VISIBILITY)
            is_public = not isinstance(found, XdslString) or found.data == "public"
            inner = is_visible or not (_is_symbol(op) and is_public)
            for region in op.regions:
                for block in region.blocks:
                    for child in block.ops:
                        walk(child, inner)
            if op.has_trait(XdslTable, value_if_unregistered=False):
                try:
                    callback(view_of(op, context), inner)
                except Exception as error:
                    raise RuntimeError(
                        f"Exception raised in callback: {type(error).__name__}: {error}"
                    ) from error

        walk(from_op.operation.checked, all_sym_uses_visible)


def _renamed(attribute: XdslAttribute, old: str, new: str) -> XdslAttribute:
    """Return an attribute in which references to a symbol have the symbol's new name."""
    if isinstance(attribute, XdslReference) and attribute.root_reference.data == old:
        return XdslReference(new, attribute.nested_references)
    if is_a(attribute, ArrayAttr):
        items = [_renamed(each, old, new) for each in cast(Any, attribute).data]
        changed = any(a is not b for a, b in zip(items, cast(Any, attribute).data, strict=True))
        return ArrayAttr(items) if changed else attribute
    if isinstance(attribute, DictionaryAttr):
        entries = {key: _renamed(each, old, new) for key, each in attribute.data.items()}
        changed = any(entries[key] is not each for key, each in attribute.data.items())
        return DictionaryAttr(entries) if changed else attribute
    return attribute
