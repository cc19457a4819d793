"""The libraries of front ends, which are extras of the package: imported when they are used, and without types."""

from importlib import import_module
from typing import Any


def library(name: str, extra: str = "jax") -> Any:
    """A module that an extra of this package brings. ImportError, which says how to install it, if it is not there."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{error}: pip install 'ttmlir-py[{extra}]'") from None
