"""Fields and shape rules that TTIR and TTNN ops of the same name share.

The `*Base` classes have the fields and `verify_op` of both ops. Each `verify_*` function raises a
`VerifyException` with the text after `'dialect.op' op `; shapes are tuples of sizes. Functions such
as `permuted_shape` compute the shape that the verifier compares with. For arguments that the
verifier rejects, their result is meaningless, or they raise IndexError or ValueError.
"""
