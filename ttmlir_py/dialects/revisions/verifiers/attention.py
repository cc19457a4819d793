"""Verifiers of attention, attention heads and positional embeddings."""

from collections.abc import Mapping
from math import prod
from typing import Any

from xdsl.dialects.builtin import BFloat16Type
from xdsl.ir import SSAValue

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    element_of,
    has_floats,
    has_integers,
    is_set,
    listed,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import TILE_HEIGHT, TILE_WIDTH, Shape, joined, shape_of

_BLOCK = TILE_HEIGHT


def _sizes_in_4d(value: SSAValue) -> Shape:
    """Return the shape of `value` with four dimensions.

    Leading dimensions are merged, or added with size 1.
    """
    shape = shape_of(value)
    if len(shape) == 4:
        return shape
    return (1, prod(shape[:-2]), *shape[-2:])


def _require_rank(name: str, value: SSAValue, rank: int, end: str = "") -> None:
    require(rank_of(value) == rank, f"{name} must be a {rank}D tensor{end}")


def _group(heads: int, groups: int, message: str) -> None:
    """Check that the query heads can be divided evenly among the heads of keys and values.
    `message` is the error otherwise.
    """
    require(groups > 0 and heads % groups == 0, message)


def _require_heads(op: Any) -> None:
    q, k, v = (_sizes_in_4d(each) for each in (op.query, op.key, op.value))
    require(q[0] == k[0] == v[0], "query, key and value must share the same batch size")
    require(q[2] == k[2] == v[2], "query, key and value must share the same sequence length")
    require(q[3] == k[3], "query and key must have the same head dimension")
    require(k[1] == v[1], "key and value must have the same number of heads")
    _group(
        q[1],
        k[1],
        "number of query heads must be a positive multiple of the number of key/value heads",
    )


def _require_ranks(op: Any, rank: int, message: str, *, exactly: bool) -> None:
    ranks = [rank_of(each) for each in (op.query, op.key, op.value)]
    require(all(each == rank if exactly else each >= rank for each in ranks), message)


def _require_mask(op: Any) -> None:
    arbitrary = op.mask_type.value.keyword == "arbitrary"
    require(
        op.attention_mask is not None or not arbitrary,
        "attention_mask is required when mask_type is 'arbitrary'",
    )
    require(
        op.attention_mask is None or arbitrary,
        "attention_mask is only allowed when mask_type is 'arbitrary'",
    )


def _require_square_mask(op: Any) -> None:
    if op.attention_mask is not None:
        length = _sizes_in_4d(op.query)[2]
        require(
            _sizes_in_4d(op.attention_mask) == (1, 1, length, length),
            "attention_mask must have shape (1, 1, S, S)",
        )


def _require_intermediates(op: Any) -> None:
    require(
        is_set(op.return_intermediates) == (op.intermediates is not None),
        "intermediates result must be present iff return_intermediates is true",
    )


def _attended(op: Any) -> Shape:
    """Return the shape of attention's result: it has the rows of the query and the width of the
    value.
    """
    return (*_sizes_in_4d(op.query)[:3], _sizes_in_4d(op.value)[3])


_RANK_2 = "query, key and value must have rank >= 2 (..., S, D)"
_RANK_4 = "query, key and value must be rank 4 (B, H, S, D)"


def _forward(op: Any) -> None:
    """Check `ttir.sdpa_fw`, the attention for training."""
    _require_ranks(op, 2, _RANK_2, exactly=False)
    _require_heads(op)
    _require_mask(op)
    _require_square_mask(op)
    require(_sizes_in_4d(op.output) == _attended(op), "output must have shape (B, Hq, S, Dv)")
    _require_intermediates(op)
    if op.intermediates is not None:
        require(
            _sizes_in_4d(op.intermediates) == (*_sizes_in_4d(op.query)[:3], TILE_WIDTH),
            "intermediates must have shape (B, Hq, S, 32)",
        )


