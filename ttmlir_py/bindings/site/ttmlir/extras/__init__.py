"""Shorter names for parts of MLIR's Python API."""
