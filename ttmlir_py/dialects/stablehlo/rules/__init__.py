"""StableHLO's rules for types and attributes of ops, and for their result types: one module per
kind of rule.

The functions take types, shapes and numbers, not ops, and raise a `Violation` with upstream's
message.
"""
