"""Lowering of convolutions.

TTIR can express more than its backends support. Three cases are rewritten here: dilated images,
reversed kernels, and groups of batches.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from xdsl.dialects.builtin import AnyFloat, DenseArrayBase, IntegerType, TensorType
from xdsl.ir import SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.stablehlo.attributes import ConvDimensionNumbersAttr
from ttmlir_py.dialects.tensor_types import RankedTensor, integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.constants import flat_padding
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.data_movement import (
    Padding,
    padded,
    require_static,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.empty_tensors import (
    has_elements,
    unless_empty,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.products import warn_of_precision
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
    Lowerings,
    result_type,
)
from ttmlir_py.passes.ttir.windows import elements_at
from ttmlir_py.rewriting.attributes import dense_i32_array, dense_i64_array, i32, i64
from ttmlir_py.rewriting.conversion import UnsupportedError


@dataclass(frozen=True)
class _Convolution:
    """The operands and attributes of a convolution, including defaults.

    Each list has one number per spatial dimension; `padding` has two per dimension.
    """

    image: SSAValue
    kernel: SSAValue
    numbers: ConvDimensionNumbersAttr
    strides: Sequence[int]
    padding: Sequence[int]
    gaps: Sequence[int]
    dilations: Sequence[int]
    is_reversed: Sequence[int]
    groups: int
    batch_groups: int


def lower_convolution(op: stablehlo.ConvolutionOp, conversion: Conversion) -> None:
    """Lower `convolution` of floats.

    If the image is dilated, the result is a `conv_transpose2d` where that is equivalent. Otherwise
    zeros are inserted in the image.
    """
    type_, builder = result_type(op), ConversionBuilder(op)
    if not isinstance(type_.element_type, AnyFloat):
        raise UnsupportedError("its elements are not floats, as TTNN's convolution requires")
    warn_of_precision(op, conversion)
    if not has_elements(op.lhs) or not has_elements(op.rhs):
        conversion.replace(op, builder.splat(0, type_))
        return
    convolution = _read(op, builder, type_)
    if any(gap != 1 for gap in convolution.gaps) or min(convolution.padding, default=0) < 0:
        require_static(shape_of(op.lhs), shape_of(op.rhs))
        value = _transposed(builder, convolution, type_)
        if value is not None:
            conversion.replace(op, value)
            return
        convolution = _without_gaps(builder, convolution)
    if convolution.batch_groups != 1:
        require_static(shape_of(op.lhs), shape_of(op.rhs))
        convolution = _with_batches_as_features(builder, convolution)
    if any(convolution.is_reversed):
        kernel = _reversed_kernel(builder, convolution)
        is_reversed = [0] * len(convolution.is_reversed)
        convolution = replace(convolution, kernel=kernel, is_reversed=is_reversed)
    rank = len(convolution.strides)
    if rank > _VOLUME:
        raise UnsupportedError(f"it has {rank} spatial dimensions, expected at most {_VOLUME}")
    if rank == _VOLUME:
        require_static(shape_of(op.lhs), shape_of(op.rhs))
        value = _of_volumes(builder, convolution, type_)
    else:
        value = _convolved(builder, convolution, type_)
    conversion.replace(op, value)


def _read(
    op: stablehlo.ConvolutionOp, builder: ConversionBuilder, type_: RankedTensor
) -> _Convolution:
    numbers: ConvDimensionNumbersAttr = op.dimension_numbers
    rank = len(numbers.inputSpatialDimensions)
    ones = (1,) * rank
    image, kernel = (builder.typecast(each, type_.element_type) for each in (op.lhs, op.rhs))
    strides, gaps, dilations = (
        integers(each) if each else ones
        for each in (op.window_strides, op.lhs_dilation, op.rhs_dilation)
    )
    reversal = op.window_reversal
    return _Convolution(
        image,
        kernel,
        numbers,
        strides,
        flat_padding(op.padding, rank),
        gaps,
        dilations,
        integers(reversal) if reversal else (0,) * rank,
        op.feature_group_count.value.data,
        op.batch_group_count.value.data,
    )


def _convolved(
    builder: ConversionBuilder, convolution: _Convolution, type_: RankedTensor
) -> SSAValue:
    is_reversed = DenseArrayBase.from_list(IntegerType(1), [*map(bool, convolution.is_reversed)])
    numbers = convolution.numbers
    return builder.into(
        ttir.ConvolutionOp,
        (convolution.image, convolution.kernel),
        type_,
        window_strides=dense_i64_array(convolution.strides),
        padding=dense_i64_array(convolution.padding),
        input_dilation=dense_i64_array(convolution.gaps),
        weight_dilation=dense_i64_array(convolution.dilations),
        window_reversal=is_reversed,
        convolution_layout=ConvolutionLayoutAttr(
            numbers.inputBatchDimension,
            numbers.inputFeatureDimension,
            numbers.inputSpatialDimensions,
            numbers.kernelOutputFeatureDimension,
            numbers.kernelInputFeatureDimension,
            numbers.kernelSpatialDimensions,
            numbers.outputBatchDimension,
            numbers.outputFeatureDimension,
            numbers.outputSpatialDimensions,
        ),
        feature_group_count=i64(convolution.groups),
        batch_group_count=i64(convolution.batch_groups),
    )


_VOLUME = 3
"""The number of spatial dimensions of a 3-D convolution; TTNN supports only two."""
MOST_LAYERS = 64
"""The maximum number of 2-D convolutions that replace a 3-D convolution."""
_IMAGES = ConvDimensionNumbersAttr.new((0, 3, (1, 2), 1, 0, (2, 3), 0, 3, (1, 2)))


def _of_volumes(
    builder: ConversionBuilder, convolution: _Convolution, type_: RankedTensor
) -> SSAValue:
    """Return a 3-D convolution as a sum of 2-D convolutions.

    There is one for each layer of the kernel along its shortest dimension, applied to the layers of
    the image that it meets. The layers of the image become batches.
    """
    numbers, kernel_shape = convolution.numbers, shape_of(convolution.kernel)
    spatial = numbers.kernelSpatialDimensions
    depth = min(range(_VOLUME), key=lambda i: kernel_shape[spatial[i]])
    rest = [i for i in range(_VOLUME) if i != depth]
    layers = kernel_shape[spatial[depth]]
    if not 0 < layers <= MOST_LAYERS:
        raise UnsupportedError(
            f"its kernel has size {layers} in its smallest dimension, expected 1 to {MOST_LAYERS}"
        )

    def order(batch: int, space: Sequence[int], feature: int) -> list[int]:
        return [batch, space[depth], *(space[i] for i in rest), feature]

    volume = builder.permute(
        convolution.image,
        order(
            numbers.inputBatchDimension,
            numbers.inputSpatialDimensions,
            numbers.inputFeatureDimension,
        ),
    )
    edges = [0, 0, *convolution.padding[2 * depth : 2 * depth + 2], *[0] * 6]
    volume = builder.padded(volume, edges, 0)
    features = [numbers.kernelOutputFeatureDimension, numbers.kernelInputFeatureDimension]
    kernel = builder.permute(
        convolution.kernel, [spatial[depth], *features, *(spatial[i] for i in rest)]
    )
    result_order = order(
        numbers.outputBatchDimension,
        numbers.outputSpatialDimensions,
        numbers.outputFeatureDimension,
    )
    shape = [type_.get_shape()[dim] for dim in result_order]
    images = TensorType(type_.element_type, [shape[0] * shape[1], *shape[2:]])
    planar = _along(convolution, rest)
    places = [layer * convolution.dilations[depth] for layer in range(layers)]
    met = elements_at(builder, volume, 1, places, shape[1], convolution.strides[depth])
    total: SSAValue | None = None
    for layer, each in enumerate(met):
        image = builder.reshape(each, [shape[0] * shape[1], *shape_of(each)[2:]])
        part = builder.part(kernel, 0, layer, layer + 1)
        part = builder.reshape(part, shape_of(kernel)[1:])
        value = _convolved(builder, replace(planar, image=image, kernel=part), images)
        total = value if total is None else builder.binary(ttir.AddOp, total, value)
    assert total is not None
    total = builder.reshape(total, shape)
    return builder.permute(total, [result_order.index(dim) for dim in range(len(shape))])


def _along(convolution: _Convolution, dims: Sequence[int]) -> _Convolution:
    """Return the convolution restricted to two of the spatial dimensions, `dims`."""
    names = ("strides", "gaps", "dilations", "is_reversed")
    fields: dict[str, Any] = {name: [getattr(convolution, name)[i] for i in dims] for name in names}
    return replace(
        convolution,
        numbers=_IMAGES,
        padding=[convolution.padding[2 * i + side] for i in dims for side in (0, 1)],
        **fields,
    )


def _without_gaps(builder: ConversionBuilder, convolution: _Convolution) -> _Convolution:
    """Return an equivalent convolution without image dilation.

    Zeros are inserted in the image, and the elements that negative padding removes are cut off.
    """
    rank = len(shape_of(convolution.image))
    low, high, between = [0] * rank, [0] * rank, [0] * rank
    spatial = convolution.numbers.inputSpatialDimensions
    for i, dim in enumerate(spatial):
        low[dim], high[dim] = (min(0, each) for each in convolution.padding[2 * i : 2 * i + 2])
        between[dim] = convolution.gaps[i] - 1
    zero = builder.scalar(0, tensor_type(convolution.image).element_type)
    image = padded(builder, convolution.image, zero, None, Padding(low, high, between))
    padding = [max(0, each) for each in convolution.padding]
    return replace(convolution, image=image, padding=padding, gaps=(1,) * len(spatial))


def _with_batches_as_features(
    builder: ConversionBuilder, convolution: _Convolution
) -> _Convolution:
    """Return a convolution with groups of features instead of groups of batches.

    Each group has its own kernels.
    """
    count, numbers = convolution.batch_groups, convolution.numbers
    shape = list(shape_of(convolution.image))
    batch, feature = numbers.inputBatchDimension, numbers.inputFeatureDimension
    split = [*shape[:batch], count, shape[batch] // count, *shape[batch + 1 :]]
    image = builder.reshape(convolution.image, split)
    order = [dim for dim in range(len(split)) if dim != batch]
    order.insert(order.index(feature + (feature > batch)), batch)
    image = builder.permute(image, order)
    shape[batch] //= count
    shape[feature] *= count
    image = builder.reshape(image, shape)
    return replace(convolution, image=image, groups=count, batch_groups=1)


def _reversed_kernel(builder: ConversionBuilder, convolution: _Convolution) -> SSAValue:
    """Return the kernel, reversed along the dimensions that the convolution's attribute names."""
    spatial = convolution.numbers.kernelSpatialDimensions
    dims = [dim for dim, each in zip(spatial, convolution.is_reversed, strict=True) if each]
    return _reversed(builder, convolution.kernel, dims)


