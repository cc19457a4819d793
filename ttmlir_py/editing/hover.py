"""Descriptions of the word under the pointer: documentation, types, sizes, costs."""

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from xdsl.dialects.builtin import NoneAttr, ShapedType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation, OpDef

from ttmlir_py.editing.analysis import Part
from ttmlir_py.editing.costs import Cost
from ttmlir_py.editing.structure import Name, Statement
from ttmlir_py.editing.tokens import Kind
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import attribute_text

MAX_TEXT = 400
"""Attributes with a longer text are cut."""


def hover(part: Part, line: int, column: int, cost: Cost | None = None) -> str | None:
    """Return Markdown about the word at a position of `part`, or None if there is nothing to say.

    `cost` is that of the operation at the position, if it is known.
    """
    name = part.structure.name_at(line, column)
    if name is not None:
        return _about_name(part, name)
    statement = part.structure.statement_at(line, column)
    if statement is None or part.context is None:
        return None
    if statement.name_line == line and statement.name_start <= column <= statement.name_end:
        return _about_operation(part, statement, cost)
    return _about_attribute(part, statement, line, column)


def _about_name(part: Part, name: Name) -> str | None:
    if name.kind is Kind.VALUE:
        type = part.type_of(name)
        if type is None:
            return None
        return "\n\n".join([f"```mlir\n{name.text} : {cut(type)}\n```", *type_lines(type)])
    definition = name.definition
    if definition is None:
        return None
    text = part.lines[definition.line].text.strip()
    return f"```mlir\n{text[:MAX_TEXT]}\n```"


def cut(attribute: Attribute) -> str:
    """Return the text of an attribute or type, at most `MAX_TEXT` characters of it."""
    text = attribute_text(attribute)
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "..."


def type_lines(type: Attribute) -> Iterator[str]:
    """Yield sentences about a tensor type: its number of elements and bytes, and its layout."""
    if not is_tensor_type(type):
        return
    shape = type.get_shape()
    width = bits(type.element_type)
    if width and all(size >= 0 for size in shape):
        count = 1
        for size in shape:
            count *= size
        yield f"{count:,} elements, {byte_text(-(-count * width // 8))}"
    if not isinstance(type.encoding, NoneAttr):
        yield from layout_lines(type.encoding)


def bits(element: Attribute) -> int:
    """Return the width of an element in bits, or 0 if it is unknown."""
    width = getattr(element, "bitwidth", 0)
    return width if isinstance(width, int) else 0


def byte_text(count: int) -> str:
    """Return a number of bytes as text, such as `4.0 kB`."""
    amount = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if amount < 1024 or unit == "GB":
            break
        amount /= 1024
    return f"{count:,} bytes" if unit == "bytes" else f"{amount:,.1f} {unit}"


def layout_lines(encoding: Attribute) -> Iterator[str]:
    """Yield the parameters of a layout attribute: its memory, grid, shard shape and tiles."""
    memref = getattr(encoding, "memref", None)
    if memref is None:
        yield f"Layout `{cut(encoding)}`"
        return
    parts: list[str] = []
    if (space := getattr(memref, "memory_space", None)) is not None:
        parts.append(f"memory {attribute_text(space)}")
    for field, words in (("grid", "grid"), ("mem_layout", "distribution")):
        value = getattr(encoding, field, None)
        if isinstance(value, Attribute) and not isinstance(value, NoneAttr):
            parts.append(f"{words} {attribute_text(value)}")
    if isinstance(memref, ShapedType):
        sizes = "x".join(map(str, memref.get_shape()))
        element = getattr(memref, "element_type", None)
        parts.append(f"shard {sizes} of {attribute_text(element)}" if element else f"shard {sizes}")
    yield "Layout: " + ", ".join(parts)


def _about_operation(part: Part, statement: Statement, cost: Cost | None) -> str | None:
    op = part.operation_of(statement)
    op_class = operation_class(part.context, statement.name) if op is None else type(op)
    if op_class is None:
        return None
    lines = [f"**{op_class.name}**", documentation(op_class)]
    if op is not None:
        lines += _operand_lines(op)
    if cost is not None and cost.nanoseconds:
        made = ", ".join(dict.fromkeys(cost.operations))
        lines.append(
            f"Estimate on the card: {time_text(cost.nanoseconds)}, limited by {cost.bound}; "
            f"becomes {made}; peak of L1 {byte_text(cost.l1)} per bank"
        )
    return "\n\n".join(filter(None, lines))


def time_text(nanoseconds: float) -> str:
    """Return a time with a unit: ns, us or ms."""
    if nanoseconds < 1e3:
        return f"{nanoseconds:.0f} ns"
    if nanoseconds < 1e6:
        return f"{nanoseconds / 1e3:.1f} us"
    return f"{nanoseconds / 1e6:.1f} ms"


def operation_class(context: MlirContext | None, name: str) -> type[Operation] | None:
    """Return the class of the operation called `name`, with or without its dialect; or None."""
    if context is None or not name:
        return None
    for full in (name, f"func.{name}", f"builtin.{name}"):
        if "." in full:
            found = context.get_optional_op(full)
            if found is not None and found.__name__ != "UnregisteredOpWithNameOp":
                return found
    return None


def documentation(cls: type) -> str:
    """Return the documentation of a class, without those of base classes and dataclasses."""
    own = cls.__dict__.get("__doc__")
    return inspect.cleandoc(own) if isinstance(own, str) else ""


def definition_of(op_class: type[Operation]) -> OpDef | None:
    """Return the definition of the operands and attributes of a class, or None."""
    return op_class.get_irdl_definition() if issubclass(op_class, IRDLOperation) else None


def _operand_lines(op: Operation) -> list[str]:
    rows: list[str] = []
    definition = definition_of(type(op))
    names = _value_names(definition.operands if definition else (), len(op.operands))
    for name, value in zip(names, op.operands, strict=False):
        rows.append(f"- operand {name} `{cut(value.type)}`")
    for value in op.results:
        sizes = "; ".join(type_lines(value.type))
        rows.append(f"- result `{cut(value.type)}`" + (f": {sizes}" if sizes else ""))
    return ["\n".join(rows)] if rows else []


def _value_names(fields: Sequence[tuple[str, Any]], count: int) -> list[str]:
    """Return a name for each operand, as far as the definition's fields are one value each."""
    if len(fields) == count:
        return [f"`{name.rstrip('_')}`:" for name, _ in fields]
    return [f"{index}:" for index in range(count)]


def _about_attribute(part: Part, statement: Statement, line: int, column: int) -> str | None:
    """Return Markdown about an attribute's name in an operation."""
    op_class = operation_class(part.context, statement.name)
    definition = None if op_class is None else definition_of(op_class)
    if definition is None:
        return None
    for token in part.lines[line].tokens:
        if token.kind is Kind.WORD and token.start <= column <= token.end:
            fields = {**definition.attributes, **definition.properties}
            if token.text in fields:
                return f"**{token.text}**: {constraint_text(fields[token.text])}"
    return None


def constraint_text(field: Any) -> str:
    """Return what an attribute may be, in the words of error messages."""
    constraint = unwrapped(field.constr)
    if isinstance(constraint, Described):
        return constraint.description
    return str(constraint)
