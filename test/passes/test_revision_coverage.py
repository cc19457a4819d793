"""Tests that each conversion from tt-mlir 2026-08 has a test that compares its result with
numpy.
"""

import ast
from pathlib import Path

import pytest

from ttmlir_py.dialects.revisions.table import names
from ttmlir_py.passes.revisions.to_2025_02 import conversions

FOLDER = Path(__file__).parent
VALUELESS = {"ttir.empty"}
"""Operations whose results have undefined elements."""
ROWS: dict[str, dict[str, str]] = {
    "test_revision_numbers": {
        "UNARY": "acos asin asinh atan erf erfc exp2 frac hardsigmoid mish relu6 signbit silu softsign square trunc",
        "SHIFTS": "logical_left_shift logical_right_shift right_shift",
        "TYPES": "full typecast",
        "PROGRAM": "update_cache",
        "test_right_shift_by_constant_and_bitcast_to_unsigned_match_numpy": "bitcast_convert",
        "test_selu_of_2026_08_matches_numpy": "selu",
        "test_binary_ops_of_2026_08_match_numpy": "atan2 pow",
        "test_gelu_backward_of_2026_08_matches_numeric_derivative": "gelu_bw",
        "test_clamps_of_2026_08_match_numpy": "clamp_scalar clamp_tensor",
        "test_normalizations_of_2026_08_match_numpy": "layer_norm rms_norm",
        "test_group_norm_of_2026_08_matches_numpy": "group_norm",
        "test_batch_norms_of_2026_08_match_numpy": "batch_norm_inference batch_norm_training",
        "test_reductions_of_2026_08_match_numpy": "argmax cumprod reduce_or",
        "test_reductions_of_2025_02_and_2026_08_match_numpy": "max mean min prod reduce_and sum",
        "test_softmax_of_2026_08_matches_numpy": "softmax",
        "test_conv2d_of_2026_08_matches_numpy": "conv2d",
        "test_conv1d_and_conv3d_of_2026_08_match_numpy": "conv1d conv3d",
        "test_conv_transpose2d_and_upsample_match_numpy": "conv_transpose2d",
        "test_poolings_of_2026_08_match_numpy": "avg_pool2d global_avg_pool2d max_pool2d",
        "test_max_pool2d_with_indices_returns_positions_of_maxima": "max_pool2d_with_indices",
        "test_matmul_with_transposed_operands_matches_numpy": "linear matmul",
        "test_attention_of_2026_08_matches_numpy": "scaled_dot_product_attention",
        "test_rotary_embedding_of_2026_08_matches_numpy": "rotary_embedding",
        "test_attention_decode_of_one_token_matches_numpy": "scaled_dot_product_attention_decode",
        "test_paged_attention_decode_matches_numpy": "paged_scaled_dot_product_attention_decode",
        "test_chunked_attention_matches_numpy": "chunked_scaled_dot_product_attention",
        "test_sdpa_forward_for_training_matches_numpy": "sdpa_fw",
        "test_attention_head_reshapes_match_numpy": "concatenate_heads split_query_key_value_and_split_heads",
        "test_gather_of_2026_08_matches_numpy": "gather",
        "test_scatter_of_2026_08_matches_numpy": "scatter",
        "test_stable_sort_keeps_order_of_equal_elements": "sort",
        "test_topk_of_2026_08_matches_numpy": "topk",
        "test_expert_matmuls_match_numpy": "sparse_matmul",
        "test_expert_router_matches_numpy": "topk_router_gpt",
        "test_adamw_matches_formula": "adamw",
        "test_embedding_backward_of_partial_tiles_matches_numpy": "embedding_backward",
        "test_data_movement_ops_of_2026_08_match_numpy": "broadcast index_select reshape slice_static",
        "test_fill_cache_for_one_user_writes_first_positions": "constant fill_cache ttcore.optimization_barrier",
    },
    "test_revision_rows": {
        "test_random_bits_are_those_of_jax": "rng_bit_generator",
        "test_rows_gather_matches_numpy": "rows_gather",
        "test_rows_scatter_matches_numpy": "rows_scatter",
        "test_slice_dynamic_matches_numpy": "slice_dynamic",
        "test_cumulative_maximum_and_minimum_match_numpy": "cumulative",
        "test_reduce_precision_matches_float16": "reduce_precision",
        "test_reduce_bitwise_matches_numpy": "reduce_bitwise_and reduce_bitwise_or reduce_bitwise_xor",
        "test_pad_with_negative_sizes_cuts_elements_off": "pad",
        "test_round_of_halves_and_large_numbers_matches_numpy": "round",
        "test_while_loop_with_constant_bounds_is_unrolled_to_its_trip_count": "ttcore.while_loop",
        "test_case_with_index_runs_selected_branch": "ttcore.case",
    },
    "test_paged_caches": {
        "test_paged_update_writes_one_position_of_each_user": "paged_update_cache",
        "test_paged_fill_writes_first_positions_of_user": "paged_fill_cache",
    },
    "test_revision_meshes": {
        "run": "mesh_shard",
        "test_all_gather_on_mesh_matches_definition": "all_gather",
        "test_all_reduce_on_mesh_matches_definition": "all_reduce all_reduce_async",
        "test_all_to_all_on_mesh_matches_definition": "all_to_all",
        "test_collective_broadcast_on_mesh_matches_definition": "collective_broadcast",
        "test_collective_permute_on_mesh_matches_definition": "collective_permute",
        "test_mesh_partition_on_mesh_matches_definition": "mesh_partition",
        "test_reduce_scatter_on_mesh_matches_definition": "reduce_scatter",
        "test_distributed_normalization_on_mesh_matches_definition": "distributed_layer_norm distributed_rms_norm",
    },
}
"""The operations that each test or table computes, by module; of TTIR if no dialect is named."""


def rows() -> dict[str, list[tuple[str, str]]]:
    """Return the module and test of each operation."""
    found: dict[str, list[tuple[str, str]]] = {}
    for module, tests in ROWS.items():
        for test, ops in tests.items():
            for op in ops.split():
                name = op if "." in op else f"ttir.{op}"
                found.setdefault(name, []).append((module, test))
    return found


def test_every_op_conversion_of_2026_08_has_numeric_test():
    assert set(rows()) == conversions() - VALUELESS


def test_numeric_test_rows_name_existing_operations():
    assert set(rows()) <= set(names("op", "2026-10"))


def definitions(module: str) -> dict[str, str]:
    """Return the text of the tests and tables of a module, by name."""
    text = (FOLDER / f"{module}.py").read_text()
    found: dict[str, str] = {}
    for node in ast.parse(text).body:
        source = "\n".join(
            filter(
                None,
                [
                    ast.get_source_segment(text, node),
                    *(ast.get_source_segment(text, d) for d in getattr(node, "decorator_list", ())),
                ],
            )
        )
        for target in getattr(node, "targets", ()) or (getattr(node, "target", None),):
            if isinstance(target, ast.Name):
                found[target.id] = source
        if isinstance(node, ast.FunctionDef):
            found[node.name] = source
    return found


@pytest.mark.parametrize("module", ROWS)
def test_numeric_tests_mention_ops_they_compute(module: str):
    texts = definitions(module)
    for test, ops in ROWS[module].items():
        for op in ops.split():
            name = op if "." in op else f"ttir.{op}"
            quoted = (f'"{op}"', f'"{name}"')
            assert any(each in texts[test] for each in quoted), f"{test} does not name {op}"
