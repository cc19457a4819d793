"""Attention, heads, and rotary embeddings, in binaries of later revisions."""

from ttmlir_py.runtime.errors import KernelError, shape_text
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import MATRIX_UNIT, MULTIPLIER
from ttmlir_py.runtime.kernels.later.table import LATER_KERNELS
from ttmlir_py.runtime.kernels.library.attention import (
    attended_shape,
    concatenate_heads,
    rotary_embedding,
    rotated_shape,
    scaled_dot_product_attention,
)
from ttmlir_py.runtime.kernels.registry import Cost, Kernel, as_declared, kernel

_MOVED = Kernel(keeps_values=True)
_ROTATED = Cost(work="reduction", functions=(MULTIPLIER, MULTIPLIER, MATRIX_UNIT))

kernel(
    "ScaledDotProductAttentionOp",
    *("query", "key", "value", "attention_mask?"),
    cost=Cost(work="attention"),
    infer_shape=attended_shape,
    is_causal="is_causal",
    scale="scale",
    table=LATER_KERNELS,
)(scaled_dot_product_attention)

kernel(
    "RotaryEmbeddingOp",
    *("input", "cos_cache", "sin_cache"),
    cost=_ROTATED,
    infer_shape=rotated_shape,
    token_index="token_index",
    table=LATER_KERNELS,
)(rotary_embedding)


@kernel("ConcatenateHeadsOp", "in", columns=_MOVED, takes_shape=True, table=LATER_KERNELS)
def joined_heads(x: Array, *, result_shape: tuple[int, ...]) -> Array:
    """Return heads as [batch, sequence, heads * size], or with a dimension of size 1 after the
    first one.
    """
    joined = concatenate_heads(x)
    return joined.reshape(as_declared(joined.shape, result_shape))


@kernel(
    "SplitHeadsOp",
    "in",
    columns=_MOVED,
    cost=Cost(reads_in_part=True, continues="first"),
    first="first",
    heads="heads",
    is_transposed="is_transposed",
    takes_shape=True,
    table=LATER_KERNELS,
)
def split_heads(
    x: Array, *, first: int, heads: int, is_transposed: bool, result_shape: tuple[int, ...]
) -> Array:
    """Return the heads from number `first` on of [batch, sequence, `heads` * size]. The declared
    shape has their number.
    """
    if x.ndim != 3 or len(result_shape) != 4 or heads < 1 or x.shape[-1] % heads:
        raise KernelError(f"{shape_text(x.shape)} cannot be split into {heads} heads")
    batch, length, width = x.shape
    parts = x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)
    found = parts[:, first : first + result_shape[1]]
    return found.swapaxes(-1, -2) if is_transposed else found
