"""Printing of operations exactly as in `mlir-opt`.

`print_operation` is the entry point. It numbers all values (`names.py`), prints once without output
to find the aliases (`AliasCollector`, `aliases.py`), and then prints with `MlirPrinter`. Both
rounds save work for operations of the same kind (`op_kind`). The first round visits only one of
them. The second round turns the second operation of a kind into a template
(`"ttir.add"(%s, %s) <{...}> : (...) -> ...`) and fills in the operands of the others.
"""

# The block loops read the fields behind xDSL's properties, because printing through the properties
# takes twice as long.
# pyright: reportPrivateUsage=false

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from typing_extensions import override
from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    CallSiteLoc,
    ComplexType,
    DenseArrayBase,
    DictionaryAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    FunctionType,
    FusedLoc,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NameLoc,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
    UnknownLoc,
    UnrankedMemRefType,
    UnregisteredOp,
    VectorType,
)
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    BuiltinAttribute,
    Operation,
    Region,
    SSAValue,
    TypedAttribute,
)
from xdsl.traits import IsTerminator

from ttmlir_py.ir.distinct import DistinctAttr
from ttmlir_py.ir.external_models import default_dialect, models_for
from ttmlir_py.ir.literals import string_text
from ttmlir_py.ir.memo import Kinds, OpKind, op_kind
from ttmlir_py.ir.unregistered import discardable_attributes, operation_name
from ttmlir_py.ir.writing.aliases import AliasBuilder
from ttmlir_py.ir.writing.attributes import (
    DEFAULT_OPTIONS,
    AttributePrinter,
    PrintOptions,
    fused_locations,
    memory_space,
    memref_layout,
)
from ttmlir_py.ir.writing.names import ValueNames, numbering_root
from ttmlir_py.ir.writing.resources import Resources, resources_text

__all__ = ["MlirPrinter", "PrintOptions", "print_operation"]

# The text of a printed operation without its operands: a `%` format and the indices of the operands
# that it takes (None: all, in order). For an operation without operands, the text itself.
_Template = tuple[str, tuple[int, ...] | None]

PrinterT = TypeVar("PrinterT", bound="MlirPrinter")

# The text that represents operand `n` while a template is recorded; no attribute contains NUL.
_SLOT = re.compile("\0(\\d+)\0")


def has_custom_form(op: Operation) -> bool:
    """Whether `op` can be printed in a custom form."""
    cls = op.__class__
    return cls.print is not Operation.print or cls.name in models_for(cls).printers


