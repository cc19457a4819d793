"""The package `ttmlir.dialects`."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _GeneratedModules(MetaPathFinder, Loader):
    """An importer of the modules that MLIR generates, such as `_arith_ops_gen`. Here they are other
    names of the modules of the dialects.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a specification for the generated module of a dialect."""
        found = re.fullmatch(rf"{re.escape(__name__)}\._(\w+)_ops_gen", fullname)
        if found is None or importlib.util.find_spec(f"{__name__}.{found[1]}") is None:
            return None
        return ModuleSpec(fullname, self, loader_state=f"{__name__}.{found[1]}")

    def exec_module(self, module: ModuleType) -> None:
        """Replace the new module by the module of the dialect."""
        spec = module.__spec__
        assert spec is not None
        sys.modules[spec.name] = importlib.import_module(str(spec.loader_state))


sys.meta_path.append(_GeneratedModules())
