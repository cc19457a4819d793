"""The generator of the stub packages for `ttmlir` and `pykernel`, which type checkers and editors
find next to installed packages.

`python -m ttmlir_py.documentation.binding_stubs` writes them. With the name of a revision and a
folder, it writes stubs of that revision there.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from xdsl.dialects import builtin

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.dialects.later_attributes import class_name, members_of
from ttmlir_py.bindings.dialects.own_attributes import EnumAttribute, python_enum
from ttmlir_py.bindings.ods import later, specifications, table
from ttmlir_py.bindings.ods.source import builder_parameters
from ttmlir_py.bindings.ods.spec import Argument, OperationSpec, snake_case
from ttmlir_py.bindings.ods.support import constraints_of
from ttmlir_py.common import PACKAGE_FOLDER
from ttmlir_py.common.files import write_file
from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.revisions.definitions import attribute_class, enum_class, operation_class
from ttmlir_py.dialects.revisions.table import names
from ttmlir_py.revisions import INTERNAL, REGISTRY, identify

_BINDINGS = Path(PACKAGE_FOLDER) / "bindings"
PACKAGES = _BINDINGS / "stub_packages"
"""The folder of the stub packages."""
_HEADER = "# Generated: run `make generated`.\n\n"
_IR_NAMES = (
    *("AffineMap", "Attribute", "Block", "InsertionPoint", "Location", "Operation"),
    *("OpOperandList", "OpResult", "OpResultList", "OpView", "Region", "Type", "Value"),
)
_ALIASES = """
_Value: TypeAlias = Value | Operation | OpView
_Values: TypeAlias = Sequence[_Value] | Operation | OpView
_Place: TypeAlias = InsertionPoint | bool | None

"""
_INTEGER = "int | Attribute"
_PATTERNS = [
    (r"U?S?I\d+Attr|IndexAttr|Arith_\w+", _INTEGER),
    (r"\d+-bit (signless|signed|unsigned) integer attribute( whose value is \S+)?", _INTEGER),
    (r"\d+-bit \w+ integer attribute or i32 dense array attribute", f"Sequence[int] | {_INTEGER}"),
    (r"BoolAttr|UnitAttr|bool attribute|unit attribute", "bool | Attribute"),
    (r"StrAttr|SymbolNameAttr|FlatSymbolRefAttr|string attribute", "str | Attribute"),
    (r"TypeFnAttr|UnaryFnAttr|BinaryFnAttr|flat symbol reference attribute", "str | Attribute"),
    (
        r"DenseI\d+ArrayAttr|Tosa_IntArrayAttr\w+|i\d\d dense array attribute",
        "Sequence[int] | Attribute",
    ),
    (r"\d+-bit integer array attribute", "Sequence[int] | Attribute"),
    (r"i1 dense array attribute", "Sequence[bool] | Attribute"),
    (r"IndexListArrayAttr", "Sequence[Sequence[int]] | Attribute"),
    (r"F\d+Attr|\d+-bit float attribute", "float | Attribute"),
    (r"AffineMapAttr", "AffineMap | Attribute"),
]
"""Annotations by the name or the description of an attribute's constraint."""


_PLAIN: dict[Any, str] = {
    **{int: "int", bool: "bool", str: "str", builtin.IntAttr: "int", builtin.StringAttr: "str"},
    **{builtin.IntegerAttr: "int", builtin.FloatAttr: "float"},
    **{builtin.MemRefType: "MemRefType", builtin.TensorType: "RankedTensorType"},
}
"""Annotations of properties by the class of the parameter."""
_LATER = "ttcore"
"""The dialect that only later revisions have."""
_REVISION = "2026-08"
"""The revision whose operations and enums its stub declares in the packages."""
_ANY = ("d2m", "debug", "sdy")
"""Modules whose names are not declared, because the project does not define their operations."""
_USAGE = """\
usage: python -m ttmlir_py.documentation.binding_stubs [--tt-mlir=REVISION FOLDER]

Write type stubs of a revision of `ttmlir`. Pyright reads the folder `typings`.
"""
_ANY_NAME = "# pyright: reportIncompleteStub=false\ndef __getattr__(name: str) -> Any: ...\n"


