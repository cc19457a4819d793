"""Conversion of programs between revisions of tt-mlir; see docs/revisions.md."""
