"""What a revision verifies otherwise than 2025-02: a function for each operation, attribute or type."""

from ttmlir_py.dialects.revisions.verifiers.attributes import ATTRIBUTES
from ttmlir_py.dialects.revisions.verifiers.ttir import TTIR, verify_broadcastable
from ttmlir_py.dialects.revisions.verifiers.types import Verifier

__all__ = ["attribute_verifier", "operation_verifier", "verify_broadcastable"]


def operation_verifier(name: str) -> Verifier | None:
    """The revision's own rules of an operation; None if they are those of 2025-02, or there are none."""
    return TTIR.get(name)


def attribute_verifier(name: str) -> Verifier | None:
    """The rules of an attribute or type."""
    return ATTRIBUTES.get(name)
