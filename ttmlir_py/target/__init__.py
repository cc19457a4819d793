"""Translations from the IR to other formats and back, with one package per format.

The registries in this module map command-line flags to translations, and import a format on first
use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ttmlir_py.common.suggestions import unknown_name

if TYPE_CHECKING:
    from ttmlir_py.ir.context import MlirContext
    from ttmlir_py.ir.module import ModuleOp

__all__ = [
    "IMPORTS",
    "TRANSLATIONS",
    "Import",
    "Translation",
    "get_translation",
]


Translate = Callable[..., bytes]
"""A function that translates a verified module and returns the bytes of the result.

Options are keyword arguments. Raises OperationError for operations that cannot be translated.
"""


class Translation(NamedTuple):
    """A translation from the IR: its description, its function, and the options with flags."""

    help: str
    run: Translate
    flags: tuple[str, ...] = ()


ReadBinary = Callable[[bytes, "MlirContext"], "ModuleOp"]
"""A function that reads the bytes of a file and returns the module.

Raises ValueError with a one-line message for a file of another kind.
"""


class Import(NamedTuple):
    """A translation into the IR: its description and its function."""

    help: str
    run: ReadBinary


def _ttnn_to_flatbuffer(module: ModuleOp, **options: Any) -> bytes:
    from ttmlir_py.target.flatbuffer.ttnn import translate

    return translate(module, **options)


def _ttmetal_to_flatbuffer(module: ModuleOp) -> bytes:
    from ttmlir_py.target.flatbuffer.ttmetal import translate

    return translate(module)


def _ttnn_to_python(module: ModuleOp, **options: Any) -> bytes:
    from ttmlir_py.target.python.script import translate

    return translate(module, **options)


def _mlir_to_cpp(module: ModuleOp, **options: Any) -> bytes:
    from ttmlir_py.ir.literals import to_bytes
    from ttmlir_py.target.cpp.emitter import translate

    return to_bytes(translate(module, **options))


def _ttkernel_to_cpp(thread: str, module: ModuleOp, **options: bool) -> bytes:
    from ttmlir_py.ir.literals import to_bytes
    from ttmlir_py.target.cpp.kernels import translate

    return to_bytes(translate(module, thread, **options))


def _flatbuffer_to_ttnn(data: bytes, context: MlirContext) -> ModuleOp:
    from ttmlir_py.target.flatbuffer.ttnn_import import import_binary

    return import_binary(data, context).module


_CPP_FLAGS = ("declare-variables-at-top", "emit-source-locations")

TRANSLATIONS: Final = {
    "mlir-to-cpp": Translation("translate from mlir to cpp", _mlir_to_cpp, _CPP_FLAGS),
    "ttkernel-to-cpp-noc": Translation(
        "translate noc kernel to C++", partial(_ttkernel_to_cpp, "Noc"), _CPP_FLAGS
    ),
    "ttkernel-to-cpp-tensix": Translation(
        "translate tensix kernel to C++", partial(_ttkernel_to_cpp, "Tensix"), _CPP_FLAGS
    ),
    "ttmetal-to-flatbuffer": Translation("translate ttmetal to flatbuffer", _ttmetal_to_flatbuffer),
    "ttnn-to-flatbuffer": Translation("translate ttnn to flatbuffer", _ttnn_to_flatbuffer),
    "ttnn-to-python": Translation("translate ttnn to a Python script", _ttnn_to_python),
}
"""Maps command-line flags to translations from the IR."""

IMPORTS: Final = {
    "flatbuffer-to-ttnn": Import("translate flatbuffer to ttnn", _flatbuffer_to_ttnn),
}
"""Maps command-line flags to translations into the IR."""


def get_translation(flag: str) -> Translate:
    """Return the function of a translation. Raise LookupError, which lists all flags, if it is
    unknown.
    """
    if flag not in TRANSLATIONS:
        raise LookupError(unknown_name("translation", flag, TRANSLATIONS))
    return TRANSLATIONS[flag].run


def __dir__() -> list[str]:
    return sorted(__all__)
