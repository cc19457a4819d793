"""API functions that are not element-wise: data movement, products, reductions, images, tables.

Results have the format of the first operand, and those of `embedding` the format of the table,
unless a format or an output tensor is given.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from ttmlir_py.runtime.kernels import KERNELS
from ttmlir_py.ttnn.core import from_buffer, to_layout
from ttmlir_py.ttnn.numbers import only_one_activation, with_activations
from ttmlir_py.ttnn.tensor import Operand, Tensor, TtnnError, compute, require_kind, require_tensor
from ttmlir_py.ttnn.types import Conv2dConfig, DataType, Device, Layout, MemoryConfig

Attributes = dict[str, Any]


def _run(
    name: str, op_type: str, operands: Sequence[Operand], attributes: Attributes, **placement: Any
) -> Tensor:
    """Run the kernel of the FlatBuffer operation type `op_type`. `placement` is passed to
    `compute`.
    """
    kernel = KERNELS[op_type]
    placement.setdefault("like", operands[0])
    return compute(name, kernel, operands, attributes, **placement)


# ---- data movement ------------------------------------------------------------------------------


def reshape(
    input_tensor: Tensor, shape: Sequence[int], *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Return the tensor with another shape. One size may be -1, and is then inferred."""
    chosen = {"shape": tuple(shape)}
    return _run("reshape", "ReshapeOp", (input_tensor,), chosen, memory_config=memory_config)


