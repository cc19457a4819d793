"""Verifier rules of `bufferization` and `ub`."""

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.slices import unprefixed_error
from ttmlir_py.ir.narrowing import is_tensor_type


def _check_allocation(op: Any) -> None:
    type_ = op.tensor.type
    if op.copy is not None or not is_tensor_type(type_):
        return
    count = sum(size == DYNAMIC_INDEX for size in type_.get_shape())
    if count != len(op.dynamic_sizes):
        raise unprefixed_error(op, f"expected {count} dynamic sizes")


def _check_materialization(op: Any) -> None:
    if isinstance(op.dest.type, TensorType):
        if len(op.results) != 1:
            raise VerifyException("tensor 'dest' implies exactly one tensor result")
    elif op.results:
        raise VerifyException("memref 'dest' implies zero results")


def _check_poison(op: Any) -> None:
    value = op.properties.get("value")
    if value is not None and not value.name.startswith("ub."):
        raise VerifyException(
            "attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance"
        )


def _accept(_: Any) -> None:
    """Accept a clone into any memref type, as in MLIR."""


CHECKS: dict[str, Callable[[Any], None]] = {
    "bufferization.alloc_tensor": _check_allocation,
    "bufferization.clone": _accept,
    "bufferization.materialize_in_destination": _check_materialization,
    "ub.poison": _check_poison,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED = frozenset({"bufferization.clone"})
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
