"""Verifier rules of `affine`: maps, subscripts and the values that loops yield."""

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import shape_of
from ttmlir_py.ir.narrowing import is_integer_attr


def _access_check(first: int) -> Callable[[Any], None]:
    """Return a check of an access to the memref operand `first`, whose subscripts follow it."""

    def check_access(op: Any) -> None:
        shape = shape_of(op.operands[first].type)
        map_ = op.properties.get("map")
        if shape is None or not isinstance(map_, AffineMapAttr):
            return
        if len(map_.data.results) != len(shape):
            raise VerifyException("affine map num results must equal memref rank")
        if map_.data.num_dims + map_.data.num_symbols != len(op.operands) - first - 1:
            raise VerifyException("expects as many subscripts as affine map inputs")

    return check_access


def _check_for(op: Any) -> None:
    step = op.properties.get("step")
    if is_integer_attr(step) and not isinstance(step.type, IndexType):
        raise VerifyException("attribute 'step' failed to satisfy constraint: index attribute")


def _check_yield(op: Any) -> None:
    parent = op.parent_op()
    if parent is None:
        return
    if len(op.operands) != len(parent.results):
        raise VerifyException(
            "parent of yield must have same number of results as the yield operands"
        )
    if any(a.type != b.type for a, b in zip(op.operands, parent.results, strict=True)):
        raise VerifyException("types mismatch between yield op and its parent")


CHECKS: dict[str, Callable[[Any], None]] = {
    "affine.for": _check_for,
    "affine.load": _access_check(0),
    "affine.store": _access_check(1),
    "affine.yield": _check_yield,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED: frozenset[str] = frozenset()
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
