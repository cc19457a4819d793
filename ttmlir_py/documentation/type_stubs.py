"""The generator of type stubs for modules that create functions from tables when imported.

`python -m ttmlir_py.documentation.type_stubs` writes them next to the modules.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from xdsl.ir import SSAValue
from xdsl.irdl import VarResultDef

from ttmlir_py.building.fields import Fields
from ttmlir_py.building.namespaces import op_names
from ttmlir_py.common import PACKAGE_FOLDER
from ttmlir_py.common.files import write_file
from ttmlir_py.dialects.ttir import TTIR
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ttnn import gradients
from ttmlir_py.ttnn.elementwise import FUNCTIONS

_PACKAGE = Path(PACKAGE_FOLDER)
_HEADER = "# Generated: run `make generated`.\n\n"
_BUILDING = """from typing import Any

from xdsl.ir import Operation, OpResult, SSAValue

_Value = SSAValue | Operation

"""
_ELEMENTWISE = """from collections.abc import Callable

from ttmlir_py.ttnn.tensor import Tensor
from ttmlir_py.ttnn.types import DataType, MemoryConfig, SigmoidMode

"""
_GRADIENTS = _ELEMENTWISE.replace("DataType, MemoryConfig, SigmoidMode", "MemoryConfig")
_ANNOTATIONS = {SSAValue: "_Value", SSAValue | None: "_Value | None", bool: "bool"}
"""Maps types of the building functions' parameters to annotations. Other parameters accept several
types.
"""


def stubs() -> dict[Path, str]:
    """Return the text of each stub, by the path of its file."""
    building = _PACKAGE / "building"
    return {
        building / "ttir.pyi": _building_text(op_names(TTIR)),
        building / "ttnn.pyi": _building_text(op_names(TTNN)),
        _PACKAGE / "ttnn/elementwise.pyi": _elementwise_text(FUNCTIONS, "Tensor", _ELEMENTWISE),
        _PACKAGE / "ttnn/gradients.pyi": _elementwise_text(
            gradients.FUNCTIONS, "list[Tensor]", _GRADIENTS
        ),
    }


def _building_text(ops: dict[str, type[OdsOperation]]) -> str:
    functions = [_building_function(name, ops[name]) for name in sorted(ops)]
    return f"{_HEADER}{_BUILDING}{_public_names(ops)}{''.join(functions)}"


def _building_function(name: str, op_class: type[OdsOperation]) -> str:
    fields = Fields(op_class)
    results = [each for _, each in fields.definition.results]
    returned = "Any" if results else "Operation"
    if len(results) == 1 and not isinstance(results[0], VarResultDef):
        returned = "OpResult"
    parameters = fields.signature().parameters.values()
    return _function(name, parameters, lambda each: _ANNOTATIONS.get(each, "Any"), returned)


def _elementwise_text(
    functions: Mapping[str, Callable[..., Any]], returned: str, imports: str
) -> str:
    found = [
        _function(name, signature(functions[name]).parameters.values(), _type_text, returned)
        for name in sorted(functions)
    ]
    table = f"FUNCTIONS: dict[str, Callable[..., {returned}]]\n\n"
    return f"{_HEADER}{imports}{_public_names(functions)}{table}{''.join(found)}"


def _type_text(annotation: Any) -> str:
    if isinstance(annotation, type):
        return annotation.__name__
    return " | ".join(
        "None" if each is type(None) else each.__name__ for each in annotation.__args__
    )


def _public_names(names: Iterable[str]) -> str:
    lines = "".join(f'    "{name}",\n' for name in sorted(names, key=_natural_order))
    return f"__all__ = [\n{lines}]\n\n"


def _natural_order(name: str) -> list[str | int]:
    """Return the key that sorts numbers in names by their values, as ruff does."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def _function(
    name: str, parameters: Iterable[Parameter], text: Callable[[Any], str], returned: str
) -> str:
    """Return the declaration of a function with one parameter per line, as ruff formats it.

    `text` returns the annotation for a parameter's type.
    """
    lines: list[str] = []
    is_keyword_only = False
    for each in parameters:
        if each.kind is Parameter.KEYWORD_ONLY and not is_keyword_only:
            lines.append("*")
            is_keyword_only = True
        default = "" if each.default is Parameter.empty else " = ..."
        lines.append(f"{each.name}: {text(each.annotation)}{default}")
    listed = "".join(f"    {line},\n" for line in lines)
    return f"def {name}(\n{listed}) -> {returned}: ...\n"


if __name__ == "__main__":
    for path, content in stubs().items():
        write_file(path, content)