def _backward(op: Any) -> None:
    """Check `ttir.sdpa_bw`, the gradients of attention."""
    _require_ranks(op, 2, _RANK_2, exactly=False)
    _require_heads(op)
    for name, value in (("grad_output", op.grad_output), ("attn_output", op.attn_output)):
        require(_sizes_in_4d(value) == _attended(op), f"{name} must have shape (B, Hq, S, Dv)")
    _require_mask(op)
    _require_square_mask(op)
    for name in ("query", "key", "value"):
        require(
            _sizes_in_4d(getattr(op, f"grad_{name}")) == _sizes_in_4d(getattr(op, name)),
            f"grad_{name} must have the same shape as {name}",
        )


def _ttnn_forward(op: Any) -> None:
    _require_ranks(op, 4, _RANK_4, exactly=True)
    _require_mask(op)
    _require_intermediates(op)


def _ttnn_backward(op: Any) -> None:
    _require_ranks(op, 4, _RANK_4, exactly=True)
    _require_mask(op)


def _require_same(kind: str, one: str, other: str, holds: bool) -> None:
    require(holds, f"{one} and {other} must have the same {kind}")


def _require_same_types(op: Any) -> None:
    """Check that the types match exactly, as required in ttir."""
    _require_same("type", "Query", "result", op.query.type == op.results[0].type)


def _require_same_tensors(names: tuple[str, str], a: SSAValue, b: SSAValue) -> None:
    """Check that two tensors have the same shape and element type; in ttnn, layouts may differ."""
    _require_same("shape", *names, shape_of(a) == shape_of(b))
    _require_same("element type", *names, element_of(a) == element_of(b))


def _require_attention_ranks(op: Any) -> None:
    for name, value in (("Query", op.query), ("Key/Value", op.key), ("Output", op.results[0])):
        _require_rank(name, value, 4)


def _require_positions(op: Any, batch: int) -> None:
    if op.cur_pos_tensor is None:
        return
    require(has_integers(op.cur_pos_tensor), "Cur pos tensor must be a tensor of integers")
    _require_rank("Cur pos tensor", op.cur_pos_tensor, 1)
    require(
        shape_of(op.cur_pos_tensor) == (batch,),
        "Cur pos tensor batch size must match query batch size",
    )


def _require_cached_keys(key: Shape, batch: int, heads: int, width: int) -> None:
    require(key[0] == batch, "Key/Value batch size must match query batch size")
    require(key[3] == width, "Key/Value head size must match query head size")
    _group(heads, key[1], "Query num heads must be divisible by key/value num heads")


def _mask_shape(op: Any) -> Shape | None:
    """Return the shape of the mask, which has rank 4, or None without a mask."""
    if op.attention_mask is None:
        return None
    require(not is_set(op.is_causal), "Attention mask is not allowed when is_causal is true")
    _require_rank("Attention mask", op.attention_mask, 4)
    return shape_of(op.attention_mask)


def _require_mask_batch(mask: Shape, batch: int) -> None:
    require(
        mask[0] in (1, batch),
        "Attention mask batch size must be 1 (broadcast) or match query batch size",
    )


def _require_mask_heads(mask: Shape, heads: int) -> None:
    require(
        mask[1] in (1, heads),
        "Attention mask dim 1 must be 1 (broadcast) or match query num heads",
    )


def _require_decoding(op: Any) -> None:
    """Check the operands of an attention of one new token per user to all earlier keys."""
    query, key = shape_of(op.query), shape_of(op.key)
    require(query[0] == 1, "Query dim 0 must be 1")
    batch, heads, width = query[1:]
    _require_positions(op, batch)
    _require_cached_keys(key, batch, heads, width)
    mask = _mask_shape(op)
    if mask is None:
        return
    _require_mask_batch(mask, batch)
    require(mask[1] == 1, "Attention mask dim 1 must be 1")
    require(
        mask[2] in (1, heads),
        "Attention mask num heads must be 1 (broadcast) or match query num heads",
    )
    require(
        mask[3] == key[2],
        "Attention mask sequence length must match key/value sequence length",
    )


def _decode(op: Any) -> None:
    """Check `ttir.scaled_dot_product_attention_decode`, the attention of one token."""
    _require_same_types(op)
    _require_same("type", "Key", "value", op.key.type == op.value.type)
    _require_attention_ranks(op)
    _require_decoding(op)


def _ttnn_decode(op: Any) -> None:
    _require_attention_ranks(op)
    _require_same_tensors(("Query", "result"), op.query, op.results[0])
    _require_decoding(op)


