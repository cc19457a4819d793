"""Taking programs from one revision of tt-mlir to another: see docs/revisions.md."""
