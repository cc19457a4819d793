"""Tenstorrent's MLIR compiler in Python on xDSL, with a simulator.

module = ttmlir_py.parse(text)
ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
print(module)
outputs = ttmlir_py.runtime.load(ttmlir_py.translate(module)).run(inputs)

Type checkers read `__init__.pyi`, because names are loaded when they are used.
"""

# pyright: reportUnsupportedDunderAll=false

from importlib import import_module

__all__ = [
    "CompilationError",
    "CompilationWarning",
    "PassManager",
    "__version__",
    "compile",
    "convert_revision",
    "create_context",
    "import_binary",
    "parse",
    "runtime",
    "system_desc",
    "translate",
]

_HOMES = {
    "CompilationError": "ttmlir_py.ir.diagnostics",
    "CompilationWarning": "ttmlir_py.ir.diagnostics",
    "PassManager": "ttmlir_py.compiler",
    "compile": "ttmlir_py.compiler",
    "convert_revision": "ttmlir_py.compiler",
    "create_context": "ttmlir_py.compiler",
    "import_binary": "ttmlir_py.compiler",
    "parse": "ttmlir_py.compiler",
    "system_desc": "ttmlir_py.compiler",
    "translate": "ttmlir_py.compiler",
}
"""The module that defines each name."""


def __getattr__(name: str) -> object:
    """Import the module that defines `name`. Importing the package itself loads no module of it."""
    value: object
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    elif name == "runtime":
        import ttmlir_py.runtime as value
    elif name == "__version__":
        from importlib.metadata import version

        value = version("ttmlir-py")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, including those that are not loaded yet."""
    return sorted(__all__)
