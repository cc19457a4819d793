"""Declaring operations, attributes and types as MLIR's ODS does."""
