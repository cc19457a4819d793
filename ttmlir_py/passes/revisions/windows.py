"""Lowering of convolutions and poolings of 2026-08.

Padding arrays become numbers for each side, dimensions are permuted, and flattened images are
reshaped. Windows of one or three dimensions become two-dimensional.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import product
from math import inf, prod
from typing import Any, cast

from xdsl.dialects.builtin import BoolAttr, TensorType, f32
from xdsl.ir import Attribute, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.passes.revisions.state import (
    RevisionBuilder,
    Table,
    one_or_more,
    refuse,
    result_type,
)
from ttmlir_py.rewriting.attributes import ALL_EXACT_IN_F32, dense_i32_array, si32


def _sides(padding: Attribute) -> tuple[int, int, int, int]:
    """Return top, left, bottom and right padding.

    The attribute is `n`, `[height, width]` or `[top, left, bottom, right]`.
    """
    numbers = one_or_more(padding, 2)
    top, left, bottom, right = (*numbers, *numbers) if len(numbers) == 2 else numbers
    return top, left, bottom, right


def _window(op: Any, *pairs: str) -> dict[str, Attribute]:
    """Return the 2025-02 attributes of `op`: a separate number for each direction and side.

    `pairs` names the attributes with a height and a width, such as `stride`.
    """
    found: dict[str, Attribute] = {}
    for name in pairs:
        height, width = one_or_more(op.properties[name], 2)
        found |= {f"{name}_height": si32(height), f"{name}_width": si32(width)}
    top, left, bottom, right = _sides(op.padding)
    for name, number in (("top", top), ("left", left), ("bottom", bottom), ("right", right)):
        found[f"padding_{name}"] = si32(number)
    return found


def _image(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the input image of `op` with separate dimensions for height and width.

    The input may be flattened.
    """
    info = op.properties.get("flattened_compat_info")
    if info is None:
        return op.input
    shape = (info.batchSize, info.inputHeight, info.inputWidth, shape_of(op.input)[-1])
    return builder.reshape(op.input, shape)


def _order(op: Any, names: Sequence[str]) -> list[int]:
    """Return the dimensions of `op` for batch, space and channels, which the attributes `names`
    give.
    """
    return [op.properties[name].value.data for name in names]


def _moved(builder: RevisionBuilder, value: SSAValue, order: Sequence[int]) -> SSAValue:
    return value if list(order) == sorted(order) else builder.permute(value, order)


def _back(builder: RevisionBuilder, value: SSAValue, order: Sequence[int], op: Any) -> SSAValue:
    """Return `value` with dimensions in the order of `op`, flattened if `op` has a flattened
    result.
    """
    if list(order) != sorted(order):
        value = builder.permute(value, [list(order).index(dim) for dim in range(len(order))])
    return builder.reshaped(value, shape_of(op.results[0]))


_IMAGE = ("batch_dim", "height_dim", "width_dim", "channel_dim")


def _size(size: int, kernel: int, stride: int, dilation: int, padding: int) -> int:
    return (size + padding - dilation * (kernel - 1) - 1) // stride + 1


def _conv2d(builder: RevisionBuilder, op: Any) -> SSAValue:
    order = _order(op, _IMAGE)
    return _back(
        builder, _convolved(builder, op, _moved(builder, _image(builder, op), order)), order, op
    )


def _convolved(builder: RevisionBuilder, op: Any, image: SSAValue) -> SSAValue:
    """Return the convolution of `image`, whose dimensions are batch, height, width, channel."""
    batch, height, width, _ = shape_of(image)
    out, _, kernel_height, kernel_width = shape_of(op.weight)
    (sh, sw), (dh, dw) = one_or_more(op.stride, 2), one_or_more(op.dilation, 2)
    top, left, bottom, right = _sides(op.padding)
    shape = (
        batch,
        _size(height, kernel_height, sh, dh, top + bottom),
        _size(width, kernel_width, sw, dw, left + right),
        out,
    )
    bias = () if op.bias is None else (_nhwc_bias(builder, op.bias),)
    properties = {**_window(op, "stride", "dilation"), "groups": si32(op.groups.value.data)}
    like = result_type(op)
    return builder.dps(ttir.Conv2dOp, (image, op.weight, *bias), like, shape, **properties)