def stubs(revision: str = INTERNAL) -> dict[Path, str]:
    """Return the text of each stub, by the path of its file.

    The dialects of Tenstorrent are those of a revision. In the packages they are those of 2025-02,
    and `ttcore` of 2026-08.
    """
    found: dict[Path, str] = {}
    tables = (_LATER,) if revision == INTERNAL else REGISTRY[revision].dialects
    later_revision = _REVISION if revision == INTERNAL else revision
    for source in sorted((_BINDINGS / "site").rglob("*.py")):
        parts = source.relative_to(_BINDINGS / "site").with_suffix("").parts
        if parts[0] not in ("ttmlir", "pykernel"):
            continue
        path = PACKAGES / f"{parts[0]}-stubs" / Path(*parts[1:]).with_suffix(".pyi")
        if parts[-1] in tables and parts[1] == "dialects":
            generated = path.with_name(f"_{parts[-1]}_ops_gen.pyi")
            specs = later.specifications(parts[-1], later_revision)
            found[generated] = _declared(specs, set(), later_revision)
            found[path] = _later_dialect_text(parts[-1], later_revision)
            attributes = path.with_name(f"_{parts[-1]}_ir.pyi")
            found[attributes] = _later_attributes_text(parts[-1], later_revision, tables)
        elif parts[-1] in _ANY:
            found[path] = f"{_HEADER}from typing import Any\n\n{_ANY_NAME}"
        elif parts[-1] == "__init__":
            found[path] = _HEADER.rstrip("\n") + "\n"
        elif len(parts) == 3 and parts[1] == "dialects" and parts[2][0] != "_":
            generated = path.with_name(f"_{parts[2]}_ops_gen.pyi")
            found[generated] = _operations_text(parts[2])
            found[path] = _dialect_text(parts[2])
        else:
            found[path] = _module_text(parts)
    return found


def _module_text(parts: tuple[str, ...]) -> str:
    """Return the stub of a module that has no generated names."""
    name = ".".join(parts if parts[0] == "pykernel" else parts[1:])
    text = f"{_HEADER}from ttmlir_py.bindings.{name} import *\n"
    if parts[1:] == ("ir",):
        text = text.replace("from ttmlir_py", "from typing import Self\n\nfrom ttmlir_py", 1)
        text += "from ttmlir_py.bindings.ir import Context as Context\n"
        text += "from ttmlir_py.bindings.ir import FloatType as FloatType\n\n"
        text += "".join(_float_types())
    return text


def _float_types() -> Iterator[str]:
    """Yield the declarations of the classes of float types, which a table in `ir` defines."""
    for name, cls in sorted(vars(ir).items()):
        if inspect.isclass(cls) and issubclass(cls, ir.FloatType) and cls is not ir.FloatType:
            yield f"class {name}(FloatType):\n    @classmethod\n"
            yield "    def get(cls, context: Context | None = None) -> Self: ...\n"


# Stubs of the modules of dialects.


def _operations_text(dialect: str) -> str:
    """Return the stub of the classes and functions that are generated for a dialect."""
    module = _module(dialect)
    replaced = {*_own_names(module), *_structured_functions(module)}
    return _declared(specifications(dialect), replaced)


def _declared(specs: Sequence[OperationSpec], replaced: set[str], revision: str = INTERNAL) -> str:
    """Return the stub of operations of a revision, without the names in `replaced`."""
    operations = "".join(line for each in specs for line in _operation(each, replaced, revision))
    words = {*re.findall(r"\w+", _ALIASES + operations)}
    names = ", ".join(name for name in _IR_NAMES if name in words)
    typing = "Any, TypeAlias" if "Any" in words else "TypeAlias"
    imports = f"from collections.abc import Sequence\nfrom typing import {typing}\n\n"
    return f"{_HEADER}{imports}from ttmlir_py.bindings.ir import {names}\n{_ALIASES}{operations}"


