"""The specifications of the operations of later revisions, from the tables of the revisions."""

from __future__ import annotations

from ttmlir_py.bindings.ods.derived import arguments_of, specification
from ttmlir_py.bindings.ods.spec import OperationSpec
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


def has_dialect(dialect: str) -> bool:
    """Whether the selected revision is a later one that defines a dialect in its tables."""
    return is_later() and dialect in REGISTRY[selected()].dialects


def specifications(dialect: str) -> list[OperationSpec]:
    """Return the specifications of a dialect's operations, in the order of their names.

    Arguments are in the order of the tables: operands, then attributes.
    """
    from ttmlir_py.dialects.revisions.definitions import operation_class
    from ttmlir_py.dialects.revisions.table import names

    found: list[OperationSpec] = []
    for name in sorted(names("op", selected())):
        if name.partition(".")[0] == dialect:
            op_class = operation_class(selected(), name)
            found.append(specification(op_class, class_name(name), arguments_of(op_class)))
    return found


def class_name(operation: str) -> str:
    """Return the name of the class of an operation: `RMSNormOp` for `ttnn.rms_norm`."""
    mnemonic = operation.partition(".")[2]
    words = "".join(word.capitalize() for word in mnemonic.split("_"))
    return _CLASSES.get(mnemonic, words) + "Op"
