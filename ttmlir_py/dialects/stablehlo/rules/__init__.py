"""StableHLO: rules for the types and attributes of ops, and for inferred result types.

Each module has one kind of rules. The functions take types, shapes and numbers, not ops, and raise
a `Violation` with upstream's message.
"""
