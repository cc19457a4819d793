"""Rules for result shapes and element types that follow from operands and attributes.

A rule is a function whose parameters name fields of the op. An operand is given as its shape, a
variadic one as a tuple of shapes, an absent optional one as None. An attribute is given as
converted by `plain`. The rule returns the result's shape or a list of shapes. Rules need not check
what the op's verifier rejects: they may raise IndexError, ValueError or ZeroDivisionError, and the
verifier reports the error. The shape functions of verifiers are in `dialects.shape_rules`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import broadcast_all
from ttmlir_py.dialects.shape_rules.creation import arange_length
from ttmlir_py.dialects.shape_rules.data_movement import (
    completed_shape,
    interleaved_shape,
    joined_shape,
    padded_shape,
    permuted_shape,
    repeated_shape,
    selected_size,
    sliced_size,
    squeezed_shape,
    transposed_shape,
)
from ttmlir_py.dialects.shape_rules.images import flattened, windowed_size
from ttmlir_py.dialects.shape_rules.matmul import matmul_shape
from ttmlir_py.dialects.shape_rules.reduction import reduced_shape
from ttmlir_py.dialects.shape_rules.windows import Window, transposed_output_size, upsampled_shape
from ttmlir_py.dialects.tensor_types import Shape
from ttmlir_py.dialects.tt.enums import MeshShardDirection, MeshShardType
from ttmlir_py.dialects.ttir.convolution import convolution_shape
from ttmlir_py.dialects.ttir.pooling import pooling_shapes

Rule = Callable[..., Shape | list[Shape]]


def elementwise(inputs: Sequence[Shape]) -> Shape:
    """The shape that all operands broadcast to."""
    shape = broadcast_all(inputs)
    if shape is None:
        raise VerifyException("Operands are not broadcast compatible")
    return shape


def _same(input: Shape) -> Shape:
    """The shape of `input`."""
    return input


def _matmul(a: Shape, b: Shape) -> Shape:
    """The shape of the matrix product `a @ b`, which is (1) for two vectors."""
    return matmul_shape(a, b, None) or (1,)


def _linear(a: Shape, b: Shape, bias: Shape | None) -> Shape:
    """The shape of `a @ b + bias`, which is (1) if `a` and `b` are vectors and `bias` is
    omitted.
    """
    return matmul_shape(a, b, bias) or (1,)


def _dot_general(
    lhs: Shape,
    rhs: Shape,
    batch_dims_lhs: Sequence[int],
    contract_dims_lhs: Sequence[int],
    batch_dims_rhs: Sequence[int],
    contract_dims_rhs: Sequence[int],
) -> Shape:
    """The batch sizes, then the sizes of `lhs` that are not contracted, then those of `rhs`."""
    rest = (
        shape[i]
        for shape, used in (
            (lhs, {*batch_dims_lhs, *contract_dims_lhs}),
            (rhs, {*batch_dims_rhs, *contract_dims_rhs}),
        )
        for i in range(len(shape))
        if i not in used
    )
    return (*(lhs[i] for i in batch_dims_lhs), *rest)


def _reduction(input: Shape, dim_arg: Sequence[int] | None, keep_dim: bool) -> Shape:
    """The shape of `input` without the dimensions in `dim_arg`, or with `keep_dim` with size 1 for
    each.

    Without `dim_arg`, all dimensions are reduced. The result has at least one dimension.
    """
    return reduced_shape(input, dim_arg, keep_dim=keep_dim)


def _ttnn_prod(input: Shape, all_dimensions: bool, keep_dim: bool, dim_arg: int) -> Shape:
    """The shape of `input` without dimension `dim_arg`, or without any dimension if
    `all_dimensions`.

    With `keep_dim`, reduced dimensions have size 1.
    """
    return reduced_shape(input, None if all_dimensions else [dim_arg], keep_dim=keep_dim)


def _transpose(input: Shape, dim0: int, dim1: int) -> Shape:
    """The shape of `input` with the sizes of dimensions `dim0` and `dim1` swapped."""
    return transposed_shape(input, dim0, dim1)


def _permute(input: Shape, permutation: tuple[int, ...]) -> Shape:
    """The sizes of `input` in the order of `permutation`: size `i` is that of dimension
    `permutation[i]`.
    """
    return permuted_shape(input, permutation)


def _concat(inputs: Sequence[Shape], dim: int) -> Shape:
    """The shape of the first input, but with the sum of all inputs' sizes in dimension `dim`."""
    return joined_shape(inputs, dim)


