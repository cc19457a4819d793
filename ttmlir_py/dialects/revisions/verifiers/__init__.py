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
from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.revisions.verifiers.windows import WEIGHTED_WINDOWS, WINDOWS

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
_OPERATIONS: Mapping[str, Verifier] = {**_LOCAL, **CALLS, **WEIGHTED_WINDOWS}


def operation_verifier(name: str) -> Verifier | None:
    """Return the revision's own verifier of an operation, or None if it is unchanged or missing."""
    return _OPERATIONS.get(name)


def has_local_rules(name: str) -> bool:
    """Whether the revision's own rules of an operation read nothing outside the operation."""
    return name in _LOCAL


def attribute_verifier(name: str) -> Verifier | None:
    """Return the verifier of an attribute or type, or None."""
    return ATTRIBUTES.get(name)
