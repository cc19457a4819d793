"""Verifiers of operations that select: sorting, top-k, sampling, and mixtures of experts."""

from collections.abc import Mapping
from typing import Any

from ttmlir_py.dialects.revisions.verifiers.requirements import (
    element_of,
    has_integers,
    is_set,
    normalized,
    number,
    rank_of,
    require,
)
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.tensor_types import TILE_WIDTH, Shape, shape_of


def _sort(op: Any) -> None:
    """Check the dimension of `sort`, and the types of the sorted values and of their indices."""
    dim, rank = number(op.dim), rank_of(op.input)
    require(
        -rank <= dim < rank,
        f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})",
    )
    require(
        op.name.startswith("ttir.") or has_integers(op.indices),
        f"Expected integer data type for indices but got '{element_of(op.indices)}'",
    )
    require(op.input.type == op.values.type, "Sorted tensor type does not match with input tensor.")
    require(
        shape_of(op.input) == shape_of(op.indices),
        "Indices shape does not match with input tensor shape.",
    )


def _topk(op: Any) -> None:
    """Check `topk`: the dimension exists and has at least `k` elements."""
    shape, dim, count = shape_of(op.input_tensor), number(op.dim), number(op.k)
    rank = len(shape)
    require(
        -rank <= dim < rank,
        f"specified dimension should be between {-rank} and {rank - 1}, but got: {dim}",
    )
    require(
        0 < count <= shape[dim],
        "K should be between 1 and the size of the specified dimension "
        f"({normalized(dim, rank)}), but got: {count}",
    )


def _sampling(op: Any) -> None:
    """Check `ttir.sampling`: each row has candidates."""
    values, indices = shape_of(op.input_values), shape_of(op.input_indices)
    for name, shape in (("input_values", values), ("input_indices", indices)):
        require(len(shape) == 2, f"{name} must be 2D [batch, candidates]")
    _require_candidates(op, values[0])
    require(shape_of(op.results[0]) == (values[0],), "result must be 1D [batch]")


def _require_candidates(op: Any, batch: int) -> None:
    require(
        shape_of(op.input_values) == shape_of(op.input_indices),
        "input_values and input_indices must have the same shape",
    )
    for name in ("k", "p", "temp"):
        shape = shape_of(getattr(op, name))
        require(len(shape) == 1, f"{name} must be 1D [batch]")
        require(
            shape[0] == batch,
            f"{name} batch dimension ({shape[0]}) must match input_values batch ({batch})",
        )


def _ttnn_sampling(op: Any) -> None:
    """Check `ttnn.sampling`: each row has candidates; the kernel accepts 32 rows."""
    values, result = shape_of(op.input_values), shape_of(op.results[0])
    rank = len(values)
    require(
        rank in (2, 4),
        "input_values must be 2D [batch, candidates] or 4D [1, 1, batch, candidates]",
    )
    require(rank_of(op.input_indices) == rank, "input_indices rank must match input_values rank")
    require(
        rank == 2 or values[:2] == (1, 1),
        "rank-4 input_values leading dims must be [1, 1, batch, candidates]",
    )
    batch, wanted = values[-2], 1 if rank == 2 else 4
    require(1 <= batch <= 32, f"batch ({batch}) must be in [1, 32] (kernel limit)")
    require(
        len(result) == wanted,
        f"result rank ({len(result)}) must match expected rank ({wanted}) for input_values rank "
        f"{rank}",
    )
    _require_candidates(op, batch)
    form = "batch" if wanted == 1 else "1, 1, 1, batch"
    require(result == (*(1,) * (wanted - 1), batch), f"result must be {wanted}D [{form}]")


