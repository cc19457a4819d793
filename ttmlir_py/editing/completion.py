"""Completion and signature help at a position of a text that is not complete."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeVar, get_type_hints

from xdsl.ir import TypeAttribute

from ttmlir_py.dialects.op_syntax import fields_of, glossary, glossary_key, notation
from ttmlir_py.editing.analysis import Part
from ttmlir_py.editing.hover import (
    constraint_text,
    cut,
    definition_of,
    documentation,
    operation_class,
)
from ttmlir_py.editing.structure import Name, Statement
from ttmlir_py.editing.tokens import Kind
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.definition.attribute_format import EnumAttr
from ttmlir_py.passes.catalogue import Entry, OptionEntry, read_entry, read_passes, read_pipelines
from ttmlir_py.target import IMPORTS, TRANSLATIONS

MAX_NAMES = 500
"""Names that are completed at once. If there are more, only the last of those that contain the text
before the cursor are.
"""
_T = TypeVar("_T")
_RUN = re.compile(r"\s*//\s*RUN:")
_FLAG = re.compile(r"--?([\w-]*)$")
_OPTION = re.compile(r"--?([\w-]+)=[\"']?([^\"'|]*)$")
_QUOTED_NAME = re.compile(r'"([\w.$]*)$')
_BARE_NAME = re.compile(r"^\s*(?:%[\w$.:#, %-]+=\s*)?([A-Za-z_][\w.$]*)$")
_SIGIL = re.compile(r"([%^@#!])([\w$.-]*)$")
_IN_ANGLES = re.compile(r"[#!](\w+)(?:\.(\w+)<|<(\w+) )([\w]*)$")
_VALUE_OF = re.compile(r"(\w+)\s*=\s*([#\w]*)$")
_FIELD = re.compile(r"[{,<]\s*([A-Za-z_]\w*)?$")


class ItemKind(Enum):
    """The kind of thing that a completion names."""

    OPERATION = "operation"
    VALUE = "value"
    BLOCK = "block"
    SYMBOL = "symbol"
    ALIAS = "alias"
    ATTRIBUTE = "attribute"
    ENUM_CASE = "enum case"
    FLAG = "flag"
    OPTION = "option"


@dataclass(frozen=True)
class Item:
    """A completion: the text that replaces the columns from `start` to the cursor."""

    text: str
    kind: ItemKind
    start: int
    detail: str = ""
    documentation: str = ""
    shown: str = ""
    """The label in the list, if it is not the text."""


@dataclass(frozen=True)
class Signature:
    """The operands of an operation, and the one at the cursor."""

    label: str
    parameters: tuple[str, ...]
    active: int
    documentation: str


def complete(part: Part, line: int, column: int) -> list[Item]:
    """Return the completions at a position of `part`. Lines and columns count from 0."""
    before = part.lines[line].text[:column]
    if _RUN.match(before):
        return list(_flags(before, column))
    tokens = part.lines[line].tokens
    if any(each.kind is Kind.COMMENT and each.start < column for each in tokens):
        return []
    context = part.context
    if context is None:
        return []
    match = _IN_ANGLES.search(before)
    if match is not None and (found := list(_enum_cases(context, match, column))):
        return found
    if (match := _SIGIL.search(before)) is not None:
        return list(_names(part, match[1], match[2], line, column))
    if (match := _QUOTED_NAME.search(before)) is not None and before.count('"') % 2:
        return _sorted(_operations(context, match[1], match.start(1), quoted=True))
    statement = part.structure.statement_at(line, column)
    if (match := _BARE_NAME.search(before)) is not None:
        is_continued = statement is not None and statement.name_line < line
        if not is_continued or not statement or not statement.name:
            return _sorted(_operations(context, match[1], match.start(1), quoted=False))
    if statement is None:
        return []
    return list(_fields(context, statement, before, column))


def _sorted(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda item: item.text)


def _flags(before: str, column: int) -> Iterator[Item]:
    """Yield flags of passes, pipelines and translations, or the options of the one before."""
    if (match := _OPTION.search(before)) is not None:
        try:
            entry = read_entry(match[1])
        except KeyError:
            return
        word = re.split(r"[ ,{]", match[2])[-1]
        name, equals, value = word.partition("=")
        for option in entry.options:
            if equals and option.name == name:
                for each in option.values or _truth(option):
                    yield Item(each, ItemKind.ENUM_CASE, column - len(value))
            elif not equals:
                yield Item(
                    f"{option.name}=",
                    ItemKind.OPTION,
                    column - len(word),
                    option.type or "",
                    option.help,
                )
        return
    match = _FLAG.search(before)
    if match is None:
        return
    start = match.start()
    for entry in _entries():
        yield Item(f"--{entry.flag}", ItemKind.FLAG, start, entry.summary, entry.description)
    for flag in (*TRANSLATIONS, *IMPORTS):
        yield Item(f"--{flag}", ItemKind.FLAG, start, "translation")


def _truth(option: OptionEntry) -> Sequence[str]:
    return ("true", "false") if option.default in ("true", "false") else ()


@cache
def _entries() -> tuple[Entry, ...]:
    return (*read_passes(), *read_pipelines())


def _names(part: Part, sigil: str, typed: str, line: int, column: int) -> Iterator[Item]:
    structure = part.structure
    start = column - len(typed) - 1
    if sigil == "%":
        own = structure.statement_at(line, column)
        hidden = () if own is None else (own.line, *own.results)
        visible = [each for each in structure.visible_values(line, start) if each[1] not in hidden]
        for text, definition in _some(visible, typed, lambda value: value[0]):
            if isinstance(definition, int):
                definition = structure.result(definition, text)
            type = part.type_of(definition)
            yield Item(text, ItemKind.VALUE, start, "" if type is None else cut(type))
    elif sigil == "^":
        blocks = [each for each in structure.outer_definitions if each.kind is Kind.BLOCK]
        for name in _some(blocks, typed, _text):
            yield Item(name.text, ItemKind.BLOCK, start)
    elif sigil == "@":
        for name in _some(list(structure.symbols.values()), typed, _text):
            owner = name.statement.name if name.statement else ""
            yield Item(name.text, ItemKind.SYMBOL, start, owner)
    else:
        aliases = [each for each in structure.aliases.values() if each.text[0] == sigil]
        for name in _some(aliases, typed, _text):
            text = part.lines[name.line].text.partition("=")[2].strip()
            yield Item(name.text, ItemKind.ALIAS, start, text[:80])
        yield from _attributes(part, sigil, start)


def _some(names: list[_T], typed: str, text: Callable[[_T], str]) -> list[_T]:
    """Return all names if they are few, and otherwise the last ones that contain what is typed."""
    if len(names) <= MAX_NAMES:
        return names
    return [each for each in names if typed in text(each)][-MAX_NAMES:]


def _text(name: Name) -> str:
    return name.text


def _attributes(part: Part, sigil: str, start: int) -> Iterator[Item]:
    """Yield the attributes or types of the dialects that the text uses."""
    context = part.context
    assert context is not None
    for dialect in _dialects_of(part):
        found = context.get_optional_dialect(dialect)
        if found is None:
            continue
        for each in found.attributes:
            if issubclass(each, TypeAttribute) == (sigil == "!"):
                yield Item(f"{sigil}{each.name}", ItemKind.ATTRIBUTE, start, documentation_of(each))


def documentation_of(cls: type) -> str:
    """Return the first line of a class's own documentation."""
    return documentation(cls).partition("\n")[0]