def _require_prefill(op: Any, *, mask_rows_may_broadcast: bool) -> None:
    """Check attention between all tokens of a sequence."""
    query, key = shape_of(op.query), shape_of(op.key)
    batch, heads, length, width = query
    _require_cached_keys(key, batch, heads, width)
    mask = _mask_shape(op)
    if mask is not None:
        _require_mask_batch(mask, batch)
        _require_mask_heads(mask, heads)
        if mask_rows_may_broadcast:
            require(
                mask[2] in (1, length),
                "Attention mask dim 2 must be 1 (broadcast) or match query sequence length",
            )
        else:
            require(mask[2] == length, "Attention mask at dim 2 must match query sequence length")
        require(
            mask[3] == key[2],
            "Attention mask at dim 3 must match key/value sequence length (max sequence length)",
        )
    require(
        not is_set(op.is_causal) or length == key[2],
        "Sequence length must match key/value sequence length when is_causal is true",
    )


def _attention(op: Any) -> None:
    """Check `ttir.scaled_dot_product_attention`, the attention between all tokens of a sequence."""
    _require_same_types(op)
    _require_same("type", "Key", "value", op.key.type == op.value.type)
    _require_attention_ranks(op)
    _require_prefill(op, mask_rows_may_broadcast=True)


def _ttnn_attention(op: Any) -> None:
    _require_same_tensors(("Query", "result"), op.query, op.results[0])
    _require_same_tensors(("Key", "value"), op.key, op.value)
    _require_attention_ranks(op)
    _require_prefill(op, mask_rows_may_broadcast=False)


def _require_pages(op: Any, users: int) -> None:
    require(
        shape_of(op.page_table)[0] == users,
        "Page table number of users must match query number of users.",
    )


def _paged_decode(op: Any) -> None:
    """Check `paged_scaled_dot_product_attention_decode`: attention of one token to paged keys.
    Ranks come first: upstream indexes shapes before checking them.
    """
    require(has_floats(op.query, op.key, op.value), "Query, key, and value must be float tensors.")
    require(has_integers(op.page_table), "Page table must be an integer tensor.")
    require(op.key.type == op.value.type, "Key and value must have the same shape and data type.")
    for name, value in (("Query", op.query), ("Key/Value tensor", op.key)):
        _require_rank(name, value, 4, ".")
    _require_rank("Page table tensor", op.page_table, 2, ".")
    _, users, heads, width = shape_of(op.query)
    _, groups, block, key_width = shape_of(op.key)
    require(width == key_width, "Query head size must match key/value head size.")
    _group(heads, groups, "Query num heads must be divisible by key/value num heads.")
    require(block % _BLOCK == 0, "Block size must be divisible by 32.")
    _require_pages(op, users)
    masked, causal = op.attention_mask is not None, is_set(op.is_causal)
    require(not (causal and masked), "Attention mask is not allowed when is_causal is true.")
    require(causal or masked, "Attention mask is required when is_causal is false.")
    positions = op.cur_pos_tensor
    if positions is None:
        return
    require(has_integers(positions), "Cur pos tensor must be an integer tensor.")
    _require_rank("Cur pos tensor", positions, 1, ".")
    require(
        shape_of(positions) == (users,),
        "Cur pos tensor number of users must match query number of users.",
    )


def _chunked(op: Any) -> None:
    """Check `chunked_scaled_dot_product_attention`, the attention of a chunk of a prompt to itself
    and to the cache.
    """
    _require_rank("Query", op.query, 4, ".")
    require(rank_of(op.key) == rank_of(op.value) == 4, "Key and value must be 4D tensors.")
    _require_rank("Page table", op.page_table, 2, ".")
    _require_rank("Chunk start index", op.chunk_start_idx, 1, ".")
    require(
        shape_of(op.chunk_start_idx) == (1,),
        "Chunk start index must have shape [1] (a single prefix offset shared by all users).",
    )
    kinds = {element_of(each) for each in (op.query, op.key, op.value)}
    require(
        op.name.startswith("ttnn.") or len(kinds) == 1,
        "Query, key, and value must have the same element type.",
    )
    require(has_floats(op.query, op.key, op.value), "Query, key, and value must be float tensors.")
    require(has_integers(op.page_table), "Page table must be an integer tensor.")
    require(has_integers(op.chunk_start_idx), "Chunk start index must be an integer tensor.")
    require(op.key.type == op.value.type, "Key and value must have the same shape and data type.")
    users, heads, _, width = shape_of(op.query)
    _, groups, block, key_width = shape_of(op.key)
    require(width == key_width, "Query head size must match key/value head size.")
    _group(heads, groups, "Query num heads must be divisible by key/value num heads.")
    require(block % _BLOCK == 0, "Key/value block size must be divisible by 32.")
    _require_pages(op, users)
    require(shape_of(op.results[0]) == shape_of(op.query), "Result shape must match query shape.")


