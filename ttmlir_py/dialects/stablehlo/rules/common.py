"""Helpers that several modules of rules use: violations, compatible shapes, bounds, derived
types.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IntegerType,
    NoneAttr,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.stablehlo.attributes import TypeExtensionsAttr
from ttmlir_py.dialects.stablehlo.element_types import is_float
from ttmlir_py.dialects.stablehlo.quantized_types import are_compatible_elements
from ttmlir_py.dialects.tensor_types import RankedTensor, Shape, joined
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type, is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

I1 = IntegerType(1)
_DYNAMIC_TEXT = str(-(2**63))
"""The text that upstream prints for a dynamic size in a list."""


class Violation(VerifyException):
    """An error for an op that violates its rules. The message does not name the op."""


def sizes_text(sizes: Iterable[int]) -> str:
    """Return a list of sizes as text, as messages show it."""
    return ", ".join(_DYNAMIC_TEXT if s == DYNAMIC_INDEX else str(s) for s in sizes)


def size_text(size: int) -> str:
    """Return one size as text, as messages show it."""
    return sizes_text((size,))


def numbers_text(numbers: Iterable[int]) -> str:
    """Return a list of numbers in attributes as text, as messages show it."""
    return joined(numbers, ", ")


def shape_text(sizes: Iterable[int]) -> str:
    """Return a shape in brackets as text, with `?` for dynamic sizes."""
    return f"[{', '.join('?' if s == DYNAMIC_INDEX else str(s) for s in sizes)}]"


def is_dynamic(size: int) -> bool:
    """Whether `size`, a size or bound, is dynamic."""
    return size == DYNAMIC_INDEX


def element_type(type_: Attribute) -> Attribute:
    """Return the element type of a tensor type; return any other type unchanged."""
    return cast(Any, type_).element_type if is_tensor(type_) else type_


def is_tensor(type_: Attribute) -> bool:
    """Whether a type is a tensor type, with or without a rank."""
    return isinstance(type_, TensorType | UnrankedTensorType)


def bounds_of(type_: Attribute) -> Shape:
    """Return the bounds in the encoding of a tensor type; empty if it has no bounds."""
    encoding = type_.encoding if is_tensor_type(type_) else None
    bounds: Shape = getattr(encoding, "bounds", ())
    return bounds


def bounds_encoding(prototype: Attribute, bounds: Sequence[int]) -> Attribute:
    """Return the encoding with the given bounds, or `prototype` if there are no bounds."""
    if not bounds:
        return prototype
    return NoneAttr() if all(map(is_dynamic, bounds)) else TypeExtensionsAttr(tuple(bounds))


def tensor(
    shape: Sequence[int], element: Attribute, encoding: Attribute | None = None
) -> Attribute:
    """Return a ranked tensor type with the given sizes and element type."""
    return TensorType(element, list(shape), NoneAttr() if encoding is None else encoding)


def with_element(type_: Attribute, element: Attribute) -> Attribute:
    """Return the tensor type `type_` with another element type."""
    if is_tensor_type(type_):
        return TensorType(element, type_.shape, type_.encoding)
    return UnrankedTensorType(element)


def scalar(type_: Attribute) -> Attribute:
    """Return the tensor type of rank 0 with the element type of `type_`."""
    return tensor((), element_type(type_))


def real_type(type_: Attribute) -> Attribute:
    """Return the tensor type `type_` with the real type of its complex elements."""
    element = element_type(type_)
    return with_element(type_, element.element_type if is_complex_type(element) else element)


def complex_type(type_: Attribute) -> Attribute:
    """Return the tensor type `type_` with complex elements made of its elements."""
    return with_element(type_, ComplexType(cast(Any, element_type(type_))))


def compatible_sizes(a: int, b: int) -> bool:
    """Whether two sizes are equal or one of them is dynamic."""
    return a == b or DYNAMIC_INDEX in (a, b)


def compatible_shapes(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes have the same rank, and equal sizes where both are known."""
    return len(a) == len(b) and all(map(compatible_sizes, a, b))


def have_compatible_shapes(a: Attribute, b: Attribute) -> bool:
    """Whether two types can have the same shape.

    A type that is not a tensor is compatible only with other such types.
    """
    if not (is_tensor(a) and is_tensor(b)):
        return not (is_tensor(a) or is_tensor(b))
    if not (is_tensor_type(a) and is_tensor_type(b)):
        return True
    return compatible_shapes(a.get_shape(), b.get_shape())


def _within_bounds(shape: Shape, bounds: Shape) -> bool:
    return not any(
        not is_dynamic(bound) and bound < size for size, bound in zip(shape, bounds, strict=False)
    )


def are_compatible(a: Attribute, b: Attribute) -> bool:
    """Whether an inferred type `a` is compatible with a given type `b`."""
    if not are_compatible_elements(element_type(a), element_type(b)):
        return False
    if not (is_tensor(a) and is_tensor(b)):
        return True
    if not have_compatible_shapes(a, b):
        return False
    if not (is_tensor_type(a) and is_tensor_type(b)):
        return True
    return _within_bounds(a.get_shape(), bounds_of(b)) and _within_bounds(
        b.get_shape(), bounds_of(a)
    )


def all_compatible(a: Sequence[Attribute], b: Sequence[Attribute]) -> bool:
    """Whether the types in the lists `a` and `b` are compatible pair by pair."""
    return len(a) == len(b) and all(map(are_compatible, a, b))


def same_shape_and_elements(a: Attribute, b: Attribute, *, any_float: bool = False) -> bool:
    """Whether two tensor types have compatible shapes and equal element types.

    With `any_float`, all float types count as equal.
    """
    if not have_compatible_shapes(a, b):
        return False
    first, second = element_type(a), element_type(b)
    return first == second or (any_float and is_float(first) and is_float(second))


