"""Imports for scripts from tt-mlir: the module `ttnn`, and `utils`, a file of upstream's."""

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

_PACKAGE = "ttmlir_py.ttnn"


class _SubmoduleFinder(MetaPathFinder, Loader):
    """Imports `ttnn.graph` as `ttmlir_py.ttnn.graph`, so that each module exists only once."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a submodule of the package, or None for other modules."""
        first, _, rest = fullname.partition(".")
        if first != self.package or not rest or find_spec(f"{_PACKAGE}.{rest}") is None:
            return None
        return spec_from_loader(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module itself."""
        module = import_module(f"{_PACKAGE}.{spec.name.partition('.')[2]}")
        self._specs[module.__name__] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the spec, because the module is loaded already."""
        module.__spec__ = self._specs[module.__name__]


def import_submodules(package: str) -> None:
    """Let `import package.name` import the submodule `name` of `ttmlir_py.ttnn`."""
    if not any(isinstance(e, _SubmoduleFinder) and e.package == package for e in sys.meta_path):
        sys.meta_path.insert(0, _SubmoduleFinder(package))


@contextmanager
def modules_for(script: Path, ttnn: ModuleType) -> Generator[None]:
    """Let a script import `ttnn` and files of its folder in the block.

    Without a file `utils.py` in that folder, `utils` is `ttnn.emitted_utils`.
    """
    folder = script.resolve().parent
    given = {"ttnn": ttnn}
    if not (folder / "utils.py").exists() and not (folder / "utils").is_dir():
        given["utils"] = import_module("ttmlir_py.ttnn.emitted_utils")
    if ttnn.__name__ == _PACKAGE:
        import_submodules("ttnn")
    hidden = {name: sys.modules.get(name) for name in given}
    sys.modules.update(given)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.meta_path[:] = [e for e in sys.meta_path if not isinstance(e, _SubmoduleFinder)]
        for name, module in hidden.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