def _dialects_of(part: Part) -> list[str]:
    """Return the dialects of the part's operations. The types of `builtin` have no prefix."""
    found = {each.partition(".")[0] for each in part.structure.operation_names() if "." in each}
    if found & {"ttnn", "ttir"}:
        found |= {"tt", "ttnn", "ttcore"}
    context = part.context
    return [] if context is None else sorted(found & set(context.dialect_names()) - {"builtin"})


def _operations(context: MlirContext, typed: str, start: int, *, quoted: bool) -> Iterator[Item]:
    """Yield the operations of the dialect that is typed, or the dialects."""
    dialect, dot, _ = typed.partition(".")
    if not dot:
        for name in context.dialect_names():
            yield Item(f"{name}.", ItemKind.OPERATION, start, "dialect")
        for full in ("func.return", "builtin.module"):
            op_class = context.get_optional_op(full)
            if op_class is not None and not quoted:
                short = full.partition(".")[2]
                yield Item(short, ItemKind.OPERATION, start, documentation_of(op_class))
        return
    found = context.get_optional_dialect(dialect)
    if found is None:
        return
    rest = getattr(found, "load_rest", None)
    for op_class in {*found.operations, *(rest() if rest is not None else ())}:
        name: object = op_class.name
        if isinstance(name, str):  # a field called `name` hides the operation's name
            detail = documentation_of(op_class)
            yield Item(name, ItemKind.OPERATION, start, detail, documentation(op_class))


