"""The public names of the package with their signatures, which later releases keep.

python site/public_names.py test/public_names.txt
"""

from __future__ import annotations

import argparse
import enum
import functools
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ttmlir_py.common.files import write_file

MODULES = (
    "ttmlir_py",
    "ttmlir_py.compiler",
    "ttmlir_py.frontends.jax",
    "ttmlir_py.frontends.torch",
    "ttmlir_py.frontends.onnx",
    "ttmlir_py.frontends.model",
    "ttmlir_py.building",
    "ttmlir_py.building.ttir",
    "ttmlir_py.building.ttnn",
    "ttmlir_py.runtime",
    "ttmlir_py.ttnn",
    "ttmlir_py.tensix",
    "ttmlir_py.validation",
    "ttmlir_py.reference",
    "ttmlir_py.target",
    "ttmlir_py.schemas",
    "ttmlir_py.testcase_reduction",
    "ttmlir_py.universe",
    "ttmlir_py.lit",
    "ttmlir_py.ttrt.common.util",
)
"""The modules with public names, in the order of the documentation."""

_PACKAGE = "ttmlir_py"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_QUALIFIED = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")


@dataclass(frozen=True)
class Name:
    """A public name: a function, a class, a member of a class, or a value."""

    path: str
    kind: str
    value: Any
    signature: str = ""

    @property
    def line(self) -> str:
        """The name and its signature, as in the stored file."""
        return f"{self.kind} {self.path}{self.signature}"


def public_names(module: str) -> Iterator[Name]:
    """Yield the public names of a module, each class followed by its members."""
    loaded = import_module(module)
    for name in dir(loaded):
        try:
            value = getattr(loaded, name)
        except ImportError:  # a submodule that needs PyTorch
            continue
        if not name.startswith("_") and not isinstance(value, ModuleType):
            yield from _described(f"{module}.{name}", value)


def _described(path: str, value: Any) -> Iterator[Name]:
    if inspect.isclass(value):
        yield Name(path, "class", value, _signature(value))
        yield from _members(path, value)
    elif callable(value) and not isinstance(value, enum.Enum):
        yield Name(path, "def", value, _signature(value))
    else:
        yield Name(path, "value", value)


def _members(path: str, cls: type[Any]) -> Iterator[Name]:
    """Yield the members of a class that it or its bases in this package define."""
    if issubclass(cls, enum.Enum):
        for member in cls.__members__:
            yield Name(f"{path}.{member}", "value", None)
        return
    found: dict[str, Any] = {}
    for base in cls.__mro__:
        if base.__module__.split(".")[0] == _PACKAGE:
            for name, value in vars(base).items():
                found.setdefault(name, value)
    for name, value in sorted(found.items()):
        if name.startswith("_"):
            continue
        if isinstance(value, (property, functools.cached_property)):
            yield Name(f"{path}.{name}", "property", value)
        elif inspect.isroutine(value):  # functions, class methods and static methods
            yield Name(f"{path}.{name}", "def", value, _signature(getattr(cls, name)))


def _signature(value: Any) -> str:
    """Return the signature of a function or class without the modules of its annotations; "(...)"
    if Python does not know it.
    """
    if inspect.isclass(value) and issubclass(value, enum.Enum):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    if inspect.isclass(value):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    parameters = [_plain(each) for each in signature.parameters.values()]
    text = str(signature.replace(parameters=parameters, return_annotation=_Text.of(signature)))
    return _ADDRESS.sub("", text)


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    if parameter.annotation is not inspect.Parameter.empty:
        parameter = parameter.replace(annotation=_Text(_annotation(parameter.annotation)))
    return parameter


def _annotation(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _QUALIFIED.sub("", text)


class _Text:
    """An annotation that `inspect` prints as a text without quotes."""

    def __init__(self, text: str):
        self._text = text

    @classmethod
    def of(cls, signature: inspect.Signature) -> Any:
        """Return the annotation of the result, which may be the empty annotation."""
        annotation = signature.return_annotation
        is_empty = annotation is inspect.Signature.empty
        return annotation if is_empty else cls(_annotation(annotation))

    def __repr__(self) -> str:
        return self._text


def text_of_public_names() -> str:
    """Return the text of the stored file: a line for each name, sorted by module and name."""
    lines = (name.line for module in MODULES for name in public_names(module))
    return "".join(f"{line}\n" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file of public names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the file to write")
    write_file(parser.parse_args(arguments).file, text_of_public_names())
    return 0


if __name__ == "__main__":
    sys.exit(main())
