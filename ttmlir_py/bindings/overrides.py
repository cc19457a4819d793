"""Addresses of operations (`ttmlir.overrides`)."""

from typing import Any

__all__ = ["get_ptr"]


def get_ptr(op: Any) -> int:
    """Return a number that identifies an operation as long as it lives."""
    return id(op.operation.xdsl)
