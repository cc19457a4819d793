"""Verifier rules of `vector`: positions, ranks, sizes and element types."""

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IndexType,
    IntegerType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import type_text
from ttmlir_py.dialects.upstream.checks.transfers import minor_bits
from ttmlir_py.ir.definition.inference import wrong_result_types
from ttmlir_py.ir.narrowing import is_dense_array, is_memref_type, is_tensor_type, is_vector_type


def _check_bitcast(op: Any) -> None:
    source, result = op.source.type, op.result.type
    if not is_vector_type(source) or not is_vector_type(result):
        return
    before, after = source.get_shape(), result.get_shape()
    if len(before) != len(after):
        raise VerifyException("failed to verify that all of {source, result} have same rank")
    for place, sizes in enumerate(zip(before[:-1], after[:-1], strict=True)):
        if sizes[0] != sizes[1]:
            raise VerifyException(f"dimension size mismatch at: {place}")
    if minor_bits(source) != minor_bits(result):
        raise VerifyException("source/result bitwidth of the minor 1-D vectors must be equal")


def _check_broadcast(op: Any) -> None:
    source, result = op.source.type, op.vector.type
    if not is_vector_type(result):
        return
    if not is_vector_type(source):
        if is_memref_type(source) or is_tensor_type(source):
            raise VerifyException("source type is not a vector")
        if source != result.element_type:
            raise VerifyException(
                "failed to verify that source operand and result have same element type"
            )
        return
    if source.element_type != result.element_type:
        raise VerifyException(
            "failed to verify that source operand and result have same element type"
        )
    if source.get_num_dims() > result.get_num_dims():
        raise VerifyException("source rank higher than destination rank")
    wanted = result.get_shape()[result.get_num_dims() - source.get_num_dims() :]
    for size, other in zip(source.get_shape(), wanted, strict=True):
        if size not in (1, other):
            raise VerifyException(f"dimension mismatch ({size} vs. {other})")


def _check_positions(op: Any, type_: Any, words: str) -> int | None:
    """Check static positions in a vector, and return the number of dimensions that they select.

    Return None if they are not numbers.
    """
    positions = op.properties.get("static_position")
    if not is_dense_array(positions) or not is_vector_type(type_):
        return None
    shape, values = type_.get_shape(), positions.get_values()
    if len(values) > len(shape):
        raise VerifyException(f"expected position attribute of rank no greater than {words} rank")
    for number, (value, size) in enumerate(zip(values, shape, strict=False), 1):
        if value != DYNAMIC_INDEX and not 0 <= value < size:
            prefix = "dest " if words == "dest vector" else ""
            raise VerifyException(
                f"expected position attribute #{number} to be a non-negative integer smaller than "
                f"the corresponding {prefix}vector dimension"
            )
    return len(values)


def _check_extract(op: Any) -> None:
    result_type = op.result.type
    if not is_vector_type(op.vector.type):
        return
    if op.vector.type.element_type != getattr(result_type, "element_type", result_type):
        raise VerifyException("failed to verify that operand and result have same element type")
    count = _check_positions(op, op.vector.type, "vector")
    if count is None:
        return
    source, result = op.vector.type, op.result.type
    shape, flags = source.get_shape()[count:], source.scalable_dims.data[count:]
    expected: Any = source.element_type
    if shape:
        expected = VectorType(source.element_type, shape, ArrayAttr(flags))
    is_zero_rank = not shape and result == VectorType(source.element_type, [])
    if result != expected and not is_zero_rank:
        raise wrong_result_types(op, [expected])


def _check_insert(op: Any) -> None:
    source, dest, result = op.source.type, op.dest.type, op.result.type
    if is_vector_type(result):
        element = source.element_type if is_vector_type(source) else source
        if element != result.element_type:
            raise VerifyException(
                "failed to verify that source operand and result have same element type"
            )
    if dest != result:
        raise VerifyException("failed to verify that all of {dest, result} have same type")
    count = _check_positions(op, dest, "dest vector")
    if count is None:
        return
    is_vector = is_vector_type(source)
    if count + (source.get_num_dims() if is_vector else 0) != dest.get_num_dims():
        words = " + source rank to match" if is_vector else " to match the"
        raise VerifyException(f"expected position attribute rank{words} dest vector rank")


