"""Verifier rules of transfers, loads and stores of vectors."""

from typing import Any, cast

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, VectorType, i1
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import bit_width, is_number, type_text
from ttmlir_py.ir.narrowing import is_vector_type

_INDEX_BITS = 64
"""The width of `index` in MLIR's default data layout."""


def default_map(shaped: Any, vector: Any) -> AffineMap:
    """Return the map that a transfer without `permutation_map` has.

    It selects the innermost dimensions. The verifier refuses a vector of higher rank than the
    memory: its map then has too few results.
    """
    element = shaped.element_type
    inner = element.get_num_dims() if is_vector_type(element) else 0
    rank: int = shaped.get_num_dims()
    if rank == 0 and tuple(vector.get_shape()) == (1,):
        return AffineMap.constant_map(0)
    return AffineMap.minor_identity(rank, min(max(vector.get_num_dims() - inner, 0), rank))


def mask_type(vector: Any, map_: AffineMap) -> VectorType[Any] | None:
    """Return the type of the mask of a transfer, or None if the map is not a permutation."""
    unused = tuple(not is_used for is_used in map_.used_dims_bit_vector())
    inverse = map_.drop_dims(unused).inverse_permutation()
    if inverse is None or len(map_.results) != vector.get_num_dims():
        return None
    flags = ArrayAttr(vector.scalable_dims.data[p.position] for p in inverse.results)  # pyright: ignore
    return VectorType(i1, inverse.eval(vector.get_shape(), ()), flags)


def _bits(type_: Attribute) -> int:
    return bit_width(type_) or _INDEX_BITS


def minor_bits(vector: Any) -> int:
    """Return the number of bits of the innermost dimension of a vector."""
    return _bits(vector.element_type) * ([1, *vector.get_shape()][-1])


def _check_ranks(vector: Any, element: Any, map_: AffineMap, mask: Any) -> None:
    """Check the sizes of vector and memory elements, and the rank of the map's result."""
    words, bits, inner = "source element type", _bits(element), 0
    if is_vector_type(element):
        words = "minor 1-D vector of the source"
        bits, inner = minor_bits(element), element.get_num_dims()
    if minor_bits(vector) % bits:
        raise VerifyException(
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the"
            f" bitwidth of the {words}"
        )
    if inner > vector.get_num_dims():
        raise VerifyException("requires source vector element and vector result ranks to match.")
    if len(map_.results) != vector.get_num_dims() - inner:
        raise VerifyException(
            "requires a permutation_map with result dims of the same rank as the vector type"
        )
    if is_vector_type(element) and mask is not None:
        raise VerifyException("does not support masks with vector element type")


def _check_transfer(op: Any, shaped: Any, vector: Any) -> None:
    """Check what reads and writes have in common, in the order of MLIR."""
    if is_vector_type(shaped):
        raise VerifyException("requires source to be a memref or ranked tensor type")
    map_, bounds = op.permutation_map.data, op.in_bounds.data
    mask = None if op.mask is None else op.mask.type
    _check_ranks(vector, shaped.element_type, map_, mask)
    if map_.num_symbols:
        raise VerifyException("requires permutation_map without symbols")
    if map_.num_dims != shaped.get_num_dims():
        raise VerifyException(
            "requires a permutation_map with input dims of the same rank as the source type"
        )
    expected = None if mask is None else mask_type(vector, map_)
    if expected is not None and mask != expected:
        raise VerifyException(
            f"inferred mask type ({type_text([expected])}) and mask operand type"
            f" ({type_text([cast(Attribute, mask)])}) don't match"
        )
    if len(map_.results) != len(bounds):
        raise VerifyException(
            "expects the in_bounds attr of same rank as permutation_map results:"
            f" {AffineMapAttr(map_)} vs inBounds of size: {len(bounds)}"
        )
    for result, bound in zip(map_.results, bounds, strict=True):
        if isinstance(result, AffineConstantExpr) and not bound.value.data:
            raise VerifyException("requires broadcast dimensions to be in-bounds")


def _check_map(map_: AffineMap) -> None:
    """Check that each result is another dimension, or 0."""
    seen: set[int] = set()
    for result in map_.results:
        if isinstance(result, AffineConstantExpr) and result.value == 0:
            continue
        if not isinstance(result, AffineDimExpr):
            raise VerifyException(
                "requires a projected permutation_map (at most one dim or the zero constant can"
                " appear in each result)"
            )
        if result.position in seen:
            raise VerifyException(
                "requires a permutation_map that is a permutation (found one dim used more than"
                " once)"
            )
        seen.add(result.position)


def _check_indices(op: Any) -> None:
    rank = op.source.type.get_num_dims()
    if len(op.indices) != rank:
        raise VerifyException(f"requires {rank} indices")


def check_load(op: Any) -> None:
    """Check `vector.load`: element types and number of indices."""
    _check_access(op, op.result.type, "result", "types")


def check_store(op: Any) -> None:
    """Check `vector.store`: element types and number of indices."""
    _check_access(op, op.vector.type, "valueToStore", "type")


def _check_access(op: Any, vector: Any, name: str, plural: str) -> None:
    element, rank = op.base.type.element_type, op.base.type.get_num_dims()
    strides = op.base.type.get_strides()
    if strides and strides[-1] != 1:
        raise VerifyException("most minor memref dim must have unit stride")
    if is_vector_type(element) and element != vector:
        raise VerifyException(f"base memref and {name} vector types should match")
    number = element.element_type if is_vector_type(element) else element
    if number != vector.element_type:
        raise VerifyException(f"base and {name} element {plural} should match")
    if len(op.indices) != rank:
        raise VerifyException(f"requires {rank} indices")


def check_transfer_read(op: Any) -> None:
    """Check `vector.transfer_read`: indices, map, mask, bounds and type of the padding."""
    _check_indices(op)
    padding, element = op.padding.type, op.source.type.element_type
    _check_transfer(op, op.source.type, op.result.type)
    if padding != element and is_vector_type(element):
        raise VerifyException("requires source element type and padding type to match.")
    if not is_vector_type(element) and not is_number(padding):
        raise VerifyException("requires valid padding vector elemental type")
    if padding != element:
        raise VerifyException("requires formal padding and source of the same elemental type")
    _check_map(op.permutation_map.data)


def check_transfer_write(op: Any) -> None:
    """Check `vector.transfer_write`: indices, map, mask and bounds."""
    _check_indices(op)
    map_ = op.permutation_map.data
    if any(isinstance(each, AffineConstantExpr) and each.value == 0 for each in map_.results):
        raise VerifyException("should not have broadcast dimensions")
    _check_transfer(op, op.source.type, op.vector.type)
    _check_map(map_)
