"""Verifiers of operations, attributes and types that differ from 2025-02.

Each is a function that raises VerifyException.
"""

from collections.abc import Mapping
from typing import Any, cast

from ttmlir_py.dialects.revisions.verifiers.attention import ATTENTION
from ttmlir_py.dialects.revisions.verifiers.attributes import (
    ATTRIBUTES,
    ATTRIBUTES_2025,
    ATTRIBUTES_2025_06,
)
from ttmlir_py.dialects.revisions.verifiers.broadcasting import verify_broadcastable
from ttmlir_py.dialects.revisions.verifiers.collectives import COLLECTIVES
from ttmlir_py.dialects.revisions.verifiers.data_movement import DATA_MOVEMENT
from ttmlir_py.dialects.revisions.verifiers.elementwise import ELEMENTWISE
from ttmlir_py.dialects.revisions.verifiers.experts import EXPERTS
from ttmlir_py.dialects.revisions.verifiers.normalization import NORMALIZATION, REDUCTIONS_TO_ONE
from ttmlir_py.dialects.revisions.verifiers.programs import CALLS, PROGRAMS
from ttmlir_py.dialects.revisions.verifiers.quantization import QUANTIZATION
from ttmlir_py.dialects.revisions.verifiers.rows import ROWS
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.revisions.verifiers.windows import WEIGHTED_WINDOWS, WINDOWS
from ttmlir_py.dialects.ttnn.embedding import EmbeddingBackwardOp
from ttmlir_py.revisions import REGISTRY

__all__ = [
    "Verifier",
    "attribute_verifier",
    "has_local_rules",
    "operation_verifier",
    "verify_broadcastable",
]

_LOCAL: Mapping[str, Verifier] = {
    **ATTENTION,
    **COLLECTIVES,
    **DATA_MOVEMENT,
    **ELEMENTWISE,
    **EXPERTS,
    **NORMALIZATION,
    **PROGRAMS,
    **QUANTIZATION,
    **WINDOWS,
}
"""Maps operation names to verifiers that read nothing outside of the operation (see
`local_verifier`).
"""
_OPERATIONS: Mapping[str, Mapping[str, Verifier]] = {
    "2025-11": {
        **REDUCTIONS_TO_ONE,
        "ttnn.embedding_bw": cast(Any, EmbeddingBackwardOp.verify_op),
    },
    "2026-08": {**_LOCAL, **CALLS, **WEIGHTED_WINDOWS},
    "2026-10": ROWS,
}
_ATTRIBUTES: Mapping[str, Mapping[str, Verifier]] = {
    "2025-06": ATTRIBUTES_2025_06,
    "2025-11": ATTRIBUTES_2025,
    "2026-08": ATTRIBUTES,
}
"""Maps revisions to verifiers of attributes that the revision's base does not have."""


def operation_verifier(revision: str, name: str) -> Verifier | None:
    """Return the verifier of the operation `name` in `revision`, or None if it is that of the
    base.
    """
    given = REGISTRY[revision].verifiers.get(name)
    return given or _OPERATIONS.get(revision, {}).get(name)


def has_local_rules(verifier: Verifier) -> bool:
    """Whether the verifier of an operation reads nothing outside of the operation."""
    return verifier in _LOCAL.values() or verifier in ROWS.values()


def attribute_verifier(revision: str, name: str) -> Verifier | None:
    """Return the verifier of the attribute or type `name`, or None if it is that of the revision's
    base.
    """
    given = REGISTRY[revision].verifiers.get(name)
    return given or _ATTRIBUTES.get(revision, {}).get(name)
