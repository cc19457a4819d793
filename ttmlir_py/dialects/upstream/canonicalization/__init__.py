"""MLIR's canonicalization patterns of operations that xDSL defines, one module per dialect.

`PATTERNS` of a module maps operation names to patterns, in the order in which they are tried. An
operation that is not listed keeps the patterns of its class. The driver assigns locations: a new
operation gets the location of the operation that it is created for.
"""