def most_specific_size(
    dimension: int, sizes: tuple[int, int], bounds: tuple[int, int]
) -> tuple[int, int]:
    """Return the size and the bound with everything that is known about two compatible sizes."""
    known = [size for size in sizes if not is_dynamic(size)]
    limits = [bound for bound in bounds if not is_dynamic(bound)]
    if not known:
        return DYNAMIC_INDEX, min(limits, default=DYNAMIC_INDEX)
    if known[0] != known[-1]:
        raise Violation(
            f"Mismatched dimension sizes {sizes[0]} and {sizes[1]} in dimension {dimension}"
        )
    if limits and known[0] > limits[0]:
        raise Violation(
            f"Mismatched dimension size {known[0]} and bound {limits[0]} in dimension {dimension}"
        )
    return known[0], DYNAMIC_INDEX


def _least_specific_size(
    _: int, sizes: tuple[int, int], bounds: tuple[int, int]
) -> tuple[int, int]:
    """Return the size and the bound that are true for both of two compatible sizes."""
    limits = [bound for bound in bounds if not is_dynamic(bound)]
    if DYNAMIC_INDEX not in sizes:
        return sizes[0], DYNAMIC_INDEX
    known = [(size, bounds[1 - i]) for i, size in enumerate(sizes) if not is_dynamic(size)]
    if known:
        return DYNAMIC_INDEX, max(known[0]) if limits else DYNAMIC_INDEX
    return DYNAMIC_INDEX, max(limits) if len(limits) == 2 else DYNAMIC_INDEX


Combine = Callable[[int, tuple[int, int], tuple[int, int]], tuple[int, int]]


def _combined(types: Sequence[RankedTensor], combine: Combine) -> Attribute:
    """Return a type whose sizes and bounds `combine` computes from those of `types`. All types have
    the same rank.
    """
    first = types[0]
    rank = len(first.get_shape())
    sizes = list(first.get_shape())
    bounds = list(bounds_of(first)) or [DYNAMIC_INDEX] * rank
    for type_ in types[1:]:
        others = bounds_of(type_) or (DYNAMIC_INDEX,) * rank
        for dimension, size in enumerate(type_.get_shape()):
            sizes[dimension], bounds[dimension] = combine(
                dimension, (sizes[dimension], size), (bounds[dimension], others[dimension])
            )
    encoding = bounds_encoding(first.encoding, bounds if bounds_of(first) else ())
    return tensor(sizes, first.element_type, encoding)


def most_specific_type(types: Sequence[Attribute]) -> Attribute:
    """Return the type with all sizes and bounds that are known in any of the compatible types."""
    ranked = [type_ for type_ in types if is_tensor_type(type_)]
    return _combined(ranked, most_specific_size) if ranked else types[0]


def least_specific_type(types: Sequence[Attribute]) -> Attribute:
    """Return the type with only the sizes and bounds that all compatible types have."""
    ranked = [type_ for type_ in types if is_tensor_type(type_)]
    if len(ranked) < len(types):
        return next(type_ for type_ in types if not is_tensor_type(type_))
    return _combined(ranked, _least_specific_size)


def constant_integers(value: SSAValue) -> list[int] | None:
    """Return the elements of `value` if it is an integer constant, otherwise None."""
    owner = value.owner
    if not isinstance(owner, Operation) or not owner.has_trait(
        ConstantLike, value_if_unregistered=False
    ):
        return None
    elements = owner.properties.get("value")
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        return None
    kind: Attribute = cast(Any, elements).get_element_type()
    if not is_integer_type(kind) and kind.name != "index":
        return None
    return [int(number) for number in cast(Any, elements).get_values()]


def check_shape_operand(shape: SSAValue, result: Attribute) -> None:
    """Check that `shape`, if it is a constant, matches the shape of the result type."""
    numbers = constant_integers(shape)
    if numbers is None:
        return
    if any(n < 0 for n in numbers) or not are_compatible(
        tensor(numbers, element_type(result)), result
    ):
        raise Violation(
            f"output shape [{numbers_text(numbers)}] is incompatible with return type of operation "
            f"{quoted(result)}"
        )


def types_text(types: Iterable[Attribute]) -> str:
    """Return a list of types as text, as messages show it."""
    return ", ".join(map(quoted, types))


def check_distinct(first: Sequence[int], second: Sequence[int], names: tuple[str, str]) -> None:
    """Check that no number occurs twice in the two lists together."""
    seen: set[int] = set()
    for number in (*first, *second):
        if number in seen:
            raise Violation(f"has duplicated dimension from {names[0]} and {names[1]}: {number}")
        seen.add(number)


def check_each_in_bounds(numbers: Sequence[int], limit: int, name: str, limit_name: str) -> None:
    """Check that each number is the index of a dimension, less than `limit`."""
    for number in numbers:
        if not 0 <= number < limit:
            raise Violation(
                f"Expects each element of {name} to be in range [0, {limit_name}) i.e. [0, "
                f"{limit}). got: {number}."
            )


def check_index_vector_dim(number: int, rank: int, limit_name: str) -> None:
    """Check that `index_vector_dim` is the index of a dimension, or one past the last."""
    if not 0 <= number <= rank:
        raise Violation(
            f"Expects index_vector_dim to be in range [0, {limit_name}] i.e. [0, {rank}]. got: "
            f"{number}."
        )


def is_unique(numbers: Sequence[int]) -> bool:
    """Whether no number occurs twice."""
    return len(set(numbers)) == len(numbers)


def is_sorted(numbers: Sequence[int]) -> bool:
    """Whether the numbers are in ascending order."""
    return list(numbers) == sorted(numbers)