def _check_shuffle(op: Any) -> None:
    mask = op.properties.get("mask")
    if not is_dense_array(mask) or not is_vector_type(op.v1.type):
        return
    shapes = [v.type.get_shape() for v in (op.v1, op.v2) if is_vector_type(v.type)]
    count = sum(shape[0] if shape else 1 for shape in shapes)
    for number, value in enumerate(mask.get_values(), 1):
        if not 0 <= value < count:
            raise VerifyException(f"mask index #{number} out of range")


def _check_masked_load(op: Any) -> None:
    result, mask, default = op.result.type, op.mask.type, op.pass_thru.type
    if not is_vector_type(result) or not is_vector_type(mask):
        return
    if mask.element_type != i1 or mask.get_num_dims() != 1:
        raise VerifyException(
            f"operand #{len(op.operands) - 2} must be vector of 1-bit signless integer values of"
            f" ranks 1, but got {type_text([mask])}"
        )
    if is_vector_type(default) and default.get_num_dims() != 1:
        raise VerifyException(
            f"operand #{len(op.operands) - 1} must be  of ranks 1, but got {type_text([default])}"
        )
    _check_masked_base(op, "result", result)
    if result.get_shape()[:1] != mask.get_shape()[:1]:
        raise VerifyException("expected result dim to match mask dim")
    if result != default:
        raise VerifyException("expected pass_thru of same type as result type")


def _check_masked_store(op: Any) -> None:
    value, mask = op.value_to_store.type, op.mask.type
    if not is_vector_type(value) or not is_vector_type(mask):
        return
    _check_masked_base(op, "valueToStore", value)
    if value.get_shape()[:1] != mask.get_shape()[:1]:
        raise VerifyException("expected valueToStore dim to match mask dim")


def _check_masked_base(op: Any, name: str, type_: Any) -> None:
    base = op.base.type
    if not is_memref_type(base):
        return
    if base.element_type != type_.element_type:
        words = "base and result" if name == "result" else "base and valueToStore"
        raise VerifyException(f"{words} element type should match")
    if len(op.indices) != base.get_num_dims():
        raise VerifyException(f"requires {base.get_num_dims()} indices")


def _check_reduction(op: Any) -> None:
    type_ = op.vector.type
    if is_vector_type(type_) and type_.get_num_dims() > 1:
        raise VerifyException(f"unsupported reduction rank: {type_.get_num_dims()}")
    if not is_vector_type(type_):
        return
    element = type_.element_type
    if op.acc is not None and op.acc.type != op.dest.type:
        raise VerifyException("failed to verify that dest and acc have the same type")
    if op.dest.type != element:
        raise VerifyException(
            "failed to verify that source operand and result have same element type"
        )
    if not is_supported(op.kind, element):
        raise VerifyException(
            f"unsupported reduction type '{type_text([element])}' for kind '{op.kind.data.value}'"
        )


def is_supported(kind: Any, element: Attribute) -> bool:
    """Whether a kind of reduction exists for a type of elements."""
    is_integral = kind.data.value not in ("minnumf", "maxnumf", "minimumf", "maximumf")
    if isinstance(element, IntegerType | IndexType):
        return is_integral
    return kind.data.value in ("add", "mul") or not is_integral


def _check_create_mask(op: Any) -> None:
    type_ = op.results[0].type
    if is_vector_type(type_) and len(op.operands) != type_.get_num_dims():
        raise VerifyException("must specify an operand for each result vector dimension")


def _check_transfer_write(op: Any) -> None:
    target, results = op.source.type, op.results
    expected = 1 if is_tensor_type(target) else 0
    if len(results) != expected:
        raise VerifyException(
            f"expected the number of tensor results ({len(results)}) to be equal to the number of"
            f" output tensors ({expected})"
        )
    if expected and results[0].type != target:
        raise VerifyException(
            f"expected type of operand #1 ({type_text([target])}) to match type of corresponding"
            f" result ({type_text([results[0].type])})"
        )


CHECKS: dict[str, Callable[[Any], None]] = {
    "vector.bitcast": _check_bitcast,
    "vector.broadcast": _check_broadcast,
    "vector.create_mask": _check_create_mask,
    "vector.extract": _check_extract,
    "vector.insert": _check_insert,
    "vector.maskedload": _check_masked_load,
    "vector.maskedstore": _check_masked_store,
    "vector.reduction": _check_reduction,
    "vector.shuffle": _check_shuffle,
    "vector.transfer_write": _check_transfer_write,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED: frozenset[str] = frozenset()
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