def _router(op: Any) -> None:
    """Check `topk_router_gpt`: the router, a linear layer that selects experts for each token."""
    source, weight, bias = (shape_of(each) for each in (op.input, op.weight, op.bias))
    for name, shape, form in (
        ("input", source, "[B, hidden_dim]"),
        ("weight", weight, "[hidden_dim, num_experts]"),
        ("bias", bias, "[B, num_experts]"),
    ):
        require(len(shape) == 2, f"{name} must be a 2D tensor {form}, but got rank {len(shape)}")
    batch, hidden = source
    _require_size("weight dim 0", weight[0], "input hidden_dim", hidden)
    _require_size("bias dim 0", bias[0], "input batch size B", batch)
    _require_size("bias dim 1", bias[1], "weight num_experts", weight[1])
    count, experts = number(op.k), number(op.num_experts)
    if op.name.startswith("ttnn."):
        require(batch == 32, f"B must be 32, but got: {batch}")
        require(experts == 128, f"num_experts must be 128, but got: {experts}")
    require(experts > 0, f"num_experts must be positive, but got: {experts}")
    _require_size("num_experts attribute", experts, "weight dim 1", weight[1])
    require(count > 0, f"k must be positive, but got: {count}")
    for name, value in (
        ("expert_indices", op.expert_indices),
        ("expert_weights", op.expert_weights),
    ):
        shape = shape_of(value)
        require(len(shape) == 2, f"{name} must be a 2D tensor [B, k], but got rank {len(shape)}")
        _require_size(f"{name} dim 0", shape[0], "input batch size B", batch)
        _require_size(f"{name} dim 1", shape[1], "k", count)


def _require_size(name: str, found: int, other: str, wanted: int) -> None:
    require(found == wanted, f"{name} ({found}) must equal {other} ({wanted})")


def _sparse_matmul(op: Any) -> None:
    """Check `sparse_matmul`: products with the experts that are not skipped."""
    a, b, sparsity = (shape_of(each) for each in (op.a, op.b, op.sparsity))
    require(op.nnz is None or number(op.nnz) > 0, "nnz must be greater than 0 when set")
    require(len(a) >= 4, "Input A must be at least a 4D tensor")
    require(len(b) == 4, "Input B must be a 4D tensor [1, E, K, N]")
    require(len(sparsity) == 4, "Sparsity tensor must be a 4D tensor")
    kinds = is_set(op.is_input_a_sparse), is_set(op.is_input_b_sparse)
    require(any(kinds), "At least one of is_input_a_sparse or is_input_b_sparse must be true")
    first, experts, inner, columns = b
    require(first == 1, "Input B first dimension must be 1")
    require(a[-1] == inner, "Input A inner dimension must match Input B K dimension")
    require(
        sparsity[-1] == experts,
        "Sparsity tensor last dimension must match number of experts in Input B",
    )
    rows = a[-2]
    mode, form, wanted = {
        (True, True): ("sparse-sparse", "[1, E, M, N]", (1, experts, rows, columns)),
        (False, True): (
            "dense-sparse",
            "[A, B, 1, E, M, N]",
            (a[0], a[1], 1, experts, rows, columns),
        ),
        (True, False): ("sparse-dense", "[A, E, M, N]", (a[0], experts, rows, columns)),
    }[kinds]
    result = shape_of(op.results[0])
    require(len(result) == len(wanted), f"Output must be {len(wanted)}D for {mode} mode")
    require(result == wanted, f"Output shape must be {form} for {mode} mode")


def _require_devices(op: Any) -> None:
    require(number(op.num_devices) > 0, "num_devices must be positive")
    require(number(op.cluster_axis) in (0, 1), "cluster_axis must be 0 or 1")


def _require_form(name: str, value: Any, rank: int, form: str) -> None:
    require(rank_of(value) == rank, f"{name} must be a {rank}D tensor {form}")


def _dispatch(op: Any) -> None:
    """Check `all_to_all_dispatch`: tokens are sent to the devices of their experts."""
    for name, value, form in (
        ("input_tensor", op.input_tensor, "[B, S, 1, H]"),
        ("expert_indices", op.expert_indices, "[B, S, 1, K]"),
        ("expert_mapping", op.expert_mapping, "[1, 1, E, D]"),
        ("dispatched output", op.dispatched, "[1, B*D, S, H]"),
        ("metadata output", op.metadata, "[1, B*D, S, K]"),
    ):
        _require_form(name, value, 4, form)
    _require_devices(op)


