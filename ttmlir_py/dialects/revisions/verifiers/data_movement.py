"""Verifiers of operations that move or select elements: embeddings, gather and scatter, caches."""

from collections.abc import Mapping
from math import prod
from typing import Any

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    element_of,
    has_floats,
    has_integers,
    listed,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.shape_rules import data_movement as rules
from ttmlir_py.dialects.shape_rules.embedding import verify_cache_kinds
from ttmlir_py.dialects.shape_rules.windows import verify_upsample
from ttmlir_py.dialects.tensor_types import (
    TILE_HEIGHT,
    TILE_WIDTH,
    integers,
    joined,
    shape_of,
    tensor_type,
)


def _reshape(op: Any) -> None:
    """Check `reshape`: the shape attribute matches the result and the number of elements; it is
    empty for a scalar.
    """
    source, shape, given = shape_of(op.input), shape_of(op.results[0]), integers(op.shape)
    require(
        len(given) == len(shape),
        f"Shape attribute size {len(given)} must match output tensor rank {len(shape)}",
    )
    require(
        prod(source) == prod(shape),
        f"Input tensor number of elements {prod(source)} and output tensor number of elements "
        f"{prod(shape)} must be the same",
    )
    open_sizes = 0
    for index, (size, wanted) in enumerate(zip(given, shape, strict=True)):
        if size == -1:
            open_sizes += 1
            require(open_sizes == 1, "Shape attribute must have at most one -1 element")
            continue
        require(size >= 0, "All dimensions must be >= 0 except the one with -1")
        require(
            size == wanted,
            f"Shape attribute {size} must match the output tensor shape {wanted} at index {index} "
            "for dimension that is not -1",
        )


def _slice(op: Any) -> None:
    """Check `slice_static`: every dimension has a range. An empty range may begin anywhere."""
    bounds = tuple(integers(each) for each in (op.begins, op.ends, op.step))
    source, result = tensor_type(op.input), tensor_type(op.results[0])
    sizes = source.get_shape()
    if not len(sizes) == len(bounds[0]) == len(bounds[1]):
        rules.verify_slice(source, result, *bounds)
    # Upstream does not check the bounds of an empty range, so such a range is replaced by an empty
    # range within the bounds.
    begins, ends = (
        tuple(
            0 if size > 0 and _from_start(begin, size) == _from_start(end, size) else each
            for each, begin, end, size in zip(given, *bounds[:2], sizes, strict=True)
        )
        for given in bounds[:2]
    )
    rules.verify_slice(source, result, begins, ends, bounds[2])


def _from_start(bound: int, size: int) -> int:
    return bound + size if bound < 0 else bound


def _slice_dynamic(op: Any) -> None:
    """Check `slice_dynamic`: begins, ends and steps have one number per dimension of the input, and
    no step is 0.
    """
    rank = rank_of(op.input)
    require(rank >= 1, "Input must be at least a 1D tensor")
    begins, ends = shape_of(op.begins), shape_of(op.ends)
    require(len(begins) == len(ends) == 1, "Begins and ends must be 1D tensors")
    steps = None if op.step is None else integers(op.step)
    require(
        begins == ends == (rank,) and (steps is None or len(steps) == rank),
        "Begins, ends, and step must have the same number of elements as the input tensor rank",
    )
    rules.verify_same_kind(tensor_type(op.input), tensor_type(op.results[0]))
    for dim, step in enumerate(steps or ()):
        require(step, f"Step value for dimension {dim} cannot be zero")


def _index_select(op: Any) -> None:
    """Check the range, the run length, the stride and the result's size of `ttir.index_select`."""
    rank, result = rank_of(op.input), shape_of(op.results[0])
    require(rank == len(result), "Input and output tensors must have the same rank.")
    require(
        element_of(op.input) == element_of(op.results[0]),
        "Input and output tensors must have the same element type.",
    )
    given, begin, length, stride = map(number, (op.dim, op.begin, op.length, op.stride))
    require(
        -rank <= given < rank,
        f"Invalid dimension {given} for select op with input tensor rank {rank}",
    )
    dim = given % rank
    size = shape_of(op.input)[dim]
    stride = stride or size
    require(
        stride >= 0, f"Invalid stride {stride} for dimension {dim}, stride must be non-negative"
    )
    require(
        stride <= size,
        f"Invalid stride {stride} for dimension {dim} with size {size}. "
        "stride must be less than or equal to the dimension size",
    )
    require(
        0 <= begin < size,
        f"Invalid begin index {begin} for dimension {dim} with size {size}. "
        "begin must be in the range [0, dimSize)",
    )
    require(
        1 <= length <= stride,
        f"Invalid length {length} for begin index {begin} and stride {stride} for dimension {dim} "
        f"with size {size}. stride must be greater than or equal to length",
    )
    require(
        begin + length <= size,
        f"Invalid length {length} for begin index {begin} and dimension {dim} with size {size}. "
        "begin + length must be less than or equal to the dimension size",
    )
    total = rules.selected_size(size, begin, length, stride)
    require(
        total == result[dim],
        "Sum of all slices must be equal to the output dimension size for the given dimension. "
        f"Expected output dimension size: {result[dim]}, but got {total}",
    )


