"""`ttnn.experimental`: functions for language models."""

from typing import Any

from ttmlir_py.ttnn import collectives, operations
from ttmlir_py.ttnn.collectives import ReduceType, Topology
from ttmlir_py.ttnn.core import typecast
from ttmlir_py.ttnn.library import run
from ttmlir_py.ttnn.movement import view
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_tensor
from ttmlir_py.ttnn.transformer import (
    concatenate_heads,
    split_query_key_value_and_split_heads,
)
from ttmlir_py.ttnn.types import MemoryConfig

__all__ = [
    "all_reduce",
    "concatenate_heads",
    "nlp_concat_heads",
    "nlp_create_qkv_heads",
    "rotary_embedding",
    "rotate_half",
    "split_query_key_value_and_split_heads",
    "typecast",
    "view",
]


def all_reduce(
    input_tensor: Tensor,
    math_op: ReduceType,
    *,
    num_links: int = 1,
    memory_config: MemoryConfig | None = None,
    num_workers: int | None = None,
    num_buffers_per_channel: int | None = None,
    topology: Topology = Topology.Ring,
) -> Tensor:
    """Combine the tensors of all devices, and give every device the result."""
    return collectives.all_reduce(
        input_tensor, math_op=math_op, memory_config=memory_config, topology=topology
    )


def nlp_create_qkv_heads(
    input: Tensor,
    input_kv: Tensor | None = None,
    *,
    num_heads: int,
    num_kv_heads: int | None = None,
    transpose_k_heads: bool = True,
    memory_config: MemoryConfig | None = None,
    output_tensors: Any = None,
    queue_id: int = 0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Split [batch, 1, sequence, query + key + value] into the heads of query, key and value."""
    name = "experimental.nlp_create_qkv_heads"
    if output_tensors is not None:
        raise TtnnError(f"ttnn.{name}: output tensors are not simulated")
    given = [each for each in (input, input_kv) if each is not None]
    for each in given:
        require_tensor(name, each)
        if len(each.shape) != 4 or each.shape[1] != 1:
            raise TtnnError(
                f"ttnn.{name}: {each.type_text}, expected [batch, 1, sequence, elements]"
            )
    flat = [operations.reshape(each, (each.shape[0], *each.shape[2:])) for each in given]
    return split_query_key_value_and_split_heads(
        *flat,
        num_heads=num_heads,
        num_kv_heads=num_kv_heads,
        transpose_key=transpose_k_heads,
        memory_config=memory_config,
    )


def nlp_concat_heads(
    input: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
    queue_id: int = 0,
) -> Tensor:
    """Join heads: return [batch, heads, sequence, size] as [batch, 1, sequence, heads * size]."""
    if output_tensor is not None:
        raise TtnnError("ttnn.experimental.nlp_concat_heads: output tensors are not simulated")
    joined = concatenate_heads(input, memory_config=memory_config)
    batch, length, width = joined.shape
    return operations.reshape(joined, (batch, 1, length, width))


def rotate_half(input_tensor: Tensor, *, memory_config: MemoryConfig | None = None) -> Tensor:
    """Return (-b, a) for the halves (a, b) of the last dimension."""
    return run("experimental.rotate_half", (input_tensor,), memory_config=memory_config)


def rotary_embedding(
    input_tensor: Tensor,
    cos_cache: Tensor,
    sin_cache: Tensor,
    token_index: int | None = None,
    *,
    memory_config: MemoryConfig | None = None,
    compute_kernel_config: object = None,
) -> Tensor:
    """Return `x * cos + rotate_half(x) * sin`, with the rows of all positions or of one token."""
    operands = (input_tensor, cos_cache, sin_cache)
    place = {"memory_config": memory_config}
    chosen = {"token_index": token_index}
    return run("experimental.rotary_embedding", operands, chosen, **place)