def _require_latent(op: Any, name: str, value: SSAValue) -> None:
    require(
        element_of(op.query) == element_of(value),
        f"Query and {name.lower()} must have the same element type.",
    )


def _paged_latent_decode(op: Any) -> None:
    """Check `paged_flash_multi_latent_attention_decode`, the multi-latent attention of one token to
    a paged cache. There is one head of keys, which may also hold the values.
    """
    _require_rank("Query", op.query, 4, ".")
    _require_rank("Key tensor", op.key, 4, ".")
    _require_rank("Page table tensor", op.page_table, 2, ".")
    require(has_floats(op.query), "Query must be a float tensor.")
    _require_latent(op, "Key", op.key)
    require(has_integers(op.page_table), "Page table must be an integer tensor.")
    _require_one_head("Key", op.key)
    if op.value is not None:
        _require_rank("Value tensor", op.value, 4, ".")
        _require_latent(op, "Value", op.value)
        _require_one_head("Value", op.value)
    require(number(op.head_dim_v) > 0, "head_dim_v must be greater than 0.")


def _require_one_head(name: str, value: SSAValue) -> None:
    heads = shape_of(value)[1]
    require(heads == 1, f"{name} num KV heads (nkv) must be 1, got {heads}.")


def _latent_prefill(op: Any) -> None:
    """Check `ttnn.flash_mla_prefill`, the multi-latent attention between all tokens of a
    sequence.
    """
    for name, value in (("Query", op.query), ("Key", op.key), ("Output", op.results[0])):
        _require_rank(name, value, 4)
    for name, value in (("result", op.results[0]), ("key", op.key)):
        _require_same("element type", "Query", name, element_of(op.query) == element_of(value))
    batch, heads, length, width = shape_of(op.query)
    key, value_width = shape_of(op.key), number(op.head_dim_v)
    require(key[0] == batch, "Key batch size must match query batch size")
    require(key[3] == width, "Key head size must match query head size")
    require(key[2] == length, "Query and key must have the same sequence length")
    _group(heads, key[1], "Query num heads must be divisible by key num heads (GQA/MQA/MLA)")
    _require_latent_values(op, key, value_width)
    require(value_width > 0, "head_dim_v must be greater than 0")
    mask = _mask_shape(op)
    if mask is not None:
        _require_mask_batch(mask, batch)
        _require_mask_heads(mask, heads)
        require(mask[2] == length, "Attention mask at dim 2 must match query sequence length")
        require(mask[3] == length, "Attention mask at dim 3 must match key sequence length")
    require(
        shape_of(op.results[0]) == (batch, heads, length, value_width),
        "Result shape must be [batch, num_query_heads, seq_len, head_dim_v]",
    )


def _require_latent_values(op: Any, key: Shape, width: int) -> None:
    if op.value is None:
        require(
            width <= key[3],
            "head_dim_v cannot exceed key's head dim when value is not provided",
        )
        return
    _require_rank("Value", op.value, 4)
    _require_same("element type", "Query", "value", element_of(op.query) == element_of(op.value))
    value = shape_of(op.value)
    require(value[0] == key[0], "Value batch size must match query batch size")
    require(value[1] == key[1], "Value num heads must match key num heads")
    require(value[2] == key[2], "Value sequence length must match query/key sequence length")
    require(value[3] == width, "Value head size must equal head_dim_v")


