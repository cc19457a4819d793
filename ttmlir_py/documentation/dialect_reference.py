"""The generator of the dialect reference, which has a Markdown page for each dialect.

python -m ttmlir_py.documentation.dialect_reference docs/dialects
"""

import argparse
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    IRDLOperation,
)

from ttmlir_py.common.files import write_file
from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.op_syntax import examples
from ttmlir_py.documentation.markdown import link, paragraphs, table
from ttmlir_py.documentation.op_reference import operation_lines
from ttmlir_py.ir.definition.attribute_format import FormatAttribute
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag

DIALECTS = (
    *("tt", "ttir", "ttnn", "ttkernel", "ttmetal"),
    *("stablehlo", "chlo", "sdy", "tosa", "quant"),
)
"""Dialects that have a page, in the order in which readers meet them."""

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

_EXAMPLES = "The examples are in `ttmlir_py/dialects/{}/examples.mlir`"
INTRODUCTIONS = {
    "tt": (_EXAMPLES.format("tt") + ".", ""),
    "ttir": (
        f"{_EXAMPLES.format('ttir')}. Each compiles, unless the op is not lowered:",
        "",
        "```",
        (
            "ttopt --ttir-to-ttnn-backend-pipeline example.mlir | tttranslate "
            "--ttnn-to-flatbuffer -o "
            "example.ttnn"
        ),
        "```",
        "",
    ),
    "ttnn": (
        f"{_EXAMPLES.format('ttnn')}. Each becomes a binary, unless the op is not serialized:",
        "",
        "```",
        (
            "ttopt --ttir-load-system-desc --ttir-implicit-device example.mlir | tttranslate "
            "--ttnn-to-flatbuffer -o example.ttnn"
        ),
        "```",
        "",
        "`#device` is the default device. [Layouts and devices](../layouts.md) explains `#layout`.",
        "",
    ),
    "ttkernel": (
        _EXAMPLES.format("ttkernel") + ".",
        "`ttopt --convert-ttkernel-to-emitc` converts each, unless the op is not lowered.",
        "",
    ),
    "ttmetal": (
        _EXAMPLES.format("ttmetal") + ".",
        "[TTMetal](../ttmetal.md) explains how programs become binaries.",
        "",
    ),
    **{
        name: (
            _EXAMPLES.format(name) + ".",
            "[StableHLO and TOSA](../stablehlo_and_tosa.md) lists the text that is read.",
            "",
        )
        for name in ("stablehlo", "chlo", "sdy", "tosa", "quant")
    },
}
"""Maps dialects to the introduction of their page, as lines."""

EnumClass = type[MlirEnum] | type[MlirFlag]


def page(name: str) -> str:
    """Return the Markdown text of a dialect's page."""
    dialect = load_dialect(name)
    attributes = cast("list[type[ParametrizedAttribute]]", list(dialect.attributes))
    kinds = [issubclass(each, TypeAttribute) for each in attributes]
    lines = [
        f"# Dialect `{name}`",
        "",
        (
            f"All operations, attributes and types of dialect `{name}`, with an example of each. "
            f"This "
            f"page is"
        ),
        "generated from the definitions by `make docs`; do not edit it.",
        "",
        *INTRODUCTIONS[name],
    ]
    families = _families(list(dialect.operations))
    enums = _enums(name)
    lines += _contents(families, attributes, enums)
    for title, operations in families.items():
        lines += [f"## {title}", ""]
        for operation in operations:
            cls = cast("type[IRDLOperation]", operation)
            lines += operation_lines(cls, examples(name).get(cls.name))
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
    """Group operations by the first line of their module's docstring, in the order of the
    source.
    """
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
    names = {title: [each.name for each in operations] for title, operations in families.items()}
    for title, is_type in (("Attributes", False), ("Types", True)):
        chosen = [each for each in attributes if issubclass(each, TypeAttribute) is is_type]
        names[title] = [_spelling(each) for each in chosen]
    names["Enums"] = [each.__name__ for each in enums]
    rows = [(title, " ".join(map(link, each))) for title, each in names.items() if each]
    yield from table(("kind", "definitions"), rows)


# ---- entries of attributes, types and enums


def _spelling(cls: type[Attribute]) -> str:
    return ("!" if issubclass(cls, TypeAttribute) else "#") + cls.name


def _attribute(cls: type[ParametrizedAttribute]) -> list[str]:
    lines = [f"### `{_spelling(cls)}`", "", *paragraphs(cls)]
    if not issubclass(cls, FormatAttribute):
        return lines
    lines += ["```", _spelling(cls) + _format(cls), "```", ""]
    hints = get_type_hints(cls, include_extras=True)
    rows: list[tuple[str, str, str]] = []
    for name in cls.parameter_names:
        default = f"`{_default(getattr(cls, name))}`" if hasattr(cls, name) else ""
        rows.append((f"`{name}`", _parameter(hints[name]), default))
    return lines + table(("parameter", "type", "default"), rows)


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
    """Return a description of the type of a parameter, from its type hint."""
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
    """Return the enums in a dialect's package, in the order of the source."""
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
    return lines + table(("case", "keyword", "value"), rows)


def write(folder: Path) -> None:
    """Write the pages of all dialects into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DIALECTS:
        write_file(folder / f"{name}.md", page(name))


def main() -> int:
    """Write the pages into the folder that the command line names."""
    parser = argparse.ArgumentParser(
        prog="dialect_reference", description="Write the dialect reference."
    )
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