def _dialect_text(dialect: str) -> str:
    """Return the stub of a dialect's module: its generated names, and those it defines itself."""
    module = _module(dialect)
    own = _own_names(module)
    lines = [f"from ._{dialect}_ops_gen import *\n"]
    lines += [f"from {module.__name__} import {name} as {name}\n" for name in own]
    if hasattr(module, "ir"):
        lines.append(f"from ttmlir_py.bindings.dialects import {dialect}_ir\n\nir = {dialect}_ir\n")
    functions = _structured_functions(module)
    if functions:
        lines = ["from typing import Any\n\n", *lines, *map(_structured, functions)]
    enums = _enums(module, own)
    if enums:
        bases = ", ".join(sorted({_enum_base(each) for each in enums.values()}))
        lines = [f"from enum import {bases}\n\n", *lines]
    return _HEADER + "".join([*lines, *_enum_classes(enums)])


def _later_dialect_text(dialect: str, revision: str) -> str:
    """Return the stub of the module of a dialect of a later revision.

    The module `ttir` has no enums, as upstream's.
    """
    enums = _later_enums(dialect, revision) if dialect != "ttir" else {}
    bases = ", ".join(sorted({_enum_base(each) for each in enums.values()}))
    imported = f"from enum import {bases}\n" if bases else ""
    text = (
        f"{_HEADER}{imported}from typing import Any\n\n"
        f"from . import _{dialect}_ir\nfrom ._{dialect}_ops_gen import *\n\nir = _{dialect}_ir\n\n"
        "def register_dialect(context: Any, load: bool = ...) -> None: ...\n"
    )
    return text + "".join(_enum_classes(enums))


def _later_enums(dialect: str, revision: str) -> dict[str, type[Enum]]:
    return {
        name.partition(".")[2]: python_enum(enum_class(revision, name))
        for kind in ("enum", "flag")
        for name in names(kind, revision)
        if name.partition(".")[0] == dialect
    }


def _later_attributes_text(dialect: str, revision: str, dialects: Sequence[str]) -> str:
    """Return the stub of the module `ir` of a dialect of a later revision.

    `dialects` are those of the revision that have such a stub.
    """
    enums = _later_enums(dialect, revision)
    known = _known_names(dialect, revision, dialects)
    classes = "".join(
        line
        for kind in ("attr", "type")
        for name in names(kind, revision)
        if name.partition(".")[0] == dialect
        for line in _later_attribute(attribute_class(revision, name), known)
    )
    words = {*re.findall(r"\w+", classes)}
    own = [each for each in ("EnumAttribute", "OwnAttribute", "OwnType") if each in words]
    others = [f"_{each}_ir" for each in dialects if f"_{each}_ir" in words]
    types = [each for each in ("Context", "MemRefType", "RankedTensorType") if each in words]
    bases = sorted({_enum_base(each) for each in enums.values()})
    lines = [f"from enum import {', '.join(bases)}\n"] if bases else []
    lines += [f"from typing import {', '.join(typing)}\n" for typing in [["Any"]] if "Any" in words]
    lines += ["\n"] if lines else []
    lines += (
        [f"from ttmlir_py.bindings.dialects.own_attributes import {', '.join(own)}\n"]
        if own
        else []
    )
    lines += [f"from ttmlir_py.bindings.ir import {', '.join(types)}\n"] if types else []
    lines += [f"\nfrom . import {', '.join(others)}\n"] if others else []
    return _HEADER + "".join([*lines, "\n", *_enum_classes(enums)]) + classes


def _known_names(dialect: str, revision: str, dialects: Sequence[str]) -> dict[Any, str]:
    """Return how the stub of a dialect names the attributes of dialects, by their name in the IR,
    and the enums, by their class.
    """
    found: dict[Any, str] = {}
    for kind in ("attr", "type", "enum", "flag"):
        for each in names(kind, revision):
            prefix = each.partition(".")[0]
            place = "" if prefix == dialect else f"_{prefix}_ir."
            if prefix in dialects and kind in ("attr", "type"):
                found[each] = place + class_name(attribute_class(revision, each))
            elif prefix in dialects:
                found[enum_class(revision, each)] = place + each.partition(".")[2]
    return found