def _indexer_score(op: Any) -> None:
    """Check `ttnn.indexer_score_dsa`, the scores of keys for each query, summed over heads with
    weights.
    """
    for name, value, form in (
        ("Query", op.query, "[B, Hi, Sq, D]"),
        ("Key", op.key, "[B, 1, T, D]"),
        ("Weights", op.weights, "[B, Hi, Sq, 1]"),
        ("Result", op.results[0], "[B, 1, Sq, T]"),
    ):
        _require_rank(name, value, 4, f" {form}")
    batch, heads, length, width = shape_of(op.query)
    key = shape_of(op.key)
    require(batch == 1, f"Query batch size (dim 0) must be 1, got {batch}")
    require(key[0] == batch, "Key batch size must match query batch size")
    require(key[1] == 1, "Key must have a single head (dim 1 must be 1)")
    require(key[3] == width, "Key head dim must match query head dim")
    require(
        shape_of(op.weights) == (batch, heads, length, 1),
        "Weights shape must be [batch, num_heads, query_seq_len, 1]",
    )
    require(
        shape_of(op.results[0]) == (batch, 1, length, key[2]),
        "Result shape must be [batch, 1, query_seq_len, key_seq_len]",
    )
    _require_same("element type", "Query", "key", element_of(op.query) == element_of(op.key))


def _concatenate_heads(op: Any) -> None:
    """Check `ttir.concatenate_heads`: B x H x S x D becomes B x S x (H * D)."""
    for name, value, rank in (("input", op.input, 4), ("output", op.results[0], 3)):
        found = rank_of(value)
        require(found == rank, f"expected rank of {name} tensor is {rank}, got rank {found}")
    source, result = shape_of(op.input), shape_of(op.results[0])
    for name, wanted, found in (
        ("batch dimension to be ", source[0], result[0]),
        ("sequence dimension to be ", source[2], result[1]),
        ("hidden dimension to be num_heads * head_size = ", source[1] * source[3], result[2]),
    ):
        require(wanted == found, f"expected output {name}{wanted}, got {found}")


def _ttnn_concatenate_heads(op: Any) -> None:
    kinds = element_of(op.input), element_of(op.results[0])
    require(
        kinds[0] == kinds[1],
        "input and output tensors must have the same dtype, got input dtype = "
        f"{kinds[0]}, output dtype = {kinds[1]}",
    )
    for name, value, rank in (("input", op.input, 4), ("output", op.results[0], 3)):
        _require_rank(f"{name} tensor", value, rank)
    source, result = shape_of(op.input), shape_of(op.results[0])
    require(
        source[0] == result[0],
        f"input and output batch dimensions must match,got input batch size = {source[0]}, "
        f"output batch size = {result[0]}",
    )
    _require_same_sequence(source[2], result[1])
    hidden = source[1] * source[3]
    require(
        hidden == result[2],
        f"output hidden dimension must equal num_heads * head_size, got num_heads = {source[1]}, "
        f"head_size = {source[3]}, expected hidden size = {hidden}, actual output hidden size = "
        f"{result[2]}",
    )


def _require_same_sequence(source: int, result: int) -> None:
    require(
        source == result,
        "input sequence dimension must match output sequence dimension, got input sequence size "
        f"= {source}, output sequence size = {result}",
    )


def _require_head_shape(message: str, wanted: Shape, value: SSAValue) -> None:
    found = shape_of(value)
    require(wanted == found, f"expected {message} ({listed(wanted)}), got ({listed(found)})")


