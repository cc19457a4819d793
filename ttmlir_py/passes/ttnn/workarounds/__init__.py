"""Workarounds for what the TTNN runtime cannot do: rewrites of single ops, and operands in other layouts."""
