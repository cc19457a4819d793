"""Fast startup of the command-line tools.

`install` makes modules that are loaded later skip work that a run does not need, and reuse code
that an earlier process generated. `keep` stores the code that this process generated. Neither
changes results or messages. docs/performance.md describes and measures each part.
"""

import os
from collections.abc import Callable
from types import ModuleType

_HAS_CACHES = hasattr(os, "pread")
"""False on Windows, where a file that is open cannot be replaced."""
_keepers: list[Callable[[], None]] = []
"""Functions that store code. `install` adds them, so that a run of the warm server imports none."""


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
    _keepers.extend((compiled_modules.keep, generated_code.keep))


def _make_operations_lazy(module: ModuleType) -> None:
    """Replace the decorator of operations in xDSL's module `module`."""
    from ttmlir_py.startup.lazy_operations import make_lazy

    make_lazy(module)


def keep() -> None:
    """Store code that later processes of the tool can reuse, if `install` was called."""
    for store in _keepers:
        store()
