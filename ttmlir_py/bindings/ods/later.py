"""The specifications of the operations of later revisions, from the tables of the revisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ttmlir_py.bindings.ods.derived import arguments_of, specification
from ttmlir_py.bindings.ods.spec import Argument, OperationSpec
from ttmlir_py.bindings.revision import is_later, selected
from ttmlir_py.revisions import REGISTRY

_CLASSES = {
    **{"adamw": "AdamW", "argmax": "ArgMax", "cpu_module": "CPUModule", "cumprod": "CumProd"},
    **{"cumsum": "CumSum", "d2m_subgraph": "D2MSubgraph"},
    **{"distributed_rms_norm": "DistributedRMSNorm"},
    **{"dit_rms_norm_unary_fused": "DitRMSNormUnaryFused", "embedding_bw": "EmbeddingBackward"},
    **{"eq": "Equal", "ge": "GreaterEqual", "gelu_bw": "GeluBackward", "gt": "GreaterThan"},
    **{"isfinite": "IsFinite", "le": "LessEqual", "lt": "LessThan", "ne": "NotEqual"},
    **{"nlp_concat_heads": "NLPConcatHeads", "nlp_concat_heads_decode": "NLPConcatHeadsDecode"},
    **{"nlp_create_qkv_heads_decode": "NLPCreateQKVHeadsDecode"},
    **{"prepare_moe_compute_w0_w1_weights": "PrepareMoEComputeW0W1Weights"},
    **{"prepare_moe_compute_w2_weights": "PrepareMoEComputeW2Weights", "rms_norm": "RMSNorm"},
    **{"rms_norm_pre_all_gather": "RMSNormPreAllGather", "sdpa_bw": "SDPABackward"},
    **{"sdpa_fw": "SDPAForward", "topk": "TopK", "topk_router_gpt": "TopKRouterGpt"},
    **{"tt_lang_op": "TTLang", "ttnn_metal_layout_cast": "TTNNMetalLayoutCast"},
}
"""Maps operation names, without the dialect, to class names, without `Op`, that do not follow from
them.

Other class names are the words of the operation name in `CamelCase`.
"""

_INFERRED = frozenset(
    {
        "ttcore.get_tuple_element",
        "ttcore.tuple",
        "ttnn.allocate_moe_compute_semaphore",
        "ttnn.create_global_semaphore",
        "ttnn.get_device",
    }
)
"""Operations whose result types are inferred."""
_EARLIER = frozenset({"ttir.rotary_embedding"})
"""Operations that 2026-08 does not have. Its table lists them for text of earlier dates."""
_MOVED: dict[str, dict[str, str]] = {
    "ttcore.load_cached": {"inputs": "callee"},
    "ttcore.set_key_value": {"key": "dict"},
    "ttir.max_pool2d": {"ceil_mode": "padding"},
    "ttir.paged_flash_multi_latent_attention_decode": {"head_dim_v": "key", "is_causal": "value"},
    "ttir.paged_scaled_dot_product_attention_decode": {"is_causal": "page_table"},
    "ttir.paged_update_cache": {"share_cache": "update_index"},
    "ttir.scaled_dot_product_attention": {"attention_sink": "sliding_window_size"},
    "ttir.scaled_dot_product_attention_decode": {"is_causal": "value"},
    "ttnn.aggregate_tensor": {"composer_config": "input"},
    "ttnn.batch_norm_inference": {"epsilon": "running_var"},
    "ttnn.batch_norm_training": {"epsilon": "running_var", "momentum": "epsilon"},
    "ttnn.capture_or_execute_trace": {"inputs": "execute_callee", "semaphore_inputs": "inputs"},
    "ttnn.conv2d": {"groups": "dilation"},
    "ttnn.distribute_tensor": {"mapper_config": "input"},
    "ttnn.dump_tensor": {"input": "file_path"},
    "ttnn.max_pool2d": {"ceil_mode": "dilation"},
    "ttnn.paged_flash_multi_latent_attention_decode": {"head_dim_v": "key", "is_causal": "value"},
    "ttnn.paged_scaled_dot_product_attention_decode": {"is_causal": "page_table"},
    "ttnn.paged_update_cache": {"share_cache": "update_index"},
    "ttnn.prepare_conv2d_bias": {"device": "groups"},
    "ttnn.prepare_conv2d_weights": {"device": "groups"},
    "ttnn.prepare_conv3d_weights": {"device": "alignment"},
    "ttnn.prepare_conv_transpose2d_bias": {"device": "groups"},
    "ttnn.prepare_conv_transpose2d_weights": {"device": "groups"},
    "ttnn.scaled_dot_product_attention": {"attention_sink": "sliding_window_size"},
    "ttnn.scaled_dot_product_attention_decode": {"is_causal": "value"},
}
"""Maps operations to arguments that ODS lists elsewhere than the tables, each mapped to the
argument that it follows.
"""


def has_dialect(dialect: str) -> bool:
    """Whether the selected revision is a later one that defines a dialect in its tables."""
    return is_later() and dialect in REGISTRY[selected()].dialects


def specifications(dialect: str, revision: str | None = None) -> list[OperationSpec]:
    """Return the specifications of a dialect's operations, in the order of their names.

    The revision is the selected one by default.
    """
    from ttmlir_py.dialects.revisions.definitions import operation_class
    from ttmlir_py.dialects.revisions.table import names

    revision = revision or selected()
    found: list[OperationSpec] = []
    for name in sorted(names("op", revision)):
        if name.partition(".")[0] == dialect and name not in _EARLIER:
            op_class = operation_class(revision, name)
            made = specification(op_class, class_name(name), _ordered(name, arguments_of(op_class)))
            found.append(replace(made, infers=name in _INFERRED))
    return found


def _ordered(operation: str, arguments: Sequence[Argument]) -> list[Argument]:
    """Return arguments in the order of ODS. The tables list operands, then attributes."""
    found = {each.name: each for each in arguments}
    names = [*found]
    for name, before in _MOVED.get(operation, {}).items():
        names.remove(name)
        names.insert(names.index(before) + 1, name)
    return [found[name] for name in names]


def class_name(operation: str) -> str:
    """Return the name of the class of an operation: `RMSNormOp` for `ttnn.rms_norm`."""
    mnemonic = operation.partition(".")[2]
    words = "".join(word.capitalize() for word in mnemonic.split("_"))
    return _CLASSES.get(mnemonic, words) + "Op"