def _fields(context: MlirContext, statement: Statement, before: str, column: int) -> Iterator[Item]:
    """Yield the attributes of an operation inside of its braces, or values of one of them."""
    op_class = operation_class(context, statement.name)
    definition = None if op_class is None else definition_of(op_class)
    if definition is None:
        return
    fields = fields_of(definition)
    if (match := _VALUE_OF.search(before)) is not None and match[1] in fields:
        example = example_of(match[1], fields[match[1]])
        if example:
            yield Item(example, ItemKind.ENUM_CASE, match.start(2), "example")
        return
    match = _FIELD.search(before)
    if match is None or before.count("{") <= before.count("}"):
        return
    typed = match[1] or ""
    for name, field in fields.items():
        example = example_of(name, field)
        text = name if example in ("", "unit") else f"{name} = {example}"
        yield Item(
            text,
            ItemKind.ATTRIBUTE,
            column - len(typed),
            constraint_text(field),
            meaning("attributes", definition.name, name),
            name,
        )


def example_of(name: str, field: object) -> str:
    """Return an example of an attribute's value; empty if its kind is unknown."""
    try:
        return notation(name, field)  # pyright: ignore[reportArgumentType]
    except KeyError:
        return ""


def meaning(kind: str, operation: str, name: str) -> str:
    """Return the glossary's meaning of an operand or attribute; empty if there is no entry.

    `kind` is `operands` or `attributes`.
    """
    try:
        return glossary()[kind][glossary_key(kind, operation, name)]
    except KeyError:
        return ""


def _enum_cases(context: MlirContext, match: re.Match[str], column: int) -> Iterator[Item]:
    """Yield the cases of an attribute that holds one case of an enum, `#dialect.name<case>`."""
    attribute = context.get_optional_attr(f"{match[1]}.{match[2] or match[3]}")
    if attribute is None or not issubclass(attribute, EnumAttr):
        return
    enum = get_type_hints(attribute)["value"]
    if isinstance(enum, type) and issubclass(enum, Enum):
        for case in enum:
            yield Item(str(case), ItemKind.ENUM_CASE, column - len(match[4]))


def signature(part: Part, line: int, column: int) -> Signature | None:
    """Return the operands of the operation whose operand list contains a position, or None."""
    statement = part.structure.statement_at(line, column)
    if statement is None or not statement.is_quoted or statement.name_line != line:
        return None
    text = part.lines[line].text
    inside = text[statement.name_end : column]
    if not inside.startswith("(") or ")" in inside:
        return None
    op_class = operation_class(part.context, statement.name)
    definition = None if op_class is None else definition_of(op_class)
    if op_class is None or definition is None:
        return None
    parameters = tuple(name.rstrip("_") for name, _ in definition.operands)
    active = min(inside.count(","), max(len(parameters) - 1, 0))
    described = [
        f"- `{name}`: {text}"
        for name in parameters
        if (text := meaning("operands", definition.name, name))
    ]
    words = "\n".join([documentation(op_class), "", *described])
    return Signature(f"{op_class.name}({', '.join(parameters)})", parameters, active, words)