def _reshape(input: Shape, shape: tuple[int, ...]) -> Shape:
    """The given `shape`; a size of -1 is replaced by the size that keeps the number of elements."""
    return completed_shape(input, shape)


def _repeat(input: Shape, repeat_dimensions: tuple[int, ...]) -> Shape:
    """Each size of `input` times its factor in `repeat_dimensions`."""
    return repeated_shape(input, repeat_dimensions)


def _ttnn_repeat(input: Shape, repeat_dims: tuple[int, ...]) -> Shape:
    """Each size of `input` times its factor in `repeat_dims`."""
    return repeated_shape(input, repeat_dims)


def _broadcast(input: Shape, broadcast_dimensions: tuple[int, ...]) -> Shape:
    """Each size of `input` times its factor in `broadcast_dimensions`."""
    return repeated_shape(input, broadcast_dimensions)


def _repeat_interleave(input: Shape, repeats: int, dim: int) -> Shape:
    """The shape of `input` with the size of dimension `dim` multiplied by `repeats`."""
    return interleaved_shape(input, repeats, dim)


def _pad(input: Shape, padding: tuple[int, ...]) -> Shape:
    """Each size of `input` plus its low and high padding."""
    return padded_shape(input, padding)


def _slice(input: Shape, begins: Sequence[int], ends: Sequence[int], step: Sequence[int]) -> Shape:
    """The number of elements in each dimension from `begins` to `ends` (exclusive) at distance
    `step`.
    """
    bounds = zip(input, begins, ends, step, strict=True)
    return tuple(sliced_size(*each) for each in bounds)


def _index(input: Shape, dim: int, begin: int, end: int, step: int) -> Shape:
    """The shape of `input` with the number of elements from `begin` to `end` by `step` in dimension
    `dim`.
    """
    return _with_size(input, dim, sliced_size(input[dim], begin, end, step))


def _select(input: Shape, dim: int, begin: int, length: int, stride: int) -> Shape:
    """The shape of `input` with the number of selected elements in dimension `dim`."""
    size = input[dim]
    return _with_size(input, dim, selected_size(size, begin, length, stride or size))


def _with_size(shape: Shape, dim: int, size: int) -> Shape:
    sizes = list(shape)
    sizes[dim] = size
    return tuple(sizes)


def _squeeze(input: Shape, dim: int) -> Shape:
    """The shape of `input` without dimension `dim`, which has size 1."""
    return squeezed_shape(input, dim + len(input) if dim < 0 else dim)


def _unsqueeze(input: Shape, dim: int) -> Shape:
    """The shape of `input` with a new dimension of size 1 at index `dim`."""
    place = dim + len(input) + 1 if dim < 0 else dim
    return (*input[:place], 1, *input[place:])


def _gather(
    start_indices: Shape,
    offset_dims: Sequence[int],
    collapsed_slice_dims: Sequence[int],
    operand_batching_dims: Sequence[int],
    index_vector_dim: int,
    slice_sizes: Sequence[int],
) -> Shape:
    """The slice sizes at `offset_dims`, and the sizes of the index dimensions elsewhere
    (StableHLO's rule).
    """
    left_out = {*collapsed_slice_dims, *operand_batching_dims}
    offsets = [size for i, size in enumerate(slice_sizes) if i not in left_out]
    batches = [size for i, size in enumerate(start_indices) if i != index_vector_dim]
    if len(offsets) != len(offset_dims):
        raise VerifyException("slice_sizes has not one size left for each of offset_dims")
    rank = len(offsets) + len(batches)
    return tuple((offsets if i in offset_dims else batches).pop(0) for i in range(rank))


def _embedding(input: Shape, weight: Shape) -> Shape:
    """The shape of the indices `input`, followed by the row length of `weight`."""
    return (*input, weight[1])


def _embedding_backward(weight: Shape) -> Shape:
    """The shape of the weight."""
    return weight


def _conv2d(
    input: Shape,
    weight: Shape,
    stride_height: int,
    stride_width: int,
    dilation_height: int,
    dilation_width: int,
    padding_left: int,
    padding_right: int,
    padding_top: int,
    padding_bottom: int,
) -> Shape:
    """NHWC: the batch size, the window counts in height and width, and the number of kernels in
    `weight`.
    """
    *batch, height, width, _ = input
    size = windowed_size(
        (height, width),
        weight[2:],
        Window(
            (stride_height, stride_width),
            (dilation_height, dilation_width),
            (padding_top, padding_bottom, padding_left, padding_right),
        ),
    )
    return (*batch, *size, weight[0])