def _dispatch_metadata(op: Any) -> None:
    """Check `all_to_all_dispatch_metadata`: tokens are sent to the devices of their experts
    together with their scores.
    """
    is_ttnn = op.name.startswith("ttnn.")
    for name, value, rank, form in (
        ("input_tensor", op.input_tensor, 4, "[1, 1, M, H]"),
        ("expert_indices", op.expert_indices, 4, "[1, 1, M, K]"),
        ("expert_scores", op.expert_scores, 4, "[1, 1, M, K]"),
        (
            "expert_mapping",
            op.expert_mapping,
            2 if is_ttnn else 4,
            "[D, E]" if is_ttnn else "[1, 1, D, E]",
        ),
        ("dispatched output", op.dispatched, 3, "[1, tokens_global, H]"),
        ("indices output", op.indices, 3, "[1, tokens_global, K]"),
        ("scores output", op.scores, 3, "[1, tokens_global, K]"),
    ):
        _require_form(name, value, rank, form)
    _require_devices(op)
    if is_ttnn:
        given = [
            each is not None for each in (op.dispatched_buffer, op.indices_buffer, op.scores_buffer)
        ]
        require(
            all(given) or not any(given),
            "dispatched_buffer, indices_buffer and scores_buffer must be all bound or all unbound",
        )


def _combine(op: Any) -> None:
    """Check `all_to_all_combine`: the experts' results return to the devices of their tokens."""
    for name, value, form in (
        ("input_tensor", op.input_tensor, "[E_local, B*D, S, H]"),
        ("expert_metadata", op.expert_metadata, "[1, B*D, S, K]"),
        ("expert_mapping", op.expert_mapping, "[1, 1, E, D]"),
        ("result", op.results[0], "[K, B, S, H]"),
    ):
        _require_form(name, value, 4, form)
    _require_devices(op)
    require(number(op.num_experts_per_tok) > 0, "num_experts_per_tok must be positive")
    dim = number(op.output_shard_dim)
    require(
        op.name.startswith("ttir.") or dim in (1, 2),
        f"output_shard_dim must be 1 or 2, got {dim}",
    )


def _reduce_combine(op: Any) -> None:
    for name in ("select_experts_k", "experts", "hidden_size"):
        require(number(getattr(op, name)) > 0, f"{name} must be positive")


def _remap(op: Any) -> None:
    """Check the ranks and the reduction size of `moe_expert_token_remap`, which maps tokens to the
    experts of a device.
    """
    is_ttnn = op.name.startswith("ttnn.")
    for name, value, form in (
        ("topk_tensor", op.topk_tensor, " [D, B, S, E]"),
        ("expert_mapping", op.expert_mapping, " [1, 1, E, D]"),
        ("expert_metadata", op.expert_metadata, " [D, B, S, K]"),
        ("mapping output", op.mapping, "" if is_ttnn else " [1, B, S, E_local]"),
        ("reduced output", op.reduced, "" if is_ttnn else " [1, 1, ceil(B*S/R), E_local]"),
    ):
        require(rank_of(value) == 4, f"{name} must be a 4D tensor{form}")
    require(number(op.reduction_size) > 0, "reduction_size must be positive")


def _gpt(op: Any) -> None:
    """Check `moe_gpt`: the GPT experts, whose weights are in the kernel's order."""
    first, second = shape_of(op.w0_w1_tensor), shape_of(op.w2_tensor)
    for name, shape in (("w0_w1_tensor", first), ("w2_tensor", second)):
        require(len(shape) == 6, f"{name} must be a rank 6 tensor")
    for name, shape in (("w0_w1_tensor", first), ("w2_tensor", second)):
        require(shape[5] == 128, f"{name} dim[5] must be 128 (4*TILE_SIZE)")
    for dim, what in ((0, "num_cores"), (2, "experts_per_device")):
        require(
            first[dim] == second[dim],
            f"w0_w1_tensor and w2_tensor must have same dim[{dim}] ({what})",
        )
    for name in ("expert_indices", "expert_scores"):
        require(rank_of(getattr(op, name)) >= 2, f"{name} must have rank >= 2")


def _require_tiles(name: str, size: int) -> None:
    require(size > 0 and size % TILE_WIDTH == 0, f"{name} must be a positive multiple of 32")


def _require_hidden(op: Any) -> int:
    require(number(op.output_height_shard_dim) > 0, "output_height_shard_dim must be positive")
    shape = shape_of(op.tilize_input_tensor)
    require(len(shape) >= 2, "tilize_input_tensor must have rank >= 2")
    _require_tiles("tilize_input_tensor last dim (hidden_size)", shape[-1])
    return shape[-1]


