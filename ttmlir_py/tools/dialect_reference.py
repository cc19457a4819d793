"""Writes the dialect reference: one Markdown page for each of Tenstorrent's dialects, from the definitions alone.

python -m ttmlir_py.tools.dialect_reference docs/dialects
"""

import argparse
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    AttrConstraint,
    AttributeDef,
    AttrSizedOperandSegments,
    IRDLOperation,
    OpDef,
    OperandDef,
    OptionalDef,
    PropertyDef,
    RangeConstraint,
    ResultDef,
    VariadicDef,
)

from ttmlir_py.dialects import load_dialect
from ttmlir_py.files import write_file
from ttmlir_py.ir.definition.attribute_format import FormatAttribute
from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.writing.attributes import AttributePrinter

DIALECTS = ("tt", "ttir", "ttnn", "ttkernel", "ttmetal")
"""The dialects that have a page, as readers meet them."""

SEGMENTS = AttrSizedOperandSegments.attribute_name
"""The property that holds the sizes of the operand groups."""

_NUMBERS = {
    "uint32_t": "32-bit unsigned integer",
    "uint64_t": "64-bit unsigned integer",
    "unsigned": "32-bit unsigned integer",
}
_PLAIN: Mapping[Any, str] = {
    int: "64-bit signed integer",
    bool: "boolean",
    str: "string",
    StringAttr: "string",
    AffineMap: "affine map",
    Attribute: "attribute",
}

EnumClass = type[MlirEnum] | type[MlirFlag]


def page(name: str) -> str:
    """The page of one dialect."""
    dialect = load_dialect(name)
    attributes = cast("list[type[ParametrizedAttribute]]", list(dialect.attributes))
    kinds = [issubclass(each, TypeAttribute) for each in attributes]
    lines = [
        f"# Dialect `{name}`",
        "",
        "Generated from the definitions by `make docs`; do not edit.",
        "",
    ]
    families = _families(list(dialect.operations))
    enums = _enums(name)
    lines += _contents(families, attributes, enums)
    for title, operations in families.items():
        lines += [f"## {title}", ""]
        for operation in operations:
            lines += _operation(cast("type[IRDLOperation]", operation))
    for title, is_type in (("Attributes", False), ("Types", True)):
        chosen = [each for each, kind in zip(attributes, kinds, strict=True) if kind is is_type]
        if chosen:
            lines += [f"## {title}", ""]
        for each in chosen:
            lines += _attribute(each)
    if enums:
        lines += ["## Enums", ""]
    for enum in enums:
        lines += _enum(enum)
    return "\n".join(lines).rstrip() + "\n"


def _families(operations: Sequence[type[Operation]]) -> dict[str, list[type[Operation]]]:
    """The ops by the first line of the module that defines them; within one, in the order of the source."""
    families: dict[str, list[type[Operation]]] = {}
    by_module: dict[str, list[type[Operation]]] = {}
    for operation in operations:
        by_module.setdefault(operation.__module__, []).append(operation)
    for module, members in sorted(by_module.items()):
        doc = inspect.getdoc(import_module(module)) or module.rpartition(".")[2]
        title = doc.splitlines()[0].rstrip(".").rpartition(": ")[2]
        title = title[0].upper() + title[1:]
        families.setdefault(title, []).extend(members)
    return families


def _contents(
    families: Mapping[str, Sequence[type[Operation]]],
    attributes: Sequence[type[Attribute]],
    enums: Sequence[EnumClass],
) -> Iterator[str]:
    for title, operations in families.items():
        links = " ".join(_link(each.name) for each in operations)
        yield f"- {title}: {links}"
    for title, is_type in (("Attributes", False), ("Types", True)):
        chosen = [each for each in attributes if issubclass(each, TypeAttribute) is is_type]
        if chosen:
            yield f"- {title}: " + " ".join(_link(_spelling(each)) for each in chosen)
    if enums:
        yield "- Enums: " + " ".join(_link(each.__name__) for each in enums)
    yield ""


def _link(heading: str) -> str:
    """A link to a heading of the page that is code, by the anchor that GitHub makes of it."""
    anchor = "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "_-")
    return f"[`{heading}`](#{anchor})"