def _nhwc_bias(builder: RevisionBuilder, bias: SSAValue) -> SSAValue:
    """Return `bias` as a vector along the last dimension, the channels."""
    count = max(shape_of(bias), default=1)
    return builder.reshaped(bias, (1, 1, 1, count))


def _conv_transpose2d(builder: RevisionBuilder, op: Any) -> SSAValue:
    order = _order(op, _IMAGE)
    image = _moved(builder, _image(builder, op), order)
    batch, height, width, _ = shape_of(image)
    _, channels, kernel_height, kernel_width = shape_of(op.weight)
    groups = op.groups.value.data
    (sh, sw), (dh, dw) = one_or_more(op.stride, 2), one_or_more(op.dilation, 2)
    oh, ow = one_or_more(op.output_padding, 2)
    top, left, bottom, right = _sides(op.padding)
    # 2025-02 lowers only equal padding on all sides. Unequal padding, which makes the result
    # smaller, is replaced by a slice of the result without padding.
    is_cut = not builder.is_for_reference and len({top, left, bottom, right}) > 1
    padding = (0, 0, 0, 0) if is_cut else (top, left, bottom, right)
    shape = (
        batch,
        (height - 1) * sh - padding[0] - padding[2] + dh * (kernel_height - 1) + oh + 1,
        (width - 1) * sw - padding[1] - padding[3] + dw * (kernel_width - 1) + ow + 1,
        channels * groups,
    )
    names = ("stride", "output_padding", "dilation", "groups")
    bias = () if op.bias is None else (_nhwc_bias(builder, op.bias),)
    value = builder.dps(
        ttir.ConvTranspose2dOp,
        (image, op.weight, *bias),
        result_type(op),
        shape,
        padding=dense_i32_array(padding) if is_cut else op.padding,
        **{name: op.properties[name] for name in names},
    )
    if is_cut:
        ends = (batch, shape[1] - bottom, shape[2] - right, shape[3])
        value = builder.slice(value, (0, top, left, 0), ends)
    return _back(builder, value, order, op)


