"""Tenstorrent's MLIR compiler in Python on xDSL, with a simulator.

module = ttmlir_py.parse(text)
ttmlir_py.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
print(module)
outputs = ttmlir_py.runtime.load("model.ttnn").run(inputs)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttmlir_py import runtime
    from ttmlir_py.ir.reading.parser import parse
    from ttmlir_py.tools.api import PassManager, system_desc

    __version__: str

__all__ = ["PassManager", "__version__", "parse", "runtime", "system_desc"]


def __getattr__(name: str) -> Any:
    """Load what is asked for: importing the package alone loads nothing."""
    value: Any
    match name:
        case "parse":
            from ttmlir_py.ir.reading.parser import parse

            value = parse
        case "PassManager":
            from ttmlir_py.tools.api import PassManager

            value = PassManager
        case "system_desc":
            from ttmlir_py.tools.api import system_desc

            value = system_desc
        case "runtime":
            import ttmlir_py.runtime as value
        case "__version__":
            from importlib.metadata import version

            value = version("ttmlir-py")
        case _:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value