def _paragraphs(cls: type) -> list[str]:
    """A class's own docstring."""
    doc = vars(cls).get("__doc__")
    return [inspect.cleandoc(doc), ""] if doc else []


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table; nothing if it has no rows."""
    body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    if not body:
        return []
    return ["| " + " | ".join(header) + " |", "|---" * len(header) + "|", *body, ""]


# ------------------------------------------------------------------------------------------------------ operations


def _operation(cls: type[IRDLOperation]) -> list[str]:
    definition = cls.get_irdl_definition()
    lines = [f"### `{cls.name}`", "", *_paragraphs(cls)]
    lines += ["```mlir", _skeleton(definition), "```", ""]
    if cls.print is not Operation.print:
        lines += ["It also has a syntax of its own, in which it is printed.", ""]
    lines += _table(("operand", "type"), _values(definition.operands))
    lines += _table(("attribute", "constraint", "default"), _attribute_rows(definition))
    lines += _table(("result", "type"), _values(definition.results))
    traits = _traits(cls, definition)
    if traits:
        lines += [f"Traits: {', '.join(traits)}.", ""]
    return lines


def _plain(name: str) -> str:
    """A field's name without the underscore that keeps it apart from names of xDSL."""
    return name.rstrip("_")


def _listed(name: str, field: OperandDef | ResultDef) -> str:
    """A value's name in a list: `%x`, `%x...` if there may be any number, `[%x]` if there may be none."""
    if isinstance(field, OptionalDef):
        return f"[%{_plain(name)}]"
    return f"%{_plain(name)}" + ("..." if isinstance(field, VariadicDef) else "")


def _skeleton(definition: OpDef) -> str:
    """The generic form of an op, with names in the place of types and attributes."""
    results = ", ".join(_listed(name, field) for name, field in definition.results)
    operands = ", ".join(_listed(name, field) for name, field in definition.operands)
    fields = [
        f"[{name} = ...]" if _is_optional(field) else f"{name} = ..."
        for name, field in _fields(definition).items()
    ]
    if _has_segments(definition):
        fields.append(f"{SEGMENTS} = ...")
    properties = f" <{{{', '.join(fields)}}}>" if fields else ""
    regions = f" ({', '.join('{...}' for _ in definition.regions)})" if definition.regions else ""
    equals = f"{results} = " if results else ""
    kinds = ["type" * bool(name) for name, _ in definition.operands]
    made = ["type" * bool(name) for name, _ in definition.results]
    returned = made[0] if len(made) == 1 else f"({', '.join(made)})"
    signature = f"({', '.join(kinds)}) -> {returned}"
    return f'{equals}"{definition.name}"({operands}){properties}{regions} : {signature}'


def _fields(definition: OpDef) -> dict[str, AttributeDef | PropertyDef]:
    """The attributes and properties of an op by their name in the IR, but for segment sizes."""
    fields = {**definition.attributes, **definition.properties}
    return {name: field for name, field in fields.items() if name != SEGMENTS}


def _has_segments(definition: OpDef) -> bool:
    return any(isinstance(option, AttrSizedOperandSegments) for option in definition.options)


def _is_optional(field: AttributeDef | PropertyDef) -> bool:
    return field.default_value is not None or isinstance(field, OptionalDef)


def _words(constraint: AttrConstraint | RangeConstraint) -> str:
    """What error messages call a constraint."""
    inner: AttrConstraint = unwrapped(constraint)
    if isinstance(inner, Described):
        return inner.description or "any attribute"
    return "any type"


def _values(fields: Sequence[tuple[str, OperandDef | ResultDef]]) -> Iterator[tuple[str, str]]:
    for name, field in fields:
        words = _words(field.constr)
        if isinstance(field, OptionalDef):
            words = f"optional {words}"
        elif isinstance(field, VariadicDef):
            words = f"variadic of {words}"
        yield f"`{_plain(name)}`", words


def _attribute_rows(definition: OpDef) -> Iterator[tuple[str, str, str]]:
    for name, field in _fields(definition).items():
        words, value = _words(field.constr), field.default_value
        default = "optional" if isinstance(field, OptionalDef) else ""
        if value is not None:
            default = f"`{AttributePrinter().attribute_text(value)}`"
        yield f"`{name}`", words, default
    if _has_segments(definition):
        counts = f"i32 dense array attribute: the sizes of the {len(definition.operands)} groups"
        yield f"`{SEGMENTS}`", f"{counts} of operands", ""