class MlirPrinter(AttributePrinter):
    """A printer of operations, with the names of their values and the aliases of their
    attributes.
    """

    def __init__(
        self,
        options: PrintOptions = DEFAULT_OPTIONS,
        names: ValueNames | None = None,
        kinds: Kinds | None = None,
    ):
        super().__init__(options)
        self.value_names = names
        self._default_dialects = ["builtin"]
        # The text of an operation's name depends on the default dialect, so each default dialect
        # has its own table. A kind holds ids of objects. They stay valid because the printed
        # operations, which do not change during printing, keep the objects alive.
        self._templates: dict[str, dict[OpKind, _Template | None]] = {}
        self._slots: dict[int, int] | None = None
        self._has_trailer = options.debug_info or options.value_users
        self.kinds: Kinds = kinds or {}
        """Maps the id of an operation to its kind (`op_kind`), as far as known."""

    @override
    def print_ssa_value(self, value: SSAValue) -> str:
        name = self.value_text(value)
        self._pieces.append(name)
        return name[1:]

    def value_text(self, value: SSAValue) -> str:
        """Return the text of `value` as an operand: `%0`, `%arg1`, `%2#1`."""
        if self._slots is not None and (slot := self._slots.get(id(value))) is not None:
            return f"\0{slot}\0"
        return self._names().value(value)

    def _names(self) -> ValueNames:
        assert self.value_names is not None, (
            "a printer of operations needs the names of their values"
        )
        return self.value_names

    @override
    def print_block_name(self, block: Block) -> str:
        name = self._names().block(block)
        self._pieces.append(name)
        return name[1:]

    @override
    def print_operands(self, operands: Sequence[SSAValue]) -> None:
        texts = [self.value_text(operand) for operand in operands] if operands else ()
        self._pieces.append(f"({', '.join(texts)})")

    @override
    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        self.print_region_argument(arg, print_type=print_type)

    def print_region_argument(
        self,
        argument: BlockArgument,
        attributes: Mapping[str, Attribute] | None = None,
        *,
        print_type: bool = True,
    ) -> None:
        """Print a block argument, `%arg0: i32 {a = 1 : i32} loc("x")`.

        The location of an argument is never an alias itself.
        """
        text = self.value_text(argument)
        if print_type:
            text += ": " + self.attribute_text(argument.type)
        if attributes:
            text += " " + self.dictionary_text(attributes)
        if print_type and self.options.debug_info:
            text += " " + self.location_text(argument.location)
        self._pieces.append(text)

    @override
    def print_op(self, op: Operation) -> None:
        if op.results:
            self._pieces.append(self._names().result_texts[id(op)] + " = ")
        self._print_body(op)
        if self._has_trailer:
            self._pieces.append(self._trailer(op))

    def _trailer(self, op: Operation) -> str:
        """Return the text that follows an operation on its last line: its location, and the comment
        with the users of its results.
        """
        text = ""
        if self.options.debug_info:
            text = " " + self.trailing_location_text(op.location)
        if self.options.value_users:
            from ttmlir_py.ir.writing.users import operation_users

            text += operation_users(op, self._names())
        return text

    def operation_text(self, op: Operation) -> str:
        """Return the text of `op` with the value names that it has as a part of the whole
        output.
        """
        known = self._known_text(op)
        if known is None:
            return self._capture(lambda: self.print_op(op))
        results = f"{self._names().result_texts[id(op)]} = " if op.results else ""
        return results + known + (self._trailer(op) if self._has_trailer else "")

    def print_op_without_results(self, op: Operation) -> None:
        """Print an operation without the names of its results."""
        self._print_body(op)

    def _print_body(self, op: Operation) -> None:
        """Print everything between the results of `op` and its location."""
        if self.options.generic or not has_custom_form(op):
            self._pieces.append(string_text(operation_name(op)))
            self.print_op_with_default_format(op)
            return
        name = op.name
        prefix = self._default_dialects[-1] + "."
        if name.startswith(prefix) and name.count(".") == 1:
            name = name[len(prefix) :]
        self._pieces.append(name)
        self._print_custom_form(op)

    def _print_custom_form(self, op: Operation) -> None:
        """Print everything after the name of `op`, in the custom form."""
        print_form = models_for(op.__class__).printers.get(op.name)
        if print_form is None:
            op.print(self)
        else:
            print_form(self, op)

    @override
    def print_op_with_default_format(self, op: Operation) -> None:
        self.print_operands(op._operands)
        self.print_successors(op._successors)
        if op.properties:
            self._pieces.append(f" <{self.dictionary_text(op.properties)}>")
        if op.regions:
            self.print_regions(op.regions)
        if op.attributes and (attributes := discardable_attributes(op)):
            self._pieces.append(" " + self.dictionary_text(attributes))
        self._pieces.append(" : " + self._type_text(op))

    @override
    def print_successors(self, successors: Sequence[Block]) -> None:
        if successors:
            labels = ", ".join([self._names().block(block) for block in successors])
            self._pieces.append(f"[{labels}]")

    @override
    def print_operation_type(self, op: Operation) -> None:
        self._pieces.append(self._type_text(op))

    def _type_text(self, op: Operation) -> str:
        """Return the text of the function type of `op`: operand and result types."""
        operands = [operand._type for operand in op._operands]
        return self.signature_text(operands, [result._type for result in op.results])

    @override
    def print_function_type(
        self, input_types: Iterable[Attribute], output_types: Iterable[Attribute]
    ) -> None:
        self._pieces.append(self.signature_text(tuple(input_types), tuple(output_types)))

    @override
    def print_region(
        self,
        region: Region,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        if self.options.skip_regions:
            self._pieces.append("{...}")
            return
        self._pieces.append("{")
        entry = region.blocks.first
        if entry is not None:
            parent = region.parent_op()
            self._default_dialects.append("" if parent is None else default_dialect(type(parent)))
            with_label = (print_empty_block and entry.is_empty) or (
                print_entry_block_args and bool(entry.args)
            )
            self.print_block(entry, with_label, print_block_terminators)
            for block in tuple(region.blocks)[1:]:
                self.print_block(block)
            self._default_dialects.pop()
        self._print_new_line()
        self._pieces.append("}")

    @override
    def print_block(
        self,
        block: Block,
        print_block_args: bool = True,
        print_block_terminator: bool = True,
    ) -> None:
        if print_block_args:
            self._print_new_line()
            self.print_block_name(block)
            if block.args:
                with self.in_parens():
                    self.print_list(block.args, self.print_block_argument)
            self._pieces.append(":" + self._predecessor_comment(block))
        self._indent += 1
        if self.options.value_users:
            from ttmlir_py.ir.writing.users import argument_users

            for argument in block.args:
                self._print_new_line()
                self._pieces.append(argument_users(argument, self._names()))
        self._print_ops(block, None if print_block_terminator else _implied_terminator(block))
        self._indent -= 1

    def _predecessor_comment(self, block: Block) -> str:
        names = self._names()
        positions = sorted(
            names.blocks.get(id(predecessor), -1) for predecessor in _predecessors(block)
        )
        if not positions:
            is_entry = block.parent is not None and block.parent.blocks.first is block
            return "" if is_entry else "  // no predecessors"
        labels = ", ".join(f"^bb{position}" for position in positions)
        return (
            f"  // pred: {labels}"
            if len(positions) == 1
            else f"  // {len(positions)} preds: {labels}"
        )

    def _print_ops(self, block: Block, end: Operation | None) -> None:
        """Print the operations of `block` up to `end` (exclusive; None for all), each on its own
        line.
        """
        result_texts = self._names().result_texts
        new_line = "\n" + " " * (self._indent * self.indent_num_spaces)
        has_trailer = self._has_trailer
        write = self._pieces.append
        op = block._first_op
        while op is not end and op is not None:
            text = self._known_text(op)
            if text is None:
                write(new_line)
                self.print_op(op)
            else:
                if op.results:
                    write(f"{new_line}{result_texts[id(op)]} = {text}")
                else:
                    write(new_line + text)
                if has_trailer:
                    write(self._trailer(op))
            op = op._next_op

    def _known_text(self, op: Operation) -> str | None:
        """Return the text of `op` between its results and its location, from the template of its
        kind. Return None if there is no template.
        """
        if op.regions or op._successors:
            return None
        templates = self._templates.setdefault(self._default_dialects[-1], {})
        kind = self.kinds.get(id(op)) or op_kind(op)
        template = templates.get(kind)
        if template is None:
            # The template of a kind is recorded at its second operation, because in some programs
            # most kinds occur only once.
            template = templates[kind] = self._record(op) if kind in templates else None
            if template is None:
                return None
        text, order = template
        operands = op._operands
        if not operands:
            return text
        names = self._names()
        try:
            used = tuple(map(names.names.__getitem__, map(id, operands)))
        except KeyError:
            used = tuple(map(names.value, operands))
        return text % (used if order is None else tuple([used[index] for index in order]))

    def _record(self, op: Operation) -> _Template | None:
        """Return a template for operations of the same kind as `op`, or None if they cannot share
        one.

        `op` cannot have a template if it uses a value twice, because then the positions of operands
        are ambiguous, or if its text has several lines.
        """
        operands = op._operands
        if len({id(value) for value in operands}) != len(operands):
            return None
        self._slots = {id(value): index for index, value in enumerate(operands)}
        try:
            text = self._capture(lambda: self._print_body(op))
        finally:
            self._slots = None
        if "\n" in text:
            return None
        if not operands:
            return text, None
        parts = _SLOT.split(text.replace("%", "%%"))
        order = tuple(int(index) for index in parts[1::2])
        return "%s".join(parts[::2]), None if order == tuple(range(len(operands))) else order


def _implied_terminator(block: Block) -> Operation | None:
    """Return the terminator of `block` that the printer may omit because a parser adds it, or None.

    A terminator with operands, results, successors or operations in its regions is always printed.
    Attributes of an omitted terminator are lost, as in MLIR.
    """
    last = block.last_op
    if last is None or last.operands or last.results or last.successors:
        return None
    if any(inner.ops for region in last.regions for inner in region.blocks):
        return None
    return last if last.has_trait(IsTerminator, value_if_unregistered=False) else None


def _predecessors(block: Block) -> list[Block]:
    """Return the blocks whose terminators have `block` as a successor. A block occurs once per
    mention.
    """
    return [parent for use in block.uses if (parent := use.operation.parent) is not None]


class AliasCollector(MlirPrinter):
    """A printer without output that reports the attributes that it visits to an `AliasBuilder`.

    The order is MLIR's: the order of the text, with two exceptions. Generic forms are visited as
    regions, operand types, result types and attributes. The attributes of the arguments of
    functions with a body are not visited.
    """

    def __init__(self, options: PrintOptions = DEFAULT_OPTIONS):
        super().__init__(options)
        self.builder = AliasBuilder()
        self._seen: set[OpKind] = set()

    @override
    def attribute_text(self, attribute: Attribute) -> str:
        self._visit(attribute)
        return ""

    @override
    def element_text(self, attribute: Attribute) -> str:
        self._visit(attribute)
        return ""

    @override
    def print_stripped(self, attribute: Attribute) -> None:
        self._visit(attribute)

    @override
    def parameters_text(self, attribute: Attribute) -> str:
        return (
            ""
            if getattr(attribute, "has_fixed_text", False)
            else super().parameters_text(attribute)
        )

    def _visit(self, attribute: Attribute, deferrable: bool = False) -> None:
        """Report `attribute` and the attributes nested in it to the builder."""
        kind = attribute.__class__
        if kind in _WITHOUT_ALIASES or (
            kind in _OFTEN_PLAIN and _OFTEN_PLAIN[kind](cast(Any, attribute))
        ):
            return
        if self.builder.enter(attribute, deferrable):
            self._visit_children(attribute)
            self.builder.leave()

    def _visit_children(self, attribute: Attribute) -> None:
        children = _NESTED.get(attribute.__class__)
        if children is not None:
            for child in children(attribute):
                self._visit(child)
        elif isinstance(attribute, TypedAttribute) and isinstance(attribute, BuiltinAttribute):
            self._visit(attribute.get_type())
        elif not isinstance(attribute, BuiltinAttribute):
            self.parameters_text(attribute)

    @override
    def value_text(self, value: SSAValue) -> str:
        return ""

    @override
    def print_operands(self, operands: Sequence[SSAValue]) -> None:
        pass

    @override
    def print_block_name(self, block: Block) -> str:
        return ""

    @override
    def print_successors(self, successors: Sequence[Block]) -> None:
        pass

    @override
    def print_region_argument(
        self,
        argument: BlockArgument,
        attributes: Mapping[str, Attribute] | None = None,
        *,
        print_type: bool = True,
    ) -> None:
        if print_type:
            self._visit(argument.type)
            if self.options.debug_info:
                self._visit(argument.location)

    @override
    def print_op(self, op: Operation) -> None:
        if self.options.debug_info:
            self._visit(op.location, deferrable=True)
        self._visit_body(op)

    def print_op_without_results(self, op: Operation) -> None:
        """Visit the attributes and types of an operation."""
        self._visit_body(op)

    def _visit_body(self, op: Operation) -> None:
        if not self.options.generic and has_custom_form(op):
            self._print_custom_form(op)
            return
        for region in op.regions:
            self.print_region(region)
        for value in (*op._operands, *op.results):
            self._visit(value._type)
        attributes = op.properties
        if op.attributes:
            attributes = discardable_attributes(op)
            if not isinstance(op, UnregisteredOp):
                attributes = attributes | op.properties
        for name in sorted(attributes):
            self._visit(attributes[name])

    @override
    def print_region(
        self,
        region: Region,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        entry = region.blocks.first
        if entry is None or self.options.skip_regions:
            return
        self.print_block(entry, print_entry_block_args, print_block_terminators)
        for block in tuple(region.blocks)[1:]:
            self.print_block(block)

    @override
    def print_block(
        self,
        block: Block,
        print_block_args: bool = True,
        print_block_terminator: bool = True,
    ) -> None:
        if print_block_args:
            for argument in block.args:
                self.print_region_argument(argument)
        end = None if print_block_terminator else _implied_terminator(block)
        kinds, seen, has_locations = self.kinds, self._seen, self.options.debug_info
        op = block._first_op
        while op is not end and op is not None:
            if has_locations:
                self._visit(op.location, deferrable=True)
            if op.regions:
                self._visit_body(op)
            else:
                kind = kinds.get(id(op))
                if kind is None:
                    kind = kinds[id(op)] = op_kind(op)
                if kind not in seen:
                    seen.add(kind)
                    self._visit_body(op)
            op = op._next_op


def _memref_children(type: MemRefType[Attribute]) -> list[Attribute]:
    children = (type.element_type, memref_layout(type), memory_space(type))
    return [child for child in children if child is not None]


def _unranked_memref_children(type: UnrankedMemRefType[Attribute]) -> list[Attribute]:
    children = (type.element_type, memory_space(type))
    return [child for child in children if child is not None]


def _name_location_children(location: NameLoc) -> tuple[Attribute, ...]:
    child = location.location
    return () if isinstance(child, UnknownLoc | NoneAttr) else (child,)


def _fused_location_children(location: FusedLoc) -> list[Attribute]:
    metadata = [] if isinstance(location.metadata, NoneAttr) else [location.metadata]
    return [*metadata, *fused_locations(location)]


# Attributes of these classes have no aliases and contain no attribute that has one.
_WITHOUT_ALIASES: frozenset[type[Attribute]] = frozenset(
    (
        BFloat16Type,
        DenseArrayBase,
        Float16Type,
        Float32Type,
        Float64Type,
        FloatAttr,
        IndexType,
        IntegerAttr,
        IntegerType,
        StringAttr,
        SymbolRefAttr,
        UnitAttr,
    )
)


_SHORT = 8
"""Number of elements up to which a list is tested again at each visit, because recording it would
cost more.
"""


def _is_plain_tensor(type: TensorType[Attribute]) -> bool:
    """Whether the type of a tensor contains no alias, as most do."""
    return type.encoding.__class__ is NoneAttr and type.element_type.__class__ in _WITHOUT_ALIASES


def _are_plain(elements: Collection[Attribute]) -> bool:
    """Whether the elements are few and are no aliases, as in most arrays and dictionaries."""
    return len(elements) <= _SHORT and all(
        element.__class__ in _WITHOUT_ALIASES for element in elements
    )


_OFTEN_PLAIN: dict[type[Attribute], Callable[[Any], bool]] = {
    ArrayAttr: lambda attribute: _are_plain(attribute.data),
    DictionaryAttr: lambda attribute: _are_plain(attribute.data.values()),
    TensorType: _is_plain_tensor,
}


# For each class of builtin attributes: the nested attributes in the order of MLIR's visits.
_NESTED: dict[type[Attribute], Callable[[Any], Iterable[Attribute]]] = {
    ArrayAttr: lambda attribute: attribute.data,
    CallSiteLoc: lambda location: (location.callee, location.caller),
    ComplexType: lambda type: (type.element_type,),
    DictionaryAttr: lambda attribute: [attribute.data[key] for key in sorted(attribute.data)],
    DistinctAttr: lambda attribute: (attribute.referenced,),
    FunctionType: lambda type: (*type.inputs.data, *type.outputs.data),
    FusedLoc: _fused_location_children,
    MemRefType: _memref_children,
    NameLoc: _name_location_children,
    TensorType: lambda type: (
        (type.element_type,)
        if isinstance(type.encoding, NoneAttr)
        else (type.element_type, type.encoding)
    ),
    TupleType: lambda type: type.types.data,
    UnrankedMemRefType: _unranked_memref_children,
    VectorType: lambda type: (type.element_type,),
}


def print_operation(
    op: Operation,
    options: PrintOptions = DEFAULT_OPTIONS,
    resources: Resources | None = None,
    kinds: Kinds | None = None,
) -> str:
    """Return the text that `mlir-opt` writes for `op`.

    An operation without parent is printed as a file, unless in local scope: with alias definitions,
    a final newline, and the resources that it uses. Any other operation is printed without aliases.
    Its values are numbered as part of its surroundings: up to the innermost isolated operation in
    local scope, otherwise up to the outermost operation.

    `resources` holds the file's metadata:
    `{"dialect_resources": {"builtin": {"blob": '"0x..."'}}, ...}`, where the values are the texts
    of the entries. The default is the attribute `resources` of `op`, if it has one. `kinds` maps
    operations inside `op` to their kinds, as far as known.
    """
    if op.parent is not None or options.local_scope:
        root = numbering_root(op) if options.local_scope else op.get_toplevel_object()
        printer = MlirPrinter(options, value_names(cast(Operation, root), options))
        printer.print_op(op)
        return printer.text()
    return printed_file(op, options, resources, kinds=kinds).text()


def printed_file(
    op: Operation,
    options: PrintOptions,
    resources: Resources | None = None,
    printer_class: type[PrinterT] = MlirPrinter,
    kinds: Kinds | None = None,
) -> PrinterT:
    """Return a printer that has printed `op` as a file; the arguments are those of
    `print_operation`.
    """
    if resources is None:
        resources = cast(Resources, getattr(op, "resources", {}))
    collector = AliasCollector(options)
    collector.kinds = kinds or {}
    collector.print_op(op)
    printer = printer_class(options, value_names(op, options))
    printer.aliases = collector.builder.table()
    printer.kinds = collector.kinds
    _print_definitions(printer, deferred=False)
    printer.print_op(op)
    printer.print_string("\n")
    _print_definitions(printer, deferred=True)
    printer.print_string(
        resources_text(resources, printer.resources_used, options.elide_resources_if_larger)
    )
    return printer


def value_names(root: Operation, options: PrintOptions) -> ValueNames:
    """Return the names of all values in `root`, which depend on `options`."""
    return ValueNames(
        root,
        generic=options.generic,
        unique_ssa_ids=options.unique_ssa_ids,
        value_users=options.value_users,
    )


def _print_definitions(printer: MlirPrinter, *, deferred: bool) -> None:
    for alias, attribute in printer.aliases.definitions(deferred=deferred):
        printer.print_string(f"{alias} = {printer.definition_text(attribute)}\n")
