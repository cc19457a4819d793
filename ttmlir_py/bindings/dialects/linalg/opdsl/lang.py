"""The functions that named operations of linalg take as attributes.

MLIR's module also defines new structured operations. This one refuses that.
"""

from typing import Any

from ttmlir_py.bindings.dialects.linalg import BinaryFn, TypeFn, UnaryFn

__all__ = ["BinaryFn", "TypeFn", "UnaryFn", "linalg_structured_op"]


def linalg_structured_op(*_: Any, **options: Any) -> Any:
    """Raise NotImplementedError: structured operations cannot be defined in Python."""
    raise NotImplementedError(
        "ttmlir_py cannot define structured operations in Python: build linalg.generic "
        "(linalg.GenericOp) instead"
    )
