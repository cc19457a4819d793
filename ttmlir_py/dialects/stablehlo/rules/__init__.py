"""What StableHLO asks of its ops' types and attributes, and how result types follow: one module for each kind of rule.

The functions take types, shapes and numbers, no ops, and raise a `Violation` with the original's words.
"""
