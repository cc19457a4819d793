"""Canonicalization patterns of operations that xDSL owns, as MLIR has them: a module for each dialect.

`PATTERNS` of a module has the patterns by operation name, in the order in which they are tried; an operation that is not in it
has those of its class. Locations are the driver's to give: what a pattern makes gets that of the operation it is for.
"""
