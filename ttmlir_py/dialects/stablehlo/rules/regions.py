"""Rules for regions that map, select or compare elements."""

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Attribute, Region

from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    numbers_text,
    same_shape_and_elements,
    scalar,
    tensor,
)
from ttmlir_py.dialects.stablehlo.rules.control_flow import is_boolean
from ttmlir_py.dialects.stablehlo.rules.reducers import returned_types
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.ir.writing.attributes import quoted


def mapped_type(
    inputs: Sequence[RankedTensor], computation: Region, dimensions: Sequence[int]
) -> Attribute:
    """Return the result type of `map`, whose region is `computation`."""
    arguments = [cast(RankedTensor, argument.type) for argument in computation.block.args]
    if len(inputs) != len(arguments):
        raise Violation(
            "expects number of operands to match the arity of map computation, but got: "
            f"{len(inputs)} and {len(arguments)}"
        )
    for index, (argument, type_) in enumerate(zip(arguments, inputs, strict=True)):
        if argument.get_shape():
            raise Violation(
                f"computation arguments must be 0-rank tensor, but got: arg #{index} of type "
                f"{quoted(argument)}"
            )
        if argument.element_type != type_.element_type:
            raise Violation(
                "element type of operands and computation arguments must match, but got: "
                f"{quoted(type_.element_type)} and {quoted(argument.element_type)}"
            )
    results = returned_types(computation.block)
    if len(results) != 1:
        raise Violation(f"computation must return single output, but got: {len(results)}")
    result = cast(RankedTensor, results[0])
    if result.get_shape():
        raise Violation(f"computation must return 0-rank tensor, but got: {quoted(result)}")
    if list(dimensions) != list(range(len(dimensions))):
        raise Violation(
            "requires monotonically increasing dimension numbers, but got: "
            f"{numbers_text(dimensions)}"
        )
    for type_ in inputs:
        if len(dimensions) != len(type_.get_shape()):
            raise Violation(
                "applied to a subset of dimensions currently not supported: operand dimensions = "
                f"{len(type_.get_shape())}, requested map dimensions size = {len(dimensions)}"
            )
    return tensor(inputs[-1].get_shape() if inputs else (), result.element_type)


def check_selection(operand: Attribute, select: Region) -> None:
    """Check that the region `select` compares two elements of the operand."""
    arguments = [argument.type for argument in select.block.args]
    if len(arguments) != 2:
        raise Violation(
            f"expects the select-region to take 2 parameters, but takes {len(arguments)}"
        )
    expected = scalar(operand)
    for index, type_ in enumerate(arguments):
        if not same_shape_and_elements(expected, type_, any_float=True):
            raise Violation(
                f"expects the type of select-region's parameter at index {index} to be "
                f"{quoted(expected)}, but got {quoted(type_)}"
            )
    results = returned_types(select.block)
    if len(results) != 1:
        raise Violation(f"expects select-region to return single value, but got: {len(results)}")
    if not is_boolean(results[0]):
        raise Violation(
            "expects the return-type of select-region to be tensor<i1>, but got: "
            f"{quoted(results[0])}"
        )


def check_comparator(inputs: Sequence[RankedTensor], dimension: int, comparator: Region) -> None:
    """Check that `dimension` exists, and that the region compares two elements of each input."""
    rank = len(inputs[0].get_shape()) if inputs else 0
    if inputs and not -rank <= dimension < rank:
        raise Violation(
            f"dimension attribute value must be in range [-{rank}, {rank}), but found {dimension}"
        )
    arguments = [argument.type for argument in comparator.block.args]
    if len(arguments) != 2 * len(inputs):
        raise Violation(f"comparator block should have {2 * len(inputs)} arguments")
    for index, found in enumerate(arguments):
        expected = scalar(inputs[index // 2])
        if found != expected:
            raise Violation(
                f"comparator block argument #{index} should be of type {quoted(expected)} but got "
                f"{quoted(found)}"
            )
    results = returned_types(comparator.block)
    if len(results) != 1:
        raise Violation(f"comparator must return single output but got {len(results)}")
    if not is_boolean(results[0]):
        raise Violation(f"comparator must return tensor<i1> but got {quoted(results[0])}")