def _later_attribute(source: Any, known: Mapping[Any, str]) -> Iterator[str]:
    """Yield the declaration of the class for an attribute or a type of a later revision."""
    base, members = members_of(source)
    name = class_name(source)
    yield f"class {name}({base.__name__}):\n"
    if base is EnumAttribute:
        yield f"    @classmethod\n    def get(cls, ctx: Context, value: Any) -> {name}: ...\n"
    elif not members:
        yield "    ...\n"
    hints = get_type_hints(source)
    for member, parameter in members.items():
        shown = _parameter_annotation(hints[parameter], known)
        if member.endswith("_as_int"):
            shown = "int"
        elif hasattr(base, member):
            shown = "Any"
        elif shown != "Any" and _may_be_missing(source.assembly_format, parameter):
            shown += " | None"
        yield f"    @property\n    def {member}(self) -> {shown}: ...\n"


def _may_be_missing(format: str, parameter: str) -> bool:
    """Return True if a parameter is in an optional group of the format of an attribute.

    Fields of a struct are optional, and those of an attribute without a format may be.
    """
    groups = re.findall(r"\((?:[^()]|\([^()]*\))*\)\?", format)
    is_free = not format or "struct(" in format
    return is_free or any(re.search(rf"\${parameter}\b", each) for each in groups)


def _parameter_annotation(hint: Any, known: Mapping[Any, str]) -> str:
    """Return the annotation of a parameter's property, as `later_attributes` converts it."""
    if get_origin(hint) is tuple:
        return f"list[{_parameter_annotation(get_args(hint)[0], known)}]"
    if hint in _PLAIN:
        return _PLAIN[hint]
    return known.get(getattr(hint, "name", hint), "Any")


def _enum_classes(enums: Mapping[str, type[Enum]]) -> Iterator[str]:
    for name, enum in enums.items():
        yield f"class {name}({_enum_base(enum)}):\n"
        for each, case in enum.__members__.items():
            yield f"    {each} = {case.value}\n"


def _module(dialect: str) -> ModuleType:
    return import_module(f"ttmlir_py.bindings.dialects.{dialect}")


def _own_names(module: ModuleType) -> list[str]:
    """Return the public names that the source of a module defines by statements."""
    names: set[str] = set()
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names.add(statement.name)
        elif isinstance(statement, ast.Assign) and "python_enum" not in ast.unparse(statement):
            names |= {each.id for each in statement.targets if isinstance(each, ast.Name)}
    return sorted(name for name in names if not name.startswith("_"))


def _structured_functions(module: ModuleType) -> list[str]:
    """Return the names of the functions that linalg's module makes in place of generated ones."""
    names = [each.function_name for each in specifications(module.__name__.rpartition(".")[2])]
    return [
        name
        for name in names
        if "emit_generic" in inspect.signature(getattr(module, name)).parameters
    ]


def _structured(name: str) -> str:
    return (
        f"def {name}(*ins: Any, outs: Any, emit_generic: bool = ..., loc: Any = ..., "
        "ip: Any = ..., **attributes: Any) -> Any: ...\n"
    )


def _enums(module: ModuleType, own: list[str]) -> dict[str, type[Enum]]:
    """Return the enums that a module makes of the project's own."""
    return {
        name: value
        for name, value in sorted(vars(module).items())
        if inspect.isclass(value)
        and issubclass(value, Enum)
        and name not in own
        and value.__module__ != "enum"
    }


def _enum_base(enum: type[Enum]) -> str:
    return next(each.__name__ for each in enum.__mro__ if each.__module__ == "enum")


def _operation(op: OperationSpec, replaced: set[str], revision: str) -> Iterator[str]:
    """Yield the declarations of an operation's class and function that are not replaced."""
    types = dict(_parameter_types(op, revision))
    if op.class_name not in replaced:
        yield from _class(op, types)
    if op.function_name not in replaced:
        snake = {snake_case(name): annotation for name, annotation in types.items()}
        parameters = ", ".join(
            _parameter(snake_case(name) + separator + default, snake)
            for name, separator, default in (each.partition("=") for each in builder_parameters(op))
        )
        yield f"def {op.function_name}({parameters}) -> {_returned(op, replaced)}: ...\n"


def _class(op: OperationSpec, types: dict[str, str]) -> Iterator[str]:
    parameters = ", ".join(_parameter(each, types) for each in builder_parameters(op))
    yield f"class {op.class_name}(OpView):\n"
    summary = op.documentation.strip().partition("\n")[0]
    if summary:
        yield f'    """{summary}"""\n'
    yield f"    def __init__(self, {parameters}) -> None: ...\n"
    for name, annotation in _members(op):
        if hasattr(ir.OpView, name):
            yield f"    @property\n    def {name}(self) -> Any: ...\n"
        else:
            yield f"    {name}: {annotation}\n"


