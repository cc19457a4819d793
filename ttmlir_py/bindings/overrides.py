"""Addresses of operations (`ttmlir.overrides`)."""

import sys
from typing import Any

from ttmlir_py.bindings.ir.capsules import capsule_content

__all__ = ["get_ptr", "overrides"]


def get_ptr(op: Any) -> int:
    """Return a number that identifies an operation as long as it lives.

    Takes the operation, or its capsule (`_CAPIPtr`), which upstream's function takes.
    """
    found = op if hasattr(op, "operation") else capsule_content(op)
    if not hasattr(found, "operation"):
        raise TypeError(f"get_ptr(): expected an operation, found {type(op).__name__}")
    return id(found.operation.xdsl)


overrides = sys.modules[__name__]
"""The module itself: upstream's `ttmlir.overrides` contains the module `overrides`."""