def _concat(op: Any) -> None:
    """Check `ttir.concat`: inputs match except along the concatenated dimension, whose sizes are
    summed.
    """
    shapes = [shape_of(each) for each in op.inputs]
    rules.verify_concat(shapes, number(op.dim))
    dim = number(op.dim) % len(shapes[0])
    _require_joined_rank(op, len(shapes[0]))
    total, found = sum(shape[dim] for shape in shapes), shape_of(op.results[0])[dim]
    require(
        total == found,
        f"Output tensor dimension {dim} does not match the sum of input tensor dimensions: "
        f"{found} vs. {total}.",
    )


def _require_joined_rank(op: Any, rank: int) -> None:
    """Check that the result has rank `rank`, which upstream assumes without checking."""
    found = rank_of(op.results[0])
    require(
        rank == found, f"Output tensor rank must be {rank}, that of the inputs, but got {found}."
    )


def _ttnn_concat(op: Any) -> None:
    """Check `ttnn.concat` like `ttir.concat`, but with other messages."""
    shapes, given = [shape_of(each) for each in op.inputs], number(op.dim)
    require(shapes, "At least one input tensor is required.")
    first, rank = shapes[0], len(shapes[0])
    require(-rank <= given < rank, f"Invalid dimension {given} for concatenation.")
    dim = given % rank
    for index, shape in enumerate(shapes[1:], 1):
        require(
            len(shape) == rank,
            f"All input tensors must have the same rank (operand 0 rank {rank}, operand {index} "
            f"rank {len(shape)}).",
        )
        for i, (one, other) in enumerate(zip(first, shape, strict=True)):
            require(
                i == dim or one == other,
                f"All input tensors must have the same dimensions, except for dimension {dim} "
                f"(operand 0 shape {listed(first)}, operand {index} shape {listed(shape)} differ "
                f"at dim {i}: {one} vs {other}).",
            )
    _require_joined_rank(op, rank)
    total, found = sum(shape[dim] for shape in shapes), shape_of(op.results[0])[dim]
    require(
        total == found,
        f"Output tensor dimension {dim} must be equal to the sum of input tensor dimensions at "
        f"the same axis ({total}), but got {found}.",
    )


def _rearrange(op: Any) -> None:
    """Check `ttir.rearrange`: the pattern is a pattern of einops."""
    pattern = op.pattern.data
    require(pattern.count("->") == 1, "pattern must contain exactly one '->' separator.")


def _embedding(op: Any) -> None:
    """Check `embedding`: the result has the shape of the indices and the width of the weight
    matrix.
    """
    source, weight, result = (shape_of(each) for each in (op.input, op.weight, op.results[0]))
    require(
        len(source) <= 2, f"input must be at most a 2D tensor, got {len(source)}D ranked tensor"
    )
    require(
        len(weight) >= 2, f"weight must be at least 2D tensor, got {len(weight)}D ranked tensor"
    )
    require(all(size == 1 for size in weight[:-2]), "weight must be effectively 2D tensor")
    wanted = (*source, weight[-1])
    require(
        wanted == result,
        f"expected output shape of ({listed(wanted)}) but got ({listed(result)})",
    )


