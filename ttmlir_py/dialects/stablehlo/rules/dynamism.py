"""Rules of StableHLO's ops whose result shape is given by operands."""

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX

from ttmlir_py.dialects.stablehlo.rules import quantization
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    check_shape_operand,
    compatible_sizes,
    constant_integers,
    element_type,
    is_unique,
    numbers_text,
    size_text,
)
from ttmlir_py.dialects.stablehlo.rules.quantization import any_quantized
from ttmlir_py.dialects.stablehlo.rules.shapes import (
    check_broadcast_dimensions,
    check_element_counts,
)
from ttmlir_py.dialects.stablehlo.rules.windows import optional_integers
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.ir.writing.attributes import quoted


def _check_same_elements(op: Any) -> None:
    operand, result = op.operand.type, op.result.type
    if not any_quantized(operand, result) and element_type(operand) != element_type(result):
        raise Violation(
            "expects operand and result to have compatible element type. Got: "
            f"{quoted(operand)} and {quoted(result)}"
        )


def check_broadcast_in_dim(op: Any) -> None:
    """Check that each dimension of the operand has the result's size or size 1."""
    operand, result = shape_of(op.operand), shape_of(op.result)
    dimensions = integers(op.broadcast_dimensions)
    _check_same_elements(op)
    check_broadcast_dimensions(dimensions, len(operand))
    if len(result) < len(operand):
        raise Violation(f"result rank ({len(result)}) is less than operand rank ({len(operand)})")
    if not is_unique(dimensions):
        raise Violation("broadcast_dimensions should not have duplicates")
    for index, dimension in enumerate(dimensions):
        if not 0 <= dimension < len(result):
            raise Violation(
                f"broadcast_dimensions contains invalid value {dimension} for result with rank "
                f"{len(result)}"
            )
        size, target = operand[index], result[dimension]
        if size != 1 and not compatible_sizes(size, target):
            raise Violation(
                f"size of operand dimension {index} ({size_text(size)}) is not compatible with "
                f"size of result dimension {dimension} ({size_text(target)})"
            )
    check_shape_operand(op.output_dimensions, op.result.type)
    _check_expansion(op, len(operand))
    shape = constant_integers(op.output_dimensions)
    if shape is not None and DYNAMIC_INDEX not in operand:
        _check_against_shape(operand, shape, dimensions)
    quantization.check_broadcast(op.operand.type, op.result.type, dimensions)


def _check_against_shape(
    operand: Sequence[int], shape: Sequence[int], dimensions: Sequence[int]
) -> None:
    """Check that each dimension of the operand has the size in the constant `shape`, or size 1."""
    for index, dimension in enumerate(dimensions):
        if operand[index] not in (1, shape[dimension]):
            raise Violation(
                f"size of operand dimension {index} ({operand[index]}) is not equal to 1 or value "
                f"of shape at index {dimension} ({shape[dimension]})"
            )


def _check_expansion(op: Any, rank: int) -> None:
    """Check that the lists of expanding and nonexpanding dimensions have only distinct, existing
    dimensions.
    """
    known = (
        *optional_integers(op.known_expanding_dimensions),
        *optional_integers(op.known_nonexpanding_dimensions),
    )
    if not is_unique(known):
        raise Violation("duplicate expansion hint for at least one operand dimension")
    for dimension in known:
        if not 0 <= dimension < rank:
            raise Violation(
                f"hint for expanding dimension {dimension} does not refer to a valid operand "
                "dimension"
            )


def check_pad(op: Any) -> None:
    """Check that each dimension has padding, and that constant padding gives the result's shape."""
    operand, result = shape_of(op.operand), shape_of(op.result)
    count = shape_of(op.edge_padding_low)[0]
    if count != len(operand):
        raise Violation(f"padding operands size ({count}) must match operand rank ({len(operand)})")
    interior = constant_integers(op.interior_padding)
    if interior is not None and any(number < 0 for number in interior):
        raise Violation(f"interior_padding must be non-negative, but got {numbers_text(interior)}")
    low, high = constant_integers(op.edge_padding_low), constant_integers(op.edge_padding_high)
    if interior is None or low is None or high is None or DYNAMIC_INDEX in (*operand, *result):
        return
    for index, size in enumerate(operand):
        wanted = size + low[index] + max(size - 1, 0) * interior[index] + high[index]
        if result[index] != wanted:
            raise Violation(
                f"expected output dimension at index {index} to equal {wanted}, but got "
                f"{result[index]}"
            )


def check_reshape(op: Any) -> None:
    """Check that the number of elements does not change."""
    _check_same_elements(op)
    check_element_counts(op.operand.type, op.result.type)
    check_shape_operand(op.output_shape, op.result.type)
    operand, result = shape_of(op.operand), shape_of(op.result)
    if shape_of(op.output_shape)[0] != len(result):
        raise Violation("result should have a rank equal to the number of elements in output_shape")
    shape = constant_integers(op.output_shape)
    if shape is not None and DYNAMIC_INDEX not in operand and prod(shape) != prod(operand):
        raise Violation(
            "output_shape is incompatible with input type of operation: input has "
            f"{prod(operand)} elements, but output_shape has {prod(shape)}"
        )
    quantization.check_reshape(op.operand.type, op.result.type)


def check_slice(op: Any) -> None:
    """Check that each dimension has a range."""
    rank = len(shape_of(op.operand))
    for name in ("start_indices", "limit_indices", "strides"):
        (count,) = shape_of(getattr(op, name))
        if rank != count:
            raise Violation(
                f"has mismatched number of operand rank ({rank}) and {name} size ({count})"
            )
