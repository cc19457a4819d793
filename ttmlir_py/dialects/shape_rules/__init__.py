"""Rules that a TTIR op and its TTNN counterpart share: the shape of the result, and verifier
checks.

Each `verify_*` raises a `VerifyException` with the text after `'dialect.op' op `; shapes are tuples
of sizes. Functions such as `permuted_shape` compute the shape that the verifier compares with. For
arguments that the verifier rejects, their result is meaningless, or they raise IndexError or
ValueError.
"""
