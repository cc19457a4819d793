"""Rules that a TTIR op and its TTNN counterpart share: how the shape of the result follows, and what verifiers check.

Each `verify_*` raises a `VerifyException` with the text that comes after `'dialect.op' op `; shapes are tuples of sizes.
The functions beside them, such as `permuted_shape`, compute the shape that the verifier compares with; for arguments
that the verifier refuses, their result means nothing, or they raise IndexError or ValueError.
"""
