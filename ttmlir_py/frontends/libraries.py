"""Lazy imports of JAX, PyTorch and related libraries, which are optional extras of the package.

The libraries are used without static types.
"""

from importlib import import_module
from typing import Any


def library(name: str, extra: str = "jax") -> Any:
    """Import and return the module `name`, which the extra `extra` of this package installs.

    Raise ImportError with installation advice if it is missing.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{error}: pip install 'ttmlir-py[{extra}]'") from None