def _compute(op: Any) -> None:
    """Check `ttir.moe_compute`, the computation of a device's experts."""
    _require_tiles("intermediate_size", number(op.intermediate_size))
    biases = (op.bias_0, op.bias_1, op.bias_2)
    given = [each is not None for each in biases]
    require(
        all(given) or not any(given),
        "bias_0, bias_1, and bias_2 must be all present or all absent",
    )
    weight = shape_of(op.w0)
    if all(given):
        _require_weight(weight)
        layers, experts, hidden, intermediate = weight
        for index, (bias, size) in enumerate(
            zip(biases, (intermediate, intermediate, hidden), strict=True)
        ):
            require(
                shape_of(bias) == (layers, experts, size),
                f"bias_{index} must have shape ({layers}, {experts}, {size})",
            )
    hidden_size = _require_hidden(op)
    _require_weight(weight)
    require(
        weight[2] == hidden_size,
        f"w0 hidden dim ({weight[2]}) must match tilize_input_tensor hidden_size ({hidden_size})",
    )


def _require_weight(shape: Shape) -> None:
    require(len(shape) == 4, "w0 must have rank 4 (L, E, hidden, intermediate)")


def _ttnn_compute(op: Any) -> None:
    _require_tiles("intermediate_size", number(op.intermediate_size))
    _require_hidden(op)


def _prepare_second_weights(op: Any) -> None:
    _require_tiles("hidden_size", number(op.hidden_size))
    _require_tiles("intermediate_size", number(op.intermediate_size))


def _prepare_first_weights(op: Any) -> None:
    _prepare_second_weights(op)
    require(
        (op.bias_0 is None) == (op.bias_1 is None),
        "bias_0 and bias_1 must be both present or both absent",
    )


def _language_kernel(op: Any) -> None:
    """Check `tt_lang_op`: the operands are inputs, then outputs, and there is one output per
    result.
    """
    operands, roles = list(op.inputs), op.arg_roles.data
    require(operands, "tt-lang kernel must have at least one input operand.")
    require(roles, "`arg_roles` attribute must not be empty.")
    tokens = [each.strip() for each in roles.split(",")]
    require(
        len(tokens) == len(operands),
        f"`arg_roles` token count ({len(tokens)}) must match number of inputs ({len(operands)}).",
    )
    seen_out = False
    for token in tokens:
        require(
            token in ("in", "out"),
            f'`arg_roles` token must be "in" or "out", got: "{token}".',
        )
        require(
            token == "out" or not seen_out,
            '`arg_roles` must list all "in" operands before any "out" operand '
            "(destination-passing-style ordering).",
        )
        seen_out = token == "out"
    count, results = tokens.count("out"), len(op.results)
    require(
        count == results,
        f'number of "out" roles ({count}) must match number of results ({results}).',
    )
    require(
        count,
        'tt-lang kernel must have at least one operand tagged "out" '
        "(the destination buffer the runtime returns as the kernel's output).",
    )
    for name in ("kernel_id", "version_tag"):
        require(op.properties[name].data, f"`{name}` attribute must not be empty.")


EXPERTS: Mapping[str, Verifier] = {
    **{
        f"{dialect}.{name}": verify
        for dialect in ("ttir", "ttnn")
        for name, verify in {
            "all_to_all_combine": _combine,
            "all_to_all_dispatch": _dispatch,
            "all_to_all_dispatch_metadata": _dispatch_metadata,
            "moe_expert_token_remap": _remap,
            "moe_gpt": _gpt,
            "selective_reduce_combine": _reduce_combine,
            "sort": _sort,
            "sparse_matmul": _sparse_matmul,
            "topk": _topk,
            "topk_router_gpt": _router,
            "tt_lang_op": _language_kernel,
        }.items()
    },
    "ttir.moe_compute": _compute,
    "ttir.sampling": _sampling,
    "ttnn.moe_compute": _ttnn_compute,
    "ttnn.prepare_moe_compute_w0_w1_weights": _prepare_first_weights,
    "ttnn.prepare_moe_compute_w2_weights": _prepare_second_weights,
    "ttnn.sampling": _ttnn_sampling,
}
"""Maps operation names to verifiers."""
