"""Verifier rules of `bufferization` and `ub`."""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.slices import unprefixed_error
from ttmlir_py.ir.narrowing import is_tensor_type

_TENSORS = (TensorType, UnrankedTensorType)
_MEMREFS = (MemRefType, UnrankedMemRefType)
_UNRANKED = (UnrankedTensorType, UnrankedMemRefType)


def _is_one(type_: object, classes: tuple[type, ...]) -> bool:
    """Whether `type_` is of one of `classes`. Type checkers do not narrow its type."""
    return isinstance(type_, classes)


def _check_allocation(op: Any) -> None:
    type_ = op.tensor.type
    if op.copy is not None or not is_tensor_type(type_):
        return
    count = sum(size == DYNAMIC_INDEX for size in type_.get_shape())
    if count != len(op.dynamic_sizes):
        raise unprefixed_error(op, f"expected {count} dynamic sizes")


def _check_materialization(op: Any) -> None:
    source, dest = op.source.type, op.dest.type
    if not _is_one(source, _TENSORS):
        raise VerifyException(f"operand #0 must be tensor of any type values, but got '{source}'")
    is_memref = _is_one(dest, _MEMREFS)
    if not is_memref and not _is_one(dest, (*_TENSORS, VectorType)):
        raise VerifyException(f"operand #1 must be shaped of any type values, but got '{dest}'")
    if source.get_element_type() != dest.get_element_type():
        raise VerifyException("failed to verify that all of {source, dest} have same element type")
    _check_destination(op, dest, is_memref)
    is_ranked = not _is_one(source, _UNRANKED)
    if is_ranked == _is_one(dest, _UNRANKED):
        raise VerifyException("source/destination shapes are incompatible")
    if is_ranked:
        _check_shapes(source.get_shape(), dest.get_shape())


def _check_destination(op: Any, dest: Any, is_memref: bool) -> None:
    """Check the results and flags of a materialization, which depend on the destination."""
    if isinstance(dest, VectorType):
        raise VerifyException("'dest' must be a tensor or a memref")
    if not is_memref:
        if len(op.results) != 1:
            raise VerifyException("tensor 'dest' implies exactly one tensor result")
        if op.results[0].type != dest:
            raise VerifyException("result and 'dest' types must match")
    elif op.results:
        raise VerifyException("memref 'dest' implies zero results")
    if op.restrict is not None and not is_memref:
        raise VerifyException("'restrict' is valid only for memref destinations")
    if (op.writable is not None) != is_memref:
        raise VerifyException(
            "'writable' must be specified if and only if the destination is of memref type"
        )


def _check_shapes(source: Sequence[int], dest: Sequence[int]) -> None:
    """Raise VerifyException if no tensor has both shapes."""
    if len(source) != len(dest):
        raise VerifyException("rank mismatch between source and destination shape")
    for size, other in zip(source, dest, strict=True):
        if DYNAMIC_INDEX not in (size, other) and size != other:
            raise VerifyException("source/destination shapes are incompatible")


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
REPLACED = frozenset({"bufferization.clone", "bufferization.materialize_in_destination"})
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
