"""What scripts that tt-mlir writes import, for as long as one runs: `ttnn`, and `utils`, which upstream puts beside them."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType


@contextmanager
def modules_for(script: Path, ttnn: ModuleType) -> Generator[None]:
    """Let a script import a module as `ttnn`, what is beside it, and the project's `utils` if there is none beside it."""
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