def _reversed(builder: ConversionBuilder, value: SSAValue, dims: Sequence[int]) -> SSAValue:
    """Return `value` reversed along `dims`. If `value` is such a reversal itself, return its
    input.
    """
    owner = value.owner
    if isinstance(owner, ttir.ReverseOp) and sorted(integers(owner.dimensions)) == sorted(dims):
        return owner.operands[0]
    dimensions = dense_i64_array(dims)
    return builder.into(ttir.ReverseOp, (value,), tensor_type(value), dimensions=dimensions)


def _transposed(
    builder: ConversionBuilder, convolution: _Convolution, type_: RankedTensor
) -> SSAValue | None:
    """Return a `conv_transpose2d` with the reversed kernel, or None if it is not equivalent."""
    numbers = convolution.numbers
    kernel_spatial = numbers.kernelSpatialDimensions
    sizes = [shape_of(convolution.kernel)[dim] for dim in kernel_spatial]
    reaches = [d * (size - 1) for d, size in zip(convolution.dilations, sizes, strict=True)]
    paddings = {reach - low for reach, low in zip(reaches, convolution.padding[::2], strict=True)}
    extra = [
        high - low
        for low, high in zip(convolution.padding[::2], convolution.padding[1::2], strict=True)
    ]
    is_one = (
        len(sizes) == 2
        and all(each == 1 for each in (*convolution.strides, convolution.groups))
        and convolution.batch_groups == 1
        and len(paddings) == 1
        and min(paddings) >= 0
        and all(0 <= e < max(gap, 1) for e, gap in zip(extra, convolution.gaps, strict=True))
    )
    if not is_one:
        return None
    (padding,) = paddings
    spatial = numbers.inputSpatialDimensions
    image = builder.permute(
        convolution.image, [numbers.inputBatchDimension, *spatial, numbers.inputFeatureDimension]
    )
    turned = [
        dim for dim, each in zip(kernel_spatial, convolution.is_reversed, strict=True) if not each
    ]
    kernel = _reversed(builder, convolution.kernel, turned) if turned else convolution.kernel
    features = [numbers.kernelInputFeatureDimension, numbers.kernelOutputFeatureDimension]
    kernel = builder.permute(kernel, [*features, *kernel_spatial])
    order = [
        numbers.outputBatchDimension,
        *numbers.outputSpatialDimensions,
        numbers.outputFeatureDimension,
    ]
    shape = [type_.get_shape()[dim] for dim in order]
    value = builder.into(
        ttir.ConvTranspose2dOp,
        (image, kernel),
        TensorType(type_.element_type, shape),
        stride=dense_i32_array(convolution.gaps),
        padding=dense_i32_array([padding] * 4),
        output_padding=dense_i32_array(extra),
        dilation=dense_i32_array(convolution.dilations),
        groups=i32(1),
    )
    return builder.permute(value, [order.index(dim) for dim in range(4)])


LOWERINGS: Lowerings = unless_empty({stablehlo.ConvolutionOp: lower_convolution})
