"""The type of verifiers."""

from collections.abc import Callable
from typing import Any

Verifier = Callable[[Any], None]
"""A function of an operation or attribute that raises VerifyException with upstream's message."""
