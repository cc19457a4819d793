"""MLIR's own passes, and what they share: they know nothing of Tenstorrent's dialects."""
