"""Workarounds for limits of the TTNN runtime: rewrites of ops, and conversions of operands."""