def _conv1d(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return a 1-D convolution, computed as a 2-D convolution of images one pixel high."""
    order = _order(op, ("batch_dim", "length_dim", "channel_dim"))
    signal = _moved(builder, op.input, order)
    batch, length, channels = shape_of(signal)
    out, group, kernel = shape_of(op.weight)
    stride, dilation = one_or_more(op.stride, 1)[0], one_or_more(op.dilation, 1)[0]
    padding = one_or_more(op.padding, 2)
    left, right = padding if len(padding) == 2 else padding * 2
    image = builder.reshape(signal, (batch, 1, length, channels))
    weight = builder.reshape(op.weight, (out, group, 1, kernel))
    zero, one = si32(0), si32(1)
    value = builder.dps(
        ttir.Conv2dOp,
        (image, weight, *(() if op.bias is None else (_nhwc_bias(builder, op.bias),))),
        result_type(op),
        (batch, 1, _size(length, kernel, stride, dilation, left + right), out),
        stride_height=one,
        stride_width=si32(stride),
        dilation_height=one,
        dilation_width=si32(dilation),
        padding_top=zero,
        padding_bottom=zero,
        padding_left=si32(left),
        padding_right=si32(right),
        groups=si32(op.groups.value.data),
    )
    flat = builder.reshape(value, (batch, shape_of(value)[2], out))
    return _back(builder, flat, order, op)


def _conv3d(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return a 3-D convolution, computed as the sum of one 2-D convolution per layer of the
    kernel.
    """
    mode = op.padding_mode.data
    if mode not in ("zeros", "replicate"):
        raise refuse(op, f"padding mode '{mode}'")
    order = _order(op, ("batch_dim", "depth_dim", "height_dim", "width_dim", "channel_dim"))
    value = _moved(builder, op.input, order)
    pd, ph, pw = one_or_more(op.padding, 3)
    sd, sh, sw = one_or_more(op.stride, 3)
    dilation = getattr(op, "dilation", None)
    dd, dh, dw = (1, 1, 1) if dilation is None else one_or_more(dilation, 3)
    if mode == "replicate":
        for dim, count in enumerate((pd, ph, pw), 1):
            value = _with_edges(builder, value, dim, count)
        ph = pw = 0
    else:
        value = builder.padded(value, (0, 0, pd, pd, 0, 0, 0, 0, 0, 0), 0.0)
    batch, depth, height, width, channels = shape_of(value)
    out, group, kd, kh, kw = shape_of(op.weight)
    layers = _size(depth, kd, sd, dd, 0)
    rows, columns = _size(height, kh, sh, dh, 2 * ph), _size(width, kw, sw, dw, 2 * pw)
    attributes: dict[str, Attribute] = {
        "stride_height": si32(sh),
        "stride_width": si32(sw),
        "dilation_height": si32(dh),
        "dilation_width": si32(dw),
        "padding_top": si32(ph),
        "padding_bottom": si32(ph),
        "padding_left": si32(pw),
        "padding_right": si32(pw),
        "groups": si32(op.groups.value.data),
    }
    total: SSAValue | None = None
    for layer in range(kd):
        first = layer * dd
        ends = (batch, first + (layers - 1) * sd + 1, height, width, channels)
        part = builder.slice(value, (0, first, 0, 0, 0), ends, (1, sd, 1, 1, 1))
        image = builder.reshape(part, (batch * layers, height, width, channels))
        plane = builder.part(op.weight, 2, layer, layer + 1)
        weight = builder.reshape(plane, (out, group, kh, kw))
        bias = () if op.bias is None or layer else (_nhwc_bias(builder, op.bias),)
        like, shape = result_type(op), (batch * layers, rows, columns, out)
        term = builder.dps(ttir.Conv2dOp, (image, weight, *bias), like, shape, **attributes)
        total = term if total is None else builder.binary(ttir.AddOp, total, term)
    assert total is not None
    result = builder.reshape(total, (batch, layers, rows, columns, out))
    return _back(builder, result, order, op)


def _with_edges(builder: RevisionBuilder, value: SSAValue, dim: int, count: int) -> SSAValue:
    """Return `value` with `count` copies of its first and last elements along `dim` before and
    after it.
    """
    if not count:
        return value
    shape = list(shape_of(value))
    size, shape[dim] = shape[dim], shape[dim] + 2 * count
    first, last = builder.part(value, dim, 0, 1), builder.part(value, dim, size - 1, size)
    return builder.concat([first] * count + [value] + [last] * count, dim, shape)


def _max_pool2d(builder: RevisionBuilder, op: Any) -> SSAValue:
    image = _image(builder, op)
    properties = _window(op, "kernel", "stride", "dilation")
    top, left, bottom, right = _sides(op.padding)
    ceil_mode, shape = op.ceil_mode, _pooled_shape(op, image)
    if ceil_mode.value.data and (top, left) != (bottom, right):
        # TTNN pads the image first if sides differ, and a padded image would have more windows.
        # With this padding all windows fit exactly.
        ceil_mode = BoolAttr.from_bool(False)
        (kh, kw), (sh, sw), (dh, dw) = (
            one_or_more(op.properties[name], 2) for name in ("kernel", "stride", "dilation")
        )
        ends = [
            max((count - 1) * stride + (kernel - 1) * dilation + 1 - size - before, 0)
            for count, stride, kernel, dilation, size, before in (
                (shape[1], sh, kh, dh, shape_of(image)[1], top),
                (shape[2], sw, kw, dw, shape_of(image)[2], left),
            )
        ]
        properties |= {"padding_bottom": si32(ends[0]), "padding_right": si32(ends[1])}
    value = builder.dps(
        ttir.MaxPool2dOp,
        (image,),
        result_type(op),
        shape,
        **properties,
        ceil_mode=ceil_mode,
    )
    return _back(builder, value, range(4), op)


def _max_pool2d_with_indices(builder: RevisionBuilder, op: Any) -> list[SSAValue]:
    """Return the largest element of each window, and its row-major position in the image.

    The first of equal elements counts. Each element of the kernel is a strided slice of the padded
    image. Positions outside of the image count as the window's first element inside.
    """
    image = _image(builder, op)
    element = tensor_type(image).element_type
    if is_integer_type(element):
        raise refuse(op, f"of {element}, which has no infinity to pad with")
    windows = _Windows(op, image)
    if prod(windows.sizes) > ALL_EXACT_IN_F32:
        raise refuse(op, "f32 cannot represent all positions in its image")
    padded = builder.padded(image, windows.edges, -inf)
    shape, (_, width) = windows.shape, windows.sizes
    down, across = (
        [
            builder.constant(cast(Any, TensorType(f32, each)), line)
            for line in zip(*windows.places(axis), strict=True)
        ]
        for axis, each in enumerate(((1, shape[1], 1, 1), (1, 1, shape[2], 1)))
    )
    best: SSAValue | None = None
    place: SSAValue | None = None
    for y, x in product(range(windows.kernel[0]), range(windows.kernel[1])):
        own = builder.combine(ttir.AddOp, builder.scaled(down[y], width), across[x])
        own = builder.stretched(own, shape)
        value = windows.slice(builder, padded, y, x)
        if best is None or place is None:
            best, place = value, own
            continue
        larger = builder.truth(ttir.GreaterThanOp, value, best)
        best, place = builder.where(larger, value, best), builder.where(larger, own, place)
    assert best is not None
    assert place is not None
    place = builder.typecast(place, result_type(op, 1).element_type)
    return [
        builder.reshaped(each, shape_of(result))
        for each, result in zip((best, place), op.results, strict=True)
    ]


class _Windows:
    """The positions of the elements of each window of a pooling in the pooled image."""

    def __init__(self, op: Any, image: SSAValue):
        top, left, bottom, right = _sides(op.padding)
        self.shape = _pooled_shape(op, image)
        """The shape of the result of the pooling."""
        _, height, width, _ = shape_of(image)
        self.sizes = (height, width)
        self.kernel, self._stride, self._dilation = (
            one_or_more(op.properties[name], 2) for name in ("kernel", "stride", "dilation")
        )
        self._before = (top, left)
        behind = [
            max(given, count * stride + (kernel - 1) * dilation - size - before)
            for given, count, stride, kernel, dilation, size, before in zip(
                (bottom, right),
                self.shape[1:3],
                self._stride,
                self.kernel,
                self._dilation,
                self.sizes,
                self._before,
                strict=True,
            )
        ]
        self.edges = (0, 0, top, behind[0], left, behind[1], 0, 0)
        """The padding that makes all windows complete, given as low and high padding of each
        dimension.
        """

    def slice(self, builder: RevisionBuilder, padded: SSAValue, y: int, x: int) -> SSAValue:
        """Return the element at row `y` and column `x` of each window.

        The slices have no strides, because strided slices of the library are bf16 only. Instead,
        the skipped elements are moved to another dimension of a matrix and cut off.
        """
        batch, rows, columns, channels = self.shape
        (sh, sw), (dh, dw) = self._stride, self._dilation
        begins = (0, y * dh, x * dw, 0)
        ends = (batch, y * dh + rows * sh, x * dw + columns * sw, channels)
        value = builder.slice(padded, begins, ends)
        for stride, count, size in (
            (sh, batch * rows, columns * sw * channels),
            (sw, batch * rows * columns, channels),
        ):
            if stride > 1:
                value = builder.part(builder.reshape(value, (count, stride * size)), 1, 0, size)
        return builder.reshaped(value, self.shape)

    def places(self, axis: int) -> list[list[int]]:
        """Return the positions in the image of the elements of each window, along `axis`.

        Positions outside of the image are replaced by the window's first position inside.
        """
        found: list[list[int]] = []
        for window in range(self.shape[1 + axis]):
            start = window * self._stride[axis] - self._before[axis]
            places = [start + k * self._dilation[axis] for k in range(self.kernel[axis])]
            inside = [place for place in places if 0 <= place < self.sizes[axis]]
            found.append([place if place in inside else next(iter(inside), 0) for place in places])
        return found


def _pooled_shape(op: Any, image: SSAValue) -> tuple[int, ...]:
    batch, height, width, channels = shape_of(image)
    top, left, bottom, right = _sides(op.padding)
    (kh, kw), (sh, sw), (dh, dw) = (
        one_or_more(op.properties[name], 2) for name in ("kernel", "stride", "dilation")
    )
    up = bool(op.ceil_mode.value.data)
    rows = _pooled_size(height, kh, sh, dh, (top, bottom), up)
    return batch, rows, _pooled_size(width, kw, sw, dw, (left, right), up), channels


def _pooled_size(
    size: int, kernel: int, stride: int, dilation: int, padding: tuple[int, int], up: bool
) -> int:
    """Return the number of windows in one direction, rounded up if `up`.

    If it is rounded up, the last window must start in the image or in the padding before it.
    """
    free = size + sum(padding) - dilation * (kernel - 1) - 1
    count = (-(-free // stride) if up else free // stride) + 1
    return count - (up and (count - 1) * stride >= size + padding[0])


def _avg_pool2d(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the mean of each window, computed from strided slices of the padded image."""
    image = builder.f32(_image(builder, op))
    windows = _Windows(op, image)
    padded = builder.padded(image, windows.edges, 0.0)
    elements = (
        windows.slice(builder, padded, y, x)
        for y, x in product(range(windows.kernel[0]), range(windows.kernel[1]))
    )
    total = reduce(lambda a, b: builder.binary(ttir.AddOp, a, b), elements)
    _, rows, columns, _ = windows.shape
    top, left, bottom, right = _sides(op.padding)
    height, width = windows.sizes
    (kh, kw), (sh, sw), (dh, dw) = (
        one_or_more(op.properties[name], 2) for name in ("kernel", "stride", "dilation")
    )
    edge = (top, left, bottom, right) if op.count_include_pad.value.data else (0, 0, 0, 0)
    down = _counts(rows, kh, sh, dh, top, (-edge[0], height + edge[2]))
    across = _counts(columns, kw, sw, dw, left, (-edge[1], width + edge[3]))
    divisor = getattr(op, "divisor_override", None)
    factors = [1 / (a * b) for a in down for b in across]
    if divisor is not None:
        if divisor.value.data == 0:
            raise refuse(op, "divisor_override is 0")
        factors = [1 / divisor.value.data]
    like = tensor_type(total)
    if len(set(factors)) == 1:
        mean = builder.scaled(total, factors[0])
    else:
        type_: Any = type(like)(like.element_type, (1, rows, columns, 1))
        mean = builder.binary(ttir.MultiplyOp, total, builder.constant(type_, factors))
    mean = builder.typecast(mean, result_type(op).element_type)
    return _back(builder, mean, range(4), op)


def _counts(
    windows: int, kernel: int, stride: int, dilation: int, before: int, bounds: tuple[int, int]
) -> list[int]:
    """Return for each window how many of its elements are within `bounds`. The result is at least
    1, so that it can be a divisor.
    """
    low, high = bounds
    return [
        max(1, sum(low <= i * stride + k * dilation - before < high for k in range(kernel)))
        for i in range(windows)
    ]


def _global_avg_pool2d(builder: RevisionBuilder, op: Any) -> SSAValue:
    rank = len(shape_of(op.input))
    value = builder.reduce(ttir.MeanOp, op.input, (rank - 3, rank - 2))
    return builder.reshaped(value, shape_of(op.results[0]))


WINDOWS: Table = {
    "ttir.avg_pool2d": _avg_pool2d,
    "ttir.conv1d": _conv1d,
    "ttir.conv2d": _conv2d,
    "ttir.conv3d": _conv3d,
    "ttir.conv_transpose2d": _conv_transpose2d,
    "ttir.global_avg_pool2d": _global_avg_pool2d,
    "ttir.max_pool2d": _max_pool2d,
    "ttir.max_pool2d_with_indices": _max_pool2d_with_indices,
}
