"""Lazy imports of the front ends' libraries, which are extras of the package.

The libraries are used without types.
"""

from importlib import import_module
from typing import Any


def library(name: str, extra: str = "jax") -> Any:
    """Return a module that an extra of this package installs.

    Raise ImportError with installation advice if it is missing.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{error}: pip install 'ttmlir-py[{extra}]'") from None
