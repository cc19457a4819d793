"""Verifiers that differ from 2025-02, one function per operation, attribute or type."""

from collections.abc import Mapping

from ttmlir_py.dialects.revisions.verifiers.attention import ATTENTION
from ttmlir_py.dialects.revisions.verifiers.attributes import ATTRIBUTES
from ttmlir_py.dialects.revisions.verifiers.broadcasting import verify_broadcastable
from ttmlir_py.dialects.revisions.verifiers.collectives import COLLECTIVES
from ttmlir_py.dialects.revisions.verifiers.data_movement import DATA_MOVEMENT
from ttmlir_py.dialects.revisions.verifiers.elementwise import ELEMENTWISE
from ttmlir_py.dialects.revisions.verifiers.experts import EXPERTS
from ttmlir_py.dialects.revisions.verifiers.normalization import NORMALIZATION
from ttmlir_py.dialects.revisions.verifiers.programs import CALLS, PROGRAMS
from ttmlir_py.dialects.revisions.verifiers.quantization import QUANTIZATION
from ttmlir_py.dialects.revisions.verifiers.rows import ROWS
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.revisions.verifiers.windows import WEIGHTED_WINDOWS, WINDOWS
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
"""Functions that read nothing outside the operation, as `local_verifier` describes."""
_OPERATIONS: Mapping[str, Mapping[str, Verifier]] = {
    "2026-08": {**_LOCAL, **CALLS, **WEIGHTED_WINDOWS},
    "2026-10": ROWS,
}
_ATTRIBUTES: Mapping[str, Mapping[str, Verifier]] = {"2026-08": ATTRIBUTES}
"""Functions of each revision that its base does not have."""


def operation_verifier(revision: str, name: str) -> Verifier | None:
    """Return a revision's own verifier of an operation, or None if it is its base's."""
    given = REGISTRY[revision].verifiers.get(name)
    return given or _OPERATIONS.get(revision, {}).get(name)


def has_local_rules(verifier: Verifier) -> bool:
    """Whether a verifier of an operation reads nothing outside the operation."""
    return verifier in _LOCAL.values() or verifier in ROWS.values()


def attribute_verifier(revision: str, name: str) -> Verifier | None:
    """Return a revision's own verifier of an attribute or type, or None if it is its base's."""
    given = REGISTRY[revision].verifiers.get(name)
    return given or _ATTRIBUTES.get(revision, {}).get(name)
