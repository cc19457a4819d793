"""What tt-mlir 2026-08 has otherwise, and is converted, computes what numpy says: no conversion is
without a numeric test.
"""

import ast
from pathlib import Path

import pytest

from ttmlir_py.dialects.revisions.table import names
from ttmlir_py.passes.revisions.to_2025_02 import conversions

FOLDER = Path(__file__).parent
VALUELESS = {"ttir.empty"}
"""Operations whose elements nobody has written yet."""
ROWS: dict[str, dict[str, str]] = {
    "test_revision_numbers": {
        "UNARY": "acos asin asinh atan erf erfc exp2 frac hardsigmoid mish relu6 signbit silu softsign square trunc",
        "SHIFTS": "logical_left_shift logical_right_shift right_shift",
        "TYPES": "full typecast",
        "PROGRAM": "update_cache",
        "test_shifts_by_one_number_and_other_signs": "bitcast_convert",
        "test_selu": "selu",
        "test_functions_of_two_numbers": "atan2 pow",
        "test_the_gradient_of_gelu_is_its_slope": "gelu_bw",
        "test_clamps": "clamp_scalar clamp_tensor",
        "test_normalizations": "layer_norm rms_norm",
        "test_group_norm": "group_norm",
        "test_batch_norms": "batch_norm_inference batch_norm_training",
        "test_reductions": "argmax cumprod reduce_or",
        "test_reductions_that_there_were": "max mean min prod reduce_and sum",
        "test_softmax": "softmax",
        "test_convolutions": "conv2d",
        "test_convolutions_of_other_ranks": "conv1d conv3d",
        "test_images_that_grow": "conv_transpose2d",
        "test_poolings": "avg_pool2d global_avg_pool2d max_pool2d",
        "test_places_of_the_largest": "max_pool2d_with_indices",
        "test_products_with_transposed_factors": "linear matmul",
        "test_attention": "scaled_dot_product_attention",
        "test_attention_of_one_token": "scaled_dot_product_attention_decode",
        "test_attention_to_pages": "paged_scaled_dot_product_attention_decode",
        "test_attention_of_a_part_of_a_prompt": "chunked_scaled_dot_product_attention",
        "test_attention_of_training": "sdpa_fw",
        "test_heads": "concatenate_heads split_query_key_value_and_split_heads",
        "test_gather": "gather",
        "test_scatter": "scatter",
        "test_sort_keeps_the_order_of_equals": "sort",
        "test_topk": "topk",
        "test_products_with_experts": "sparse_matmul",
        "test_router_of_experts": "topk_router_gpt",
        "test_adamw": "adamw",
        "test_gradients_of_rows_that_are_no_whole_tiles": "embedding_backward",
        "test_movements": "broadcast index_select reshape slice_static",
        "test_the_first_places_of_one_user_are_filled": "constant fill_cache ttcore.optimization_barrier",
    },
    "test_revision_meshes": {
        "run": "mesh_shard",
        "test_all_gather": "all_gather",
        "test_all_reduce": "all_reduce all_reduce_async",
        "test_all_to_all": "all_to_all",
        "test_collective_broadcast": "collective_broadcast",
        "test_collective_permute": "collective_permute",
        "test_mesh_partition": "mesh_partition",
        "test_reduce_scatter": "reduce_scatter",
        "test_distributed_normalizations": "distributed_layer_norm distributed_rms_norm",
    },
}
"""By module, and by test or table of it: the operations that it computes, of TTIR if no dialect is
named.
"""


def rows() -> dict[str, list[tuple[str, str]]]:
    """Where each operation is tested."""
    found: dict[str, list[tuple[str, str]]] = {}
    for module, tests in ROWS.items():
        for test, ops in tests.items():
            for op in ops.split():
                name = op if "." in op else f"ttir.{op}"
                found.setdefault(name, []).append((module, test))
    return found


def test_every_conversion_has_a_numeric_test():
    assert set(rows()) == conversions() - VALUELESS


def test_rows_are_of_operations_that_there_are():
    assert set(rows()) <= set(names("op", "2026-08"))


def definitions(module: str) -> dict[str, str]:
    """The text of the tests and tables of a module, by name."""
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
def test_tests_name_what_they_compute(module: str):
    texts = definitions(module)
    for test, ops in ROWS[module].items():
        for op in ops.split():
            name = op if "." in op else f"ttir.{op}"
            quoted = (f'"{op}"', f'"{name}"')
            assert any(each in texts[test] for each in quoted), f"{test} does not name {op}"
