"""`ttnn.transformer`: functions of attention."""

import math
from collections.abc import Sequence
from typing import Any

from ttmlir_py.ttnn.configurations import SDPAProgramConfig, SoftmaxDefaultProgramConfig
from ttmlir_py.ttnn.library import run
from ttmlir_py.ttnn.numbers import fused_activation
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_tensor
from ttmlir_py.ttnn.types import MemoryConfig

__all__ = [
    "SDPAProgramConfig",
    "attention_softmax",
    "attention_softmax_",
    "concatenate_heads",
    "scaled_dot_product_attention",
    "scaled_dot_product_attention_decode",
    "split_query_key_value_and_split_heads",
]


def split_query_key_value_and_split_heads(
    input_tensor: Tensor,
    kv_input_tensor: Tensor | None = None,
    *,
    num_heads: int,
    num_kv_heads: int | None = None,
    transpose_key: bool = True,
    memory_config: MemoryConfig | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Return query, key and value of [batch, sequence, query + key + value], divided into heads.

    With `kv_input_tensor`, that tensor holds key and value. Heads are [batch, heads, sequence,
    size], keys [batch, heads, size, sequence] if `transpose_key`.
    """
    chosen = {
        "num_heads": num_heads,
        "num_kv_heads": num_heads if num_kv_heads is None else num_kv_heads,
        "transpose_key": transpose_key,
    }
    return _heads(
        "transformer.split_query_key_value_and_split_heads",
        (input_tensor, kv_input_tensor),
        chosen,
        memory_config,
    )


def _heads(
    name: str,
    operands: tuple[Tensor, Tensor | None],
    chosen: dict[str, Any],
    memory_config: MemoryConfig | None,
) -> tuple[Tensor, Tensor, Tensor]:
    require_tensor(name, operands[0])
    kernel = "transformer.split_query_key_value_and_split_heads"

    def part(each: str) -> Tensor:
        place = {"kernel": kernel, "memory_config": memory_config}
        return run(name, operands, {**chosen, "part": each}, **place)

    return part("query"), part("key"), part("value")


def concatenate_heads(input_tensor: Tensor, *, memory_config: MemoryConfig | None = None) -> Tensor:
    """Return [batch, heads, sequence, size] as [batch, sequence, heads * size]."""
    return run("transformer.concatenate_heads", (input_tensor,), memory_config=memory_config)


def _scale(head_size: int | None) -> float:
    if head_size is not None and not head_size > 0:
        raise TtnnError(f"ttnn.transformer.attention_softmax: head_size is {head_size}")
    return 1.0 if head_size is None else 1 / math.sqrt(head_size)


def attention_softmax(
    input_tensor: Tensor,
    *,
    head_size: int | None = None,
    attention_mask: Tensor | None = None,
    program_config: object = None,
    causal_mask: bool = False,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """Return the softmax of `x / sqrt(head_size) + attention_mask` along the last dimension."""
    fused_activation(program_config)
    scale = _scale(head_size)
    operands = (input_tensor, attention_mask)
    place = {"memory_config": memory_config}
    return run("transformer.attention_softmax", operands, {"scale": scale}, **place)


def attention_softmax_(
    tensor: Tensor,
    *,
    head_size: int | None = None,
    attention_mask: Tensor | None = None,
    program_config: object = SoftmaxDefaultProgramConfig(),
    causal_mask: bool = False,
) -> Tensor:
    """Replace a tensor by the softmax of `x / sqrt(head_size) + attention_mask`."""
    fused_activation(program_config)
    scale = _scale(head_size)
    place = {"kernel": "transformer.attention_softmax", "output": tensor}
    operands = (tensor, attention_mask)
    return run("transformer.attention_softmax_", operands, {"scale": scale}, **place)


def scaled_dot_product_attention(
    input_tensor_q: Tensor,
    input_tensor_k: Tensor,
    input_tensor_v: Tensor,
    *,
    attn_mask: Tensor | None = None,
    is_causal: bool = True,
    scale: float | None = None,
    memory_config: MemoryConfig | None = None,
    program_config: SDPAProgramConfig | None = None,
    compute_kernel_config: object = None,
    queue_id: int = 0,
) -> Tensor:
    """Return softmax(q @ k^T * scale + mask) @ v, by default with 1 / sqrt(size) as scale.

    The operands are [batch, heads, sequence, size]. Several heads of the query may share a head of
    keys and values. `is_causal` and a mask exclude each other.
    """
    fused_activation(program_config)
    operands = (input_tensor_q, input_tensor_k, input_tensor_v, attn_mask)
    chosen = {"is_causal": is_causal, "scale": scale}
    place = {"memory_config": memory_config}
    return run("transformer.scaled_dot_product_attention", operands, chosen, **place)


def scaled_dot_product_attention_decode(
    input_tensor_q: Tensor,
    input_tensor_k: Tensor,
    input_tensor_v: Tensor,
    *,
    is_causal: bool = True,
    attn_mask: Tensor | None = None,
    cur_pos: Sequence[int] = (),
    cur_pos_tensor: Tensor | None = None,
    scale: float | None = None,
    memory_config: MemoryConfig | None = None,
    program_config: SDPAProgramConfig | None = None,
    compute_kernel_config: object = None,
    queue_id: int = 0,
) -> Tensor:
    """Return the attention of one token per user: [1, batch, heads, size].

    A token sees its user's cache up to and including its position, or what the mask selects if
    attention is not causal.
    """
    fused_activation(program_config)
    positions: tuple[int, ...] | None = tuple(cur_pos)
    if cur_pos_tensor is not None:
        require_tensor("transformer.scaled_dot_product_attention_decode", cur_pos_tensor)
        positions = tuple(cur_pos_tensor.values.reshape(-1).tolist())
    operands = (input_tensor_q, input_tensor_k, input_tensor_v, None if is_causal else attn_mask)
    chosen = {"positions": positions if is_causal else None, "scale": scale}
    place = {"memory_config": memory_config}
    return run("transformer.scaled_dot_product_attention_decode", operands, chosen, **place)
