"""Comparison of shapes and element types, as in MLIR's verifiers."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    IndexType,
    IntegerType,
    MemRefType,
    Signedness,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.ir.writing.attributes import quoted

_RANKED = (TensorType, VectorType, MemRefType)
_UNRANKED = (UnrankedTensorType, UnrankedMemRefType)


def is_shaped(type_: Attribute) -> bool:
    """Whether `type_` is a tensor, vector or memref type, ranked or not."""
    return isinstance(type_, _RANKED + _UNRANKED)


def is_container(type_: Attribute) -> bool:
    """Whether `type_` is a tensor or vector type, on whose elements elementwise operations work."""
    return isinstance(type_, TensorType | VectorType | UnrankedTensorType)


def shape_of(type_: Attribute) -> tuple[int, ...] | None:
    """Return the sizes of a ranked type, or None for other types."""
    return cast(Any, type_).get_shape() if isinstance(type_, _RANKED) else None


def element_of(type_: Attribute) -> Attribute:
    """Return the element type of `type_`, or `type_` itself if it has no elements."""
    return cast(Any, type_).element_type if is_shaped(type_) else type_


def is_signless(type_: Attribute) -> bool:
    """Whether `type_` is a signless integer type."""
    return is_integer_type(type_) and type_.signedness.data is Signedness.SIGNLESS


def is_number(type_: Attribute) -> bool:
    """Whether `type_` is ODS's "integer/index/float type", which excludes signed integers."""
    return is_signless(type_) or isinstance(type_, IndexType | AnyFloat)


def bit_width(type_: Attribute) -> int | None:
    """Return the width in bits of an integer or float, or None for other types."""
    if isinstance(type_, IntegerType | AnyFloat):
        return type_.bitwidth
    return None


def are_compatible(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether two shapes can be equal; a dynamic size matches any size."""
    return len(first) == len(second) and all(
        a == b or DYNAMIC_INDEX in (a, b) for a, b in zip(first, second, strict=True)
    )


def have_compatible_shapes(types: Iterable[Attribute]) -> bool:
    """Whether all types are scalars, or all have shapes that can be equal."""
    types = list(types)
    shaped = [type_ for type_ in types if is_shaped(type_)]
    if not shaped:
        return True
    if len(shaped) < len(types):
        return False
    shapes = [shape for type_ in shaped if (shape := shape_of(type_)) is not None]
    return all(are_compatible(shapes[0], shape) for shape in shapes[1:])


def require_compatible_shapes(op: Operation) -> None:
    """Check MLIR's trait SameOperandsAndResultShape."""
    types = [value.type for value in (*op.operands, *op.results)]
    scalable = {type_.scalable_dims for type_ in types if isinstance(type_, VectorType)}
    if len(scalable) > 1 or not have_compatible_shapes(types):
        raise VerifyException("requires the same shape for all operands and results")


def type_text(types: Iterable[Attribute]) -> str:
    """Return the types in quotes, as messages list them: `'i32', 'f32'`."""
    return ", ".join(quoted(type_) for type_ in types)
