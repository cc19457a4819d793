"""MLIR's own passes and their helpers. They do not use Tenstorrent's dialects."""