def transpose(
    input_tensor: Tensor, dim1: int, dim2: int, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Return the tensor with the dimensions `dim1` and `dim2` exchanged."""
    chosen = {"dim0": dim1, "dim1": dim2}
    return _run("transpose", "TransposeOp", (input_tensor,), chosen, memory_config=memory_config)


def permute(
    input_tensor: Tensor,
    dims: Sequence[int],
    *,
    memory_config: MemoryConfig | None = None,
    pad_value: float | None = 0.0,
) -> Tensor:
    """Return the tensor with permuted dimensions: result dimension i is operand dimension
    `dims[i]`.

    `pad_value` has no effect, because the simulator does not store padding.
    """
    order = {"permutation": tuple(dims)}
    return _run("permute", "PermuteOp", (input_tensor,), order, memory_config=memory_config)


def concat(
    tensors: Sequence[Tensor], dim: int = 0, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Concatenate tensors along the dimension `dim`."""
    if not tensors:
        raise TtnnError("ttnn.concat: needs at least one operand")
    first = tensors[0]
    return _run(
        "concat", "ConcatOp", (tensors,), {"dim": dim}, like=first, memory_config=memory_config
    )


def slice(
    input_tensor: Tensor,
    starts: Sequence[int],
    ends: Sequence[int],
    steps: Sequence[int] | None = None,
    *,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the elements from `starts` up to and excluding `ends` in each dimension.

    The default of `steps` is 1.
    """
    every = (1,) * len(starts) if steps is None else tuple(steps)
    bounds = {"begins": tuple(starts), "ends": tuple(ends), "steps": every}
    return _run("slice", "SliceOp", (input_tensor,), bounds, memory_config=memory_config)


def repeat(
    input_tensor: Tensor, repeat_dims: Sequence[int], *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Repeat the whole tensor `repeat_dims[i]` times along each dimension i."""
    chosen = {"repeats": tuple(repeat_dims)}
    return _run("repeat", "RepeatOp", (input_tensor,), chosen, memory_config=memory_config)


def repeat_interleave(
    input_tensor: Tensor, repeats: int, dim: int, *, memory_config: MemoryConfig | None = None
) -> Tensor:
    """Repeat each slice along the dimension `dim` `repeats` times."""
    chosen, operands = {"repeats": repeats, "dim": dim}, (input_tensor,)
    return _run(
        "repeat_interleave", "RepeatInterleaveOp", operands, chosen, memory_config=memory_config
    )


def pad(
    input_tensor: Tensor,
    padding: Sequence[int] | Sequence[Sequence[int]],
    value: float,
    *,
    use_multicore: bool = True,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Surround the tensor with elements `value`. `padding` holds (low, high) for each dimension."""
    pairs = [(each,) if isinstance(each, int) else each for each in padding]
    amounts = tuple(amount for pair in pairs for amount in pair)
    chosen = {"padding": amounts, "value": value}
    return _run("pad", "PadOp", (input_tensor,), chosen, memory_config=memory_config)


# ---- products -----------------------------------------------------------------------------------


def _plain(**configurations: object) -> None:
    """Raise TtnnError for configuration arguments other than None, because configurations are not
    simulated.
    """
    for name, value in configurations.items():
        if value is not None:
            raise TtnnError(f"ttnn: a function with {name} is not simulated")


def _sides(function: str, padding: Sequence[int]) -> tuple[int, ...]:
    """Return the padding of height and width, given as two numbers or as (top, bottom, left,
    right).

    Raises TtnnError if opposite sides differ.
    """
    if len(padding) != 4:
        return tuple(padding)
    top, bottom, left, right = padding
    if (top, left) != (bottom, right):
        raise TtnnError(f"ttnn.{function}: padding that differs on opposite sides is not simulated")
    return top, left


def _transposed(operand: Tensor, wanted: bool) -> Tensor:
    return transpose(operand, -2, -1) if wanted else operand


def _product(
    name: str, op_type: str, operands: Sequence[Operand], activation: object, **placement: Any
) -> Tensor:
    """Run the kernel of a product, with an activation before its result is rounded."""
    kernel = with_activations(KERNELS[op_type], activation)
    return compute(name, kernel, operands, {}, like=operands[0], **placement)


def matmul(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
    program_config: object = None,
    activation: object = None,
    compute_kernel_config: object = None,
    core_grid: object = None,
    output_tile: object = None,
    optional_output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the matrix product over the last two dimensions. Batch dimensions are broadcast.

    An activation, which `program_config` may also give, is applied before the result is rounded.
    Other parts of configurations do not change the result.
    """
    operands = _factors("matmul", input_tensor_a, input_tensor_b, transpose_a, transpose_b)
    place = {"dtype": dtype, "memory_config": memory_config, "output": optional_output_tensor}
    last = only_one_activation(activation, program_config)
    return _product("matmul", "MatmulOp", operands, last, **place)


def linear(
    input_tensor_a: Tensor,
    input_tensor_b: Tensor,
    *,
    bias: Tensor | None = None,
    transpose_a: bool = False,
    transpose_b: bool = False,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
    program_config: object = None,
    activation: object = None,
    compute_kernel_config: object = None,
    core_grid: object = None,
    output_tile: object = None,
    optional_output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the matrix product plus a bias, rounded once. Other arguments are those of
    `matmul`.
    """
    operands = _factors("linear", input_tensor_a, input_tensor_b, transpose_a, transpose_b)
    place = {"dtype": dtype, "memory_config": memory_config, "output": optional_output_tensor}
    last = only_one_activation(activation, program_config)
    return _product("linear", "LinearOp", (*operands, bias), last, **place)


def _factors(
    name: str, a: Tensor, b: Tensor, transpose_a: bool, transpose_b: bool
) -> tuple[Tensor, Tensor]:
    require_tensor(name, a)
    require_tensor(name, b)
    return _transposed(a, transpose_a), _transposed(b, transpose_b)


# ---- reductions ---------------------------------------------------------------------------------


def _reduction(name: str, case: str) -> Callable[..., Tensor]:
    def function(
        input_tensor: Tensor,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        memory_config: MemoryConfig | None = None,
        compute_kernel_config: object = None,
    ) -> Tensor:
        dims = (dim,) if isinstance(dim, int) else dim
        chosen = {"op": case, "dims": dims, "keep_dim": keepdim}
        return _run(name, "ReductionOp", (input_tensor,), chosen, memory_config=memory_config)

    return function


sum = _reduction("sum", "Sum")
mean = _reduction("mean", "Mean")
max = _reduction("max", "Max")
min = _reduction("min", "Min")


def prod(
    input_tensor: Tensor,
    all_dimensions: bool | int | None = False,
    dim: int = 0,
    keepdim: bool = False,
    *,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the product of the elements along one dimension, or of all elements.

    The signature is `prod(x, all_dimensions, dim, keepdim)`, or that of 2026,
    `prod(x, dim, keepdim)`, where `dim` None means all dimensions.
    """
    if not isinstance(all_dimensions, bool):
        keepdim = bool(dim)
        all_dimensions, dim = all_dimensions is None, all_dimensions or 0
    chosen = {"all_dimensions": all_dimensions, "dim": dim, "keep_dim": keepdim}
    return _run("prod", "ReductionProdOp", (input_tensor,), chosen, memory_config=memory_config)


def cumsum(
    input_tensor: Tensor,
    dim: int,
    *,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the cumulative sum along the dimension `dim`."""
    place = {"dtype": dtype, "memory_config": memory_config}
    return _run("cumsum", "MorehCumSumOp", (input_tensor,), {"dim": dim}, **place)


def moreh_cumsum(
    input_tensor: Tensor,
    dim: int,
    *,
    output: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the cumulative sum along the dimension `dim`."""
    place = {"memory_config": memory_config, "output": output}
    return _run("moreh_cumsum", "MorehCumSumOp", (input_tensor,), {"dim": dim}, **place)


def softmax(
    input_tensor: Tensor,
    dim: int = -1,
    *,
    memory_config: MemoryConfig | None = None,
    compute_kernel_config: object = None,
    numeric_stable: bool = True,
) -> Tensor:
    """Return exp(x - max) / sum(exp(x - max)) along the dimension `dim`."""
    return _run("softmax", "SoftmaxOp", (input_tensor,), {"dim": dim}, memory_config=memory_config)


# ---- images: N x H x W x C, or flattened to 1 x 1 x N*H*W x C -----------------------------------


def _format(config: Conv2dConfig | None) -> DataType | None:
    require_kind("conv2d", "conv_config", config, Conv2dConfig)
    return config.dtype if config else None


def _convolved_size(window: Mapping[str, Any]) -> list[int]:
    """Return the height and the width of the result of a convolution."""
    parts = ("kernel", "stride", "padding", "dilation")
    sizes = zip(window["image"][1:3], *(window[each] for each in parts), strict=True)
    return [
        (size + 2 * around - apart * (length - 1) - 1) // step + 1
        for size, length, step, around, apart in sizes
    ]


def conv2d(
    *,
    input_tensor: Tensor,
    weight_tensor: Tensor,
    device: Device | None = None,
    in_channels: int,
    out_channels: int,
    batch_size: int,
    input_height: int,
    input_width: int,
    kernel_size: Sequence[int],
    stride: Sequence[int] = (1, 1),
    padding: Sequence[int] = (0, 0),
    dilation: Sequence[int] = (1, 1),
    groups: int = 1,
    bias_tensor: Tensor | None = None,
    conv_config: Conv2dConfig | None = None,
    dtype: DataType | None = None,
    compute_config: None = None,
    slice_config: None = None,
    memory_config: MemoryConfig | None = None,
    return_output_dim: bool = False,
    return_weights_and_bias: bool = False,
) -> Any:
    """Return the convolution of an image with a kernel, plus a bias per channel.

    The result has the flattened shape 1 x 1 x N*H*W x C. The last two flags ask for a tuple: the
    result, then its height and width, and the weights and the bias.
    """
    attributes: dict[str, Any] = {
        "image": (batch_size, input_height, input_width, in_channels),
        "out_channels": out_channels,
        "kernel": tuple(kernel_size),
        "stride": tuple(stride),
        "padding": _sides("conv2d", padding),
        "dilation": tuple(dilation),
        "groups": groups or 1,
    }
    _plain(compute_config=compute_config, slice_config=slice_config)
    operands = (input_tensor, weight_tensor, bias_tensor)
    place = {"dtype": dtype or _format(conv_config), "memory_config": memory_config}
    activation = None if conv_config is None else conv_config.activation
    require_tensor("conv2d", input_tensor)
    kernel = with_activations(KERNELS["Conv2dOp"], activation)
    made = compute("conv2d", kernel, operands, attributes, like=input_tensor, **place)
    if not (return_output_dim or return_weights_and_bias):
        return made
    further: list[object] = [_convolved_size(attributes)] if return_output_dim else []
    if return_weights_and_bias:
        further.append([weight_tensor, bias_tensor])
    return (made, *further)


def conv_transpose2d(
    *,
    input_tensor: Tensor,
    weight_tensor: Tensor,
    device: Device | None = None,
    in_channels: int,
    out_channels: int,
    batch_size: int,
    input_height: int,
    input_width: int,
    kernel_size: Sequence[int],
    stride: Sequence[int] = (1, 1),
    padding: Sequence[int] = (0, 0),
    output_padding: Sequence[int] = (0, 0),
    dilation: Sequence[int] = (1, 1),
    groups: int = 1,
    bias_tensor: Tensor | None = None,
    conv_config: Conv2dConfig | None = None,
    dtype: DataType | None = None,
    compute_config: None = None,
    dram_slice_config: None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the transposed convolution of an image with a kernel, plus a bias per channel.

    The result has the flattened shape 1 x 1 x N*H*W x C.
    """
    attributes = {
        "image": (batch_size, input_height, input_width, in_channels),
        "out_channels": out_channels,
        "kernel": tuple(kernel_size),
        "stride": tuple(stride),
        "padding": _sides("conv_transpose2d", padding),
        "output_padding": tuple(output_padding),
        "dilation": tuple(dilation),
        "groups": groups or 1,
    }
    _plain(compute_config=compute_config, dram_slice_config=dram_slice_config)
    operands = (input_tensor, weight_tensor, bias_tensor)
    place = {"dtype": dtype or _format(conv_config), "memory_config": memory_config}
    return _run("conv_transpose2d", "ConvTranspose2dOp", operands, attributes, **place)


def max_pool2d(
    input_tensor: Tensor,
    batch_size: int,
    input_h: int,
    input_w: int,
    channels: int,
    kernel_size: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    *,
    ceil_mode: bool = False,
    memory_config: MemoryConfig | None = None,
    applied_shard_scheme: None = None,
    reallocate_halo_output: bool = False,
    config_tensor_in_dram: bool = False,
) -> Tensor:
    """Return the maximum over windows, with the flattened shape 1 x 1 x N*H*W x C.

    `reallocate_halo_output` and `config_tensor_in_dram` do not affect the result.
    """
    _plain(applied_shard_scheme=applied_shard_scheme)
    attributes = {
        "image": (batch_size, input_h, input_w, channels),
        "kernel": tuple(kernel_size),
        "stride": tuple(stride),
        "padding": _sides("max_pool2d", padding),
        "dilation": tuple(dilation),
        "ceil_mode": ceil_mode,
    }
    return _run(
        "max_pool2d", "MaxPool2dOp", (input_tensor,), attributes, memory_config=memory_config
    )


def upsample(
    input_tensor: Tensor,
    scale_factor: int | Sequence[int],
    *,
    mode: str = "nearest",
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Enlarge an N x H x W x C image by integer factors."""
    scale = scale_factor if isinstance(scale_factor, int) else tuple(scale_factor)
    chosen = {"scale": scale, "mode": mode}
    return _run("upsample", "UpsampleOp", (input_tensor,), chosen, memory_config=memory_config)


# ---- tables and caches --------------------------------------------------------------------------


def embedding(
    input_tensor: Tensor,
    weight: Tensor,
    *,
    padding_idx: int | None = None,
    layout: Layout | None = None,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the rows of the table `weight` whose indices are in `input_tensor`.

    `padding_idx` names the row of padding, which is like any other row.
    """
    place = {"dtype": dtype, "memory_config": memory_config, "output": output_tensor}
    rows = _run("embedding", "EmbeddingOp", (input_tensor, weight), {}, like=weight, **place)
    return rows if layout is None or layout is rows.layout else to_layout(rows, layout)


def embedding_bw(
    input_tensor: Tensor,
    weight: Tensor,
    output_gradient: Tensor,
    *,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
) -> Tensor:
    """Return the gradient of the table `weight`, of shape 1x1xRxC unless an output is given."""
    place = {"dtype": dtype, "memory_config": memory_config, "output": output_tensor}
    operands = (input_tensor, weight, output_gradient)
    return _run("embedding_bw", "EmbeddingBackwardOp", operands, {}, like=weight, **place)


def update_cache(
    cache: Tensor, input_tensor: Tensor, update_index: Tensor | int, batch_offset: int = 0
) -> Tensor:
    """Replace the position `update_index` of a cache in place."""
    if isinstance(update_index, int):
        update_index = from_buffer([update_index], [1], DataType.UINT32, None)
    chosen = {"batch_offset": batch_offset}
    operands = (cache, input_tensor, update_index)
    return _run("update_cache", "UpdateCacheOp", operands, chosen, output=cache)


def fill_cache(cache: Tensor, input_tensor: Tensor, batch_offset: int = 0) -> Tensor:
    """Replace the first positions of a cache in place."""
    chosen = {"batch_offset": batch_offset}
    return _run("fill_cache", "FillCacheOp", (cache, input_tensor), chosen, output=cache)


def __getattr__(name: str) -> Any:
    """Return the module `ttnn.operations.moreh`, imported on first use."""
    if name == "moreh":
        return import_module("ttmlir_py.ttnn.moreh")
    raise AttributeError(f"module 'ttnn.operations' has no attribute {name!r}")
