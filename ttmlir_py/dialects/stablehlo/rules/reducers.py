"""Rules for regions that combine elements, such as that of `reduce`."""

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType, TensorType
from xdsl.ir import Attribute, Block, Region

from ttmlir_py.dialects.stablehlo.element_types import is_float
from ttmlir_py.dialects.stablehlo.quantized_types import as_quantized
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    bounds_encoding,
    bounds_of,
    compatible_sizes,
    element_type,
    have_compatible_shapes,
    is_tensor,
    same_shape_and_elements,
)
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type
from ttmlir_py.ir.writing.attributes import quoted


def returned_types(block: Block) -> list[Attribute]:
    """Return the types of the values that the terminator of `block` returns."""
    return [] if block.last_op is None else [operand.type for operand in block.last_op.operands]


def accumulator_types(region: Region) -> list[Attribute]:
    """Return the types of the values in which `region` accumulates elements."""
    return returned_types(region.blocks[0])


def check_inputs(types: Sequence[Attribute]) -> None:
    """Check that all inputs have the same shape."""
    for index, type_ in enumerate(types):
        if not have_compatible_shapes(types[0], type_):
            raise Violation(
                f"expects all inputs to have compatible shapes. Shape at input-index {index} is "
                "not compatible with shape at input-index 0"
            )


def reduced_shape(
    types: Sequence[Attribute], dimensions: Sequence[int]
) -> tuple[list[int], Attribute]:
    """Return the sizes and the encoding that remain after dimensions are reduced."""
    check_inputs(types)
    first = cast(RankedTensor, types[0])
    rank = len(first.get_shape())
    seen: set[int] = set()
    for dimension in dimensions:
        if not 0 <= dimension < rank:
            raise Violation(
                f"Out-of-bounds dimension {dimension}, expected to be in range [0, {rank})"
            )
        if dimension in seen:
            raise Violation(f"Duplicate reduction dimension: {dimension}")
        seen.add(dimension)
    kept = [dimension for dimension in range(rank) if dimension not in seen]
    bounds = bounds_of(first)
    encoding = bounds_encoding(_NO_ENCODING, [bounds[d] for d in kept] if bounds else ())
    return [first.get_shape()[d] for d in kept], encoding


_NO_ENCODING: Any = cast(Any, TensorType(IntegerType(1), [])).encoding


def bits(type_: Attribute) -> int:
    """Return the number of bits of an element of type `type_`."""
    if is_complex_type(type_):
        return 2 * bits(cast(Attribute, type_.element_type))
    if (quantized := as_quantized(type_)) is not None:
        return quantized.storage_type.width.data
    return cast(Any, type_).bitwidth


def _is_promotable(a: Attribute, b: Attribute) -> bool:
    """Whether elements of type `a` can be converted to type `b` without loss; floats always can."""
    a, b = element_type(a), element_type(b)
    if a == b or (is_float(a) and is_float(b)):
        return True
    first, second = as_quantized(a), as_quantized(b)
    if first is not None and second is not None:
        return first.expressed_type == second.expressed_type and bits(a) <= bits(b)
    same_kind = (is_integer_type(a) and is_integer_type(b)) or (
        is_complex_type(a) and is_complex_type(b)
    )
    return same_kind and bits(a) <= bits(b)


def check_reducer(
    block: Block,
    inputs: Sequence[Attribute],
    inits: Sequence[Attribute],
    allowed: Sequence[int] = (),
) -> None:
    """Check that `block` takes two elements of each input and returns one element of each."""
    count = len(inputs)
    arguments = [argument.type for argument in block.args]
    if len(arguments) != 2 * count:
        raise Violation(
            f"Reduction-region must take {2 * count} parameters, but takes "
            f"{len(arguments)} parameter(s)"
        )
    returned = returned_types(block)
    if not returned:
        raise Violation("The reduction-region expected to return some value(s)")
    if len(returned) != count:
        raise Violation(
            f"Reduction-region here must produce {count} tensors, but produces {len(returned)} "
            "instead"
        )
    for type_ in returned:
        if not is_tensor(type_):
            raise Violation(
                "Reduction-region here must produce tensor-typed result(s), but produces "
                f"{quoted(type_)} instead"
            )
    for index in range(count):
        _check_accumulator(
            index,
            returned[index],
            inits[index],
            (arguments[index], arguments[index + count]),
            count,
        )
        _check_element(index + count, index, arguments[index + count], inputs[index], allowed)


def _check_accumulator(
    index: int,
    result: Attribute,
    init: Attribute,
    arguments: tuple[Attribute, Attribute],
    count: int,
) -> None:
    """Check that both arguments, the result and the initial value have the same type.

    Floats may differ in precision.
    """
    places = ((index, arguments[0], False), (index + count, arguments[1], True))
    for place, argument, any_float in places:
        if not same_shape_and_elements(result, argument, any_float=any_float):
            raise Violation(
                f"The type of reduction-region's parameter at index {place} is different than the "
                f"corresponding result type: {quoted(argument)} vs {quoted(result)}"
            )
    pair = f"{quoted(result)} vs {quoted(init)}"
    if not have_compatible_shapes(init, result):
        raise Violation(
            f"The shape of reduction-region's result type at index {index} differs from the op's "
            f"corresponding init-value type: {pair}"
        )
    if not _is_promotable(init, result):
        raise Violation(
            f"The element-type of reduction-region's result type at index {index} is expected to "
            f"be promotable from the op's corresponding init-value element-type: {pair}"
        )


def _check_element(
    place: int, index: int, argument: Attribute, input_type: Attribute, allowed: Sequence[int]
) -> None:
    """Check that the second argument can hold an element of the input.

    Its shape may use only the dimensions in `allowed`.
    """
    if not _is_promotable(input_type, argument):
        raise Violation(
            f"The element-type of reduction-region's argument at index {place} is expected to be "
            f"promotable from {quoted(element_type(input_type))}, but got "
            f"{quoted(element_type(argument))}"
        )
    shape = cast(RankedTensor, argument).get_shape()
    if len(shape) > len(allowed):
        raise Violation(
            f"The rank of reduction-region's argument at index {place} is expected to be <= "
            f"{len(allowed)}, got {len(shape)}"
        )
    matched = 0
    for size in allowed:
        if matched < len(shape) and compatible_sizes(size, shape[matched]):
            matched += 1
    if matched != len(shape):
        raise Violation(
            f"The shape of reduction-region's argument at index {place} is not compatible with "
            f"that of reduce-op's input-parameter at index {index}"
        )
