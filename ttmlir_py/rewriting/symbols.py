"""Symbols: their names and visibility, references to them, and the lookup of references."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.traits import SymbolOpInterface, SymbolTable

from ttmlir_py.ir.memo import IdentityMap
from ttmlir_py.rewriting.control_flow import ops_in


def symbol_name(op: Operation) -> str | None:
    """Return the name of the symbol that `op` defines, or None."""
    if not op.has_trait(SymbolOpInterface, value_if_unregistered=False):
        return None
    name = op.get_attr_or_prop("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def visibility(op: Operation) -> str:
    """Return the visibility of the symbol `op`: `public`, `private` or `nested`."""
    value = op.get_attr_or_prop("sym_visibility")
    return value.data if isinstance(value, StringAttr) else "public"


def is_symbol_table(op: Operation) -> bool:
    """Whether `op` is a symbol table, so that its region is a scope of symbols."""
    return op.has_trait(SymbolTable, value_if_unregistered=False)


def body_ops(table: Operation) -> list[Operation]:
    """Return the ops directly in the first region of the symbol table `table`."""
    return [op for block in table.regions[0].blocks for op in block.ops] if table.regions else []


class SymbolUses:
    """A finder of symbol references in the attributes of ops, with a cache."""

    def __init__(self) -> None:
        self._references = IdentityMap[Attribute, tuple[SymbolRefAttr, ...]]()

    def of(self, op: Operation) -> Iterator[tuple[Operation, SymbolRefAttr]]:
        """Yield each symbol reference in `op` and the ops inside of it, with the op that has it.

        The bodies of nested symbol tables are excluded.
        """
        for reference in self.directly_in(op):
            yield op, reference
        if op.regions and not is_symbol_table(op):
            for inner in _ops_below(op):
                for reference in self.directly_in(inner):
                    yield inner, reference

    def directly_in(self, op: Operation) -> Sequence[SymbolRefAttr]:
        """Return the symbol references in the attributes of `op` itself."""
        found: tuple[SymbolRefAttr, ...] = ()
        for attributes in (op.properties, op.attributes):
            for attribute in attributes.values():
                references = self._in_attribute(attribute)
                if references:
                    found += references
        return found

    def _in_attribute(self, attribute: Attribute) -> tuple[SymbolRefAttr, ...]:
        references = self._references.get(attribute)
        if references is None:
            references = self._references[attribute] = tuple(self._search(attribute))
        return references

    def _search(self, attribute: Attribute) -> Iterator[SymbolRefAttr]:
        if isinstance(attribute, SymbolRefAttr):
            yield attribute
        elif isinstance(attribute, ArrayAttr):
            for element in cast("ArrayAttr[Attribute]", attribute).data:
                yield from self._in_attribute(element)
        elif isinstance(attribute, DictionaryAttr):
            for value in cast("Mapping[str, Attribute]", attribute.data).values():
                yield from self._in_attribute(value)
        elif isinstance(attribute, ParametrizedAttribute):
            for parameter in attribute.parameters:
                yield from self._in_attribute(parameter)


def _ops_below(op: Operation) -> list[Operation]:
    """Return all ops in the regions of `op`, except those in the bodies of nested symbol tables."""
    ops = list(ops_in(op.regions))
    if not any(each.regions and is_symbol_table(each) for each in ops):
        return ops
    found: list[Operation] = []
    for each in (inner for region in op.regions for block in region.blocks for inner in block.ops):
        found.append(each)
        if each.regions and not is_symbol_table(each):
            found += _ops_below(each)
    return found


@dataclass(eq=False, repr=False)
class SymbolTables:
    """A finder of the ops that symbol references name.

    The names in each table are collected once, so that later renamings are not noticed.
    """

    _tables: dict[Operation, dict[str, Operation]] = field(
        default_factory=dict[Operation, dict[str, Operation]]
    )

    def lookup(self, start: Operation, reference: SymbolRefAttr) -> list[Operation]:
        """Return the ops that the parts of `reference` name, outermost first, as seen from inside
        of `start`.

        The list is empty if a name does not exist.
        """
        table: Operation | None = start
        while table is not None and not is_symbol_table(table):
            table = table.parent_op()
        found: list[Operation] = []
        names = (reference.root_reference, *reference.nested_references.data)
        for name in names:
            symbol = None if table is None else self._names(table).get(name.data)
            if symbol is None:
                return []
            found.append(symbol)
            table = symbol if is_symbol_table(symbol) else None
        return found

    def _names(self, table: Operation) -> dict[str, Operation]:
        names = self._tables.get(table)
        if names is None:
            named = ((symbol_name(op), op) for op in body_ops(table))
            names = self._tables[table] = {name: op for name, op in named if name is not None}
        return names