def _ttnn_embedding_backward(op: Any) -> None:
    """Check `ttnn.embedding_bw`: rows consist of whole tiles, as the kernel requires."""
    source, weight, gradient = (shape_of(each) for each in (op.input, op.weight, op.in_gradient))
    require(
        source and source[-1] % TILE_WIDTH == 0,
        "Input's last dim must be divisible by TILE_WIDTH",
    )
    require(len(source) == 4, "Input index tensor must be a 4D tensor")
    require(
        source[1:3] == (1, 1),
        "Input index tensor dims 1 and 2 must be 1, got shape (B, ?, ?, N) where ? must be 1",
    )
    require(len(weight) == 2, "Input must be a 2D tensor")
    require(len(gradient) == 4, "Input gradient must be a 4D tensor")
    require(gradient[:2] == (1, 1), "Input gradient must be in the form (1, 1, R, C)")
    require(
        gradient[2] == source[0] * source[-1],
        "Input gradient dim 2 must equal index_shape[0] * index_shape[-1]",
    )
    require(
        gradient[3] == weight[1],
        "Input gradient second dimension must match the second dimension of the weight tensor",
    )
    result = op.results[0]
    require(
        element_of(op.in_gradient) == element_of(result),
        "Input gradient and output must have the same dtype",
    )
    wanted, found = (1, 1, *weight), shape_of(result)
    require(
        wanted == found,
        f"expected output shape of ({listed(wanted)}) but got ({listed(found)})",
    )


def _scatter(op: Any) -> None:
    """Check `scatter`: ranks are equal and the indices have the shape of the source."""
    ranks = [rank_of(each) for each in (op.input, op.index, op.source)]
    require(
        len(set(ranks)) == 1,
        "Input tensor, index tensor, and source tensor must have the same rank. "
        f"Got input rank = {ranks[0]}, index rank = {ranks[1]}, source rank = {ranks[2]}",
    )
    require(
        shape_of(op.index) == shape_of(op.source),
        "Index tensor must have the same shape as source tensor.",
    )


def _gather(op: Any) -> None:
    """Check `gather`: each read element has an index."""
    kind = element_of(op.index)
    if op.name.startswith("ttir."):
        require(has_integers(op.index), f"Index tensor must have an integer type, got '{kind}'")
    else:
        require(
            str(kind) in ("i32", "si32", "ui32", "ui16"),
            f"Index tensor element type must be one of ui16, ui32, si32 or i32, got '{kind}'",
        )
    rank, places = rank_of(op.input), rank_of(op.index)
    require(
        rank == places,
        f"Input tensor and index tensor must have the same rank. Got input rank = {rank}, index "
        f"rank = {places}",
    )
    require(rank >= 1, f"Input tensor and index tensor must have rank >= 1. Got rank = {rank}")
    dim = number(op.dim)
    require(
        -rank <= dim < rank,
        f"Dimension must be in the range [-{rank}, {rank}), got dim = {dim}",
    )
    require(
        shape_of(op.index) == shape_of(op.results[0]),
        "Index tensor and result tensor must have the same shape.",
    )


def _permute(op: Any) -> None:
    rules.verify_permute(shape_of(op.input), shape_of(op.results[0]), integers(op.permutation))


def _repeat_interleave(op: Any) -> None:
    rules.verify_repeat_interleave(
        shape_of(op.input), shape_of(op.results[0]), number(op.repeats), number(op.dim)
    )


def _ttnn_pad(op: Any) -> None:
    """Check `ttnn.pad`: padding is not negative."""
    padding, source = integers(op.padding), shape_of(op.input)
    require(
        len(padding) != 2 * len(source) or all(size >= 0 for size in padding),
        "Padding cannot contain negative values",
    )
    rules.verify_pad(source, shape_of(op.results[0]), padding)


def _upsample(op: Any) -> None:
    verify_upsample(shape_of(op.input), shape_of(op.results[0]), op.scale_factor, op.mode.data)


def _require_cache_sizes(op: Any, text: str) -> None:
    cache, source = shape_of(op.cache), shape_of(op.input)
    require(
        (cache[1], cache[3]) == (source[1], source[3]),
        "Cache tensor shape must match input tensor shape on dims 1 and 3. "
        f"Got cache shape ({listed(cache)}), input shape {text}",
    )


def _update_cache(op: Any) -> None:
    """Check `update_cache`: one position of dimension 2 is written for every user."""
    verify_cache_kinds(op.cache, op.input)
    source = shape_of(op.input)
    require(
        source[0] == 1,
        f"Input tensor requires that dim 0 have size 1, got input dim 0 size = {source[0]}",
    )
    # The misplaced parenthesis is part of upstream's message.
    _require_cache_sizes(op, f"(){joined(source, 'x')})")


def _fill_cache(op: Any) -> None:
    """Check `fill_cache`: the first positions of dimension 2 are written."""
    verify_cache_kinds(op.cache, op.input)
    capacity, size = shape_of(op.cache)[2], shape_of(op.input)[2]
    require(
        size <= capacity,
        "Input tensor requires that dim 2 have a size which is less than or equal to the size of "
        f"dim 2 of the cache tensor. Got cache dim 2 size = {capacity}, input dim 2 size = {size}",
    )
    _require_cache_sizes(op, f"({listed(shape_of(op.input))})")


