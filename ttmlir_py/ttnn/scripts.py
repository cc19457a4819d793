"""The modules that scripts from tt-mlir import: `ttnn`, and `utils`, which upstream provides as a
file.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType


@contextmanager
def modules_for(script: Path, ttnn: ModuleType) -> Generator[None]:
    """Let a script import a module as `ttnn`, files of its folder, and the project's `utils` if
    that folder lacks one.
    """
    folder = script.resolve().parent
    given = {"ttnn": ttnn}
    if not (folder / "utils.py").exists() and not (folder / "utils").is_dir():
        given["utils"] = import_module("ttmlir_py.ttnn.emitted_utils")
    hidden = {name: sys.modules.get(name) for name in given}
    sys.modules.update(given)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name, module in hidden.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
