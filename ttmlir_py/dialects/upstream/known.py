"""Values known at compile time: integers, and sizes of tensors and memrefs."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import ConstantLike

from ttmlir_py.ir.narrowing import is_integer_attr, is_memref_type, is_tensor_type


def known_integer(value: SSAValue) -> int | None:
    """Return the signed integer or index that `value` is known to be, or None."""
    constant = ConstantLike.get_constant_value(value)
    return constant.value.data if is_integer_attr(constant) else None


def known_dimension(value: SSAValue, index: SSAValue) -> int | None:
    """Return the dimension that `index` selects in the ranked tensor or memref `value`.

    Return None if it is unknown or out of range.
    """
    type_, dimension = value.type, known_integer(index)
    if dimension is None or not (is_tensor_type(type_) or is_memref_type(type_)):
        return None
    return dimension if 0 <= dimension < type_.get_num_dims() else None


def size_operand(shape: Sequence[int], dimension: int, sizes: Sequence[SSAValue]) -> SSAValue:
    """Return the size operand of the dynamic dimension `dimension`.

    `sizes` has one operand per dynamic dimension of `shape`.
    """
    return sizes[sum(size == DYNAMIC_INDEX for size in shape[:dimension])]


def known_sizes(
    shape: Sequence[int], sizes: Sequence[SSAValue]
) -> tuple[list[int], list[SSAValue]] | None:
    """Return the shape with known dynamic sizes filled in, and the size operands of the other ones.

    Return None if no size is known.
    """
    remaining, left, new_shape = iter(sizes), list[SSAValue](), list[int]()
    for size in shape:
        if size == DYNAMIC_INDEX:
            operand = next(remaining)
            known = known_integer(operand)
            if known is not None and known >= 0:
                size = known
            else:
                left.append(operand)
        new_shape.append(size)
    return None if len(left) == len(sizes) else (new_shape, left)


def preserves_static_sizes(source: Attribute, target: Attribute) -> bool:
    """Whether the ranked tensor type `target` has all static sizes of `source`."""
    if not is_tensor_type(source) or not is_tensor_type(target):
        return False
    if source.element_type != target.element_type or source.get_num_dims() != target.get_num_dims():
        return False
    pairs = zip(source.get_shape(), target.get_shape(), strict=True)
    return all(old == DYNAMIC_INDEX or new != DYNAMIC_INDEX for old, new in pairs)
