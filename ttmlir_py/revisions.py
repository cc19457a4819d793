"""The revisions of tt-mlir that texts may be in."""

from typing import Final

PINNED: Final = "2025-02"
"""The revision that the compiler works in."""
CURRENT: Final = "2026-08"
"""The revision whose text is read beside it."""
REVISIONS: Final = (PINNED, CURRENT)
