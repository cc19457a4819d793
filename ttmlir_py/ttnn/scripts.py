"""Imports for scripts from tt-mlir: the module `ttnn`, and `utils`, a file of upstream's."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType


@contextmanager
def modules_for(script: Path, ttnn: ModuleType) -> Generator[None]:
    """Let a script import `ttnn` and files of its folder in the block.

    Without a file `utils.py` in that folder, `utils` is `ttnn.emitted_utils`.
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
