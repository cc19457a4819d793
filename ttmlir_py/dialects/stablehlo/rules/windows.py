"""Rules of windows: strides, padding and dilations, convolutions, reductions over windows."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, DenseArrayBase, DenseIntOrFPElementsAttr

from ttmlir_py.dialects.stablehlo.attributes import ConvDimensionNumbersAttr, PrecisionAttr
from ttmlir_py.dialects.stablehlo.rules.common import (
    Violation,
    element_type,
    is_dynamic,
    is_unique,
    numbers_text,
    same_shape_and_elements,
    sizes_text,
    tensor,
)
from ttmlir_py.dialects.stablehlo.rules.quantization import any_quantized
from ttmlir_py.dialects.stablehlo.rules.reducers import check_inputs
from ttmlir_py.dialects.tensor_types import RankedTensor, Shape, integers, shape_of
from ttmlir_py.ir.writing.attributes import quoted

Numbers = DenseArrayBase[Any] | None


class WindowDimension(NamedTuple):
    """The window of an op along one dimension."""

    size: int
    stride: int
    low: int
    high: int
    base_dilation: int
    window_dilation: int

    def output_size(self, base: int) -> int:
        """Return the number of windows along a dimension of size `base`."""
        if is_dynamic(base) or is_dynamic(self.size):
            return DYNAMIC_INDEX
        padded = self.low + _dilated(base, self.base_dilation) + self.high
        window = _dilated(self.size, self.window_dilation)
        if padded == 0 or window > padded:
            return 0
        return (padded - window) // self.stride + 1


def _dilated(size: int, dilation: int) -> int:
    return 0 if size == 0 else (size - 1) * dilation + 1


def optional_integers(array: Numbers) -> tuple[int, ...]:
    """Return the numbers of an array attribute; empty if it is absent."""
    return () if array is None else integers(array)


def padding_pairs(padding: DenseIntOrFPElementsAttr | None) -> list[tuple[int, int]]:
    """Return the low and high padding of each dimension; empty if the attribute is absent."""
    if padding is None:
        return []
    shape: Shape = cast(Any, padding).get_shape()
    if len(shape) != 2 or shape[1] != 2:
        raise Violation(
            "expects the shape of padding-attribute to be {N, 2}, but got "
            f"{{{sizes_text(shape)}}}."
        )
    values = [int(value) for value in cast(Any, padding).get_values()]
    return list(zip(values[::2], values[1::2], strict=True))


def window_dimensions(
    sizes: Sequence[int],
    strides: Sequence[int] = (),
    padding: Sequence[tuple[int, int]] = (),
    base_dilations: Sequence[int] = (),
    window_dilations: Sequence[int] = (),
    reversal: Sequence[int] = (),
) -> list[WindowDimension]:
    """Return the window along each dimension.

    Missing sizes, strides and dilations are 1, and missing padding is 0.
    """
    given = (
        (strides, "window-strides"),
        (base_dilations, "base-dilation factors"),
        (window_dilations, "window-dilation factors"),
        (padding, "padding-entries"),
        (reversal, "window-reversal"),
    )
    for values, name in given:
        if values and len(values) != len(sizes):
            raise Violation(
                f"expects {name} to have same dimension-size as size of window dimensions "
                f"({len(sizes)}), but got: {len(values)}."
            )
    dimensions: list[WindowDimension] = []
    for index, size in enumerate(sizes):
        if not is_dynamic(size):
            _check_positive("value", index, size)
        stride = strides[index] if strides else 1
        _check_positive("stride", index, stride)
        base = base_dilations[index] if base_dilations else 1
        _check_positive("base dilation factor", index, base)
        dilation = window_dilations[index] if window_dilations else 1
        _check_positive("window dilation factor", index, dilation)
        low, high = padding[index] if padding else (0, 0)
        dimensions.append(WindowDimension(size, stride, low, high, base, dilation))
    return dimensions


def _check_positive(what: str, index: int, value: int) -> None:
    if value <= 0:
        raise Violation(
            f"expects window to have positive {what} for {index}-th window dimension, but got "
            f"{value}."
        )


def window_output_shape(base: Sequence[int], window: Sequence[WindowDimension]) -> list[int]:
    """Return the number of windows along each dimension of a tensor of shape `base`."""
    return [dimension.output_size(size) for dimension, size in zip(window, base, strict=True)]


def check_precision_config(config: ArrayAttr[PrecisionAttr] | None) -> None:
    """Check that there is at most one precision for each of two operands."""
    if config is not None and len(config.data) > 2:
        raise Violation("expects precision config to be empty or have <= 2 elements.")


def _check_dimension_numbers(rank: int, numbers: ConvDimensionNumbersAttr) -> None:
    """Check that the dimension numbers `numbers` name each dimension of input, kernel and output
    once.
    """
    spatial = (
        numbers.inputSpatialDimensions,
        numbers.kernelSpatialDimensions,
        numbers.outputSpatialDimensions,
    )
    counts = list(map(len, spatial))
    if len(set(counts)) > 1:
        raise Violation(
            "expects the same size for input, kernel and output spatial-dimensions, but got "
            f"{counts[0]}, {counts[1]}, and {counts[2]} resp."
        )
    every = {
        "input": (numbers.inputBatchDimension, numbers.inputFeatureDimension, *spatial[0]),
        "kernel": (
            numbers.kernelInputFeatureDimension,
            numbers.kernelOutputFeatureDimension,
            *spatial[1],
        ),
        "output": (numbers.outputBatchDimension, numbers.outputFeatureDimension, *spatial[2]),
    }
    if any(not 0 <= number < rank for group in every.values() for number in group):
        raise Violation(
            f"expects input, kernel, and output dimension-numbers to be in-range [0, {rank})."
        )
    for name, group in every.items():
        if not is_unique(group):
            raise Violation(
                f"expects {name} dimension-numbers to be unique, got {{{numbers_text(group)}}}."
            )


def _check_groups(
    lhs: Shape, rhs: Shape, numbers: ConvDimensionNumbersAttr, features: int, batches: int
) -> None:
    """Check that features and batches are divisible by the numbers of their groups."""
    if batches > 1 and features > 1:
        raise Violation(
            "expects batch_group_count and feature_group_count not to be both greater than 1. "
            f"Got {batches} and {features} resp."
        )
    batch, input_features = lhs[numbers.inputBatchDimension], lhs[numbers.inputFeatureDimension]
    kernel_inputs = rhs[numbers.kernelInputFeatureDimension]
    kernel_outputs = rhs[numbers.kernelOutputFeatureDimension]
    if not is_dynamic(batch) and batch % batches:
        raise Violation(
            f"expects input batch dimension ({batch}) to be divisible by batch_group_count. "
            f"Got batch_group_count = {batches}."
        )
    if not is_dynamic(input_features):
        if input_features % features:
            raise Violation(
                f"expects input feature dimension ({input_features}) to be a multiple of "
                f"feature_group_count. Got feature_group_count = {features}."
            )
        if not is_dynamic(kernel_inputs) and input_features // features != kernel_inputs:
            raise Violation(
                f"expects input feature dimension ({input_features}) / feature_group_count = "
                f"kernel input feature dimension ({kernel_inputs}). Got feature_group_count = "
                f"{features}."
            )
    if is_dynamic(kernel_outputs):
        return
    if kernel_outputs % batches:
        raise Violation(
            f"expects output feature dimension size ({kernel_outputs}) to be a multiple of "
            f"batch_group_count. Got batch_group_count = {batches}."
        )
    if kernel_outputs % features:
        raise Violation(
            f"expects kernel output feature dimension ({kernel_outputs}) to be divisible by "
            f"feature_group_count. For feature_group_count = {features}."
        )


def check_convolution(op: Any) -> None:
    """Check all rules of a convolution except those of its window."""
    lhs, rhs = op.lhs.type, op.rhs.type
    rank, kernel_rank = len(lhs.get_shape()), len(rhs.get_shape())
    both = f"Got: {quoted(lhs)} and {quoted(rhs)}."
    if rank < 2:
        raise Violation(f"expects convolution arguments to have >= 2 dimensions. {both}")
    if rank != kernel_rank:
        raise Violation(f"expects convolution arguments to have same number of dimensions. {both}")
    if not any_quantized(lhs, rhs) and lhs.element_type != rhs.element_type:
        raise Violation(
            "expects lhs and rhs to have compatible element type. Got: "
            f"{quoted(lhs.element_type)} and {quoted(rhs.element_type)}"
        )
    numbers: ConvDimensionNumbersAttr = op.dimension_numbers
    _check_dimension_numbers(rank, numbers)
    features, batches = op.feature_group_count.value.data, op.batch_group_count.value.data
    _check_groups(lhs.get_shape(), rhs.get_shape(), numbers, features, batches)
    check_precision_config(op.precision_config)
    expected = len(numbers.inputSpatialDimensions) + 2
    if rank != expected:
        raise Violation(f"expects convolution arguments to have {expected} dimensions. Got: {rank}")


def convolution_shape(op: Any, padding: Sequence[tuple[int, int]]) -> list[int]:
    """Return the shape of the result of the convolution `op`, and check its attributes."""
    numbers: ConvDimensionNumbersAttr = op.dimension_numbers
    lhs, rhs = shape_of(op.lhs), shape_of(op.rhs)
    window = window_dimensions(
        [rhs[dimension] for dimension in numbers.kernelSpatialDimensions],
        optional_integers(op.window_strides),
        padding,
        optional_integers(op.lhs_dilation),
        optional_integers(op.rhs_dilation),
        optional_integers(op.window_reversal),
    )
    base = [lhs[dimension] for dimension in numbers.inputSpatialDimensions]
    shape = [DYNAMIC_INDEX] * len(lhs)
    sizes = window_output_shape(base, window)
    for dimension, size in zip(numbers.outputSpatialDimensions, sizes, strict=True):
        shape[dimension] = size
    batch = lhs[numbers.inputBatchDimension]
    groups = op.batch_group_count.value.data
    shape[numbers.outputBatchDimension] = batch if is_dynamic(batch) else batch // groups
    shape[numbers.outputFeatureDimension] = rhs[numbers.kernelOutputFeatureDimension]
    return shape


def reduce_window(op: Any) -> tuple[tuple[int, ...], list[WindowDimension]]:
    """Return the sizes and the windows along each dimension of a `reduce_window`, and check its
    inputs.
    """
    if not op.inputs:
        raise Violation("requires at least 1 input value")
    check_inputs([value.type for value in op.inputs])
    padding = padding_pairs(op.padding)
    sizes = integers(op.window_dimensions)
    for value in op.inputs:
        rank = len(value.type.get_shape())
        if rank != len(sizes):
            raise Violation(
                "expects window-dimensions size == input rank, but got window-dimensions size: "
                f"{len(sizes)} and input: {quoted(value.type)} with rank = {rank}."
            )
    return sizes, window_dimensions(
        sizes,
        optional_integers(op.window_strides),
        padding,
        optional_integers(op.base_dilations),
        optional_integers(op.window_dilations),
    )


def check_select_and_scatter_window(op: Any) -> None:
    """Check that the operand has as many windows as the source has elements."""
    operand: RankedTensor = op.operand.type
    sizes = optional_integers(op.window_dimensions)
    rank = len(operand.get_shape())
    if rank != len(sizes):
        raise Violation(
            "expects window-dimensions size == operand rank, but got window-dimensions size: "
            f"{len(sizes)} and operand-type: {quoted(operand)} with rank = {rank}."
        )
    strides = optional_integers(op.window_strides)
    window = window_dimensions(sizes, strides, padding_pairs(op.padding))
    wanted = tensor(window_output_shape(operand.get_shape(), window), element_type(operand))
    if not same_shape_and_elements(wanted, op.source.type, any_float=True):
        raise Violation(
            f"expects source-type to be {quoted(wanted)}, but got{quoted(op.source.type)}"
        )
