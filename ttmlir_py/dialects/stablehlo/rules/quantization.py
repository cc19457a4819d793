"""Rules for StableHLO's ops on quantized elements."""

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.quantized_types import as_quantized
from ttmlir_py.dialects.stablehlo.rules.common import Violation, element_type
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.ir.writing.attributes import quoted


def any_quantized(*types: Attribute) -> bool:
    """Whether one of the types has quantized elements."""
    return any(as_quantized(element_type(type_)) is not None for type_ in types)


def check_sum(lhs: Attribute, rhs: Attribute, result: Attribute) -> None:
    """Check that the operands and the result of a sum have the same storage and expressed types."""
    elements = [element_type(type_) for type_ in (lhs, rhs, result)]
    quantized = [q for q in map(as_quantized, elements) if q is not None]
    if len(quantized) < len(elements):
        raise Violation("expects  all operands and results to be either quantized or non-quantized")
    if len({q.storage_type for q in quantized}) > 1:
        raise Violation("mismatched operands and result quantization storage types")
    if len({q.expressed_type for q in quantized}) > 1:
        raise Violation("mismatched operands and result quantization expressed types")
    *operands, whole = quantized
    if not any(operand.is_per_axis for operand in operands):
        if whole.is_per_axis:
            raise Violation(
                "result per_axis quantized but none from rhs and lhs are per_axis quantized"
            )
        return
    if not whole.is_per_axis:
        raise Violation("result is not per_axis quantized but lhs or rhs are")
    for name, operand in zip(("lhs", "rhs"), operands, strict=True):
        if operand.is_per_axis and operand.dimension != whole.dimension:
            raise Violation(
                f"quantization_dimension of {name} and result are not same {quoted(operand)} vs "
                f"{quoted(whole)}"
            )


def check_product(lhs: Attribute, rhs: Attribute, result: Attribute) -> None:
    """Check that `rhs` is quantized, and that `lhs` is quantized if the result is."""
    elements = [element_type(type_) for type_ in (lhs, rhs, result)]
    left, right, whole = map(as_quantized, elements)
    if right is None or (left is None) != (whole is None):
        raise Violation(
            "rhs should be quantized for quantized operations and is_quantized(lhs)="
            "is_quantized(result) should hold"
        )
    if left is None or whole is None:
        if {elements[0], elements[2]} != {right.expressed_type}:
            raise Violation(
                "mismatched rhs quantization expressed type and lhs and result element type"
            )
        return
    if left.storage_type != right.storage_type:
        raise Violation("mismatched lhs and rhs quantization storage types")
    if len({q.expressed_type for q in (left, right, whole)}) > 1:
        raise Violation("mismatched lhs, rhs and result quantization expressed types")
    if not right.is_per_axis and whole.is_per_axis:
        raise Violation("mismatched rhs and result quantization granularity")


def check_dot_general(
    lhs: Attribute, rhs: Attribute, result: Attribute, contracted: Sequence[int]
) -> None:
    """Check that `rhs` has no zero points and is not quantized along a contracted dimension."""
    if not any_quantized(lhs, rhs, result):
        return
    right = as_quantized(element_type(rhs))
    if right is not None and any(right.zero_points):
        points = "points" if right.is_per_axis else "point"
        raise Violation(f"Zero {points} of rhs should be 0")
    if right is not None and right.dimension in contracted:
        raise Violation(
            "Quantization dimension of rhs should not be in the contracting dimension of rhs"
        )
    check_product(lhs, rhs, result)


def check_convolution(
    lhs: Attribute, rhs: Attribute, result: Attribute, kernel_output: int, output: int
) -> None:
    """Check that kernel and result, if quantized per axis, are quantized along their output
    features.
    """
    if not any_quantized(lhs, rhs, result):
        return
    right, whole = as_quantized(element_type(rhs)), as_quantized(element_type(result))
    if right is not None and right.dimension not in (None, kernel_output):
        raise Violation(
            "quantization dimension of rhs should be same with kernel_output_feature_dimension"
        )
    if whole is not None and whole.dimension not in (None, output):
        raise Violation(
            "quantization dimension of result should be same with output_feature_dimension"
        )
    check_product(lhs, rhs, result)


def _differ(first: Sequence[float], second: Sequence[float]) -> bool:
    """Whether the lists differ at an index that both lists have."""
    return any(a != b for a, b in zip(first, second, strict=False))


def _check_same_scales(operand: Attribute, result: Attribute) -> None:
    """Check that an op which only moves elements keeps scales and zero points."""
    first, second = as_quantized(element_type(operand)), as_quantized(element_type(result))
    if first is None or second is None or first.is_per_axis != second.is_per_axis:
        return
    both = f"{quoted(operand)} vs {quoted(result)}"
    if not first.is_per_axis:
        if first != second:
            raise Violation(f"expect same quantization scale and zero_point but got {both}")
    elif _differ(first.scales, second.scales) or _differ(first.zero_points, second.zero_points):
        raise Violation(f"expect same quantization scales and zero_points but got {both}")


def check_reshape(operand: RankedTensor, result: RankedTensor) -> None:
    """Check that a reshape keeps the slices that have their own scales."""
    _check_same_scales(operand, result)
    first, second = as_quantized(operand.element_type), as_quantized(result.element_type)
    if first is None or second is None or first.dimension is None or second.dimension is None:
        return
    old, new = operand.get_shape(), result.get_shape()
    sizes = old[first.dimension], new[second.dimension]
    if DYNAMIC_INDEX not in sizes and sizes[0] != sizes[1]:
        raise Violation(
            "expect same quantization dimension size for operand and result "
            f"{quoted(operand)} and {quoted(result)}"
        )
    if DYNAMIC_INDEX in (*old, *new):
        return
    before = prod(old[: first.dimension]), prod(new[: second.dimension])
    if before[0] != before[1]:
        raise Violation(
            "product of dimensions before quantization dimension must match between operand and "
            f"result for {before[0]} and {before[1]}"
        )


def check_transpose(operand: Attribute, result: Attribute, permutation: Sequence[int]) -> None:
    """Check that the quantization dimension is permuted like the other dimensions."""
    _check_same_scales(operand, result)
    first, second = as_quantized(element_type(operand)), as_quantized(element_type(result))
    if first is None or second is None or second.dimension is None:
        return
    if first.dimension != permutation[second.dimension]:
        raise Violation(
            f"operand quantization_dimension {first.dimension} is not same as "
            f"permutation[{second.dimension}] = {permutation[second.dimension]}"
        )


def check_broadcast(operand: RankedTensor, result: RankedTensor, dimensions: Sequence[int]) -> None:
    """Check that each slice of the result has the scale and zero point of the slice that it comes
    from.
    """
    first, second = as_quantized(operand.element_type), as_quantized(result.element_type)
    if first is None or second is None or first.dimension is None or second.dimension is None:
        return
    target = dimensions[first.dimension]
    if second.dimension != target:
        raise Violation(
            f"result quantization_dimension {second.dimension} not same as "
            f"broadcast_dimensions[{first.dimension}] = {target}"
        )
    if operand.get_shape()[first.dimension] != 1:
        return
    for index, (scale, zero) in enumerate(zip(second.scales, second.zero_points, strict=True)):
        if scale != first.scales[0]:
            raise Violation(
                f"mismatch result scale {index} ({scale:e}) and operand scale 0 "
                f"({first.scales[0]:e})"
            )
        if zero != first.zero_points[0]:
            raise Violation(
                f"mismatch result zero_point {index} ({zero}) and operand zero_point 0 "
                f"({first.zero_points[0]})"
            )
