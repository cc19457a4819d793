"""The revisions of tt-mlir that texts may be in."""

from typing import Final

PINNED: Final = "2025-02"
"""The revision that the compiler works in."""
EARLY: Final = "2025-06"
"""Text from 2025-03-26 to 2025-06-16: destinations from `ttir.empty`, dialect `tt`. It is only read."""
LATE: Final = "2025-11"
"""Text from 2025-06-17 to 2025-11-26: destinations from `ttir.empty`, dialect `ttcore`. It is only read."""
CURRENT: Final = "2026-08"
"""The latest revision whose text is read."""
REVISIONS: Final = (PINNED, EARLY, LATE, CURRENT)
"""Revisions of text that is read, in the order of their dates."""
WRITTEN: Final = (PINNED, CURRENT)
"""Revisions that programs can be converted to and written in."""
BETWEEN: Final = (EARLY, LATE)
"""Revisions in which operations of TTIR have destinations that `ttir.empty` makes."""