def _require_ranks(op: Any, **ranks: int) -> None:
    for name, rank in ranks.items():
        title = name.replace("_", " ").capitalize()
        require(rank_of(getattr(op, name)) == rank, f"{title} tensor must be a {rank}D tensor")


def _require_blocks(block: int) -> None:
    require(block % TILE_HEIGHT == 0, f"Block size must be divisible by 32, got {block}")


def _paged_update_cache(op: Any) -> None:
    """Check `paged_update_cache`: one position per user is written, in the block given by the page
    table.
    """
    _require_ranks(op, cache=4, input=4, update_index=1)
    cache, source, users = shape_of(op.cache), shape_of(op.input), shape_of(op.update_index)[0]
    if op.page_table is not None:
        _require_blocks(cache[2])
    require(source[0] == 1, f"Input tensor must have dim 0 be equal to 1, got {source[0]}")
    require(
        source[1] == users,
        "Input tensor must have shape equal to the number of users (determined by update index "
        f"shape): {users}, got {source[1]}",
    )
    require(
        source[3] == cache[3],
        "Input tensor must have dim 3 be equal to the head dimension (determined by cache shape): "
        f"{cache[3]}, got {source[3]}",
    )
    if op.name.startswith("ttnn."):
        require(has_floats(op.input), "Input tensor must be a floating point type")
        require(has_integers(op.update_index), "Update index tensor must be an integer type")
        require(
            op.page_table is None or has_integers(op.page_table),
            "Page table tensor must be an integer type",
        )
    if op.page_table is None:
        return
    _require_ranks(op, page_table=2)
    found = shape_of(op.page_table)[0]
    require(
        found == users,
        "Page table tensor must have dim 0 be equal to the number of users (determined by update "
        f"index shape): {users}, got {found}",
    )


def _paged_fill_cache(op: Any) -> None:
    """Check `paged_fill_cache`: the blocks of a prompt are written according to the page table."""
    _require_ranks(op, cache=4, input=4, page_table=2)
    require(
        element_of(op.cache) == element_of(op.input),
        "Cache and input tensors must have the same dtype",
    )
    for name, value in (("Cache", op.cache), ("Input", op.input)):
        require(has_floats(value), f"{name} tensor must be a floating point type")
    require(has_integers(op.page_table), "Page table tensor must be an integer type")
    cache, source, index = shape_of(op.cache), shape_of(op.input), op.batch_idx_tensor
    if index is None:
        text = "dynamic" if source[0] < 0 else str(source[0])
        require(
            source[0] == 1,
            f"Input batch must be statically 1 when no batch_idx_tensor is provided, got {text}",
        )
    else:
        require(rank_of(index) == 1, "Batch index tensor must be a 1D tensor")
        (count,) = shape_of(index)
        require(
            count == source[0] or count < 0 or source[0] < 0,
            f"Batch index tensor must have dim 0 equal to input batch ({source[0]}), got {count}",
        )
        require(has_integers(index), "Batch index tensor must be an integer type")
    _require_blocks(cache[2])
    require(cache[1] == source[1], "Input must have the same number of heads as the cache.")
    require(cache[3] == source[3], "Input must have same head dimension as cache.")


DATA_MOVEMENT: Mapping[str, Verifier] = {
    **{
        f"{dialect}.{name}": verify
        for dialect in ("ttir", "ttnn")
        for name, verify in {
            "embedding": _embedding,
            "fill_cache": _fill_cache,
            "gather": _gather,
            "paged_fill_cache": _paged_fill_cache,
            "paged_update_cache": _paged_update_cache,
            "reshape": _reshape,
            "scatter": _scatter,
            "slice_dynamic": _slice_dynamic,
            "slice_static": _slice,
            "update_cache": _update_cache,
        }.items()
    },
    "ttir.concat": _concat,
    "ttir.index_select": _index_select,
    "ttir.rearrange": _rearrange,
    "ttnn.concat": _ttnn_concat,
    "ttnn.embedding_bw": _ttnn_embedding_backward,
    "ttnn.pad": _ttnn_pad,
    "ttnn.permute": _permute,
    "ttnn.repeat_interleave": _repeat_interleave,
    "ttnn.upsample": _upsample,
}
"""Maps operation names to verifiers."""