def _split_heads(op: Any) -> None:
    """Check `split_query_key_value_and_split_heads`: B x S x (all heads * D) becomes queries, keys
    and values, B x H x S x D each.
    """
    rank = rank_of(op.input_tensor)
    require(rank == 3, f"expected rank of input tensor is 3, got rank {rank}")
    ranks = [rank_of(each) for each in (op.query, op.key, op.value)]
    require(
        ranks == [4, 4, 4],
        f"expected rank of query/key/value output tensor is 4, got query rank: {ranks[0]}, "
        f"key rank: {ranks[1]}, value rank: {ranks[2]}",
    )
    heads = number(op.num_heads)
    groups = number(op.num_kv_heads, heads)
    batch, length, hidden = shape_of(op.input_tensor)
    if op.kv_input_tensor is None:
        width = hidden // max(heads + 2 * groups, 1)
        keys = (batch, groups, length, width)
    else:
        rank = rank_of(op.kv_input_tensor)
        require(rank == 3, f"expected rank of kv input tensor is 3, got rank {rank}")
        width = hidden // max(heads, 1)
        kv_batch, kv_length, kv_hidden = shape_of(op.kv_input_tensor)
        keys = (kv_batch, groups, kv_length, kv_hidden // max(2 * groups, 1))
    _require_head_shape("query output shape", (batch, heads, length, width), op.query)
    key = (*keys[:2], keys[3], keys[2]) if is_set(op.transpose_key) else keys
    _require_head_shape("key output shape", key, op.key)
    _require_head_shape("value output shape", keys, op.value)


def _nlp_concatenate_heads(op: Any) -> None:
    """Check `ttnn.nlp_concat_heads`: B x H x S x D becomes B x 1 x S x (H * D)."""
    for name, value in (("output", op.results[0]), ("input", op.input)):
        _require_rank(f"{name} tensor", value, 4)
    batch, heads, length, width = shape_of(op.input)
    _require_head_shape("output shape", (batch, 1, length, heads * width), op.results[0])


def _nlp_concatenate_heads_decode(op: Any) -> None:
    """Check `ttnn.nlp_concat_heads_decode`: S x B x H x D becomes S x 1 x B x (num_heads * D)."""
    for name, value in (("input", op.input), ("output", op.results[0])):
        _require_rank(f"{name} tensor", value, 4)
    source, result, heads = shape_of(op.input), shape_of(op.results[0]), number(op.num_heads)
    require(result[1] == 1, f"output dimension 1 must be 1, got {result[1]}")
    require(
        source[2] >= heads,
        "num_heads attribute must be less than or equal to input num_heads dimension, got "
        f"num_heads = {heads}, input num_heads dimension = {source[2]}",
    )
    _require_same_sequence(source[0], result[0])
    hidden = heads * source[3]
    require(
        hidden == result[3],
        f"Output hidden dimension must equal num_heads * head_size, got num_heads = {source[2]}, "
        f"head_size = {heads}, expected hidden size = {hidden}, actual output hidden size = "
        f"{result[3]}",
    )


def _nlp_split_heads_decode(op: Any) -> None:
    """Check `ttnn.nlp_create_qkv_heads_decode`: 1 x 1 x B x (all heads * D) becomes queries, keys
    and values, 1 x B x H x D each.
    """
    for name, value in (
        ("input", op.input),
        ("query", op.query),
        ("key", op.key),
        ("value", op.value),
    ):
        _require_rank(f"{name} tensor", value, 4)
    offset, slice_size = op.batch_offset, op.slice_size
    require(
        (offset is None) == (slice_size is None),
        "both or neither of batch_offset and slice_size must be set",
    )
    if offset is not None:
        shape = shape_of(offset)
        require(prod(shape) == 1, f"batch_offset must be a scalar, got shape ({listed(shape)})")
    source, heads = shape_of(op.input), number(op.num_heads)
    groups = number(op.num_kv_heads, heads)
    for dim in (0, 1):
        require(source[dim] == 1, f"input tensor dimension {dim} must be 1, got {source[dim]}")
    batch = number(slice_size, source[2])
    width = source[3] // max(heads + 2 * groups, 1)
    _require_head_shape("query shape", (1, batch, heads, width), op.query)
    _require_head_shape("key shape", (1, batch, groups, width), op.key)
    _require_head_shape("value shape", (1, batch, groups, width), op.value)


def _rotary_embedding(op: Any) -> None:
    """Check `ttnn.rotary_embedding`: cosines and sines have the same type and all tensors have rank
    4.
    """
    cosines, sines = op.cos_cache, op.sin_cache
    require(element_of(cosines) == element_of(sines), "cos and sin tensor dtypes must match.")
    require(shape_of(cosines) == shape_of(sines), "cos and sin tensor shapes must match.")
    require(
        all(rank_of(each) == 4 for each in (op.input, cosines, sines, op.results[0])),
        "all input and output tensors must be 4D tensors.",
    )


def _ttir_rotary_embedding(op: Any) -> None:
    """Check `ttir.rotary_embedding` of 2026-06."""
    cosines, sines = op.cos_cache, op.sin_cache
    for name, value in (("input", op.input), ("cos_cache", cosines), ("sin_cache", sines)):
        rank = rank_of(value)
        require(rank == 4, f"{name} tensor must be rank 4, got rank {rank}")
    require(
        shape_of(cosines) == shape_of(sines),
        f"cos_cache and sin_cache must have the same shape, got {joined(shape_of(cosines))} and "
        f"{joined(shape_of(sines))}",
    )
    width, size = shape_of(op.input)[3], shape_of(cosines)[3]
    require(width == size, f"head_dim mismatch: input has {width} but cos/sin caches have {size}")
    require(shape_of(op.input) == shape_of(op.results[0]), "result shape must match input shape")


def _rotary_embedding_llama(op: Any) -> None:
    """Check `ttnn.rotary_embedding_llama`: tensors are bf16 in tiles on the device, as Llama's
    kernel requires.
    """
    inputs = (op.input, op.cos_cache, op.sin_cache, op.trans_mat)
    layouts = [each.type.encoding for each in inputs]
    require(
        all(isinstance(element_of(each), BFloat16Type) for each in inputs),
        "all input tensors must be bfloat16 type.",
    )
    require(
        all(each.name == "ttnn.ttnn_layout" for each in layouts)
        and all(each.memref.element_type.name == "ttcore.tile" for each in layouts),
        "all input tensors must have tiled layout.",
    )
    require(
        all(each.memref.memory_space.value.keyword in ("dram", "l1") for each in layouts),
        "all input tensors must be on device.",
    )
    require(
        shape_of(op.cos_cache) == shape_of(op.sin_cache),
        "cos and sin tensors must have the same shape.",
    )
    width = shape_of(op.input)[-1]
    require(width <= 256, f"head dimension must be ≤ 256, got {width}.")
    matrix, wanted = shape_of(op.trans_mat), (1, 1, TILE_WIDTH, TILE_HEIGHT)
    require(len(matrix) == 4, "transformation matrix must be at least 4D tensor.")
    require(
        matrix == wanted,
        f"transformation matrix must have shape ({joined(wanted)}) but got ({joined(matrix)}).",
    )
    kinds = {each.mem_layout and each.mem_layout.value.keyword for each in layouts}
    require(
        not is_set(op.is_decode_mode) or kinds == {"height_sharded"},
        "in decode mode, all input tensors must have HeightSharded memory layout.",
    )
    require(shape_of(op.results[0]) == shape_of(op.input), "output shape must match input shape.")


ATTENTION: Mapping[str, Verifier] = {
    **{
        f"{dialect}.{name}": verify
        for dialect in ("ttir", "ttnn")
        for name, verify in {
            "chunked_scaled_dot_product_attention": _chunked,
            "paged_flash_multi_latent_attention_decode": _paged_latent_decode,
            "paged_scaled_dot_product_attention_decode": _paged_decode,
            "split_query_key_value_and_split_heads": _split_heads,
        }.items()
    },
    "ttir.concatenate_heads": _concatenate_heads,
    "ttir.rotary_embedding": _ttir_rotary_embedding,
    "ttir.scaled_dot_product_attention": _attention,
    "ttir.scaled_dot_product_attention_decode": _decode,
    "ttir.sdpa_bw": _backward,
    "ttir.sdpa_fw": _forward,
    "ttnn.concatenate_heads": _ttnn_concatenate_heads,
    "ttnn.flash_mla_prefill": _latent_prefill,
    "ttnn.indexer_score_dsa": _indexer_score,
    "ttnn.nlp_concat_heads": _nlp_concatenate_heads,
    "ttnn.nlp_concat_heads_decode": _nlp_concatenate_heads_decode,
    "ttnn.nlp_create_qkv_heads_decode": _nlp_split_heads_decode,
    "ttnn.rotary_embedding": _rotary_embedding,
    "ttnn.rotary_embedding_llama": _rotary_embedding_llama,
    "ttnn.scaled_dot_product_attention": _ttnn_attention,
    "ttnn.scaled_dot_product_attention_decode": _ttnn_decode,
    "ttnn.sdpa_bw": _ttnn_backward,
    "ttnn.sdpa_fw": _ttnn_forward,
}
"""Maps operation names to verifiers."""