def _ttnn_conv2d(
    out_channels: int,
    batch_size: int,
    input_height: int,
    input_width: int,
    kernel_height: int,
    kernel_width: int,
    stride_height: int,
    stride_width: int,
    padding_height: int,
    padding_width: int,
    dilation_height: int,
    dilation_width: int,
) -> Shape:
    """(1, 1, N * H * W, C), where H and W are the window counts and C is `out_channels`."""
    size = windowed_size(
        (input_height, input_width),
        (kernel_height, kernel_width),
        Window(
            (stride_height, stride_width),
            (dilation_height, dilation_width),
            (padding_height, padding_height, padding_width, padding_width),
        ),
    )
    return flattened((batch_size, *size, out_channels))


def _pair(value: int | tuple[int, ...]) -> tuple[int, int]:
    first, second = (value, value) if isinstance(value, int) else value
    return first, second


def _conv_transpose2d(
    input: Shape,
    weight: Shape,
    stride: int | tuple[int, ...],
    padding: int | tuple[int, ...],
    output_padding: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    groups: int,
) -> Shape:
    """NHWC: the batch size, the output height and width by PyTorch's rule, and the output
    channels.
    """
    sides = (padding,) * 4 if isinstance(padding, int) else padding * (4 // len(padding))
    top, left, bottom, right = sides
    window = Window(_pair(stride), _pair(dilation), (top, bottom, left, right))
    size = transposed_output_size(input, weight, window, _pair(output_padding))
    return (input[0], *size, weight[1] * groups)


def _max_pool2d(
    input: Shape,
    kernel_height: int,
    kernel_width: int,
    stride_height: int,
    stride_width: int,
    dilation_height: int,
    dilation_width: int,
    ceil_mode: bool,
    padding_left: int,
    padding_right: int,
    padding_top: int,
    padding_bottom: int,
) -> Shape:
    """NHWC: the batch size, the window counts in height and width, and the number of channels."""
    batch, height, width, channels = input
    size = windowed_size(
        (height, width),
        (kernel_height, kernel_width),
        Window(
            (stride_height, stride_width),
            (dilation_height, dilation_width),
            (padding_top, padding_bottom, padding_left, padding_right),
        ),
        ceil_mode=ceil_mode,
    )
    return (batch, *size, channels)


def _ttnn_max_pool2d(
    batch_size: int,
    input_height: int,
    input_width: int,
    channels: int,
    kernel_height: int,
    kernel_width: int,
    stride_height: int,
    stride_width: int,
    dilation_height: int,
    dilation_width: int,
    ceil_mode: bool,
    padding_height: int,
    padding_width: int,
) -> Shape:
    """(1, 1, N * H * W, C), where N is `batch_size`, H and W are the window counts, and C is
    `channels`.
    """
    pooled = _max_pool2d(
        (batch_size, input_height, input_width, channels),
        *(kernel_height, kernel_width, stride_height, stride_width),
        *(dilation_height, dilation_width),
        ceil_mode=ceil_mode,
        padding_left=padding_width,
        padding_right=padding_width,
        padding_top=padding_height,
        padding_bottom=padding_height,
    )
    return flattened(pooled)


def _upsample(input: Shape, scale_factor: int | tuple[int, ...]) -> Shape:
    """The NHWC shape of `input` with height and width multiplied by `scale_factor`."""
    return upsampled_shape(input, *_pair(scale_factor))


def _first(inputs: Sequence[Shape]) -> Shape:
    """The shape of the first input."""
    return inputs[0]


def _mesh_shard(
    input: Shape,
    shard_type: MeshShardType,
    shard_direction: MeshShardDirection,
    shard_shape: Sequence[int],
) -> Shape:
    """The sizes of `input`, divided by `shard_shape` to shard, or multiplied to gather shards.

    Other shard types than `devices` keep the shape of `input`.
    """
    if shard_type is not MeshShardType.Devices:
        return input
    pairs = list(zip(input, shard_shape, strict=True))
    if shard_direction is MeshShardDirection.ShardToFull:
        return tuple(size * count for size, count in pairs)
    if any(size % count for size, count in pairs):
        raise VerifyException(f"shards {tuple(shard_shape)} do not divide a tensor of {input}")
    return tuple(size // count for size, count in pairs)


def _creation(shape: tuple[int, ...]) -> Shape:
    """The given `shape`."""
    return shape


def _elements(value: Any) -> Shape:
    """The shape of the constant `value`."""
    return value.get_shape()


def _arange(start: int, end: int, step: int, arange_dimension: int) -> Shape:
    """One dimension: the number of elements from `start` to `end` (exclusive) at distance
    `step`.
    """
    if arange_dimension != 0:
        raise VerifyException(
            "sizes of other dimensions than `arange_dimension` are unknown: pass result_type="
        )
    return (arange_length(start, end, step),)


def _ttnn_arange(start: int, end: int, step: int) -> Shape:
    """(1, 1, 1, N), where N is the number of elements from `start` to `end` (exclusive) by
    `step`.
    """
    return (1, 1, 1, arange_length(start, end, step))


def _one_number() -> Shape:
    """(1): a single number."""
    return (1,)


RULES: dict[str, Rule] = {
    "all_reduce": _same,
    "arange": _arange,
    "broadcast": _broadcast,
    "clamp": _same,
    "concat": _concat,
    "constant": _elements,
    "conv2d": _conv2d,
    "conv_transpose2d": _conv_transpose2d,
    "convolution": convolution_shape,
    "cumsum": _same,
    "dot_general": _dot_general,
    "embedding": _embedding,
    "embedding_backward": _embedding_backward,
    "embedding_bw": _embedding_backward,
    "empty": _creation,
    "fill": _elements,
    "from_device": _same,
    "gather": _gather,
    "get_dimension_size": _one_number,
    "index": _index,
    "linear": _linear,
    "matmul": _matmul,
    "max": _reduction,
    "max_pool2d": _max_pool2d,
    "mean": _reduction,
    "mesh_shard": _mesh_shard,
    "min": _reduction,
    "moreh_cumsum": _same,
    "ones": _creation,
    "pad": _pad,
    "permute": _permute,
    "pooling": pooling_shapes,
    "prod": _reduction,
    "reduce_and": _reduction,
    "repeat": _repeat,
    "repeat_interleave": _repeat_interleave,
    "reshape": _reshape,
    "reverse": _same,
    "scatter": _same,
    "select": _select,
    "slice": _slice,
    "softmax": _same,
    "squeeze": _squeeze,
    "sum": _reduction,
    "to_device": _same,
    "to_dtype": _same,
    "to_layout": _same,
    "to_memory_config": _same,
    "transpose": _transpose,
    "ttir.all_reduce": _first,
    "ttnn.arange": _ttnn_arange,
    "ttnn.clamp": _first,
    "ttnn.conv2d": _ttnn_conv2d,
    "ttnn.max_pool2d": _ttnn_max_pool2d,
    "ttnn.prod": _ttnn_prod,
    "ttnn.repeat": _ttnn_repeat,
    "ttnn.typecast": _same,
    "unsqueeze": _unsqueeze,
    "upsample": _upsample,
    "upsample2d": _upsample,
    "zeros": _creation,
}
"""Maps op names to shape rules, without the dialect prefix if both dialects share a rule.

Element-wise ops are not listed: they use `elementwise`.
"""

WITHOUT_RULE: dict[str, str] = {
    "ttir.all_gather": "how many devices there are is not an attribute",
    "ttir.alloc": "no attribute holds the shape or the layout",
    "ttir.generic": "the results have the types of `outputs`, which must be given",
    "ttir.kernel": "the results have the types of `outputs`, which must be given",
    "ttnn.all_gather": "how many devices there are is not an attribute",
    "ttnn.alloc": "no attribute holds the shape or the layout",
    "ttnn.conv_transpose2d": "the library flattens the image, the verifier allows either form",
    "ttnn.full": "no attribute holds the shape",
    "ttnn.get_device": "the type describes the system, which no attribute does",
    "ttnn.reduce_scatter": "how many devices there are is not an attribute",
}
"""Maps each op whose result types cannot be inferred to the reason.

The caller passes the types or the destination.
"""

ELEMENT_TYPES: dict[str, Attribute | str | None] = {
    "embedding": "weight",
    "embedding_backward": "in_gradient",
    "embedding_bw": "in_gradient",
    "get_dimension_size": i32,
    "ttir.typecast": None,
    "where": "second",
}
"""Maps an op name to its result's element type, or to the operand with the same element type.

Ops that are not listed have the element type of their first tensor. None means that the caller must
pass `dtype=`.
"""


def entry_of(table: dict[str, Any], name: str, default: Any = None) -> Any:
    """Return the entry of `table` for the op `name`, or for the name without dialect, else
    `default`.
    """
    return table.get(name, table.get(name.partition(".")[2], default))
