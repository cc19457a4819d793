"""Normalizations, and softmax with a scale and a mask."""

from typing import Any

from ttmlir_py.ttnn import operations
from ttmlir_py.ttnn.library import run
from ttmlir_py.ttnn.numbers import fused_activation
from ttmlir_py.ttnn.tensor import Tensor, require_tensor
from ttmlir_py.ttnn.types import DataType, Layout, MemoryConfig


def layer_norm(
    input_tensor: Tensor,
    *,
    epsilon: float = 1e-12,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    residual_input_tensor: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
    program_config: object = None,
    compute_kernel_config: object = None,
) -> Tensor:
    """Return (x - mean) / sqrt(variance + epsilon) * weight + bias, for x = input + residual.

    Mean and variance are those of the last dimension.
    """
    fused_activation(program_config)
    operands = (input_tensor, weight, bias, residual_input_tensor)
    return run("layer_norm", operands, {"epsilon": epsilon}, memory_config=memory_config)


def rms_norm(
    input_tensor: Tensor,
    *,
    epsilon: float = 1e-12,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    residual_input_tensor: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
    program_config: object = None,
    compute_kernel_config: object = None,
) -> Tensor:
    """Return x / sqrt(mean(x * x) + epsilon) * weight + bias, for x = input + residual."""
    fused_activation(program_config)
    operands = (input_tensor, weight, bias, residual_input_tensor)
    return run("rms_norm", operands, {"epsilon": epsilon}, memory_config=memory_config)


def group_norm(
    input_tensor: Tensor,
    *,
    num_groups: int,
    epsilon: float = 1e-12,
    input_mask: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
    core_grid: object = None,
    inplace: bool = True,
    output_layout: Layout | None = None,
    num_out_blocks: int | None = None,
) -> Tensor:
    """Normalize N x 1 x H*W x C over groups of channels, then scale and shift each channel.

    The result is always a new tensor. `input_mask` selects the channels of a group in a tile, and
    changes nothing here.
    """
    chosen = {"num_groups": num_groups, "epsilon": epsilon}
    place = {"memory_config": memory_config, "dtype": dtype}
    return run("group_norm", (input_tensor, weight, bias), chosen, **place)


def batch_norm(
    input: Tensor,
    *,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    training: bool = False,
    eps: float = 1e-05,
    momentum: float = 0.1,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    output: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Normalize the channels of N x C x H x W, then scale and shift them.

    In training, the statistics are those of the batch, and the running ones are not updated.
    """
    if training and (running_mean is not None or running_var is not None):
        raise operations.TtnnError(
            "ttnn.batch_norm: the update of running statistics is not simulated"
        )
    operands = (input, running_mean, running_var, weight, bias)
    place = {"memory_config": memory_config, "output": output}
    return run("batch_norm", operands, {"eps": eps}, **place)


def scale_mask_softmax(
    input_tensor: Tensor,
    scale: float | None = None,
    mask: Tensor | None = None,
    *,
    memory_config: MemoryConfig | None = None,
    is_causal_mask: bool = False,
    compute_kernel_config: object = None,
    numeric_stable: bool = False,
) -> Tensor:
    """Return the softmax of `x * scale + mask` along the last dimension."""
    return _masked("scale_mask_softmax", input_tensor, scale, mask, memory_config=memory_config)


def scale_mask_softmax_in_place(
    input_tensor: Tensor,
    scale: float | None = None,
    mask: Tensor | None = None,
    *,
    program_config: object = None,
    is_causal_mask: bool = False,
    compute_kernel_config: object = None,
    numeric_stable: bool = False,
) -> Tensor:
    """Replace a tensor by the softmax of `x * scale + mask` along the last dimension."""
    fused_activation(program_config)
    return _masked("scale_mask_softmax_in_place", input_tensor, scale, mask, output=input_tensor)


def softmax_in_place(
    input_tensor: Tensor,
    *,
    program_config: object = None,
    compute_kernel_config: object = None,
    numeric_stable: bool = False,
) -> Tensor:
    """Replace a tensor by its softmax along the last dimension."""
    fused_activation(program_config)
    return _masked("softmax_in_place", input_tensor, None, None, output=input_tensor)


def _masked(
    name: str, x: Tensor, scale: float | None, mask: Tensor | None, **placement: Any
) -> Tensor:
    require_tensor(name, x)
    chosen = {"scale": 1.0 if scale is None else scale}
    return run(name, (x, mask), chosen, kernel="transformer.attention_softmax", **placement)
