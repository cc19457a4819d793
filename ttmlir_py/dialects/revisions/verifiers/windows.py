"""Verifiers of convolutions and pooling in ttir and ttnn, and of ops that prepare weights."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    dilated,
    has_integers,
    integer_triple,
    is_set,
    listed,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.shape_rules.common import integer_pair, integer_quadruple
from ttmlir_py.dialects.shape_rules.windows import (
    Window,
    transposed_output_size,
    verify_transposed_channels,
)
from ttmlir_py.dialects.tensor_types import Shape, integers, shape_of

_FLATTENED = 2
"""The dimension that holds all pixels of all images, if the images are flattened."""


def _numbers(
    read: Callable[[Any], tuple[int, ...]], attribute: Attribute, name: str
) -> tuple[int, ...]:
    """Return the numbers that `read` extracts from `attribute`. Errors call the attribute
    `name`.
    """
    try:
        return read(attribute)
    except VerifyException as error:
        raise VerifyException(f"{error} for {name}") from None


def _require_rank(name: str, value: SSAValue | None, rank: int, end: str = "") -> None:
    require(value is None or rank_of(value) == rank, f"{name} must be a {rank}D tensor{end}")


def _flattened_size(op: Any, start: str, end: str) -> None:
    """Check that flattened images have as many pixels as the attributes state."""
    info = op.flattened_compat_info
    if info is None:
        return
    found = shape_of(op.input)[_FLATTENED]
    batch, height, width = info.batchSize, info.inputHeight, info.inputWidth
    count = batch * height * width
    require(
        found == count,
        f"{start} input tensor's flattened dimension ({found}) does not match the product of "
        f"batch_size * input_height * input_width from FlattenedCompatInfo ({batch} * {height} * "
        f"{width} = {count}){end}",
    )


def _image(op: Any, dims: Sequence[int]) -> Shape:
    """Return the sizes of batch, height, width and channels of the input. `dims` are their
    dimensions.
    """
    shape, info = shape_of(op.input), op.flattened_compat_info
    if info is None:
        return tuple(shape[dim] for dim in dims)
    return (info.batchSize, info.inputHeight, info.inputWidth, shape[dims[3]])


def _dimensions(op: Any, *names: str) -> tuple[int, ...]:
    return tuple(number(getattr(op, f"{name}_dim")) for name in names)


def _require_kernels(channels: int, weight: Shape, bias: int | None, groups: int) -> None:
    """Check the channels per group in the kernels `weight`, and that there is one bias per
    kernel.
    """
    for name, count in (("input", channels), ("output", weight[0])):
        place = "input" if name == "input" else "weight"
        require(
            groups > 0 and count % groups == 0,
            f"The number of {name} channels from the {place} tensor ({count}) is not divisible by "
            f"the number of groups ({groups}).",
        )
    require(
        channels // groups == weight[1],
        f"The number of input channels per group ({channels}) must match the number of input "
        f"channels in the weight tensor ({weight[1]}).",
    )
    require(
        bias in (None, weight[0]),
        f"The number of output channels from the weight tensor ({weight[0]}) must match the "
        f"number of output channels in the bias tensor ({bias}).",
    )


def _window_sizes(
    size: Shape, kernel: Shape, stride: Shape, dilation: Shape, padding: Shape, start: str, end: str
) -> tuple[Shape, Shape, Shape]:
    """Return the padded input size, the dilated kernel size and the output size.

    `padding` is the sum of both sides.
    """
    padded = tuple(size[i] + padding[i] for i in (0, 1))
    spread = tuple(dilation[i] * (kernel[i] - 1) + 1 for i in (0, 1))
    require(
        all(spread[i] <= padded[i] for i in (0, 1)),
        f"{start}ffective kernel size ({listed(spread)}) cannot be greater than the padded input "
        f"size per channel ({listed(padded)}){end}",
    )
    return padded, spread, tuple((padded[i] - spread[i]) // stride[i] + 1 for i in (0, 1))


def _require_flattened(found: int, batch: int, size: Shape, start: str, end: str) -> None:
    count = batch * size[0] * size[1]
    require(
        found == count,
        f"{start}utput tensor's flattened dimension ({found}) does not match the product of "
        f"batch_size * output_height * output_width ({batch} * {size[0]} * {size[1]} = "
        f"{count}){end}",
    )


def _require_channels(found: int, weight: int) -> None:
    require(
        found == weight,
        f"The number of output channels from the output tensor ({found}) must match the number of "
        f"output channels in the weight tensor ({weight}). ",
    )


def _require_batch(batch: int, found: int) -> None:
    require(
        batch == found,
        f"Batch size from the input tensor ({batch}) must match the first dimension of the output "
        f"tensor ({found})",
    )


def _conv2d_window(op: Any) -> tuple[Shape, Shape, Shape]:
    """Return stride, dilation and padding (top, left, bottom, right)."""
    stride = _numbers(integer_pair, op.stride, "stride")
    padding = _numbers(integer_quadruple, op.padding, "padding")
    dilation = _numbers(integer_pair, op.dilation, "dilation")
    for name, values in (("Stride", stride), ("Dilation", dilation)):
        require(min(values) > 0, f"{name} attribute values must be > 0.")
    require(min(padding) >= 0, "Padding attribute values must be >= 0.")
    return stride, dilation, padding


def _conv2d(op: Any) -> None:
    """Check `ttir.conv2d`: images have rank 4, and weights the shape (O, I / groups, KH, KW)."""
    result = op.results[0]
    for name, value in (
        ("input", op.input),
        ("weight", op.weight),
        ("bias", op.bias),
        ("output", result),
    ):
        _require_rank(name, value, 4)
    _flattened_size(op, "The", ".")
    dims = _dimensions(op, "batch", "height", "width", "channel")
    batch, *size, channels = _image(op, dims)
    weight, found = shape_of(op.weight), shape_of(result)
    stride, dilation, (top, left, bottom, right) = _conv2d_window(op)
    bias = None if op.bias is None else shape_of(op.bias)[dims[3]]
    _require_kernels(channels, weight, bias, number(op.groups))
    _, _, wanted = _window_sizes(
        tuple(size), weight[2:], stride, dilation, (top + bottom, left + right), "The e", "."
    )
    if op.flattened_compat_info is not None:
        _require_flattened(found[_FLATTENED], batch, wanted, "The o", ".")
        _require_channels(found[dims[3]], weight[0])
        return
    _require_batch(batch, found[dims[0]])
    _require_channels(found[dims[3]], weight[0])
    height_and_width = (found[dims[1]], found[dims[2]])
    require(
        height_and_width == wanted,
        f"The output tensor height and width dimension ({listed(height_and_width)}) do not match "
        f"the expected dimensions ({listed(wanted)}).",
    )


def _conv1d(op: Any) -> None:
    """Check `ttir.conv1d`: sequences have rank 3, and weights the shape (O, I / groups, K)."""
    for name, value, end in (
        ("input", op.input, ""),
        ("weight", op.weight, " (O, C/G, K)"),
        ("bias", op.bias, " (1, 1, O)"),
        ("output", op.results[0], ""),
    ):
        _require_rank(name, value, 3, end)
    dim, groups = number(op.channel_dim), number(op.groups)
    weight, channels = shape_of(op.weight), shape_of(op.input)[dim]
    outputs = shape_of(op.results[0])[dim]
    require(groups, "groups must be a positive integer")
    for name, count in (("input", channels), ("output", outputs)):
        require(
            count % groups == 0,
            f"number of {name} channels ({count}) must be divisible by groups ({groups})",
        )
    require(
        weight[0] == outputs,
        f"expected weight's output channel dimension ({weight[0]}) to match the output tensor's "
        f"channel dimension ({outputs})",
    )
    require(
        weight[1] == channels // groups,
        f"expected weight's input channel dimension ({weight[1]}) to match in_channels / groups "
        f"({channels // groups})",
    )


def _conv3d(op: Any) -> None:
    """Check `ttir.conv3d`: volumes have rank 5, and weights the shape (O, I / groups, KD, KH,
    KW).
    """
    result = op.results[0]
    for name, value, end in (
        ("input", op.input, ""),
        ("weight", op.weight, ""),
        ("bias", op.bias, " with shape (1,1,1,1,C_out)"),
        ("output", result, ""),
    ):
        _require_rank(name, value, 5, end)
    stride = _numbers(integer_triple, op.stride, "stride")
    padding = _numbers(integer_triple, op.padding, "padding")
    require(min(stride) > 0, "Stride attribute values must be > 0.")
    require(min(padding) >= 0, "Padding attribute values must be >= 0.")
    require(
        op.padding_mode.data in ("zeros", "replicate"),
        "padding_mode must be either 'zeros' or 'replicate'",
    )
    dims = _dimensions(op, "batch", "depth", "height", "width", "channel")
    batch, *size, channels = (shape_of(op.input)[dim] for dim in dims)
    weight = shape_of(op.weight)
    bias = None if op.bias is None else shape_of(op.bias)[dims[4]]
    _require_kernels(channels, weight, bias, number(op.groups))
    padded = tuple(size[i] + 2 * padding[i] for i in range(3))
    kernel = dilated(op, weight[2:])
    require(
        all(kernel[i] <= padded[i] for i in range(3)),
        f"The kernel size ({listed(weight[2:])}) cannot be greater than the padded input size per "
        f"channel ({listed(padded)}).",
    )
    found = tuple(shape_of(result)[dim] for dim in dims)
    wanted = tuple((padded[i] - kernel[i]) // stride[i] + 1 for i in range(3))
    _require_batch(batch, found[0])
    _require_channels(found[4], weight[0])
    require(
        found[1:4] == wanted,
        f"The output tensor spatial dimensions ({listed(found[1:4])}) do not match the expected "
        f"dimensions ({listed(wanted)}).",
    )


def _bounded(values: tuple[int, ...], name: str, least: int) -> tuple[int, ...]:
    words = "greater than 0" if least else "greater or equal than 0"
    require(min(values) >= least, f"{name} values must be {words}")
    return values


def _require_4d(op: Any) -> None:
    for name, value in (
        ("Input", op.input),
        ("Output", op.results[0]),
        ("Weight", op.weight),
        ("Bias", op.bias),
    ):
        _require_rank(name, value, 4)


def _pair(values: tuple[int, ...]) -> tuple[int, int]:
    return values[0], values[1]


def _conv_transpose2d(op: Any) -> None:
    """Check `ttir.conv_transpose2d`: images have rank 4, and weights the shape (I, O / groups, KH,
    KW).
    """
    _require_4d(op)
    _flattened_size(op, "The", ".")
    dims = _dimensions(op, "batch", "height", "width", "channel")
    result, flat = shape_of(op.results[0]), op.flattened_compat_info is not None
    image = _image(op, dims)
    require(
        flat or image[0] == result[dims[0]],
        "Batch size of input and output tensors must match",
    )
    stride = _bounded(_numbers(integer_pair, op.stride, "stride"), "Stride", 1)
    sides = _bounded(_numbers(integer_quadruple, op.padding, "padding"), "Padding", 0)
    top, left, bottom, right = sides
    extra = _numbers(integer_pair, op.output_padding, "output padding")
    _bounded(extra, "Output padding", 0)
    dilation = _bounded(_numbers(integer_pair, op.dilation, "dilation"), "Dilation", 1)
    bias = None if op.bias is None else shape_of(op.bias)[dims[3] :][:1]
    weight = shape_of(op.weight)
    channels = (result[dims[3]],)
    verify_transposed_channels(image, weight, bias, channels, number(op.groups))
    window = Window(_pair(stride), _pair(dilation), (top, bottom, left, right))
    height, width = transposed_output_size(image, weight, window, _pair(extra))
    if flat:
        count, found = image[0] * height * width, result[_FLATTENED]
        require(
            count == found,
            f"Mismatch between expected flattened NHW dim size. Expected: {count}, got: {found}.",
        )
        return
    sizes = (result[dims[1]], result[dims[2]])
    require(
        sizes == (height, width),
        "Mismatch between expected output size per channel and got output tensor dimensions. "
        f"Expected: ({height} x {width}), got: ({sizes[0]} x {sizes[1]}).",
    )


def _ttnn_conv_transpose2d(op: Any) -> None:
    """Check `ttnn.conv_transpose2d`: channels are last, and the weight may be prepared."""
    _require_4d(op)
    source, result = shape_of(op.input), shape_of(op.results[0])
    image = tuple(map(number, (op.batch_size, op.input_height, op.input_width, op.in_channels)))
    require(
        image[3] == source[3],
        "Input channels attribute must match the last dimension of the input tensor",
    )
    require(
        number(op.out_channels) == result[3],
        "Output channels attribute match the last dimension of the output tensor",
    )
    if image[0] * image[1] * image[2] != source[_FLATTENED]:
        for i, (name, place) in enumerate(
            (("Batch size", "first"), ("Input height", "second"), ("Input width", "third"))
        ):
            require(
                image[i] == source[i],
                f"{name} attribute must match the {place} dimension of the input tensor",
            )
    kernel = integers(op.kernel_size)
    pairs: list[tuple[int, ...]] = []
    for name, attribute, least in (
        ("stride", op.stride, 1),
        ("padding", op.padding, 0),
        ("output padding", op.output_padding, 0),
        ("dilation", op.dilation, 1),
    ):
        values = integers(attribute)
        # Upstream assumes two values without checking.
        require(len(values) >= 2, f"Attribute '{name}' must have a value for each direction")
        require(min(values) >= least, f"Attribute '{name}' contains a value less than: {least}")
        pairs.append(values)
    stride, (above, beside), extra, dilation = map(_pair, pairs)
    require(len(kernel) == 2, "Attribute 'kernel size' must have a value for each direction")
    groups, outputs = number(op.groups), result[3:]
    raw = (image[3], outputs[0] // max(groups, 1), *kernel)
    weight = raw if _is_prepared(op.weight) else shape_of(op.weight)
    bias = None if op.bias is None else shape_of(op.bias)[3:]
    verify_transposed_channels(image, weight, bias, outputs, groups)
    window = Window(stride, dilation, (above, above, beside, beside))
    transposed_output_size(image, raw, window, extra)


def _pool2d(op: Any) -> None:
    """Check `ttir.avg_pool2d` and `ttir.max_pool2d`: images have rank 4, with channels last."""
    for name, value in (("input", op.input), ("output", op.results[0])):
        _require_rank(name, value, 4)
    _flattened_size(op, "the", "")
    kernel, stride, dilation = (
        _numbers(integer_pair, getattr(op, name), f"{name} attribute")
        for name in ("kernel", "stride", "dilation")
    )
    padding = _numbers(integer_quadruple, op.padding, "padding attribute")
    for name, values in (("kernel size", kernel), ("stride", stride), ("dilation", dilation)):
        require(min(values) > 0, f"{name} attribute values must be > 0")
    require(min(padding) >= 0, "padding attribute values must be >= 0")
    top, left, bottom, right = padding
    image = _image(op, (0, 1, 2, 3))
    padded, spread, wanted = _window_sizes(
        image[1:3], kernel, stride, dilation, (top + bottom, left + right), "e", ""
    )
    if is_set(op.ceil_mode):
        counts = [-(-(padded[i] - spread[i]) // stride[i]) + 1 for i in (0, 1)]
        # A last window that would start in the padding does not count.
        ends = [image[1 + i] + before for i, before in enumerate((top, left))]
        wanted = tuple(counts[i] - ((counts[i] - 1) * stride[i] >= ends[i]) for i in (0, 1))
    _require_pooled(op, image, wanted)


def _require_pooled(op: Any, image: Shape, wanted: Shape) -> None:
    found = shape_of(op.results[0])
    flat = op.flattened_compat_info is not None
    require(
        flat or image[0] == found[0],
        f"batch size from the input tensor ({image[0]}) must match the first dimension of the "
        f"output tensor ({found[0]})",
    )
    require(
        image[3] == found[3],
        f"number of output channels from the output tensor ({found[3]}) must match the number of "
        f"input channels ({image[3]})",
    )
    if flat:
        _require_flattened(found[_FLATTENED], image[0], wanted, "o", "")
        return
    require(
        found[1:3] == wanted,
        f"output tensor height and width dimension ({listed(found[1:3])}) do not match the "
        f"expected dimensions ({listed(wanted)})",
    )


def _pool2d_with_indices(op: Any) -> None:
    """Check `ttir.max_pool2d_with_indices`, which also returns the indices of the maxima."""
    _pool2d(op)
    require(
        shape_of(op.result) == shape_of(op.result_indices),
        "Pooled values and indices must have the same shape",
    )
    require(has_integers(op.result_indices), "Indices result must have integer element type")


def _global_pool(op: Any) -> None:
    """Check `ttir.global_avg_pool2d`: height and width become 1."""
    source, result = shape_of(op.input), shape_of(op.results[0])
    require(
        len(source) >= 2,
        "input tensor must have at least 2 dimensions for global average pooling over 2 spatial "
        "dimensions",
    )
    require(len(result) == len(source), "output tensor must have the same rank as input tensor")
    require(
        source[0] == result[0],
        "batch dimension must remain the same between input and output",
    )
    require(all(size == 1 for size in result[-3:-1]), "spatial dimensions must be reduced to 1")
    require(
        source[-1] == result[-1],
        "channel dimension must remain the same between input and output",
    )


def _ttnn_global_pool(op: Any) -> None:
    require(rank_of(op.input) == 4, "input tensor must be a 4D tensor")


def _ttnn_pool2d(op: Any) -> None:
    """Check `avg_pool2d`, `max_pool2d` and `max_pool2d_with_indices`: images are flattened, with
    channels last.
    """
    if op.kernel_size is None:
        return  # Until 2025-03-06, each side has a property. The conversion checks them.
    shape, kernel, padding = shape_of(op.input), integers(op.kernel_size), integers(op.padding)
    sizes = op.input_height, op.input_width, op.batch_size, op.channels
    height, width, batch, channels = map(number, sizes)
    require(
        len(padding) in (2, 4),
        f"Padding must have 2 or 4 elements. Received {len(padding)} elements.",
    )
    # Upstream assumes two sizes without checking.
    require(len(kernel) == 2, f"Kernel size must have 2 elements. Received {len(kernel)} elements.")
    sides = padding if len(padding) == 4 else padding * 2
    for i, (name, size) in enumerate((("height", height), ("width", width))):
        require(
            kernel[i] <= size + sides[i] + sides[i + 2],
            f"Kernel {name} {kernel[i]} is greater than input {name} {size}. This {op.name} "
            "configuration is invalid.",
        )
    text = listed(shape)
    require(
        len(shape) == 4,
        f"Input tensor rank must be 4. Received input with rank {len(shape)}. Shape: ({text}).",
    )
    require(
        shape[:2] == (1, 1),
        f"{op.name} input must be in the form (1, 1, N*H*W, C). Received shape ({text}).",
    )
    require(
        shape[2] == batch * height * width,
        f"{op.name} shape ({text}) at dim -2 must be equal to N*H*W. However the attributes given "
        f"are N={batch}, H={height}, W={width}. {batch}*{height}*{width} != {shape[2]}.",
    )
    require(
        shape[3] == channels,
        f"{op.name} shape ({text}) at dim -3 must be equal to C. However the attribute given is "
        f"C={channels}. {shape[3]} != {channels}",
    )


def _is_prepared(weight: SSAValue) -> bool:
    """Whether `weight` may be in the prepared layout that the kernel reads."""
    owner = getattr(weight.owner, "name", "")
    prepared = ("ttnn.prepare_conv2d_weights", "ttnn.prepare_conv_transpose2d_weights")
    return owner in (*prepared, "ttcore.load_cached") or shape_of(weight)[:2] == (1, 1)


def _require_two(name: str, values: Shape, counts: str = "two") -> None:
    allowed = (2,) if counts == "two" else (2, 4)
    require(
        len(values) in allowed,
        f"{name} attribute must have {counts} values, got: {len(values)}",
    )


def _ttnn_conv2d_window(op: Any) -> tuple[Shape, Shape, Shape, Shape]:
    """Return kernel size, stride, padding (top, bottom, left, right) and dilation."""
    kernel, stride, padding, dilation = (
        integers(each) for each in (op.kernel_size, op.stride, op.padding, op.dilation)
    )
    _require_two("Kernel size", kernel)
    _require_two("Stride", stride)
    positive = "attribute values must be greater than 0, got:"
    require(min(stride) >= 1, f"Stride {positive} ({listed(stride)})")
    _require_two("Padding", padding, "two or four")
    require(
        min(padding) >= 0,
        f"Padding attribute values must be greater than or equal to 0, got: ({listed(padding)})",
    )
    _require_two("Dilation", dilation)
    require(min(dilation) >= 1, f"Dilation {positive} ({listed(dilation)})")
    if len(padding) == 2:
        padding = (padding[0], padding[0], padding[1], padding[1])
    return kernel, stride, padding, dilation


def _require_raw_weight(op: Any, weight: Shape, kernel: Shape) -> None:
    outputs, inputs, groups = map(number, (op.out_channels, op.in_channels, op.groups))
    require(
        weight[0] == outputs,
        f"Expected output channels attribute ({outputs}) to match the output channels in the "
        f"weight tensor ({weight[0]}).",
    )
    require(
        weight[1] == inputs // groups,
        f"Expected input channels / groups attribute ({inputs}/{groups}) = {inputs // groups} to "
        f"match the number of input channels per group in the weight tensor ({weight[1]}).",
    )
    for i, name in enumerate(("height", "width")):
        require(
            weight[2 + i] == kernel[i],
            f"Expected kernel {name} attribute ({kernel[i]}) to match the kernel {name} in the "
            f"weight tensor ({weight[2 + i]}).",
        )


def _ttnn_conv2d(op: Any) -> None:
    """Check `ttnn.conv2d`: images are flattened, with channels last; the weight may be prepared."""
    result = op.results[0]
    for name, value in (
        ("Input", op.input),
        ("Weight", op.weight),
        ("Bias", op.bias),
        ("Output", result),
    ):
        _require_rank(name, value, 4)
    kernel, stride, (top, bottom, left, right), dilation = _ttnn_conv2d_window(op)
    batch, height, width = map(number, (op.batch_size, op.input_height, op.input_width))
    outputs, inputs = number(op.out_channels), number(op.in_channels)
    # Upstream divides by the number of groups without checking it.
    groups = number(op.groups)
    require(groups > 0, f"groups must be >= 1, got: {groups}")
    if not _is_prepared(op.weight):
        _require_raw_weight(op, shape_of(op.weight), kernel)
    source, count = shape_of(op.input), batch * height * width
    require(
        source[_FLATTENED] == count,
        f"The input tensor's flattened dimension ({source[_FLATTENED]}) does not match the "
        f"product of batch_size_attr * input_height_attr * input_width_attr ({batch} * {height} * "
        f"{width} = {count}).",
    )
    bias = None if op.bias is None else shape_of(op.bias)[3]
    weight = (outputs, inputs // groups, *kernel)
    _require_kernels(source[3], weight, bias, groups)
    _, _, wanted = _window_sizes(
        (height, width), kernel, stride, dilation, (top + bottom, left + right), "The e", "."
    )
    _require_flattened(shape_of(result)[_FLATTENED], batch, wanted, "The o", ".")
    _require_channels(shape_of(result)[3], outputs)


def _ttnn_conv1d(op: Any) -> None:
    """Check `ttnn.conv1d`: channels are the last dimension of sequences."""
    for name, value, rank, form in (
        ("input", op.input, 3, "(N, L_in, C)"),
        ("weight", op.weight, 3, "(O, C/G, K)"),
        ("bias", op.bias, 4, "(1, 1, 1, O)"),
        ("output", op.results[0], 4, "(1, 1, N * L_out, O)"),
    ):
        _require_rank(name, value, rank, f" {form}")
    require(
        len(integers(op.padding)) == 2,
        "padding attribute must have exactly 2 elements ([pL, pR])",
    )
    groups = number(op.groups)
    require(groups > 0, "groups must be a positive integer")
    for name in ("in_channels", "out_channels"):
        require(number(getattr(op, name)) % groups == 0, f"{name} must be divisible by groups")


def _ttnn_conv3d_window(op: Any) -> tuple[Shape, Shape, Shape]:
    kernel, stride, padding = (integers(each) for each in (op.kernel_size, op.stride, op.padding))
    for name, values, least, words in (
        ("kernel_size", kernel, 1, ">= 1"),
        ("stride", stride, 1, "> 0"),
        ("padding", padding, 0, ">= 0"),
    ):
        require(len(values) == 3, f"{name} must have 3 values, got: {len(values)}")
        require(min(values) >= least, f"{name} values must be {words}, got: ({listed(values)})")
    mode, groups = op.padding_mode.data, number(op.groups)
    require(
        mode in ("zeros", "replicate"),
        f"padding_mode must be 'zeros' or 'replicate', got: {mode}",
    )
    require(groups >= 1, f"groups must be >= 1, got: {groups}")
    return kernel, stride, padding


def _require_volume_weight(op: Any, kernel: Shape) -> int:
    """Check the weight of a 3-D convolution, and return its number of output channels."""
    inputs, outputs, groups = map(number, (op.in_channels, op.out_channels, op.groups))
    weight = shape_of(op.weight)
    if len(weight) == 5:
        outputs = weight[0]
    for name, count in (("in_channels", inputs), ("out_channels", outputs)):
        require(count % groups == 0, f"{name} ({count}) must be divisible by groups ({groups})")
    if len(weight) == 2:
        wanted = inputs // groups * kernel[0] * kernel[1] * kernel[2]
        require(
            weight[0] == wanted,
            f"weight flattened dimension ({weight[0]}) must equal kD*kH*kW*C_in/groups ({wanted})",
        )
    else:
        require(
            weight[2:] == kernel,
            f"weight kernel dimensions ({listed(weight[2:])}) must match kernel_size "
            f"({listed(kernel)})",
        )
    return outputs


def _ttnn_conv3d(op: Any) -> None:
    """Check `ttnn.conv3d`: channels are last, and the weight may be a prepared matrix."""
    _require_rank("input", op.input, 5, " [N, D, H, W, C]")
    require(
        rank_of(op.weight) in (2, 5),
        "weight must be either a 5D tensor [O, C/G, kD, kH, kW] (raw) or a 2D tensor "
        "[kD*kH*kW*C/G, O] (prepared)",
    )
    _require_rank("bias", op.bias, 2, " [1, O]")
    _require_rank("result", op.results[0], 5, " [N, D_out, H_out, W_out, O]")
    kernel, stride, padding = _ttnn_conv3d_window(op)
    outputs = _require_volume_weight(op, kernel)
    if op.bias is not None:
        first, channels = shape_of(op.bias)
        require(
            channels == outputs,
            f"bias output channels ({channels}) must match weight output channels ({outputs})",
        )
        require(first == 1, f"bias first dimension must be 1, got {first}")
    kernel = dilated(op, kernel)
    found, batch = shape_of(op.results[0]), number(op.batch_size)
    require(
        found[0] == batch,
        f"output batch size ({found[0]}) must match input batch size ({batch})",
    )
    for i, name in enumerate(("depth", "height", "width")):
        size = number(getattr(op, f"input_{name}"))
        count = (size + 2 * padding[i] - kernel[i]) // stride[i] + 1
        require(
            found[1 + i] == count,
            f"output {name} ({found[1 + i]}) does not match calculated {name} ({count})",
        )
    require(
        found[4] == outputs,
        f"output channels ({found[4]}) must match weight output channels ({outputs})",
    )


def _require_channels_attribute(
    name: str, count: int, place: str, found: int, expected: int
) -> None:
    require(
        found == expected,
        f"Expected {name} channels attribute ({count}) to match the {place} ({found})",
    )


def _prepare_weights(op: Any) -> None:
    """Check the ops that prepare weights: the weight must match the attributes."""
    _require_rank("Weight", op.weight_tensor, 4)
    transposed = op.name == "ttnn.prepare_conv_transpose2d_weights"
    order = "IOHW" if transposed else "OIHW"
    require(
        op.weights_format.data == order, f"Only `{order}` weights format is currently supported"
    )
    outputs, inputs, groups = map(number, (op.out_channels, op.in_channels, op.groups))
    require(groups > 0, f"groups must be >= 1, got: {groups}")
    whole, parted = (
        (("input", inputs), ("output", outputs))
        if transposed
        else (("output", outputs), ("input", inputs))
    )
    weight = shape_of(op.weight_tensor)
    _require_channels_attribute(*whole, "first dimension of the weight tensor", weight[0], whole[1])
    per_group = f"number of {parted[0]} channels per group"
    require(
        weight[1] == parted[1] // groups,
        f"Expected {parted[0]} channels attribute ({parted[1]}) to match the {per_group} "
        f"({weight[1] // groups})",
    )
    kernel = integers(op.kernel_size)
    _require_pair("kernel size", kernel)
    for i, (name, dim) in enumerate((("height", "third"), ("width", "fourth"))):
        require(
            weight[2 + i] == kernel[i],
            f"Expected kernel {name} attribute ({kernel[i]}) to match the {dim} dimension of the "
            f"weight tensor ({weight[2 + i]})",
        )
    _require_pair("stride", integers(op.stride))
    _require_pair("dilation", integers(op.dilation))
    require(len(integers(op.padding)) in (2, 4), "Expected padding attribute to be a 2D tensor")


def _require_pair(name: str, values: Shape) -> None:
    require(len(values) == 2, f"Expected {name} attribute to be a 2D tensor")


def _prepare_bias(op: Any) -> None:
    """Check the ops that prepare a bias: the bias must match the attributes."""
    name = "Bias" if op.name == "ttnn.prepare_conv_transpose2d_bias" else "Weight"
    _require_rank(name, op.bias_tensor, 4)
    outputs, found = number(op.out_channels), shape_of(op.bias_tensor)[3]
    _require_channels_attribute(
        "output", outputs, "number of output channels in the bias tensor", found, outputs
    )
    _require_two("Kernel size", integers(op.kernel_size))
    _require_two("Stride", integers(op.stride))
    _require_two("Padding", integers(op.padding), "two or four")
    _require_two("Dilation", integers(op.dilation))


def _prepare_volume_weights(op: Any) -> None:
    """Check `ttnn.prepare_conv3d_weights`: a weight becomes a matrix of channel blocks."""
    _require_rank("Weight", op.weight_tensor, 5)
    _require_rank("Result", op.results[0], 2)
    groups, block, alignment = map(number, (op.groups, op.c_in_block, op.alignment))
    require(groups > 0, "Groups must be positive")
    require(block >= 0, "C_in_block must be non-negative")
    require(alignment > 0, "Alignment must be positive")
    outputs, inputs, *kernel = shape_of(op.weight_tensor)
    aligned = -(-inputs * groups // alignment) * alignment
    block = block or aligned
    require(
        aligned % block == 0,
        f"C_in_block ({block}) must divide aligned input channels ({aligned})",
    )
    rows, columns = shape_of(op.results[0])
    wanted = aligned * kernel[0] * kernel[1] * kernel[2]
    require(
        rows == wanted,
        f"Expected result first dimension ({rows}) to match prepared conv3d weight flattened "
        f"dimension ({wanted})",
    )
    require(
        columns == outputs,
        f"Expected result second dimension ({columns}) to match output channels ({outputs})",
    )


WINDOWS: Mapping[str, Verifier] = {
    "ttir.avg_pool2d": _pool2d,
    "ttir.conv1d": _conv1d,
    "ttir.conv2d": _conv2d,
    "ttir.conv3d": _conv3d,
    "ttir.conv_transpose2d": _conv_transpose2d,
    "ttir.global_avg_pool2d": _global_pool,
    "ttir.max_pool2d": _pool2d,
    "ttir.max_pool2d_with_indices": _pool2d_with_indices,
    "ttnn.avg_pool2d": _ttnn_pool2d,
    "ttnn.conv1d": _ttnn_conv1d,
    "ttnn.conv3d": _ttnn_conv3d,
    "ttnn.global_avg_pool2d": _ttnn_global_pool,
    "ttnn.max_pool2d": _ttnn_pool2d,
    "ttnn.max_pool2d_with_indices": _ttnn_pool2d,
    "ttnn.prepare_conv2d_bias": _prepare_bias,
    "ttnn.prepare_conv2d_weights": _prepare_weights,
    "ttnn.prepare_conv3d_weights": _prepare_volume_weights,
    "ttnn.prepare_conv_transpose2d_bias": _prepare_bias,
    "ttnn.prepare_conv_transpose2d_weights": _prepare_weights,
}
"""Maps operation names to verifiers."""

WEIGHTED_WINDOWS: Mapping[str, Verifier] = {
    "ttnn.conv2d": _ttnn_conv2d,
    "ttnn.conv_transpose2d": _ttnn_conv_transpose2d,
}
"""Maps operation names to verifiers that read the op which defines the weight (`_is_prepared`)."""
