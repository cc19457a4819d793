"""The search for the Python module of a dialect."""

import importlib
import importlib.util

SEARCH_PACKAGES = ["ttmlir_py.bindings.dialects"]
"""The packages that hold modules of dialects."""
_loaded: dict[str, bool] = {}


def load_dialect_module(namespace: str) -> bool:
    """Import the module of a dialect, which registers its classes. Return whether one exists."""
    if namespace not in _loaded:
        names = [f"{package}.{namespace}" for package in SEARCH_PACKAGES]
        found = next((name for name in names if importlib.util.find_spec(name)), None)
        _loaded[namespace] = found is not None
        if found is not None:
            importlib.import_module(found)
    return _loaded[namespace]


def add_search_package(package: str) -> None:
    """Look for modules of dialects in another package as well."""
    SEARCH_PACKAGES.append(package)
    _loaded.clear()
