"""What a verifier is."""

from collections.abc import Callable
from typing import Any

Verifier = Callable[[Any], None]
"""Raises VerifyException, whose message is upstream's."""
