"""Verifier rules of `tensor`: element types, sizes and numbers of indices."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, TensorType
from xdsl.ir import Attribute, Block
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import (
    are_compatible,
    is_number,
    is_shaped,
    type_text,
)
from ttmlir_py.dialects.upstream.checks.slices import (
    check_lists,
    is_rank_reduction,
    static_values,
    unprefixed_error,
)
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_dense_array, is_tensor_type


def _check_cast(op: Any) -> None:
    source, result = op.source.type, op.dest.type
    if not is_shaped(source) or not is_shaped(result):
        return
    both_ranked = is_tensor_type(source) and is_tensor_type(result)
    if source.element_type == result.element_type and (
        not both_ranked or are_compatible(source.get_shape(), result.get_shape())
    ):
        return
    raise VerifyException(
        f"operand type {type_text([source])} and result type {type_text([result])}"
        " are cast incompatible"
    )


def _check_extract(op: Any) -> None:
    if is_tensor_type(op.tensor.type) and op.tensor.type.get_num_dims() != len(op.indices):
        raise VerifyException("incorrect number of indices for extract_element")


def _check_insert(op: Any) -> None:
    if is_tensor_type(op.dest.type) and op.dest.type.get_num_dims() != len(op.indices):
        raise VerifyException("incorrect number of indices")


def _check_from_elements(op: Any) -> None:
    type_ = op.result.type
    expected = prod(type_.get_shape())
    types = [value.type for value in op.operands]
    if types != [type_.element_type] * expected:
        raise VerifyException("failed to verify that operand types match result element type")


def _lists_are_arrays(op: Any) -> bool:
    names = ("static_offsets", "static_sizes", "static_strides")
    return all(is_dense_array(op.properties.get(name)) for name in names)


def _check_extract_slice(op: Any) -> None:
    source, result = op.source.type, op.result.type
    if _lists_are_arrays(op) and is_tensor_type(source) and is_tensor_type(result):
        _check_slice(op, source, result)


def _check_insert_slice(op: Any) -> None:
    source, dest = op.source.type, op.dest.type
    if not (_lists_are_arrays(op) and is_tensor_type(source) and is_tensor_type(dest)):
        return
    if op.result.type != dest:
        raise VerifyException("failed to verify that expected result type to match dest type")
    _check_slice(op, dest, source)


def _check_slice(op: Any, whole: Any, part: Any) -> None:
    """Check that the type `part` is the slice of `whole` that the lists give.

    Dimensions of size 1 may be dropped.
    """
    rank = whole.get_num_dims()
    check_lists(op, (rank, rank, rank))
    sizes, shape = static_values(op)[1], part.get_shape()
    if len(shape) > len(sizes):
        raise unprefixed_error(op, "expected rank to be smaller or equal to the other rank. ")
    expected = TensorType(whole.element_type, sizes, whole.encoding)
    if not is_rank_reduction(sizes, shape):
        raise unprefixed_error(
            op,
            f"expected type to be {type_text([expected])} or a rank-reduced version."
            " (size mismatch) ",
        )
    if whole.element_type != part.element_type:
        raise unprefixed_error(op, f"expected element type to be {type_text([whole.element_type])}")


def _check_pad(op: Any) -> None:
    source, result = op.source.type, op.result.type
    if not is_tensor_type(source) or not is_tensor_type(result):
        return
    low, high = op.properties.get("static_low"), op.properties.get("static_high")
    if not is_dense_array(low) or not is_dense_array(high):
        return
    rank = source.get_num_dims()
    for name, values, operands in (("low", low, op.low), ("high", high, op.high)):
        if len(values) != rank:
            raise unprefixed_error(
                op,
                f"failed to infer expectedType from sourceType {type_text([source])}, specified"
                f" resultType is {type_text([result])}",
            )
        dynamic = sum(size == DYNAMIC_INDEX for size in values.get_values())
        if dynamic != len(operands):
            raise unprefixed_error(op, f"expected {dynamic} dynamic {name} values")
    edges = [*zip(low.get_values(), high.get_values(), strict=True)]
    _check_padded(op, source, result, edges)
    _check_pad_region(op, rank, result)


def _check_padded(op: Any, source: Any, result: Any, edges: Sequence[tuple[int, int]]) -> None:
    shape = [
        DYNAMIC_INDEX if DYNAMIC_INDEX in (size, *edge) else size + sum(edge)
        for size, edge in zip(source.get_shape(), edges, strict=True)
    ]
    is_inferred = result.get_num_dims() == len(shape) and all(
        inferred in (size, DYNAMIC_INDEX)
        for size, inferred in zip(result.get_shape(), shape, strict=True)
    )
    if not is_inferred:
        expected = TensorType(source.element_type, shape, source.encoding)
        raise unprefixed_error(
            op,
            f"specified type {type_text([result])} does not match the inferred type"
            f" {type_text([expected])}",
        )


def _check_pad_region(op: Any, rank: int, result: Any) -> None:
    if len(op.region.blocks) != 1:
        raise VerifyException(
            "region #0 ('region') failed to verify constraint: region with 1 blocks"
        )
    block: Block = op.region.block
    if len(block.args) != rank:
        raise unprefixed_error(op, f"expected the block to have {rank} arguments")
    for number, argument in enumerate(block.args, 1):
        if not isinstance(argument.type, IndexType):
            raise VerifyException(f"expected block argument {number} to be an index")
    last = block.last_op
    if last is None or last.name != "tensor.yield":
        return
    if len(last.operands) != 1:
        raise OperationError(last, "requires a single operand")
    if last.operands[0].type != result.element_type:
        raise VerifyException("expected yield type to match shape element type")


def _check_expand(op: Any) -> None:
    source, result = op.src.type, op.result.type
    if not is_tensor_type(source) or not is_tensor_type(result):
        return
    sizes = op.properties.get("static_output_shape")
    if is_dense_array(sizes):
        dynamic = sum(size == DYNAMIC_INDEX for size in sizes.get_values())
        given = len(getattr(op, "output_shape", getattr(op, "dynamic_output_shape", ())))
        if dynamic != given:
            raise VerifyException(
                "mismatch in dynamic dims in output_shape and static_output_shape: "
                f"static_output_shape has {dynamic} dynamic dims while output_shape has {given} "
                "values"
            )
    if source.element_type != result.element_type:
        expected = TensorType(result.element_type, source.get_shape(), source.encoding)
        raise VerifyException(
            f"expected collapsed type to be {type_text([expected])}, but got {type_text([source])}"
        )


def _check_splat(op: Any) -> None:
    given: Attribute = op.operands[0].type
    if not is_number(given):
        raise VerifyException(
            f"operand #0 must be integer/index/float type, but got {type_text([given])}"
        )
    type_: Attribute = op.results[0].type
    if not is_tensor_type(type_) and is_shaped(type_):
        raise VerifyException(
            f"result #0 must be ranked tensor of any type values, but got {type_text([type_])}"
        )
    given_sizes = len(op.operands) - 1
    if is_tensor_type(type_) and given_sizes != type_.get_shape().count(DYNAMIC_INDEX):
        raise VerifyException(
            f"incorrect number of dynamic sizes, has {given_sizes}, expected"
            f" {type_.get_shape().count(DYNAMIC_INDEX)}"
        )


CHECKS: dict[str, Callable[[Any], None]] = {
    "tensor.cast": _check_cast,
    "tensor.expand_shape": _check_expand,
    "tensor.extract": _check_extract,
    "tensor.extract_slice": _check_extract_slice,
    "tensor.from_elements": _check_from_elements,
    "tensor.insert": _check_insert,
    "tensor.insert_slice": _check_insert_slice,
    "tensor.pad": _check_pad,
    "tensor.splat": _check_splat,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED = frozenset({"tensor.pad"})
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
