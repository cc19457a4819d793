"""The generator of the pass catalogue, which reads the source code of passes.

`python -m ttmlir_py.documentation.pass_catalogue` writes it. Importing all passes would take many
times as long as reading it. `test/passes/test_pipelines.py` compares it with the classes.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import cast

from ttmlir_py.common.files import write_file
from ttmlir_py.passes.catalogue import STORED, Entry, OptionEntry
from ttmlir_py.passes.registry import PASSES, PIPELINES, module_name


def catalogue_text() -> str:
    """Return the text of the file `catalogue.STORED`, with a line for each pass and pipeline."""
    lists = [
        ",\n".join(json.dumps(_read(flag, classes[flag])) for flag in sorted(classes))
        for classes in (PASSES, PIPELINES)
    ]
    return "[[\n" + "\n],[\n".join(lists) + "\n]]\n"


@dataclass(frozen=True)
class _Module:
    """The classes in a module, and the enums that its options use."""

    classes: dict[str, ast.ClassDef]
    enums: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])


_SHARED_BASE = "ttmlir_py.passes.conversion_to_ttir"
"""Name of a module with base classes whose options pass modules inherit."""


@cache
def _load(module: str) -> _Module:
    path = Path(__file__).parent.parent.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(file.read_text("utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    enums = {
        name: _enum_values(node)
        for name, node in classes.items()
        if _base(node) in ("Enum", "MlirEnum")
    }
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(".enums"):
            enums.update(_load(node.module).enums)
        if isinstance(node, ast.ImportFrom) and node.module == _SHARED_BASE:
            classes = _load(node.module).classes | classes
    return _Module(classes, enums)


def _base(node: ast.ClassDef) -> str:
    return node.bases[0].id if node.bases and isinstance(node.bases[0], ast.Name) else ""


def _enum_values(node: ast.ClassDef) -> dict[str, str]:
    """Return the values of an enum's members by name, for members with a literal value.

    Members of a dialect's enum are pairs `value, keyword`.
    """
    return {
        target.id: str(literal.value)
        for item in node.body
        if isinstance(item, ast.Assign)
        for literal in (item.value.elts[-1:] if isinstance(item.value, ast.Tuple) else [item.value])
        if isinstance(literal, ast.Constant)
        for target in item.targets
        if isinstance(target, ast.Name)
    }


def _read(flag: str, class_name: str) -> Entry:
    module = _load(module_name(flag))
    node = module.classes[class_name]
    summary, _, description = (ast.get_docstring(node) or "").partition("\n\n")
    options = sorted(_options(node, module), key=lambda option: option.name)
    return Entry(
        flag, " ".join(summary.split()), description.strip(), tuple(options), _anchor(node)
    )


def _anchor(node: ast.ClassDef) -> str | None:
    for item in node.body:
        if (
            isinstance(item, ast.Assign)
            and isinstance(item.targets[0], ast.Name)
            and item.targets[0].id == "anchor"
            and isinstance(item.value, ast.Constant)
        ):
            value = item.value.value
            return value if isinstance(value, str) else None
    return "builtin.module"


def _options(node: ast.ClassDef, module: _Module) -> Iterator[OptionEntry]:
    """Yield the options of a class, after those of its base class."""
    base = module.classes.get(_base(node))
    if base is not None:
        yield from _options(base, module)
    for item in node.body:
        if (
            isinstance(item, ast.AnnAssign)
            and isinstance(item.target, ast.Name)
            and isinstance(item.value, ast.Call)
            and isinstance(item.value.func, ast.Name)
            and item.value.func.id == "option"
        ):
            yield _option(item.target.id, ast.unparse(item.annotation), item.value, module)


_TYPE_NAMES = {
    "int": "long",
    "str": "string",
    "tuple[int, ...]": "long",
    "tuple[str, ...]": "string",
}


def _option(field_name: str, annotation: str, call: ast.Call, module: _Module) -> OptionEntry:
    default, help_text = call.args
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    name = keywords.get("name")
    values = module.enums.get(annotation, {})
    return OptionEntry(
        str(ast.literal_eval(name)) if name is not None else field_name.replace("_", "-"),
        "value" if values else _TYPE_NAMES.get(annotation, ""),
        _default_text(default, values, module),
        str(ast.literal_eval(help_text)),
        tuple(values.values()),
    )


def _default_text(node: ast.expr, values: dict[str, str], module: _Module) -> str:
    """Return the default of an option as it is written on the command line."""
    if isinstance(node, ast.Attribute):
        return values.get(node.attr, node.attr)
    if isinstance(node, ast.Name):
        return node.id.lower()
    value = ast.literal_eval(node)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(map(str, cast("tuple[object, ...]", value)))
    return str(value)


if __name__ == "__main__":
    write_file(STORED, catalogue_text())
