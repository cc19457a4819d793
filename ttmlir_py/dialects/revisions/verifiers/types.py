"""The type of verifiers."""

from collections.abc import Callable
from typing import Any

Verifier = Callable[[Any], None]
"""Raises VerifyException with upstream's message."""
