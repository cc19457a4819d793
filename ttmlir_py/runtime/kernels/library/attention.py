"""Functions of attention: heads, scores, and rotary embeddings.

Heads are [batch, heads, sequence, size of a head].
"""

import math

import numpy as np

from ttmlir_py.runtime.errors import KernelError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.arithmetic import IDEAL, Arithmetic
from ttmlir_py.runtime.kernels.library.table import LIBRARY_KERNELS
from ttmlir_py.runtime.kernels.reduction import softmax
from ttmlir_py.runtime.kernels.registry import (
    Cost,
    Kernel,
    as_real,
    broadcast_shape,
    kernel,
    require_shape,
    shape_text,
)

_MOVED = Kernel(keeps_values=True)
_ATTENTION = Cost(work="attention")
_ATTENDED = ("query", "key", "value", "mask?")
_PARTS = ("query", "key", "value")


def _require_rank(what: str, x: Array, rank: int) -> None:
    if x.ndim != rank:
        raise KernelError(f"{what} is {shape_text(x.shape)}, expected a tensor of rank {rank}")


def _joined(x: Array, others: Array | None) -> Array:
    return x if others is None else np.concatenate((x, others), axis=-1)


def split_heads(
    x: Array,
    kv: Array | None,
    *,
    num_heads: int,
    num_kv_heads: int,
    transpose_key: bool,
    part: str,
) -> Array:
    """Return the heads of one part of [batch, sequence, query + key + value].

    With `kv`, key and value are the last dimension of that tensor.
    """
    _require_rank("the operand", x, 3)
    if kv is not None and kv.shape[:-1] != x.shape[:-1]:
        raise KernelError(f"{shape_text(kv.shape)} does not fit {shape_text(x.shape)}")
    if num_heads < 1 or num_kv_heads < 1 or num_heads % num_kv_heads:
        raise KernelError(f"{num_heads} heads cannot share {num_kv_heads} heads of keys")
    joined = _joined(x, kv)
    batch, length, width = joined.shape
    size, rest = divmod(width, num_heads + 2 * num_kv_heads)
    if rest:
        raise KernelError(f"{width} elements are not divisible by the number of heads")
    bounds = np.cumsum([0, num_heads, num_kv_heads, num_kv_heads]) * size
    at = _PARTS.index(part)
    taken = joined[..., bounds[at] : bounds[at + 1]]
    heads = taken.reshape(batch, length, -1, size).transpose(0, 2, 1, 3)
    return heads.swapaxes(-1, -2) if part == "key" and transpose_key else heads


kernel(
    "transformer.split_query_key_value_and_split_heads",
    columns=_MOVED,
    table=LIBRARY_KERNELS,
)(split_heads)


@kernel("transformer.concatenate_heads", columns=_MOVED, table=LIBRARY_KERNELS)
def concatenate_heads(x: Array) -> Array:
    """Return heads as [batch, sequence, heads * size]."""
    _require_rank("the operand", x, 4)
    batch, heads, length, size = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, length, heads * size)


def _masked_shape(x: Array, mask: Array | None, **_: object) -> tuple[int, ...]:
    shapes = [x.shape] if mask is None else [x.shape, mask.shape]
    if x.ndim == 0 or x.shape[-1] == 0:
        raise KernelError("softmax of no elements")
    return require_shape(broadcast_shape(shapes), x.shape)


@kernel(
    "transformer.attention_softmax",
    cost=Cost(work="softmax"),
    infer_shape=_masked_shape,
    table=LIBRARY_KERNELS,
)
def attention_softmax(x: Array, mask: Array | None, *, scale: float) -> Array:
    """Return the softmax of `x * scale + mask` along the last dimension. A row of -inf gives NaN,
    as in PyTorch.
    """
    scores = as_real(x) * np.float32(scale)
    with np.errstate(all="ignore"):
        return softmax(scores if mask is None else scores + as_real(mask), dim=-1)


def attended_shape(
    query: Array, key: Array, value: Array, mask: Array | None, *, is_causal: bool, **_: object
) -> tuple[int, ...]:
    """Return the shape of `scaled_dot_product_attention`. Raise `KernelError` if shapes misfit."""
    for name, x in (("query", query), ("key", key), ("value", value)):
        _require_rank(name, x, 4)
    batch, heads, length, size = query.shape
    if key.shape[:-1] != value.shape[:-1] or key.shape[0] != batch or key.shape[3] != size:
        raise KernelError(
            f"query {shape_text(query.shape)}, key {shape_text(key.shape)} and value"
            f" {shape_text(value.shape)} do not fit together"
        )
    if key.shape[1] == 0 or heads % key.shape[1]:
        raise KernelError(f"{heads} heads cannot share {key.shape[1]} heads of keys")
    if is_causal and mask is not None:
        raise KernelError("is_causal and attn_mask exclude each other")
    scores = (batch, heads, length, key.shape[2])
    if mask is not None:
        require_shape(broadcast_shape([scores, mask.shape]), scores)
    return (batch, heads, length, value.shape[3])