def _traits(cls: type[IRDLOperation], definition: OpDef) -> list[str]:
    """The op's traits: xDSL's, and what base classes and methods say."""
    names = {type(trait).__name__ for trait in definition.traits}
    traits = [f"`{name}`" for name in sorted(names)]
    if issubclass(cls, DestinationStyle):
        traits.append(f"writes into `{_plain(cls.DPS_INITS)}`")
    shapes: tuple[str, ...] = getattr(cls, "SAME_SHAPES", ())
    if shapes:
        traits.append(f"same shape of {', '.join(f'`{name}`' for name in shapes)}")
    stretched = getattr(cls, "IMPLICIT_BROADCAST", None)
    if isinstance(stretched, Enum) and stretched.name != "NONE":
        which = "its first operand" if stretched.name == "FIRST_OPERAND" else "all operands"
        traits.append(f"broadcasts {which}")
    if hasattr(cls, "fold"):
        traits.append("folds")
    if hasattr(cls, "canonicalization_patterns"):
        traits.append("has canonicalization patterns")
    return traits


# --------------------------------------------------------------------------------------------- attributes and enums


def _spelling(cls: type[Attribute]) -> str:
    return ("!" if issubclass(cls, TypeAttribute) else "#") + cls.name


def _attribute(cls: type[ParametrizedAttribute]) -> list[str]:
    lines = [f"### `{_spelling(cls)}`", "", *_paragraphs(cls)]
    if not issubclass(cls, FormatAttribute):
        return lines
    lines += ["```", _spelling(cls) + _format(cls), "```", ""]
    hints = get_type_hints(cls, include_extras=True)
    rows: list[tuple[str, str, str]] = []
    for name in cls.parameter_names:
        default = f"`{_default(getattr(cls, name))}`" if hasattr(cls, name) else ""
        rows.append((f"`{name}`", _parameter(hints[name]), default))
    return lines + _table(("parameter", "type", "default"), rows)


def _format(cls: type[FormatAttribute]) -> str:
    text = " ".join(cls.assembly_format.split())
    return f" {text}" if text else ""


def _default(value: Any) -> str:
    if isinstance(value, MlirEnum | MlirFlag):
        return value.keyword
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)


def _parameter(hint: Any) -> str:
    """A parameter's type in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _NUMBERS.get(arguments[1]) or _parameter(arguments[0])
    if origin is tuple:
        return f"list of {_parameter(arguments[0])}"
    if origin is UnionType:
        (inner, *more) = [each for each in arguments if each is not NoneType]
        words = " or ".join(_parameter(each) for each in (inner, *more))
        return f"optional {words}" if NoneType in arguments else words
    cls = hint if origin is None else origin
    if cls in _PLAIN:
        return _PLAIN[cls]
    if isinstance(cls, type) and issubclass(cls, Attribute):
        return f"`{_spelling(cls)}`" if hasattr(cls, "name") else cls.__name__
    return f"`{cls.__name__}`"


def _enums(dialect: str) -> list[EnumClass]:
    """The enums that the dialect's package defines, in the order of the source."""
    name = f"ttmlir_py.dialects.{dialect}.enums"
    if find_spec(name) is None:
        return []
    return [
        each
        for each in vars(import_module(name)).values()
        if isinstance(each, type)
        and issubclass(each, MlirEnum | MlirFlag)
        and each.__module__ == name
    ]


def _enum(enum: EnumClass) -> list[str]:
    members: list[Any] = list(cast(Any, enum))
    rows = [(each.case_name, f"`{each.keyword}`", str(each.value)) for each in members]
    lines = [f"### `{enum.__name__}`", "", enum.summary() + ".", ""]
    return lines + _table(("case", "keyword", "value"), rows)


def write(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DIALECTS:
        write_file(folder / f"{name}.md", page(name))


def main() -> int:
    """Write the pages into the folder given."""
    parser = argparse.ArgumentParser(
        prog="dialect_reference", description="Write the dialect reference."
    )
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
