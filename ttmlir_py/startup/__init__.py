"""Fast startup of the command-line tools.

`install` makes modules that are loaded later skip work that a run does not need, and reuse code
that an earlier process generated. `keep` stores the code that this process generated. Neither
changes results or messages. docs/performance.md describes and measures each part.
"""

import os
from types import ModuleType

_HAS_CACHES = hasattr(os, "pread")
"""False on Windows, where a file that is open cannot be replaced."""
_tools: list[str] = []
"""The tool for which `install` was called, if any."""


def install(tool: str) -> None:
    """Enable fast startup for this process of `tool`. Call this before most modules are loaded.

    Each module is imported only after the previous ones take effect, because it loads further
    modules.
    """
    if not _HAS_CACHES:
        return
    from ttmlir_py.startup import compiled_modules

    compiled_modules.install(tool)
    from ttmlir_py.startup import generated_code

    generated_code.install()
    from ttmlir_py.startup import lazy_modules

    lazy_modules.install()
    from ttmlir_py.startup import lazy_dataclasses

    lazy_dataclasses.install()
    generated_code.install_for_classes()
    lazy_modules.after_loading("xdsl.irdl.operations", _make_operations_lazy)
    _tools.append(tool)


def _make_operations_lazy(module: ModuleType) -> None:
    """Replace the decorator of operations in xDSL's module `module`."""
    from ttmlir_py.startup.lazy_operations import make_lazy

    make_lazy(module)


def keep() -> None:
    """Store code that later processes of the tool can reuse, if `install` was called."""
    if not _tools:
        return
    from ttmlir_py.startup import compiled_modules, generated_code

    compiled_modules.keep()
    generated_code.keep()