@kernel(
    "transformer.scaled_dot_product_attention",
    *_ATTENDED,
    cost=_ATTENTION,
    infer_shape=attended_shape,
    table=LIBRARY_KERNELS,
)
def scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None,
    *,
    is_causal: bool,
    scale: float | None,
    arithmetic: Arithmetic = IDEAL,
) -> Array:
    """Return softmax(query @ key^T * scale + mask) @ value, by default with 1 / sqrt(size).

    Several heads of the query may share a head of keys and values.
    """
    query, key, value = as_real(query), as_real(key), as_real(value)
    groups = query.shape[1] // key.shape[1]
    key, value = np.repeat(key, groups, axis=1), np.repeat(value, groups, axis=1)
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = arithmetic.product(query, key.swapaxes(-1, -2)) * np.float32(factor)
    if is_causal:
        allowed = np.tri(*scores.shape[-2:], dtype=bool)
        scores = np.where(allowed, scores, -np.inf)
    scores = scores if mask is None else scores + as_real(mask)
    with np.errstate(all="ignore"):
        return arithmetic.product(softmax(scores, dim=-1, arithmetic=arithmetic), value)


def _decoded_shape(
    query: Array, key: Array, value: Array, mask: Array | None, *, positions: object, **_: object
) -> tuple[int, ...]:
    _require_rank("the query", query, 4)
    if query.shape[0] != 1:
        raise KernelError(f"the query is {shape_text(query.shape)}, expected 1 x batch x ...")
    heads_first = query.transpose(1, 2, 0, 3)
    shape = attended_shape(heads_first, key, value, mask, is_causal=False)
    if positions is not None and (len(positions) != shape[0] or max(positions) >= key.shape[2]):  # type: ignore
        raise KernelError("cur_pos needs a position of the cache for each user")
    return (1, shape[0], shape[1], shape[3])


@kernel(
    "transformer.scaled_dot_product_attention_decode",
    *_ATTENDED,
    cost=_ATTENTION,
    infer_shape=_decoded_shape,
    table=LIBRARY_KERNELS,
)
def scaled_dot_product_attention_decode(
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None,
    *,
    positions: tuple[int, ...] | None,
    scale: float | None,
) -> Array:
    """Return the attention of one token per user, of [1, batch, heads, size].

    A user's token attends to the cache up to and including the token's position.
    """
    if positions is not None:
        seen = np.arange(int(key.shape[2])) <= np.asarray(positions)[:, None]
        mask = np.where(seen, 0.0, -np.inf).astype(np.float32)[:, None, None, :]
    heads_first = query.transpose(1, 2, 0, 3)
    found = scaled_dot_product_attention(
        heads_first, key, value, mask, is_causal=False, scale=scale
    )
    return found.transpose(2, 0, 1, 3)


@kernel("experimental.rotate_half", table=LIBRARY_KERNELS)
def rotate_half(x: Array) -> Array:
    """Return (-b, a) for the halves (a, b) of the last dimension."""
    if x.ndim == 0 or x.shape[-1] % 2:
        raise KernelError(f"the last dimension of {shape_text(x.shape)} cannot be halved")
    half = x.shape[-1] // 2
    return np.concatenate((-x[..., half:], x[..., :half]), axis=-1)


def rotated_shape(
    x: Array, cosines: Array, sines: Array, *, token_index: int | None
) -> tuple[int, ...]:
    """Return the shape of `rotary_embedding`. Raise `KernelError` if shapes misfit."""
    rotate_half(x)
    first = 0 if token_index is None else token_index
    count = x.shape[-2] if token_index is None else 1
    if cosines.shape != sines.shape or cosines.ndim < 2 or cosines.shape[-2] < first + count:
        raise KernelError(
            f"tables of {shape_text(cosines.shape)} and {shape_text(sines.shape)} have no"
            f" positions up to {first + count - 1}"
        )
    return require_shape(
        broadcast_shape([x.shape, (*cosines.shape[:-2], 1, cosines.shape[-1])]), x.shape
    )


@kernel(
    "experimental.rotary_embedding",
    "input",
    "cosines",
    "sines",
    cost=Cost(work="reduction"),
    infer_shape=rotated_shape,
    table=LIBRARY_KERNELS,
)
def rotary_embedding(x: Array, cosines: Array, sines: Array, *, token_index: int | None) -> Array:
    """Return `x * cos + rotate_half(x) * sin`. Row `token_index` of cosines and sines is used for
    all positions, or without `token_index` the row of each position.
    """
    x = as_real(x)
    rows = slice(0, x.shape[-2]) if token_index is None else slice(token_index, token_index + 1)
    return x * as_real(cosines)[..., rows, :] + rotate_half(x) * as_real(sines)[..., rows, :]