def _parameter(text: str, types: dict[str, str]) -> str:
    name, separator, _ = text.partition("=")
    if name == "*":
        return name
    annotation = types[name]
    if not separator:
        return f"{name}: {annotation}"
    is_optional = annotation.endswith("None") or annotation in ("Any", "_Place")
    return f"{name}: {annotation}{'' if is_optional else ' | None'} = ..."


def _parameter_types(op: OperationSpec, revision: str) -> Iterator[tuple[str, str]]:
    yield "loc", "Location | None"
    yield "ip", "_Place"
    yield "results", "Sequence[Type] | None"
    for each in op.results:
        yield each.name, {"": "Type", "?": "Type | None", "*": "Sequence[Type]"}[each.mode]
    for each in op.regions:
        yield f"num_{each.name}", "int"
    for each in op.arguments:
        if each.kind == "operand":
            yield each.name, "_Values" if each.mode == "*" else "_Value"
        elif each.kind == "successor":
            yield each.name, "Sequence[Block]" if each.mode == "*" else "Block"
        else:
            yield each.name, _attribute_type(op, each, revision)


def _attribute_type(op: OperationSpec, argument: Argument, revision: str) -> str:
    """Return the annotation of an attribute's parameter, `Any` for kinds without an entry."""
    text = argument.constraint
    dialect = op.name.partition(".")[0]
    if not text and not table.has_dialect(dialect):
        constraint = constraints_of(_classes(dialect, revision)[op.name]).get(argument.attribute)
        text = getattr(constraint, "description", "")
    found = (annotation for pattern, annotation in _PATTERNS if re.fullmatch(pattern, text))
    return next(found, "Any")


@cache
def _classes(dialect: str, revision: str) -> dict[str, Any]:
    if revision != INTERNAL:
        return {each: operation_class(revision, each) for each in names("op", revision)}
    return {each.name: each for each in load_dialect(dialect).operations}


def _members(op: OperationSpec) -> Iterator[tuple[str, str]]:
    """Yield the names and types of an operation's properties."""
    for each in op.of_kind("operand"):
        yield each.name, {"": "Value", "?": "Value | None", "*": "OpOperandList"}[each.mode]
    for each in op.of_kind("attribute"):
        yield each.name, "bool" if each.constraint == "UnitAttr" else "Any"
    results = {"": "OpResult", "?": "OpResult | None", "*": "OpResultList"}
    for each in op.results:
        if each.name not in ("", "_"):
            yield each.name, results[each.mode]
    for each in op.regions:
        yield each.name, "Sequence[Region]" if each.mode else "Region"


def _returned(op: OperationSpec, replaced: set[str]) -> str:
    if any(each.mode for each in op.results) or (not op.results and op.class_name in replaced):
        return "Any"
    return {0: op.class_name, 1: "OpResult"}.get(len(op.results), "list[OpResult]")


def main(arguments: Sequence[str]) -> None:
    """Write the stub packages, or with a revision and a folder the stubs of that revision."""
    revision, folder = INTERNAL, None
    if arguments:
        options = [each for each in arguments if each.startswith("--tt-mlir=")]
        others = [each for each in arguments if each not in options]
        if len(options) != 1 or len(others) != 1 or others[0].startswith("-"):
            print(_USAGE, end="", file=sys.stderr)
            sys.exit(2)
        folder = Path(others[0])
        try:
            revision = identify(options[0].partition("=")[2])
        except ValueError as error:
            sys.exit(f"ttmlir_py.documentation.binding_stubs: error: {error}")
        if REGISTRY[revision].has_destinations and revision != INTERNAL:
            sys.exit(
                f"ttmlir_py.documentation.binding_stubs: error: revision {revision}: the bindings "
                "have 2025-02, and 2026-08 or later"
            )
    for path, content in stubs(revision).items():
        package, *parts = path.relative_to(PACKAGES).parts
        target = path if folder is None else folder.joinpath(package.removesuffix("-stubs"), *parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_file(target, content)


if __name__ == "__main__":
    main(sys.argv[1:])
